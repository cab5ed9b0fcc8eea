//! What a whole run may cost, counted while its trials spend.

use agon_core::{Cause, Event, Fault, Observation, ObservationRecord, Recorder};
use std::sync::{Arc, Mutex, PoisonError};

/// The money of a run, shared by all its attempts.
pub(crate) struct Purse {
    max_usd: Option<f64>,
    spent_usd: Mutex<f64>,
}

impl Purse {
    pub(crate) fn new(max_usd: Option<f64>, spent_usd: f64) -> Self {
        Self { max_usd, spent_usd: Mutex::new(spent_usd) }
    }

    /// The fault of a trial that would start now, if nothing is left.
    pub(crate) fn empty(&self) -> Option<Fault> {
        let spent = *self.spent_usd.lock().unwrap_or_else(PoisonError::into_inner);
        self.max_usd.filter(|max| spent >= *max).map(used_up)
    }

    /// Takes out what a trial has just paid. Going beyond the bound is a fault of that trial; what costs nothing is not.
    fn pay(&self, cost_usd: f64) -> Result<(), Fault> {
        let mut spent = self.spent_usd.lock().unwrap_or_else(PoisonError::into_inner);
        *spent += cost_usd;
        match self.max_usd.filter(|max| cost_usd > 0.0 && *spent > *max) {
            Some(max) => Err(used_up(max)),
            None => Ok(()),
        }
    }
}

fn used_up(max_usd: f64) -> Fault {
    Fault::new(Cause::Budget, format!("the run's budget of ${max_usd} was used up"))
}

/// A recorder that takes what is spent out of the run's purse once it is written down.
pub(crate) struct Paying<R> {
    pub(crate) recorder: R,
    pub(crate) purse: Arc<Purse>,
}

impl<R: Recorder> Recorder for Paying<R> {
    fn record(&mut self, event: &Event) -> Result<(), Fault> {
        self.recorder.record(event)?;
        match event {
            Event::Spent { usage, .. } => self.purse.pay(usage.cost_usd),
            _ => Ok(()),
        }
    }

    fn keep(&mut self, observation: &Observation) -> ObservationRecord {
        self.recorder.keep(observation)
    }
}
