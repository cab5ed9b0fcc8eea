//! A store behind a bad network: requests fail before or after they were carried out, late or never, and listings lag.

use super::engine::{Engine, Slot};
use agon_core::Rng;
use agon_store::{Created, Objects, StoreError};
use bytes::Bytes;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How often what goes wrong. Probabilities are of one request.
#[derive(Clone, Debug)]
pub(crate) struct Faults {
    /// 503, nothing done.
    pub(crate) refused: f64,
    /// Carried out, answer lost.
    pub(crate) lost: f64,
    /// 409 to whoever creates, nothing done.
    pub(crate) conflict: f64,
    /// The client gives up first; it is carried out long after.
    pub(crate) late: f64,
    /// Takes up to a hundred times as long.
    pub(crate) slow: f64,
    /// A listing lacks what was written lately.
    pub(crate) stale: f64,
    /// Every tenth minute half of all requests are refused.
    pub(crate) storms: bool,
    /// There and back.
    pub(crate) latency: Duration,
    /// How long the client waits.
    pub(crate) timeout: Duration,
}

impl Faults {
    pub(crate) const NONE: Self = Self {
        refused: 0.0,
        lost: 0.0,
        conflict: 0.0,
        late: 0.0,
        slow: 0.0,
        stale: 0.0,
        storms: false,
        latency: Duration::from_millis(40),
        timeout: Duration::from_secs(15),
    };

    pub(crate) fn some(rng: &mut Rng) -> Self {
        let mut often = || [0.0, 0.01, 0.1][rng.index(3)];
        let (refused, lost, conflict, late, slow) = (often(), often(), often(), often(), often());
        Self { refused, lost, conflict, late, slow, stale: 3.0 * often(), storms: rng.chance(0.3), ..Self::NONE }
    }
}

/// The store as one machine reaches it. Clones share the objects.
#[derive(Clone)]
pub(crate) struct SimStore {
    pub(crate) machine: usize,
    pub(crate) shared: Arc<Shared>,
}

pub(crate) struct Shared {
    engine: Engine,
    faults: Faults,
    /// Creating is not conditional: whoever comes last wins, and everybody is told yes.
    ignores_conditions: bool,
    state: Mutex<State>,
}

#[derive(Default)]
pub(crate) struct State {
    rng: Option<Rng>,
    pub(crate) objects: BTreeMap<String, (Bytes, Duration)>,
    /// Writes, reads and listings.
    pub(crate) requests: [u64; 3],
    /// Commits that were written over with something else.
    pub(crate) overwritten: Vec<String>,
}

enum Reply {
    Created(Created),
    Written,
    Body(Option<Bytes>),
    Names(Vec<String>),
}

impl SimStore {
    pub(crate) fn new(engine: &Engine, faults: Faults, ignores_conditions: bool, rng: Rng) -> Self {
        let state = Mutex::new(State { rng: Some(rng), ..State::default() });
        Self { machine: 0, shared: Arc::new(Shared { engine: engine.clone(), faults, ignores_conditions, state }) }
    }

    pub(crate) fn on(&self, machine: usize) -> Self {
        Self { machine, shared: self.shared.clone() }
    }

