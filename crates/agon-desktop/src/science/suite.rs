//! The science suite: every program's tasks.

use super::folder::TaskFolder;
use super::opening::{ObservationMode, Opener, Opening};
use super::script::Scripted;
use super::task::{Library, Task, TaskFileError, Variant};
use super::{embedded, key};
use crate::Program;
use crate::desk::needs;
use agon_core::{
    Agent, BoxFuture, Case, Cause, Fault, Grader, Instance, InstanceId, Marks, NearMiss, Need, Proof, Settings, StartHash, Suite,
    SuiteCard, SuiteError, Surface, TaskCard, TaskId, Weight, World,
};
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::Arc;

const SUITE: &str = include_str!("../../../../suites/science/suite.toml");

/// The strategy that every task has.
pub(super) const SOLUTION: &str = "solution";

/// An upper estimate for a desk with one of the larger programs.
const WEIGHT: Weight = Weight { memory_mib: 1500, cores: 1.0 };

pub struct ScienceSuite {
    card: SuiteCard,
    cards: Vec<TaskCard>,
    tasks: BTreeMap<TaskId, Arc<Task>>,
    programs: &'static [&'static dyn Program],
    desk_needs: fn() -> Vec<Need>,
    open: Opener,
}

/// What the suite is made of.
pub struct ScienceOptions<'a> {
    pub programs: &'static [&'static dyn Program],
    /// Opens worlds.
    pub open: Opener,
    /// What every world needs from the machine, whatever its program.
    pub desk_needs: fn() -> Vec<Need>,
    /// Task files by `DOMAIN/NAME`.
    pub tasks: &'a [(&'a str, &'a str)],
    /// The files that tasks copy, by their path below `suites/science`.
    pub data: &'a [(&'a str, &'a [u8])],
    /// What distinguishes these tasks from the built-in ones in a record.
    pub version_suffix: &'static str,
}

impl ScienceOptions<'static> {
    /// The built-in tasks.
    pub fn new(programs: &'static [&'static dyn Program], open: Opener) -> Self {
        Self { programs, open, desk_needs: needs, tasks: embedded::TASKS, data: embedded::DATA, version_suffix: "" }
    }
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
    shows: ObservationMode,
}

impl ScienceSuite {
    pub fn new(options: ScienceOptions<'_>) -> Result<Self, TaskFileError> {
        let wrong =
            |error: toml::de::Error| TaskFileError { file: "suites/science/suite.toml".into(), problem: error.to_string() };
        let file: SuiteFile = toml::from_str(SUITE).map_err(wrong)?;
        let library = Library { programs: options.programs, data: options.data };
        let mut cards = Vec::new();
        let mut tasks = BTreeMap::new();
        for (name, text) in options.tasks {
            let task = Task::read(name, text, library)?;
            cards.push(task.card.clone());
            tasks.insert(task.card.id.clone(), Arc::new(task));
        }
        let card = SuiteCard { name: "science".into(), version: file.version + options.version_suffix, about: file.about };
        Ok(Self { card, cards, tasks, programs: options.programs, desk_needs: options.desk_needs, open: options.open })
    }

