//! Reading a run.

use crate::artifacts::{self, ArtifactProblem};
use crate::chain::run_hash;
use crate::layout::{artifact_path, attempt_path, frame_path};
use crate::lines;
use crate::log::{AttemptLog, Checked, Expected, Problem, check_format};
use crate::trial::RecordedTrial;
use crate::{ARTIFACTS, FRAMES, Manifest, PlannedTrial, RESULTS, RecordError, Row, RunIndex, TrialResult};
use agon_core::{ArtifactRef, Cause, Fault, FrameRef, Totals, TrialRecord, Verdict, hex};
use serde_json::Value;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A run as it is on disk: the manifest, the plan and what the logs come to. The logs are the only truth; each is read whole
/// and held against the plan and its own hashes whenever a run is opened. `results.jsonl` is only compared with them.
#[derive(Debug)]
pub struct Run {
    folder: PathBuf,
    manifest: Manifest,
    plan: Vec<PlannedTrial>,
    /// In the order of trials and attempts.
    rows: Vec<Row>,
    problems: Vec<Problem>,
    index_problems: Vec<Problem>,
    hash: String,
    /// `results.jsonl` has exactly the closed attempts.
    pub(crate) is_indexed: bool,
}

impl Run {
    /// Reads a run and holds its logs against its plan.
    pub fn open(folder: &Path) -> Result<Self, RecordError> {
        let mut run = Self::unread(folder)?;
        run.read_logs(run.attempts_on_disk()?);
        run.compare_index();
        Ok(run)
    }

    /// Reads the logs of one trial alone; all others are missing here.
    pub fn open_trial(folder: &Path, trial: u32) -> Result<Self, RecordError> {
        let mut run = Self::unread(folder)?;
        if (trial as usize) < run.plan.len() {
            let attempts = (1..).take_while(|attempt| attempt_path(folder, trial, *attempt).exists());
            run.read_logs(attempts.map(|attempt| (trial, attempt)).collect());
        }
        Ok(run)
    }

    fn unread(folder: &Path) -> Result<Self, RecordError> {
        let (manifest, plan, hash) = read_head(folder)?;
        Ok(Self {
            folder: folder.into(),
            manifest,
            plan,
            rows: Vec::new(),
            problems: Vec::new(),
            index_problems: Vec::new(),
            hash,
            is_indexed: false,
        })
    }

    /// Where it lies.
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

    /// Every attempt, in the order of trials and attempts. One whose log ends early is void as interrupted, one whose log cannot
    /// be trusted is void by a fault of the record.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Logs that are not as this run wrote them. Trials they concern are void.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// What the index says that no log says. It changes no result, for the index is not asked; a power cut can do it too.
    pub fn index_problems(&self) -> &[Problem] {
        &self.index_problems
    }

    /// Names the manifest, the plan and every closed attempt. Published with a result, it shows that the record is the same.
    pub fn digest(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        hasher.update(self.hash.as_bytes());
        for row in self.rows.iter().filter(|row| !row.seal.is_empty()) {
            hasher.update(format!("\n{}-{} {}", row.trial, row.attempt, row.seal).as_bytes());
        }
        hex(&hasher.finalize().as_bytes()[..16])
    }

    /// What each trial came to, and the attempts that do not count.
    pub(crate) fn into_index(self) -> RunIndex {
        let mut index = RunIndex::new(self.folder, self.manifest, self.plan, self.hash);
        self.rows.into_iter().for_each(|row| index.take(row));
        self.problems.iter().for_each(|problem| index.distrust(problem));
        index
    }

    /// The hash of the manifest and the plan.
    pub(crate) fn hash(&self) -> &str {
        &self.hash
    }

    /// What each planned trial has come to, in the order of the plan.
    pub fn results(&self) -> Vec<TrialResult> {
        let mut results = vec![TrialResult::default(); self.plan.len()];
        for row in &self.rows {
            results[row.trial as usize].take(row.clone());
        }
        for problem in &self.problems {
            if let Some(result) = problem.trial.and_then(|trial| results.get_mut(trial as usize)) {
                result.distrust(problem);
            }
        }
        results
    }

    /// The log of one attempt.
    pub fn attempt(&self, trial: u32, attempt: u32) -> Result<AttemptLog, RecordError> {
        AttemptLog::read(attempt_path(&self.folder, trial, attempt))
    }