    /// Sends a request: when it is carried out and when it is answered is drawn now.
    async fn send(
        &self,
        kind: usize,
        may_conflict: bool,
        carry_out: impl FnOnce(&mut State, Duration, Duration) -> Reply + Send + 'static,
    ) -> Result<Reply, StoreError> {
        let (shared, engine) = (&self.shared, &self.shared.engine);
        let (faults, now) = (&shared.faults, engine.now());
        let slot = Slot::new();
        let (arrives, answered, failure, lag) = {
            let mut state = shared.state.lock().unwrap();
            state.requests[kind] += 1;
            let rng = state.rng.as_mut().unwrap();
            let slow = if rng.chance(faults.slow) { rng.real(1.0, 100.0) } else { 1.0 };
            let there = faults.latency.mul_f64(slow * rng.real(0.1, 0.6));
            let back = faults.latency.mul_f64(slow * rng.real(0.1, 0.6));
            let storm = faults.storms && now.as_secs() / 60 % 10 == 3;
            let lag = if rng.chance(faults.stale) { Duration::from_secs_f64(rng.real(0.0, 120.0)) } else { Duration::ZERO };
            let (arrives, answered, failure) = match () {
                () if rng.chance(if storm { 0.5 } else { faults.refused }) => (None, now + there + back, Some("503")),
                () if may_conflict && rng.chance(faults.conflict) => (None, now + there + back, Some("409")),
                () if rng.chance(faults.lost) => (Some(now + there), now + there + back, Some("connection closed")),
                () if rng.chance(faults.late) => {
                    (Some(now + Duration::from_secs_f64(rng.real(0.0, 300.0))), now + faults.timeout, Some("timeout"))
                }
                () if there + back > faults.timeout => (Some(now + there), now + faults.timeout, Some("timeout")),
                () => (Some(now + there), now + there + back, None),
            };
            (arrives, answered, failure, lag)
        };
        let carried = Arc::new(Mutex::new(None));
        if let Some(arrives) = arrives {
            let (shared, carried) = (shared.clone(), carried.clone());
            // On its way, whatever becomes of the machine.
            engine.at(arrives, None, move || {
                let now = shared.engine.now();
                let reply = carry_out(&mut shared.state.lock().unwrap(), now, now.saturating_sub(lag));
                *carried.lock().unwrap() = Some(reply);
            });
        }
        let filled = slot.clone();
        engine.at(answered, Some(self.machine), move || {
            let reply = carried.lock().unwrap().take();
            filled.fill(match (failure, reply) {
                (None, Some(reply)) => Ok(reply),
                (failure, _) => Err(failure.unwrap_or("nothing")),
            });
        });
        let failed = |detail: &str| StoreError::Request { what: "do", key: "it".into(), detail: detail.into() };
        slot.wait().await.map_err(failed)
    }
}

impl State {
    fn write(&mut self, key: String, body: Bytes, now: Duration) {
        let before = self.objects.insert(key.clone(), (body.clone(), now));
        if key.starts_with("done/") && before.is_some_and(|(before, _)| before != body) {
            self.overwritten.push(key);
        }
    }
}

impl Objects for SimStore {
    async fn put_new(&self, key: &str, body: Bytes) -> Result<Created, StoreError> {
        let (key, ignores_conditions) = (key.to_owned(), self.shared.ignores_conditions);
        let reply = self.send(0, true, move |state, now, _| {
            if state.objects.contains_key(&key) && !ignores_conditions {
                return Reply::Created(Created::Exists);
            }
            state.write(key, body, now);
            Reply::Created(Created::New)
        });
        match reply.await? {
            Reply::Created(created) => Ok(created),
            _ => unreachable!(),
        }
    }

    async fn put(&self, key: &str, body: Bytes) -> Result<(), StoreError> {
        let key = key.to_owned();
        let reply = self.send(0, false, move |state, now, _| {
            state.write(key, body, now);
            Reply::Written
        });
        reply.await.map(|_| ())
    }

    async fn get(&self, key: &str) -> Result<Option<Bytes>, StoreError> {
        let key = key.to_owned();
        let reply = self.send(1, false, move |state, _, _| Reply::Body(state.objects.get(&key).map(|(body, _)| body.clone())));
        match reply.await? {
            Reply::Body(body) => Ok(body),
            _ => unreachable!(),
        }
    }

    async fn list(&self, folder: &str) -> Result<Vec<String>, StoreError> {
        // `0` is what follows `/`.
        let (folder, end) = (format!("{folder}/"), format!("{folder}0"));
        let reply = self.send(2, false, move |state, _, seen| {
            let below = state.objects.range(folder.clone()..end);
            let old = below.filter(|(_, (_, written))| *written <= seen);
            Reply::Names(old.map(|(key, _)| key[folder.len()..].to_owned()).collect())
        });
        match reply.await? {
            Reply::Names(names) => Ok(names),
            _ => unreachable!(),
        }
    }
}

impl Shared {
    pub(crate) fn with_state<T>(&self, read: impl FnOnce(&State) -> T) -> T {
        read(&self.state.lock().unwrap())
    }
}
