//! The gym as a suite: worlds with the presets of `suites/gym/tasks.toml`.

use crate::hosted::{Hosted, blocking};
use crate::oracle::{Planner, Way};
use crate::{Episode, Kind, ParamError, Switches, kind};
use agon_core::{
    Action, Agent, BoxFuture, Call, Case, Cause, Difficulty, Ending, Evidence, Fault, Grader, Instance, InstanceId, Limits,
    Marks, NearMiss, Need, Proof, Settings, StartHash, Suite, SuiteCard, SuiteError, TaskCard, TaskId, World,
};
use agon_grade::{all_of, check};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The tasks that are built in.
const TASKS: &str = include_str!("../../../suites/gym/tasks.toml");

/// The longest an agent may think over one gym task unless a run says otherwise.
const DEFAULT_WALL_SECS: f64 = 1800.0;

pub struct GymSuite {
    card: SuiteCard,
    cards: Vec<TaskCard>,
    tasks: BTreeMap<TaskId, Task>,
}

struct Task {
    kind: &'static dyn Kind,
    title: String,
    params: Settings,
    limits: Limits,
}

/// The suite's file, as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SuiteFile {
    version: String,
    about: String,
    world: Vec<WorldEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WorldEntry {
    name: String,
    #[serde(default)]
    tags: Vec<String>,
    preset: BTreeMap<String, Preset>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Preset {
    steps: u32,
    /// Where the preset's name is not a difficulty itself.
    difficulty: Option<Difficulty>,
    #[serde(default)]
    params: Settings,
}

/// A suite file that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SuiteFileError {
    #[error("the gym's task file cannot be read")]
    Syntax(#[from] toml::de::Error),
    #[error("the gym's task file names the world {0:?}, which does not exist")]
    UnknownWorld(String),
    #[error("preset {preset:?} of {world} is no difficulty; add difficulty = \"easy\", \"medium\" or \"hard\"")]
    NoDifficulty { world: String, preset: String },
}

impl GymSuite {
    /// The built-in tasks.
    pub fn new() -> Result<Self, SuiteFileError> {
        Self::from_toml(TASKS)
    }

    pub fn from_toml(text: &str) -> Result<Self, SuiteFileError> {
        let file: SuiteFile = toml::from_str(text)?;
        let mut suite = Self {
            card: SuiteCard { name: "gym".into(), version: file.version, about: file.about, source: None },
            cards: Vec::new(),
            tasks: BTreeMap::new(),
        };
        for world in file.world {
            let kind = kind(&world.name).ok_or_else(|| SuiteFileError::UnknownWorld(world.name.clone()))?;
            for (name, preset) in world.preset {
                let difficulty = preset.difficulty.or(match name.as_str() {
                    "easy" => Some(Difficulty::Easy),
                    "medium" => Some(Difficulty::Medium),
                    "hard" => Some(Difficulty::Hard),
                    _ => None,
                });
                let difficulty =
                    difficulty.ok_or_else(|| SuiteFileError::NoDifficulty { world: world.name.clone(), preset: name.clone() })?;
                let id = TaskId::new(format!("gym/{}/{name}", world.name));
                let limits = Limits { wall_secs: Some(DEFAULT_WALL_SECS), ..Limits::steps(preset.steps) };
                let title = format!("{}, {name}", kind.title());
                suite.cards.push(TaskCard {
                    id: id.clone(),
                    title: title.clone(),
                    about: kind.about().into(),
                    difficulty,
                    tags: world.tags.clone(),
                    limits: limits.clone(),
                });
                suite.tasks.insert(id, Task { kind, title, params: preset.params, limits });
            }
        }
        Ok(suite)
    }

    fn task(&self, id: &TaskId) -> Result<&Task, SuiteError> {
        self.tasks.get(id).ok_or_else(|| SuiteError::UnknownTask(id.clone()))
    }

    /// Every task with its world and what its preset sets.
    pub(crate) fn presets(&self) -> impl Iterator<Item = (&TaskId, &'static dyn Kind, &Settings)> {
        self.tasks.iter().map(|(id, task)| (id, task.kind, &task.params))
    }

    /// Sets an instance's episode: the synchronous way in, for those who need no runner.
    pub fn episode(&self, id: &InstanceId, settings: &Settings) -> Result<Episode, SuiteError> {
        let task = self.task(&id.task)?;
        let known = self.settings(&id.task)?;
        if let Some(key) = settings.keys().find(|key| !known.contains_key(*key)) {
            return Err(SuiteError::UnknownSetting {
                task: id.task.clone(),
                key: key.clone(),
                known: known.keys().map(String::as_str).collect::<Vec<_>>().join(", "),
            });
        }
        let mut all: Map<_, _> = task.params.clone();
        all.extend(settings.clone());
        Episode::start(task.kind, all, id.seed).map_err(|error| match error {
            ParamError::Key { key, problem } => SuiteError::BadSetting { task: id.task.clone(), key, problem },
            ParamError::Invalid(problem) => SuiteError::Unsettable { task: id.task.clone(), problem },
        })
    }
}

impl Suite for GymSuite {
    fn card(&self) -> &SuiteCard {
        &self.card
    }

    fn tasks(&self) -> &[TaskCard] {
        &self.cards
    }

    fn settings(&self, task: &TaskId) -> Result<Settings, SuiteError> {
        let task = self.task(task)?;
        let mut all = task.kind.params();
        all.extend(task.params.clone());
        all.extend(Switches::defaults());
        Ok(all)
    }

    fn instance(&self, id: &InstanceId, settings: &Settings) -> Result<Instance, SuiteError> {
        let task = self.task(&id.task)?;
        let episode = self.episode(id, settings)?;
        // Worlds draw no such start; a state from outside may be one, and a trial in it would pass by doing nothing.
        if mark(task.kind, &episode.evidence(), &Ending::Done).is_some_and(|marks| marks.passed) {
            return Err(SuiteError::Unsettable { task: id.task.clone(), problem: "the state it starts in is solved".into() });
        }
        Ok(Instance {
            id: id.clone(),
            settings: settings.clone(),
            limits: task.limits.clone(),
            brief: episode.brief(&task.title),
            start: Some(StartHash::of(task.kind.name(), &episode.puzzle().situation())),
        })
    }

    fn open<'a>(&'a self, instance: &'a Instance) -> BoxFuture<'a, Result<Box<dyn World>, Fault>> {
        Box::pin(async move {
            let task = self.task(&instance.id.task).map_err(Fault::world)?;
            let (kind, seed) = (task.kind, instance.id.seed);
            let mut settings = task.params.clone();
            settings.extend(instance.settings.clone());
            let episode = blocking(move || Episode::start(kind, settings, seed)).await?.map_err(Fault::world)?;
            Ok(Box::new(Hosted::new(episode, kind)) as Box<dyn World>)
        })
    }

    fn grader(&self, instance: &Instance) -> Result<Arc<dyn Grader>, SuiteError> {
        Ok(Arc::new(GymGrader { kind: self.task(&instance.id.task)?.kind }))
    }

    /// By how many calls the solver would need from there, and would have needed from the start. Submitting is one of them.
    fn progress(&self, instance: &Instance, evidence: &Evidence) -> Option<f64> {
        let task = self.task(&instance.id.task).ok()?;
        let mut settings = instance.settings.clone();
        let start = self.episode(&instance.id, &settings).ok()?;
        settings.insert("init_state".into(), evidence.0.get("state")?.clone());
        let now = self.episode(&instance.id, &settings).ok()?;
        let calls = |episode: &Episode| episode.solve(task.kind.strategies()[0], None, 0).len();
        let (whole, left) = (calls(&start), calls(&now));
        let is_done = left == 1 && evidence.0["stopped"] == true;
        let left = if is_done { 0 } else { left };
        Some((1.0 - left as f64 / whole as f64).clamp(0.0, 1.0))
    }

    fn strategies(&self, task: &TaskId) -> Vec<String> {
        self.tasks.get(task).map(|t| t.kind.strategies().iter().map(|s| (*s).to_owned()).collect()).unwrap_or_default()
    }

    fn oracle(&self, instance: &Instance, strategy: &str, seed: u64) -> Result<Box<dyn Agent>, SuiteError> {
        let task = self.task(&instance.id.task)?;
        let way: Way = strategy.parse().map_err(|problem| SuiteError::BadStrategy {
            task: instance.id.task.clone(),
            strategy: strategy.into(),
            problem,
        })?;
        if !task.kind.strategies().contains(&way.name.as_str()) {
            return Err(SuiteError::UnknownStrategy {
                task: instance.id.task.clone(),
                strategy: way.name,
                known: task.kind.strategies().join(", "),
            });
        }
        // Solvers read private twins of the episode; what they play goes through the seat like anybody's actions.
        let twin = || self.episode(&instance.id, &instance.settings);
        Ok(Box::new(Planner { kind: task.kind, steps: instance.limits.steps, seed }.plan(&way, twin)?))
    }

    fn needs(&self) -> Vec<Need> {
        let mut needs: Vec<Need> = Vec::new();
        for (task, Task { kind, .. }) in &self.tasks {
            for need in kind.needs() {
                // Worlds that share a need share a line.
                match needs.iter_mut().find(|known| known.name == need.name) {
                    Some(known) => known.tasks.push(task.clone()),
                    None => needs.push(Need { tasks: vec![task.clone()], ..need }),
                }
            }
        }
        needs
    }

    fn proof(&self, instance: &Instance) -> Result<Proof, SuiteError> {
        let task = self.task(&instance.id.task)?;
        let episode = self.episode(&instance.id, &instance.settings)?;
        let stop = || Action::from(Call::bare(crate::episode::STOP));
        let to_actions = |calls: Vec<Call>| calls.into_iter().map(Action::from);
        let mut near_misses: Vec<NearMiss> = episode
            .puzzle()
            .near_misses()
            .into_iter()
            .map(|miss| NearMiss {
                name: miss.name.into(),
                actions: to_actions(miss.calls).chain([stop()]).collect(),
                fails: miss.fails.into(),
            })
            .collect();
        let mut solution: Vec<Action> = to_actions(episode.solve(task.kind.strategies()[0], None, 0)).collect();
        // The same solution written as text is another valid way, with a misspelt call before it where that still fits.
        let fits = instance.limits.steps.is_none_or(|steps| solution.len() < steps as usize);
        let misspelt = fits.then(|| Action::Text { text: "please".into() });
        let spelt: Vec<Action> =
            misspelt.into_iter().chain(solution.iter().map(|action| Action::Text { text: action.summary() })).collect();
        solution.pop();
        near_misses.push(NearMiss { name: "solved but never stopped".into(), actions: solution, fails: "stopped".into() });
        let (alternatives, secrets) = (vec![("written as text".into(), spelt)], episode.puzzle().secrets());
        Ok(Proof { near_misses, alternatives, secrets, ..Proof::default() })
    }
}

/// Marks by the kind's own rules.
struct GymGrader {
    kind: &'static dyn Kind,
}

impl Grader for GymGrader {
    fn mark<'a>(&'a self, case: &'a Case<'a>) -> BoxFuture<'a, Result<Marks, Fault>> {
        Box::pin(async move {
            let unreadable = || Fault::new(Cause::Grader, format!("the evidence is not a state of {}", self.kind.name()));
            mark(self.kind, &case.evidence.0, case.ending).ok_or_else(unreadable)
        })
    }
}

/// Marks what [`Episode::evidence`] gave, behind the gate that the agent submitted: the one rule of what success is.
/// `None` means that the evidence is not of this kind.
pub fn mark(kind: &dyn Kind, evidence: &Value, ending: &Ending) -> Option<Marks> {
    let stopped = evidence["stopped"].as_bool()?;
    // `done` says the same as `stop` on seats whose agents think in finished work rather than in functions.
    let submitted = stopped || matches!(ending, Ending::Done);
    let mut checks = vec![check("stopped", submitted).expected("the agent submitted with stop").seen(ending).at("/stopped")];
    checks.extend(kind.mark(&evidence["state"])?);
    Some(all_of(checks))
}
