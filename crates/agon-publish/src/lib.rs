//! Runs as a folder to publish: a static page, the records, and a manifest of all files, signed with the publisher's minisign key.
//!
//! ```text
//! FOLDER/index.html              the report
//! FOLDER/runs/NAME/…             each run as it was recorded, layers included
//! FOLDER/manifest.json           what was run, and every file with its size and hash
//! FOLDER/manifest.json.minisig   the publisher's signature of it
//! FOLDER/publisher.pub           the publisher's public key
//! ```
//!
//! Whoever has the folder can check it without a network ([`check()`]); anything that was changed, added or taken away is named. The signature can also be
//! checked with `minisign -Vm manifest.json -p publisher.pub`.

mod bundle;
mod check;
mod files;
mod key;

pub use bundle::{Published, publish};
pub use check::{Checked, check, is_bundle};
pub use key::SigningKey;

use serde::{Deserialize, Serialize};
use std::io;
use std::path::PathBuf;

const MANIFEST: &str = "manifest.json";
const SIGNATURE: &str = "manifest.json.minisig";
const PUBLIC_KEY: &str = "publisher.pub";
const PAGE: &str = "index.html";
const RUNS: &str = "runs";
/// Of the manifest.
const FORMAT: u32 = 1;

/// What is published.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct BundleManifest {
    format: u32,
    /// So that whoever gathers training data can leave it out.
    canary: String,
    runs: Vec<PublishedRun>,
    files: Vec<PublishedFile>,
}

/// A run in brief; its own manifest has the rest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct PublishedRun {
    /// Its folder.
    folder: String,
    digest: String,
    agon_version: String,
    created: String,
    trials: u32,
    suites: Vec<agon_record::SuiteEntry>,
    agents: Vec<agon_record::AgentEntry>,
    host: agon_record::Host,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct PublishedFile {
    /// Relative, with slashes.
    path: String,
    bytes: u64,
    blake3: String,
}

/// Why something was not published or could not be checked.
#[derive(Debug, thiserror::Error)]
pub enum PublishError {
    /// The folder is not empty.
    #[error("{0} is there already: publish into a new folder")]
    Exists(PathBuf),
    /// Something in a run is not a plain file.
    #[error("{0} is neither a file nor a folder: remove it before publishing")]
    NotPlain(PathBuf),
    /// Two runs have one name.
    #[error("two runs are called \"{0}\": rename the folder of one")]
    SameName(String),
    /// A key cannot be used.
    #[error("{path} cannot be used as a signing key: {reason}")]
    Key {
        /// Of the key.
        path: PathBuf,
        /// In a few words.
        reason: String,
    },
    /// A file could not be read or written.
    #[error("{path}: {error}")]
    File {
        /// Of the file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
}

impl PublishError {
    fn file(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |error| Self::File { path, error }
    }
}

#[cfg(test)]
mod tests;
