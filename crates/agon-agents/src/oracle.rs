use crate::SettingError;
use crate::mix::Mix;
use agon_core::{
    Agent, AgentError, AgentMaker, BoxFuture, Cause, Fault, Placement, STRATEGY_NOTE, Seat, Suite, TaskId, Unsuitable,
};

/// The task's own solver, through the same surfaces as everybody.
pub struct Oracle {
    /// The task's first strategy where none is named.
    mix: Option<Mix>,
}

struct OracleAgent {
    strategy: String,
    solver: Box<dyn Agent>,
}

impl Oracle {
    /// `strategy` is a mix such as `shortest=2,padded:12-18~0.1=1`, from which each trial draws its own. `Err` says what is
    /// wrong with it.
    pub fn new(strategy: Option<&str>) -> Result<Self, SettingError> {
        Ok(Self { mix: strategy.map(str::parse).transpose()? })
    }
}

impl AgentMaker for Oracle {
    fn make(&self, place: &Placement<'_>) -> Result<Box<dyn Agent>, Fault> {
        let known = place.suite.strategies(&place.instance.id.task);
        let strategy = match &self.mix {
            Some(mix) => mix.draw(&known, place.seed),
            None => known.into_iter().next().unwrap_or_default(),
        };
        let solver =
            place.suite.oracle(place.instance, &strategy, place.seed).map_err(|error| Fault::new(Cause::Agent, error))?;
        Ok(Box::new(OracleAgent { strategy, solver }))
    }

    fn suits(&self, suite: &dyn Suite, task: &TaskId) -> Result<(), Unsuitable> {
        let known = suite.strategies(task);
        match self.mix.as_ref().and_then(|mix| mix.unknown(&known)) {
            Some(name) => Err(Unsuitable(format!("{task} has no strategy {name:?}; it knows: {}", known.join(", ")))),
            None => Ok(()),
        }
    }
}

impl Agent for OracleAgent {
    fn sit<'a>(&'a mut self, seat: &'a mut dyn Seat) -> BoxFuture<'a, Result<(), AgentError>> {
        Box::pin(async move {
            seat.note(STRATEGY_NOTE, self.strategy.clone().into())?;
            self.solver.sit(seat).await
        })
    }

    fn looks(&self) -> bool {
        self.solver.looks()
    }
}
