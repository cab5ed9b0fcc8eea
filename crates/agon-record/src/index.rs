//! A run as its index tells it, without a look at the logs.

use crate::layout::{attempt_path, frame_path};
use crate::log::{AttemptLog, Expected};
use crate::read::{attempts_on_disk, read_head, visit_logs};
use crate::{FRAMES, Manifest, PlannedTrial, Problem, RecordError, Row, Run, TrialResult, lines};
use agon_core::{Event, Header, ImageHash};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead as _, BufReader};
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
    /// Of the manifest and the plan.
    hash: String,
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
        let (manifest, plan, hash) = read_head(folder)?;
        let path = folder.join(crate::RESULTS);
        let mut index = Self::new(folder.into(), manifest, plan, hash);
        let mut stray = None;
        if path.exists() {
            lines::for_each(&path, |row: Row| match (row.trial as usize) < index.plan.len() {
                true => index.take(row),
                false => stray = Some(row.trial),
            })?;
        }
        match stray {
            None => Ok(index),
            Some(trial) => {
                let problem = format!("it has a row for trial {trial}, the plan has {} trials", index.plan.len());
                Err(RecordError::Inconsistent { path, problem })
            }
        }
    }

    /// Reads every log and tells whether they say what the index says, no more and no less. Little is kept meanwhile: where they do not
    /// agree, [`Run`] tells what they say.
    pub fn agrees_with_logs(&self) -> Result<bool, RecordError> {
        let attempts = attempts_on_disk(&self.folder, self.plan.len())?;
        let others: BTreeMap<(u32, u32), &Row> = self.others.iter().map(|row| ((row.trial, row.attempt), row)).collect();
        let counted = |trial: u32| self.results.get(trial as usize).and_then(|result| result.row.as_ref());
        let indexed = others.len() + self.results.iter().filter(|result| result.row.is_some()).count();
        let expected = Expected { folder: &self.folder, manifest: &self.manifest, plan: &self.plan, run: &self.hash };
        let mut agrees = attempts.len() == indexed;
        if agrees {
            visit_logs(&expected, &attempts, |(trial, attempt), read| {
                let known =
                    counted(trial).filter(|row| row.attempt == attempt).or_else(|| others.get(&(trial, attempt)).copied());
                agrees &= read.is_ok_and(|row| known == Some(&row));
            });
        }
        Ok(agrees)
    }

    /// What the logs themselves say.
    pub fn checked(run: Run) -> Self {
        Self { is_checked: true, ..run.into_index() }
    }

    pub(crate) fn new(folder: PathBuf, manifest: Manifest, plan: Vec<PlannedTrial>, hash: String) -> Self {
        let results = vec![TrialResult::default(); plan.len()];
        Self { folder, manifest, plan, results, others: Vec::new(), hash, is_checked: false }
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

    /// Where the index itself lies.
    pub fn results_path(&self) -> PathBuf {
        self.folder.join(crate::RESULTS)
    }

    /// When the run was last begun or resumed: whoever writes it makes its lock anew.
    pub fn session_began(&self) -> Option<SystemTime> {
        fs::metadata(self.folder.join(crate::write::LOCK)).and_then(|data| data.modified()).ok()
    }

    /// Where the log of an attempt lies.
    pub fn attempt_path(&self, trial: u32, attempt: u32) -> PathBuf {
        attempt_path(&self.folder, trial, attempt)
    }

    /// The log of one attempt, which need not be finished.
    pub fn attempt(&self, trial: u32, attempt: u32) -> Result<AttemptLog, RecordError> {
        AttemptLog::read(attempt_path(&self.folder, trial, attempt))
    }

    /// What the first line of an attempt's log says, without a look at the rest; `None` where there is no such line yet.
    pub fn header(&self, trial: u32, attempt: u32) -> Option<Header> {
        let mut line = Vec::new();
        let file = fs::File::open(self.attempt_path(trial, attempt)).ok()?;
        BufReader::new(file).read_until(b'\n', &mut line).ok()?;
        match serde_json::from_slice(&line).ok()? {
            Event::Opened(header) => Some(*header),
            _ => None,
        }
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
