//! How many calls an endpoint takes at a time, and whether it takes any.
//!
//! The limit follows what the service says: it halves when the service asks for patience and grows while calls succeed.
//! A service that fails call after call is left alone for a while, so that a thousand trials do not wait for it one by one.

use crate::error::Failure;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::Instant;

/// Given up so often in a row, a service is left alone.
const FAILURES_TO_OPEN: u32 = 5;
const REST: Duration = Duration::from_secs(30);

/// One for each endpoint of the process.
pub(crate) struct Gate {
    most: f64,
    state: Mutex<State>,
    turn: Notify,
}

struct State {
    limit: f64,
    in_flight: usize,
    /// Nobody enters before, and why.
    closed: Option<(Instant, String)>,
    last_cut: Option<Instant>,
    /// Calls given up since the last success.
    failures: u32,
    /// The service is left alone until then, and why.
    resting: Option<(Instant, String)>,
}

/// Leave to make one attempt; given back when dropped.
pub(crate) struct Pass<'g> {
    gate: &'g Gate,
    entered: Instant,
}

enum Wait {
    Until(Instant),
    Turn,
}

impl Gate {
    /// The gate of an endpoint, shared by all who use it.
    pub(crate) fn of(endpoint: &str, most: usize) -> Arc<Self> {
        static GATES: OnceLock<Mutex<HashMap<String, Weak<Gate>>>> = OnceLock::new();
        let mut gates = GATES.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(gate) = gates.get(endpoint).and_then(Weak::upgrade) {
            return gate;
        }
        let gate = Arc::new(Self::new(most));
        gates.insert(endpoint.into(), Arc::downgrade(&gate));
        gate
    }

    pub(crate) fn new(most: usize) -> Self {
        let most = most.max(1) as f64;
        let state = State { limit: most, in_flight: 0, closed: None, last_cut: None, failures: 0, resting: None };
        Self { most, state: Mutex::new(state), turn: Notify::new() }
    }

    /// Waits for leave to ask. `Err` says why the service is not to be asked at all, or not before the caller gives up.
    pub(crate) async fn enter(&self, give_up: Instant) -> Result<Pass<'_>, String> {
        loop {
            // Before the look: a turn that comes between look and wait is not lost.
            let turn = self.turn.notified();
            let wait = {
                let mut state = self.lock();
                let now = Instant::now();
                if let Some((until, detail)) = &state.resting {
                    if now < *until {
                        return Err(detail.clone());
                    }
                    // One may try; if it fails too, the rest begins anew.
                    state.resting = None;
                    state.failures = FAILURES_TO_OPEN - 1;
                }
                match state.closed.as_ref().filter(|(until, _)| now < *until) {
                    Some((until, detail)) if *until > give_up => return Err(detail.clone()),
                    Some((until, _)) => Wait::Until(*until),
                    None if (state.in_flight as f64) < state.limit.floor() => {
                        state.in_flight += 1;
                        return Ok(Pass { gate: self, entered: now });
                    }
                    None => Wait::Turn,
                }
            };
            match wait {
                Wait::Until(until) => tokio::time::sleep_until(until).await,
                Wait::Turn => turn.await,
            }
        }
    }

    /// A call was given up for good.
    pub(crate) fn gave_up(&self, failure: &Failure) {
        let mut state = self.lock();
        state.failures += 1;
        if state.failures >= FAILURES_TO_OPEN {
            state.resting = Some((Instant::now() + REST, failure.detail().into()));
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pass<'_> {
    pub(crate) fn succeeded(self) {
        let mut state = self.gate.lock();
        state.failures = 0;
        // A twentieth more for each round of calls, and at least one.
        let more = (state.limit / 20.0).max(1.0) / state.limit;
        state.limit = (state.limit + more).min(self.gate.most);
        drop(state);
        self.gate.turn.notify_one();
    }

    pub(crate) fn failed(self, failure: &Failure) {
        let mut state = self.gate.lock();
        let now = Instant::now();
        // Of a hundred calls that were under way when the service ran full, only the first counts.
        let is_news = state.last_cut.is_none_or(|cut| self.entered > cut);
        if is_news && matches!(failure, Failure::Busy { .. } | Failure::Late(_)) {
            state.limit = (state.limit / 2.0).max(1.0);
            state.last_cut = Some(now);
        }
        if let Failure::Busy { retry_after: Some(wait), detail } = failure {
            let until = now + *wait;
            if state.closed.as_ref().is_none_or(|(other, _)| *other < until) {
                state.closed = Some((until, detail.clone()));
            }
        }
    }
}

impl Drop for Pass<'_> {
    fn drop(&mut self) {
        self.gate.lock().in_flight -= 1;
        self.gate.turn.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn late() -> Instant {
        Instant::now() + Duration::from_secs(600)
    }

    fn busy(retry_after: Option<Duration>) -> Failure {
        Failure::Busy { detail: "full".into(), retry_after }
    }

    #[tokio::test(start_paused = true)]
    async fn the_limit_halves_once_for_a_wave_of_refusals_and_grows_again() {
        let gate = Gate::new(8);
        let mut passes = Vec::new();
        for _ in 0..8 {
            passes.push(gate.enter(late()).await.unwrap());
        }
        tokio::time::advance(Duration::from_secs(1)).await;
        passes.into_iter().for_each(|pass| pass.failed(&busy(None)));
        assert_eq!(gate.lock().limit, 4.0);
        for _ in 0..100 {
            gate.enter(late()).await.unwrap().succeeded();
        }
        assert_eq!(gate.lock().limit, 8.0);
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_enters_before_the_time_the_service_asked_for() {
        let gate = Gate::new(8);
        gate.enter(late()).await.unwrap().failed(&busy(Some(Duration::from_secs(7))));
        let before = Instant::now();
        drop(gate.enter(late()).await.unwrap());
        assert_eq!(before.elapsed().as_secs(), 7);
        // Whoever would have given up by then is told at once.
        gate.enter(late()).await.unwrap().failed(&busy(Some(Duration::from_secs(3600))));
        assert_eq!(gate.enter(late()).await.err().as_deref(), Some("full"));
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_waits_gets_the_next_turn() {
        let gate = Arc::new(Gate::new(1));
        let first = gate.enter(late()).await.unwrap();
        let other = gate.clone();
        let waiting = tokio::spawn(async move { other.enter(late()).await.map(drop) });
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        drop(first);
        assert_eq!(waiting.await.unwrap(), Ok(()));
    }

    #[tokio::test(start_paused = true)]
    async fn a_dead_service_is_left_alone_and_tried_again_later() {
        let gate = Gate::new(8);
        let dead = Failure::Broken("connection refused".into());
        for _ in 0..FAILURES_TO_OPEN {
            gate.enter(late()).await.unwrap().failed(&dead);
            gate.gave_up(&dead);
        }
        assert_eq!(gate.enter(late()).await.err().as_deref(), Some("connection refused"));
        tokio::time::advance(REST).await;
        gate.enter(late()).await.unwrap().failed(&dead);
        gate.gave_up(&dead);
        assert!(gate.enter(late()).await.is_err(), "one failure is enough after a rest");
        tokio::time::advance(REST).await;
        gate.enter(late()).await.unwrap().succeeded();
        assert!(gate.enter(late()).await.is_ok());
    }
}
