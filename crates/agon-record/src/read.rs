//! Reading a run.

use crate::layout::{attempt_path, frame_path};
use crate::lines;
use crate::{Manifest, PlannedTrial, RecordError, Row, TrialResult};
use agon_core::{Event, FORMAT_VERSION, FrameRef, Header};
use serde_json::Value;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// A run as it is on disk: the manifest, the plan and the results. Logs and frames are read on demand.
#[derive(Debug)]
pub struct Run {
    folder: PathBuf,
    manifest: Manifest,
    plan: Vec<PlannedTrial>,
    rows: Vec<Row>,
    /// The rows had to be gathered from the logs.
    pub(crate) index_lost: bool,
}

/// The events of one attempt.
#[derive(Debug)]
pub struct AttemptLog {
    pub events: Vec<Event>,
    /// Its last line was cut short by a crash and is left out.
    pub torn: bool,
}

impl Run {
    pub fn open(folder: &Path) -> Result<Self, RecordError> {
        let manifest = read_manifest(folder)?;
        let plan_path = folder.join("plan.jsonl");
        let (plan, _): (Vec<PlannedTrial>, _) = lines::read(&plan_path)?;
        if plan.len() != manifest.trials as usize || plan.iter().zip(0..).any(|(planned, i)| planned.trial != i) {
            let problem = format!("run.json announces {} trials, the plan has {}", manifest.trials, plan.len());
            return Err(RecordError::Inconsistent { path: plan_path, problem });
        }
        let mut run = Self { folder: folder.into(), manifest, plan, rows: Vec::new(), index_lost: false };
        match lines::read::<Row>(&folder.join("results.jsonl")) {
            Ok((rows, _)) => run.rows = rows,
            // The index is only an index: whoever deletes or breaks it gets it back from the logs.
            Err(_) => {
                run.rows = run.rows_from_logs()?;
                run.index_lost = true;
            }
        }
        if let Some(row) = run.rows.iter().find(|row| row.trial as usize >= run.plan.len()) {
            let problem = format!("it has a result for trial {}, which is not planned", row.trial);
            return Err(RecordError::Inconsistent { path: folder.join("results.jsonl"), problem });
        }
        Ok(run)
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    pub fn plan(&self) -> &[PlannedTrial] {
        &self.plan
    }

    /// Every closed attempt, in the order they closed.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// What each planned trial has come to, in the order of the plan.
    pub fn results(&self) -> Vec<TrialResult> {
        let mut results = vec![TrialResult::default(); self.plan.len()];
        for row in &self.rows {
            results[row.trial as usize].add(row);
        }
        results
    }

    /// The log of one attempt.
    pub fn attempt(&self, trial: u32, attempt: u32) -> Result<AttemptLog, RecordError> {
        let path = attempt_path(&self.folder, trial, attempt);
        let (events, torn) = lines::read::<Event>(&path)?;
        match events.first() {
            Some(Event::Opened(header)) => check_format(&path, u64::from(header.format))?,
            _ => return Err(RecordError::Inconsistent { path, problem: "it does not begin with an opened event".into() }),
        }
        Ok(AttemptLog { events, torn })
    }

    /// Where a frame lies.
    pub fn frame_path(&self, frame: &FrameRef) -> PathBuf {
        frame_path(&self.folder.join("frames"), &frame.hash, &frame.kind)
    }

    /// Every attempt with a log, finished or not, in order.
    pub fn attempts_on_disk(&self) -> Result<Vec<(u32, u32)>, RecordError> {
        let mut found = Vec::new();
        for folder in list(&self.folder.join("trials"))? {
            for file in list(&folder)? {
                let name = file.file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_suffix(".jsonl"));
                let numbers = name.and_then(|name| name.split_once('-'));
                // Whatever else lies about is not ours to judge.
                if let Some((trial, attempt)) = numbers.and_then(|(t, a)| Some((t.parse().ok()?, a.parse().ok()?)))
                    && (trial as usize) < self.plan.len()
                    && attempt_path(&self.folder, trial, attempt) == file
                {
                    found.push((trial, attempt));
                }
            }
        }
        found.sort_unstable();
        Ok(found)
    }

    fn rows_from_logs(&self) -> Result<Vec<Row>, RecordError> {
        let mut rows = Vec::new();
        for (trial, attempt) in self.attempts_on_disk()? {
            rows.extend(read_closed(&self.folder, trial, attempt)?);
        }
        Ok(rows)
    }
}

impl AttemptLog {
    pub fn header(&self) -> Option<&Header> {
        match self.events.first() {
            Some(Event::Opened(header)) => Some(header),
            _ => None,
        }
    }
}

/// The result of an attempt whose log is complete, read from its last line alone.
pub(crate) fn read_closed(folder: &Path, trial: u32, attempt: u32) -> Result<Option<Row>, RecordError> {
    let path = attempt_path(folder, trial, attempt);
    let Some(line) = lines::last_line(&path)? else { return Ok(None) };
    // Whole lines are written by us alone: one that cannot be read is damage, never an interruption.
    match serde_json::from_slice(&line).map_err(|source| RecordError::CorruptEnd { path, source })? {
        Event::Closed { verdict, ending, totals } => Ok(Some(Row::new(trial, attempt, &verdict, ending.as_ref(), &totals))),
        _ => Ok(None),
    }
}

fn read_manifest(folder: &Path) -> Result<Manifest, RecordError> {
    let path = folder.join("run.json");
    let text = match fs::read(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Err(RecordError::NoRun { path: folder.into() }),
        text => text.map_err(|e| RecordError::read(&path, e))?,
    };
    // The version first: a future manifest may have any other shape.
    let corrupt = |source: serde_json::Error| RecordError::Corrupt { path: path.clone(), line: source.line(), source };
    let value: Value = serde_json::from_slice(&text).map_err(corrupt)?;
    check_format(&path, value["format"].as_u64().unwrap_or_default())?;
    serde_json::from_value(value).map_err(corrupt)
}

fn check_format(path: &Path, found: u64) -> Result<(), RecordError> {
    if found > u64::from(FORMAT_VERSION) {
        return Err(RecordError::Future { path: path.into(), found, known: FORMAT_VERSION });
    }
    Ok(())
}

fn list(folder: &Path) -> Result<Vec<PathBuf>, RecordError> {
    let failed = |e| RecordError::read(folder, e);
    fs::read_dir(folder).map_err(failed)?.map(|entry| Ok(entry.map_err(failed)?.path())).collect()
}
