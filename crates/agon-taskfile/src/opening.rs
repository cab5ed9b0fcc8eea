//! What a world is told about one trial by its task file, whatever its kind.

use crate::Service;
use agon_core::Surface;
use serde::Deserialize;
use std::path::PathBuf;

/// Everything of a task file that one trial's world needs beside what is its kind's own.
///
/// The world's door gives the evidence `{"state": …, "probes": {NAME: {"exit": …, "stdout": …, "stderr": …, "files": …}}, "files": {PATH: …}}`; `probes` and
/// `files` may be absent where a task asks for none. `exit` is null for a probe that was ended because it took too long. A probe
/// that could not be run at all is a fault. Files are read before the probes run; asking twice gives the same.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Opening {
    pub surfaces: Vec<Surface>,
    /// Files in HOME at the start.
    pub files: Vec<(PathBuf, Vec<u8>)>,
    /// Functions that the agent may call.
    pub services: Vec<Service>,
    pub probes: Vec<Probe>,
    /// Files in HOME whose content goes into the evidence, relative to it.
    pub keep: Vec<String>,
    /// Files that only verifiers see, by their paths below `reference/`.
    pub reference: Vec<(PathBuf, Vec<u8>)>,
    /// Files that only the other probes see, by their paths below `given/`.
    pub given: Vec<(PathBuf, Vec<u8>)>,
}

/// A command that is run after the agent has left, in a sandbox of its own on a copy of what it left, without network.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Probe {
    pub name: String,
    pub argv: Vec<String>,
    #[serde(default)]
    pub stdin: String,
    #[serde(default = "half_a_minute")]
    pub timeout_secs: f64,
    /// Files in its copy of HOME whose content goes into its outcome, relative to it.
    #[serde(default)]
    pub keep: Vec<String>,
    /// Whether it sees the reference. Such a probe runs nothing that the agent has made.
    #[serde(skip)]
    pub sees_reference: bool,
}

impl Probe {
    /// Reads one, and sees that it makes sense.
    pub(crate) fn read(table: toml::Table) -> Result<Self, String> {
        let probe: Self =
            toml::Value::Table(table).try_into().map_err(|error: toml::de::Error| error.message().trim().to_owned())?;
        if probe.argv.is_empty() || !(probe.timeout_secs > 0.0 && probe.timeout_secs <= 600.0) {
            return Err(format!("probe {:?} needs a command and a timeout of at most 600 seconds", probe.name));
        }
        Ok(probe)
    }
}

fn half_a_minute() -> f64 {
    30.0
}
