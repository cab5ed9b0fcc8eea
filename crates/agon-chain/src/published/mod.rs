//! The published VeriGUI tasks, a JSON file of the user's, as a suite without a world: agents bring their own way to the web and hand in an answer.
//!
//! An answer is marked twice, and both are shown: by how many of the expected elements it tells, and by the points from 0 to 10 that a judge gives it.

mod file;
mod marking;
mod world;

pub use file::{PublishedError, PublishedFile};

use agon_core::{
    Action, Agent, BoxFuture, Brief, Difficulty, Fault, Grader, Instance, InstanceId, Limits, NearMiss, Proof, Script, Settings,
    StartHash, Suite, SuiteCard, SuiteError, Surface, TaskCard, TaskId, World,
};
use file::PublishedTask;
use marking::AnswerGrader;
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::Arc;
use world::NoWorld;

/// Tasks of the published file.
pub struct PublishedSuite {
    card: SuiteCard,
    cards: Vec<TaskCard>,
    tasks: BTreeMap<TaskId, Arc<PublishedTask>>,
}

/// What the suite is called.
const NAME: &str = "verigui";
/// The one way in which tasks are solved here: by what the file says.
const EXPECTED: &str = "expected-answer";
/// Every search of an agent's own counts as nothing here, so few are needed.
const STEPS: u32 = 100;
const WALL_SECS: f64 = 4.0 * 3600.0;
const RULES: &str = "You have no computer here: find out what is asked by your own means. Hand in what you found with `answer`, in plain text or JSON, \
                     and then say `done`; the last answer counts.";

impl PublishedSuite {
    pub fn new(file: PublishedFile) -> Self {
        let version = file.source.hash.chars().take(12).collect();
        let about = "The published VeriGUI tasks, for agents with their own access to the web".to_owned();
        let card = SuiteCard { name: NAME.into(), version, about, source: Some(file.source) };
        let tasks: BTreeMap<TaskId, Arc<PublishedTask>> =
            file.tasks.into_iter().map(|task| (TaskId::new(format!("{NAME}/{}", task.name)), Arc::new(task))).collect();
        let of = |(id, task): (&TaskId, &Arc<PublishedTask>)| TaskCard {
            id: id.clone(),
            title: task.name.clone(),
            about: task.about(),
            difficulty: Difficulty::Hard,
            tags: vec!["answer".into()],
            limits: Limits { wall_secs: Some(WALL_SECS), ..Limits::steps(STEPS) },
        };
        Self { card, cards: tasks.iter().map(of).collect(), tasks }
    }

    fn task(&self, id: &TaskId) -> Result<&Arc<PublishedTask>, SuiteError> {
        self.tasks.get(id).ok_or_else(|| SuiteError::UnknownTask(id.clone()))
    }
}

impl Suite for PublishedSuite {
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
        self.task(task).map(|_| Settings::new())
    }

    fn instance(&self, id: &InstanceId, settings: &Settings) -> Result<Instance, SuiteError> {
        let task = self.task(&id.task)?;
        if id.seed != 0 {
            let problem = format!("it has no seed {}: there is one variant of it, {}@0", id.seed, id.task);
            return Err(SuiteError::Unsettable { task: id.task.clone(), problem });
        }
        if let Some(key) = settings.keys().next() {
            return Err(SuiteError::UnknownSetting { task: id.task.clone(), key: key.clone(), known: String::new() });
        }
        let card = self.cards.iter().find(|card| card.id == id.task);
        let brief = Brief {
            title: task.name.clone(),
            instruction: task.instruction.clone(),
            rules: RULES.into(),
            surfaces: vec![Surface::Answer],
            functions: Vec::new(),
            examples: Vec::new(),
        };
        let start = Some(StartHash::of(NAME, &json!([self.card.version, id])));
        let limits = card.map(|card| card.limits.clone()).unwrap_or_default();
        Ok(Instance { id: id.clone(), settings: settings.clone(), limits, brief, start })
    }

    fn open<'a>(&'a self, _: &'a Instance) -> BoxFuture<'a, Result<Box<dyn World>, Fault>> {
        Box::pin(async { Ok(Box::new(NoWorld) as Box<dyn World>) })
    }

    fn grader(&self, instance: &Instance) -> Result<Arc<dyn Grader>, SuiteError> {
        Ok(Arc::new(AnswerGrader(self.task(&instance.id.task)?.clone())))
    }

    fn strategies(&self, _: &TaskId) -> Vec<String> {
        vec![EXPECTED.into()]
    }

    fn oracle(&self, instance: &Instance, strategy: &str, _seed: u64) -> Result<Box<dyn Agent>, SuiteError> {
        let task = self.task(&instance.id.task)?;
        if strategy != EXPECTED {
            let (task, strategy) = (instance.id.task.clone(), strategy.to_owned());
            return Err(SuiteError::UnknownStrategy { task, strategy, known: EXPECTED.into() });
        }
        let answer = Action::Answer { value: task.expected.join("\n").into() };
        Ok(Box::new(Script::new(vec![answer, Action::Done])))
    }

    fn proof(&self, instance: &Instance) -> Result<Proof, SuiteError> {
        let task = self.task(&instance.id.task)?;
        let fails = task.elements.first().map(|element| element.check.clone()).unwrap_or_default();
        let actions = vec![Action::Answer { value: "I could not find that out.".into() }, Action::Done];
        let nothing = NearMiss { name: "says that nothing was found".into(), actions, fails };
        Ok(Proof { near_misses: vec![nothing], ..Proof::default() })
    }

    fn is_judged(&self, _: &TaskId) -> bool {
        true
    }
}
