//! The web suite: every application's tasks.

use crate::apps::{self, App};
use crate::browsers::{Browsers, KeeperSource, Running};
use crate::page::{Clock, PageOptions};
use crate::site::Site;
use crate::task::{Task, TaskFileError};
use crate::world::{ObservationParts, WebWorld};
use agon_core::{
    Agent, BoxFuture, Case, Cause, Ending, Fault, Grader, Instance, InstanceId, Marks, Need, Proof, Script, Settings, StartHash,
    Suite, SuiteCard, SuiteError, Surface, TaskCard, TaskId, Weight, World,
};
use agon_grade::{all_of, check};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

const SUITE: &str = include_str!("../../../suites/web/suite.toml");

/// An upper estimate for a page with its share of the browser.
const WEIGHT: Weight = Weight { memory_mib: 300, cores: 0.5 };

pub struct WebSuite {
    card: SuiteCard,
    cards: Vec<TaskCard>,
    tasks: BTreeMap<TaskId, Arc<Task>>,
    browsers: Arc<Browsers>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SuiteFile {
    version: String,
    about: String,
}

/// What an operator may set for a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TaskSettings {
    screen: (u32, u32),
    clock: Clock,
    shows: ObservationParts,
}

/// What the suite needs from outside.
pub struct WebOptions {
    /// Where processes and folders are registered, so that nothing is left behind.
    pub keeper: KeeperSource,
    /// The browser to use; found on the path unless given.
    pub chromium: Option<PathBuf>,
    /// The applications' files.
    pub site: Site,
    pub apps: &'static [&'static dyn App],
    /// For one command of the browser; one that takes longer has hung.
    pub timeout: Duration,
    /// How many pages of a kind stand ready ahead of need.
    pub keep_ready: usize,
}

impl WebOptions {
    /// The built-in applications. `AGON_CHROMIUM` names another browser than the one on the path.
    pub fn new(keeper: KeeperSource) -> Self {
        let chromium = std::env::var_os("AGON_CHROMIUM").filter(|path| !path.is_empty()).map(PathBuf::from);
        Self { keeper, chromium, site: Site::embedded(), apps: apps::APPS, timeout: Duration::from_secs(30), keep_ready: 2 }
    }
}

impl WebSuite {
    pub fn new(options: WebOptions) -> Result<Self, TaskFileError> {
        let file: SuiteFile = toml::from_str(SUITE)
            .map_err(|error| TaskFileError { task: "web".into(), problem: format!("suite.toml: {error}") })?;
        let mut tasks = BTreeMap::new();
        let mut cards = Vec::new();
        for app in options.apps {
            for (name, text) in app.files() {
                let task = Task::read(*app, name, text)?;
                cards.push(task.card.clone());
                tasks.insert(task.card.id.clone(), Arc::new(task));
            }
        }
        let card = SuiteCard { name: "web".into(), version: file.version, about: file.about };
        Ok(Self { card, cards, tasks, browsers: Arc::new(Browsers::new(options)) })
    }

    /// The shared browser, if one runs: for those who measure or torment it.
    pub async fn running(&self) -> Option<Arc<Running>> {
        self.browsers.running().await
    }

    fn task(&self, id: &TaskId) -> Result<&Arc<Task>, SuiteError> {
        self.tasks.get(id).ok_or_else(|| SuiteError::UnknownTask(id.clone()))
    }

    fn defaults(app: &dyn App) -> Settings {
        let observation = if app.shows_tree() { "both" } else { "screen" };
        let all = json!({"screen": "1280x720", "clock": "agent", "observation": observation});
        all.as_object().cloned().unwrap_or_default()
    }

    fn setup(&self, task: &Task, settings: &Settings) -> Result<TaskSettings, SuiteError> {
        let mut all = Self::defaults(task.app);
        let known = all.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
        for (key, value) in settings {
            let unknown = || SuiteError::UnknownSetting { task: task.card.id.clone(), key: key.clone(), known: known.clone() };
            *all.get_mut(key).ok_or_else(unknown)? = value.clone();
        }
        let bad = |key: &str, problem: String| SuiteError::BadSetting { task: task.card.id.clone(), key: key.into(), problem };
        let word = |key: &str| all[key].as_str().unwrap_or_default().to_owned();
        let screen = screen(&word("screen")).ok_or_else(|| {
            bad("screen", format!("{} is no size between 1024x600 and 3840x2160, such as 1280x720", all["screen"]))
        })?;
        let clock = match word("clock").as_str() {
            "agent" => Clock::Agent,
            "real" => Clock::Real,
            _ => return Err(bad("clock", format!("{} is neither agent nor real", all["clock"]))),
        };
        let shows = match (word("observation").as_str(), task.app.shows_tree()) {
            ("screen", _) => ObservationParts { screen: true, tree: false },
            ("tree", true) => ObservationParts { screen: false, tree: true },
            ("both", true) => ObservationParts { screen: true, tree: true },
            ("tree" | "both", false) => {
                return Err(bad("observation", format!("{} is seen by its screen only", task.app.title())));
            }
            _ => return Err(bad("observation", format!("{} is none of screen, tree, both", all["observation"]))),
        };
        Ok(TaskSettings { screen, clock, shows })
    }
}

