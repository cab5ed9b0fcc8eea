use agon_core::{SuiteError, TaskId};
use agon_record::RecordError;
use std::io;
use std::path::{Path, PathBuf};

/// Demonstrations that cannot be chosen or written. Each names the thing.
#[derive(Debug, thiserror::Error)]
pub enum DemosError {
    #[error("{task} does not tell what its instances start from, so its demonstrations cannot be kept apart from tests")]
    NoStart { task: TaskId },
    #[error("{task} has no {curation} demonstrations: {problem}")]
    NoCuration { task: TaskId, curation: String, problem: String },
    #[error(transparent)]
    Suite(#[from] SuiteError),
    #[error(transparent)]
    Record(#[from] RecordError),
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
    #[error("{path} could not be written as parquet")]
    Parquet {
        path: PathBuf,
        #[source]
        source: parquet::errors::ParquetError,
    },
    #[error("{path} is not empty and holds no demonstrations; choose another --out")]
    NotEmpty { path: PathBuf },
    #[error("{path} was begun with other arguments ({difference}); choose another --out, or remove it")]
    Different { path: PathBuf, difference: String },
    #[error("{path} is not the description of a dataset that this agon can read")]
    Unreadable {
        path: PathBuf,
        #[source]
        source: serde_json::Error,
    },
    #[error("trial {trial} of {run} cannot be exported: {problem}")]
    Trial { run: PathBuf, trial: u32, problem: String },
}

impl DemosError {
    pub(crate) fn write(path: &Path) -> impl FnOnce(io::Error) -> Self + '_ {
        move |source| Self::Write { path: path.into(), source }
    }

    pub(crate) fn read(path: &Path) -> impl FnOnce(io::Error) -> Self + '_ {
        move |source| Self::Read { path: path.into(), source }
    }

    pub(crate) fn parquet(path: &Path) -> impl FnOnce(parquet::errors::ParquetError) -> Self + '_ {
        move |source| Self::Parquet { path: path.into(), source }
    }
}
