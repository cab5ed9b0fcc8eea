//! Where bytes come from, and what is said when they do not come.

use bytes::Bytes;
use std::collections::BTreeMap;

/// Gives the bytes of files by their path below one folder: `output/` or `reference/`.
pub trait Files {
    /// The file's bytes, or one sentence on why there are none.
    ///
    /// # Errors
    /// When there is no regular file of an acceptable size at `path`.
    fn read(&self, path: &str) -> Result<Bytes, NotRead>;
}

/// Why a file was not read: "is missing", "is a symbolic link", "is larger than 64 MiB".
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NotRead(pub String);

/// A reference that is missing or cannot be used: the task's fault, never the agent's.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("reference {path}: {why}")]
pub struct ReferenceError {
    /// The path below `reference/`.
    pub path: String,
    /// One sentence.
    pub why: String,
}

impl Files for BTreeMap<String, Bytes> {
    fn read(&self, path: &str) -> Result<Bytes, NotRead> {
        self.get(path).cloned().ok_or_else(|| NotRead("is missing".into()))
    }
}
