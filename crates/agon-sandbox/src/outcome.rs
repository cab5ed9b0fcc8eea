//! A command in a sandbox that is waited for.

use crate::confined::{Confined, Pipes};
use agon_core::CommandOutput;
use std::borrow::Cow;
use std::io;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};

/// How a command ended and what it printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// As shells tell it; `None` where it was stopped at its time limit.
    pub exit: Option<i32>,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    /// How many bytes of both were left off at the end.
    pub left_off: u64,
    pub timed_out: bool,
}

impl Outcome {
    /// Waits for a command to end, and for all that it has started with it. It is ended at its time limit; of either stream no more
    /// than `most` bytes are kept.
    pub async fn of(mut confined: Confined, pipes: Pipes, stdin: &[u8], limit: Duration, most: usize) -> io::Result<Self> {
        let Pipes { stdin: mut input, stdout, stderr } = pipes;
        let (stdout, stderr) = (tokio::spawn(read_bounded(stdout, most)), tokio::spawn(read_bounded(stderr, most)));
        let given = stdin.to_vec();
        // A command that does not read its input is nobody's fault.
        tokio::spawn(async move { input.write_all(&given).await });
        let waited = tokio::time::timeout(limit, confined.child.wait()).await;
        let exit = waited.as_ref().ok().and_then(|status| status.as_ref().ok()?.code());
        // What it left behind goes before its pipes are read to the end.
        tokio::task::spawn_blocking(move || drop(confined)).await?;
        let ((stdout, first), (stderr, second)) = (stdout.await??, stderr.await??);
        Ok(Self { exit, stdout, stderr, left_off: first + second, timed_out: waited.is_err() })
    }

    /// For the agent that ran it and for the record; `limit` is the time it had.
    pub fn output(&self, limit: Duration) -> CommandOutput {
        CommandOutput {
            stdout: self.stdout_text().into_owned(),
            stderr: self.stderr_text().into_owned(),
            exit_code: self.exit,
            truncated_bytes: self.left_off,
            timed_out_secs: self.timed_out.then_some(limit.as_secs_f64()),
        }
    }

    pub fn stdout_text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.stdout)
    }

    pub fn stderr_text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.stderr)
    }
}

/// Reads to the end: the first `most` bytes, and how many more there were.
pub async fn read_bounded(mut stream: impl AsyncRead + Unpin, most: usize) -> io::Result<(Vec<u8>, u64)> {
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
