//! What belongs to a trial in a run's folder: its logs, and the frames and files that they name.

use crate::StoreError;
use crate::files;
use agon_core::{ArtifactRef, Event, FrameRef};
use agon_record::{artifact_file, attempt_file, frame_file};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The log of one attempt on this machine.
#[derive(Debug)]
pub(crate) struct LocalLog {
    pub(crate) attempt: u32,
    pub(crate) path: PathBuf,
    pub(crate) blake3: String,
    pub(crate) bytes: u64,
    pub(crate) named: Named,
}

/// Frames and files, below a run's folder and by the same names in a store.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Named {
    /// Runs may be set to keep only some of their frames.
    pub(crate) frames: BTreeSet<PathBuf>,
    pub(crate) artifacts: BTreeSet<PathBuf>,
}

/// The logs of a trial that has been run to its end in this folder.
pub(crate) async fn logs_of(run: &Path, trial: u32) -> Result<Vec<LocalLog>, StoreError> {
    let run = run.to_owned();
    files::blocking(move || read_logs(&run, trial)).await
}

fn read_logs(run: &Path, trial: u32) -> Result<Vec<LocalLog>, StoreError> {
    let unfinished = |problem: String| StoreError::Unfinished { trial, problem };
    let mut logs = Vec::new();
    let mut is_closed = false;
    for attempt in 1.. {
        let path = attempt_file(run, trial, attempt);
        if !path.exists() {
            break;
        }
        let bytes = std::fs::read(&path).map_err(|error| StoreError::file(&path, error))?;
        let (named, closed) = named_in(&bytes).map_err(|problem| unfinished(format!("{}: {problem}", path.display())))?;
        is_closed = closed;
        let blake3 = blake3::hash(&bytes).to_hex().to_string();
        logs.push(LocalLog { attempt, path, blake3, bytes: bytes.len() as u64, named });
    }
    match is_closed {
        true => Ok(logs),
        false if logs.is_empty() => Err(unfinished(format!("{} has no log of it", run.display()))),
        false => Err(unfinished("its last attempt has not ended".into())),
    }
}

/// What a log names, and whether its end was written.
pub(crate) fn named_in(log: &[u8]) -> Result<(Named, bool), String> {
    let (mut named, mut is_closed) = (Named::default(), false);
    for line in log.split_inclusive(|byte| *byte == b'\n') {
        // A torn last line is ignored, as everywhere.
        let Some(line) = line.strip_suffix(b"\n") else { break };
        let event: Event = serde_json::from_slice(line).map_err(|error| format!("it holds what is no event: {error}"))?;
        is_closed = matches!(event, Event::Closed { .. });
        named.take(&event)?;
    }
    Ok((named, is_closed))
}

impl Named {
    fn take(&mut self, event: &Event) -> Result<(), String> {
        let (frames, artifacts): (&[FrameRef], &[ArtifactRef]) = match event {
            Event::Began { observation } => (&observation.frames, &[]),
            Event::Step(step) => (&step.observation.frames, &step.artifacts),
            Event::Evidence { artifacts, .. } => (&[], artifacts),
            Event::Judged(judgement) => (&[], judgement.file.as_slice()),
            _ => (&[], &[]),
        };
        for frame in frames {
            // It becomes part of a path.
            if frame.kind.is_empty() || !frame.kind.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
                return Err(format!("{:?} is no kind of frame", frame.kind));
            }
            self.frames.insert(frame_file(Path::new(""), frame));
        }
        self.artifacts.extend(artifacts.iter().map(|artifact| artifact_file(Path::new(""), artifact)));
        Ok(())
    }
}

/// The name in a store of a file below a run's folder.
pub(crate) fn key_of(file: &Path) -> String {
    file.to_string_lossy().replace('\\', "/")
}
