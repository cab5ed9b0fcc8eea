//! One simulated run: workers that crash, stall, leave and come back, until every trial is committed; and what must hold then.

use super::engine::Engine;
use super::network::{Faults, SimStore};
use agon_core::Rng;
use agon_store::{Clock, Commit, Created, Identity, Next, Objects, Outcome, Queue, StoreError, Terms, Ticket};
use bytes::Bytes;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// What is simulated.
#[derive(Clone, Debug)]
pub(crate) struct Scenario {
    pub(crate) seed: u64,
    pub(crate) trials: u32,
    pub(crate) block_size: Option<u32>,
    /// Blocks that are listed together.
    pub(crate) group_size: Option<u32>,
    pub(crate) workers: usize,
    /// Trials that a worker runs at once.
    pub(crate) slots: usize,
    pub(crate) lease: Duration,
    /// The mean; they are between a tenth and five times as long.
    pub(crate) trial: Duration,
    pub(crate) faults: Faults,
    /// Each worker crashes so often on average, and comes back; as often it stalls.
    pub(crate) crash_every: Option<Duration>,
    /// Machines' clocks run at half to double speed.
    pub(crate) clocks_differ: bool,
    /// Whatever goes wrong with machines is over then.
    pub(crate) calm_after: Duration,
    pub(crate) cheat: Option<Cheat>,
}

/// Ways to break the protocol, which the simulation must find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cheat {
    /// The store tells every creator yes.
    StoreIgnoresConditions,
    /// Commits are written without asking whether there is one.
    CommitWithoutCreate,
    /// A write whose answer was lost is taken for done.
    ErrorsAreSuccess,
    /// Who finds an object there takes it for its own.
    ExistsIsMine,
    /// No lease ever runs out.
    ClocksStandStill,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Report {
    /// Until the last commit was known.
    pub(crate) time: Duration,
    /// The time of all trials once, over that of all slots.
    pub(crate) efficiency: f64,
    /// Runs of trials that did not count.
    pub(crate) wasted: u64,
    /// Writes, reads and listings.
    pub(crate) requests: [u64; 3],
}

struct World {
    engine: Engine,
    scenario: Scenario,
    terms: Terms,
    store: SimStore,
    ledger: Mutex<Ledger>,
}

#[derive(Default)]
struct Ledger {
    /// What workers believe to have committed, by trial.
    believed: BTreeMap<u32, Vec<String>>,
    lost: u64,
    /// Workers that know that everything is done, and how long each slot took.
    finished: usize,
    busy: Duration,
    sessions: u64,
    /// The session on each machine that is up, and since when.
    up: BTreeMap<usize, (u64, Duration)>,
}

struct MachineClock {
    engine: Engine,
    rate: f64,
    offset: Duration,
}

/// What the protocol is given instead of the store.
#[derive(Clone)]
struct Access {
    store: SimStore,
    cheat: Option<Cheat>,
}

impl Scenario {
    /// Something of moderate size, with whatever the seed brings.
    pub(crate) fn of_seed(seed: u64) -> Self {
        let mut rng = Rng::new("scenario", seed);
        let faults = Faults::some(&mut rng);
        Self {
            seed,
            trials: 1 + rng.below(60) as u32,
            block_size: Some(1 + rng.below(5) as u32),
            group_size: rng.chance(0.7).then(|| 1 + rng.below(8) as u32),
            workers: 1 + rng.index(8),
            slots: 1 + rng.index(3),
            lease: Duration::from_secs(60),
            trial: Duration::from_secs(1 + rng.below(100)),
            faults,
            crash_every: rng.chance(0.8).then(|| Duration::from_secs(60 + rng.below(600))),
            clocks_differ: rng.chance(0.5),
            calm_after: Duration::from_secs(3600),
            cheat: None,
        }
    }

    /// Runs it. `Err` says what did not hold.
    pub(crate) fn run(self) -> Result<Report, String> {
        let world = World::new(self);
        let workers = world.scenario.workers;
        (0..workers).for_each(|machine| world.start(machine));
        let total: Duration = (0..world.scenario.trials).map(|trial| world.length(trial)).sum();
        // Longer than one slot needs for everything with every lease run out: then it does not end.
        let limit = world.scenario.calm_after + total * 4 + world.terms.lease() * (100 + 4 * world.terms.blocks());
        let over = world.engine.run(limit, || world.ledger.lock().unwrap().finished == workers);
        world.check(over)?;
        let (ledger, slots) = (world.ledger.lock().unwrap(), world.scenario.slots);
        Ok(Report {
            time: world.engine.now(),
            efficiency: total.as_secs_f64() / (ledger.busy.as_secs_f64() * slots as f64),
            wasted: ledger.lost,
            requests: world.store.shared.with_state(|state| state.requests),
        })
    }
}

