//! The Circuit Designer in an exam.

use crate::probe::{act, at, keys};
use crate::sitting::{self, drag, state, suite, typed};
use agon_core::{Action, Button, Status, World};
use agon_taskfile::TaskFileSuite;
use tempfile::TempDir;

async fn open() -> (TempDir, TaskFileSuite, Box<dyn World>) {
    let (folder, suite) = suite();
    let (world, _) = sitting::open(&suite, "web/circuit/not-from-nand", &[]).await;
    (folder, suite, world)
}

/// It used to throw in the page, which made the trial void.
#[tokio::test]
async fn outputs_that_are_joined_are_told_and_the_trial_goes_on() {
    let (_folder, _suite, mut world) = open().await;
    let world = &mut *world;
    act(world, typed("/Op-Amp\n")).await;
    act(world, drag((320.0, 240.0), (416.0, 240.0))).await;
    act(world, keys(&["shift", "v"])).await;
    act(world, drag((416.0, 240.0), (416.0, 176.0))).await;
    // The pointer lies on the rail, whose current the page shows.
    assert_eq!(act(world, Action::Wait { secs: 1.0 }).await.status, Status::Executed);
    let joined = state(world).await;
    assert_eq!(joined["parts"][1]["kind"], "dc-rail", "{joined}");
    assert_eq!(joined["problem"], "Two outputs drive the same wire; disconnect one of them.");
    act(world, keys(&["ctrl", "Z"])).await;
    act(world, Action::Wait { secs: 1.0 }).await;
    let undone = state(world).await;
    assert!(undone["problem"].is_null() && undone["parts"].as_array().unwrap().len() == 1, "{undone}");
}

/// A void is retried: an agent that could hang its page at will would have as many tries as it likes.
#[tokio::test]
async fn no_circuit_stops_the_page() {
    let (_folder, _suite, mut world) = open().await;
    let world = &mut *world;
    // A ring of one inverter, which never rests, and a diode across a source, which hardly settles.
    act(world, typed("1")).await;
    act(world, drag((160.0, 144.0), (256.0, 144.0))).await;
    act(world, typed("w")).await;
    act(world, drag((256.0, 144.0), (160.0, 144.0))).await;
    act(world, typed("d")).await;
    act(world, drag((160.0, 240.0), (256.0, 240.0))).await;
    act(world, typed("v")).await;
    act(world, drag((160.0, 240.0), (256.0, 240.0))).await;
    for _ in 0..9 {
        act(world, keys(&["ctrl", "a"])).await;
        act(world, keys(&["ctrl", "d"])).await;
    }
    // The speed at its highest, and as much time as a step can ask for.
    act(world, drag((994.0, 24.0), (1060.0, 24.0))).await;
    for _ in 0..3 {
        let step = act(world, Action::Wait { secs: 10.0 }).await;
        assert_eq!(step.status, Status::Executed);
    }
    let parts = state(world).await["parts"].as_array().unwrap().len();
    assert!((500..=1000).contains(&parts), "{parts} parts");
}

#[tokio::test]
async fn long_texts_floods_of_keys_and_endless_drags_are_refused_or_short_work() {
    let (_folder, _suite, mut world) = open().await;
    let world = &mut *world;
    act(world, typed("r")).await;
    act(world, drag((160.0, 144.0), (256.0, 144.0))).await;
    act(world, Action::Click { at: at(208.0, 144.0), button: Button::Left, count: 2, holding: vec![] }).await;
    act(world, keys(&["tab"])).await;
    act(world, typed(&"W".repeat(4000))).await;
    act(world, keys(&["enter"])).await;
    let label = state(world).await["parts"][0]["label"].as_str().unwrap().len();
    assert_eq!(label, 80, "a label is cut to what has a place");
    assert_eq!(act(world, typed(&"x".repeat(4001))).await.status, Status::BadArguments);
    let endless = Action::Drag { path: vec![at(10.0, 100.0); 101], button: Button::Left, holding: vec![] };
    assert_eq!(act(world, endless).await.status, Status::BadArguments);
    assert_eq!(act(world, Action::Keys { keys: vec!["a".into(); 9] }).await.status, Status::BadArguments);
    assert_eq!(state(world).await["parts"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn nothing_can_be_imported() {
    let (_folder, _suite, mut world) = open().await;
    let world = &mut *world;
    // The File menu's second entry, and what the menu offers by its letter.
    act(world, Action::Click { at: at(28.0, 24.0), button: Button::Left, count: 1, holding: vec![] }).await;
    act(world, typed("i")).await;
    act(world, keys(&["enter"])).await;
    act(world, typed("{\"app\": \"circuit\", \"version\": 1, \"parts\": [{\"id\": 1, \"kind\": \"ground\", \"a\": [1, 1]}]}\n"))
        .await;
    act(world, keys(&["escape"])).await;
    assert_eq!(state(world).await["parts"], serde_json::json!([]));
}
