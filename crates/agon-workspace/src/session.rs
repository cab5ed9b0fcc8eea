//! The session of a workspace that has a screen: one sandbox for all of the agent's commands, in which what they leave running goes on.
//!
//! A program that is to be used with mouse and keyboard outlives the command that starts it, and the commands after it are to see it: so
//! they share a sandbox, with its processes and `/tmp`. A shell in it starts each command when it is told to. The sandbox's filter of
//! system calls and its limits hold for whatever comes from that shell, which a process that entered from outside would have to be given
//! anew. Output comes through named pipes, which the session can write to and not replace.

use crate::sandbox::{View, WorkspaceSandbox};
use agon_sandbox::{Confined, Outcome, Pipes, Watched};
use agon_screen::Log;
use rustix::fs::{CWD, FileType, Mode, mknodat};
use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::unix::pipe;
use tokio::process::{ChildStdin, ChildStdout};
use tokio::sync::{mpsc, oneshot};
use tokio::task::AbortHandle;

/// Where the session finds its commands and their pipes.
pub(crate) const COMMANDS: &str = "/run/commands";
const COMMAND: &str = "command";
const STREAMS: [&str; 2] = ["stdout", "stderr"];

/// Each command is a process group of its own, so that it can be ended with what it has started. Nothing is forked to read it: where
/// there is no room for one more process, the session ends, and the next one has room.
const SCRIPT: &str = r#"set -m
groups=()
while read -r verb number; do
  folder=/run/commands/$number
  [ "$verb" = end ] || IFS= read -r -d '' command < "$folder/command"
  case $verb in
    run) { bash -c "$command" < /dev/null > "$folder/stdout" 2> "$folder/stderr"; echo "$number $?"; } & groups[number]=$! ;;
    open) { bash -c "$command" < /dev/null >&2; echo "$number $?"; } & ;;
    end) kill -KILL -- "-${groups[number]}"; echo "$number 137" ;;
  esac
done
"#;

/// A running session. Dropping it ends everything in it.
pub(crate) struct Session {
    /// Closed, all ends. So nothing outlives this process, however it dies.
    requests: ChildStdin,
    /// Numbers of commands that have ended, with their exit statuses. Whatever runs inside may forge one: its own command's status
    /// is all that it can change.
    reports: mpsc::Receiver<(u32, i32)>,
    log: Log,
    /// Readers of what goes on after its command: without them it would wait for one, or end for the lack of one.
    readers: VecDeque<AbortHandle>,
    _watched: Watched,
    _confined: Confined,
}

/// How a command came out, and whether the session has ended meanwhile.
pub(crate) struct Ran {
    pub(crate) outcome: Outcome,
    pub(crate) session_ended: bool,
}

/// What one stream of a command printed, and how many bytes more.
type Printed = (Vec<u8>, u64);

const LONGEST_REPORT: u64 = 64;
const MOST_REPORTS: usize = 16;
/// A shell that is not stopped ends a command at once.
const ENDING: Duration = Duration::from_secs(5);
/// What ends with its session was killed, as shells tell it.
const KILLED: i32 = 128 + 9;
/// More programs than this in the background lose their output streams, the oldest first.
const MOST_READERS: usize = 64;
/// The most that a pipe holds on Linux: so much a command may have printed that was not read when it ended.
const PIPE_BYTES: usize = 1 << 20;
const PIECE: usize = 64 * 1024;

impl Session {
    pub(crate) async fn start(sandbox: &WorkspaceSandbox) -> io::Result<Self> {
        let (confined, pipes, watched) = sandbox.start(View::Session, &["bash", "-c", SCRIPT]).await?;
        let Pipes { stdin: requests, stdout, stderr } = pipes;
        let (sender, reports) = mpsc::channel(MOST_REPORTS);
        tokio::spawn(read_reports(stdout, sender));
        let log = Log::default();
        tokio::spawn(log.clone().keep(stderr));
        Ok(Self { requests, reports, log, readers: VecDeque::new(), _watched: watched, _confined: confined })
    }

    /// Whether it has ended: something in it has ended its shell, or there was no room for another process.
    pub(crate) fn has_ended(&self) -> bool {
        self.reports.is_closed()
    }

    /// Runs a command and waits for it, though not for what it leaves in the background. At its time limit it is ended with all of its
    /// process group; of either stream no more than `most` bytes are kept.
    pub(crate) async fn run(
        &mut self,
        sandbox: &WorkspaceSandbox,
        command: &str,
        limit: Duration,
        most: usize,
    ) -> io::Result<Ran> {
        let (number, folder) = sandbox.make_command_folder()?;
        sandbox.write_command(&folder, COMMAND, command)?;
        let mut streams = Vec::new();
        for name in STREAMS {
            streams.push(self.open_stream(sandbox, &folder.join(name), most)?);
        }
        let asked = self.ask("run", number).await;
        let ended = tokio::time::timeout(limit, self.report(number)).await;
        let timed_out = asked.is_ok() && ended.is_err();
        if timed_out && self.ask("end", number).await.is_ok() {
            // A shell that does not answer was stopped: then the session is of no use any more.
            if tokio::time::timeout(ENDING, self.report(number)).await.is_err() {
                self.reports.close();
            }
        }
        let mut printed = Vec::new();
        for stream in streams {
            printed.push(stream.end().await);
        }
        agon_reap::remove_tree(&folder)?;
        let (stderr, stdout) = (printed.pop().unwrap_or_default(), printed.pop().unwrap_or_default());
        let exit = (!timed_out).then(|| ended.ok().flatten().unwrap_or(KILLED));
        let outcome = Outcome { exit, stdout: stdout.0, stderr: stderr.0, left_off: stdout.1 + stderr.1, timed_out };
        Ok(Ran { outcome, session_ended: self.reports.is_closed() })
    }

