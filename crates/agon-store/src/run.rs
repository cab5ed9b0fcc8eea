//! A run in a store.

use crate::attempt::key_of;
use crate::keys::{self, Terms};
use crate::objects::{Creator, Objects, create};
use crate::patience::{OF_COMMANDS, patiently};
use crate::records::{self, Beat, Commit};
use crate::store::Naming;
use crate::{Store, StoreError, files};
use bytes::Bytes;
use futures_util::{StreamExt, TryStreamExt, stream};
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

/// Requests of one command that are on their way at once.
pub(crate) const AT_ONCE: usize = 16;

/// A run in a store: its plan, what is committed, and who works on it.
#[derive(Clone, Debug)]
pub struct StoredRun {
    store: Store,
    terms: Terms,
}

/// How a run is put into a store.
#[derive(Clone, Debug)]
pub struct CreateOptions {
    /// Trials that are claimed together; chosen by the size of the plan if it is not given.
    pub block_size: Option<u32>,
    /// How long a worker that says nothing keeps its trials. Longer than a request with its repetitions, which is 25 s at most.
    pub lease: Duration,
}

/// How far a run has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    /// Trials of the plan.
    pub trials: u32,
    /// Of these committed.
    pub committed: u32,
    /// All blocks, and those whose trials are all committed.
    pub blocks: u32,
    /// Blocks whose trials are all committed.
    pub ended_blocks: u32,
    /// Blocks that are claimed and have not ended.
    pub claimed_blocks: u32,
    /// Everybody who has ever worked on it.
    pub workers: Vec<WorkerStatus>,
}

/// A worker as its last beat tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkerStatus {
    /// What it said last.
    pub beat: Beat,
    /// How much later somebody else said something, by the store's clock. More than a lease: it is dead, or everybody is.
    pub behind: Duration,
}

impl Default for CreateOptions {
    fn default() -> Self {
        Self { block_size: None, lease: Duration::from_secs(60) }
    }
}

impl Status {
    /// Whether every trial is committed.
    pub fn is_finished(&self) -> bool {
        self.committed == self.trials
    }
}

impl StoredRun {
    /// Puts a planned run, `run.json` and `plan.jsonl` of a folder, into a store, after probing that. The same run may be put there
    /// again: then this goes on where it was broken off, and the division is that of the first time.
    pub async fn create(store: &Store, folder: &Path, options: &CreateOptions) -> Result<Self, StoreError> {
        let manifest = Bytes::from(files::read(&folder.join(keys::MANIFEST)).await?);
        let plan = folder.join(keys::PLAN);
        let trials = files::read(&plan).await?.iter().filter(|byte| **byte == b'\n').count();
        let terms = Terms::new(u32::try_from(trials).unwrap_or(u32::MAX), options.block_size, options.lease)?;
        store.probe().await?;
        let other_run = || StoreError::OtherRun { url: store.url().into() };
        // The manifest names the run, so it comes first; the terms come last, and without them there is no run.
        if let Creator::Other(_) = create(store, keys::MANIFEST, &manifest).await? {
            return Err(other_run());
        }
        patiently(OF_COMMANDS, || store.put_file(keys::PLAN, &plan, Naming::Free)).await?;
        let terms = match create(store, keys::TERMS, &records::write(&terms)).await? {
            Creator::Me => terms,
            Creator::Other(body) => read_terms(store, &body)?,
        };
        match terms.trials as usize == trials {
            true => Ok(Self { store: store.clone(), terms }),
            false => Err(other_run()),
        }
    }

    /// Whether this folder is a store with a run in it.
    pub fn is_in(folder: &Path) -> bool {
        folder.join(keys::TERMS).is_file()
    }

    /// The run that is in a store.
    pub async fn open(store: &Store) -> Result<Self, StoreError> {
        let body = store.get(keys::TERMS).await?.ok_or_else(|| StoreError::NoRun { url: store.url().into() })?;
        Ok(Self { terms: read_terms(store, &body)?, store: store.clone() })
    }

    /// Where it is.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// How it is divided.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Brings `plan.jsonl` and `run.json` into a folder, byte for byte, for logs name the hash of both. A worker does this before it
    /// runs trials there. A folder of another run is refused.
    pub async fn bring_plan(&self, folder: &Path) -> Result<(), StoreError> {
        let missing = |key: &str| StoreError::Changed { key: key.into(), problem: "it is gone".into() };
        let manifest = self.get(keys::MANIFEST).await?.ok_or_else(|| missing(keys::MANIFEST))?;
        let local = folder.join(keys::MANIFEST);
        if local.exists() {
            return match files::read(&local).await? == manifest {
                true => Ok(()),
                false => {
                    Err(StoreError::Terms { problem: format!("{} holds another run; choose another folder", folder.display()) })
                }
            };
        }
        let plan = folder.join(keys::PLAN);
        let brought = patiently(OF_COMMANDS, || self.store.get_file(keys::PLAN, &plan, |_| Ok(()))).await?;
        brought.ok_or_else(|| missing(keys::PLAN))?;
        let trials = folder.join("trials");
        std::fs::create_dir_all(&trials).map_err(|error| StoreError::file(&trials, error))?;
        // Last: a folder with run.json has its whole plan.
        files::Writer::create(&local)?.write(manifest).await?.finish(|_| Ok(()))?;
        Ok(())
    }

