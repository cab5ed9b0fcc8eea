//! A trial of a built-in application, step by step.

use crate::probe::{act, at};
use agon_core::{Action, Button, InstanceId, Observation, Settings, Suite, TaskId, World};
use agon_reap::Keeper;
use agon_taskfile::TaskFileSuite;
use agon_web::{App, WebKind, WebOptions};
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;

/// A suite of the built-in applications, with the folder that it registers its processes in.
pub(crate) fn suite() -> (TempDir, TaskFileSuite) {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().to_owned();
    let kind = Arc::new(WebKind::new(WebOptions::new(Box::new(move || Keeper::open(&state, &state)))));
    let suite = TaskFileSuite::new(&agon_web::folder().unwrap(), kind).unwrap();
    (folder, suite)
}

/// A task such as `web/workflow/urgent-case`, opened, and what is seen of it first.
pub(crate) async fn open(suite: &TaskFileSuite, task: &str, settings: &[(&str, &str)]) -> (Box<dyn World>, Observation) {
    let id = InstanceId { task: TaskId::new(task), seed: 0 };
    let settings: Settings = settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).into())).collect();
    let instance = suite.instance(&id, &settings).unwrap();
    let mut world = suite.open(&instance).await.unwrap();
    let first = world.observe().await.unwrap();
    (world, first)
}

pub(crate) async fn state(world: &mut dyn World) -> Value {
    world.door().evidence().await.unwrap().0["state"].clone()
}

pub(crate) fn click(x: f64, y: f64) -> Action {
    Action::Click { at: at(x, y), button: Button::Left, count: 1, holding: vec![] }
}

pub(crate) fn drag(from: (f64, f64), to: (f64, f64)) -> Action {
    Action::Drag { path: vec![at(from.0, from.1), at(to.0, to.1)], button: Button::Left, holding: vec![] }
}

pub(crate) fn typed(text: &str) -> Action {
    Action::Type { text: text.into() }
}

/// What the expert does on a task, without the answer and the end.
pub(crate) fn solution(app: &dyn App, task: &str) -> Vec<Action> {
    let folder = agon_web::folder().unwrap();
    let text = std::str::from_utf8(folder.file(&format!("{}/{task}.toml", app.name())).unwrap()).unwrap();
    let mut file: toml::Table = toml::from_str(text).unwrap();
    let Some(toml::Value::Table(key)) = file.remove("key") else { panic!("{task} has no key") };
    let mut actions = app.key(key).unwrap().solve("expert").unwrap();
    actions.truncate(actions.len() - 2);
    actions
}

/// Holds that two agents who do the same see the same, whether they think before each step or not.
pub(crate) async fn same_actions_show_the_same(suite: &TaskFileSuite, task: &str, settings: &[(&str, &str)], actions: &[Action]) {
    let mut sittings = Vec::new();
    for thinking_ms in [0, 40] {
        let (mut world, first) = open(suite, task, settings).await;
        let mut seen = vec![first];
        for action in actions {
            tokio::time::sleep(Duration::from_millis(thinking_ms)).await;
            seen.push(act(&mut *world, action.clone()).await.observation);
        }
        sittings.push(seen);
    }
    assert!(sittings[0].windows(2).any(|pair| pair[0] != pair[1]), "the page of {task} changes");
    assert!(sittings[0] == sittings[1], "two sittings of {task} with {settings:?} differ");
}
