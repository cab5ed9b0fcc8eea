//! Asking again while a store is out of order.

use crate::StoreError;
use std::future::Future;
use std::time::{Duration, Instant};

/// The first pause after a failure; the next ones are longer.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const MAX_PAUSE: Duration = Duration::from_secs(10);
/// For commands that somebody waits for.
pub(crate) const OF_COMMANDS: Duration = Duration::from_secs(60);

/// Asks again after failures that may pass, for so long.
pub(crate) async fn patiently<T, F: Future<Output = Result<T, StoreError>>>(
    patience: Duration,
    mut ask: impl FnMut() -> F,
) -> Result<T, StoreError> {
    let (began, mut pause) = (Instant::now(), FIRST_PAUSE);
    loop {
        match ask().await {
            Err(error) if error.is_passing() && began.elapsed() < patience => {
                tokio::time::sleep(pause).await;
                pause = (pause * 2).min(MAX_PAUSE);
            }
            answer => return answer,
        }
    }
}
