//! The accessibility tree and the marks, of a real program and of programs that misbehave.

mod strange;

use crate::{Bench, act, click, keys, launch, text};
use agon_core::{Action, NodeState, Tree, TreeNode};
use agon_desktop::tree::{Filter, ReadOptions, Reader, Roles};
use agon_desktop::{Launch, labels};
use std::path::Path;
use std::time::{Duration, Instant};

const SCREEN: (u32, u32) = (1920, 1080);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kalgebra_is_read_and_its_bounds_are_where_one_clicks() {
    let bench = Bench::new();
    let environment = [
        ("QTWEBENGINE_DISABLE_SANDBOX", "1"),
        ("QTWEBENGINE_CHROMIUM_FLAGS", "--force-renderer-accessibility --disable-dev-shm-usage"),
    ];
    let environment = environment.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    let desk = bench.desk(Launch { environment, ..launch(&["kalgebra"], "KAlgebra") }).await;
    let reader = Reader::connect(desk.accessibility_address()).await.unwrap();
    let tree = read_until(&reader, |tree| find(tree, "table cell", "pi").is_some()).await;

    let frame = tree.nodes.iter().find(|node| node.role == "frame").unwrap().bounds.unwrap();
    let windows = desk.display().windows().unwrap();
    let window = windows.iter().find(|window| window.title.contains("KAlgebra")).unwrap();
    assert_eq!(frame, window.bounds, "the frame is the window");
    for name in ["Session", "Calculator", "Help"] {
        let item = find(&tree, "menu item", name).unwrap();
        assert_eq!(parent(&tree, item).role, "menu bar");
    }
    let tabs: Vec<&TreeNode> = tree.nodes.iter().filter(|node| node.role == "page tab").collect();
    let names: Vec<&str> = tabs.iter().map(|tab| tab.name.as_str()).collect();
    assert_eq!(names, ["Calculator", "2D Graph", "3D Graph", "Dictionary"]);
    assert_eq!((&tabs[0].states, &tabs[1].states), (&vec![NodeState::Selected], &vec![]));
    let graph = find(&tree, "menu item", "2D Graph").unwrap();
    assert_eq!(graph.states, [NodeState::Disabled], "the graph's menu waits for the graph's tab");
    assert!(tree.nodes.iter().all(|node| node.role != "filler" && node.role != "separator"));

    // What is typed stands in the console's field, and what it computes in the list of variables.
    let field = console(&tree);
    act(&desk, click_on(field)).await;
    act(&desk, text("a:=42")).await;
    read_until(&reader, |tree| console(tree).value == "a:=42" && console(tree).is(NodeState::Focused)).await;
    act(&desk, keys(&["enter"])).await;
    let tree = read_until(&reader, |tree| find(tree, "table cell", "a").is_some()).await;
    let row = find(&tree, "table cell", "a").unwrap().bounds.unwrap().y;
    let beside = tree.nodes.iter().find(|node| node.name == "42" && node.bounds.is_some_and(|bounds| bounds.y == row));
    assert!(beside.is_some(), "the value stands beside its name: {tree:#?}");

    let tab = find(&tree, "page tab", "2D Graph").unwrap();
    act(&desk, click_on(tab)).await;
    let tree =
        read_until(&reader, |tree| find(tree, "page tab", "2D Graph").is_some_and(|tab| tab.is(NodeState::Selected))).await;
    assert!(find(&tree, "table cell", "a").is_none(), "the variables belong to the other tab");

    let filter = Filter { roles: Roles::All, visible: false, ..Filter::default() };
    let everything = ReadOptions { filter, timeout: Duration::from_secs(30), ..ReadOptions::default() };
    let begun = Instant::now();
    let all = reader.read_with(SCREEN, &everything).await.unwrap();
    println!("everything: {} nodes in {:?}", all.nodes.len(), begun.elapsed());
    assert!(all.nodes.len() > 300);
    let hidden = all.nodes.iter().find(|node| node.role == "table cell" && node.name == "a").unwrap();
    assert_eq!(hidden.bounds, None, "it is there, and not on the screen");
    let few = ReadOptions { max_nodes: 40, ..everything };
    assert_eq!(reader.read_with(SCREEN, &few).await.unwrap().nodes.len(), 40);
    let tabs_only = Filter { roles: Roles::Only(vec!["page tab".into()]), ..Filter::default() };
    let tabs = reader.read_with(SCREEN, &ReadOptions { filter: tabs_only, ..ReadOptions::default() }).await.unwrap();
    assert!(find(&tabs, "page tab", "Dictionary").is_some() && tabs.nodes.iter().all(|node| node.role == "page tab"));
    let available = Filter { available: true, ..Filter::default() };
    let available = reader.read_with(SCREEN, &ReadOptions { filter: available, ..ReadOptions::default() }).await.unwrap();
    assert!(available.nodes.iter().all(|node| !node.is(NodeState::Disabled)));

    // An open menu is in the tree, and what it covers gets no label.
    act(&desk, click_on(find(&tree, "menu item", "2D Graph").unwrap())).await;
    let mut tree = read_until(&reader, |tree| tree.nodes.iter().any(|node| node.role == "popup menu")).await;
    desk.display().settle(Duration::from_millis(50), Duration::from_secs(5)).await.unwrap();
    let picture = desk.display().capture().unwrap();
    let begun = Instant::now();
    let labelled = labels::draw(&picture, &mut tree);
    println!("{} labels in {:?}", tree.nodes.iter().filter(|node| node.label.is_some()).count(), begun.elapsed());
    if let Some(folder) = std::env::var_os("AGON_TEST_PICTURES") {
        std::fs::write(Path::new(&folder).join("labels.png"), agon_image::encode(&labelled).unwrap()).unwrap();
    }
    assert!(find(&tree, "menu item", "Zoom In").is_some_and(|item| item.label.is_some()));
    assert!(find(&tree, "page tab", "Calculator").is_some_and(|tab| tab.label.is_some()));
    assert!(find(&tree, "page tab", "Dictionary").is_some_and(|tab| tab.label.is_none()), "the menu covers it");

    // A program that is gone is not there; a bus that is gone is an error, not an empty desktop.
    act(&desk, keys(&["escape"])).await;
    act(&desk, keys(&["ctrl", "q"])).await;
    read_until(&reader, |tree| tree.nodes.is_empty()).await;
    drop(desk);
    assert!(reader.read(SCREEN).await.is_err());
}

/// Reads until the tree is as wanted. A tree that never is fails the test with what it was.
async fn read_until(reader: &Reader, wanted: impl Fn(&Tree) -> bool) -> Tree {
    let deadline = Instant::now() + Duration::from_secs(30);
    loop {
        let tree = reader.read(SCREEN).await.unwrap();
        if wanted(&tree) {
            return tree;
        }
        assert!(Instant::now() < deadline, "not within 30 s: {:#?}", tree.nodes);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

fn find<'a>(tree: &'a Tree, role: &str, name: &str) -> Option<&'a TreeNode> {
    tree.nodes.iter().find(|node| node.role == role && node.name == name)
}

fn console(tree: &Tree) -> &TreeNode {
    tree.nodes.iter().find(|node| node.role == "text").unwrap()
}

fn parent<'a>(tree: &'a Tree, node: &TreeNode) -> &'a TreeNode {
    &tree.nodes[node.parent.unwrap() as usize]
}

fn click_on(node: &TreeNode) -> Action {
    let bounds = node.bounds.unwrap();
    click(bounds.x + bounds.width / 2.0, bounds.y + bounds.height / 2.0)
}
