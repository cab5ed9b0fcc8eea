//! Driving a seat one action at a time.

use agon_core::{Action, AgentError, BoxFuture, Brief, Seat, Turn};

/// An agent that is asked for one action a turn.
pub trait Policy: Send {
    /// The next action, or `None` to leave the seat.
    fn next<'a>(&'a mut self, brief: &'a Brief, turn: &'a Turn) -> BoxFuture<'a, Result<Option<Action>, AgentError>>;
}

/// Asks the policy and acts until the trial ends or the policy leaves.
pub async fn stepwise(seat: &mut dyn Seat, policy: &mut dyn Policy) -> Result<(), AgentError> {
    while seat.turn().ending.is_none() {
        let action = policy.next(seat.brief(), seat.turn()).await?;
        let Some(action) = action else { return Ok(()) };
        seat.act(action).await?;
    }
    Ok(())
}
