//! What is asked of a world, in a task of its own and within a time limit.

use crate::keep_artifacts;
use agon_core::{ArtifactRef, ArtifactStore, Cause, Evidence, Fault, Observation, Request, Step, World};
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinHandle;

/// What the world made of an action, with everything that is to be recorded of it.
pub(crate) struct Answer {
    pub(crate) step: Step,
    pub(crate) artifacts: Vec<ArtifactRef>,
    pub(crate) checkpoint: Option<Evidence>,
}

/// Runs a world's code in a task of its own: a panic or a hang in it is a fault of the world.
pub async fn guard<T: Send + 'static>(timeout: Duration, call: impl Future<Output = T> + Send + 'static) -> Result<T, Fault> {
    join(timeout, &mut tokio::spawn(call)).await
}

pub(crate) async fn join<T>(timeout: Duration, call: &mut JoinHandle<T>) -> Result<T, Fault> {
    match tokio::time::timeout(timeout, &mut *call).await {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) => Err(match error.try_into_panic() {
            Ok(panic) => Fault::panicked(Cause::World, panic.as_ref()),
            Err(error) => Fault::world(format!("the world's task was stopped: {error}")),
        }),
        Err(_) => {
            call.abort();
            Err(Fault::world(format!("the world did not answer within {} s", timeout.as_secs_f64())))
        }
    }
}

/// Lets the world act, reads its state if that is due, and keeps what the action handed in.
pub(crate) async fn perform(
    world: &mut dyn World,
    request: &Request,
    is_due: bool,
    store: Option<Arc<dyn ArtifactStore>>,
) -> Result<Answer, Fault> {
    let mut step = world.act(request).await?;
    let checkpoint = if is_due || step.checkpoint { world.door().checkpoint().await? } else { None };
    let handed_in = std::mem::take(&mut step.artifacts);
    if handed_in.is_empty() {
        return Ok(Answer { step, artifacts: Vec::new(), checkpoint });
    }
    let kept = keep_artifacts(store, handed_in).await?;
    let told = step.feedback.take().into_iter().chain(kept.refused.iter().map(|refusal| refusal.sentence()));
    step.feedback = Some(told.collect::<Vec<_>>().join("\n")).filter(|told| !told.is_empty());
    Ok(Answer { step, artifacts: kept.kept, checkpoint })
}

pub(crate) async fn look_and_read(world: &mut dyn World) -> Result<(Observation, Option<Evidence>), Fault> {
    let observation = world.observe().await?;
    Ok((observation, world.door().checkpoint().await?))
}
