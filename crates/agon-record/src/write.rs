//! Writing a run.

use crate::artifacts::{ArtifactFolder, AttemptArtifacts};
use crate::chain::{self, ChainWriter, run_hash};
use crate::frames::FrameStore;
use crate::layout::{TRIALS_PER_FOLDER, attempt_path};
use crate::lines::{self, LineWriter};
use crate::trial::RecordedTrial;
use crate::{ARTIFACTS, FRAMES, MAX_ARTIFACT_BYTES, Manifest, PlannedTrial, Problem, RESULTS, RecordError, Row, Run};
use agon_core::{ArtifactStore, Event, Fault, Header, Observation, ObservationRecord, Recorder, TrialRecord};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The one writer of a run. It holds the run's lock.
pub struct RunWriter {
    results: LineWriter,
    attempts: AttemptOpener,
    /// Held, not read: the operating system lets go of it when the process ends, however it ends.
    _lock: File,
}

/// Opens attempts' logs. Clones go to whoever runs trials.
#[derive(Clone)]
pub struct AttemptOpener {
    folder: Arc<Path>,
    /// The hash of the manifest and the plan, which every log names.
    run: Arc<str>,
    frames: FrameStore,
    artifacts: ArtifactFolder,
    folders_made: Arc<[AtomicBool]>,
}

/// The event log of one attempt, and its way to the frames.
pub struct AttemptWriter {
    folder: Arc<Path>,
    path: PathBuf,
    log: ChainWriter,
    frames: FrameStore,
    artifacts: Arc<AttemptArtifacts>,
    keep_frames: bool,
}

impl RunWriter {
    /// Starts a run in a new folder. The plan is on disk before this returns.
    pub fn create(folder: &Path, manifest: &Manifest, plan: &[PlannedTrial]) -> Result<Self, RecordError> {
        let is_new = !folder.exists();
        fs::create_dir_all(folder).map_err(|e| RecordError::write(folder, e))?;
        let had_lock = folder.join(LOCK).exists();
        let created = Self::create_in(folder, manifest, plan);
        if let Err(error) = &created {
            // A run that could not begin leaves nothing of its own behind.
            if !matches!(error, RecordError::Exists { .. } | RecordError::NotEmpty { .. } | RecordError::Locked { .. }) {
                let _ = fs::remove_dir(folder.join("trials"));
                for name in ["plan.jsonl", "run.json", RESULTS] {
                    let _ = fs::remove_file(folder.join(name));
                }
            }
            if !had_lock && !matches!(error, RecordError::Locked { .. }) {
                let _ = fs::remove_file(folder.join(LOCK));
            }
            if is_new {
                let _ = fs::remove_dir(folder);
            }
        }
        created
    }

    fn create_in(folder: &Path, manifest: &Manifest, plan: &[PlannedTrial]) -> Result<Self, RecordError> {
        // Whatever is looked at or written comes after the lock, or two of us could begin the same run.
        let lock = lock(folder)?;
        if folder.join("run.json").exists() {
            return Err(RecordError::Exists { path: folder.into() });
        }
        let mut entries = fs::read_dir(folder).map_err(|e| RecordError::read(folder, e))?.flatten();
        if entries.any(|entry| entry.file_name() != LOCK) {
            return Err(RecordError::NotEmpty { path: folder.into() });
        }
        fs::create_dir(folder.join("trials")).map_err(|e| RecordError::write(folder, e))?;
        let mut lines = Vec::new();
        for trial in plan {
            serde_json::to_writer(&mut lines, trial).map_err(|e| RecordError::write(folder, e.into()))?;
            lines.push(b'\n');
        }
        lines::write_whole(&folder.join("plan.jsonl"), &lines)?;
        let mut text = serde_json::to_vec_pretty(manifest).map_err(|e| RecordError::write(folder, e.into()))?;
        text.push(b'\n');
        // The manifest comes last: a folder with run.json has its whole plan.
        lines::write_whole(&folder.join("run.json"), &text)?;
        Self::open(folder, plan.len(), run_hash(&text, &lines).into(), lock)
    }

    /// Goes on with a run after whatever stopped it, and brings the index in line with the logs. Attempts whose logs end early
    /// stay as they are. A run that is not as it was written is refused. Returns what is there now.
    pub fn resume(folder: &Path) -> Result<(Self, Run), RecordError> {
        if !folder.join("run.json").exists() {
            return Err(RecordError::NoRun { path: folder.into() });
        }
        let lock = lock(folder)?;
        let run = Run::open(folder)?;
        if !run.problems().is_empty() {
            return Err(RecordError::Untrusted { path: folder.into(), problems: some_of(run.problems()) });
        }
        let mut writer = Self::open(folder, run.plan().len(), run.hash().into(), lock)?;
        if !run.is_indexed {
            writer.rewrite_results(run.rows())?;
        }
        Ok((writer, run))
    }

    fn open(folder: &Path, trials: usize, run: Arc<str>, lock: File) -> Result<Self, RecordError> {
        let attempts = AttemptOpener {
            folder: folder.into(),
            run,
            frames: FrameStore::start(folder.join(FRAMES)),
            artifacts: ArtifactFolder::new(folder.join(ARTIFACTS)),
            folders_made: (0..=trials / TRIALS_PER_FOLDER as usize).map(|_| AtomicBool::new(false)).collect(),
        };
        Ok(Self { results: LineWriter::append(folder.join(RESULTS))?, attempts, _lock: lock })
    }

