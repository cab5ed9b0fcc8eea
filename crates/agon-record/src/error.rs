use agon_core::{Cause, Fault};
use std::error::Error as _;
use std::io;
use std::path::{Path, PathBuf};

/// A record that cannot be written or read. Each names the file.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "each is explained by its message")]
pub enum RecordError {
    #[error("the disk is full: {path} could not be written")]
    DiskFull { path: PathBuf },
    #[error("{path} could not be written")]
    Write {
        path: PathBuf,
        #[source]
        source: io::Error,
    },
    #[error("{path} could not be read")]
    Read {
        path: PathBuf,
        #[source]
        source: io::Error,
    },
    #[error("there is no run at {path}: it has no run.json")]
    NoRun { path: PathBuf },
    #[error("{path} already exists; choose another --out or resume it")]
    Exists { path: PathBuf },
    #[error("{path} is in use by another agon process")]
    Locked { path: PathBuf },
    #[error("{path} has format {found}, this agon reads up to {known}; use a newer agon")]
    Future { path: PathBuf, found: u64, known: u32 },
    #[error("{path} has format {found}, this agon reads {known}; use the agon it was recorded with")]
    Past { path: PathBuf, found: u64, known: u32 },
    #[error("{path} is not as its run wrote it: {problems}; put the files back as they were, or start another run")]
    Untrusted { path: PathBuf, problems: String },
    #[error("line {line} of {path} is not a valid record")]
    Corrupt {
        path: PathBuf,
        line: usize,
        #[source]
        source: serde_json::Error,
    },
    #[error("{path} is not empty and not a run; choose another --out")]
    NotEmpty { path: PathBuf },
    #[error("{path} is inconsistent: {problem}")]
    Inconsistent { path: PathBuf, problem: String },
    #[error("a frame could not be encoded for {path}")]
    Encode {
        path: PathBuf,
        #[source]
        source: agon_image::ImageError,
    },
}

impl RecordError {
    /// The error as the fault that stops a run, with its source in the text.
    pub fn to_fault(&self) -> Fault {
        Fault::new(Cause::Record, self.sentence())
    }

    /// The error with its source.
    pub(crate) fn sentence(&self) -> String {
        let source = self.source().map(|source| format!(": {source}")).unwrap_or_default();
        format!("{self}{source}")
    }

    pub(crate) fn write(path: &Path, source: io::Error) -> Self {
        match source.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::DiskFull { path: path.into() },
            _ => Self::Write { path: path.into(), source },
        }
    }

    pub(crate) fn read(path: &Path, source: io::Error) -> Self {
        Self::Read { path: path.into(), source }
    }
}