    /// Starts a program that the task opens, and gives its number for [`Session::report`]. What it prints goes to the log.
    pub(crate) async fn open(&mut self, sandbox: &WorkspaceSandbox, command: &str) -> io::Result<u32> {
        let (number, folder) = sandbox.make_command_folder()?;
        sandbox.write_command(&folder, COMMAND, command)?;
        self.ask("open", number).await?;
        Ok(number)
    }

    /// The exit status of a command once it has ended; `None` where the session has.
    pub(crate) async fn report(&mut self, number: u32) -> Option<i32> {
        while let Some((ended, status)) = self.reports.recv().await {
            if ended == number {
                return Some(status);
            }
        }
        None
    }

    /// The last of what opened programs have printed.
    pub(crate) fn last_lines(&self) -> String {
        self.log.last_lines()
    }

    async fn ask(&mut self, verb: &str, number: u32) -> io::Result<()> {
        self.requests.write_all(format!("{verb} {number}\n").as_bytes()).await
    }

    fn open_stream(&mut self, sandbox: &WorkspaceSandbox, path: &Path, most: usize) -> io::Result<Stream> {
        mknodat(CWD, path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0)?;
        sandbox.hand_over(path)?;
        let receiver = pipe::OpenOptions::new().open_receiver(path)?;
        // Without a writer of ours the pipe would seem to have ended before the command has opened it.
        let writer = pipe::OpenOptions::new().open_sender(path)?;
        let (over, is_over) = oneshot::channel();
        let (sender, printed) = oneshot::channel();
        let reader = tokio::spawn(read_stream(receiver, most, is_over, sender));
        self.readers.retain(|reader| !reader.is_finished());
        if self.readers.len() >= MOST_READERS
            && let Some(oldest) = self.readers.pop_front()
        {
            oldest.abort();
        }
        self.readers.push_back(reader.abort_handle());
        Ok(Stream { writer, over, printed })
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.readers.iter().for_each(AbortHandle::abort);
    }
}

/// What a command prints.
struct Stream {
    writer: pipe::Sender,
    over: oneshot::Sender<()>,
    printed: oneshot::Receiver<Printed>,
}

impl Stream {
    /// The command has ended: all that it has printed.
    async fn end(self) -> Printed {
        drop(self.writer);
        // A reader that is not there any more has nothing to tell.
        let _ = self.over.send(());
        self.printed.await.unwrap_or_default()
    }
}

/// Keeps the beginning until the command is over, and counts the rest; then reads on, and throws away, until the last writer has gone.
async fn read_stream(
    mut receiver: pipe::Receiver,
    most: usize,
    mut is_over: oneshot::Receiver<()>,
    printed: oneshot::Sender<Printed>,
) -> io::Result<()> {
    let (mut kept, mut left_off) = (Vec::new(), 0);
    let mut piece = vec![0; PIECE];
    let mut keep = |piece: &[u8]| {
        let room = (most - kept.len()).min(piece.len());
        kept.extend_from_slice(&piece[..room]);
        left_off += (piece.len() - room) as u64;
    };
    loop {
        tokio::select! {
            read = receiver.read(&mut piece) => match read? {
                // Nobody has it open, not even we: the session is being ended.
                0 => break,
                length => keep(&piece[..length]),
            },
            _ = &mut is_over => break,
        }
    }
    // What is in the pipe now may not have been told yet: it is asked for directly, and only so much as was there when the command ended.
    let mut file = File::from(receiver.into_nonblocking_fd()?);
    let mut room = PIPE_BYTES;
    while let Ok(length @ 1..) = file.read(&mut piece[..PIECE.min(room)]) {
        keep(&piece[..length]);
        room -= length;
    }
    // Whoever asked may have gone.
    let _ = printed.send((kept, left_off));
    let mut receiver = pipe::Receiver::from_file(file)?;
    while let Ok(1..) = receiver.read(&mut piece).await {}
    Ok(())
}

async fn read_reports(stdout: ChildStdout, sender: mpsc::Sender<(u32, i32)>) {
    let mut reader = BufReader::new(stdout);
    let mut line = Vec::new();
    while let Ok(1..) = (&mut reader).take(LONGEST_REPORT).read_until(b'\n', &mut line).await {
        let text = String::from_utf8_lossy(&line).trim_end().to_owned();
        line.clear();
        let report = text.split_once(' ').and_then(|(number, status)| Some((number.parse().ok()?, status.parse().ok()?)));
        if let Some(report) = report
            && sender.send(report).await.is_err()
        {
            return;
        }
    }
}
