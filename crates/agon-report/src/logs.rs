//! Reading many logs.

use agon_record::{AttemptLog, Run};
use std::sync::atomic::{AtomicUsize, Ordering};

/// What `of` makes of each attempt's log, in their order, on all cores; `None` where a log cannot be read.
pub(crate) fn read<T: Send + Clone>(
    run: &Run,
    attempts: &[(u32, u32)],
    of: impl Fn(&AttemptLog) -> Option<T> + Sync,
) -> Vec<Option<T>> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some((trial, attempt)) = attempts.get(place) else { return done };
            let log = run.attempt(*trial, *attempt).ok();
            done.push((place, log.and_then(|log| of(&log))));
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(attempts.len().max(1));
    let mut found = vec![None; attempts.len()];
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        // A worker does not panic; if one did, its logs would be told as unread.
        for (place, made) in workers.into_iter().filter_map(|worker| worker.join().ok()).flatten() {
            found[place] = made;
        }
    });
    found
}
