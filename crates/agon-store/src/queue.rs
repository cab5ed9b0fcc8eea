//! The protocol: who runs which trial, and what counts. It knows no network, no runtime and no wall clock.
//!
//! **Blocks.** The plan is divided into blocks of consecutive trials ([`Terms`]). A worker claims a block by creating
//! `claims/…/BLOCK/0001` and runs its trials. A worker that goes on where another was silent creates the next number, its *epoch*.
//!
//! **Beats.** Every worker overwrites one object of its own, `beats/SESSION`, four times in a lease. Whoever has nothing to do
//! watches the beats of those who have: one that has not changed for a lease, *by the watcher's own clock*, is dead, and its blocks are
//! taken over. No two machines' clocks are ever compared. A worker that stalls and comes back finds out by looking at its claims.
//!
//! **Commits.** Claims only keep workers from doing the same work twice; nothing rests on them. What counts is
//! `done/…/TRIAL`, created once: of two workers that ran the same trial exactly one is told that it committed it.
//!
//! **Ends.** When all trials of a block are committed, the commits are copied into `blocks/…/BLOCK`, so that readers fetch one object
//! for a block; when all blocks have ended, `ended` is written. Blocks are listed in groups of 1,000; `groups/GROUP/…` says of a group
//! that none of its blocks is free, or that all have ended, so that nobody has to list it. All of these only repeat what the claims and
//! commits say.
//!
//! **Lost answers.** Every claim and commit holds a nonce. Whatever the store answers to its creation but *yes*, the object is
//! read again, and the nonce tells who wrote it ([`create`]).
//!
//! What it costs in requests, for `t` trials in blocks of `b`:
//!
//! | | writes | reads | listings |
//! |---|---|---|---|
//! | a trial | 1 log, 1 commit, its new frames and files | | |
//! | a block | 1 claim, 1 end | | |
//! | looking for free blocks | | | 3 for a group of 1,000 blocks, 2 after 4 collisions |
//! | a group that is claimed, or has ended | 1 to 2 | | |
//! | a collision with another worker | 1 | 1 | |
//! | a beat, 4 in a lease | 1 | | |
//! | an idle worker, 1 to 4 times in a lease | | up to 32 claims once, up to 32 beats | 2 |
//! | an idle worker, at every quarter more of its idle time | | 1 | |
//! | an idle worker, when a block of its own ends | | as above | 2 |
//! | a block taken over | 1 claim | `b` | |
//!
//! In all about `t (2 + 2/b)` writes: 2.1 million for a million trials in blocks of 16.

use crate::StoreError;
use crate::keys::{self, Terms};
use crate::objects::{Creator, Objects, create};
use crate::records::{self, Beat, Commit, LogRef};
use crate::search::{Claimed, Search};
use bytes::Bytes;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A monotonic clock of one machine. Nothing is assumed of where it begins.
pub trait Clock: Send + Sync {
    /// Time since whenever it began.
    fn now(&self) -> Duration;
}

/// Who a worker is.
#[derive(Clone, Debug)]
pub struct Identity {
    /// Unique among all sessions there ever are: a worker that is started again is another one.
    pub session: String,
    /// What it calls itself, for people.
    pub worker: String,
    /// What its random choices come from.
    pub seed: u64,
}

/// What a worker is to do next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// Run this trial, then commit it or put it back.
    Trial(Ticket),
    /// Everything that is left is being run by somebody: ask again after so long.
    Wait(Duration),
    /// Every trial is committed, or this worker has left.
    Finished,
}

/// A trial that this worker is to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ticket {
    /// Its place in the plan.
    pub trial: u32,
    /// The epoch of its block's claim.
    pub epoch: u32,
    nonce: String,
}

/// Whose run of a trial counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// This one does.
    Committed(Commit),
    /// Another worker's does; what was done here is left out.
    Lost(Commit),
}

