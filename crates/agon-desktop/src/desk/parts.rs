//! The processes a desk consists of: started one by one on demand, and watched until they end.

use super::Launch;
use super::buses::{BUS_RULES, REGISTRY_NAME};
use crate::sandbox::{BUS, DISPLAY, DeskSandbox, FILTERED_DISPLAY, SESSION, View};
use crate::{DeskError, DeskOptions};
use agon_reap::Keeper;
use agon_sandbox::{Confined, MemoryWatch, Pipes, Spared, Watched};
use std::borrow::Cow;
use std::fmt;
use std::future::Future;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{ChildStderr, ChildStdin, ChildStdout};
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
    /// By its place among the desk's programs; the first is the task's own.
    Program(usize),
}

/// A part that has ended, and the status it left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    pub part: Part,
    /// As shells tell it: 128 and the signal for one that was killed.
    pub exit: i32,
}

/// All parts. Dropping it ends them.
pub(super) struct Parts {
    own: Crew,
    programs: Crew,
    ended: watch::Receiver<Vec<Ended>>,
    log: Log,
}

/// A sandbox with parts of one kind: the desk's own, or programs, which may run code of the agent's. Neither sees the others' processes.
struct Crew {
    /// Named parts are started; closed, all ends. So nothing outlives this process, however it dies.
    requests: Option<ChildStdin>,
    confined: Option<Confined>,
    /// The first process of the sandbox.
    first: u32,
    _watched: Watched,
}

/// What all parts print.
type Log = Arc<Mutex<Vec<u8>>>;

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

pub(super) const LAUNCHER: &str = "/usr/libexec/at-spi-bus-launcher";
pub(super) const REGISTRY: &str = "/usr/libexec/at-spi2-registryd";

pub(super) const WINDOW_MANAGER_RULES: &str = "openbox.xml";
/// The end of what the parts print; enough to see why one would not start.
const LOG_BYTES: usize = 16 * 1024;
const LOOK_AGAIN: Duration = Duration::from_millis(4);

impl Parts {
    /// Starts the sandboxes with nothing in them.
    pub(super) async fn start(
        sandbox: &DeskSandbox,
        options: &DeskOptions,
        keeper: &Keeper,
        watch: &Arc<MemoryWatch>,
    ) -> io::Result<Self> {
        let (sender, ended) = watch::channel(Vec::new());
        let log = Log::default();
        let crew = |view: View<'static>, script: String| {
            let (sender, log) = (sender.clone(), log.clone());
            async move {
                let tag = keeper.tag();
                let (confined, Pipes { stdin, stdout, stderr }) = sandbox.start(view, tag, &["/bin/sh", "-c", &script]).await?;
                tokio::spawn(watch_ends(stdout, view, options.launches().count(), sender));
                tokio::spawn(keep_tail(stderr, log));
                let first = confined.first;
                // The server holds what programs give it to draw: where that is too much, they are the ones to end.
                let spared = if view == View::Desk { Spared::Yes } else { Spared::No };
                let watched = watch.add(first, spared);
                io::Result::Ok(Crew { requests: Some(stdin), confined: Some(confined), first, _watched: watched })
            }
        };
        let (own, programs) =
            tokio::try_join!(crew(View::Desk, script(own_parts(options))), crew(View::Programs, script(programs(options))))?;
        Ok(Self { own, programs, ended, log })
    }

    pub(super) async fn begin(&mut self, part: Part) -> Result<(), DeskError> {
        let line = format!("{}\n", part.word());
        let gone = || DeskError::Gone(Part::Sandbox.to_string());
        let crew = if matches!(part, Part::Program(_)) { &mut self.programs } else { &mut self.own };
        let requests = crew.requests.as_mut().ok_or_else(gone)?;
        requests.write_all(line.as_bytes()).await.map_err(|_| gone())
    }

    /// Ends all parts, and returns when the last of their processes has gone.
    pub(super) async fn finish(&mut self) {
        // Programs first: they would complain about the end of their display.
        for crew in [&mut self.programs, &mut self.own] {
            crew.requests = None;
            if let Some(confined) = crew.confined.take() {
                // A thread that could not be had has dropped it all the same.
                let _ = tokio::task::spawn_blocking(move || drop(confined)).await;
            }
        }
    }

    pub(super) fn is_finished(&self) -> bool {
        self.own.confined.is_none()
    }

    /// The first process of the programs' sandbox, as the machine numbers it.
    pub(super) fn first(&self) -> u32 {
        self.programs.first
    }

    /// Asks again and again until there is an answer, a part has ended or the time is up. Nothing is to end while a desk starts.
    pub(super) async fn until<T, F>(&self, what: &str, most: Duration, mut probe: impl FnMut() -> F) -> Result<T, DeskError>
    where
        F: Future<Output = Option<T>>,
    {
        let deadline = Instant::now() + most;
        loop {
            if let Some(end) = self.ended.borrow().iter().min_by_key(|end| end.part) {
                let problem = format!("it ended with status {} and said {:?}", end.exit, self.last_words());
                return Err(DeskError::NotStarted { program: end.part.to_string(), problem });
            }
            // A probe may itself hang where a process is stopped.
            match tokio::time::timeout_at(deadline.into(), probe()).await {
                Ok(Some(answer)) => return Ok(answer),
                Ok(None) if Instant::now() < deadline => tokio::time::sleep(LOOK_AGAIN).await,
                _ => return Err(DeskError::NotReady { what: what.into(), secs: most.as_secs() }),
            }
        }
    }

    /// Those that have ended, in the order they did.
    pub(super) fn ended(&self) -> Vec<Ended> {
        self.ended.borrow().clone()
    }

    /// The end of what all parts have printed.
    pub(super) fn log(&self) -> String {
        String::from_utf8_lossy(&self.log.lock().unwrap_or_else(PoisonError::into_inner)).into_owned()
    }

    fn last_words(&self) -> String {
        let log = self.log();
        let lines: Vec<&str> = log.lines().filter(|line| !line.trim().is_empty()).collect();
        lines[lines.len().saturating_sub(3)..].join("\n")
    }
}