    /// The tasks of a folder instead of the built-in ones.
    pub fn of_folder(
        folder: &TaskFolder,
        programs: &'static [&'static dyn Program],
        open: Opener,
    ) -> Result<Self, TaskFileError> {
        let tasks: Vec<(&str, &str)> = folder.tasks.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let data: Vec<(&str, &[u8])> = folder.data.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
        Self::new(ScienceOptions { programs, open, desk_needs: needs, tasks: &tasks, data: &data, version_suffix: "+own" })
    }

    fn task(&self, id: &TaskId) -> Result<&Arc<Task>, SuiteError> {
        self.tasks.get(id).ok_or_else(|| SuiteError::UnknownTask(id.clone()))
    }

    fn variant(&self, id: &InstanceId) -> Result<(&Arc<Task>, &Variant), SuiteError> {
        let task = self.task(&id.task)?;
        let variant = usize::try_from(id.seed).ok().and_then(|number| task.variants.get(number));
        let missing = || {
            let problem = format!("it has no seed {}: its variants are 0 to {}", id.seed, task.variants.len() - 1);
            SuiteError::Unsettable { task: id.task.clone(), problem }
        };
        Ok((task, variant.ok_or_else(missing)?))
    }

    fn defaults(task: &Task) -> Settings {
        let observation = if task.surfaces.contains(&Surface::Tree) { "both" } else { "screen" };
        let all = json!({"screen": "1920x1080", "observation": observation});
        all.as_object().cloned().unwrap_or_default()
    }

    fn setup(task: &Task, settings: &Settings) -> Result<TaskSettings, SuiteError> {
        let mut all = Self::defaults(task);
        let known = all.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
        for (key, value) in settings {
            let unknown = || SuiteError::UnknownSetting { task: task.card.id.clone(), key: key.clone(), known: known.clone() };
            *all.get_mut(key).ok_or_else(unknown)? = value.clone();
        }
        let bad = |key: &str, problem: String| SuiteError::BadSetting { task: task.card.id.clone(), key: key.into(), problem };
        let word = |key: &str| all[key].as_str().unwrap_or_default();
        let screen = screen(word("screen")).ok_or_else(|| {
            bad("screen", format!("{} is no size between 640x480 and 3840x2160, such as 1920x1080", all["screen"]))
        })?;
        let shows = ObservationMode::read(word("observation"))
            .ok_or_else(|| bad("observation", format!("{} is none of {}", all["observation"], ObservationMode::WORDS)))?;
        if shows.tree() && !task.surfaces.contains(&Surface::Tree) {
            return Err(bad("observation", "this task is seen by its screen only".into()));
        }
        Ok(TaskSettings { screen, shows })
    }

    fn surfaces(task: &Task, setup: TaskSettings) -> Vec<Surface> {
        task.surfaces.iter().copied().filter(|surface| *surface != Surface::Tree || setup.shows.tree()).collect()
    }
}

impl Suite for ScienceSuite {
    fn card(&self) -> &SuiteCard {
        &self.card
    }

    fn tasks(&self) -> &[TaskCard] {
        &self.cards
    }

    fn variants(&self, task: &TaskId) -> Option<u64> {
        self.tasks.get(task).map(|task| task.variants.len() as u64)
    }

    fn is_exact(&self) -> bool {
        false
    }

    fn settings(&self, task: &TaskId) -> Result<Settings, SuiteError> {
        Ok(Self::defaults(self.task(task)?))
    }

    fn instance(&self, id: &InstanceId, settings: &Settings) -> Result<Instance, SuiteError> {
        let (task, variant) = self.variant(id)?;
        let setup = Self::setup(task, settings)?;
        Ok(Instance {
            id: id.clone(),
            settings: settings.clone(),
            limits: task.card.limits.clone(),
            brief: task.brief(variant, setup.screen, setup.shows, Self::surfaces(task, setup)),
            start: Some(StartHash::of(task.program.name(), &json!(id))),
        })
    }

    fn open<'a>(&'a self, instance: &'a Instance) -> BoxFuture<'a, Result<Box<dyn World>, Fault>> {
        Box::pin(async move {
            let (task, variant) = self.variant(&instance.id).map_err(Fault::world)?;
            let setup = Self::setup(task, &instance.settings).map_err(Fault::world)?;
            let opening = Opening {
                program: task.program,
                setup: variant.setup.clone(),
                beside: variant.beside.clone(),
                files: variant.files.clone(),
                screen: setup.screen,
                shows: setup.shows,
                surfaces: Self::surfaces(task, setup),
                services: variant.services.clone(),
                probes: variant.key.probes.clone(),
                keep: variant.key.keep.clone(),
            };
            (self.open)(opening).await
        })
    }

