use agon_core::{Action, Agent, AgentError, AgentMaker, BoxFuture, Fault, Placement, Seat};

/// Hands in the world untouched: whatever it passes is a broken task.
pub struct Noop;

impl AgentMaker for Noop {
    fn make(&self, _: &Placement<'_>) -> Result<Box<dyn Agent>, Fault> {
        Ok(Box::new(Self))
    }
}

impl Agent for Noop {
    fn sit<'a>(&'a mut self, seat: &'a mut dyn Seat) -> BoxFuture<'a, Result<(), AgentError>> {
        Box::pin(async move {
            seat.act(Action::Done).await?;
            Ok(())
        })
    }

    fn looks(&self) -> bool {
        false
    }
}
