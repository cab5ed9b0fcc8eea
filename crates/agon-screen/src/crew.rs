//! Processes that a screen consists of, or that run on it: started one by one on demand, and watched until they end.

use crate::folders::LIMITS;
use crate::{Log, ScreenError};
use agon_reap::Tag;
use agon_sandbox::{Arguments, Confined, MemoryWatch, Pipes, Sandbox, Spared, Watched};
use std::borrow::Cow;
use std::fmt;
use std::io;
use std::sync::Arc;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{ChildStdin, ChildStdout};
use tokio::sync::watch;

/// What must live for a trial to go on; each may need those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// A sandbox itself, and with it all that is in it.
    Sandbox,
    Display,
    Bus,
    WindowManager,
    Accessibility,
    Registry,
    /// By its place among the programs; the first is the task's own.
    Program(usize),
}

/// A part that has ended, and the status it left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    pub part: Part,
    /// As shells tell it: 128 and the signal for one that was killed.
    pub exit: i32,
}

/// A sandbox with parts of one kind: a screen's own, or programs, which may run code of the agent's. Neither sees the others' processes.
/// Dropping it ends them.
#[derive(Debug)]
pub struct Crew {
    /// Named parts are started; closed, all ends. So nothing outlives this process, however it dies.
    requests: Option<ChildStdin>,
    confined: Option<Confined>,
    /// The first process of the sandbox.
    first: u32,
    ended: watch::Receiver<Vec<Ended>>,
    log: Log,
    _watched: Watched,
}

const WORDS: [(Part, &str); 5] = [
    (Part::Display, "display"),
    (Part::Bus, "bus"),
    (Part::WindowManager, "window_manager"),
    (Part::Accessibility, "accessibility"),
    (Part::Registry, "registry"),
];
const PROGRAM: &str = "program-";
const BEGINS: &str = "begins";
const LONGEST_LINE: u64 = 256;
/// How shells tell SIGKILL.
const KILLED: i32 = 128 + 9;

pub(crate) const LAUNCHER: &str = "/usr/libexec/at-spi-bus-launcher";
pub(crate) const REGISTRY: &str = "/usr/libexec/at-spi2-registryd";

impl Crew {
    /// Starts a sandbox with this view, and nothing in it. Each part comes with its command, as [`words`] writes it.
    pub async fn start(
        sandbox: &Sandbox,
        (view, tag): (Arguments, Tag),
        parts: Vec<(Part, String)>,
        (watch, spared): (&Arc<MemoryWatch>, Spared),
    ) -> io::Result<Self> {
        let (sender, ended) = watch::channel(Vec::new());
        let log = Log::default();
        let known = parts.iter().map(|(part, _)| *part).collect();
        let (confined, pipes) = sandbox.start(view, &LIMITS, &["/bin/sh", "-c", &script(parts)], tag).await?;
        let Pipes { stdin, stdout, stderr } = pipes;
        tokio::spawn(watch_ends(stdout, known, sender));
        tokio::spawn(log.clone().keep(stderr));
        let first = confined.first;
        let watched = watch.add(first, spared);
        Ok(Self { requests: Some(stdin), confined: Some(confined), first, ended, log, _watched: watched })
    }

    /// Starts a part.
    pub async fn begin(&mut self, part: Part) -> Result<(), ScreenError> {
        let line = format!("{}\n", part.word());
        let gone = || ScreenError::Gone(Part::Sandbox.to_string());
        let requests = self.requests.as_mut().ok_or_else(gone)?;
        requests.write_all(line.as_bytes()).await.map_err(|_| gone())
    }

    /// Ends all parts, and returns when the last of their processes has gone.
    pub async fn finish(&mut self) {
        self.requests = None;
        if let Some(confined) = self.confined.take() {
            // A thread that could not be had has dropped it all the same.
            let _ = tokio::task::spawn_blocking(move || drop(confined)).await;
        }
    }

    pub fn is_finished(&self) -> bool {
        self.confined.is_none()
    }