    fn grader(&self, instance: &Instance) -> Result<Arc<dyn Grader>, SuiteError> {
        self.variant(&instance.id)?;
        Ok(Arc::new(ScienceGrader { task: self.task(&instance.id.task)?.clone() }))
    }

    fn strategies(&self, task: &TaskId) -> Vec<String> {
        let alternatives = self.tasks.get(task).and_then(|task| task.variants.first()).map(|variant| &variant.key.alternatives);
        let alternatives = alternatives.into_iter().flatten().map(|(name, _)| name.clone());
        std::iter::once(SOLUTION.to_owned()).chain(alternatives).collect()
    }

    fn oracle(&self, instance: &Instance, strategy: &str, _seed: u64) -> Result<Box<dyn Agent>, SuiteError> {
        let key = &self.variant(&instance.id)?.1.key;
        let script = match strategy {
            SOLUTION => Some(&key.solution),
            other => key.alternatives.iter().find(|(name, _)| name == other).map(|(_, script)| script),
        };
        let unknown = || SuiteError::UnknownStrategy {
            task: instance.id.task.clone(),
            strategy: strategy.into(),
            known: self.strategies(&instance.id.task).join(", "),
        };
        Ok(Box::new(Scripted::new(script.ok_or_else(unknown)?.clone())))
    }

    fn proof(&self, instance: &Instance) -> Result<Proof, SuiteError> {
        let (_, variant) = self.variant(&instance.id)?;
        let near_miss =
            |miss: &key::NearMiss| NearMiss { name: miss.name.clone(), actions: Vec::new(), fails: miss.fails.clone() };
        let near_misses = variant.key.near_misses.iter().map(near_miss).collect();
        // Alternatives are strategies.
        Ok(Proof { near_misses, alternatives: Vec::new(), secrets: variant.secrets.clone() })
    }

    fn attempt(&self, instance: &Instance, near_miss: &str) -> Option<Box<dyn Agent>> {
        let (_, variant) = self.variant(&instance.id).ok()?;
        let miss = variant.key.near_misses.iter().find(|miss| miss.name == near_miss)?;
        Some(Box::new(Scripted::new(miss.script.clone())))
    }

    fn weight(&self, _: &TaskId) -> Weight {
        WEIGHT
    }

    fn needs(&self) -> Vec<Need> {
        let mut needs = (self.desk_needs)();
        for program in self.programs {
            let uses = |task: &&Arc<Task>| {
                let beside = |variant: &Variant| variant.beside.iter().any(|(other, _)| other.name() == program.name());
                task.program.name() == program.name() || task.variants.iter().any(beside)
            };
            let tasks: Vec<TaskId> = self.tasks.values().filter(uses).map(|task| task.card.id.clone()).collect();
            // A program without tasks would otherwise seem to concern all of them.
            if !tasks.is_empty() {
                needs.extend(program.needs().into_iter().map(|need| Need { tasks: tasks.clone(), ..need }));
            }
        }
        needs
    }
}

struct ScienceGrader {
    task: Arc<Task>,
}

impl Grader for ScienceGrader {
    fn mark<'a>(&'a self, case: &'a Case<'a>) -> BoxFuture<'a, Result<Marks, Fault>> {
        Box::pin(async move {
            let variant = usize::try_from(case.instance.id.seed).ok().and_then(|number| self.task.variants.get(number));
            let unknown = || Fault::new(Cause::Grader, format!("{} is no instance of this suite", case.instance.id));
            variant.ok_or_else(unknown)?.key.mark(case)
        })
    }
}

/// `1920x1080`.
fn screen(text: &str) -> Option<(u32, u32)> {
    let (width, height) = text.split_once('x')?;
    let (width, height): (u32, u32) = (width.parse().ok()?, height.parse().ok()?);
    ((640..=3840).contains(&width) && (480..=2160).contains(&height)).then_some((width, height))
}
