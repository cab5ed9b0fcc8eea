//! The agent's side of a world.

use crate::{Action, BoxFuture, Brief, Budget, Fault, Limit, LiveScreen, Observation, Status, Usage};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;
use std::sync::Arc;

/// The only thing an agent touches. The real one (`agon-seat`) records every step before the agent sees its result,
/// counts it against the limits, and shows nothing of the grader.
pub trait Seat: Send {
    /// All that the agent may know of its task.
    fn brief(&self) -> &Brief;

    /// What the agent sees now: the first observation, or what the last action led to.
    fn turn(&self) -> &Turn;

    /// Acts once and waits for the result. Every call costs a step, whatever the action was. After the end every further
    /// call is refused with [`SeatError::Ended`].
    fn act(&mut self, action: Action) -> BoxFuture<'_, Result<&Turn, SeatError>>;

    /// Reports what model calls consumed, and which of the agent's models it was if it has several. May end the trial.
    fn spend(&mut self, who: Option<&str>, usage: &Usage) -> Result<(), SeatError>;

    /// Takes what an agent outside says that its own models consumed. It counts against its own limits and is marked as claimed;
    /// nobody else is charged for it.
    fn claim(&mut self, usage: &Usage) -> Result<(), SeatError> {
        self.spend(None, usage)
    }

    /// Stops the agent's clock while it waits for a service that may fail: an outage is not to use up its time. Seats that
    /// an agent outside holds never stop it.
    fn pause(&mut self) {}

    /// Starts the clock again, and charges the seconds of the pause that were the agent's own.
    fn resume(&mut self, _own_secs: f64) {}

    /// Sets the agent's clock to zero: it has come to its seat only now, as people do. Seats that an agent outside holds never do.
    fn start_clock(&mut self) {}

    /// The world's screen between steps, where that changes by itself. Seats that an agent outside holds have none.
    fn live_screen(&self) -> Option<Arc<dyn LiveScreen>> {
        None
    }

    /// Adds to the record what the agent wants remembered: its thoughts, a model's raw reply.
    fn note(&mut self, kind: &str, content: Value) -> Result<(), SeatError>;

    /// Adds to the record what we ourselves did for the agent, such as a call of its model. It is written even when the
    /// trial has just ended, and no bound on the agent's own notes counts it: our bookkeeping is not to become a score.
    fn log(&mut self, kind: &str, content: Value) -> Result<(), SeatError> {
        self.note(kind, content)
    }
}

/// What an agent sees at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// What is to be seen.
    pub observation: Observation,
    /// How the last action was taken; `None` before the first.
    pub status: Option<Status>,
    /// The world's words about the last action, then how many steps are left.
    pub message: String,
    /// What is left of the limits.
    pub budget: Budget,
    /// Set once the trial is over.
    pub ending: Option<Ending>,
}

/// Why a trial ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Ending {
    /// The world ended it, mostly because the agent called `stop`.
    Stopped,
    /// The agent said `done`.
    Done,
    /// The agent declared the task infeasible.
    Failed {
        /// In its own words.
        reason: String,
    },
    /// A limit was reached.
    Truncated {
        /// Which.
        limit: Limit,
    },
    /// The agent left its seat without finishing.
    Left,
    /// The agent broke by its own doing.
    Crashed {
        /// What is known of it.
        detail: String,
    },
}

/// Why a seat did not do what it was asked.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SeatError {
    /// Nothing is acted after the end.
    #[error("the trial has ended: {0}")]
    Ended(Ending),
    /// Something broke that was not the agent's doing.
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl Ending {
    /// Its name in records and tables.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Stopped => "stopped",
            Self::Done => "done",
            Self::Failed { .. } => "failed",
            Self::Truncated { .. } => "truncated",
            Self::Left => "left",
            Self::Crashed { .. } => "crashed",
        }
    }

    /// The agent itself said that it was finished.
    pub fn by_agent(&self) -> bool {
        matches!(self, Self::Stopped | Self::Done | Self::Failed { .. })
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped => f.write_str("the agent stopped"),
            Self::Done => f.write_str("the agent is done"),
            Self::Failed { reason } => write!(f, "the agent declared the task infeasible: {reason}"),
            Self::Truncated { limit } => write!(f, "the limit on {limit} was reached"),
            Self::Left => f.write_str("the agent left its seat"),
            Self::Crashed { detail } => write!(f, "the agent crashed: {detail}"),
        }
    }
}
