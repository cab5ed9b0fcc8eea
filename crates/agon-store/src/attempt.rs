//! What belongs to a trial in a run's folder: its logs, and the frames and files that they name.

use crate::StoreError;
use crate::files;
use agon_core::{ArtifactRef, Event, FrameRef};
use agon_record::{artifact_file, attempt_file, frame_file, seal_of};
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
    /// The hash at its end.
    pub(crate) seal: String,
}

/// Frames and files, below a run's folder and by the same names in a store.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Named {
    /// Runs may be set to keep only some of their frames.
    pub(crate) frames: BTreeSet<PathBuf>,
    pub(crate) artifacts: BTreeSet<PathBuf>,
}

/// The logs of a trial that has been run to its end in this folder, the last of which has this seal.
pub(crate) async fn logs_of(run: &Path, trial: u32, seal: &str) -> Result<Vec<LocalLog>, StoreError> {
    let (run, seal) = (run.to_owned(), seal.to_owned());
    files::blocking(move || read_logs(&run, trial, &seal)).await
}

fn read_logs(run: &Path, trial: u32, seal: &str) -> Result<Vec<LocalLog>, StoreError> {
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
        let last = bytes.strip_suffix(b"\n").and_then(|lines| lines.rsplit(|byte| *byte == b'\n').next());
        let seal = last.and_then(seal_of).unwrap_or_default();
        logs.push(LocalLog { attempt, path, blake3, bytes: bytes.len() as u64, named, seal });
    }
    match is_closed {
        true if logs.last().is_some_and(|log| log.seal == seal) => Ok(logs),
        true => Err(unfinished("somebody else changed its log: it cannot be trusted".into())),
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

/// Removes the logs and frames of a trial that are in the store. Files stay: a trial that runs may be reading the same ones.
pub(crate) async fn remove(run: &Path, logs: Vec<LocalLog>) {
    let run = run.to_owned();
    files::blocking(move || {
        for log in logs {
            let frames = log.named.frames.iter().map(|frame| run.join(frame));
            for file in frames.chain([log.path]) {
                // What cannot be removed now goes with the folder.
                let _ = std::fs::remove_file(file);
            }
        }
    })
    .await;
}

/// The name in a store of a file below a run's folder.
pub(crate) fn key_of(file: &Path) -> String {
    file.to_string_lossy().replace('\\', "/")
}
