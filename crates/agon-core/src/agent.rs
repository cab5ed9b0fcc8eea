//! Whatever takes the seat.

use crate::{Action, BoxFuture, Fault, Seat, SeatError};

/// An agent has one method: sit at this seat until done. Returning `Ok` without having ended the trial leaves the seat.
pub trait Agent: Send {
    fn sit<'a>(&'a mut self, seat: &'a mut dyn Seat) -> BoxFuture<'a, Result<(), AgentError>>;

    /// Whether it looks at frames; those who do not spare the world the drawing.
    fn looks(&self) -> bool {
        true
    }
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