/// How each of the desk's own parts is started.
fn own_parts(options: &DeskOptions) -> Vec<(Part, String)> {
    let file = |name: &str| format!("{SESSION}/{name}");
    let screen = format!("{}x{}x24", options.width, options.height);
    let xvfb = ["Xvfb", DISPLAY, "-screen", "0", &screen, "-dpi", "96", "-nolisten", "tcp", "-noreset", "-ac", "-s", "0"];
    let bus = ["dbus-daemon", "--nofork", "--nopidfile", "--nosyslog"].map(str::to_owned).into_iter();
    let bus = bus.chain([format!("--config-file={}", file(BUS_RULES)), format!("--address=unix:path={}", file(BUS))]);
    let manager = ["openbox", "--sm-disable", "--config-file", &file(WINDOW_MANAGER_RULES)].map(str::to_owned);
    let launcher = [LAUNCHER, "--launch-immediately", "--a11y=1"];
    // It presses keys for whoever asks it on its bus, so it has the programs' display, where it cannot.
    let display = format!("DISPLAY={FILTERED_DISPLAY}");
    let registry = ["env", &display, REGISTRY, &format!("--dbus-name={REGISTRY_NAME}")].map(str::to_owned);
    vec![
        (Part::Display, words(xvfb)),
        (Part::Bus, words(bus)),
        (Part::WindowManager, words(manager)),
        (Part::Accessibility, words(launcher)),
        (Part::Registry, words(registry)),
    ]
}

fn programs(options: &DeskOptions) -> Vec<(Part, String)> {
    let program = |launch: &Launch| {
        let variables = launch.environment.iter().map(|(name, value)| format!("{name}={value}"));
        words(std::iter::once("env".to_owned()).chain(variables).chain(launch.command.iter().cloned()))
    };
    options.launches().enumerate().map(|(place, launch)| (Part::Program(place), program(launch))).collect()
}

/// Reads names of parts, starts each, and tells when one ends. Without reader or parts it ends itself.
fn script(parts: Vec<(Part, String)>) -> String {
    let case = |(part, command): (Part, String)| format!("{}) set -- {command} ;;\n", part.word());
    let cases: String = parts.into_iter().map(case).collect();
    format!(
        "while read -r part; do\ncase $part in\n{cases}esac\necho \"$part {BEGINS}\"\n(\"$@\" </dev/null >&2; echo \"$part $?\") &\ndone\n"
    )
}

fn words(command: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let quoted = command.into_iter().map(|word| format!("'{}'", word.as_ref().replace('\'', r"'\''")));
    quoted.collect::<Vec<_>>().join(" ")
}

/// A program may write on the pipe of its own sandbox: what it says of itself is its own affair, and of the others it can say nothing.
async fn watch_ends(stdout: ChildStdout, view: View<'static>, programs: usize, sender: watch::Sender<Vec<Ended>>) {
    let is_own = |part: &Part| match part {
        Part::Program(place) => view == View::Programs && *place < programs,
        _ => view == View::Desk,
    };
    let mut running = Vec::new();
    let mut reader = BufReader::new(stdout);
    let mut line = Vec::new();
    while let Ok(1..) = (&mut reader).take(LONGEST_LINE).read_until(b'\n', &mut line).await {
        let text = String::from_utf8_lossy(&line).trim_end().to_owned();
        line.clear();
        let Some((word, rest)) = text.split_once(' ') else { continue };
        let Some(part) = Part::read(word).filter(is_own) else { continue };
        running.retain(|own| *own != part);
        if rest == BEGINS {
            running.push(part);
        } else if sender.borrow().iter().all(|end| end.part != part) {
            sender.send_modify(|ended| ended.push(Ended { part, exit: rest.parse().unwrap_or(-1) }));
        }
    }
    // The end of their sandbox is that of the programs, and one of them may have brought it about.
    let ends = running.into_iter().filter(|_| view == View::Programs).map(|part| Ended { part, exit: KILLED });
    let mut ends: Vec<Ended> = ends.collect();
    if ends.is_empty() {
        ends.push(Ended { part: Part::Sandbox, exit: -1 });
    }
    sender.send_modify(|ended| ended.append(&mut ends));
}

async fn keep_tail(mut stderr: BufReader<ChildStderr>, log: Log) {
    let mut piece = [0; 4096];
    while let Ok(length @ 1..) = stderr.read(&mut piece).await {
        let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
        log.extend_from_slice(&piece[..length]);
        let surplus = log.len().saturating_sub(LOG_BYTES);
        log.drain(..surplus);
    }
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
