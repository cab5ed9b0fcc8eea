//! Files that a trial hands in or a world produces, kept by their content.

use crate::Fault;
use crate::hex::hex_hash;
use serde::{Deserialize, Serialize};
use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::sync::Arc;

/// The SHA-256 of a file's bytes: it names the file in the record.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArtifactHash([u8; 32]);

hex_hash!(ArtifactHash, 32, "the SHA-256 of a file");

/// A file that is to be kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Artifact {
    /// What the trial calls it, such as its path below the agent's HOME. The record's own file is named by its content.
    pub name: String,
    /// Its media type, where that is known.
    pub mime: Option<String>,
    /// Where its bytes are.
    pub content: ArtifactContent,
}

/// Where the bytes of a file are. Files are read piece by piece, whatever their size.
#[derive(Clone, Debug)]
pub enum ArtifactContent {
    /// In memory.
    Bytes(Vec<u8>),
    /// On disk, in a folder that no agent can change. A link is refused.
    Path(PathBuf),
    /// In a file that was opened for reading and stands at its beginning: the way for folders that agents can change.
    File(Arc<OwnedFd>),
}

/// A file in the record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArtifactRef {
    /// What the trial called it.
    pub name: String,
    /// Names the file below `artifacts/`.
    pub hash: ArtifactHash,
    /// Its length.
    pub bytes: u64,
    /// Its media type, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mime: Option<String>,
}

/// A file that was not kept, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArtifactRefusal {
    /// What the trial called it.
    pub name: String,
    /// One sentence without its full stop.
    pub reason: String,
}

/// What became of files that were handed in together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeptArtifacts {
    /// Those that are in the record.
    pub kept: Vec<ArtifactRef>,
    /// Those that are not.
    pub refused: Vec<ArtifactRefusal>,
}

/// Keeps the files of one attempt. Keeping one takes as long as reading it: call it where a thread may block.
pub trait ArtifactStore: Send + Sync {
    /// Keeps a file, or says why it is not kept: it is no file, cannot be read, or the attempt has handed in too much. `Err` means
    /// that the record could not be written.
    fn keep(&self, artifact: &Artifact) -> Result<Result<ArtifactRef, ArtifactRefusal>, Fault>;

    /// Keeps several, in their order.
    fn keep_all(&self, artifacts: &[Artifact]) -> Result<KeptArtifacts, Fault> {
        let mut all = KeptArtifacts::default();
        for artifact in artifacts {
            match self.keep(artifact)? {
                Ok(kept) => all.kept.push(kept),
                Err(refusal) => all.refused.push(refusal),
            }
        }
        Ok(all)
    }
}

impl ArtifactHash {
    /// The hash that a SHA-256 came to.
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }
}

impl Artifact {
    /// A file whose bytes are in memory.
    pub fn bytes(name: impl Into<String>, bytes: Vec<u8>) -> Self {
        Self { name: name.into(), mime: None, content: ArtifactContent::Bytes(bytes) }
    }

    /// A file on disk, in a folder that no agent can change.
    pub fn path(name: impl Into<String>, path: impl Into<PathBuf>) -> Self {
        Self { name: name.into(), mime: None, content: ArtifactContent::Path(path.into()) }
    }

    /// A file that was opened for reading.
    pub fn file(name: impl Into<String>, file: impl Into<OwnedFd>) -> Self {
        Self { name: name.into(), mime: None, content: ArtifactContent::File(Arc::new(file.into())) }
    }
}

impl KeptArtifacts {
    /// Nothing is kept, all for one reason.
    pub fn none(artifacts: &[Artifact], reason: &str) -> Self {
        let refuse = |artifact: &Artifact| ArtifactRefusal { name: artifact.name.clone(), reason: reason.into() };
        Self { kept: Vec::new(), refused: artifacts.iter().map(refuse).collect() }
    }
}

impl ArtifactRefusal {
    /// For whoever handed it in.
    pub fn sentence(&self) -> String {
        format!("{} was not kept: {}.", self.name, self.reason)
    }
}

impl PartialEq for ArtifactContent {
    /// Open files are the same only if they are one and the same.
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Bytes(a), Self::Bytes(b)) => a == b,
            (Self::Path(a), Self::Path(b)) => a == b,
            (Self::File(a), Self::File(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }
}
