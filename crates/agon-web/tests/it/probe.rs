//! The page of these tests, as an application with one task.

use agon_core::{Action, Button, Instance, InstanceId, NearMiss, Point, Settings, Step, Suite, Target, TaskId, World};
use agon_grade::{CheckBuilder, check};
use agon_reap::Keeper;
use agon_taskfile::{Problem, TaskFileSuite, TaskFolder};
use agon_testkit::step;
use agon_web::{AnswerKey, App, WebKind, WebOptions};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;

struct Probe;

const TASK: &str = r#"
title = "Press the button"
about = "Press it."
difficulty = "easy"
steps = 10
goal = "Press it."
steps_text = ["Press."]
result = '{"answer": "done"}'
[[variant]]
[key]
"#;

impl App for Probe {
    fn name(&self) -> &'static str {
        "probe"
    }

    fn title(&self) -> &'static str {
        "Probe"
    }

    fn key(&self, _: toml::Table) -> Result<Box<dyn AnswerKey>, Problem> {
        Ok(Box::new(Press))
    }

    fn shows_tree(&self) -> bool {
        true
    }
}

struct Press;

impl AnswerKey for Press {
    fn mark(&self, state: &Value, _: Option<&Value>) -> Option<Vec<CheckBuilder>> {
        let seen = state["seen"].as_array()?;
        Some(vec![check("pressed", seen.iter().any(|line| line.as_str().is_some_and(|line| line.starts_with("click"))))])
    }

    fn strategies(&self) -> Vec<String> {
        vec!["press".into()]
    }

    fn solve(&self, _: &str) -> Option<Vec<Action>> {
        Some(vec![click(100.0, 40.0), Action::Done])
    }

    fn near_misses(&self) -> Vec<NearMiss> {
        vec![NearMiss { name: "beside it".into(), actions: vec![click(400.0, 40.0), Action::Done], fails: "pressed".into() }]
    }

    fn alternatives(&self) -> Vec<(String, Vec<Action>)> {
        Vec::new()
    }
}

/// A suite with the page, and the folder in which its processes are registered.
pub(crate) struct Bench {
    pub(crate) suite: Arc<TaskFileSuite>,
    pub(crate) kind: Arc<WebKind>,
    pub(crate) folder: TempDir,
}

impl Bench {
    pub(crate) fn new() -> Self {
        Self::with_timeout(Duration::from_secs(30))
    }

    pub(crate) fn with_timeout(timeout: Duration) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let state = folder.path().to_owned();
        let files = TaskFolder::default().with(&[
            ("suite.toml", "name = 'web'\nversion = '1'\nabout = 'A.'\nworld = 'web'\n"),
            ("probe/press.toml", TASK),
            ("probe/background.md", "A page with a button."),
            ("probe/site/index.html", include_str!("probe/index.html")),
            ("probe/site/probe.js", include_str!("probe/probe.js")),
            ("probe/site/worker.js", include_str!("probe/worker.js")),
            ("probe/site/worker-part.js", include_str!("probe/worker-part.js")),
            ("probe/site/worker-module.js", include_str!("probe/worker-module.js")),
            ("probe/site/worker-word.js", include_str!("probe/worker-word.js")),
        ]);
        let site = agon_web::site(&files);
        assert!(site.exam_script().is_some(), "the web applications are not built: run scripts/build-web");
        let keeper = Box::new(move || Keeper::open(&state, &state));
        let options = WebOptions { site, apps: &[&Probe], timeout, ..WebOptions::new(keeper) };
        let kind = Arc::new(WebKind::new(options));
        Self { suite: Arc::new(TaskFileSuite::new(&files, kind.clone()).unwrap()), kind, folder }
    }

    pub(crate) fn instance(&self, settings: &[(&str, &str)]) -> Instance {
        let settings: Settings = settings.iter().map(|(key, value)| ((*key).to_owned(), (*value).into())).collect();
        self.suite.instance(&InstanceId { task: TaskId::new("web/probe/press"), seed: 0 }, &settings).unwrap()
    }

    /// The number of the browser's first process.
    pub(crate) async fn process(&self) -> u32 {
        self.kind.running().await.unwrap().process().unwrap()
    }

    async fn targets(&self) -> Vec<Value> {
        let running = self.kind.running().await.unwrap();
        let reply = running.client().call("Target.getTargets", json!({})).await.unwrap();
        reply["targetInfos"].as_array().unwrap().clone()
    }

    /// Whatever is open in the browser beside pages of the application.
    pub(crate) async fn foreign_targets(&self) -> Vec<String> {
        let ours = |target: &Value| {
            let url = target["url"].as_str().unwrap();
            // Pages that are being opened are blank for a moment.
            target["type"] == "page" && (url.starts_with("http://probe.localhost/") || ["about:blank", ""].contains(&url))
        };
        let targets = self.targets().await;
        targets.iter().filter(|target| target["type"] != "tab" && !ours(target)).map(Value::to_string).collect()
    }

    /// Crashes the page in whose field this stands.
    pub(crate) async fn crash_page_with(&self, text: &str) {
        let running = self.kind.running().await.unwrap();
        for target in self.targets().await {
            let (session, _events) = running.client().attach(target["targetId"].as_str().unwrap()).await.unwrap();
            let expression = json!({"expression": "document.getElementById('name')?.value"});
            let Ok(found) = session.call("Runtime.evaluate", expression).await else { continue };
            if found["result"]["value"] == text {
                // The page answers no more, this command included.
                let _ = session.send("Page.crash", json!({}));
                return;
            }
        }
        panic!("no page holds {text:?}");
    }

    /// A world that has been looked at once.
    pub(crate) async fn world(&self, settings: &[(&str, &str)]) -> Box<dyn World> {
        let mut world = self.suite.open(&self.instance(settings)).await.unwrap();
        world.observe().await.unwrap();
        world
    }
}

/// What the page says about itself.
pub(crate) async fn state(world: &mut dyn World) -> Value {
    world.door().evidence().await.unwrap().0["state"].clone()
}

/// The lines the page wrote down.
pub(crate) async fn seen(world: &mut dyn World) -> Vec<String> {
    let state = state(world).await;
    state["seen"].as_array().unwrap().iter().map(|line| line.as_str().unwrap().to_owned()).collect()
}

pub(crate) async fn act(world: &mut dyn World, action: Action) -> Step {
    step(world, &[], &action).await.unwrap()
}

pub(crate) fn click(x: f64, y: f64) -> Action {
    Action::Click { at: at(x, y), button: Button::Left, count: 1, holding: vec![] }
}

pub(crate) fn at(x: f64, y: f64) -> Target {
    Target::Point(Point { x, y })
}

pub(crate) fn keys(names: &[&str]) -> Action {
    Action::Keys { keys: names.iter().map(|name| (*name).to_owned()).collect() }
}
