//! The exam suite's files, as they are built in.

use agon_taskfile::TaskFolder;

mod embedded {
    include!(concat!(env!("OUT_DIR"), "/exam.rs"));
}

/// `suites/exam`.
pub fn folder() -> TaskFolder {
    TaskFolder::embedded("suites/exam", embedded::FILES)
}
