//! Looking for work: blocks that nobody has claimed, then blocks whose worker has died.

use crate::StoreError;
use crate::keys::{self, Terms};
use crate::objects::{Creator, Objects, create};
use crate::queue::{Clock, Next, Queue};
use crate::records::{self, Beat, Claim};
use agon_core::Rng;
use bytes::Bytes;
use futures_util::future::join_all;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// Blocks that an idle worker looks at in one go.
const WATCHED_BLOCKS: usize = 32;
/// After so many collisions in a row the list of free blocks is read again.
const MAX_COLLISIONS: u32 = 4;
/// An idle worker looks so often at a group before it looks at another: long enough to see that a worker is silent.
const LOOKS_AT_GROUP: u32 = 8;
/// The more often nothing was found, the longer until the next look, up to so many beats.
const MAX_WAIT_BEATS: u32 = 4;
/// Between looks an idle worker asks whether everything has ended: at first so often, later after a quarter of the time it has been
/// idle for. The end of a short run is not slept through then, and a long one is not asked for in vain.
const SHORTEST_PAUSE: Duration = Duration::from_millis(250);
const IDLE_PER_PAUSE: u32 = 4;

/// What was seen of a worker is forgotten after so many leases.
const KEPT_LEASES: u32 = 8;

#[derive(Debug)]
pub(crate) struct Search {
    rng: Rng,
    groups: Vec<Group>,
    /// What the store says of groups.
    marks: BTreeSet<String>,
    /// The group whose blocks are known.
    view: Option<View>,
    /// Looks at that group.
    looks: u32,
    /// Looks without finding anything.
    idle: u32,
    /// Since when there has been nothing to do.
    idle_since: Option<Duration>,
    /// When blocks and beats are looked at again.
    next_look: Duration,
    /// The claims of blocks that were looked at.
    claims: BTreeMap<u32, (u32, Claim)>,
    sessions: BTreeMap<String, Watched>,
}

/// Whether a search came to something.
pub(crate) enum Claimed {
    /// A block was claimed.
    Block,
    /// None is to be had.
    Nothing(Next),
}

/// What is known of a group of blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Group {
    Unvisited,
    /// It had no free block.
    Claimed,
    /// Every block has ended.
    Ended,
}

/// The blocks of one group that have not ended.
#[derive(Debug)]
struct View {
    group: u32,
    /// Never claimed.
    free: Vec<u32>,
    /// The highest epoch of each that is claimed.
    claimed: BTreeMap<u32, u32>,
}

/// A beat that is being watched.
#[derive(Debug)]
struct Watched {
    body: Option<Bytes>,
    /// When it was first seen like this.
    since: Duration,
    /// When it was last seen like this.
    last: Duration,
    /// It was seen like this more than once.
    is_repeated: bool,
}

impl Search {
    pub(crate) fn new(terms: &Terms, seed: u64) -> Self {
        Self {
            rng: Rng::new("agon-store", seed),
            groups: vec![Group::Unvisited; terms.groups() as usize],
            marks: BTreeSet::new(),
            view: None,
            looks: 0,
            idle: 0,
            idle_since: None,
            next_look: Duration::ZERO,
            claims: BTreeMap::new(),
            sessions: BTreeMap::new(),
        }
    }

    /// There is work again.
    pub(crate) fn found(&mut self) {
        (self.idle, self.idle_since, self.next_look) = (0, None, Duration::ZERO);
    }

    /// A block of this worker has ended, which may have been the last: the next look is not waited for.
    pub(crate) fn look_at_once(&mut self) {
        self.next_look = Duration::ZERO;
    }

