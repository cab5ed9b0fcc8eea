//! The names of objects. Those that a run's folder has too have the same names.

use crate::StoreError;
use crate::attempt::key_of;
use agon_record::attempt_file;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::path::Path;
use std::time::Duration;

pub(crate) const TERMS: &str = "store.json";
pub(crate) const MANIFEST: &str = "run.json";
pub(crate) const PLAN: &str = "plan.jsonl";
pub(crate) const BEATS: &str = "beats";
pub(crate) const BLOCKS: &str = "blocks";
pub(crate) const MARKS: &str = "groups";
/// There once every block has ended.
pub(crate) const ENDED: &str = "ended";

/// The format of what this module names.
pub(crate) const FORMAT: u32 = 1;
/// A page of a listing.
const BLOCKS_PER_GROUP: u32 = 1000;
/// Runs have at least so many blocks if they have the trials for it: the more there are, the shorter the end of a run, when
/// some have work left and others have none.
const WANTED_BLOCKS: u32 = 8192;
const MAX_BLOCK_SIZE: u32 = 16;
const MIN_LEASE: Duration = Duration::from_millis(200);

/// How a run is divided among workers: fixed when it is put into the store, and kept there as `store.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// The format of the objects.
    pub format: u32,
    /// Trials of the plan.
    pub trials: u32,
    /// Consecutive trials that are claimed together.
    pub block_size: u32,
    /// Consecutive blocks that are listed together.
    pub group_size: u32,
    /// A worker whose beat has not changed for so long has lost its blocks.
    pub lease_ms: u64,
}

impl Terms {
    /// For a plan of so many trials. `block_size` is chosen if it is not given: 1 up to 8,192 trials, 16 from 131,072 on.
    pub fn new(trials: u32, block_size: Option<u32>, lease: Duration) -> Result<Self, StoreError> {
        let block_size = block_size.unwrap_or_else(|| (trials / WANTED_BLOCKS).clamp(1, MAX_BLOCK_SIZE));
        let lease_ms = u64::try_from(lease.as_millis()).unwrap_or(u64::MAX);
        let terms = Self { format: FORMAT, trials, block_size, group_size: BLOCKS_PER_GROUP, lease_ms };
        terms.check()?;
        Ok(terms)
    }

    pub(crate) fn check(&self) -> Result<(), StoreError> {
        let refuse = |problem: &str| Err(StoreError::Terms { problem: problem.into() });
        match () {
            () if self.trials == 0 => refuse("the plan has no trials"),
            () if self.group_size == 0 => refuse("a group has at least one block"),
            () if self.block_size == 0 => refuse("a block has at least one trial"),
            () if self.lease() < MIN_LEASE => refuse("a lease shorter than 200 ms is lost to any slow request"),
            () => Ok(()),
        }
    }

    /// How long a silent worker keeps its blocks.
    pub fn lease(&self) -> Duration {
        Duration::from_millis(self.lease_ms)
    }

