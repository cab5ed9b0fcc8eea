//! The runner's side of a live environment.

use crate::{Action, BoxFuture, Evidence, Fault, Observation};
use core::time::Duration;
use serde::{Deserialize, Serialize};

/// A live environment for one trial. A suite opens it ready to be looked at; the seat calls `observe` once, then `act`
/// until the end; the runner then reads through `door`, and drops it. Dropping must leave nothing behind.
///
/// `Err` means the world itself is broken and makes the trial void. Whatever a bad action does is a normal [`Step`] with
/// feedback. After an error no method is called again. Worlds may be moved between threads between calls.
pub trait World: Send {
    /// The first observation.
    fn observe(&mut self) -> BoxFuture<'_, Result<Observation, Fault>>;

    /// Performs one action. The action's surface is one the brief names; anything else about it may be nonsense.
    fn act<'a>(&'a mut self, action: &'a Action) -> BoxFuture<'a, Result<Step, Fault>>;

    /// How long this action may take by the agent's own wish, such as the time limit of a command. It comes on top of the
    /// seat's limit on the world, so that the inner limit always ends first and is the agent's.
    fn allowance(&self, _action: &Action) -> Duration {
        Duration::ZERO
    }

    /// The private way in, for evidence. Nothing an agent holds can reach it.
    fn door(&mut self) -> &mut dyn Door;

    /// Tells the world that nobody will look at frames, so that it need not draw them. A hint.
    fn skip_frames(&mut self) {}
}

/// The private door of a world: graders read state here after (or between) the agent's steps.
pub trait Door: Send {
    /// The world's state, complete enough to mark the trial without the world.
    fn evidence(&mut self) -> BoxFuture<'_, Result<Evidence, Fault>>;

    /// How long reading may take by limits of its own, such as those of the commands it runs; see [`World::allowance`].
    fn allowance(&self) -> Duration {
        Duration::ZERO
    }
}

/// What an action led to.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    pub status: Status,
    /// What the world says about it; absent where a task switches feedback off.
    pub feedback: Option<String>,
    pub observation: Observation,
    /// The world has ended the episode.
    pub ended: bool,
}

/// How an action was taken. It is recorded even where the agent gets no feedback.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    Executed,
    /// Well formed, but the world's rules forbid it here.
    Blocked,
    /// The text could not be read as an action.
    Malformed,
    UnknownFunction,
    BadArguments,
    OutOfRange,
    /// The brief does not offer this surface.
    NoSurface,
}

impl Status {
    pub fn word(self) -> &'static str {
        match self {
            Self::Executed => "executed",
            Self::Blocked => "blocked",
            Self::Malformed => "malformed",
            Self::UnknownFunction => "unknown_function",
            Self::BadArguments => "bad_arguments",
            Self::OutOfRange => "out_of_range",
            Self::NoSurface => "no_surface",
        }
    }
}