    /// Claims one block, if there is one to be had.
    pub(crate) async fn claim_block<S: Objects, C: Clock>(&mut self, queue: &Queue<S, C>) -> Result<Claimed, StoreError> {
        loop {
            if self.claim_free(queue).await? {
                return Ok(Claimed::Block);
            }
            if let Some(group) = self.view.as_ref().map(|view| view.group) {
                self.mark(queue, group).await?;
            }
            if !self.groups.contains(&Group::Unvisited) {
                return self.watch(queue).await;
            }
            self.read_marks(queue).await?;
            if let Some(group) = self.any(Group::Unvisited) {
                self.look_at(queue, group).await?;
            }
        }
    }

    /// Claims a block of the group in view that nobody has.
    async fn claim_free<S: Objects, C: Clock>(&mut self, queue: &Queue<S, C>) -> Result<bool, StoreError> {
        let mut collisions = 0;
        while let Some(view) = &mut self.view
            && let Some(block) = view.free.last().copied()
        {
            let other = claim(queue, block, 1).await?;
            view.free.pop();
            match other {
                None => return Ok(true),
                Some(other) => {
                    view.claimed.insert(block, 1);
                    let is_ours = other.session == queue.identity.session;
                    self.claims.insert(block, (1, other));
                    if is_ours && !queue.has_lease(block) {
                        queue.add_lease(block, 1, true);
                        return Ok(true);
                    }
                }
            }
            collisions += 1;
            if collisions == MAX_COLLISIONS {
                collisions = 0;
                let group = view.group;
                self.look_at(queue, group).await?;
            }
        }
        Ok(false)
    }

    /// Reads which blocks of a group have ended and which are claimed.
    async fn look_at<S: Objects, C: Clock>(&mut self, queue: &Queue<S, C>, group: u32) -> Result<(), StoreError> {
        let ended = queue.objects.list(&keys::blocks_of_group(group)).await?;
        let ended: BTreeSet<u32> = ended.iter().filter_map(|name| keys::last_number(name)).collect();
        let blocks = queue.terms.blocks_of(group);
        let is_over = blocks.clone().all(|block| ended.contains(&block));
        let mut claimed = BTreeMap::new();
        if !is_over {
            let names = queue.objects.list(&keys::claims_of_group(group)).await?;
            for (block, epoch) in names.iter().filter_map(|name| keys::read_claim(name)) {
                if !ended.contains(&block) {
                    let highest = claimed.entry(block).or_insert(epoch);
                    *highest = epoch.max(*highest);
                }
            }
        }
        let is_free = |block: &u32| !ended.contains(block) && !claimed.contains_key(block) && !queue.has_lease(*block);
        let mut free: Vec<u32> = blocks.filter(is_free).collect();
        self.rng.shuffle(&mut free);
        self.groups[group as usize] = if is_over { Group::Ended } else { Group::Claimed };
        self.claims.retain(|block, _| claimed.contains_key(block));
        if self.view.as_ref().is_none_or(|view| view.group != group) {
            self.looks = 0;
        }
        self.view = Some(View { group, free, claimed });
        Ok(())
    }

    /// Tells others what is known of a group that has no free block.
    async fn mark<S: Objects, C: Clock>(&mut self, queue: &Queue<S, C>, group: u32) -> Result<(), StoreError> {
        let mark = keys::mark(group, self.groups[group as usize] == Group::Ended);
        if self.groups.len() > 1 && !self.marks.contains(&mark) {
            queue.objects.put(&mark, Bytes::from_static(b"{}\n")).await?;
            self.marks.insert(mark);
        }
        Ok(())
    }

    /// Reads what others know of groups.
    async fn read_marks<S: Objects, C: Clock>(&mut self, queue: &Queue<S, C>) -> Result<(), StoreError> {
        if self.groups.len() == 1 {
            return Ok(());
        }
        for (group, is_ended) in queue.objects.list(keys::MARKS).await?.iter().filter_map(|name| keys::read_mark(name)) {
            self.marks.insert(keys::mark(group, is_ended));
            if let Some(known) = self.groups.get_mut(group as usize) {
                *known = (*known).max(if is_ended { Group::Ended } else { Group::Claimed });
            }
        }
        Ok(())
    }

