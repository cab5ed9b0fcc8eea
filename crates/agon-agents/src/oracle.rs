use agon_core::{Agent, AgentMaker, Cause, Fault, Placement};

/// The task's own solver, through the same surfaces as everybody.
pub struct Oracle {
    /// The task's first strategy where none is named.
    pub strategy: Option<String>,
}

impl AgentMaker for Oracle {
    fn make(&self, place: &Placement<'_>) -> Result<Box<dyn Agent>, Fault> {
        let default = || place.suite.strategies(&place.instance.id.task).into_iter().next().unwrap_or_default();
        let strategy = self.strategy.clone().unwrap_or_else(default);
        place.suite.oracle(place.instance, &strategy, place.seed).map_err(|error| Fault::new(Cause::Agent, error))
    }
}
