//! Runs that people sit, begun from the pages. Each is an `agon run` of its own: what happens to one happens to no other, nor to the
//! viewer.

use crate::protocol::{NewPeopleRun, ParticipantCode, PeopleRunRow};
use agon_record::now;
use rustix::process::{Pid, Signal, kill_process};
use serde::Deserialize;
use std::ffi::OsString;
use std::net::IpAddr;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, BufReader};
use tokio::process::{Child, Command};

const MOST_PARTICIPANTS: u32 = 50;
const MOST_INSTANCES: u32 = 1000;
const MOST_MINUTES: u32 = 24 * 60;
/// Of what a run says of itself: the end is what matters.
const MOST_SAID: usize = 4000;

/// How runs for people are begun.
#[derive(Clone, Debug)]
pub struct PeopleCommand {
    /// `agon` itself.
    pub program: PathBuf,
    /// What it is given before the name of its command.
    pub flags: Vec<OsString>,
    /// Where runs are written.
    pub folder: PathBuf,
    /// What participants' pages listen on.
    pub host: IpAddr,
}

/// Why people cannot be let in.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PeopleRunError {
    #[error("{0} is no pattern of tasks: write one such as gym/maze-2d or science/algebra@0")]
    NoPattern(String),
    #[error("name the tasks that are to be sat, such as gym/maze-2d")]
    NoTasks,
    #[error("{what} must be between 1 and {most}")]
    Count { what: &'static str, most: u32 },
    #[error("agon could not be started: {0}")]
    NotStarted(#[from] std::io::Error),
    /// What the run said before it ended.
    #[error("{0}")]
    Ended(String),
}

/// The runs that were begun by this viewer. They end with it.
pub(crate) struct PeopleRuns {
    command: PeopleCommand,
    begun: Mutex<Vec<PeopleRun>>,
}

struct PeopleRun {
    row: PeopleRunRow,
    child: Child,
}

/// The first line that `agon run --json` writes where people sit.
#[derive(Deserialize)]
struct Opened {
    people: OpenedPages,
}

#[derive(Deserialize)]
struct OpenedPages {
    url: String,
    operator_url: String,
    codes: Vec<ParticipantCode>,
}

impl PeopleRuns {
    pub(crate) fn new(command: PeopleCommand) -> Self {
        Self { command, begun: Mutex::default() }
    }

    /// The runs, the newest first.
    pub(crate) fn rows(&self) -> Vec<PeopleRunRow> {
        let mut begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        for run in begun.iter_mut() {
            run.row.is_over |= !matches!(run.child.try_wait(), Ok(None));
        }
        begun.iter().rev().map(|run| run.row.clone()).collect()
    }

    /// Begins a run, and waits until participants can enter their codes.
    pub(crate) async fn begin(&self, asked: NewPeopleRun) -> Result<PeopleRunRow, PeopleRunError> {
        let (run, mut command) = self.command.of(&asked)?;
        let mut child = command.spawn()?;
        let said = Arc::new(Mutex::new(String::new()));
        let listening = child.stderr.take().map(|stderr| tokio::spawn(keep_the_end(stderr, said.clone())));
        let Some(stdout) = child.stdout.take() else { return Err(PeopleRunError::Ended("agon said nothing".into())) };
        let mut stdout = BufReader::new(stdout);
        let mut line = String::new();
        stdout.read_line(&mut line).await?;
        let Ok(Opened { people }) = serde_json::from_str(&line) else {
            let _ = child.wait().await;
            if let Some(listening) = listening {
                let _ = listening.await;
            }
            let said = said.lock().unwrap_or_else(PoisonError::into_inner);
            return Err(PeopleRunError::Ended(said.trim().trim_start_matches("error: ").into()));
        };
        // A run whose figures nobody reads must not wait for a reader.
        tokio::spawn(async move { while matches!(stdout.read(&mut [0; 4096]).await, Ok(read) if read > 0) {} });
        let row = PeopleRunRow {
            run,
            tasks: asked.tasks,
            begun: now(),
            url: people.url,
            operator_url: people.operator_url,
            codes: people.codes,
            is_over: false,
        };
        self.begun.lock().unwrap_or_else(PoisonError::into_inner).push(PeopleRun { row: row.clone(), child });
        Ok(row)
    }
}

impl Drop for PeopleRuns {
    /// Runs are told to end in order: what was sat is kept.
    fn drop(&mut self) {
        for run in self.begun.get_mut().unwrap_or_else(PoisonError::into_inner) {
            if let Some(pid) = run.child.id().and_then(|id| Pid::from_raw(id.cast_signed())) {
                let _ = kill_process(pid, Signal::TERM);
            }
        }
    }
}

impl PeopleCommand {
    /// The run's name, and the command that sits it.
    fn of(&self, asked: &NewPeopleRun) -> Result<(String, Command), PeopleRunError> {
        let tasks: Vec<&str> = asked.tasks.split_whitespace().collect();
        if tasks.is_empty() {
            return Err(PeopleRunError::NoTasks);
        }
        if let Some(other) = tasks.iter().find(|task| !is_pattern(task)) {
            return Err(PeopleRunError::NoPattern(format!("{other:?}")));
        }
        let counts = [
            ("the number of participants", asked.participants, MOST_PARTICIPANTS),
            ("the number of instances", asked.instances, MOST_INSTANCES),
            ("the minutes for a task", asked.minutes, MOST_MINUTES),
        ];
        if let Some((what, _, most)) = counts.into_iter().find(|(_, count, most)| *count == 0 || count > most) {
            return Err(PeopleRunError::Count { what, most });
        }
        let run = self.free_name();
        let mut command = Command::new(&self.program);
        command.args(&self.flags).args([
            "run",
            "--json",
            "--host",
            &self.host.to_string(),
            "--instances",
            &asked.instances.to_string(),
        ]);
        command.args(["--wall-secs", &(60 * asked.minutes).to_string()]).arg("--out").arg(self.folder.join(&run));
        for number in 1..=asked.participants {
            command.args(["--agent", &format!("person:p{number}")]);
        }
        command.arg("--").args(tasks).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Ok((run, command))
    }

    /// `people-1`, `people-2` and so on.
    fn free_name(&self) -> String {
        let is_free = |name: &String| !self.folder.join(name).exists();
        (1u32..).map(|number| format!("people-{number}")).find(is_free).unwrap_or_default()
    }
}

/// Whether a word can only name tasks of suites that are open: a path would open a folder that nobody chose.
fn is_pattern(word: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_*@/-".contains(c);
    word.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '*') && word.chars().all(is_plain)
}

