//! The processes a desk consists of: started one by one on demand, and watched until they end.

use super::confined::{Confined, Pipes};
use super::memory::{Watch, Watched};
use crate::sandbox::{DISPLAY, RUN, Sandbox, View};
use crate::{DeskError, DeskOptions, Launch};
use agon_reap::Keeper;
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
    /// The sandbox itself, and with it all others.
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

/// The sandbox with its parts. Dropping it ends them all.
pub(super) struct Parts {
    /// Named parts are started; closed, all ends. So nothing outlives this process, however it dies.
    requests: Option<ChildStdin>,
    ended: watch::Receiver<Vec<Ended>>,
    log: Arc<Mutex<Vec<u8>>>,
    confined: Option<Confined>,
    /// The first process of the sandbox.
    first: u32,
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

pub(super) const LAUNCHER: &str = "/usr/libexec/at-spi-bus-launcher";
pub(super) const REGISTRY: &str = "/usr/libexec/at-spi2-registryd";

pub(super) const WINDOW_MANAGER_RULES: &str = "openbox.xml";
pub(super) const BUS_RULES: &str = "bus.xml";
/// The end of what the parts print; enough to see why one would not start.
const LOG_BYTES: usize = 16 * 1024;
const LOOK_AGAIN: Duration = Duration::from_millis(4);

impl Parts {
    /// Starts the sandbox with nothing in it.
    pub(super) async fn start(sandbox: &Sandbox, options: &DeskOptions, keeper: &Keeper, watch: &Arc<Watch>) -> io::Result<Self> {
        let mark = keeper.mark();
        let command = sandbox.command(View::Desk, &mark, &["/bin/sh", "-c", &script(options)])?;
        let (confined, Pipes { stdin, stdout, stderr }) = Confined::start(command, keeper, mark).await?;
        let (sender, ended) = watch::channel(Vec::new());
        let log = Arc::new(Mutex::new(Vec::new()));
        tokio::spawn(watch_ends(stdout, sender));
        tokio::spawn(keep_tail(stderr, log.clone()));
        let first = confined.first;
        Ok(Self { requests: Some(stdin), ended, log, confined: Some(confined), first, _watched: watch.add(first) })
    }

    pub(super) async fn begin(&mut self, part: Part) -> Result<(), DeskError> {
        let line = format!("{}\n", part.word());
        let gone = || DeskError::Gone(Part::Sandbox.to_string());
        let requests = self.requests.as_mut().ok_or_else(gone)?;
        requests.write_all(line.as_bytes()).await.map_err(|_| gone())
    }

    /// Ends all parts, and returns when the last of their processes has gone.
    pub(super) async fn finish(&mut self) {
        self.requests = None;
        if let Some(confined) = self.confined.take() {
            // A thread that could not be had has dropped it all the same.
            let _ = tokio::task::spawn_blocking(move || drop(confined)).await;
        }
    }

    pub(super) fn is_finished(&self) -> bool {
        self.confined.is_none()
    }

    /// The first process of the sandbox, as the machine numbers it.
    pub(super) fn first(&self) -> u32 {
        self.first
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

/// Reads names of parts, starts each, and tells when one ends. Without reader or parts it ends itself.
fn script(options: &DeskOptions) -> String {
    let file = |name: &str| format!("{RUN}/{name}");
    let screen = format!("{}x{}x24", options.width, options.height);
    let xvfb = ["Xvfb", DISPLAY, "-screen", "0", &screen, "-dpi", "96", "-nolisten", "tcp", "-noreset", "-ac", "-s", "0"];
    let bus = ["dbus-daemon", "--nofork", "--nopidfile", "--nosyslog"].map(str::to_owned).into_iter();
    let bus = bus.chain([format!("--config-file={}", file(BUS_RULES)), format!("--address=unix:path={}", file("bus"))]);
    // HOME is the program's alone: what the others write down would show in it.
    let manager =
        ["env", "HOME=/tmp", "openbox", "--sm-disable", "--config-file", &file(WINDOW_MANAGER_RULES)].map(str::to_owned);
    let launcher = ["env", "HOME=/tmp", LAUNCHER, "--launch-immediately", "--a11y=1"];
    let registry = ["env", "HOME=/tmp", REGISTRY, "--dbus-name=org.a11y.atspi.Registry"];
    let program = |launch: &Launch| {
        let variables = launch.environment.iter().map(|(name, value)| format!("{name}={value}"));
        words(std::iter::once("env".to_owned()).chain(variables).chain(launch.command.iter().cloned()))
    };
    let programs = options.launches().enumerate().map(|(place, launch)| (Part::Program(place), program(launch)));
    let parts = [
        (Part::Display, words(xvfb)),
        (Part::Bus, words(bus)),
        (Part::WindowManager, words(manager)),
        (Part::Accessibility, words(launcher)),
        (Part::Registry, words(registry)),
    ];
    let case = |(part, command): (Part, String)| format!("{}) set -- {command} ;;\n", part.word());
    let cases: String = parts.into_iter().chain(programs).map(case).collect();
    format!("while read -r part; do\ncase $part in\n{cases}esac\n(\"$@\" </dev/null >&2; echo \"$part $?\") &\ndone\n")
}

fn words(command: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let quoted = command.into_iter().map(|word| format!("'{}'", word.as_ref().replace('\'', r"'\''")));
    quoted.collect::<Vec<_>>().join(" ")
}

async fn watch_ends(stdout: ChildStdout, sender: watch::Sender<Vec<Ended>>) {
    let mut lines = BufReader::new(stdout).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        let Some((word, exit)) = line.split_once(' ') else { continue };
        let Some(part) = Part::read(word) else { continue };
        sender.send_modify(|ended| ended.push(Ended { part, exit: exit.parse().unwrap_or(-1) }));
    }
    sender.send_modify(|ended| ended.push(Ended { part: Part::Sandbox, exit: -1 }));
}

async fn keep_tail(mut stderr: BufReader<ChildStderr>, log: Arc<Mutex<Vec<u8>>>) {
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
