//! The science suite's files, as they are built in.

use agon_taskfile::TaskFolder;

mod embedded {
    include!(concat!(env!("OUT_DIR"), "/science.rs"));
}

/// `suites/science`.
pub fn folder() -> TaskFolder {
    TaskFolder::embedded("suites/science", embedded::FILES)
}
