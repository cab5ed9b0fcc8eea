//! The Video Editor in an exam.

use crate::probe::{act, keys};
use crate::sitting::{click, drag, open, same_actions_show_the_same, solution, state, suite, typed};
use agon_core::{Action, Status};
use agon_web::apps::video::VideoEditor;
use serde_json::{Value, json};

#[tokio::test]
async fn the_same_actions_give_the_same_pixels() {
    let (_folder, suite) = suite();
    // Frames of the clip under the text are looked at, and it is played, too.
    let looking = [typed("p1.2\n"), typed("p3\n"), typed(" "), Action::Wait { secs: 0.7 }, typed(" "), typed("1++")];
    let actions: Vec<Action> = solution(&VideoEditor, "overlay-title-and-sound").into_iter().chain(looking).collect();
    for screen in ["1280x720", "1920x1080"] {
        same_actions_show_the_same(&suite, "web/video/overlay-title-and-sound", &[("screen", screen)], &actions).await;
    }
}

/// The projects of all solutions as the examiner's model of the page has them.
const PROJECTS: &str = include_str!("../../../../web/video/tests/projects.json");

/// A project without the names that its blocks and effects have.
fn without_ids(project: &Value) -> Value {
    match project {
        Value::Object(fields) => {
            let is_id = |key: &str| matches!(key, "elementId" | "effectId" | "targetClipId");
            let named = fields.iter().filter(|(key, _)| !is_id(key));
            named.map(|(key, value)| (key.clone(), without_ids(value))).collect::<serde_json::Map<_, _>>().into()
        }
        Value::Array(items) => items.iter().map(without_ids).collect(),
        // The page writes 3 where Rust writes 3.0.
        Value::Number(number) => json!(number.as_f64()),
        other => other.clone(),
    }
}

#[tokio::test]
async fn the_page_exports_what_the_examiner_foresees() {
    let (_folder, suite) = suite();
    let foreseen: Value = serde_json::from_str(PROJECTS).unwrap();
    for task in ["contrast-and-fade", "three-colored-titles", "interleaved-thirds"] {
        let (mut world, _) = open(&suite, &format!("web/video/{task}"), &[]).await;
        for action in solution(&VideoEditor, task) {
            assert_eq!(act(&mut *world, action).await.status, Status::Executed, "{task}");
        }
        let after = state(&mut *world).await;
        assert_eq!(without_ids(&after["exported"]), without_ids(&foreseen[task]), "{task}");
    }
}

#[tokio::test]
async fn nothing_can_be_imported_or_uploaded_in_an_exam() {
    let (_folder, suite) = suite();
    let (mut world, _) = open(&suite, "web/video/first-five-seconds", &[]).await;
    let world = &mut *world;
    let before = state(world).await;
    // Upload in the media panel, the first entry of the File menu, a paste outside of fields, and an export of nothing.
    act(world, click(190.0, 70.0)).await;
    act(world, click(30.0, 24.0)).await;
    act(world, keys(&["enter"])).await;
    act(world, keys(&["escape"])).await;
    act(world, keys(&["ctrl", "v"])).await;
    act(world, keys(&["ctrl", "e"])).await;
    act(world, keys(&["enter"])).await;
    let after = state(world).await;
    assert_eq!((&after["project"], &after["exported"]), (&before["project"], &Value::Null));
    assert_eq!(after["project"]["timeline"], json!([]));
}

/// A void is retried: an agent that could hang its page at will would have as many tries as it likes.
#[tokio::test]
async fn no_project_stops_the_page() {
    let (_folder, suite) = suite();
    let (mut world, _) = open(&suite, "web/video/first-five-seconds", &[]).await;
    let world = &mut *world;
    act(world, typed("aTurning Earth\n")).await;
    act(world, typed("eLight adjustment\n")).await;
    // However many are added, there is an end of them.
    for _ in 0..10 {
        act(world, keys(&["ctrl", "a"])).await;
        act(world, keys(&["ctrl", "d"])).await;
    }
    for action in [typed("1"), typed("++++++"), drag((300.0, 554.0), (700.0, 600.0)), typed(" "), Action::Wait { secs: 30.0 }] {
        assert_eq!(act(world, action).await.status, Status::Executed);
    }
    act(world, keys(&["ctrl", "e"])).await;
    act(world, keys(&["enter"])).await;
    let after = state(world).await;
    let blocks: usize =
        after["exported"]["timeline"].as_array().unwrap().iter().map(|track| track["elements"].as_array().unwrap().len()).sum();
    assert!((100..=400).contains(&blocks), "{blocks} blocks");
}

#[tokio::test]
async fn long_texts_strange_numbers_and_floods_of_keys_are_short_work() {
    let (_folder, suite) = suite();
    let (mut world, _) = open(&suite, "web/video/title-card", &[]).await;
    let world = &mut *world;
    act(world, typed("t")).await;
    act(world, typed(&format!("x{}\t9e9\tinfrared\tNaN\t-1", "W ".repeat(400)))).await;
    act(world, keys(&["escape"])).await;
    act(world, typed("\n1e9\t99999999")).await;
    act(world, keys(&["escape"])).await;
    act(world, typed("p99999\n")).await;
    act(world, typed(&"[]sd".repeat(60))).await;
    let after = state(world).await;
    let text = &after["project"]["timeline"][0]["elements"][0];
    assert_eq!(text["text"].as_str().unwrap().trim_end().len(), 799);
    let style = (&text["fontSize"], &text["fontColor"], &text["backgroundColor"]);
    assert_eq!(style, (&json!(32), &json!("#ffffff"), &json!("#00000080")), "what cannot be is not taken");
    assert_eq!((&text["startTimeMs"], &text["durationMs"]), (&json!(0), &json!(3000)));
}
