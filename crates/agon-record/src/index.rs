//! A run as its index tells it, without a look at the logs.

use crate::layout::{attempt_path, frame_path};
use crate::log::AttemptLog;
use crate::read::read_head;
use crate::{FRAMES, Manifest, PlannedTrial, Problem, RecordError, Row, Run, TrialResult, lines};
use agon_core::ImageHash;
use std::borrow::Cow;
use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The manifest, the plan and what each trial came to by `results.jsonl`: quick to read where a run has a hundred thousand logs, and
/// no more to be trusted than that file. [`Run`] reads the logs.
#[derive(Debug)]
pub struct RunIndex {
    folder: PathBuf,
    manifest: Manifest,
    plan: Vec<PlannedTrial>,
    results: Vec<TrialResult>,
    /// Attempts that do not count.
    others: Vec<Row>,
    is_checked: bool,
}

/// What figures and comparisons are made of, whether the logs were read or the index alone.
pub trait RunResults {
    /// What the run is.
    fn manifest(&self) -> &Manifest;
    /// Every planned trial, in order.
    fn plan(&self) -> &[PlannedTrial];
    /// Every attempt, in any order.
    fn attempts(&self) -> impl Iterator<Item = &Row>;
    /// What each planned trial has come to, in the order of the plan.
    fn results(&self) -> Cow<'_, [TrialResult]>;
}

impl RunResults for Run {
    fn manifest(&self) -> &Manifest {
        self.manifest()
    }

    fn plan(&self) -> &[PlannedTrial] {
        self.plan()
    }

    fn attempts(&self) -> impl Iterator<Item = &Row> {
        self.rows().iter()
    }

    fn results(&self) -> Cow<'_, [TrialResult]> {
        Cow::Owned(self.results())
    }
}

impl RunResults for RunIndex {
    fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    fn plan(&self) -> &[PlannedTrial] {
        &self.plan
    }

    fn attempts(&self) -> impl Iterator<Item = &Row> {
        self.results.iter().filter_map(|result| result.row.as_ref()).chain(&self.others)
    }

    fn results(&self) -> Cow<'_, [TrialResult]> {
        Cow::Borrowed(&self.results)
    }
}

/// Differs whenever an attempt was closed since.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IndexStamp {
    bytes: u64,
    modified: Option<SystemTime>,
}

impl RunIndex {
    /// Reads the index of a run.
    pub fn open(folder: &Path) -> Result<Self, RecordError> {
        let (manifest, plan, _) = read_head(folder)?;
        let path = folder.join(crate::RESULTS);
        let rows: Vec<Row> = if path.exists() { lines::read(&path)?.0 } else { Vec::new() };
        let mut index = Self::new(folder.into(), manifest, plan);
        if let Some(row) = rows.iter().find(|row| row.trial as usize >= index.plan.len()) {
            let problem = format!("it has a row for trial {}, the plan has {} trials", row.trial, index.plan.len());
            return Err(RecordError::Inconsistent { path, problem });
        }
        rows.into_iter().for_each(|row| index.take(row));
        Ok(index)
    }

    /// What the logs themselves say.
    pub fn checked(run: Run) -> Self {
        Self { is_checked: true, ..run.into_index() }
    }

    pub(crate) fn new(folder: PathBuf, manifest: Manifest, plan: Vec<PlannedTrial>) -> Self {
        let results = vec![TrialResult::default(); plan.len()];
        Self { folder, manifest, plan, results, others: Vec::new(), is_checked: false }
    }

    pub(crate) fn take(&mut self, row: Row) {
        let other = self.results[row.trial as usize].take(row);
        self.others.extend(other);
    }

    pub(crate) fn distrust(&mut self, problem: &Problem) {
        if let Some(result) = problem.trial.and_then(|trial| self.results.get_mut(trial as usize)) {
            result.distrust(problem);
        }
    }

    /// Of the index as it is on disk now.
    pub fn stamp(folder: &Path) -> IndexStamp {
        let data = fs::metadata(folder.join(crate::RESULTS)).ok();
        let bytes = data.as_ref().map_or(0, fs::Metadata::len);
        IndexStamp { bytes, modified: data.and_then(|data| data.modified().ok()) }
    }

    /// Where the run lies.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What it is.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Every planned trial, in order.
    pub fn plan(&self) -> &[PlannedTrial] {
        &self.plan
    }

    /// What each planned trial has come to, in the order of the plan.
    pub fn results(&self) -> &[TrialResult] {
        &self.results
    }

    /// Whether this is what the logs say, rather than the index.
    pub fn is_checked(&self) -> bool {
        self.is_checked
    }

    /// Where the log of an attempt lies.
    pub fn attempt_path(&self, trial: u32, attempt: u32) -> PathBuf {
        attempt_path(&self.folder, trial, attempt)
    }

    /// The log of one attempt, which need not be finished.
    pub fn attempt(&self, trial: u32, attempt: u32) -> Result<AttemptLog, RecordError> {
        AttemptLog::read(attempt_path(&self.folder, trial, attempt))
    }

    /// The numbers of a trial's attempts that have a log, finished or not.
    pub fn attempts_of(&self, trial: u32) -> Vec<u32> {
        (1..).take_while(|attempt| attempt_path(&self.folder, trial, *attempt).exists()).collect()
    }

    /// Where a frame lies.
    pub fn frame_path(&self, hash: &ImageHash, kind: &str) -> PathBuf {
        frame_path(&self.folder.join(FRAMES), hash, kind)
    }
}

/// Whether a process is writing the run. The kernel's list is read: to try the lock oneself could turn a writer away.
pub fn is_being_written(folder: &Path) -> bool {
    let Ok(lock) = fs::metadata(folder.join(crate::write::LOCK)) else { return false };
    let inode = format!(":{}", lock.ino());
    let locks = fs::read_to_string("/proc/locks").unwrap_or_default();
    locks.lines().filter(|line| line.contains("FLOCK")).any(|line| line.split_whitespace().any(|word| word.ends_with(&inode)))
}