/// One worker's side of a run in a store. Its methods may be called by many tasks at once, and dropped at any point.
#[derive(Debug)]
pub struct Queue<S, C> {
    pub(crate) objects: S,
    pub(crate) clock: C,
    pub(crate) terms: Terms,
    pub(crate) identity: Identity,
    /// One task looks for work at a time; the others wait for what it finds.
    search: tokio::sync::Mutex<Search>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
pub(crate) struct State {
    /// By block.
    pub(crate) leases: BTreeMap<u32, Lease>,
    /// When the last beat that arrived was sent.
    beaten: Duration,
    beats: u64,
    nonces: u64,
    committed: u32,
    ended: bool,
}

/// A block that this worker has claimed.
#[derive(Debug)]
pub(crate) struct Lease {
    epoch: u32,
    waiting: VecDeque<u32>,
    running: BTreeSet<u32>,
    /// Commits that are known, as they are in the store.
    commits: BTreeMap<u32, Bytes>,
    /// Others may have committed trials of it.
    contested: bool,
    /// Whether it is still ours must be looked up before more of it is run.
    suspect: bool,
    /// Somebody else has it now.
    lost: bool,
}

impl<S: Objects, C: Clock> Queue<S, C> {
    /// A worker that has not begun. Nothing is requested yet: call [`beat`](Self::beat) before the first [`next`](Self::next), and
    /// then every [`Terms::beat_interval`].
    pub fn new(objects: S, clock: C, terms: Terms, identity: Identity) -> Self {
        let search = tokio::sync::Mutex::new(Search::new(&terms, identity.seed));
        let state = Mutex::new(State { beaten: clock.now(), ..State::default() });
        Self { objects, clock, terms, identity, search, state }
    }

    /// The division of the run.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Says that this worker is alive.
    pub async fn beat(&self) -> Result<(), StoreError> {
        self.send_beat(false).await
    }

    /// Leaves: whatever is claimed and not committed is free at once. Without it others wait for a lease first.
    pub async fn end(&self) -> Result<(), StoreError> {
        self.state().ended = true;
        self.send_beat(true).await
    }

    async fn send_beat(&self, ended: bool) -> Result<(), StoreError> {
        let sent = self.clock.now();
        self.suspect_after_silence(sent);
        let beat = {
            let mut state = self.state();
            state.beats += 1;
            Beat {
                session: self.identity.session.clone(),
                worker: self.identity.worker.clone(),
                beat: state.beats,
                ended: ended || state.ended,
                blocks: state.leases.keys().copied().collect(),
                running: state.leases.values().map(|lease| lease.running.len() as u32).sum(),
                committed: state.committed,
            }
        };
        self.objects.put(&keys::beat(&self.identity.session), records::write(&beat)).await?;
        self.state().beaten = sent;
        Ok(())
    }

    /// What to run next. After an error that [is passing](StoreError::is_passing) it may be called again.
    pub async fn next(&self) -> Result<Next, StoreError> {
        let mut search = self.search.lock().await;
        self.suspect_after_silence(self.clock.now());
        self.check_suspects().await?;
        loop {
            if self.state().ended {
                return Ok(Next::Finished);
            }
            if self.write_ends().await? {
                search.look_at_once();
            }
            if let Some(ticket) = self.take_waiting().await? {
                search.found();
                return Ok(Next::Trial(ticket));
            }
            match search.claim_block(self).await? {
                Claimed::Block => {}
                Claimed::Nothing(next) => return Ok(next),
            }
        }
    }

    /// Makes a trial count, if no other run of it does. Its logs are in the store already. After an error it is unknown whether it
    /// counts: call it again with the same ticket, until it answers.
    pub async fn commit(&self, ticket: &Ticket, logs: Vec<LogRef>) -> Result<Outcome, StoreError> {
        let block = self.terms.block_of(ticket.trial);
        let commit = Commit {
            trial: ticket.trial,
            epoch: ticket.epoch,
            session: self.identity.session.clone(),
            nonce: ticket.nonce.clone(),
            logs,
        };
        let (key, body) = (self.terms.done(ticket.trial), records::write(&commit));
        let (body, outcome) = match create(&self.objects, &key, &body).await? {
            Creator::Me => (body, Outcome::Committed(commit)),
            Creator::Other(found) => {
                let other: Commit = records::read(&found)
                    .ok_or_else(|| StoreError::Changed { key: key.clone(), problem: "it is not a commit".into() })?;
                match other.nonce == commit.nonce {
                    true => (found, Outcome::Committed(other)),
                    false => (found, Outcome::Lost(other)),
                }
            }
        };
        let mut state = self.state();
        let is_new = state.leases.get_mut(&block).is_none_or(|lease| lease.note(ticket.trial, body));
        match &outcome {
            Outcome::Committed(_) if is_new => state.committed += 1,
            Outcome::Committed(_) => {}
            // Somebody else is at this block.
            Outcome::Lost(_) => {
                if let Some(lease) = state.leases.get_mut(&block) {
                    (lease.suspect, lease.contested) = (true, true);
                }
            }
        }
        Ok(outcome)
    }

