//! The science suite's files, as they are built in.

use agon_taskfile::{TaskFileError, TaskFolder};

/// `suites/science`.
pub fn folder() -> Result<TaskFolder, TaskFileError> {
    TaskFolder::decompressed("suites/science", include_bytes!(concat!(env!("OUT_DIR"), "/science.zlib")))
}
