//! What is kept in memory: runs and logs, within bounds.

use crate::LibraryError;
use crate::run::LoadedRun;
use agon_record::{AttemptLog, IndexStamp};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Trials of all runs in memory together; the run that was asked for last is kept whatever its size.
const MOST_TRIALS: usize = 150_000;
/// Bytes of all logs that are kept for whoever steps through a trial, as they are on disk; the last one is kept whatever its size.
const MOST_LOG_BYTES: u64 = 24 * 1024 * 1024;

/// Runs that were read, until they change or too many others are.
#[derive(Default)]
pub(crate) struct RunShelf {
    runs: Mutex<Runs>,
    /// Held while a run is read: whoever asks for the same run meanwhile waits instead of reading it too.
    reading: Mutex<()>,
}

#[derive(Default)]
struct Runs {
    by_id: BTreeMap<String, ShelvedRun>,
    /// Counts what is asked for, to know what was not asked for longest.
    asked: u64,
}

struct ShelvedRun {
    stamp: IndexStamp,
    run: Arc<LoadedRun>,
    asked: u64,
}

impl RunShelf {
    /// The run if it is here as it is on disk, otherwise as `read` gives it.
    pub(crate) fn get(
        &self,
        id: &str,
        stamp: IndexStamp,
        read: impl FnOnce() -> Result<LoadedRun, LibraryError>,
    ) -> Result<Arc<LoadedRun>, LibraryError> {
        if let Some(run) = lock(&self.runs).get(id, stamp) {
            return Ok(run);
        }
        let _reading = lock(&self.reading);
        if let Some(run) = lock(&self.runs).get(id, stamp) {
            return Ok(run);
        }
        let run = Arc::new(read()?);
        self.put(id, stamp, run.clone());
        Ok(run)
    }

    pub(crate) fn put(&self, id: &str, stamp: IndexStamp, run: Arc<LoadedRun>) {
        let mut runs = lock(&self.runs);
        runs.asked += 1;
        let asked = runs.asked;
        runs.by_id.insert(id.into(), ShelvedRun { stamp, run, asked });
        runs.forget(id);
    }
}

impl Runs {
    fn get(&mut self, id: &str, stamp: IndexStamp) -> Option<Arc<LoadedRun>> {
        self.asked += 1;
        let found = self.by_id.get_mut(id).filter(|found| found.stamp == stamp)?;
        found.asked = self.asked;
        Some(found.run.clone())
    }

    /// Lets go of what was not asked for longest, until the rest is small enough.
    fn forget(&mut self, keep: &str) {
        let trials = |runs: &Self| runs.by_id.values().map(|found| found.run.index().plan().len()).sum::<usize>();
        while trials(self) > MOST_TRIALS {
            let others = self.by_id.iter().filter(|(id, _)| *id != keep);
            let Some(oldest) = others.min_by_key(|(_, found)| found.asked).map(|(id, _)| id.clone()) else { return };
            self.by_id.remove(&oldest);
        }
    }
}

/// A run, a trial and an attempt of it.
pub(crate) type LogKey = (String, u32, u32);

/// Logs that have their end, the last asked for first.
#[derive(Default)]
pub(crate) struct LogShelf(Mutex<Vec<(LogKey, u64, Arc<AttemptLog>)>>);

impl LogShelf {
    pub(crate) fn get(&self, key: &LogKey) -> Option<Arc<AttemptLog>> {
        let mut logs = lock(&self.0);
        let place = logs.iter().position(|(known, ..)| known == key)?;
        let found = logs.remove(place);
        let log = found.2.clone();
        logs.insert(0, found);
        Some(log)
    }

    pub(crate) fn put(&self, key: LogKey, bytes: u64, log: Arc<AttemptLog>) {
        let mut logs = lock(&self.0);
        logs.retain(|(known, ..)| *known != key);
        logs.insert(0, (key, bytes, log));
        let mut sum = 0;
        let fits = |(_, bytes, _): &&(LogKey, u64, Arc<AttemptLog>)| {
            sum += *bytes;
            sum <= MOST_LOG_BYTES
        };
        let kept = logs.iter().take_while(fits).count().max(1);
        logs.truncate(kept);
    }
}

/// What a lock holds is whole even if whoever held it panicked: everything is put in at once.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs_are_kept_within_a_bound_and_the_last_always() {
        let shelf = LogShelf::default();
        let key = |trial| ("r".to_owned(), trial, 1);
        let log = || Arc::new(AttemptLog { events: Vec::new(), torn: false });
        (0..3).for_each(|trial| shelf.put(key(trial), MOST_LOG_BYTES / 3, log()));
        assert!(shelf.get(&key(0)).is_some(), "it is asked for again");
        shelf.put(key(3), MOST_LOG_BYTES / 3, log());
        assert!(shelf.get(&key(1)).is_none() && shelf.get(&key(0)).is_some() && shelf.get(&key(3)).is_some());
        shelf.put(key(4), 2 * MOST_LOG_BYTES, log());
        assert!(shelf.get(&key(4)).is_some() && shelf.get(&key(3)).is_none());
    }
}