    /// Where the run lies.
    pub fn folder(&self) -> &Path {
        &self.attempts.folder
    }

    /// What opens the logs of attempts.
    pub fn attempts(&self) -> AttemptOpener {
        self.attempts.clone()
    }

    /// Adds a closed attempt to the index.
    pub fn add_result(&mut self, row: &Row) -> Result<(), RecordError> {
        self.results.write(row)
    }

    /// Whether a log on disk still ends as this process wrote it; otherwise somebody else was at it.
    pub fn still_ends_with(&self, row: &Row) -> bool {
        let last = lines::last_line(&attempt_path(&self.attempts.folder, row.trial, row.attempt));
        last.ok().flatten().and_then(|line| chain::seal_of(&line)).is_some_and(|seal| seal == row.seal)
    }

    /// Asks the file system to make everything so far durable. Slow; call it off the hot path.
    pub fn sync(folder: &Path) -> Result<(), RecordError> {
        let handle = File::open(folder).map_err(|e| RecordError::read(folder, e))?;
        rustix::fs::syncfs(&handle).map_err(|e| RecordError::write(folder, e.into()))
    }

    fn rewrite_results(&mut self, rows: &[Row]) -> Result<(), RecordError> {
        let path = self.attempts.folder.join(RESULTS);
        let mut lines = Vec::new();
        for row in rows.iter().filter(|row| !row.seal.is_empty()) {
            serde_json::to_writer(&mut lines, row).map_err(|e| RecordError::write(&path, e.into()))?;
            lines.push(b'\n');
        }
        lines::write_whole(&path, &lines)?;
        self.results = LineWriter::append(path)?;
        Ok(())
    }
}

impl AttemptOpener {
    /// Opens the log of a new attempt with its first event. `previous` is the seal of the attempt before it, if that was closed.
    pub fn open(&self, header: Header, previous: Option<String>, keep_frames: bool) -> Result<AttemptWriter, RecordError> {
        let path = attempt_path(&self.folder, header.trial, header.attempt);
        let made = &self.folders_made[((header.trial / TRIALS_PER_FOLDER) as usize).min(self.folders_made.len() - 1)];
        if let Some(parent) = path.parent()
            && !made.load(Ordering::Relaxed)
        {
            fs::create_dir_all(parent).map_err(|e| RecordError::write(parent, e))?;
            made.store(true, Ordering::Relaxed);
        }
        let log = ChainWriter::create(path.clone(), &self.run, previous, &Event::Opened(Box::new(header)))?;
        let (frames, artifacts) = (self.frames.clone(), self.artifacts.for_attempt(MAX_ARTIFACT_BYTES));
        Ok(AttemptWriter { folder: self.folder.clone(), path, log, frames, artifacts, keep_frames })
    }
}

impl AttemptWriter {
    /// Appends an event. It has reached the operating system when this returns.
    pub fn write(&mut self, event: &Event) -> Result<(), RecordError> {
        match event {
            Event::Closed { .. } => self.log.close(event),
            _ => self.log.write(event),
        }
    }

    /// The store its frames go to: an attempt may be closed once that has settled.
    pub fn frames(&self) -> &FrameStore {
        &self.frames
    }
}

impl Recorder for AttemptWriter {
    fn record(&mut self, event: &Event) -> Result<(), Fault> {
        self.write(event).map_err(|error| error.to_fault())
    }

    fn keep(&mut self, observation: &Observation) -> ObservationRecord {
        let record = ObservationRecord::of(observation, self.keep_frames);
        for (frame, named) in observation.frames.iter().zip(&record.frames) {
            self.frames.put(&frame.image, named.hash);
        }
        record
    }

    fn artifacts(&self) -> Option<Arc<dyn ArtifactStore>> {
        Some(self.artifacts.clone())
    }

    fn reader(&self) -> Option<Arc<dyn TrialRecord>> {
        let (folder, log, frames) = (self.folder.to_path_buf(), self.path.clone(), Some(self.frames.clone()));
        Some(Arc::new(RecordedTrial { folder, log, frames }))
    }

    fn seal(&self) -> String {
        self.log.seal()
    }
}

pub(crate) const LOCK: &str = "lock";

/// Makes this process the folder's only writer, until the file is closed.
pub(crate) fn lock(folder: &Path) -> Result<File, RecordError> {
    let path = folder.join(LOCK);
    let lock = File::create(&path).map_err(|e| RecordError::write(&path, e))?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(fs::TryLockError::WouldBlock) => Err(RecordError::Locked { path: folder.into() }),
        Err(fs::TryLockError::Error(error)) => Err(RecordError::write(&path, error)),
    }
}

/// The first few, and how many more there are.
fn some_of(problems: &[Problem]) -> String {
    const SHOWN: usize = 3;
    let mut text = problems.iter().take(SHOWN).map(Problem::to_string).collect::<Vec<_>>().join("; ");
    if problems.len() > SHOWN {
        text.push_str(&format!("; and {} more", problems.len() - SHOWN));
    }
    text
}
