//! An external program at the seat: lines of JSON on its standard input and output.
//!
//! Whatever the program does to itself (dies, floods, sleeps, writes garbage) is the agent's doing and is scored as it
//! stands. Only a program that cannot be started at all is a fault.

use crate::Confinement;
use crate::spec::exists;
use agon_core::{Agent, AgentError, AgentMaker, BoxFuture, Cause, Fault, Placement, Seat};
use agon_reap::{Keeper, Tag};
use agon_seat::wire::{After, Conversation, FrameDelivery};
use rustix::process::{DumpableBehavior, set_dumpable_behavior};
use serde_json::Value;
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{ChildStdin, ChildStdout};
use tokio::task::JoinHandle;

/// A longer line is not a message; reading on would only fill memory.
const MAX_LINE_BYTES: usize = 16 * 1024 * 1024;
/// How much of the program's last words is kept.
const STDERR_TAIL_BYTES: usize = 8 * 1024;
/// How long a program may take to exit by itself after the end.
const GRACE: Duration = Duration::from_secs(1);

/// Starts a program for every trial.
#[derive(Clone)]
pub struct Process {
    pub command: Vec<String>,
    pub frames: FrameForm,
    pub keeper: Keeper,
    pub confinement: Confinement,
    /// What came of trying out the sandbox, which is done once.
    checked: Arc<OnceLock<Result<(), String>>>,
}

/// The program of one trial.
struct Program {
    process: Process,
    /// What it last wrote to its error output.
    last_words: Arc<Mutex<Vec<u8>>>,
    /// Reads that output until it ends.
    listener: Option<JoinHandle<()>>,
}

/// How the program gets frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameForm {
    /// As files in a temporary folder of the trial.
    Path,
    Base64,
    None,
}

impl Process {
    pub fn new(command: Vec<String>, frames: FrameForm, keeper: Keeper, confinement: Confinement) -> Self {
        Self { command, frames, keeper, confinement, checked: Arc::default() }
    }
}

impl AgentMaker for Process {
    fn make(&self, _: &Placement<'_>) -> Result<Box<dyn Agent>, Fault> {
        // Other programs of the same user can otherwise walk through our open files by way of /proc. It does not stop
        // root, and is no sandbox; failing to do it is no fault.
        let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
        let checked = self.checked.get_or_init(|| self.confinement.check().map_err(|error| error.to_string()));
        checked.clone().map_err(|problem| Fault::new(Cause::Agent, format!("the agent's sandbox cannot be made: {problem}")))?;
        Ok(Box::new(Program { process: self.clone(), last_words: Arc::default(), listener: None }))
    }
}

impl Agent for Program {
    fn sit<'a>(&'a mut self, seat: &'a mut dyn Seat) -> BoxFuture<'a, Result<(), AgentError>> {
        Box::pin(self.run(seat))
    }

    fn looks(&self) -> bool {
        self.process.frames != FrameForm::None
    }

    fn last_note(&mut self) -> BoxFuture<'_, Option<(String, Value)>> {
        Box::pin(async {
            self.finish_reading().await;
            let words = self.words();
            (!words.is_empty()).then(|| ("stderr".to_owned(), Value::String(words)))
        })
    }
}

impl Program {
    /// Waits for the end of the error output, which comes soon after the program's own.
    async fn finish_reading(&mut self) {
        if let Some(listener) = self.listener.take() {
            let _ = tokio::time::timeout(GRACE, listener).await;
        }
    }

    fn words(&self) -> String {
        String::from_utf8_lossy(&self.last_words.lock().unwrap_or_else(PoisonError::into_inner)).trim().to_owned()
    }

