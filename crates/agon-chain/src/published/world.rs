//! Nothing to look at: the agent has its own means.

use agon_core::{BoxFuture, Capabilities, Door, Evidence, Fault, Observation, Request, Step, World};
use serde_json::json;

pub(super) struct NoWorld;

impl World for NoWorld {
    fn capabilities(&self) -> Capabilities {
        Capabilities { surfaces: Vec::new(), screen: None, pages: false }
    }

    fn observe(&mut self) -> BoxFuture<'_, Result<Observation, Fault>> {
        Box::pin(async { Ok(Observation::default()) })
    }

    fn act<'a>(&'a mut self, _: &'a Request) -> BoxFuture<'a, Result<Step, Fault>> {
        Box::pin(async { Ok(Step::executed(Observation::default())) })
    }

    fn door(&mut self) -> &mut dyn Door {
        self
    }

    fn close(&mut self) -> BoxFuture<'_, Result<(), Fault>> {
        Box::pin(async { Ok(()) })
    }
}

impl Door for NoWorld {
    fn evidence(&mut self) -> BoxFuture<'_, Result<Evidence, Fault>> {
        Box::pin(async { Ok(Evidence(json!({}))) })
    }
}
