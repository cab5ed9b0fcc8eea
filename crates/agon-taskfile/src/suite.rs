//! A suite over a folder of task files.

use crate::stages::{StageSettings, VariantKey};
use crate::task::{Reader, Task, Variant, Variants};
use crate::{Service, TaskFileError, TaskFolder, WorldKind, WorldTask};
use agon_core::{
    Agent, BoxFuture, Brief, Case, Cause, CheckpointRule, Fault, Function, Grader, Instance, InstanceId, Marks, Need, Proof,
    Question, Settings, StageCue, StartHash, Suite, SuiteCard, SuiteError, Surface, TaskCard, TaskId, Weight, World, stage_done,
};
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Tasks that are files. What kind of world they are set in is said by the suite, or for a folder of it.
pub struct TaskFileSuite {
    card: SuiteCard,
    cards: Vec<TaskCard>,
    tasks: BTreeMap<TaskId, Task>,
    folder: TaskFolder,
}

impl TaskFileSuite {
    /// Reads every task of a folder whose worlds are of one kind; the first that is wrong is named.
    pub fn new(folder: &TaskFolder, kind: Arc<dyn WorldKind>) -> Result<Self, TaskFileError> {
        let name = kind.name();
        Self::of_kinds(folder, &|world| (world == name).then(|| kind.clone()), name)
    }

    /// The same for a folder whose worlds may be of several kinds: `kind_of` knows those of these names.
    pub fn of_kinds(
        folder: &TaskFolder,
        kind_of: &dyn Fn(&str) -> Option<Arc<dyn WorldKind>>,
        known: &str,
    ) -> Result<Self, TaskFileError> {
        let file = folder.suite()?;
        let mut kinds: BTreeMap<&str, Arc<dyn WorldKind>> = BTreeMap::new();
        for world in std::iter::once(&file.world).chain(file.worlds.values()) {
            let kind = kind_of(world)
                .ok_or_else(|| folder.error("suite.toml", &format!("there is no world {world:?}; there are {known}")))?;
            kinds.entry(world).or_insert(kind);
        }
        let names: Vec<(&str, &str)> = folder.tasks()?;
        if let Some(other) = file.worlds.keys().find(|other| !names.iter().any(|(name, _)| folder_of(name) == **other)) {
            return Err(folder.error("suite.toml", &format!("it names the world of {other}, a folder that has no task")));
        }
        let mut cards = Vec::new();
        let mut tasks = BTreeMap::new();
        for (name, text) in names {
            let world = file.worlds.get(folder_of(name)).unwrap_or(&file.world);
            let task = Reader { suite: &file.name, folder, kind: &kinds[world.as_str()] }.read(name, text)?;
            cards.push(task.card.clone());
            tasks.insert(task.card.id.clone(), task);
        }
        let card = SuiteCard { name: file.name, version: file.version, about: file.about, source: folder.source() };
        Ok(Self { card, cards, tasks, folder: folder.clone() })
    }

    fn task(&self, id: &TaskId) -> Result<&Task, SuiteError> {
        self.tasks.get(id).ok_or_else(|| SuiteError::UnknownTask(id.clone()))
    }

    fn variant(&self, id: &InstanceId) -> Result<(&Task, Arc<Variant>), SuiteError> {
        let task = self.task(&id.task)?;
        let variant = match &task.variants {
            Variants::Listed(all) => {
                usize::try_from(id.seed).ok().and_then(|number| all.get(number)).cloned().ok_or_else(|| match all.len() {
                    1 => format!("it has no seed {}: there is one variant of it, {}@0", id.seed, id.task),
                    several => format!("it has no seed {}: its variants are 0 to {}", id.seed, several - 1),
                })
            }
            Variants::Drawn(drawn) => {
                let reader = Reader { suite: &self.card.name, folder: &self.folder, kind: &task.kind };
                reader.draw(&task.card, drawn, id.seed).map_err(|problem| format!("seed {}: {problem}", id.seed))
            }
        };
        Ok((task, variant.map_err(|problem| SuiteError::Unsettable { task: id.task.clone(), problem })?))
    }

    /// The variant that an instance was set from, and what was set of its stages.
    fn set(&self, instance: &Instance) -> Result<(Arc<Variant>, Option<StageSettings>), SuiteError> {
        let (task, variant) = self.variant(&instance.id)?;
        let (_, stages) = Self::split(task, &*variant.world, &instance.settings)?;
        Ok((variant, stages))
    }

    /// All settings of a task and their defaults.
    fn defaults(task: &Task, world: &dyn WorldTask) -> Settings {
        let mut all = world.settings();
        if task.stages > 0 {
            all.extend(StageSettings::defaults());
        }
        all
    }

