use std::io;
use std::path::{Path, PathBuf};

/// Why a store could not do what it was asked. Each says what to do about it, or names the object.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "each is explained by its message")]
pub enum StoreError {
    #[error(
        "{url} is not the address of a store: {problem}; write s3://BUCKET/PREFIX, gs://BUCKET/PREFIX, az://CONTAINER/PREFIX, file:///PATH or a path"
    )]
    Url { url: String, problem: String },
    #[error("the store {url} cannot be reached: {detail}")]
    Unreachable { url: String, detail: String },
    #[error("the store {url} refuses these credentials: {detail}; set those of an account that may read, write and list there")]
    Refused { url: String, detail: String },
    #[error("there is no bucket or container for {url}; make it first")]
    NoBucket { url: String },
    #[error(
        "the store {url} cannot hold a run: of {racers} writers that created one object at once, {winners} were told that they did; a store must tell exactly one (conditional puts, If-None-Match)"
    )]
    NotConditional { url: String, racers: usize, winners: usize },
    #[error("there is no run at {url}: it has no store.json")]
    NoRun { url: String },
    #[error("there is another run at {url}; choose another prefix")]
    OtherRun { url: String },
    #[error("the run at {url} has store format {found}, this agon knows {known}; use a newer agon")]
    Future { url: String, found: u32, known: u32 },
    #[error("{problem}")]
    Terms { problem: String },
    #[error("the store could not {what} {key}: {detail}")]
    Request { what: &'static str, key: String, detail: String },
    #[error("the store does not say whether {key} was written: nothing is there, and it accepts nothing")]
    Unsettled { key: String },
    #[error("{key} in the store is not what its run wrote: {problem}")]
    Changed { key: String, problem: String },
    #[error("trial {trial} cannot be committed: {problem}")]
    Unfinished { trial: u32, problem: String },
    #[error("{path} could not be read or written")]
    File {
        path: PathBuf,
        #[source]
        source: io::Error,
    },
}

impl StoreError {
    pub(crate) fn file(path: &Path, source: io::Error) -> Self {
        Self::File { path: path.into(), source }
    }

    /// Whether the same request may succeed in a while: a network or a store that is having a bad time.
    pub fn is_passing(&self) -> bool {
        matches!(self, Self::Request { .. } | Self::Unsettled { .. } | Self::Unreachable { .. })
    }
}
