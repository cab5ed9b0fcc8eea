//! Whatever takes the seat.

use crate::{Action, BoxFuture, Fault, Instance, Limits, Seat, SeatError, Suite, TaskId};
use serde_json::Value;

/// An agent has one method: sit at this seat until done. Returning `Ok` without having ended the trial leaves the seat.
pub trait Agent: Send {
    /// Sits until the trial ends or the agent has had enough.
    fn sit<'a>(&'a mut self, seat: &'a mut dyn Seat) -> BoxFuture<'a, Result<(), AgentError>>;

    /// Whether it looks at frames; those who do not spare the world the drawing.
    fn looks(&self) -> bool {
        true
    }

    /// What is to be added to the record once it has stopped, however it was stopped, such as a program's error output: the kind
    /// of a note, and its content. Called once, after [`Agent::sit`] has returned or was dropped.
    fn last_note(&mut self) -> BoxFuture<'_, Option<(String, Value)>> {
        Box::pin(async { None })
    }
}

/// Makes a fresh agent for each trial attempt.
pub trait AgentMaker: Send + Sync {
    /// `Err` means that the agent could not be made, and makes the trial void.
    fn make(&self, place: &Placement<'_>) -> Result<Box<dyn Agent>, Fault>;

    /// Whether it can sit this task at all, asked before a run begins.
    fn suits(&self, _suite: &dyn Suite, _task: &TaskId) -> Result<(), Unsuitable> {
        Ok(())
    }

    /// The limits of a trial, where the run states none: those of the task. People have time instead of steps.
    fn limits(&self, instance: &Instance) -> Limits {
        instance.limits.clone()
    }

    /// Whether it sits one trial at a time, whatever the run's parallelism: a person cannot be in two places.
    fn sits_one_at_a_time(&self) -> bool {
        false
    }
}

/// Why an agent cannot sit a task, and so what the operator should change: one sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unsuitable(pub String);

/// Where an agent is about to sit. Only our own agents see this; those outside see their seat and nothing else.
#[derive(Clone, Copy)]
pub struct Placement<'a> {
    /// The suite, for agents of its own.
    pub suite: &'a dyn Suite,
    /// What it is about to sit.
    pub instance: &'a Instance,
    /// Counted from 0.
    pub repeat: u32,
    /// For whatever the agent draws at random: fixed by run, agent, instance and repeat, the same in every attempt.
    pub seed: u64,
}

/// Why an agent stopped sitting before the end. The two kinds are never mixed: one is scored, the other is void.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum AgentError {
    /// It broke by its own doing: the trial is scored as it stands.
    #[error("the agent crashed: {0}")]
    Crashed(String),
    /// Something around it broke: the trial is void.
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl From<SeatError> for AgentError {
    /// For `?` in agents' code. An ended trial is not an error, but [`crate::Agent::sit`] may simply return it: the
    /// runner looks at the seat, not at this value, to learn how the trial ended.
    fn from(error: SeatError) -> Self {
        match error {
            SeatError::Ended(ending) => Self::Crashed(format!("acted after the end ({ending})")),
            SeatError::Fault(fault) => Self::Fault(fault),
        }
    }
}

/// Plays a fixed list of actions: solvers' plans, near-misses, recorded trials.
pub struct Script {
    actions: Vec<Action>,
}

impl Script {
    /// An agent that plays these actions and then leaves.
    pub fn new(actions: Vec<Action>) -> Self {
        Self { actions }
    }
}

impl Agent for Script {
    fn sit<'a>(&'a mut self, seat: &'a mut dyn Seat) -> BoxFuture<'a, Result<(), AgentError>> {
        Box::pin(async move {
            for action in &self.actions {
                if seat.act(action.clone()).await?.ending.is_some() {
                    break;
                }
            }
            Ok(())
        })
    }

    fn looks(&self) -> bool {
        false
    }
}
