//! What a world is told about one trial: the seam between the suite, which knows tasks, and the desk, which runs programs.

use super::Service;
use crate::Program;
use agon_core::{BoxFuture, Fault, Surface, World};
use serde::Deserialize;
use std::path::PathBuf;
use std::sync::Arc;
use toml::Table;

/// Opens a world for one trial.
pub type Opener = Arc<dyn Fn(Opening) -> BoxFuture<'static, Result<Box<dyn World>, Fault>> + Send + Sync>;

/// Everything that one trial's world needs.
///
/// Its door gives the evidence `{"state": …, "beside": {NAME: …}, "probes": {NAME: {"exit": …, "stdout": …, "stderr": …, "files": …}},
/// "files": {PATH: …}}`: the programs' states, what the probes came to, and the files as [`super::collect_files`] reads them. `not_read` names
/// those of them that are links, pipes or other than regular files. `exit`
/// is null for a probe that was ended because it took too long. A probe that could not be run at all is a fault. Files are read before
/// the probes run; asking twice gives the same.
#[derive(Clone)]
pub struct Opening {
    pub program: &'static dyn Program,
    pub setup: Table,
    /// Programs beside it on the same desk, with their setups.
    pub beside: Vec<(&'static dyn Program, Table)>,
    /// Files in HOME at the start, beyond what the programs lay down themselves.
    pub files: Vec<(PathBuf, Vec<u8>)>,
    pub screen: (u32, u32),
    pub shows: ObservationMode,
    pub surfaces: Vec<Surface>,
    /// Functions that the agent may call.
    pub services: Vec<Service>,
    pub probes: Vec<Probe>,
    /// Files in HOME whose content goes into the evidence, relative to it.
    pub keep: Vec<String>,
}

/// What an observation holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObservationMode {
    Screen,
    Tree,
    Both,
    /// The screen with numbered boxes on it, and the tree with these numbers.
    Labels,
}

/// A command that is run after the agent has left, in a sandbox of its own on a copy of HOME, without network.
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
}

fn half_a_minute() -> f64 {
    30.0
}

impl ObservationMode {
    pub const WORDS: &'static str = "screen, tree, both, labels";

    pub fn read(word: &str) -> Option<Self> {
        match word {
            "screen" => Some(Self::Screen),
            "tree" => Some(Self::Tree),
            "both" => Some(Self::Both),
            "labels" => Some(Self::Labels),
            _ => None,
        }
    }

    pub fn screen(self) -> bool {
        self != Self::Tree
    }

    pub fn tree(self) -> bool {
        self != Self::Screen
    }
}
