//! A named, versioned set of tasks and the code their worlds need.

use crate::{
    Action, Agent, BoxFuture, CheckpointRule, Evidence, Fault, Grader, Instance, InstanceId, Settings, StageCue, TaskCard,
    TaskId, Weight, World,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The kind of the note that says which strategy an oracle follows.
pub const STRATEGY_NOTE: &str = "strategy";

/// The kind of the note with which an oracle announces that its next step is a random one.
pub const NOISE_NOTE: &str = "noise";

/// What the runner asks of a suite. References, solvers and graders stay behind it: only `Instance` goes to an agent.
pub trait Suite: Send + Sync {
    /// What it is called.
    fn card(&self) -> &SuiteCard;

    /// Its tasks, in the order in which they are listed.
    fn tasks(&self) -> &[TaskCard];

    /// How many different instances a task has; `None` where every seed sets another one.
    fn variants(&self, _task: &TaskId) -> Option<u64> {
        None
    }

    /// Whether the same actions give the same bytes. Real programs with clocks of their own do not; what they must repeat is the verdict.
    fn is_exact(&self, _task: &TaskId) -> bool {
        true
    }

    /// All settings of a task with the values it has by default.
    fn settings(&self, task: &TaskId) -> Result<Settings, SuiteError>;

    /// Fixes a task. The same arguments give the same instance for ever; settings that the task does not know are refused.
    fn instance(&self, id: &InstanceId, settings: &Settings) -> Result<Instance, SuiteError>;

    /// Opens a fresh world for one trial.
    fn open<'a>(&'a self, instance: &'a Instance) -> BoxFuture<'a, Result<Box<dyn World>, Fault>>;

    /// Who marks the instance.
    fn grader(&self, instance: &Instance) -> Result<Arc<dyn Grader>, SuiteError>;

    /// How much of the way from the instance's start to its goal lies behind the state that the evidence tells of, from 0 to 1. `None`
    /// where the suite has no measure of distance. It is told beside the verdict and never decides it.
    fn progress(&self, _instance: &Instance, _evidence: &Evidence) -> Option<f64> {
        None
    }

    /// The names of the ways this task's oracle can solve it; the first is the default.
    fn strategies(&self, task: &TaskId) -> Vec<String>;

    /// An agent that solves the instance through the same surfaces as any other. `strategy` is one of
    /// [`Suite::strategies`], or what the suite lets follow it: the gym knows `NAME[:LENGTH][~NOISE]`. `seed` varies what a
    /// strategy leaves open. Steps that lead away on purpose are announced by a note of kind [`NOISE_NOTE`].
    fn oracle(&self, instance: &Instance, strategy: &str, seed: u64) -> Result<Box<dyn Agent>, SuiteError>;

    /// What `agon check` needs beside the oracles to prove the instance's grader.
    fn proof(&self, instance: &Instance) -> Result<Proof, SuiteError>;

    /// The agent that makes a near-miss or an alternative which [`Suite::proof`] names, where it looks for its places at the seat and
    /// so is no list of actions. `None`: the actions listed there are played. No two attempts of an instance have one name.
    fn attempt(&self, _instance: &Instance, _name: &str) -> Option<Box<dyn Agent>> {
        None
    }

    /// Whether some of the task's checks are questions to a judge: a run of it has to name one.
    fn is_judged(&self, _task: &TaskId) -> bool {
        false
    }

    /// How many stages a task has; 0 where it is not divided. Each is a place to start from: see [`crate::FROM_STAGE`].
    fn stage_count(&self, _task: &TaskId) -> usize {
        0
    }

    /// The stages whose end an agent says by [`crate::STAGE_DONE`], in order, from the one in which the instance starts.
    fn stages(&self, _instance: &Instance) -> Vec<StageCue> {
        Vec::new()
    }

    /// Who brings a fresh world into the state in which the instance starts, where it starts in the middle of a long task: it plays the
    /// stages before, through the same surfaces as any agent and outside the record.
    fn lead_in(&self, _instance: &Instance) -> Result<Option<Box<dyn Agent>>, SuiteError> {
        Ok(None)
    }

    /// When the world's state is recorded between steps, for graders that look at the way and not only at the end.
    fn checkpoints(&self, _instance: &Instance) -> CheckpointRule {
        CheckpointRule::WhenAsked
    }

    /// What a trial of this task takes of the machine. No more trials are started at once than the machine can take.
    fn weight(&self, _task: &TaskId) -> Weight {
        Weight::default()
    }

    /// What the machine must have for this suite or for some of its tasks, and whether it has it.
    fn needs(&self) -> Vec<Need> {
        Vec::new()
    }

    /// What a task lacks on this machine where it is set with these settings. Such a task is listed but cannot be set: whoever takes tasks
    /// by pattern leaves it out and says so.
    fn unmet(&self, task: &TaskId, _settings: &Settings) -> Option<Need> {
        self.needs().into_iter().find(|need| need.found.is_none() && need.concerns(task))
    }
}

/// A suite as a catalogue lists it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuiteCard {
    /// Short and stable.
    pub name: String,
    /// Bumped whenever an instance, a frame or a verdict changes.
    pub version: String,
    /// One sentence.
    pub about: String,
    /// Where it came from, if it is not built in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<SuiteSource>,
}

/// The folder that a suite was read from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuiteSource {
    /// Its whole path.
    pub folder: String,
    /// Of all its files.
    pub hash: String,
}

/// Attempts with a known outcome, and words that must not leak.
#[derive(Clone, Debug, Default)]
pub struct Proof {
    /// Attempts that must fail.
    pub near_misses: Vec<NearMiss>,
    /// Other valid ways, which must pass: a name, and the actions unless [`Suite::attempt`] has an agent for it.
    pub alternatives: Vec<(String, Vec<Action>)>,
    /// Reference values that must not stand in the brief or the first observation.
    pub secrets: Vec<String>,
    /// The checks that are questions to a judge.
    pub judged: Vec<String>,
}

/// An attempt that is almost right and must fail, on the check it names.
#[derive(Clone, Debug)]
pub struct NearMiss {
    /// Short and stable.
    pub name: String,
    /// What is played, unless [`Suite::attempt`] has an agent for it.
    pub actions: Vec<Action>,
    /// The check that must fail.
    pub fails: String,
}

/// Something a suite needs from the machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Need {
    /// Short and stable.
    pub name: String,
    /// What was found, or nothing.
    pub found: Option<String>,
    /// What to do where it is missing.
    pub remedy: String,
    /// The tasks that need it; all of them where none is named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tasks: Vec<TaskId>,
}

impl Need {
    /// Whether this task needs it.
    pub fn concerns(&self, task: &TaskId) -> bool {
        self.tasks.is_empty() || self.tasks.contains(task)
    }
}

/// The operator asked a suite for something it does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "each is explained by its message")]
pub enum SuiteError {
    #[error("no task {0} in this suite; `agon list` shows them")]
    UnknownTask(TaskId),
    #[error("{task} has no setting {key:?}; it knows: {known}")]
    UnknownSetting { task: TaskId, key: String, known: String },
    #[error("setting {key} of {task}: {problem}")]
    BadSetting { task: TaskId, key: String, problem: String },
    #[error("{task} has no strategy {strategy:?}; it knows: {known}")]
    UnknownStrategy { task: TaskId, strategy: String, known: String },
    #[error("strategy {strategy:?} for {task}: {problem}")]
    BadStrategy { task: TaskId, strategy: String, problem: String },
    #[error("{task} cannot be set: {problem}")]
    Unsettable { task: TaskId, problem: String },
}
