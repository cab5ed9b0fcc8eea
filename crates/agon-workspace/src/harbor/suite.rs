//! A folder of Harbor's tasks as a suite.

use super::folder::HarborFolder;
use super::marking::{REWARD, mark};
use super::task::{Environment, HarborTask};
use super::world::HarborOpening;
use crate::container::{self, Choice, NONE, OF_TASK};
use crate::{network, software};
use agon_container::EngineChoice;
use agon_core::{
    Action, Agent, BoxFuture, Brief, Case, Fault, Grader, Instance, InstanceId, Marks, NearMiss, Need, Proof, Script, Settings,
    StartHash, Suite, SuiteCard, SuiteError, Surface, TaskCard, TaskId, Weight, World,
};
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Opens a world for one trial.
pub type HarborOpener = Arc<dyn Fn(HarborOpening) -> BoxFuture<'static, Result<Box<dyn World>, Fault>> + Send + Sync>;

/// Tasks in Harbor's layout.
pub struct HarborSuite {
    card: SuiteCard,
    cards: Vec<TaskCard>,
    tasks: BTreeMap<TaskId, HarborTask>,
    open: HarborOpener,
    engine: Arc<EngineChoice>,
}

const SOLUTION: &str = "solution";
/// What a task that cannot be set lacks.
const CONTAINER: &str = "a container";
/// What one lacks that cannot be set in a container either.
const MORE: &str = "more than a container gives here";
/// An agent that writes the reward itself, where the tests will, and its own tests.
const FORGERY: &str = "mkdir -p /logs/verifier /tests; echo 1 | tee /logs/verifier/reward.txt /reward.txt reward.txt; \
     echo '{\"reward\": 1}' > /logs/verifier/reward.json; for name in test.sh run-tests.sh; do \
     echo 'echo 1 > /logs/verifier/reward.txt' > /tests/$name; done";

impl HarborSuite {
    /// Containers, where they are asked for, are those of an engine.
    pub fn new(folder: &HarborFolder, open: HarborOpener, engine: Arc<EngineChoice>) -> Self {
        let source = folder.source();
        let about = "Tasks in Harbor's layout.".to_owned();
        // What is in the folder says which version it is: there is no other number.
        let version = source.hash.chars().take(12).collect();
        let card = SuiteCard { name: folder.name().to_owned(), version, about, source: Some(source) };
        let tasks: Vec<HarborTask> =
            folder.tasks.iter().map(|(name, files)| HarborTask::read(folder.name(), name, files)).collect();
        let cards = tasks.iter().map(|task| task.card.clone()).collect();
        Self { card, cards, tasks: tasks.into_iter().map(|task| (task.card.id.clone(), task)).collect(), open, engine }
    }

    fn task(&self, id: &TaskId) -> Result<&HarborTask, SuiteError> {
        self.tasks.get(id).ok_or_else(|| SuiteError::UnknownTask(id.clone()))
    }

    /// A task's environment with these settings, and whether it is a container.
    fn environment(&self, id: &TaskId, settings: &Settings) -> Result<(Arc<Environment>, bool), SuiteError> {
        let task = self.task(id)?;
        if let Some(key) = settings.keys().find(|key| *key != container::SETTING) {
            let known = container::SETTING.to_owned();
            return Err(SuiteError::UnknownSetting { task: id.clone(), key: key.clone(), known });
        }
        let bad = |problem: String| SuiteError::BadSetting { task: id.clone(), key: container::SETTING.into(), problem };
        let (environment, is_contained) = match Choice::read(settings).map_err(|wrong| bad(wrong.problem))? {
            Choice::None => (&task.environment, false),
            Choice::OfTask => (&task.contained, true),
            Choice::Image(_) => {
                let problem = format!("a task in Harbor's layout has an image of its own: it is {:?} or {:?}", OF_TASK, NONE);
                return Err(bad(problem));
            }
        };
        let environment = environment.clone().map_err(|problem| SuiteError::Unsettable { task: id.clone(), problem })?;
        Ok((environment, is_contained))
    }
}

impl Suite for HarborSuite {
    fn card(&self) -> &SuiteCard {
        &self.card
    }

    fn tasks(&self) -> &[TaskCard] {
        &self.cards
    }

    fn variants(&self, _: &TaskId) -> Option<u64> {
        Some(1)
    }

    fn is_exact(&self, _: &TaskId) -> bool {
        false
    }

    fn settings(&self, task: &TaskId) -> Result<Settings, SuiteError> {
        self.task(task).map(|_| Settings::from_iter([(container::SETTING.to_owned(), NONE.into())]))
    }

