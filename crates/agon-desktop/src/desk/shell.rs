//! Commands beside the program: the agent's shell, and the examiner's own. Probes have their own file.

use super::Desk;
use crate::DeskError;
use crate::sandbox::{HOME, View};
use agon_core::Request;
use agon_sandbox::{Command, Outcome, Spared, file_command};
use std::path::Path;
use std::time::Duration;

/// More of either stream than this is left off: nobody reads it, and a model pays for it.
const SHELL_BYTES: usize = 64 * 1024;
/// Files that tasks make are smaller.
const EXAMINER_BYTES: usize = 64 * 1024 * 1024;
pub(crate) const EXAMINER_TIMEOUT: Duration = Duration::from_secs(120);
pub(crate) const FILES_TIMEOUT: Duration = Duration::from_secs(20);

impl Desk {
    /// Runs an agent's command in a sandbox that shares HOME and the task's files with the program, and nothing else. Whatever it
    /// started ends with it.
    pub async fn shell(&self, command: &str, timeout: Duration) -> Result<Outcome, DeskError> {
        self.confined(View::Shell, &["bash", "-c", command], &[], timeout, SHELL_BYTES).await
    }

    /// Runs a command of the examiner's: HOME and the task's files can be read, and only a private `/tmp`, where it starts,
    /// can be written.
    pub async fn examine(&self, argv: &[&str], stdin: &[u8]) -> Result<Outcome, DeskError> {
        self.confined(View::Examiner, argv, stdin, EXAMINER_TIMEOUT, EXAMINER_BYTES).await
    }

    /// The same without input, and with another limit.
    pub(crate) async fn examine_within(&self, argv: &[&str], limit: Duration) -> Result<Outcome, DeskError> {
        self.confined(View::Examiner, argv, &[], limit, EXAMINER_BYTES).await
    }

    /// A file as the trial's processes see it, by its path inside, absolute or below HOME; `None` where it cannot be read. An
    /// agent's link leads nowhere but into the agent's own world.
    pub async fn read_file(&self, path: &str) -> Result<Option<Vec<u8>>, DeskError> {
        let outcome = self.examine(&["cat", "--", &inside(path)], &[]).await?;
        Ok((outcome.exit == Some(0) && outcome.left_off == 0).then_some(outcome.stdout))
    }

    /// Does what an agent asks of a file or a folder, in the view of its shell; no more is shown than a command may print.
    pub async fn on_files(&self, request: &Request) -> Result<Outcome, DeskError> {
        let (argv, stdin) = file_command(request, HOME).unwrap_or_default();
        let argv: Vec<&str> = argv.iter().map(String::as_str).collect();
        self.confined(View::Shell, &argv, stdin, FILES_TIMEOUT, SHELL_BYTES).await
    }

    pub(super) async fn confined(
        &self,
        view: View<'_>,
        argv: &[&str],
        stdin: &[u8],
        timeout: Duration,
        most_bytes: usize,
    ) -> Result<Outcome, DeskError> {
        let command = Command { argv, stdin, timeout, most_bytes };
        let watch = |first| self.watch.add(first, Spared::No);
        let run = self.sandbox.exec(view, self.keeper.tag(), command, watch).await;
        run.map_err(|error| DeskError::NotStarted { program: "a command".into(), problem: error.to_string() })
    }
}

/// A path as the trial's processes have it.
fn inside(path: &str) -> String {
    Path::new(HOME).join(path).to_string_lossy().into_owned()
}
