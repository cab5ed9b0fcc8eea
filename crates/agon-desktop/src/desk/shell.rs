//! Commands beside the program: the agent's shell, and the examiner's own. Probes have their own file.

use super::confined::{Confined, Pipes};
use super::memory::Spared;
use super::{Desk, DeskError};
use crate::sandbox::{HOME, View};
use agon_core::CommandOutput;
use std::borrow::Cow;
use std::io;
use std::path::Path;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};

/// How a command ended and what it printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShellOutcome {
    /// As shells tell it; `None` where it was stopped at its time limit.
    pub exit: Option<i32>,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    /// How many bytes of both were left off at the end.
    pub left_off: u64,
    pub timed_out: bool,
}

/// More of either stream than this is left off: nobody reads it, and a model pays for it.
const SHELL_BYTES: usize = 64 * 1024;
/// Files that tasks make are smaller.
const EXAMINER_BYTES: usize = 64 * 1024 * 1024;
pub(crate) const EXAMINER_TIMEOUT: Duration = Duration::from_secs(120);
pub(crate) const FILES_TIMEOUT: Duration = Duration::from_secs(20);

impl Desk {
    /// Runs an agent's command in a sandbox that shares HOME and the task's files with the program, and nothing else. Whatever it
    /// started ends with it.
    pub async fn shell(&self, command: &str, timeout: Duration) -> Result<ShellOutcome, DeskError> {
        self.confined(View::Shell, &["bash", "-c", command], &[], timeout, SHELL_BYTES).await
    }

    /// Runs a command of the examiner's: HOME and the task's files can be read, and only a private `/tmp`, where it starts,
    /// can be written.
    pub async fn examine(&self, argv: &[&str], stdin: &[u8]) -> Result<ShellOutcome, DeskError> {
        self.confined(View::Examiner, argv, stdin, EXAMINER_TIMEOUT, EXAMINER_BYTES).await
    }

    /// The same without input, and with another limit.
    pub(crate) async fn examine_within(&self, argv: &[&str], limit: Duration) -> Result<ShellOutcome, DeskError> {
        self.confined(View::Examiner, argv, &[], limit, EXAMINER_BYTES).await
    }

    /// A file as the trial's processes see it, by its path inside, absolute or below HOME; `None` where it cannot be read. An
    /// agent's link leads nowhere but into the agent's own world.
    pub async fn read_file(&self, path: &str) -> Result<Option<Vec<u8>>, DeskError> {
        let outcome = self.examine(&["cat", "--", &inside(path)], &[]).await?;
        Ok((outcome.exit == Some(0) && outcome.left_off == 0).then_some(outcome.stdout))
    }

    /// Shows an agent a file, by a path that is absolute or below HOME; no more of it than a command may print.
    pub async fn read_for_agent(&self, path: &str) -> Result<ShellOutcome, DeskError> {
        self.files_command(&["cat", "--", &inside(path)], &[]).await
    }

    /// Writes a file for an agent, in place of what was there, and the folders it lies in.
    pub async fn write_for_agent(&self, path: &str, content: &str) -> Result<ShellOutcome, DeskError> {
        const WRITE: &str = r#"mkdir -p -- "$(dirname -- "$1")" && cat > "$1""#;
        self.files_command(&["sh", "-c", WRITE, "sh", &inside(path)], content.as_bytes()).await
    }

    /// Lists a folder for an agent: kind (d for a folder, f for a file), size in bytes and name of each entry.
    pub async fn list_for_agent(&self, path: &str) -> Result<ShellOutcome, DeskError> {
        const LIST: &str = r#"test -d "$1" || { echo "$1 is not a folder" >&2; exit 1; }
find "$1" -mindepth 1 -maxdepth 1 -printf '%y %s %f\n' | sort -k 3"#;
        self.files_command(&["sh", "-c", LIST, "sh", &inside(path)], &[]).await
    }

    /// In the view of the agent's shell, so that a path leads nowhere that a command would not.
    async fn files_command(&self, argv: &[&str], stdin: &[u8]) -> Result<ShellOutcome, DeskError> {
        self.confined(View::Shell, argv, stdin, FILES_TIMEOUT, SHELL_BYTES).await
    }

    pub(super) async fn confined(
        &self,
        view: View<'_>,
        argv: &[&str],
        stdin: &[u8],
        timeout: Duration,
        most: usize,
    ) -> Result<ShellOutcome, DeskError> {
        let run = async {
            let tag = self.keeper.tag();
            let command = self.sandbox.command(view, &tag, argv)?;
            let (mut confined, Pipes { stdin: mut input, stdout, stderr }) = Confined::start(command, &self.keeper, tag).await?;
            let _watched = self.watch.add(confined.first, Spared::No);
            let (stdout, stderr) = (tokio::spawn(read_bounded(stdout, most)), tokio::spawn(read_bounded(stderr, most)));
            let given = stdin.to_vec();
            // A command that does not read its input is nobody's fault.
            tokio::spawn(async move { input.write_all(&given).await });
            let waited = tokio::time::timeout(timeout, confined.child.wait()).await;
            let exit = waited.as_ref().ok().and_then(|status| status.as_ref().ok()?.code());
            // What it left behind goes before its pipes are read to the end.
            tokio::task::spawn_blocking(move || drop(confined)).await?;
            let ((stdout, first), (stderr, second)) = (stdout.await??, stderr.await??);
            Ok(ShellOutcome { exit, stdout, stderr, left_off: first + second, timed_out: waited.is_err() })
        };
        run.await.map_err(|error: io::Error| DeskError::NotStarted { program: "a command".into(), problem: error.to_string() })
    }
}

impl ShellOutcome {
    /// For the agent that ran it and for the record; `limit` is the time it had.
    pub fn output(&self, limit: Duration) -> CommandOutput {
        CommandOutput {
            stdout: self.stdout_text().into_owned(),
            stderr: self.stderr_text().into_owned(),
            exit_code: self.exit,
            truncated_bytes: self.left_off,
            timed_out_secs: self.timed_out.then(|| limit.as_secs_f64()),
        }
    }

    pub fn stdout_text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.stdout)
    }

    pub fn stderr_text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.stderr)
    }
}

/// A path as the trial's processes have it.
fn inside(path: &str) -> String {
    Path::new(HOME).join(path).to_string_lossy().into_owned()
}

/// Keeps the beginning, and counts the rest.
async fn read_bounded(mut stream: impl AsyncRead + Unpin, most: usize) -> io::Result<(Vec<u8>, u64)> {
    let (mut kept, mut left_off) = (Vec::new(), 0);
    let mut piece = vec![0; 64 * 1024];
    loop {
        let length = stream.read(&mut piece).await?;
        if length == 0 {
            return Ok((kept, left_off));
        }
        let room = (most - kept.len()).min(length);
        kept.extend_from_slice(&piece[..room]);
        left_off += (length - room) as u64;
    }
}
