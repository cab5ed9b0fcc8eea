//! A suite of presets: tasks of another suite, under names and with settings of one's own.

use crate::folder::in_line;
use crate::{TaskFileError, TaskFolder};
use agon_core::{
    Agent, BoxFuture, Case, CheckpointRule, Evidence, Fault, Grader, Instance, InstanceId, Limits, Marks, Need, Proof, Question,
    Settings, Suite, SuiteCard, SuiteError, TaskCard, TaskId, Weight, World,
};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Presets of the tasks of another suite, whose worlds, oracles and graders they keep.
pub struct PresetSuite {
    card: SuiteCard,
    cards: Vec<TaskCard>,
    presets: BTreeMap<TaskId, Preset>,
    base: Arc<dyn Suite>,
}

struct Preset {
    task: TaskId,
    settings: Settings,
    steps: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// The task that it is a preset of: `gym/maze-2d/easy`.
    task: String,
    title: Option<String>,
    about: Option<String>,
    steps: Option<u32>,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default)]
    settings: Settings,
}

impl PresetSuite {
    /// Reads every preset of the folder, whose `world` is the name of the other suite.
    pub fn new(folder: &TaskFolder, base: Arc<dyn Suite>) -> Result<Self, TaskFileError> {
        let suite = folder.suite()?;
        let mut cards = Vec::new();
        let mut presets = BTreeMap::new();
        for (name, text) in folder.tasks()? {
            let id = TaskId::new(format!("{}/{name}", suite.name));
            let wrong = |problem: String| folder.error(&format!("{name}.toml"), &problem);
            let (card, preset) = Self::read(&id, text, &*base).map_err(wrong)?;
            cards.push(card);
            presets.insert(id, preset);
        }
        let card = SuiteCard { name: suite.name, version: suite.version, about: suite.about, source: folder.source() };
        Ok(Self { card, cards, presets, base })
    }

    fn read(id: &TaskId, text: &str, base: &dyn Suite) -> Result<(TaskCard, Preset), String> {
        let file: File = toml::from_str(text).map_err(|error| in_line(text, &error))?;
        let task = TaskId::new(file.task);
        let Some(known) = base.tasks().iter().find(|card| card.id == task) else {
            return Err(format!("the suite {:?} has no task {task}; `agon list` shows them", base.card().name));
        };
        if file.steps == Some(0) {
            return Err("its `steps` are not at least 1".into());
        }
        // What the settings are for is only known to the task.
        base.instance(&InstanceId { task: task.clone(), seed: 0 }, &file.settings).map_err(|error| error.to_string())?;
        let mut tags = known.tags.clone();
        tags.extend(file.tags);
        let mut card = TaskCard {
            id: id.clone(),
            title: file.title.unwrap_or_else(|| known.title.clone()),
            about: file.about.unwrap_or_else(|| known.about.clone()),
            tags,
            ..known.clone()
        };
        let preset = Preset { task, settings: file.settings, steps: file.steps };
        preset.limit(&mut card.limits);
        Ok((card, preset))
    }

    /// The other suite's task that a task of ours is a preset of, and the settings it has for it.
    pub fn base(&self, task: &TaskId) -> Result<(&TaskId, &Settings), SuiteError> {
        self.preset(task).map(|preset| (&preset.task, &preset.settings))
    }

    fn preset(&self, task: &TaskId) -> Result<&Preset, SuiteError> {
        self.presets.get(task).ok_or_else(|| SuiteError::UnknownTask(task.clone()))
    }

    /// The other suite's instance that an instance of ours stands for.
    fn inner(&self, instance: &Instance) -> Result<Instance, SuiteError> {
        let preset = self.preset(&instance.id.task)?;
        let id = InstanceId { task: preset.task.clone(), seed: instance.id.seed };
        let inner =
            self.base.instance(&id, &preset.with(&instance.settings)).map_err(|error| renamed(error, &instance.id.task))?;
        Ok(Instance { limits: instance.limits.clone(), ..inner })
    }
}

impl Preset {
    fn with(&self, given: &Settings) -> Settings {
        let mut all = self.settings.clone();
        all.extend(given.iter().map(|(key, value)| (key.clone(), value.clone())));
        all
    }

    fn limit(&self, limits: &mut Limits) {
        if let Some(steps) = self.steps {
            *limits = Limits { wall_secs: limits.wall_secs, ..Limits::steps(steps) };
        }
    }
}

/// The error as whoever asked for our task understands it.
fn renamed(error: SuiteError, task: &TaskId) -> SuiteError {
    let task = task.clone();
    match error {
        SuiteError::UnknownTask(_) => SuiteError::UnknownTask(task),
        SuiteError::UnknownSetting { key, known, .. } => SuiteError::UnknownSetting { task, key, known },
        SuiteError::BadSetting { key, problem, .. } => SuiteError::BadSetting { task, key, problem },
        SuiteError::UnknownStrategy { strategy, known, .. } => SuiteError::UnknownStrategy { task, strategy, known },
        SuiteError::BadStrategy { strategy, problem, .. } => SuiteError::BadStrategy { task, strategy, problem },
        SuiteError::Unsettable { problem, .. } => SuiteError::Unsettable { task, problem },
    }
}

