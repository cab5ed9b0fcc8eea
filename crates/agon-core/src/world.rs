//! The runner's side of a live environment.

use crate::{Artifact, BoxFuture, Capabilities, CommandOutput, Evidence, Fault, Image, Observation, Refusal, Request};
use core::time::Duration;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::sync::Arc;

/// A live environment for one trial. A suite opens it ready to be looked at; the seat calls `observe` once, then `act` for each
/// request and `observe` for each action that it refused, until the end; the runner then reads through `door`, calls `close` and
/// drops it. Dropping must leave nothing behind even where `close` was not reached: a call that hangs is abandoned with its world.
///
/// `Err` means the world itself is broken and makes the trial void. What the rules of a task forbid is a normal [`Step`] with
/// feedback. After an error only `close` is called. Worlds may be moved between threads between calls.
pub trait World: Send {
    /// What it can be asked. The seat holds it against the brief: a brief that offers more is our own fault.
    fn capabilities(&self) -> Capabilities;

    /// What is to be seen now: before the first action, and after each that the seat refused. As much time passes as in any
    /// other step.
    fn observe(&mut self) -> BoxFuture<'_, Result<Observation, Fault>>;

    /// Does what the seat has checked. Requests for surfaces that the world did not declare never come.
    fn act<'a>(&'a mut self, request: &'a Request) -> BoxFuture<'a, Result<Step, Fault>>;

    /// How long this request may take by the agent's own wish, such as the time limit of a command. It comes on top of the
    /// seat's limit on the world, so that the inner limit always ends first and is the agent's.
    fn allowance(&self, request: &Request) -> Duration {
        request.time()
    }

    /// The private way in, for evidence. Nothing an agent holds can reach it.
    fn door(&mut self) -> &mut dyn Door;

    /// Ends what the world has running and removes what it has laid down, after the evidence was read or the world broke. It has as
    /// long as any other call. An error is recorded and changes no verdict. Closing twice is closing once.
    fn close(&mut self) -> BoxFuture<'_, Result<(), Fault>> {
        Box::pin(async { Ok(()) })
    }

    /// Tells the world that nobody will look at frames, so that it need not draw them. A hint.
    fn skip_frames(&mut self) {}

    /// While the stages before a trial's start are played, observations have all that the world can show: a solution finds its places by
    /// it, whatever the agent will see.
    fn show_everything(&mut self, _everything: bool) {}

    /// Its screen between steps, where that changes by itself. For people, who want to see a clock tick while they think.
    fn live_screen(&self) -> Option<Arc<dyn LiveScreen>> {
        None
    }
}

/// A screen that can be looked at between steps. Nothing of it is recorded.
pub trait LiveScreen: Send + Sync {
    /// What is on it now; `None` where it cannot be seen, as once the trial is over. It may take some milliseconds.
    fn capture(&self) -> Option<Image>;
}

/// The private door of a world: graders read state here after (or between) the agent's steps.
pub trait Door: Send {
    /// The world's state, complete enough to mark the trial without the world.
    fn evidence(&mut self) -> BoxFuture<'_, Result<Evidence, Fault>>;

    /// Files that belong to the evidence, of any size. Asked for once, after [`Door::evidence`] and before the world is closed.
    fn artifacts(&mut self) -> BoxFuture<'_, Result<Vec<Artifact>, Fault>> {
        Box::pin(async { Ok(Vec::new()) })
    }

    /// The world's state between two steps. Reading it changes nothing that an agent could notice. `None` where the world cannot tell
    /// its state without ending something.
    fn checkpoint(&mut self) -> BoxFuture<'_, Result<Option<Evidence>, Fault>> {
        Box::pin(async { Ok(None) })
    }

    /// How long reading may take by limits of its own, such as those of the commands it runs; see [`World::allowance`].
    fn allowance(&self) -> Duration {
        Duration::ZERO
    }
}

/// What an action led to.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// How the action was taken.
    pub status: Status,
    /// What a command printed, where the action ran one. Agents are told it before the feedback.
    pub output: Option<CommandOutput>,
    /// What the world says about it; absent where a task switches feedback off.
    pub feedback: Option<String>,
    /// What is to be seen now.
    pub observation: Observation,
    /// Files that the action handed in, to be kept in the record.
    pub artifacts: Vec<Artifact>,
    /// The world's state after this step is to be recorded: [`Door::checkpoint`] is asked for it at once.
    pub checkpoint: bool,
    /// The world has ended the episode.
    pub ended: bool,
}

impl Step {
    /// Something was done, and this is to be seen.
    pub fn executed(observation: Observation) -> Self {
        Self {
            status: Status::Executed,
            output: None,
            feedback: None,
            observation,
            artifacts: Vec::new(),
            checkpoint: false,
            ended: false,
        }
    }

    /// What the agent is told of it, before the steps that are left.
    pub fn message(&self) -> Option<Cow<'_, str>> {
        crate::step_message(self.output.as_ref(), self.feedback.as_deref())
    }

    /// Nothing was done, and this is why.
    pub fn refused(refusal: Refusal, observation: Observation) -> Self {
        Self { status: refusal.status, feedback: Some(refusal.feedback), ..Self::executed(observation) }
    }
}

/// How an action was taken. It is recorded even where the agent gets no feedback.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// It was done.
    Executed,
    /// Well formed, but the world's rules forbid it here.
    Blocked,
    /// The text could not be read as an action.
    Malformed,
    /// There is no such function.
    UnknownFunction,
    /// The arguments are of the wrong kind.
    BadArguments,
    /// An argument or a place lies outside what there is.
    OutOfRange,
    /// The brief does not offer this surface.
    NoSurface,
}

impl Status {
    /// Its name in records and on the wire.
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
