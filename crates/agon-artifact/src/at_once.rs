//! Two things at the same time, for files so large that one after the other takes seconds.

use std::panic::resume_unwind;

/// Does one thing here and the other on a thread of its own.
pub(crate) fn at_once<A, B: Send>(here: impl FnOnce() -> A, beside: impl FnOnce() -> B + Send) -> (A, B) {
    std::thread::scope(|scope| {
        let beside = scope.spawn(beside);
        let here = here();
        (here, beside.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}
