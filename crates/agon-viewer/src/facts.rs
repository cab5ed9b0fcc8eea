//! What is read of a run's briefs while it goes on.

use agon_record::RunIndex;
use agon_report::facts::Surfaces;
use std::sync::{Mutex, PoisonError};

/// What was read of a run's briefs so far, kept while the run goes on.
#[derive(Debug, Default)]
pub(crate) struct SurfaceCache(Mutex<Surfaces>);

impl SurfaceCache {
    /// Reads one brief of each task and variant that has begun and is not known yet.
    pub(crate) fn read(&self, index: &RunIndex) -> Surfaces {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for (planned, result) in index.plan().iter().zip(index.results()) {
            // The first attempt of a trial that has any.
            if result.attempts > 0
                && !known.has(planned)
                && let Some(header) = index.header(planned.trial, 1)
            {
                known.add(planned, &header.instance.brief);
            }
        }
        known.clone()
    }
}