impl World {
    fn new(scenario: Scenario) -> Arc<Self> {
        let mut terms = Terms::new(scenario.trials, scenario.block_size, scenario.lease).unwrap();
        terms.group_size = scenario.group_size.unwrap_or(terms.group_size);
        let engine = Engine::new(scenario.workers);
        let ignores = scenario.cheat == Some(Cheat::StoreIgnoresConditions);
        let store = SimStore::new(&engine, scenario.faults.clone(), ignores, Rng::new("network", scenario.seed));
        Arc::new(Self { engine, terms, store, ledger: Mutex::default(), scenario })
    }

    /// How long a trial takes, whoever runs it.
    fn length(&self, trial: u32) -> Duration {
        let mut rng = Rng::new("length", self.scenario.seed ^ (u64::from(trial) << 20));
        self.scenario.trial.mul_f64((-(1.0 - rng.unit()).ln()).clamp(0.1, 5.0))
    }

    /// A worker begins on a machine, as a new session.
    fn start(self: &Arc<Self>, machine: usize) {
        let session = {
            let mut ledger = self.ledger.lock().unwrap();
            ledger.sessions += 1;
            let session = ledger.sessions;
            ledger.up.insert(machine, (session, self.engine.now()));
            session
        };
        let mut rng = Rng::new("machine", self.scenario.seed ^ ((machine as u64) << 20));
        let rate = if self.scenario.clocks_differ { rng.real(0.5, 2.0) } else { 1.0 };
        let offset = Duration::from_secs(rng.below(1_000_000));
        let rate = if self.scenario.cheat == Some(Cheat::ClocksStandStill) { 0.0 } else { rate };
        let clock = MachineClock { engine: self.engine.clone(), rate, offset };
        let access = Access { store: self.store.on(machine), cheat: self.scenario.cheat };
        let identity =
            Identity { session: format!("s{session}"), worker: format!("m{machine}"), seed: self.scenario.seed ^ session };
        let queue = Arc::new(Queue::new(access, clock, self.terms.clone(), identity));
        let mut fate = Rng::new("fate", self.scenario.seed ^ (session << 20));
        let leaves =
            self.scenario.crash_every.filter(|_| fate.chance(0.2)).map(|every| self.engine.now() + every.mul_f64(fate.unit()));
        let working = Arc::new(Mutex::new(self.scenario.slots));
        for _ in 0..self.scenario.slots {
            self.engine.spawn(machine, work(self.clone(), machine, queue.clone(), leaves, working.clone()));
        }
        self.engine.spawn(machine, beat(self.clone(), machine, queue, rate));
        self.plan_trouble(machine, session, fate);
    }

    /// Draws when the machine crashes next, and when it stalls.
    fn plan_trouble(self: &Arc<Self>, machine: usize, session: u64, mut fate: Rng) {
        let Some(every) = self.scenario.crash_every else { return };
        let now = self.engine.now();
        let soon = |fate: &mut Rng| now + every.mul_f64(-(1.0 - fate.unit()).ln());
        let (crash, stall) = (soon(&mut fate), soon(&mut fate));
        let (down, stalled) =
            (self.scenario.lease.mul_f64(fate.real(0.0, 3.0)), self.scenario.lease.mul_f64(fate.real(0.0, 4.0)));
        if stall < crash && stall < self.scenario.calm_after {
            let world = self.clone();
            self.engine.at(stall, None, move || world.engine.pause(machine, stalled));
        }
        if crash < self.scenario.calm_after {
            let world = self.clone();
            self.engine.at(crash, None, move || {
                // Unless it has finished or left meanwhile.
                if world.session_on(machine) != Some(session) {
                    return;
                }
                world.engine.crash(machine);
                world.stopped(machine);
                world.clone().restart_later(machine, down);
            });
        }
    }

    fn restart_later(self: Arc<Self>, machine: usize, after: Duration) {
        let at = self.engine.now() + after;
        let engine = self.engine.clone();
        engine.at(at, None, move || self.start(machine));
    }

    fn session_on(&self, machine: usize) -> Option<u64> {
        self.ledger.lock().unwrap().up.get(&machine).map(|(session, _)| *session)
    }

    fn stopped(&self, machine: usize) {
        let mut ledger = self.ledger.lock().unwrap();
        if let Some((_, since)) = ledger.up.remove(&machine) {
            ledger.busy += self.engine.now() - since;
        }
    }

