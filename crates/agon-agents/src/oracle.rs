use agon_core::{Agent, AgentMaker, Cause, Fault, Placement, Suite, TaskId};

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

    fn suits(&self, suite: &dyn Suite, task: &TaskId) -> Result<(), String> {
        let known = suite.strategies(task);
        // What comes after a colon is the strategy's own.
        let name = self.strategy.as_deref().map(|strategy| strategy.split(':').next().unwrap_or_default());
        match name {
            Some(name) if !known.iter().any(|strategy| strategy == name) => {
                Err(format!("{task} has no strategy {name:?}; it knows: {}", known.join(", ")))
            }
            _ => Ok(()),
        }
    }
}
