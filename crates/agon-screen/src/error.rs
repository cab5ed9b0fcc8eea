//! What can go wrong with a screen, and with the programs on it.

use crate::display::DisplayError;
use agon_core::Fault;

#[derive(Debug, thiserror::Error)]
pub enum ScreenError {
    #[error("{program} is not installed: install the Debian package {package}")]
    Missing { program: String, package: String },
    #[error("the trial's folder: {0}")]
    Folder(String),
    #[error("{program} could not be started: {problem}")]
    NotStarted { program: String, problem: String },
    #[error("{what} was not ready within {secs} s")]
    NotReady { what: String, secs: u64 },
    #[error("{0} has gone")]
    Gone(String),
    #[error(transparent)]
    Display(#[from] DisplayError),
}

impl From<ScreenError> for Fault {
    fn from(error: ScreenError) -> Self {
        Self::world(error)
    }
}