    /// A trial that was not run to its end here. It is handed out again.
    pub fn put_back(&self, ticket: Ticket) {
        if let Some(lease) = self.state().leases.get_mut(&self.terms.block_of(ticket.trial))
            && lease.running.remove(&ticket.trial)
            && !lease.lost
        {
            lease.waiting.push_back(ticket.trial);
            // A commit of it may have been tried.
            lease.contested = true;
        }
    }

    /// A worker that was silent for a lease may have lost its blocks.
    fn suspect_after_silence(&self, now: Duration) {
        let mut state = self.state();
        if now.saturating_sub(state.beaten) >= self.terms.lease() {
            state.leases.values_mut().for_each(|lease| lease.suspect = true);
        }
    }

    /// Looks up whether suspect blocks have been taken over.
    async fn check_suspects(&self) -> Result<(), StoreError> {
        let suspects: Vec<u32> =
            self.state().leases.iter().filter(|(_, lease)| lease.suspect && !lease.lost).map(|(block, _)| *block).collect();
        for block in suspects {
            let epochs = self.objects.list(&self.terms.claims_of_block(block)).await?;
            let highest = epochs.iter().filter_map(|name| keys::last_number(name)).max();
            if let Some(lease) = self.state().leases.get_mut(&block) {
                lease.suspect = false;
                if highest.is_some_and(|highest| highest > lease.epoch) {
                    lease.lost = true;
                    lease.waiting.clear();
                }
            }
        }
        Ok(())
    }

    /// Writes the ends of blocks whose trials are all committed, and lets go of blocks that others have. Whether any has ended.
    async fn write_ends(&self) -> Result<bool, StoreError> {
        let ends: Vec<(u32, Bytes)> = {
            let mut state = self.state();
            state.leases.retain(|_, lease| !lease.lost || !lease.running.is_empty());
            let is_over = |block: u32, lease: &Lease| lease.commits.len() == self.terms.trials_of(block).len();
            let over = state.leases.iter().filter(|(block, lease)| is_over(**block, lease));
            over.map(|(block, lease)| (*block, lease.end())).collect()
        };
        let has_ended = !ends.is_empty();
        for (block, end) in ends {
            self.objects.put(&self.terms.block(block), end).await?;
            self.state().leases.remove(&block);
        }
        Ok(has_ended)
    }

    /// The next trial of a block that this worker has, unless somebody else has committed it.
    async fn take_waiting(&self) -> Result<Option<Ticket>, StoreError> {
        loop {
            // Looked at, not taken: this may be dropped while it waits for the store.
            let first =
                self.state().leases.iter().find_map(|(block, lease)| Some((*block, *lease.waiting.front()?, lease.contested)));
            let Some((block, trial, contested)) = first else { return Ok(None) };
            let committed = match contested {
                true => self.objects.get(&self.terms.done(trial)).await?,
                false => None,
            };
            let nonce = self.nonce();
            let mut state = self.state();
            let Some(lease) = state.leases.get_mut(&block) else { continue };
            lease.waiting.retain(|waiting| *waiting != trial);
            match committed {
                Some(body) => _ = lease.note(trial, body),
                None => {
                    lease.running.insert(trial);
                    return Ok(Some(Ticket { trial, epoch: lease.epoch, nonce }));
                }
            }
        }
    }

    /// A block that this worker has from now on.
    pub(crate) fn add_lease(&self, block: u32, epoch: u32, contested: bool) {
        let waiting = self.terms.trials_of(block).collect();
        let (running, commits) = (BTreeSet::new(), BTreeMap::new());
        let lease = Lease { epoch, waiting, running, commits, contested, suspect: false, lost: false };
        self.state().leases.insert(block, lease);
    }

    pub(crate) fn has_lease(&self, block: u32) -> bool {
        self.state().leases.contains_key(&block)
    }

    pub(crate) fn nonce(&self) -> String {
        let mut state = self.state();
        state.nonces += 1;
        format!("{}-{}", self.identity.session, state.nonces)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Lease {
    /// Takes down a commit; whether it was not known before.
    fn note(&mut self, trial: u32, body: Bytes) -> bool {
        self.running.remove(&trial);
        self.waiting.retain(|waiting| *waiting != trial);
        self.commits.insert(trial, body).is_none()
    }

    /// All commits, a line each.
    fn end(&self) -> Bytes {
        let mut lines = Vec::with_capacity(self.commits.values().map(|commit| commit.len() + 1).sum());
        for commit in self.commits.values() {
            lines.extend_from_slice(commit);
            lines.push(b'\n');
        }
        lines.into()
    }
}