    async fn run(&mut self, seat: &mut dyn Seat) -> Result<(), AgentError> {
        let process = self.process.clone();
        let fault = |detail: String| AgentError::Fault(Fault::new(Cause::Agent, detail));
        let folder = match process.frames {
            FrameForm::Path => Some(process.keeper.folder().map_err(|e| fault(e.to_string()))?),
            _ => None,
        };
        let delivery = match (&folder, process.frames) {
            (Some(folder), _) => FrameDelivery::Files(folder.path().into()),
            (None, FrameForm::Base64) => FrameDelivery::Base64,
            (None, _) => FrameDelivery::Nothing,
        };
        let (program, args) = process.command.split_first().ok_or_else(|| fault("the command is empty".into()))?;
        // Inside a sandbox nobody could tell a program that is missing from one that failed.
        if !exists(program) {
            return Err(fault(format!("{program:?} could not be started: there is no such program")));
        }
        let tag = process.keeper.tag();
        let mut command = process.confinement.command(program, args, folder.as_ref().map(|folder| folder.path()));
        let mut child = command
            .env(Tag::VARIABLE, tag.value())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .kill_on_drop(true)
            .spawn()
            .map_err(|error| fault(format!("{program:?} could not be started: {error}")))?;
        // Registered first and dropped last: whichever way this function is left, the whole group goes.
        let group = child.id().map(|id| process.keeper.group(id, tag)).transpose().map_err(|e| fault(e.to_string()))?;
        let (Some(stdin), Some(stdout), Some(stderr)) = (child.stdin.take(), child.stdout.take(), child.stderr.take()) else {
            return Err(fault("the program has no standard streams".into()));
        };
        self.listener = Some(tokio::spawn(keep_tail(stderr, self.last_words.clone())));
        let gone = async {
            // A child of the program may hold its output open; what it wrote itself is read in a moment.
            let _ = child.wait().await;
            tokio::time::sleep(GRACE).await;
        };
        let outcome = tokio::select! {
            biased;
            outcome = converse(seat, Conversation::new(delivery), stdin, BufReader::new(stdout)) => outcome,
            () = gone => Talk::Silent,
        };
        let _ = tokio::time::timeout(GRACE, child.wait()).await;
        drop(group);
        // Killed if it had not gone by itself; waiting for it leaves no zombie.
        let status = child.wait().await.ok();
        match outcome {
            Talk::Over => Ok(()),
            Talk::Broken(fault) => Err(AgentError::Fault(fault)),
            Talk::Dismissed(why) => Err(AgentError::Crashed(why)),
            Talk::Silent => match status {
                Some(status) if status.success() => Ok(()),
                status => {
                    self.finish_reading().await;
                    Err(AgentError::Crashed(format!("{}; last words: {}", describe(status), last_line(&self.words()))))
                }
            },
        }
    }
}

enum Talk {
    /// The trial ended or the agent took its leave.
    Over,
    /// The program closed its output.
    Silent,
    Dismissed(String),
    Broken(Fault),
}

async fn converse(
    seat: &mut dyn Seat,
    mut conversation: Conversation,
    mut stdin: ChildStdin,
    mut stdout: BufReader<ChildStdout>,
) -> Talk {
    match conversation.hello(seat) {
        // A program that does not read its input is found out when it writes nothing either.
        Ok(hello) => drop(say(&mut stdin, &hello).await),
        Err(fault) => return Talk::Broken(fault),
    }
    let mut line = Vec::new();
    loop {
        match read_line(&mut stdout, &mut line).await {
            Line::Whole => {}
            Line::End => return Talk::Silent,
            Line::TooLong => return Talk::Dismissed(format!("it wrote a line of more than {MAX_LINE_BYTES} bytes")),
        }
        let text = String::from_utf8_lossy(&line);
        match conversation.hear(seat, &text).await {
            After::Listen => {}
            After::Say(reply) => drop(say(&mut stdin, &reply).await),
            After::Close(reply) => {
                if let Some(reply) = reply {
                    // Bounded, for a program that never reads would hold the line for ever.
                    let _ = tokio::time::timeout(GRACE, say(&mut stdin, &reply)).await;
                }
                return Talk::Over;
            }
            After::Dismiss(why) => return Talk::Dismissed(why),
            After::Broken(fault) => return Talk::Broken(fault),
        }
    }
}

async fn say(stdin: &mut ChildStdin, line: &str) -> std::io::Result<()> {
    stdin.write_all(line.as_bytes()).await?;
    stdin.write_all(b"\n").await?;
    stdin.flush().await
}

enum Line {
    Whole,
    End,
    TooLong,
}

/// Reads up to a newline; what comes after the last newline does not count as a line.
async fn read_line(reader: &mut BufReader<ChildStdout>, line: &mut Vec<u8>) -> Line {
    line.clear();
    loop {
        let Ok(available) = reader.fill_buf().await else { return Line::End };
        if available.is_empty() {
            return Line::End;
        }
        let newline = available.iter().position(|b| *b == b'\n');
        let taken = newline.map_or(available.len(), |at| at + 1);
        line.extend_from_slice(&available[..taken]);
        reader.consume(taken);
        if line.len() > MAX_LINE_BYTES {
            return Line::TooLong;
        }
        if newline.is_some() {
            return Line::Whole;
        }
    }
}

async fn keep_tail(mut stream: impl AsyncRead + Unpin, tail: Arc<Mutex<Vec<u8>>>) {
    let mut block = [0; 4096];
    while let Ok(count) = stream.read(&mut block).await {
        if count == 0 {
            return;
        }
        let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
        tail.extend_from_slice(&block[..count]);
        let surplus = tail.len().saturating_sub(STDERR_TAIL_BYTES);
        tail.drain(..surplus);
    }
}

fn describe(status: Option<ExitStatus>) -> String {
    status.map_or_else(|| "it vanished".into(), |status| format!("it ended with {status}"))
}

fn last_line(words: &str) -> &str {
    words.lines().next_back().unwrap_or("none")
}
