//! Where things lie inside a run's folder.

use agon_core::{ArtifactHash, ImageHash};
use std::path::{Path, PathBuf};

/// Trials that share a folder, so that none grows too large to list.
pub(crate) const TRIALS_PER_FOLDER: u32 = 1000;

/// The log of one attempt.
pub(crate) fn attempt_path(run: &Path, trial: u32, attempt: u32) -> PathBuf {
    run.join("trials").join(format!("{:04}", trial / TRIALS_PER_FOLDER)).join(format!("{trial:06}-{attempt}.jsonl"))
}

/// A frame, below the folder of frames.
pub(crate) fn frame_path(frames: &Path, hash: &ImageHash, extension: &str) -> PathBuf {
    let name = hash.to_string();
    frames.join(&name[..2]).join(format!("{name}.{extension}"))
}

/// A file that a trial handed in, below the folder of artifacts.
pub(crate) fn artifact_path(artifacts: &Path, hash: &ArtifactHash) -> PathBuf {
    let name = hash.to_string();
    artifacts.join(&name[..2]).join(name)
}
