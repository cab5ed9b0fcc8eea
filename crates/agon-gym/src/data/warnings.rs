//! What was wrong with users' data but could be worked around. Worlds do not print; whoever owns the terminal asks.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

static WARNINGS: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Every warning about users' folders so far in this process, each once, in the order of their text. Files are read when
/// they are first needed, so there may be more later.
pub fn data_warnings() -> Vec<String> {
    WARNINGS.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
}

pub(crate) fn warn(text: String) {
    WARNINGS.lock().unwrap_or_else(PoisonError::into_inner).insert(text);
}