    /// Where a frame lies.
    pub fn frame_path(&self, frame: &FrameRef) -> PathBuf {
        frame_path(&self.folder.join(FRAMES), &frame.hash, &frame.kind)
    }

    /// Where a file lies that a trial handed in.
    pub fn artifact_path(&self, artifact: &ArtifactRef) -> PathBuf {
        artifact_path(&self.folder.join(ARTIFACTS), &artifact.hash)
    }

    /// Reads a file that a trial handed in and holds it against its hash.
    pub fn check_artifact(&self, artifact: &ArtifactRef) -> Result<(), ArtifactProblem> {
        artifacts::check(&self.artifact_path(artifact), artifact)
    }

    /// The record of one attempt, for a grader.
    pub fn trial_record(&self, trial: u32, attempt: u32) -> Arc<dyn TrialRecord> {
        let log = attempt_path(&self.folder, trial, attempt);
        Arc::new(RecordedTrial { folder: self.folder.clone(), log, frames: None })
    }

    /// Every attempt with a log, finished or not, in order.
    pub fn attempts_on_disk(&self) -> Result<Vec<(u32, u32)>, RecordError> {
        attempts_on_disk(&self.folder, self.plan.len())
    }

    fn read_logs(&mut self, planned: Vec<(u32, u32)>) {
        let (mut rows, mut problems) = (Vec::with_capacity(planned.len()), Vec::new());
        let expected = Expected { folder: &self.folder, manifest: &self.manifest, plan: &self.plan, run: &self.hash };
        visit_logs(&expected, &planned, |(trial, attempt), read| match read {
            Ok(row) => rows.push(row),
            Err(what) => {
                let (row, problem) = distrusted(trial, attempt, what);
                rows.push(row);
                problems.push(problem);
            }
        });
        (self.rows, self.problems) = (rows, problems);
    }

    /// An index that lacks rows is merely old; one that says something else than the logs was changed.
    fn compare_index(&mut self) {
        let mut problems = Vec::new();
        let mut problem = |what: String| problems.push(Problem { file: RESULTS.into(), what, trial: None });
        let mut indexed = 0;
        let read = lines::for_each(&self.folder.join(RESULTS), |row: Row| {
            indexed += 1;
            let (trial, attempt) = (row.trial, row.attempt);
            let place = self.rows.binary_search_by_key(&(trial, attempt), |log| (log.trial, log.attempt));
            match place.map(|place| &self.rows[place]) {
                Ok(log) if *log == row => {}
                // Its log is named already.
                Ok(log) if log.void.as_ref().is_some_and(|fault| fault.cause == Cause::Record) => {}
                Ok(_) => problem(format!("its row for trial {trial}, attempt {attempt} says something else than the log")),
                Err(_) => problem(format!("it has a row for trial {trial}, attempt {attempt}, of which there is no log")),
            }
        });
        // An index that cannot be read is made anew.
        if read.is_err() {
            return;
        }
        self.is_indexed = problems.is_empty() && indexed == self.rows.iter().filter(|row| !row.seal.is_empty()).count();
        self.index_problems = problems;
    }
}

/// Where a frame of the run in this folder lies.
pub fn frame_file(run: &Path, frame: &FrameRef) -> PathBuf {
    frame_path(&run.join(FRAMES), &frame.hash, &frame.kind)
}

/// Where the log of an attempt of the run in this folder lies.
pub fn attempt_file(run: &Path, trial: u32, attempt: u32) -> PathBuf {
    attempt_path(run, trial, attempt)
}

/// Where a file that was handed in lies in this run's folder.
pub fn artifact_file(run: &Path, artifact: &ArtifactRef) -> PathBuf {
    artifact_path(&run.join(ARTIFACTS), &artifact.hash)
}

/// What is wrong with a log, and its attempt, which is void.
fn distrusted(trial: u32, attempt: u32, what: String) -> (Row, Problem) {
    let file = attempt_path(Path::new(""), trial, attempt).display().to_string();
    let verdict = Verdict::Void(Fault::new(Cause::Record, format!("{file}: {what}")));
    (Row::new(trial, attempt, &verdict, None, &Totals::default()), Problem { file, what, trial: Some(trial) })
}

/// Logs that are read before what they come to is handed on.
const AT_ONCE: usize = 4096;