    /// Workers beat so often: three beats may be lost.
    pub fn beat_interval(&self) -> Duration {
        self.lease() / 4
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> u32 {
        self.trials.div_ceil(self.block_size)
    }

    pub(crate) fn groups(&self) -> u32 {
        self.blocks().div_ceil(self.group_size)
    }

    pub(crate) fn blocks_of(&self, group: u32) -> Range<u32> {
        group * self.group_size..((group + 1).saturating_mul(self.group_size)).min(self.blocks())
    }

    pub(crate) fn trials_of(&self, block: u32) -> Range<u32> {
        let start = block * self.block_size;
        start..start.saturating_add(self.block_size).min(self.trials)
    }

    pub(crate) fn block_of(&self, trial: u32) -> u32 {
        trial / self.block_size
    }

    fn group_of(&self, block: u32) -> u32 {
        block / self.group_size
    }

    pub(crate) fn claims_of_block(&self, block: u32) -> String {
        format!("claims/{:04}/{block:06}", self.group_of(block))
    }

    pub(crate) fn claim(&self, block: u32, epoch: u32) -> String {
        format!("claims/{:04}/{block:06}/{epoch:04}", self.group_of(block))
    }

    pub(crate) fn done(&self, trial: u32) -> String {
        let block = self.block_of(trial);
        format!("done/{:04}/{block:06}/{trial:06}", self.group_of(block))
    }

    pub(crate) fn block(&self, block: u32) -> String {
        format!("{BLOCKS}/{:04}/{block:06}", self.group_of(block))
    }
}

pub(crate) fn claims_of_group(group: u32) -> String {
    format!("claims/{group:04}")
}

/// From a name below [`claims_of_group`].
pub(crate) fn read_claim(name: &str) -> Option<(u32, u32)> {
    let (block, epoch) = name.split_once('/')?;
    Some((block.parse().ok()?, epoch.parse().ok()?))
}

pub(crate) fn done_of_group(group: u32) -> String {
    format!("done/{group:04}")
}

pub(crate) fn blocks_of_group(group: u32) -> String {
    format!("{BLOCKS}/{group:04}")
}

/// Says of a whole group that no block is free, or that all have ended.
pub(crate) fn mark(group: u32, is_ended: bool) -> String {
    format!("{MARKS}/{group:04}/{}", if is_ended { "ended" } else { "claimed" })
}

/// From a name below [`MARKS`].
pub(crate) fn read_mark(name: &str) -> Option<(u32, bool)> {
    let (group, mark) = name.split_once('/')?;
    Some((group.parse().ok()?, mark == "ended"))
}

pub(crate) fn beat(session: &str) -> String {
    format!("{BEATS}/{session}")
}

/// The log of an attempt. Its content is part of the name: who loses a race overwrites nothing.
pub(crate) fn log(trial: u32, attempt: u32, epoch: u32, hash: &str) -> String {
    let hash = hash.get(..16).unwrap_or(hash);
    key_of(&attempt_file(Path::new(""), trial, attempt).with_extension(format!("e{epoch}-{hash}.jsonl")))
}

/// The number that a name ends with.
pub(crate) fn last_number(name: &str) -> Option<u32> {
    name.rsplit('/').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_trial_is_in_exactly_one_block_of_one_group() {
        for (trials, size) in [(1, None), (8191, None), (20_000, None), (1_000_000, None), (10, Some(3)), (5, Some(100))] {
            let terms = Terms::new(trials, size, Duration::from_secs(60)).unwrap();
            let blocks: Vec<u32> = (0..terms.groups()).flat_map(|group| terms.blocks_of(group)).collect();
            assert_eq!(blocks, (0..terms.blocks()).collect::<Vec<_>>());
            let all: Vec<u32> = blocks.iter().flat_map(|block| terms.trials_of(*block)).collect();
            assert_eq!(all, (0..trials).collect::<Vec<_>>());
            assert!(all.iter().all(|trial| terms.trials_of(terms.block_of(*trial)).contains(trial)));
        }
    }

    #[test]
    fn a_million_trials_make_blocks_of_sixteen() {
        let size = |trials| Terms::new(trials, None, Duration::from_secs(60)).unwrap().block_size;
        assert_eq!([size(1), size(8192), size(20_000), size(1_000_000)], [1, 1, 2, 16]);
    }

    #[test]
    fn names_are_read_back() {
        let terms = Terms::new(1_000_000, None, Duration::from_secs(60)).unwrap();
        assert_eq!(terms.claim(12_345, 2), "claims/0012/012345/0002");
        assert_eq!(terms.done(123_456), "done/0007/007716/123456");
        assert_eq!(read_mark("0012/ended"), Some((12, true)));
        assert_eq!(read_claim("012345/0002"), Some((12_345, 2)));
        assert_eq!(last_number(&terms.done(7)), Some(7));
        assert_eq!(read_claim("x"), None);
    }

    #[test]
    fn terms_that_cannot_work_are_refused() {
        let refused = |trials, size, lease| Terms::new(trials, size, Duration::from_millis(lease)).unwrap_err().to_string();
        assert_eq!(refused(0, None, 60_000), "the plan has no trials");
        assert_eq!(refused(1, Some(0), 60_000), "a block has at least one trial");
        assert!(refused(1, None, 10).starts_with("a lease shorter than"));
    }
}
