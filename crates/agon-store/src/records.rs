//! What the objects of the protocol say, as JSON.

use bytes::Bytes;
use serde::{Deserialize, Serialize};

/// `claims/GROUP/BLOCK/EPOCH`: somebody has the block until a higher epoch says otherwise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Claim {
    /// Whose beats keep it.
    pub(crate) session: String,
    /// Tells this claim from all others, its writer's own too.
    pub(crate) nonce: String,
}

/// `done/GROUP/BLOCK/TRIAL`: the one commit of a trial. Logs that no commit names do not count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Commit {
    /// Its place in the plan.
    pub trial: u32,
    /// The claim under which it was run.
    pub epoch: u32,
    /// The worker that ran it.
    pub session: String,
    /// Tells this commit from all others.
    pub nonce: String,
    /// Its attempts, in order.
    pub logs: Vec<LogRef>,
}

/// The log of one attempt in the store.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogRef {
    /// Counted from 1.
    pub attempt: u32,
    /// The object's name.
    pub key: String,
    /// BLAKE3 of its bytes, in hexadecimal.
    pub blake3: String,
    /// Its length.
    pub bytes: u64,
}

/// `beats/SESSION`: a worker is alive as long as this changes. Only the worker writes it; everything but the change is for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Beat {
    /// The worker.
    pub session: String,
    /// What the worker calls itself, such as its host.
    pub worker: String,
    /// Counted from 1.
    pub beat: u64,
    /// It has left, and everything it has not committed is free.
    pub ended: bool,
    /// Blocks it has.
    pub blocks: Vec<u32>,
    /// Trials that run.
    pub running: u32,
    /// Trials it has committed.
    pub committed: u32,
}

/// As an object. None of these can fail to be written: they are strings and numbers.
pub(crate) fn write(record: &impl Serialize) -> Bytes {
    serde_json::to_vec(record).unwrap_or_default().into()
}

/// What an object says, if it is one of these.
pub(crate) fn read<T: for<'a> Deserialize<'a>>(body: &[u8]) -> Option<T> {
    serde_json::from_slice(body).ok()
}
