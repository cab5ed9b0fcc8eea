//! What an agent's commands are run by, whichever kind of isolation it is.

use crate::{Command, Outcome};
use agon_core::BoxFuture;
use serde_json::Value;
use std::io;

/// Runs an agent's commands over the files of a trial: in sandboxes of this machine's programs, or in a container of an image. Files are
/// laid down before and read afterwards in the trial's own folders, which both have in common.
pub trait Runner: Send + Sync {
    /// Runs a command and waits for it and for all that it has started: nothing of it runs any more when this returns. An error is
    /// the runner's own, never the command's.
    fn exec<'a>(&'a self, command: Command<'a>) -> BoxFuture<'a, io::Result<Outcome>>;

    /// What the agent is to be told beside what its command printed: a limit that was reached. Each is told once.
    fn notice(&self) -> Option<String>;

    /// What the evidence says of it, where that is not the same for every trial.
    fn described(&self) -> Option<Value> {
        None
    }

    /// Ends it, and removes what it has left. Dropping it tries the same.
    fn close(&mut self) -> BoxFuture<'_, io::Result<()>>;
}