impl Suite for PresetSuite {
    fn card(&self) -> &SuiteCard {
        &self.card
    }

    fn tasks(&self) -> &[TaskCard] {
        &self.cards
    }

    fn variants(&self, task: &TaskId) -> Option<u64> {
        self.base.variants(&self.presets.get(task)?.task)
    }

    fn is_exact(&self, task: &TaskId) -> bool {
        self.presets.get(task).is_none_or(|preset| self.base.is_exact(&preset.task))
    }

    fn settings(&self, task: &TaskId) -> Result<Settings, SuiteError> {
        let preset = self.preset(task)?;
        let mut all = self.base.settings(&preset.task).map_err(|error| renamed(error, task))?;
        all.extend(preset.settings.clone());
        Ok(all)
    }

    fn instance(&self, id: &InstanceId, settings: &Settings) -> Result<Instance, SuiteError> {
        let preset = self.preset(&id.task)?;
        let base = InstanceId { task: preset.task.clone(), seed: id.seed };
        let mut instance = self.base.instance(&base, &preset.with(settings)).map_err(|error| renamed(error, &id.task))?;
        preset.limit(&mut instance.limits);
        Ok(Instance { id: id.clone(), settings: settings.clone(), ..instance })
    }

    fn open<'a>(&'a self, instance: &'a Instance) -> BoxFuture<'a, Result<Box<dyn World>, Fault>> {
        Box::pin(async move {
            let inner = self.inner(instance).map_err(Fault::world)?;
            self.base.open(&inner).await
        })
    }

    fn grader(&self, instance: &Instance) -> Result<Arc<dyn Grader>, SuiteError> {
        let inner = self.inner(instance)?;
        let grader = self.base.grader(&inner).map_err(|error| renamed(error, &instance.id.task))?;
        Ok(Arc::new(PresetGrader { grader, inner }))
    }

    fn progress(&self, instance: &Instance, evidence: &Evidence) -> Option<f64> {
        self.base.progress(&self.inner(instance).ok()?, evidence)
    }

    fn strategies(&self, task: &TaskId) -> Vec<String> {
        self.presets.get(task).map(|preset| self.base.strategies(&preset.task)).unwrap_or_default()
    }

    fn oracle(&self, instance: &Instance, strategy: &str, seed: u64) -> Result<Box<dyn Agent>, SuiteError> {
        self.base.oracle(&self.inner(instance)?, strategy, seed).map_err(|error| renamed(error, &instance.id.task))
    }

    fn proof(&self, instance: &Instance) -> Result<Proof, SuiteError> {
        self.base.proof(&self.inner(instance)?).map_err(|error| renamed(error, &instance.id.task))
    }

    fn attempt(&self, instance: &Instance, near_miss: &str) -> Option<Box<dyn Agent>> {
        self.base.attempt(&self.inner(instance).ok()?, near_miss)
    }

    fn is_judged(&self, task: &TaskId) -> bool {
        self.presets.get(task).is_some_and(|preset| self.base.is_judged(&preset.task))
    }

    fn checkpoints(&self, instance: &Instance) -> CheckpointRule {
        self.inner(instance).map_or(CheckpointRule::WhenAsked, |inner| self.base.checkpoints(&inner))
    }

    fn weight(&self, task: &TaskId) -> Weight {
        self.presets.get(task).map(|preset| self.base.weight(&preset.task)).unwrap_or_default()
    }

    fn needs(&self) -> Vec<Need> {
        let ours = |need: Need| {
            let tasks: Vec<TaskId> =
                self.presets.iter().filter(|(_, preset)| need.concerns(&preset.task)).map(|(id, _)| id.clone()).collect();
            (!tasks.is_empty()).then_some(Need { tasks, ..need })
        };
        self.base.needs().into_iter().filter_map(ours).collect()
    }
}

/// Grades an instance of ours as the one that it stands for.
struct PresetGrader {
    grader: Arc<dyn Grader>,
    inner: Instance,
}

impl Grader for PresetGrader {
    fn questions(&self, case: &Case<'_>) -> Result<Vec<Question>, Fault> {
        self.grader.questions(&Case { instance: &self.inner, ..case.clone() })
    }

    fn mark<'a>(&'a self, case: &'a Case<'a>) -> BoxFuture<'a, Result<Marks, Fault>> {
        Box::pin(async move { self.grader.mark(&Case { instance: &self.inner, ..case.clone() }).await })
    }
}
