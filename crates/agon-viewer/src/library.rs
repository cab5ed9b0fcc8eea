//! The runs below a folder.

use crate::protocol::RunRow;
use crate::routes::AttemptName;
use crate::run::{KeptFacts, LoadedRun};
use crate::shelf::{LogShelf, RunShelf, lock};
use agon_record::{AttemptLog, IndexStamp, RecordError, Run, RunIndex, is_being_written};
use agon_report::facts::Catalogue;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// How far below the folder a run may lie: `runs/2026-11/first` is two below `runs`.
const DEEPEST: usize = 3;

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
    catalogue: Arc<Catalogue>,
    /// By run.
    kept: Mutex<BTreeMap<String, Arc<KeptFacts>>>,
    /// The rows of the list of runs, which outlive the runs themselves in memory.
    rows: Mutex<BTreeMap<String, (IndexStamp, RunRow)>>,
    loaded: RunShelf,
    /// Runs whose logs are being read.
    checking: Mutex<BTreeSet<String>>,
    logs: LogShelf,
}

impl Library {
    /// A folder of runs, or one run. The catalogue tells what runs do not say of their tasks.
    pub fn open(root: &Path, catalogue: Catalogue) -> Result<Self, LibraryError> {
        if !root.is_dir() {
            return Err(LibraryError::NoFolder(root.into()));
        }
        Ok(Self {
            root: root.into(),
            catalogue: Arc::new(catalogue),
            kept: Mutex::default(),
            rows: Mutex::default(),
            loaded: RunShelf::default(),
            checking: Mutex::default(),
            logs: LogShelf::default(),
        })
    }

    /// Whether it is opened on a run, not on a folder of them.
    pub fn is_one_run(&self) -> bool {
        is_run(&self.root)
    }

    pub(crate) fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// Every run with its figures, the newest first.
    pub fn runs(self: &Arc<Self>) -> Vec<RunRow> {
        let mut rows: Vec<RunRow> = self.folders().iter().map(|(id, folder)| self.row(id, folder)).collect();
        rows.sort_by(|a, b| b.created.cmp(&a.created).then_with(|| a.id.cmp(&b.id)));
        rows
    }

    fn row(self: &Arc<Self>, id: &str, folder: &Path) -> RunRow {
        let stamp = RunIndex::stamp(folder);
        let known = lock(&self.rows).get(id).filter(|(known, _)| *known == stamp).map(|(_, row)| row.clone());
        if let Some(row) = known {
            return RunRow { is_live: is_being_written(folder), ..row };
        }
        match self.run(id) {
            Ok(run) => {
                let row = run.row(id);
                lock(&self.rows).insert(id.into(), (stamp, row.clone()));
                row
            }
            Err(error) => RunRow::broken(id, &error),
        }
    }

    /// A run as its index has it now; once its logs are read, as they have it.
    pub fn run(self: &Arc<Self>, id: &str) -> Result<Arc<LoadedRun>, LibraryError> {
        let folder = self.folders().remove(id).ok_or_else(|| LibraryError::NoRun(id.into()))?;
        self.loaded.get(id, RunIndex::stamp(&folder), || Ok(LoadedRun::of(RunIndex::open(&folder)?, self.kept(id))))
    }

    fn kept(&self, id: &str) -> Arc<KeptFacts> {
        let mut kept = lock(&self.kept);
        kept.entry(id.into()).or_insert_with(|| Arc::new(KeptFacts::new(self.catalogue.clone()))).clone()
    }

    /// Reads a run's logs in the background, unless that was done since it last changed. A run that is being written is left alone: it
    /// would have to be read again after every trial.
    pub fn check(self: &Arc<Self>, id: &str, run: &Arc<LoadedRun>) {
        let folder = run.index().folder().to_owned();
        if run.is_checked() || is_being_written(&folder) || !lock(&self.checking).insert(id.into()) {
            return;
        }
        let (library, id, known) = (self.clone(), id.to_owned(), run.clone());
        std::thread::spawn(move || {
            let stamp = RunIndex::stamp(&folder);
            // Mostly the index is right, and need not be in memory twice.
            if known.index().agrees_with_logs().is_ok_and(|agrees| agrees) {
                known.set_checked();
            } else if let Ok(run) = Run::open(&folder) {
                // A run that cannot be read says so wherever it is asked for.
                let run = LoadedRun::of(RunIndex::checked(run), library.kept(&id));
                lock(&library.rows).insert(id.clone(), (stamp, run.row(&id)));
                library.loaded.put(&id, stamp, Arc::new(run));
            }
            lock(&library.checking).remove(&id);
        });
    }

    /// The log of an attempt. One that has its end is kept for the next question.
    pub fn log(&self, id: &str, run: &LoadedRun, trial: u32, attempt: u32) -> Result<Arc<AttemptLog>, LibraryError> {
        let key = (id.to_owned(), trial, attempt);
        if let Some(log) = self.logs.get(&key) {
            return Ok(log);
        }
        let log = Arc::new(run.index().attempt(trial, attempt)?);
        if log.is_closed() {
            let bytes = run.index().attempt_path(trial, attempt).metadata().map_or(0, |data| data.len());
            self.logs.put(key, bytes, log.clone());
        }
        Ok(log)
    }

    /// The log of an attempt that an address names.
    pub(crate) fn log_of(self: &Arc<Self>, of: &AttemptName) -> Result<Arc<AttemptLog>, LibraryError> {
        let run = self.run(&of.run)?;
        run.trial(of.trial)?;
        self.log(&of.run, &run, of.trial, of.attempt)
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
