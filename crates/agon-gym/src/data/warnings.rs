//! What was wrong with users' data but could be worked around. Worlds do not print; whoever owns the terminal asks.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

static WARNINGS: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// A damaged data set may have a fault in every entry; the first ones are enough to find out why.
const MOST: usize = 200;

/// Every warning about users' data so far in this process, each once, in the order of their text. Files are read when
/// they are first needed, so there may be more later.
pub fn data_warnings() -> Vec<String> {
    WARNINGS.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
}

pub(crate) fn warn(text: String) {
    let mut warnings = WARNINGS.lock().unwrap_or_else(PoisonError::into_inner);
    if warnings.len() < MOST {
        warnings.insert(text);
    }
}