    /// Nobody has left a block free: looks whether the worker of one has died.
    async fn watch<S: Objects, C: Clock>(&mut self, queue: &Queue<S, C>) -> Result<Claimed, StoreError> {
        if queue.objects.get(keys::ENDED).await?.is_some() {
            return Ok(Claimed::Nothing(Next::Finished));
        }
        if queue.clock.now() < self.next_look {
            return Ok(Claimed::Nothing(Next::Wait(self.pause(queue))));
        }
        loop {
            let group = match &self.view {
                Some(view) if self.groups[view.group as usize] == Group::Claimed && self.looks < LOOKS_AT_GROUP => {
                    Some(view.group)
                }
                _ => {
                    self.read_marks(queue).await?;
                    self.any(Group::Claimed)
                }
            };
            let Some(group) = group else {
                queue.objects.put(keys::ENDED, Bytes::from_static(b"{}\n")).await?;
                return Ok(Claimed::Nothing(Next::Finished));
            };
            if self.view.as_ref().is_some_and(|view| view.group == group) {
                // The same group again after all its looks.
                self.looks %= LOOKS_AT_GROUP;
            }
            self.look_at(queue, group).await?;
            self.looks += 1;
            // A block that an earlier look called claimed may be free: listings can be late both ways.
            if self.claim_free(queue).await? {
                return Ok(Claimed::Block);
            }
            if self.groups[group as usize] != Group::Ended {
                break;
            }
            self.mark(queue, group).await?;
        }
        if self.take_over(queue).await? {
            return Ok(Claimed::Block);
        }
        self.idle += 1;
        let beats = (1 + self.idle / LOOKS_AT_GROUP).min(MAX_WAIT_BEATS);
        self.next_look = queue.clock.now() + queue.terms.beat_interval().mul_f64(f64::from(beats) * self.rng.real(0.5, 1.0));
        Ok(Claimed::Nothing(Next::Wait(self.pause(queue))))
    }

    /// How long until it is asked again whether everything has ended.
    fn pause<S: Objects, C: Clock>(&mut self, queue: &Queue<S, C>) -> Duration {
        let now = queue.clock.now();
        let idle = now.saturating_sub(*self.idle_since.get_or_insert(now));
        let pause = (idle / IDLE_PER_PAUSE).max(SHORTEST_PAUSE).min(queue.terms.beat_interval());
        pause.min(self.next_look.saturating_sub(now))
    }

    /// Takes over a block of the group in view whose worker has left or been silent for a lease.
    async fn take_over<S: Objects, C: Clock>(&mut self, queue: &Queue<S, C>) -> Result<bool, StoreError> {
        let Some(view) = &self.view else { return Ok(false) };
        let mut blocks: Vec<(u32, u32)> =
            view.claimed.iter().map(|(block, epoch)| (*block, *epoch)).filter(|(block, _)| !queue.has_lease(*block)).collect();
        self.rng.shuffle(&mut blocks);
        // Those first whose worker seems to be silent, then those nothing is known of.
        blocks.sort_by_key(|(block, epoch)| match self.session_of(*block, *epoch).map(|session| self.sessions.get(session)) {
            Some(Some(watched)) if watched.is_repeated => 0,
            Some(Some(_)) => 2,
            _ => 1,
        });
        blocks.truncate(WATCHED_BLOCKS);
        self.read_claims(queue, &blocks).await?;
        self.read_beats(queue, &blocks).await?;
        for (block, epoch) in blocks {
            let Some(session) = self.session_of(block, epoch) else { continue };
            if session == queue.identity.session {
                // A claim of ours whose answer was lost.
                queue.add_lease(block, epoch, true);
                return Ok(true);
            }
            if !self.is_dead(session, queue) {
                continue;
            }
            match claim(queue, block, epoch + 1).await? {
                None => return Ok(true),
                Some(other) => _ = self.claims.insert(block, (epoch + 1, other)),
            }
        }
        Ok(false)
    }