    /// The settings of a world, with those that are given instead of the defaults; and where the task has stages, what is set of those.
    fn split(task: &Task, world: &dyn WorldTask, given: &Settings) -> Result<(Settings, Option<StageSettings>), SuiteError> {
        let mut all = Self::filled(Self::defaults(task, world), &task.card.id, given)?;
        if task.stages == 0 {
            return Ok((all, None));
        }
        let stages = StageSettings::read(&all, task.stages).map_err(|bad| bad.of(&task.card.id))?;
        all.retain(|key, _| !StageSettings::defaults().contains_key(key));
        Ok((all, Some(stages)))
    }

    fn filled(mut all: Settings, task: &TaskId, given: &Settings) -> Result<Settings, SuiteError> {
        let known = all.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
        for (key, value) in given {
            let unknown = || SuiteError::UnknownSetting { task: task.clone(), key: key.clone(), known: known.clone() };
            *all.get_mut(key).ok_or_else(unknown)? = value.clone();
        }
        Ok(all)
    }
}

impl Suite for TaskFileSuite {
    fn card(&self) -> &SuiteCard {
        &self.card
    }

    fn tasks(&self) -> &[TaskCard] {
        &self.cards
    }

    fn variants(&self, task: &TaskId) -> Option<u64> {
        match &self.tasks.get(task)?.variants {
            Variants::Listed(all) => Some(all.len() as u64),
            Variants::Drawn(_) => None,
        }
    }

    fn is_exact(&self, task: &TaskId) -> bool {
        self.tasks.get(task).is_none_or(|task| task.kind.is_exact())
    }

    fn settings(&self, task: &TaskId) -> Result<Settings, SuiteError> {
        let task = self.task(task)?;
        Ok(task.worlds().next().map(|world| Self::defaults(task, world)).unwrap_or_default())
    }

    fn instance(&self, id: &InstanceId, settings: &Settings) -> Result<Instance, SuiteError> {
        let (task, variant) = self.variant(id)?;
        let (of_world, stages) = Self::split(task, &*variant.world, settings)?;
        let brief = variant.world.brief(&of_world, variant.asks_for_answer);
        let (mut surfaces, rules) = brief.map_err(|bad| bad.of(&id.task))?;
        let mut functions: Vec<Function> = variant.opening.services.iter().map(Service::function).collect();
        functions.extend(variant.world.functions(&of_world));
        let instruction = match (&variant.key, stages) {
            (VariantKey::Staged(key), Some(stages)) => {
                if stages.has_reports() {
                    functions.push(stage_done());
                    if !surfaces.contains(&Surface::Calls) {
                        surfaces.push(Surface::Calls);
                    }
                }
                stages.instruction(&variant.instruction, &key.texts)
            }
            _ => variant.instruction.clone(),
        };
        let brief = Brief { title: task.card.title.clone(), instruction, rules, surfaces, functions, examples: Vec::new() };
        let start = match stages.map(|stages| stages.from) {
            None | Some(0) => json!(id),
            Some(from) => json!([id, from]),
        };
        Ok(Instance {
            id: id.clone(),
            settings: settings.clone(),
            limits: task.card.limits.clone(),
            brief,
            start: Some(StartHash::of(variant.world.subject(), &start)),
        })
    }

    fn open<'a>(&'a self, instance: &'a Instance) -> BoxFuture<'a, Result<Box<dyn World>, Fault>> {
        Box::pin(async move {
            let (task, variant) = self.variant(&instance.id).map_err(Fault::world)?;
            let (settings, _) = Self::split(task, &*variant.world, &instance.settings).map_err(Fault::world)?;
            let mut opening = variant.opening.clone();
            opening.surfaces.clone_from(&instance.brief.surfaces);
            if opening.services.is_empty() {
                opening.surfaces.retain(|surface| *surface != Surface::Calls);
            }
            variant.world.open(&settings, opening).await
        })
    }

    fn grader(&self, instance: &Instance) -> Result<Arc<dyn Grader>, SuiteError> {
        Ok(Arc::new(KeyGrader { id: instance.id.clone(), variant: self.variant(&instance.id)?.1 }))
    }

    fn strategies(&self, task: &TaskId) -> Vec<String> {
        let first = self.variant(&InstanceId { task: task.clone(), seed: 0 });
        first.map(|(_, variant)| variant.key.strategies()).unwrap_or_default()
    }

    fn oracle(&self, instance: &Instance, strategy: &str, _seed: u64) -> Result<Box<dyn Agent>, SuiteError> {
        let (variant, stages) = self.set(instance)?;
        variant.key.solve(strategy, stages).ok_or_else(|| SuiteError::UnknownStrategy {
            task: instance.id.task.clone(),
            strategy: strategy.into(),
            known: variant.key.strategies().join(", "),
        })
    }