async fn keep_the_end(mut from: impl tokio::io::AsyncRead + Unpin, said: Arc<Mutex<String>>) {
    let mut bytes = [0; 4096];
    while let Ok(read) = from.read(&mut bytes).await {
        if read == 0 {
            return;
        }
        let mut said = said.lock().unwrap_or_else(PoisonError::into_inner);
        said.push_str(&String::from_utf8_lossy(&bytes[..read]));
        let surplus = said.len().saturating_sub(MOST_SAID);
        let cut = (surplus..=said.len()).find(|at| said.is_char_boundary(*at)).unwrap_or_default();
        said.drain(..cut);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(tasks: &str) -> NewPeopleRun {
        NewPeopleRun { tasks: tasks.into(), participants: 2, instances: 3, minutes: 40 }
    }

    fn command() -> PeopleCommand {
        let folder = std::env::temp_dir().join("agon-no-such-folder");
        PeopleCommand {
            program: "agon".into(),
            flags: vec!["--suite".into(), "mine".into()],
            folder,
            host: [127, 0, 0, 1].into(),
        }
    }

    #[test]
    fn a_run_has_what_was_asked_for_and_no_word_of_it_is_a_flag() {
        let (run, command) = command().of(&asked("gym/maze-2d/easy@0  gym/*")).unwrap();
        assert_eq!(run, "people-1");
        let words: Vec<String> = command.as_std().get_args().map(|word| word.to_string_lossy().into_owned()).collect();
        let words = words.join(" ");
        assert!(words.starts_with("--suite mine run --json --host 127.0.0.1 --instances 3 --wall-secs 2400 --out "), "{words}");
        assert!(words.ends_with("/people-1 --agent person:p1 --agent person:p2 -- gym/maze-2d/easy@0 gym/*"), "{words}");
    }

    #[test]
    fn what_is_no_pattern_or_out_of_bounds_is_refused_by_name() {
        for (tasks, said) in
            [("", "name the tasks"), ("--no-sandbox", "--no-sandbox"), ("./mine/first", "./mine"), ("/etc", "/etc")]
        {
            let error = command().of(&asked(tasks)).unwrap_err().to_string();
            assert!(error.contains(said), "{error}");
        }
        let many = NewPeopleRun { participants: 51, ..asked("gym") };
        assert_eq!(command().of(&many).unwrap_err().to_string(), "the number of participants must be between 1 and 50");
    }
}
