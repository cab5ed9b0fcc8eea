//! The Workflow Builder in an exam.

use crate::probe::{act, keys};
use crate::sitting::{self, click, same_actions_show_the_same, solution, state, suite, typed};
use agon_core::{Action, Observation, World};
use agon_taskfile::TaskFileSuite;
use agon_web::apps::workflow::WorkflowBuilder;
use serde_json::json;

async fn open(suite: &TaskFileSuite, observation: &str) -> (Box<dyn World>, Observation) {
    sitting::open(suite, "web/workflow/urgent-case", &[("observation", observation)]).await
}

#[tokio::test]
async fn the_same_actions_give_the_same_pixels_and_the_same_tree() {
    let (_folder, suite) = suite();
    let looking = [typed("r"), click(24.0, 24.0)];
    let actions: Vec<Action> = solution(&WorkflowBuilder, "urgent-case").into_iter().chain(looking).collect();
    same_actions_show_the_same(&suite, "web/workflow/urgent-case", &[("observation", "both")], &actions).await;
}

#[tokio::test]
async fn the_tree_names_templates_nodes_outputs_and_fields() {
    let (_folder, suite) = suite();
    let (mut world, first) = open(&suite, "tree").await;
    let names = |observation: &Observation| -> Vec<(String, String)> {
        let tree = observation.tree.as_ref().expect("a tree");
        tree.nodes.iter().map(|node| (node.role.clone(), node.name.clone())).collect()
    };
    let has = |names: &[(String, String)], role: &str, name: &str| {
        assert!(names.iter().any(|(r, n)| r == role && n.starts_with(name)), "{role} {name} is not among {names:#?}");
    };
    let hub = names(&first);
    has(&hub, "textbox", "Name of the new workflow");
    has(&hub, "button", "API Data Pipeline");
    let opened = names(&act(&mut *world, click(288.0, 255.0)).await.observation);
    has(&opened, "button", "Sort name asc");
    has(&opened, "image", "Output of Sort");
    has(&opened, "image", "Connection Map › Sort");
    has(&opened, "textbox", "Find a node");
    act(&mut *world, typed("gSort\n")).await;
    let selected = names(&act(&mut *world, typed("\n")).await.observation);
    has(&selected, "textbox", "Field");
    has(&selected, "radio", "desc");
}

#[tokio::test]
async fn nothing_can_be_imported_in_an_exam() {
    let (_folder, suite) = suite();
    let (mut world, _) = open(&suite, "screen").await;
    let world = &mut *world;
    // The button in the list, which is off, and what a paste outside of a field would do.
    act(world, click(603.0, 108.0)).await;
    act(world, typed("{\"graph\": {\"nodes\": []}}\n")).await;
    act(world, keys(&["escape"])).await;
    act(world, keys(&["ctrl", "v"])).await;
    let workflows = state(world).await["workflows"].as_array().unwrap().len();
    assert!(workflows <= 1, "at most one with a strange name");
    let nodes =
        state(world).await["workflows"].as_array().unwrap().iter().map(|w| w["graph"]["nodes"].clone()).collect::<Vec<_>>();
    assert!(nodes.iter().all(|nodes| *nodes == json!([])), "{nodes:?}");
}

/// A void is retried: an agent that could hang its page at will would have as many tries as it likes.
#[tokio::test]
async fn no_workflow_stops_the_page() {
    let (_folder, suite) = suite();
    let (mut world, _) = open(&suite, "screen").await;
    let world = &mut *world;
    act(world, typed("Endless\n")).await;
    act(world, typed("/Manual Trigger\n/Map\n/No Operation\n")).await;
    act(world, typed("gManual Trigger\ncMap\ngMap\ncNo Operation\ngNo Operation\ncMap\n")).await;
    let many = format!("[{}]", "1,".repeat(300));
    act(world, typed(&format!("gMap\n\n{many}.map(a => {many}.map(b => ({{ a: item, b: item }})))"))).await;
    act(world, keys(&["escape"])).await;
    act(world, typed("r")).await;
    let problem = state(world).await["run"]["problem"].clone();
    assert!(problem.as_str().is_some_and(|problem| problem.contains("too ")), "{problem}");
    act(world, keys(&["escape"])).await;
    act(world, typed("gMap\n\n({ a: item, b: item })")).await;
    act(world, keys(&["escape"])).await;
    act(world, typed("r")).await;
    let problem = state(world).await["run"]["problem"].clone();
    assert!(problem.as_str().is_some_and(|problem| problem.contains("too large")), "{problem}");
    // However many are added, there is an end of them.
    act(world, keys(&["escape"])).await;
    for _ in 0..8 {
        act(world, keys(&["ctrl", "a"])).await;
        act(world, keys(&["ctrl", "d"])).await;
    }
    let nodes = state(world).await["workflows"][0]["graph"]["nodes"].as_array().unwrap().len();
    assert!((100..=200).contains(&nodes), "{nodes} nodes");
}
