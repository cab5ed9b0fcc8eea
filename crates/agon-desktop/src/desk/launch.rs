//! What a desk has to know of a program to start it.

use crate::DeskError;
use std::path::PathBuf;

/// A program about to be started in a desk.
#[derive(Clone, Debug, Default)]
pub struct Launch {
    /// Program and arguments, as inside the sandbox.
    pub command: Vec<String>,
    /// Variables beyond the desk's own (HOME, DISPLAY, XDG_*, the buses, LANG).
    pub environment: Vec<(String, String)>,
    /// Files to lay down before it starts, relative to HOME.
    pub files: Vec<(PathBuf, Vec<u8>)>,
    /// Host paths it needs to read beside /usr and /etc, at the same path inside.
    pub read_only: Vec<PathBuf>,
    /// It is there when a window whose title contains this is mapped.
    pub window: String,
}

impl Launch {
    pub(super) fn check(&self) -> Result<(), DeskError> {
        let problem = || DeskError::NotStarted { program: "the program".into(), problem: "no command was given".into() };
        self.command.first().filter(|program| !program.is_empty()).map(drop).ok_or_else(problem)
    }
}