    fn proof(&self, instance: &Instance) -> Result<Proof, SuiteError> {
        let (variant, stages) = self.set(instance)?;
        Ok(variant.key.proof(stages))
    }

    fn attempt(&self, instance: &Instance, near_miss: &str) -> Option<Box<dyn Agent>> {
        let (variant, stages) = self.set(instance).ok()?;
        variant.key.attempt(near_miss, stages)
    }

    fn is_judged(&self, task: &TaskId) -> bool {
        // Drawn tasks have keys of their kind's own, and those ask no judge.
        self.tasks.get(task).is_some_and(|task| match &task.variants {
            Variants::Listed(all) => all.iter().any(|variant| !variant.key.judged().is_empty()),
            Variants::Drawn(_) => false,
        })
    }

    fn stage_count(&self, task: &TaskId) -> usize {
        self.tasks.get(task).map_or(0, |task| task.stages)
    }

    fn stages(&self, instance: &Instance) -> Vec<StageCue> {
        match self.set(instance) {
            Ok((variant, Some(stages))) => variant.key.texts().map(|texts| stages.cues(texts)).unwrap_or_default(),
            _ => Vec::new(),
        }
    }

    fn lead_in(&self, instance: &Instance) -> Result<Option<Box<dyn Agent>>, SuiteError> {
        let (variant, stages) = self.set(instance)?;
        Ok(stages.and_then(|stages| variant.key.lead_in(stages)))
    }

    fn checkpoints(&self, instance: &Instance) -> CheckpointRule {
        match self.tasks.get(&instance.id.task).filter(|task| task.stages > 0) {
            Some(task) => task.kind.stage_checkpoints(),
            None => CheckpointRule::WhenAsked,
        }
    }

    fn weight(&self, task: &TaskId) -> Weight {
        self.tasks.get(task).map(|task| task.kind.weight()).unwrap_or_default()
    }

    fn needs(&self) -> Vec<Need> {
        let mut kinds: Vec<&Arc<dyn WorldKind>> = Vec::new();
        for task in self.tasks.values() {
            if !kinds.iter().any(|kind| kind.name() == task.kind.name()) {
                kinds.push(&task.kind);
            }
        }
        let mut needs = Vec::new();
        for kind in &kinds {
            let of_kind = |task: &&Task| task.kind.name() == kind.name();
            // What all tasks need names none of them.
            let tasks =
                || self.tasks.values().filter(of_kind).filter(|_| kinds.len() > 1).map(|task| task.card.id.clone()).collect();
            needs.extend(
                kind.needs().into_iter().map(|need| if need.tasks.is_empty() { Need { tasks: tasks(), ..need } } else { need }),
            );
        }
        let common = needs.len();
        for task in self.tasks.values() {
            for need in task.worlds().flat_map(|world| world.needs()) {
                let same = |known: &&mut Need| known.name == need.name && known.remedy == need.remedy;
                match needs[common..].iter_mut().find(same) {
                    Some(known) if known.tasks.contains(&task.card.id) => {}
                    Some(known) => known.tasks.push(task.card.id.clone()),
                    None => needs.push(Need { tasks: vec![task.card.id.clone()], ..need }),
                }
            }
        }
        needs
    }

    fn unmet(&self, id: &TaskId, settings: &Settings) -> Option<Need> {
        let usual = self.needs().into_iter().find(|need| need.found.is_none() && need.concerns(id));
        usual.or_else(|| {
            // Settings that a world does not know are told when it is set.
            let task = self.tasks.get(id)?;
            task.worlds().find_map(|world| world.unmet(&Self::split(task, world, settings).ok()?.0))
        })
    }
}

/// `algebra` of `algebra/parabola`.
fn folder_of(name: &str) -> &str {
    name.split('/').next().unwrap_or_default()
}

struct KeyGrader {
    id: InstanceId,
    variant: Arc<Variant>,
}

impl KeyGrader {
    fn key(&self, case: &Case<'_>) -> Result<&VariantKey, Fault> {
        if case.instance.id != self.id {
            return Err(Fault::new(Cause::Grader, format!("{} is marked by the key of {}", case.instance.id, self.id)));
        }
        Ok(&self.variant.key)
    }
}

impl Grader for KeyGrader {
    fn questions(&self, case: &Case<'_>) -> Result<Vec<Question>, Fault> {
        self.key(case)?.questions(case)
    }

    fn mark<'a>(&'a self, case: &'a Case<'a>) -> BoxFuture<'a, Result<Marks, Fault>> {
        Box::pin(async move { self.key(case)?.mark(case) })
    }
}

#[cfg(test)]
#[path = "drawn_tests.rs"]
mod tests;
