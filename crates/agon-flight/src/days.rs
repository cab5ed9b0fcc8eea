//! Days that were made a moment ago are kept: a question, its page and its grader ask for the same one.

use crate::codec::encode;
use crate::day::Day;
use crate::generate::generate;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A day takes about 40 MB.
const MOST: usize = 2;

struct Kept {
    seed: u64,
    day: Arc<Day>,
    /// Made when it is first asked for.
    file: OnceLock<Vec<u8>>,
}

/// The last one that was asked for comes first.
static KEPT: Mutex<Vec<Arc<Kept>>> = Mutex::new(Vec::new());

/// Others wait while a day is made: they often want the same one.
fn kept(seed: u64) -> Arc<Kept> {
    let mut all = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let found = all.iter().position(|kept| kept.seed == seed).map(|index| all.remove(index));
    let kept = found.unwrap_or_else(|| Arc::new(Kept { seed, day: Arc::new(generate(seed)), file: OnceLock::new() }));
    all.insert(0, Arc::clone(&kept));
    all.truncate(MOST);
    kept
}

/// The day of a seed.
pub fn day(seed: u64) -> Arc<Day> {
    Arc::clone(&kept(seed).day)
}

/// The file of a seed's day.
pub fn file(seed: u64) -> Vec<u8> {
    let kept = kept(seed);
    kept.file.get_or_init(|| encode(&kept.day)).clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_days_are_kept() {
        let first = day(5);
        assert!(Arc::ptr_eq(&first, &day(5)));
        day(6);
        assert!(Arc::ptr_eq(&first, &day(5)), "of two days both are kept");
        assert_eq!(crate::decode(&file(5)).as_ref(), Some(&*first));
        day(7);
        day(8);
        assert!(!Arc::ptr_eq(&first, &day(5)), "of four only the last two");
    }
}
