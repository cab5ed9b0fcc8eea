//! The record of one attempt as a grader reads it.

use crate::artifacts;
use crate::frames::FrameStore;
use crate::layout::{artifact_path, frame_path};
use crate::log::AttemptLog;
use crate::{ARTIFACTS, FRAMES, RecordError};
use agon_core::{ArtifactRef, Cause, Fault, FrameRef, Trace, TrialRecord};
use std::fs::{self, File};
use std::io::Read;
use std::path::PathBuf;

/// Reads an attempt's log, frames and files when it is asked for them.
pub(crate) struct RecordedTrial {
    /// The run's folder.
    pub(crate) folder: PathBuf,
    pub(crate) log: PathBuf,
    /// The store whose frames may still be on their way to the disk, while the run goes on.
    pub(crate) frames: Option<FrameStore>,
}

impl TrialRecord for RecordedTrial {
    fn trace(&self) -> Result<Trace, Fault> {
        let log = AttemptLog::read(self.log.clone()).map_err(|error| error.to_fault())?;
        Ok(Trace::of(log.events))
    }

    fn frame(&self, frame: &FrameRef) -> Result<Vec<u8>, Fault> {
        if let Some(frames) = &self.frames {
            frames.settle()?;
        }
        let path = frame_path(&self.folder.join(FRAMES), &frame.hash, &frame.kind);
        fs::read(&path).map_err(|error| RecordError::read(&path, error).to_fault())
    }

    fn artifact(&self, artifact: &ArtifactRef) -> Result<Box<dyn Read + Send>, Fault> {
        let path = artifact_path(&self.folder.join(ARTIFACTS), &artifact.hash);
        let changed = |problem| Fault::new(Cause::Record, format!("{}: {problem}", path.display()));
        artifacts::check(&path, artifact).map_err(changed)?;
        let file = File::open(&path).map_err(|error| RecordError::read(&path, error).to_fault())?;
        Ok(Box::new(file))
    }
}