/// Reads logs on all cores and tells in their order what each comes to, or why it cannot be trusted. Nothing is kept of them.
pub(crate) fn visit_logs(
    expected: &Expected<'_>,
    planned: &[(u32, u32)],
    mut visit: impl FnMut((u32, u32), Result<Row, String>),
) {
    // The trial of the log before, the number of its attempt, and its seal.
    let mut before: (u32, u32, Option<String>) = (u32::MAX, 0, None);
    for some in planned.chunks(AT_ONCE) {
        let checked = in_parallel(some, |(trial, attempt)| expected.check(*trial, *attempt));
        for ((trial, attempt), checked) in some.iter().copied().zip(checked) {
            let (number, seal) = if before.0 == trial { (before.1, before.2.take()) } else { (0, None) };
            before = (trial, attempt, None);
            let read = checked.and_then(|Checked { row, is_closed, previous }| {
                if attempt != number + 1 {
                    return Err(format!("the log of attempt {} is not there", number + 1));
                }
                if seal.is_some() && previous != seal {
                    return Err(format!("it does not follow the log of attempt {number} that is there"));
                }
                before.2 = is_closed.then(|| row.seal.clone());
                Ok(row)
            });
            visit((trial, attempt), read);
        }
    }
}

/// Every attempt of a run's trials with a log, finished or not, in order.
pub(crate) fn attempts_on_disk(run: &Path, trials: usize) -> Result<Vec<(u32, u32)>, RecordError> {
    let mut found = Vec::new();
    for folder in list(&run.join("trials"))? {
        for file in list(&folder)? {
            let name = file.file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_suffix(".jsonl"));
            let numbers = name.and_then(|name| name.split_once('-'));
            // Whatever else lies about is not ours to judge.
            if let Some((trial, attempt)) = numbers.and_then(|(t, a)| Some((t.parse().ok()?, a.parse().ok()?)))
                && (trial as usize) < trials
                && attempt_path(run, trial, attempt) == file
            {
                found.push((trial, attempt));
            }
        }
    }
    found.sort_unstable();
    Ok(found)
}

/// What `work` makes of each item, in their order, on all cores: a run may have a hundred thousand logs.
fn in_parallel<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let share = items.len().div_ceil(threads).max(64);
    std::thread::scope(|scope| {
        let work = &work;
        let parts: Vec<_> =
            items.chunks(share).map(|part| scope.spawn(move || part.iter().map(work).collect::<Vec<R>>())).collect();
        // A panic in there is a defect of ours, and goes on here.
        parts.into_iter().flat_map(|part| part.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    })
}

/// The manifest, the plan, and the hash of both.
pub(crate) fn read_head(folder: &Path) -> Result<(Manifest, Vec<PlannedTrial>, String), RecordError> {
    let read = |name: &str| {
        let path = folder.join(name);
        fs::read(&path).map_err(|error| match error.kind() {
            ErrorKind::NotFound if name == "run.json" => RecordError::NoRun { path: folder.into() },
            _ => RecordError::read(&path, error),
        })
    };
    let manifest_bytes = read("run.json")?;
    let manifest = read_manifest(&folder.join("run.json"), &manifest_bytes)?;
    let plan_path = folder.join("plan.jsonl");
    let hash = run_hash(&manifest_bytes, &read("plan.jsonl")?);
    let (plan, _): (Vec<PlannedTrial>, _) = lines::read(&plan_path)?;
    if plan.len() != manifest.trials as usize || plan.iter().zip(0..).any(|(planned, i)| planned.trial != i) {
        let problem = format!("run.json announces {} trials, the plan has {}", manifest.trials, plan.len());
        return Err(RecordError::Inconsistent { path: plan_path, problem });
    }
    Ok((manifest, plan, hash))
}

fn read_manifest(path: &Path, text: &[u8]) -> Result<Manifest, RecordError> {
    // The version first: a future manifest may have any other shape.
    let corrupt = |source: serde_json::Error| RecordError::Corrupt { path: path.into(), line: source.line(), source };
    let value: Value = serde_json::from_slice(text).map_err(corrupt)?;
    check_format(path, value["format"].as_u64().unwrap_or_default())?;
    serde_json::from_slice(text).map_err(corrupt)
}

fn list(folder: &Path) -> Result<Vec<PathBuf>, RecordError> {
    let failed = |e| RecordError::read(folder, e);
    fs::read_dir(folder).map_err(failed)?.map(|entry| Ok(entry.map_err(failed)?.path())).collect()
}
