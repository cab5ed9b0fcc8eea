//! One action without a seat, for tests of worlds.

use agon_core::{Action, Fault, Function, Request, Step, World};

/// Checks an action as a seat does and passes it on, or refuses it.
pub async fn step(world: &mut dyn World, functions: &[Function], action: &Action) -> Result<Step, Fault> {
    let capabilities = world.capabilities();
    match Request::check(action, &capabilities.offer(functions)) {
        Ok(request) => world.act(&request).await,
        Err(refusal) => Ok(Step::refused(refusal, world.observe().await?)),
    }
}
