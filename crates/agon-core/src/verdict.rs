//! Scored or void: the one distinction that a result can be trusted by.

use crate::Marks;
use serde::{Deserialize, Serialize};
use std::any::Any;
use std::fmt;

/// How a trial came out. A fault is never a score: what broke on our side makes it void, with its cause.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "snake_case")]
pub enum Verdict {
    /// It was marked.
    Scored(Marks),
    /// It could not be marked.
    Void(Fault),
}

/// Something broke that was not the agent's doing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{cause}: {detail}")]
pub struct Fault {
    /// Whose fault it was.
    pub cause: Cause,
    /// What broke, in one sentence.
    pub detail: String,
    /// The agent's own doing: its actions break a fresh world too, or a process it started broke this one. Still void, but
    /// never retried, and a defect of the task; anything else is an outage.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub provoked: bool,
}

/// Whose fault it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// The world broke, hung or could not be set up.
    World,
    /// The grader failed to mark.
    Grader,
    /// A judging model failed.
    Judge,
    /// The model's service failed.
    Model,
    /// The agent could not be started or broke inside our own code.
    Agent,
    /// The operator's budget was used up.
    Budget,
    /// The record could not be written.
    Record,
    /// The run was stopped in the middle of it.
    Interrupted,
}

impl Fault {
    /// A fault that nobody provoked, as far as is known.
    pub fn new(cause: Cause, detail: impl fmt::Display) -> Self {
        Self { cause, detail: detail.to_string(), provoked: false }
    }

    /// The same fault, known to be the agent's own doing.
    pub fn provoked(self) -> Self {
        Self { provoked: true, ..self }
    }

    /// A fault of the world.
    pub fn world(detail: impl fmt::Display) -> Self {
        Self::new(Cause::World, detail)
    }

    /// Code of ours panicked; `panic` is what it left behind.
    pub fn panicked(cause: Cause, panic: &(dyn Any + Send)) -> Self {
        let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        Self::new(cause, format!("the {cause} panicked: {}", text.unwrap_or("no message")))
    }
}

impl Verdict {
    /// Full marks.
    pub fn passed(&self) -> bool {
        matches!(self, Self::Scored(marks) if marks.passed)
    }

    /// Whether it could not be marked.
    pub fn is_void(&self) -> bool {
        matches!(self, Self::Void(_))
    }

    /// Absent where it is void.
    pub fn score(&self) -> Option<f64> {
        match self {
            Self::Scored(marks) => Some(marks.score),
            Self::Void(_) => None,
        }
    }
}

impl Cause {
    /// Its name in records and tables.
    pub fn word(self) -> &'static str {
        match self {
            Self::World => "world",
            Self::Grader => "grader",
            Self::Judge => "judge",
            Self::Model => "model",
            Self::Agent => "agent",
            Self::Budget => "budget",
            Self::Record => "record",
            Self::Interrupted => "interrupted",
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
