//! Runs past one machine: workers anywhere take trials of one plan from an object store, and each trial counts once.
//!
//! A run is planned on one machine and put into a store ([`StoredRun::create`]). Workers on any machines open it there
//! ([`StoredRun::open`], [`StoredRun::worker`]), take trials ([`Worker::next_trial`]), run them with the usual runner into a folder of
//! their own ([`StoredRun::bring_plan`]), and commit each ([`Worker::commit`]). Workers come, go and die as they like: what a dead one
//! had is taken over by others. Whoever wants to read the run brings it into a folder ([`StoredRun::mirror`]), where reports, grading
//! and verification find what they are used to.
//!
//! The store is S3, or what speaks its language, Google's, Azure's, a folder, or memory ([`Store::open`]). It must be able to create an
//! object only if there is none, and say so truthfully; one that cannot is refused ([`Store::probe`]).
//!
//! ```text
//! PREFIX/run.json, plan.jsonl             as in a run's folder
//! PREFIX/store.json                       the division into blocks: a run is in the store once this is there
//! PREFIX/claims/0012/012345/0001          block 12345 is claimed, for the first time (epoch 1)
//! PREFIX/beats/SESSION                    a worker is alive as long as this changes
//! PREFIX/trials/0012/001234-1.e1-3f….jsonl  attempt 1 of trial 1234, run under epoch 1: its log, named by content
//! PREFIX/frames/…, artifacts/…            as in a run's folder
//! PREFIX/done/0012/012345/001234          the commit of trial 1234 of that block: which logs are its
//! PREFIX/blocks/0012/012345               all commits of a block, once it has them all
//! PREFIX/groups/0012/claimed              none of these 1,000 blocks is free; or `ended`: all are ended
//! PREFIX/ended                            every block has them all
//! ```
//!
//! How claims and commits work, and what they cost, is told in the module `queue`; they know no network and are simulated in the tests with
//! crashes, stalls, lost answers and bad clocks. docs/scale.md has the figures.
//!
//! ```
//! use agon_store::{CreateOptions, Extent, Outcome, Store, StoreError, StoredRun, WorkerOptions};
//! use std::path::Path;
//!
//! /// Puts a planned run into a store.
//! async fn publish(url: &str, planned: &Path) -> Result<(), StoreError> {
//!     StoredRun::create(&Store::open(url)?, planned, &CreateOptions::default()).await?;
//!     Ok(())
//! }
//!
//! # async fn run_trial(_trial: u32, _folder: &Path) -> String { String::new() }
//! /// Works on it until nothing is left.
//! async fn work(url: &str, folder: &Path) -> Result<u32, StoreError> {
//!     let run = StoredRun::open(&Store::open(url)?).await?;
//!     run.bring_plan(folder).await?;
//!     let worker = run.worker(WorkerOptions { name: "host-1".into(), ..WorkerOptions::default() }).await?;
//!     let mut counted = 0;
//!     while let Some(ticket) = worker.next_trial().await? {
//!         // The log of the trial ends with a seal.
//!         let seal = run_trial(ticket.trial, folder).await;
//!         if let Outcome::Committed(_) = worker.commit(&ticket, folder, &seal).await? {
//!             counted += 1;
//!         }
//!     }
//!     worker.leave().await?;
//!     Ok(counted)
//! }
//!
//! /// Brings what is there so far; called again, only what is new.
//! async fn read(url: &str, mirror: &Path) -> Result<(), StoreError> {
//!     let run = StoredRun::open(&Store::open(url)?).await?;
//!     run.mirror(mirror, Extent::Everything).await?;
//!     Ok(())
//! }
//!
//! let refused = Store::open("ftp://host/run").unwrap_err().to_string();
//! assert!(refused.starts_with("ftp://host/run is not the address of a store"));
//! ```

#![warn(missing_docs)]

mod attempt;
mod error;
mod files;
mod keys;
mod mirror;
mod objects;
mod patience;
mod probe;
mod queue;
mod records;
mod run;
mod search;
mod store;
mod url;
mod worker;

pub use error::StoreError;
pub use keys::Terms;
pub use mirror::{Extent, Mirrored};
pub use objects::{Created, Objects};
pub use queue::{Clock, Identity, Next, Outcome, Queue, Ticket};
pub use records::{Beat, Commit, LogRef};
pub use run::{CreateOptions, Status, StoredRun, WorkerStatus};
pub use store::Store;
pub use worker::{Worker, WorkerOptions};

/// A name that nobody else has: 16 random bytes, in hexadecimal.
fn random_name() -> String {
    use std::hash::{BuildHasher, Hasher, RandomState};
    let mut bytes = [0; 16];
    if rustix::rand::getrandom(&mut bytes, rustix::rand::GetRandomFlags::empty()).is_err() {
        // A kernel without it: the standard library has randomness of its own.
        for half in bytes.chunks_exact_mut(8) {
            half.copy_from_slice(&RandomState::new().build_hasher().finish().to_le_bytes());
        }
    }
    agon_core::hex(&bytes)
}
