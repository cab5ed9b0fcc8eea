//! Writing a run.

use crate::frames::FrameStore;
use crate::layout::{TRIALS_PER_FOLDER, attempt_path};
use crate::lines::{self, LineWriter};
use crate::read::read_closed;
use crate::{Manifest, PlannedTrial, RecordError, Row, Run};
use agon_core::{Cause, Event, Fault, Header, Observation, ObservationRecord, Recorder, Totals, Verdict};
use std::fs::{self, File};
use std::path::Path;
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
    frames: FrameStore,
    folders_made: Arc<[AtomicBool]>,
}

/// The event log of one attempt, and its way to the frames.
pub struct AttemptWriter {
    log: LineWriter,
    frames: FrameStore,
    keep_frames: bool,
}

impl RunWriter {
    /// Starts a run in a new folder. The plan is on disk before this returns.
    pub fn create(folder: &Path, manifest: &Manifest, plan: &[PlannedTrial]) -> Result<Self, RecordError> {
        fs::create_dir_all(folder).map_err(|e| RecordError::write(folder, e))?;
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
        Self::open(folder, plan.len(), lock)
    }

    /// Goes on with a run after whatever stopped it: cuts off torn lines, closes interrupted attempts as void, and
    /// brings the results in line with the logs. Returns what is there now.
    pub fn resume(folder: &Path) -> Result<(Self, Run), RecordError> {
        if !folder.join("run.json").exists() {
            return Err(RecordError::NoRun { path: folder.into() });
        }
        let lock = lock(folder)?;
        let run = Run::open(folder)?;
        let mut writer = Self::open(folder, run.plan().len(), lock)?;
        let mut sound: Vec<Row> = Vec::new();
        let mut indexed = std::collections::HashSet::new();
        for row in run.rows() {
            // The log is the evidence, the index only points at it. After a power cut it may know of a log that never
            // reached the disk.
            if let Some(closed) = read_closed(folder, row.trial, row.attempt)?
                && indexed.insert((row.trial, row.attempt))
            {
                sound.push(closed);
            }
        }
        if run.index_lost || sound != run.rows() {
            writer.rewrite_results(&sound)?;
        }
        for (trial, attempt) in run.attempts_on_disk()? {
            if indexed.contains(&(trial, attempt)) {
                continue;
            }
            let row = match read_closed(folder, trial, attempt)? {
                Some(row) => row,
                None => close_interrupted(&run, trial, attempt)?,
            };
            writer.add_result(&row)?;
        }
        Ok((writer, Run::open(folder)?))
    }

    fn open(folder: &Path, trials: usize, lock: File) -> Result<Self, RecordError> {
        let attempts = AttemptOpener {
            folder: folder.into(),
            frames: FrameStore::start(folder.join("frames")),
            folders_made: (0..=trials / TRIALS_PER_FOLDER as usize).map(|_| AtomicBool::new(false)).collect(),
        };
        Ok(Self { results: LineWriter::append(folder.join("results.jsonl"))?, attempts, _lock: lock })
    }

    pub fn folder(&self) -> &Path {
        &self.attempts.folder
    }

    pub fn attempts(&self) -> AttemptOpener {
        self.attempts.clone()
    }

    /// Adds a closed attempt to the index.
    pub fn add_result(&mut self, row: &Row) -> Result<(), RecordError> {
        self.results.write(row)
    }

    /// Asks the file system to make everything so far durable. Slow; call it off the hot path.
    pub fn sync(folder: &Path) -> Result<(), RecordError> {
        let handle = File::open(folder).map_err(|e| RecordError::read(folder, e))?;
        rustix::fs::syncfs(&handle).map_err(|e| RecordError::write(folder, e.into()))
    }

    fn rewrite_results(&mut self, rows: &[Row]) -> Result<(), RecordError> {
        let path = self.attempts.folder.join("results.jsonl");
        let mut lines = Vec::new();
        for row in rows {
            serde_json::to_writer(&mut lines, row).map_err(|e| RecordError::write(&path, e.into()))?;
            lines.push(b'\n');
        }
        lines::write_whole(&path, &lines)?;
        self.results = LineWriter::append(path)?;
        Ok(())
    }
}

impl AttemptOpener {
    /// Opens the log of a new attempt with its first event.
    pub fn open(&self, header: Header, keep_frames: bool) -> Result<AttemptWriter, RecordError> {
        let path = attempt_path(&self.folder, header.trial, header.attempt);
        let made = &self.folders_made[((header.trial / TRIALS_PER_FOLDER) as usize).min(self.folders_made.len() - 1)];
        if let Some(parent) = path.parent()
            && !made.load(Ordering::Relaxed)
        {
            fs::create_dir_all(parent).map_err(|e| RecordError::write(parent, e))?;
            made.store(true, Ordering::Relaxed);
        }
        let mut attempt = AttemptWriter { log: LineWriter::create(path)?, frames: self.frames.clone(), keep_frames };
        attempt.write(&Event::Opened(Box::new(header)))?;
        Ok(attempt)
    }
}

impl AttemptWriter {
    /// Appends an event. It has reached the operating system when this returns.
    pub fn write(&mut self, event: &Event) -> Result<(), RecordError> {
        self.log.write(event)
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
}

const LOCK: &str = "lock";

/// Makes this process the run's only writer, until the file is closed.
fn lock(folder: &Path) -> Result<File, RecordError> {
    let path = folder.join(LOCK);
    let lock = File::create(&path).map_err(|e| RecordError::write(&path, e))?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(fs::TryLockError::WouldBlock) => Err(RecordError::Locked { path: folder.into() }),
        Err(fs::TryLockError::Error(error)) => Err(RecordError::write(&path, error)),
    }
}

/// Ends the log of an attempt that nobody will finish.
fn close_interrupted(run: &Run, trial: u32, attempt: u32) -> Result<Row, RecordError> {
    // Opening for writing cuts a torn line off, after which even an empty log can be read.
    let mut log = LineWriter::append(attempt_path(run.folder(), trial, attempt))?;
    let mut totals = Totals::default();
    // What was spent is spent, whether or not it led anywhere. A log without its first line has nothing to tell.
    for event in run.attempt(trial, attempt).map(|log| log.events).unwrap_or_default() {
        match event {
            Event::Step(step) => totals.steps = step.step,
            Event::Spent { usage, who } => {
                totals.usage.add(&usage);
                if let Some(who) = who {
                    totals.usage_by.entry(who).or_default().add(&usage);
                }
            }
            _ => {}
        }
    }
    let verdict = Verdict::Void(Fault::new(Cause::Interrupted, "the run was stopped in the middle of this attempt"));
    log.write(&Event::Closed { verdict: verdict.clone(), ending: None, totals: totals.clone() })?;
    Ok(Row::new(trial, attempt, &verdict, None, &totals))
}