    fn instance(&self, id: &InstanceId, settings: &Settings) -> Result<Instance, SuiteError> {
        let task = self.task(&id.task)?;
        let unsettable = |problem: String| SuiteError::Unsettable { task: id.task.clone(), problem };
        if id.seed != 0 {
            return Err(unsettable(format!("it has no seed {}: there is one variant of it, {}@0", id.seed, id.task)));
        }
        let (environment, is_contained) = self.environment(&id.task, settings)?;
        let (workdir, bounds) = (environment.recipe.workdir.as_str(), environment.bounds);
        let network = network::told(&environment.hosts);
        let workdir = if workdir.is_empty() { "the image's working folder" } else { workdir };
        let (computer, places) = match is_contained {
            false => ("on a Debian computer", "anywhere but in the system's own folders (/usr, /etc, /run and the like)"),
            true => (
                "in a Linux container",
                "in the folder that commands start in, in /root, /home, /srv, /mnt and /tmp, and in other folders at the top that \
                 are not the system's,",
            ),
        };
        let rules = format!(
            "You work {computer} {network}, and not as root. Commands start in {workdir}; HOME is /root. What you write \
             {places} stays, and is what the tests find. Whatever a command leaves running ends with it. All \
             processes together may take {} MiB of memory, all files {} MiB. Say `done` when the work is finished. Each action is \
             one step.",
            bounds.memory_mib, bounds.disk_mib
        );
        let brief = Brief {
            title: task.card.title.clone(),
            instruction: task.instruction.clone(),
            rules,
            surfaces: vec![Surface::Shell, Surface::Files],
            functions: Vec::new(),
            examples: Vec::new(),
        };
        let start = Some(StartHash::of("harbor", &json!([self.card.version, id])));
        Ok(Instance { id: id.clone(), settings: settings.clone(), limits: task.card.limits.clone(), brief, start })
    }

    fn open<'a>(&'a self, instance: &'a Instance) -> BoxFuture<'a, Result<Box<dyn World>, Fault>> {
        Box::pin(async move {
            let (environment, is_contained) = self.environment(&instance.id.task, &instance.settings).map_err(Fault::world)?;
            let engine = is_contained.then(|| self.engine.engine()).transpose();
            let missing = |need: &Need| Fault::world(format!("{} is missing: {}", need.name, need.remedy));
            (self.open)(HarborOpening { environment, engine: engine.map_err(missing)?.cloned() }).await
        })
    }

    fn grader(&self, instance: &Instance) -> Result<Arc<dyn Grader>, SuiteError> {
        self.task(&instance.id.task)?;
        Ok(Arc::new(RewardGrader))
    }

    fn strategies(&self, task: &TaskId) -> Vec<String> {
        let has_solution = self.tasks.get(task).is_some_and(HarborTask::has_solution);
        has_solution.then(|| SOLUTION.to_owned()).into_iter().collect()
    }

    fn oracle(&self, instance: &Instance, strategy: &str, _seed: u64) -> Result<Box<dyn Agent>, SuiteError> {
        let task = self.task(&instance.id.task)?;
        let actions = task.solve().filter(|_| strategy == SOLUTION).ok_or_else(|| SuiteError::UnknownStrategy {
            task: instance.id.task.clone(),
            strategy: strategy.into(),
            known: self.strategies(&instance.id.task).join(", "),
        })?;
        Ok(Box::new(Script::new(actions)))
    }

    fn proof(&self, instance: &Instance) -> Result<Proof, SuiteError> {
        self.task(&instance.id.task)?;
        let forge = Action::Shell { command: FORGERY.into(), timeout_secs: None };
        let actions = vec![forge, Action::Done];
        let forged = NearMiss { name: "writes the reward itself".into(), actions, fails: REWARD.into() };
        Ok(Proof { near_misses: vec![forged], ..Proof::default() })
    }

    fn weight(&self, task: &TaskId) -> Weight {
        self.tasks.get(task).map(|task| task.weight).unwrap_or_default()
    }

    fn needs(&self) -> Vec<Need> {
        let refused = self.tasks.values().filter_map(|task| Some((task, task.environment.as_ref().err()?)));
        let refused = refused.map(|(task, problem)| Need {
            name: CONTAINER.into(),
            found: None,
            remedy: match task.contained {
                Ok(_) => format!("{problem}; --container task runs it in one"),
                Err(_) => problem.clone(),
            },
            tasks: vec![task.card.id.clone()],
        });
        let opens = |task: &&HarborTask| task.environment.as_ref().is_ok_and(|environment| !environment.hosts.is_empty());
        let open: Vec<TaskId> = self.tasks.values().filter(opens).map(|task| task.card.id.clone()).collect();
        let perl = (!open.is_empty()).then(|| Need { tasks: open, ..software::for_network() });
        software::base().into_iter().chain(refused).chain(perl).collect()
    }

    fn unmet(&self, id: &TaskId, settings: &Settings) -> Option<Need> {
        if Choice::read(settings) != Ok(Choice::OfTask) {
            return self.needs().into_iter().find(|need| need.found.is_none() && need.concerns(id));
        }
        let source = match &self.tasks.get(id)?.contained {
            Ok(environment) => &environment.image,
            Err(problem) => {
                let (remedy, tasks) = (problem.clone(), vec![id.clone()]);
                return Some(Need { name: MORE.into(), found: None, remedy, tasks });
            }
        };
        let image = source.named.as_deref().filter(|_| !source.is_built);
        software::base().into_iter().find(|need| need.found.is_none()).or_else(|| self.engine.lacks(image))
    }
}

struct RewardGrader;

impl Grader for RewardGrader {
    fn mark<'a>(&'a self, case: &'a Case<'a>) -> BoxFuture<'a, Result<Marks, Fault>> {
        Box::pin(async move { mark(case) })
    }
}
