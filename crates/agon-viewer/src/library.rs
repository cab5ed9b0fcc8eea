//! The runs below a folder.

use crate::protocol::RunRow;
use crate::run::LoadedRun;
use agon_record::{AttemptLog, IndexStamp, RecordError, Run, RunIndex};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// How far below the folder a run may lie: `runs/2026-11/first` is two below `runs`.
const DEEPEST: usize = 3;
/// Logs that are kept in memory for whoever steps through a trial.
const LOGS_KEPT: usize = 4;

/// Why something cannot be shown.
#[derive(Debug, thiserror::Error)]
pub enum LibraryError {
    #[error("{} is not a folder", .0.display())]
    NoFolder(PathBuf),
    #[error("there is no run {0:?} here")]
    NoRun(String),
    #[error("the run has no trial {0}")]
    NoTrial(u32),
    #[error("trial {trial} has no attempt {attempt}")]
    NoAttempt { trial: u32, attempt: u32 },
    #[error(transparent)]
    Record(#[from] RecordError),
    /// Runs that cannot be compared.
    #[error(transparent)]
    Report(#[from] agon_report::ReportError),
}

/// Runs by their folders. Whatever is asked for is looked up among those that were found: no path comes from outside.
pub struct Library {
    root: PathBuf,
    loaded: Mutex<BTreeMap<String, (IndexStamp, Arc<LoadedRun>)>>,
    /// Runs whose logs are being read.
    checking: Mutex<BTreeSet<String>>,
    logs: Mutex<Vec<(LogKey, Arc<AttemptLog>)>>,
}

/// A run, a trial and an attempt of it.
type LogKey = (String, u32, u32);

impl Library {
    /// A folder of runs, or one run.
    pub fn open(root: &Path) -> Result<Self, LibraryError> {
        if !root.is_dir() {
            return Err(LibraryError::NoFolder(root.into()));
        }
        Ok(Self { root: root.into(), loaded: Mutex::default(), checking: Mutex::default(), logs: Mutex::default() })
    }

    /// Every run with its figures, the newest first.
    pub fn runs(self: &Arc<Self>) -> Vec<RunRow> {
        let mut rows: Vec<RunRow> = self
            .folders()
            .into_keys()
            .map(|id| match self.run(&id) {
                Ok(run) => run.row(&id),
                Err(error) => RunRow::broken(&id, &error),
            })
            .collect();
        rows.sort_by(|a, b| b.created.cmp(&a.created).then_with(|| a.id.cmp(&b.id)));
        rows
    }

    /// A run as its index has it now; once its logs are read, as they have it.
    pub fn run(self: &Arc<Self>, id: &str) -> Result<Arc<LoadedRun>, LibraryError> {
        let folder = self.folders().remove(id).ok_or_else(|| LibraryError::NoRun(id.into()))?;
        let stamp = RunIndex::stamp(&folder);
        let known = lock(&self.loaded).get(id).filter(|(known, _)| *known == stamp).map(|(_, run)| run.clone());
        if let Some(run) = known {
            return Ok(run);
        }
        let run = Arc::new(LoadedRun::of(RunIndex::open(&folder)?));
        lock(&self.loaded).insert(id.into(), (stamp, run.clone()));
        Ok(run)
    }

    /// Reads a run's logs in the background, unless that was done since it last changed. A run that is being written is left alone: it
    /// would have to be read again after every trial.
    pub fn check(self: &Arc<Self>, id: &str, run: &Arc<LoadedRun>) {
        let folder = run.index().folder().to_owned();
        if run.index().is_checked() || agon_record::is_being_written(&folder) || !lock(&self.checking).insert(id.into()) {
            return;
        }
        let (library, id) = (self.clone(), id.to_owned());
        std::thread::spawn(move || {
            let stamp = RunIndex::stamp(&folder);
            // A run that cannot be read says so wherever it is asked for.
            if let Ok(run) = Run::open(&folder) {
                lock(&library.loaded).insert(id.clone(), (stamp, Arc::new(LoadedRun::of(RunIndex::checked(run)))));
            }
            lock(&library.checking).remove(&id);
        });
    }

    /// The log of an attempt. One that has its end is kept for the next question.
    pub fn log(&self, id: &str, run: &LoadedRun, trial: u32, attempt: u32) -> Result<Arc<AttemptLog>, LibraryError> {
        let key = (id.to_owned(), trial, attempt);
        if let Some((_, log)) = lock(&self.logs).iter().find(|(known, _)| *known == key) {
            return Ok(log.clone());
        }
        let log = Arc::new(run.index().attempt(trial, attempt)?);
        if log.is_closed() {
            let mut logs = lock(&self.logs);
            logs.truncate(LOGS_KEPT - 1);
            logs.insert(0, (key, log.clone()));
        }
        Ok(log)
    }

    /// Where each run lies, by its name here.
    fn folders(&self) -> BTreeMap<String, PathBuf> {
        let mut found = BTreeMap::new();
        if is_run(&self.root) {
            let name = self.root.canonicalize().ok().and_then(|path| Some(path.file_name()?.to_string_lossy().into_owned()));
            found.insert(name.unwrap_or_else(|| "run".into()), self.root.clone());
        } else {
            find(&self.root, "", DEEPEST, &mut found);
        }
        found
    }
}

fn find(folder: &Path, prefix: &str, depth: usize, found: &mut BTreeMap<String, PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let (path, Some(name)) = (entry.path(), entry.file_name().to_str().map(str::to_owned)) else { continue };
        // A link could lead out of the folder that was asked for.
        if name.starts_with('.') || !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            continue;
        }
        let id = format!("{prefix}{name}");
        if is_run(&path) {
            found.insert(id, path);
        } else if depth > 1 {
            find(&path, &format!("{id}/"), depth - 1, found);
        }
    }
}

fn is_run(folder: &Path) -> bool {
    folder.join("run.json").is_file()
}

/// What a lock holds is whole even if whoever held it panicked: everything is put in at once.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
