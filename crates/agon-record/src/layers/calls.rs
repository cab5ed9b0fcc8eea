//! What a model judge was asked and answered for one rating: a log, bound by hashes as the logs of attempts are.
//!
//! Each session of asking has a file of its own, `calls/0000/000012-1-0-1.jsonl` for trial 12, attempt 1, repeat 0, session 1. The first
//! line names the layer and the attempt that was looked at, the last holds the rating. A session that was killed has no last line; the
//! next one takes its calls over.

use super::Rating;
use super::file::{HEAD, layer_path};
use crate::chain::{self, Binding, ChainWriter, run_hash};
use crate::layout::TRIALS_PER_FOLDER;
use crate::log::whole_lines;
use crate::{LAYERS, Problem, RecordError};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

const CALLS: &str = "calls";

/// The logs of a layer.
#[derive(Clone, Debug)]
pub struct CallLogs {
    folder: PathBuf,
    /// Names the layer's head, which names the run.
    layer: String,
    name: String,
}

/// One session of asking for one rating.
#[derive(Clone, Debug)]
pub struct CallLog {
    /// Counted from 1.
    pub session: u32,
    /// The seal of the attempt that was looked at.
    pub seal: String,
    /// What was asked and answered, in order, as the judge wrote it.
    pub calls: Vec<Value>,
    /// What came of it; absent where the session was cut short.
    pub rating: Option<Rating>,
}

/// A session that goes on.
#[derive(Debug)]
pub struct CallWriter(ChainWriter);

#[derive(Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum Line<C> {
    Opened { trial: u32, attempt: u32, repeat: u32, session: u32, seal: String },
    Call { call: C },
    Rated { rating: Box<Rating> },
}

impl CallLogs {
    /// Of a layer that exists.
    pub fn of(run: &Path, name: &str) -> Result<Self, RecordError> {
        let folder = layer_path(run, name);
        let path = folder.join(HEAD);
        let head = fs::read(&path).map_err(|error| RecordError::read(&path, error))?;
        Ok(Self { folder: folder.join(CALLS), layer: run_hash(&head, b""), name: name.into() })
    }

    /// The layer's.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Begins another session of asking for a rating. `seal` is that of the attempt that is looked at.
    pub fn create(&self, place: (u32, u32, u32), seal: &str) -> Result<CallWriter, RecordError> {
        let session = 1 + (1..).take_while(|session| self.path(place, *session).exists()).last().unwrap_or(0);
        let path = self.path(place, session);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(|error| RecordError::write(parent, error))?;
        }
        let (trial, attempt, repeat) = place;
        let opened = Line::<Value>::Opened { trial, attempt, repeat, session, seal: seal.into() };
        Ok(CallWriter(ChainWriter::create(path, &self.layer, None, &opened)?))
    }

    /// The sessions of one rating, in order. `Err` names a file that is not as it was written.
    pub fn sessions(&self, place: (u32, u32, u32)) -> Result<Vec<CallLog>, Problem> {
        let sessions = (1..).take_while(|session| self.path(place, *session).exists());
        sessions.map(|session| self.read(place, session)).filter_map(Result::transpose).collect()
    }

    /// Every rating of which there is a log, finished or not.
    pub fn places(&self) -> Result<Vec<(u32, u32, u32)>, RecordError> {
        let mut places = Vec::new();
        for folder in list(&self.folder)? {
            for file in list(&folder)? {
                let name = file.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
                let numbers: Vec<u32> = name.split('-').filter_map(|part| part.parse().ok()).collect();
                if let [trial, attempt, repeat, session] = numbers[..]
                    && self.path((trial, attempt, repeat), session) == file
                {
                    places.push((trial, attempt, repeat));
                }
            }
        }
        places.sort_unstable();
        places.dedup();
        Ok(places)
    }

    fn path(&self, (trial, attempt, repeat): (u32, u32, u32), session: u32) -> PathBuf {
        let folder = self.folder.join(format!("{:04}", trial / TRIALS_PER_FOLDER));
        folder.join(format!("{trial:06}-{attempt}-{repeat}-{session}.jsonl"))
    }

    /// `None` for a session that was killed before its first line was written.
    fn read(&self, place: (u32, u32, u32), session: u32) -> Result<Option<CallLog>, Problem> {
        let path = self.path(place, session);
        let below = path.strip_prefix(self.folder.parent().unwrap_or(&self.folder)).unwrap_or(&path);
        let file = format!("{LAYERS}/{}/{}", self.name, below.display());
        self.read_lines(&path, place, session).map_err(|what| Problem { file, what, trial: Some(place.0) })
    }

    fn read_lines(&self, path: &Path, place: (u32, u32, u32), session: u32) -> Result<Option<CallLog>, String> {
        let bytes = fs::read(path).map_err(|error| format!("it could not be read: {error}"))?;
        let lines = whole_lines(&bytes);
        let Some(first) = lines.first() else { return Ok(None) };
        let binding: Binding = serde_json::from_slice(first).map_err(|_| "its first line does not name its layer")?;
        if binding.run != self.layer {
            return Err("it belongs to another layer.json than the one beside it".into());
        }
        let (mut calls, mut rating, mut seal) = (Vec::new(), None, None);
        for (number, line) in lines.iter().enumerate() {
            let line: Line<Value> =
                serde_json::from_slice(line).map_err(|_| format!("line {} is not a valid record", number + 1))?;
            match line {
                Line::Opened { trial, attempt, repeat, session: said, seal: of } if number == 0 => {
                    if ((trial, attempt, repeat), said) != (place, session) {
                        return Err(format!("it is session {said} of trial {trial}, attempt {attempt}, repeat {repeat}"));
                    }
                    seal = Some(of);
                }
                Line::Call { call } if rating.is_none() && number > 0 => calls.push(call),
                Line::Rated { rating: given } if rating.is_none() && number > 0 => rating = Some(*given),
                _ => return Err(format!("line {} is out of place", number + 1)),
            }
        }
        if rating.is_some() {
            chain::follow(&lines, &binding)?;
        }
        Ok(Some(CallLog { session, seal: seal.unwrap_or_default(), calls, rating }))
    }
}

impl CallWriter {
    /// Appends what was asked and what came back.
    pub fn call(&mut self, call: &impl Serialize) -> Result<(), RecordError> {
        self.0.write(&Line::Call { call })
    }

    /// Ends the session with what came of it.
    pub fn close(mut self, rating: &Rating) -> Result<(), RecordError> {
        self.0.close(&Line::<Value>::Rated { rating: Box::new(rating.clone()) })
    }
}

fn list(folder: &Path) -> Result<Vec<PathBuf>, RecordError> {
    let failed = |error| RecordError::read(folder, error);
    match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        entries => entries.map_err(failed)?.map(|entry| Ok(entry.map_err(failed)?.path())).collect(),
    }
}
