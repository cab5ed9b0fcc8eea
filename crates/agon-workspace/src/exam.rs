//! The exam suite's files, as they are built in.

use agon_taskfile::{TaskFileError, TaskFolder};

/// `suites/exam`.
pub fn folder() -> Result<TaskFolder, TaskFileError> {
    TaskFolder::decompressed("suites/exam", include_bytes!(concat!(env!("OUT_DIR"), "/exam.zlib")))
}