    /// The commit of a trial, if it has one.
    pub async fn commit_of(&self, trial: u32) -> Result<Option<Commit>, StoreError> {
        let key = self.terms.done(trial);
        let Some(body) = self.get(&key).await? else { return Ok(None) };
        records::read(&body).map(Some).ok_or_else(|| StoreError::Changed { key, problem: "it is not a commit".into() })
    }

    /// How far it has come. Costs a listing for each 1,000 blocks that have ended and for each 1,000 trials of the others, and a read for
    /// each worker.
    pub async fn status(&self) -> Result<Status, StoreError> {
        let ended = self.ended_blocks().await?;
        let open = self.open_groups(&ended);
        let listings = stream::iter(open).map(|group| async move {
            let done = self.list(&keys::done_of_group(group)).await?;
            let claims = self.list(&keys::claims_of_group(group)).await?;
            Ok::<_, StoreError>((done, claims))
        });
        let listings: Vec<_> = listings.buffer_unordered(AT_ONCE).try_collect().await?;
        let mut done: BTreeSet<u32> = ended.iter().flat_map(|block| self.terms.trials_of(*block)).collect();
        let mut claimed = BTreeSet::new();
        for (names, claims) in &listings {
            done.extend(names.iter().filter_map(|name| keys::last_number(name)));
            claimed.extend(claims.iter().filter_map(|name| keys::read_claim(name)).map(|(block, _)| block));
        }
        Ok(Status {
            trials: self.terms.trials,
            committed: done.len() as u32,
            blocks: self.terms.blocks(),
            ended_blocks: ended.len() as u32,
            claimed_blocks: claimed.difference(&ended).count() as u32,
            workers: self.workers().await?,
        })
    }

    async fn workers(&self) -> Result<Vec<WorkerStatus>, StoreError> {
        let listed = patiently(OF_COMMANDS, || self.store.list_dated(keys::BEATS)).await?;
        let latest = listed.iter().map(|beat| beat.modified).max().unwrap_or_default();
        let reads = stream::iter(listed).map(|listed| async move {
            let body = self.get(&keys::beat(&listed.name)).await?;
            let beat = body.and_then(|body| records::read(&body));
            Ok::<_, StoreError>(beat.map(|beat| WorkerStatus { beat, behind: latest.saturating_sub(listed.modified) }))
        });
        let workers: Vec<Option<WorkerStatus>> = reads.buffered(AT_ONCE).try_collect().await?;
        Ok(workers.into_iter().flatten().collect())
    }

    /// An object, for a command.
    pub(crate) async fn get(&self, key: &str) -> Result<Option<Bytes>, StoreError> {
        patiently(OF_COMMANDS, || self.store.get(key)).await
    }

    /// A listing, for a command.
    pub(crate) async fn list(&self, folder: &str) -> Result<Vec<String>, StoreError> {
        patiently(OF_COMMANDS, || self.store.list(folder)).await
    }

    /// Blocks whose ends are written.
    pub(crate) async fn ended_blocks(&self) -> Result<BTreeSet<u32>, StoreError> {
        let names = self.list(keys::BLOCKS).await?;
        Ok(names.iter().filter_map(|name| keys::last_number(name)).filter(|block| *block < self.terms.blocks()).collect())
    }

    /// Groups with blocks that have not ended.
    pub(crate) fn open_groups(&self, ended: &BTreeSet<u32>) -> Vec<u32> {
        let is_open = |group: &u32| !self.terms.blocks_of(*group).all(|block| ended.contains(&block));
        (0..self.terms.groups()).filter(is_open).collect()
    }

    /// Brings a file of the run that its logs name, unless it is there. Whether it was brought, and its length.
    pub(crate) async fn bring(&self, folder: &Path, file: &Path) -> Result<Option<u64>, StoreError> {
        let local = folder.join(file);
        match local.exists() {
            true => Ok(Some(0)),
            false => {
                let key = key_of(file);
                patiently(OF_COMMANDS, || self.store.get_file(&key, &local, |_| Ok(()))).await
            }
        }
    }
}

fn read_terms(store: &Store, body: &[u8]) -> Result<Terms, StoreError> {
    let changed = |problem: &str| StoreError::Changed { key: keys::TERMS.into(), problem: problem.into() };
    let terms: Terms = records::read(body).ok_or_else(|| changed("it cannot be read"))?;
    if terms.format > keys::FORMAT {
        return Err(StoreError::Future { url: store.url().into(), found: terms.format, known: keys::FORMAT });
    }
    terms.check().map_err(|error| changed(&error.to_string()))?;
    Ok(terms)
}
