//! A process group in a sandbox, from its start to the end of its last process.

use agon_reap::{Group, Keeper, Tag};
use std::fs;
use std::io;
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};

/// Processes in a sandbox. Dropping it ends them all.
#[derive(Debug)]
pub struct Confined {
    pub(crate) child: Child,
    group: Option<Group>,
    /// The first process of the sandbox as the machine numbers it. When it is gone, all others are.
    pub first: u32,
}

/// The pipes to the first of them.
pub struct Pipes {
    pub stdin: ChildStdin,
    pub stdout: ChildStdout,
    /// Without bubblewrap's own report.
    pub stderr: BufReader<ChildStderr>,
}

/// The kernel needs a moment to end a namespace; after this nobody can help.
const GOING: Duration = Duration::from_secs(3);
const LOOK_AGAIN: Duration = Duration::from_millis(1);
const LONGEST_PROBLEM: u64 = 4096;

impl Confined {
    /// Starts a command that runs bubblewrap in a process group of its own, with its report (`--info-fd`) before everything else on
    /// stderr.
    pub async fn start(mut command: Command, keeper: &Keeper, tag: Tag) -> io::Result<(Self, Pipes)> {
        let mut child = command.spawn()?;
        let leader = child.id().ok_or_else(|| io::Error::other("it ended at once"))?;
        let group = keeper.group(leader, tag).map_err(io::Error::other)?;
        let (Some(stdin), Some(stdout), Some(stderr)) = (child.stdin.take(), child.stdout.take(), child.stderr.take()) else {
            return Err(io::Error::other("it has no pipes"));
        };
        let mut stderr = BufReader::new(stderr);
        let first = first_process(&mut stderr).await?;
        Ok((Self { child, group: Some(group), first }, Pipes { stdin, stdout, stderr }))
    }
}

impl Drop for Confined {
    fn drop(&mut self) {
        // The guard ends bubblewrap, whose end is that of the namespace.
        drop(self.group.take());
        let deadline = Instant::now() + GOING;
        while is_running(self.first) && Instant::now() < deadline {
            std::thread::sleep(LOOK_AGAIN);
        }
    }
}

/// Bubblewrap's report, or what it says went wrong.
async fn first_process(stderr: &mut BufReader<ChildStderr>) -> io::Result<u32> {
    let mut report = Vec::new();
    let mut bounded = stderr.take(LONGEST_PROBLEM);
    bounded.read_until(b'}', &mut report).await?;
    let number = serde_json::from_slice::<serde_json::Value>(&report).ok().and_then(|report| report["child-pid"].as_u64());
    if let Some(number) = number.and_then(|number| u32::try_from(number).ok()) {
        bounded.read_until(b'\n', &mut report).await?;
        return Ok(number);
    }
    let said = String::from_utf8_lossy(&report).trim().to_owned();
    Err(io::Error::other(if said.is_empty() { "bubblewrap ended without a word".into() } else { said }))
}

fn is_running(process: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{process}/stat"));
    stat.is_ok_and(|stat| stat.rsplit_once(") ").is_some_and(|(_, fields)| !fields.starts_with(['Z', 'X'])))
}