    /// The first process of the sandbox, as the machine numbers it.
    pub fn first(&self) -> u32 {
        self.first
    }

    /// Those that have ended, in the order they did.
    pub fn ended(&self) -> Vec<Ended> {
        self.ended.borrow().clone()
    }

    /// `Err` tells of a part that has ended while a screen starts, when none is to end: of several the one that the others needed.
    pub(crate) fn check_start(&self) -> Result<(), ScreenError> {
        let ended = self.ended.borrow();
        let Some(end) = ended.iter().min_by_key(|end| end.part) else { return Ok(()) };
        let problem = format!("it ended with status {} and said {:?}", end.exit, self.log.last_lines());
        Err(ScreenError::NotStarted { program: end.part.to_string(), problem })
    }

    /// The end of what all parts have printed.
    pub fn log(&self) -> String {
        self.log.text()
    }
}

/// Reads names of parts, starts each, and tells when one ends. Without reader or parts it ends itself.
fn script(parts: Vec<(Part, String)>) -> String {
    let case = |(part, command): (Part, String)| format!("{}) set -- {command} ;;\n", part.word());
    let cases: String = parts.into_iter().map(case).collect();
    format!(
        "while read -r part; do\ncase $part in\n{cases}esac\necho \"$part {BEGINS}\"\n(\"$@\" </dev/null >&2; echo \"$part $?\") &\ndone\n"
    )
}

/// A command as one line for a shell.
pub fn words(command: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let quoted = command.into_iter().map(|word| format!("'{}'", word.as_ref().replace('\'', r"'\''")));
    quoted.collect::<Vec<_>>().join(" ")
}

/// A program may write on the pipe of its own sandbox: what it says of itself is its own affair, and of the others it can say nothing.
async fn watch_ends(stdout: ChildStdout, parts: Vec<Part>, sender: watch::Sender<Vec<Ended>>) {
    let mut running = Vec::new();
    let mut reader = BufReader::new(stdout);
    let mut line = Vec::new();
    while let Ok(1..) = (&mut reader).take(LONGEST_LINE).read_until(b'\n', &mut line).await {
        let text = String::from_utf8_lossy(&line).trim_end().to_owned();
        line.clear();
        let Some((word, rest)) = text.split_once(' ') else { continue };
        let Some(part) = Part::read(word).filter(|part| parts.contains(part)) else { continue };
        running.retain(|own| *own != part);
        if rest == BEGINS {
            running.push(part);
        } else if sender.borrow().iter().all(|end| end.part != part) {
            sender.send_modify(|ended| ended.push(Ended { part, exit: rest.parse().unwrap_or(-1) }));
        }
    }
    // The end of their sandbox is that of the programs, and one of them may have brought it about.
    let ends = running.into_iter().filter(|part| matches!(part, Part::Program(_))).map(|part| Ended { part, exit: KILLED });
    let mut ends: Vec<Ended> = ends.collect();
    if ends.is_empty() {
        ends.push(Ended { part: Part::Sandbox, exit: -1 });
    }
    sender.send_modify(|ended| ended.append(&mut ends));
}

impl Part {
    fn word(self) -> Cow<'static, str> {
        match self {
            Self::Program(place) => format!("{PROGRAM}{place}").into(),
            part => WORDS.iter().find(|known| known.0 == part).map_or("", |known| known.1).into(),
        }
    }

    fn read(word: &str) -> Option<Self> {
        match word.strip_prefix(PROGRAM) {
            Some(place) => place.parse().ok().map(Self::Program),
            None => WORDS.iter().find(|known| known.1 == word).map(|known| known.0),
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Display => "the X server",
            Self::Bus => "the session bus",
            Self::WindowManager => "the window manager",
            Self::Accessibility => "the accessibility bus",
            Self::Registry => "the accessibility registry",
            Self::Program(0) => "the program",
            Self::Program(_) => "a program beside it",
            Self::Sandbox => "the sandbox",
        })
    }
}