    async fn read_claims<S: Objects, C: Clock>(&mut self, queue: &Queue<S, C>, blocks: &[(u32, u32)]) -> Result<(), StoreError> {
        let unread = blocks.iter().copied().filter(|(block, epoch)| self.session_of(*block, *epoch).is_none());
        let reads = unread.map(|(block, epoch)| async move {
            let body = queue.objects.get(&queue.terms.claim(block, epoch)).await?;
            Ok::<_, StoreError>(body.and_then(|body| records::read(&body)).map(|claim: Claim| (block, epoch, claim)))
        });
        for read in join_all(reads).await {
            if let Some((block, epoch, claim)) = read? {
                self.claims.insert(block, (epoch, claim));
            }
        }
        Ok(())
    }

    /// Looks at the beats of whoever has these blocks.
    async fn read_beats<S: Objects, C: Clock>(&mut self, queue: &Queue<S, C>, blocks: &[(u32, u32)]) -> Result<(), StoreError> {
        let sessions = blocks.iter().filter_map(|(block, epoch)| self.session_of(*block, *epoch));
        let sessions: BTreeSet<String> =
            sessions.filter(|session| *session != queue.identity.session).map(String::from).collect();
        let reads = sessions.into_iter().map(|session| async move {
            let before = queue.clock.now();
            let body = queue.objects.get(&keys::beat(&session)).await?;
            Ok::<_, StoreError>((session, body, before, queue.clock.now()))
        });
        let reads = join_all(reads).await;
        // What was seen is kept from one group to the next, for a worker has blocks in many, but not for ever.
        let now = queue.clock.now();
        self.sessions.retain(|_, watched| now.saturating_sub(watched.last) < queue.terms.lease() * KEPT_LEASES);
        for read in reads {
            let (session, body, before, after) = read?;
            match self.sessions.get_mut(&session) {
                // Counted from the end of the first look to the beginning of the last: never longer than it was silent.
                Some(watched) if watched.body == body => {
                    watched.is_repeated = true;
                    watched.last = before;
                }
                _ => _ = self.sessions.insert(session, Watched { body, since: after, last: after, is_repeated: false }),
            }
        }
        Ok(())
    }

    fn is_dead<S: Objects, C: Clock>(&self, session: &str, queue: &Queue<S, C>) -> bool {
        self.sessions.get(session).is_some_and(|watched| {
            let has_left = watched.body.as_ref().and_then(|body| records::read(body)).is_some_and(|beat: Beat| beat.ended);
            has_left || watched.last.saturating_sub(watched.since) >= queue.terms.lease()
        })
    }

    /// Who has a block, if the claim has been read.
    fn session_of(&self, block: u32, epoch: u32) -> Option<&str> {
        self.claims.get(&block).filter(|(known, _)| *known == epoch).map(|(_, claim)| claim.session.as_str())
    }

    /// A random group in that state.
    fn any(&mut self, state: Group) -> Option<u32> {
        let groups: Vec<u32> =
            (0u32..).zip(&self.groups).filter(|(_, group)| **group == state).map(|(number, _)| number).collect();
        self.rng.choose(&groups).copied()
    }
}

/// Claims a block for the queue's worker. `Some` is the claim of somebody who was faster.
async fn claim<S: Objects, C: Clock>(queue: &Queue<S, C>, block: u32, epoch: u32) -> Result<Option<Claim>, StoreError> {
    let mine = Claim { session: queue.identity.session.clone(), nonce: queue.nonce() };
    let key = queue.terms.claim(block, epoch);
    match create(&queue.objects, &key, &records::write(&mine)).await? {
        Creator::Me => {
            queue.add_lease(block, epoch, epoch > 1);
            Ok(None)
        }
        Creator::Other(body) => {
            let changed = || StoreError::Changed { key: key.clone(), problem: "it is not a claim".into() };
            Ok(Some(records::read(&body).ok_or_else(changed)?))
        }
    }
}
