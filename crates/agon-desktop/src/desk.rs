//! One trial's computer: X server, window manager, buses, HOME and a program, in a sandbox of their own.

use crate::programs::Launch;
use agon_reap::Keeper;
use std::path::{Path, PathBuf};

/// How to set one up.
#[derive(Clone, Debug)]
pub struct DeskOptions {
    pub width: u32,
    pub height: u32,
    pub launch: Launch,
}

/// A running desk. Dropping it ends all its processes and removes its folder.
pub struct Desk {
    home: PathBuf,
    run: PathBuf,
}

#[derive(Debug, thiserror::Error)]
pub enum DeskError {
    #[error("{program:?} could not be started: {problem}")]
    NotStarted { program: String, problem: String },
    #[error("{what} was not ready within {secs} s")]
    NotReady { what: String, secs: u64 },
    #[error("{0} has gone")]
    Gone(String),
}

impl Desk {
    /// Starts everything and waits until the program shows its window.
    pub async fn start(_options: DeskOptions, _keeper: &Keeper) -> Result<Self, DeskError> {
        Err(DeskError::NotReady { what: "the desk".into(), secs: 0 })
    }

    /// The trial's HOME as it is seen from outside; inside it is `/home/user`. Agents with a shell or a file dialog reach it.
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// A folder for state channels, at the same path inside and outside. The program's sandbox has it; the agent's shell has not.
    pub fn run(&self) -> &Path {
        &self.run
    }
}
