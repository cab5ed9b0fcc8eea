//! Panics as values.

use agon_core::{Cause, Fault};
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::Poll;
use std::time::Duration;

/// Awaits a future; a panic in it becomes a fault. What it borrowed may be half changed afterwards: the caller must
/// treat the trial as broken.
pub(crate) async fn catch<T>(cause: Cause, mut future: Pin<Box<dyn Future<Output = T> + Send + '_>>) -> Result<T, Fault> {
    std::future::poll_fn(move |context| match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(context))) {
        Ok(Poll::Pending) => Poll::Pending,
        Ok(Poll::Ready(value)) => Poll::Ready(Ok(value)),
        Err(panic) => Poll::Ready(Err(Fault::panicked(cause, panic.as_ref()))),
    })
    .await
}

/// Runs code on a thread where it may block, with a time limit. A panic or a hang in it becomes a fault; a thread
/// that never returns is left behind.
pub(crate) async fn blocking<T, F>(cause: Cause, timeout: Duration, work: F) -> Result<T, Fault>
where
    T: Send + 'static,
    F: FnOnce() -> T + Send + 'static,
{
    match tokio::time::timeout(timeout, tokio::task::spawn_blocking(work)).await {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) => Err(match error.try_into_panic() {
            Ok(panic) => Fault::panicked(cause, panic.as_ref()),
            Err(error) => Fault::new(cause, format!("the {cause}'s thread was stopped: {error}")),
        }),
        Err(_) => Err(Fault::new(cause, format!("the {cause} did not answer within {} s", timeout.as_secs_f64()))),
    }
}
