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

/// Given up so often in a row, a service is left alone for a while.
const FAILURES_TO_REST: u32 = 5;
const REST: Duration = Duration::from_secs(30);
/// Services ask for any wait; nobody means more than this.
const LONGEST_WAIT: Duration = Duration::from_secs(24 * 60 * 60);

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
    /// When the first attempt failed of those since the last success.
    failing_since: Option<Instant>,
    /// Calls given up since the last success.
    failures: u32,
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
        let state = State { limit: most, in_flight: 0, closed: None, last_cut: None, failing_since: None, failures: 0 };
        Self { most, state: Mutex::new(state), turn: Notify::new() }
    }

    /// Waits for leave to ask. `Err` says why the service is not to be asked: it is closed for longer than the caller has
    /// patience, or has been failing for so long that nobody should wait for it any more.
    pub(crate) async fn enter(&self, patience: Duration) -> Result<Pass<'_>, String> {
        loop {
            // Before the look: a turn that comes between look and wait is not lost.
            let turn = self.turn.notified();
            let wait = {
                let mut state = self.lock();
                let now = Instant::now();
                match state.closed.as_ref().filter(|(until, _)| now < *until) {
                    Some((until, detail)) if *until - now > patience || state.is_dead(patience) => {
                        let detail = detail.clone();
                        drop(state);
                        // This turn was somebody's.
                        self.turn.notify_one();
                        return Err(detail);
                    }
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

    /// Whether every attempt has failed for longer than somebody has patience.
    pub(crate) fn is_dead(&self, patience: Duration) -> bool {
        self.lock().is_dead(patience)
    }

    /// A call was given up for good. After several the service rests, and then one at a time may try.
    pub(crate) fn gave_up(&self, failure: &Failure) {
        let mut state = self.lock();
        state.failures += 1;
        if state.failures >= FAILURES_TO_REST {
            state.close(REST, failure.detail());
            state.limit = 1.0;
            state.failures = FAILURES_TO_REST - 1;
        }
        drop(state);
        self.turn.notify_waiters();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn is_dead(&self, patience: Duration) -> bool {
        self.failing_since.is_some_and(|since| since.elapsed() > patience)
    }

    fn close(&mut self, wait: Duration, detail: &str) {
        let until = Instant::now() + wait.min(LONGEST_WAIT);
        if self.closed.as_ref().is_none_or(|(other, _)| *other < until) {
            self.closed = Some((until, detail.into()));
        }
    }
}

impl Pass<'_> {
    pub(crate) fn succeeded(self) {
        let mut state = self.gate.lock();
        (state.failures, state.failing_since) = (0, None);
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
        if failure.may_pass() {
            state.failing_since.get_or_insert(now);
        }
        if let Failure::Busy { retry_after: Some(wait), detail } = failure {
            state.close(*wait, detail);
            drop(state);
            // Whoever waits for a turn learns that there is none for a while.
            self.gate.turn.notify_waiters();
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

    const PATIENT: Duration = Duration::from_secs(600);
    /// Time stands still until everybody waits, so that this passes only then.
    const A_MOMENT: Duration = Duration::from_millis(1);

    fn busy(retry_after: Option<Duration>) -> Failure {
        Failure::Busy { detail: "full".into(), retry_after }
    }

    #[tokio::test(start_paused = true)]
    async fn the_limit_halves_once_for_a_wave_of_refusals_and_grows_again() {
        let gate = Gate::new(8);
        let mut passes = Vec::new();
        for _ in 0..8 {
            passes.push(gate.enter(PATIENT).await.unwrap());
        }
        tokio::time::advance(Duration::from_secs(1)).await;
        passes.into_iter().for_each(|pass| pass.failed(&busy(None)));
        assert_eq!(gate.lock().limit, 4.0);
        for _ in 0..100 {
            gate.enter(PATIENT).await.unwrap().succeeded();
        }
        assert_eq!(gate.lock().limit, 8.0);
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_enters_before_the_time_the_service_asked_for() {
        let gate = Gate::new(8);
        gate.enter(PATIENT).await.unwrap().failed(&busy(Some(Duration::from_secs(7))));
        let before = Instant::now();
        drop(gate.enter(PATIENT).await.unwrap());
        assert_eq!(before.elapsed().as_secs(), 7);
        // Whoever would have given up by then is told at once.
        gate.enter(PATIENT).await.unwrap().failed(&busy(Some(Duration::from_secs(3600))));
        assert_eq!(gate.enter(PATIENT).await.err().as_deref(), Some("full"));
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_waits_gets_the_next_turn() {
        let gate = Arc::new(Gate::new(1));
        let first = gate.enter(PATIENT).await.unwrap();
        let other = gate.clone();
        let mut waiting = tokio::spawn(async move { other.enter(PATIENT).await.map(drop) });
        assert!(tokio::time::timeout(A_MOMENT, &mut waiting).await.is_err(), "the only turn is taken");
        drop(first);
        assert_eq!(waiting.await.unwrap(), Ok(()));
    }

    #[tokio::test(start_paused = true)]
    async fn a_short_outage_is_waited_for_and_a_long_one_is_not() {
        let gate = Gate::new(8);
        let dead = Failure::Broken("connection refused".into());
        for _ in 0..FAILURES_TO_REST {
            gate.enter(PATIENT).await.unwrap().failed(&dead);
            gate.gave_up(&dead);
        }
        let before = Instant::now();
        let probe = gate.enter(PATIENT).await.unwrap();
        assert_eq!(before.elapsed(), REST, "it is let rest");
        assert!(tokio::time::timeout(REST, gate.enter(PATIENT)).await.is_err(), "one at a time may try");
        tokio::time::advance(PATIENT).await;
        probe.failed(&dead);
        gate.gave_up(&dead);
        assert_eq!(gate.enter(PATIENT).await.err().as_deref(), Some("connection refused"), "nobody waits any more");
        tokio::time::advance(REST).await;
        gate.enter(PATIENT).await.unwrap().succeeded();
        assert!(gate.enter(PATIENT).await.is_ok());
    }

    /// Whoever leaves the queue without an attempt leaves the turn to the next.
    #[tokio::test(start_paused = true)]
    async fn nobody_waits_for_ever() {
        for retry_after in [Duration::from_secs(3600), Duration::from_secs(2), Duration::MAX] {
            let gate = Arc::new(Gate::new(1));
            let first = gate.enter(PATIENT).await.unwrap();
            let mut waiting = Vec::new();
            for _ in 0..10 {
                let gate = gate.clone();
                waiting.push(tokio::spawn(async move { gate.enter(PATIENT).await.map(|pass| pass.failed(&busy(None))) }));
            }
            tokio::time::sleep(A_MOMENT).await;
            first.failed(&busy(Some(retry_after)));
            for waiter in waiting {
                let ended = tokio::time::timeout(PATIENT, waiter).await.unwrap().unwrap();
                assert_eq!(ended.is_ok(), retry_after < PATIENT);
            }
        }
    }
}
