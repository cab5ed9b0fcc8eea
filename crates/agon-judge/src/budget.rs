//! What judging may cost, counted while it spends.

use std::sync::{Mutex, PoisonError};

/// Shared by all trials that are judged at once.
#[derive(Debug, Default)]
pub(crate) struct Budget {
    max_usd: Option<f64>,
    spent_usd: Mutex<f64>,
}

impl Budget {
    pub(crate) fn new(max_usd: Option<f64>, spent_usd: f64) -> Self {
        Self { max_usd, spent_usd: Mutex::new(spent_usd) }
    }

    pub(crate) fn is_used_up(&self) -> bool {
        let spent = *self.spent_usd.lock().unwrap_or_else(PoisonError::into_inner);
        self.max_usd.is_some_and(|max| spent >= max)
    }

    pub(crate) fn pay(&self, cost_usd: f64) {
        *self.spent_usd.lock().unwrap_or_else(PoisonError::into_inner) += cost_usd;
    }
}