impl Suite for WebSuite {
    fn card(&self) -> &SuiteCard {
        &self.card
    }

    fn tasks(&self) -> &[TaskCard] {
        &self.cards
    }

    fn variants(&self, _: &TaskId) -> Option<u64> {
        Some(1)
    }

    fn settings(&self, task: &TaskId) -> Result<Settings, SuiteError> {
        Ok(Self::defaults(self.task(task)?.app))
    }

    fn instance(&self, id: &InstanceId, settings: &Settings) -> Result<Instance, SuiteError> {
        let task = self.task(&id.task)?;
        if id.seed != 0 {
            let problem = format!("it has no seed {}: there is one variant of it, {}@0", id.seed, id.task);
            return Err(SuiteError::Unsettable { task: id.task.clone(), problem });
        }
        let setup = self.setup(task, settings)?;
        let mut surfaces = vec![Surface::Screen, Surface::Answer];
        if setup.shows.tree {
            surfaces.insert(1, Surface::Tree);
        }
        Ok(Instance {
            id: id.clone(),
            settings: settings.clone(),
            limits: task.card.limits.clone(),
            brief: task.brief(setup.screen, setup.clock, surfaces),
            start: Some(StartHash::of(task.app.name(), &Value::String(id.task.to_string()))),
        })
    }

    fn open<'a>(&'a self, instance: &'a Instance) -> BoxFuture<'a, Result<Box<dyn World>, Fault>> {
        Box::pin(async move {
            let task = self.task(&instance.id.task).map_err(Fault::world)?;
            let setup = self.setup(task, &instance.settings).map_err(Fault::world)?;
            let (width, height) = setup.screen;
            let options = PageOptions { app: task.app.name().into(), width, height, clock: setup.clock };
            let page = self.browsers.page(&options).await?;
            Ok(Box::new(WebWorld::new(page, setup.shows)) as Box<dyn World>)
        })
    }

    fn grader(&self, instance: &Instance) -> Result<Arc<dyn Grader>, SuiteError> {
        Ok(Arc::new(WebGrader { task: self.task(&instance.id.task)?.clone() }))
    }

    fn strategies(&self, task: &TaskId) -> Vec<String> {
        self.tasks.get(task).map(|task| task.key.strategies()).unwrap_or_default()
    }

    fn oracle(&self, instance: &Instance, strategy: &str, _seed: u64) -> Result<Box<dyn Agent>, SuiteError> {
        let task = self.task(&instance.id.task)?;
        let unknown = || SuiteError::UnknownStrategy {
            task: instance.id.task.clone(),
            strategy: strategy.into(),
            known: task.key.strategies().join(", "),
        };
        Ok(Box::new(Script::new(task.key.solve(strategy).ok_or_else(unknown)?)))
    }

    fn proof(&self, instance: &Instance) -> Result<Proof, SuiteError> {
        let key = &self.task(&instance.id.task)?.key;
        Ok(Proof { near_misses: key.near_misses(), alternatives: key.alternatives(), secrets: key.secrets() })
    }

    fn weight(&self, _: &TaskId) -> Weight {
        WEIGHT
    }

    fn needs(&self) -> Vec<Need> {
        let found = self.browsers.chromium().map(|chromium| chromium.program.display().to_string());
        let remedy = match self.browsers.named() {
            Some(path) => format!("AGON_CHROMIUM names {}, which is no program", path.display()),
            None => "install Debian's chromium-headless-shell or chromium, or name a browser in AGON_CHROMIUM".to_owned(),
        };
        let mut needs = vec![Need { name: "Chromium".into(), found, remedy, tasks: Vec::new() }];
        let site = self.browsers.site();
        let unbuilt = self.tasks.values().filter(|task| !site.has_app(task.app.name())).map(|task| task.card.id.clone());
        let unbuilt: Vec<TaskId> = unbuilt.collect();
        needs.push(Need {
            name: "the built web applications".into(),
            found: unbuilt.is_empty().then(|| "in this binary".into()),
            remedy: "run scripts/build-web, then build agon again".into(),
            tasks: unbuilt,
        });
        needs
    }
}

/// Marks what the page reported, behind the gate that the agent handed its work in.
struct WebGrader {
    task: Arc<Task>,
}

impl Grader for WebGrader {
    fn mark<'a>(&'a self, case: &'a Case<'a>) -> BoxFuture<'a, Result<Marks, Fault>> {
        Box::pin(async move {
            let unreadable =
                || Fault::new(Cause::Grader, format!("the evidence is not a state of the {}", self.task.app.title()));
            let checks = self.task.key.mark(&case.evidence.0["state"], case.answer).ok_or_else(unreadable)?;
            let handed_in = matches!(case.ending, Ending::Done | Ending::Stopped);
            let mut all =
                vec![check("handed_in", handed_in).expected("the agent said that it was done").seen(case.ending).at("")];
            all.extend(checks);
            Ok(all_of(all))
        })
    }
}

/// `1280x720`.
fn screen(text: &str) -> Option<(u32, u32)> {
    let (width, height) = text.split_once('x')?;
    let (width, height): (u32, u32) = (width.parse().ok()?, height.parse().ok()?);
    ((1024..=3840).contains(&width) && (600..=2160).contains(&height)).then_some((width, height))
}