    /// What must hold, whatever happened.
    fn check(&self, over: bool) -> Result<(), String> {
        let ledger = self.ledger.lock().unwrap();
        self.store.shared.with_state(|state| {
            if let Some(key) = state.overwritten.first() {
                return Err(format!("{key} was committed twice"));
            }
            let mut nonces = BTreeMap::new();
            for (key, (body, _)) in state.objects.iter().filter(|(key, _)| key.starts_with("done/")) {
                let commit: Commit = serde_json::from_slice(body).map_err(|error| format!("{key}: {error}"))?;
                if nonces.insert(commit.trial, commit.nonce).is_some() {
                    return Err(format!("trial {} has two commits", commit.trial));
                }
            }
            for (trial, believed) in &ledger.believed {
                if believed.len() > 1 || nonces.get(trial) != believed.first() {
                    return Err(format!("trial {trial}: {believed:?} believe to have committed it, {:?} has", nonces.get(trial)));
                }
            }
            if !over {
                return Err(format!("it does not end: {} of {} workers have finished", ledger.finished, self.scenario.workers));
            }
            if nonces.len() != self.scenario.trials as usize {
                return Err(format!("{} of {} trials are committed", nonces.len(), self.scenario.trials));
            }
            let ends = state.objects.iter().filter(|(key, _)| key.starts_with("blocks/"));
            let lines: usize = ends.map(|(_, (body, _))| body.iter().filter(|byte| **byte == b'\n').count()).sum();
            match lines == nonces.len() {
                true => Ok(()),
                false => Err(format!("the ends of blocks have {lines} commits")),
            }
        })
    }

    fn believe(&self, ticket: &Ticket, outcome: &Outcome) {
        let mut ledger = self.ledger.lock().unwrap();
        match outcome {
            Outcome::Committed(commit) => ledger.believed.entry(ticket.trial).or_default().push(commit.nonce.clone()),
            Outcome::Lost(_) => ledger.lost += 1,
        }
    }
}

/// A slot of a worker: asks, runs, commits.
async fn work(
    world: Arc<World>,
    machine: usize,
    queue: Arc<Queue<Access, MachineClock>>,
    leaves: Option<Duration>,
    working: Arc<Mutex<usize>>,
) {
    let engine = world.engine.clone();
    let pause = Duration::from_secs(2);
    while queue.beat().await.is_err() {
        engine.sleep(machine, pause).await;
    }
    loop {
        if leaves.is_some_and(|leaves| engine.now() >= leaves) {
            let was_first = std::mem::take(&mut *working.lock().unwrap()) > 0;
            if was_first {
                // Others of this worker may be in the middle of a trial: a worker that is told to leave does not wait for them.
                let _ = queue.end().await;
                world.stopped(machine);
                world.clone().restart_later(machine, pause);
                engine.crash(machine);
            }
            return;
        }
        match queue.next().await {
            Ok(Next::Trial(ticket)) => {
                engine.sleep(machine, world.length(ticket.trial)).await;
                let outcome = loop {
                    match queue.commit(&ticket, Vec::new()).await {
                        Ok(outcome) => break outcome,
                        Err(_) => engine.sleep(machine, pause).await,
                    }
                };
                world.believe(&ticket, &outcome);
            }
            Ok(Next::Wait(time)) => engine.sleep(machine, time).await,
            Err(_) => engine.sleep(machine, pause).await,
            Ok(Next::Finished) => break,
        }
    }
    let left = {
        let mut working = working.lock().unwrap();
        *working = working.saturating_sub(1);
        *working
    };
    if left == 0 && world.session_on(machine).is_some() {
        let _ = queue.end().await;
        world.stopped(machine);
        world.ledger.lock().unwrap().finished += 1;
        engine.crash(machine);
    }
}

/// A worker's beats, at the speed of its clock.
async fn beat(world: Arc<World>, machine: usize, queue: Arc<Queue<Access, MachineClock>>, rate: f64) {
    let interval = world.terms.beat_interval().mul_f64(if rate > 0.0 { 1.0 / rate } else { 1.0 });
    loop {
        world.engine.sleep(machine, interval).await;
        let _ = queue.beat().await;
    }
}

impl Clock for MachineClock {
    fn now(&self) -> Duration {
        self.offset + self.engine.now().mul_f64(self.rate)
    }
}

impl Objects for Access {
    async fn put_new(&self, key: &str, body: Bytes) -> Result<Created, StoreError> {
        let is_commit = key.starts_with("done/");
        match self.cheat {
            Some(Cheat::CommitWithoutCreate) if is_commit => self.store.put(key, body).await.map(|()| Created::New),
            Some(Cheat::ErrorsAreSuccess) => Ok(self.store.put_new(key, body).await.unwrap_or(Created::New)),
            Some(Cheat::ExistsIsMine) => self.store.put_new(key, body).await.map(|_| Created::New),
            _ => self.store.put_new(key, body).await,
        }
    }

    async fn put(&self, key: &str, body: Bytes) -> Result<(), StoreError> {
        self.store.put(key, body).await
    }

    async fn get(&self, key: &str) -> Result<Option<Bytes>, StoreError> {
        self.store.get(key).await
    }

    async fn list(&self, folder: &str) -> Result<Vec<String>, StoreError> {
        self.store.list(folder).await
    }
}
