//! What differs between suites of task files: how a task becomes a world.

use crate::{AnswerKey, Opening, TaskFolder};
use agon_core::{BoxFuture, CheckpointRule, Fault, Function, Need, Settings, SuiteError, Surface, TaskId, Weight, World};
use std::sync::Arc;
use toml::Table;

/// A kind of world that tasks are written for: what `suite.toml` calls `world`.
pub trait WorldKind: Send + Sync {
    fn name(&self) -> &'static str;

    /// Reads what is this kind's own of a task, with a variant's values filled in.
    fn read(&self, draft: Draft<'_>) -> Result<Own, Problem>;

    /// Whether what a task's table `draw` says can be drawn. It is asked when the file is read, and must be quick.
    fn can_draw(&self, _folder: &str, _draw: &Table) -> Result<(), Problem> {
        Err(format!("in a world of the kind {:?} nothing is drawn", self.name()).into())
    }

    /// Draws the values of the variant that a seed stands for. The same arguments give the same values for ever.
    fn draw(&self, folder: &str, draw: &Table, _seed: u64) -> Result<Table, Problem> {
        self.can_draw(folder, draw).map(|()| Table::new())
    }

    /// Whether its worlds have a HOME with files and can run commands: tasks may then have `[files]`, `[[call]]` and probes.
    fn has_files(&self) -> bool {
        false
    }

    /// Whether its worlds always show a screen.
    fn has_screen(&self) -> bool {
        true
    }

    /// When the state of a task in stages is recorded: after every step where reading it is cheap.
    fn stage_checkpoints(&self) -> CheckpointRule {
        CheckpointRule::WhenAsked
    }

    /// Whether files are handed in: tasks may then have `[key.given]`, `[[key.compare]]` and `[[key.judge]]`.
    fn takes_files(&self) -> bool {
        false
    }

    /// Whether a verifier sees what the agent has left: tasks may then have `[key.reference]` and `[[key.verify]]`.
    fn has_verifiers(&self) -> bool {
        self.takes_files()
    }

    /// Whether the same actions give the same bytes.
    fn is_exact(&self) -> bool {
        true
    }

    /// What a trial takes of the machine while it runs.
    fn weight(&self) -> Weight {
        Weight::default()
    }

    /// What every task needs from the machine, and whether it has it.
    fn needs(&self) -> Vec<Need> {
        Vec::new()
    }
}

/// A task as far as all kinds read it alike.
pub struct Draft<'a> {
    /// `circuit` of `circuit/full-adder`.
    pub folder: &'a str,
    pub title: &'a str,
    pub instruction: Option<String>,
    /// As the file names them.
    pub surfaces: Option<Vec<Surface>>,
    /// What the file says beside the parts that all kinds have.
    pub own: Table,
    /// The table `key`. A task whose values are drawn is read without it at first: then no key is asked for.
    pub key: Option<&'a Table>,
    /// All files of the suite.
    pub files: &'a TaskFolder,
}

impl<'a> Draft<'a> {
    /// The text of a file that lies beside the task's, if there is one.
    pub fn text(&self, name: &str) -> Result<Option<&'a str>, Problem> {
        let Some(bytes) = self.files.file(&format!("{}/{name}", self.folder)) else { return Ok(None) };
        std::str::from_utf8(bytes).map(Some).map_err(|_| format!("{name} beside it is not UTF-8").into())
    }
}

/// What a kind makes of a draft.
pub struct Own {
    pub world: Arc<dyn WorldTask>,
    /// What the agent is to do.
    pub instruction: String,
    pub surfaces: Vec<Surface>,
    pub tags: Vec<String>,
    /// Where the kind reads `key` in a form of its own; otherwise it is read as checks, scripts and probes.
    pub key: Option<Arc<dyn AnswerKey>>,
}

/// One variant's world.
pub trait WorldTask: Send + Sync {
    /// `kalgebra`: what the start state is a state of.
    fn subject(&self) -> &str;

    /// What an operator may set, with its defaults.
    fn settings(&self) -> Settings;

    /// Whether these settings, all of which are there, make sense together; then what remains of the surfaces, and what the brief says of
    /// the world.
    fn brief(&self, settings: &Settings, asks_for_answer: bool) -> Result<(Vec<Surface>, String), BadSetting>;

    /// Functions that the world answers itself with these settings, beside those of the task.
    fn functions(&self, _settings: &Settings) -> Vec<Function> {
        Vec::new()
    }

    /// Opens a world. The settings are those that [`Self::brief`] has taken.
    fn open<'a>(&'a self, settings: &'a Settings, opening: Opening) -> BoxFuture<'a, Result<Box<dyn World>, Fault>>;

    /// What it needs from the machine beside what all tasks of its kind need.
    fn needs(&self) -> Vec<Need> {
        Vec::new()
    }

    /// What it lacks beside that with some settings, of which all are there.
    fn unmet(&self, _settings: &Settings) -> Option<Need> {
        None
    }
}

/// What is wrong with a part of a task file, in one sentence. Whoever reads the file adds which file it is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Problem(String);

impl From<String> for Problem {
    fn from(sentence: String) -> Self {
        Self(sentence)
    }
}

impl From<&str> for Problem {
    fn from(sentence: &str) -> Self {
        Self(sentence.into())
    }
}

/// A setting that cannot be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadSetting {
    pub key: String,
    pub problem: String,
}

impl BadSetting {
    pub fn new(key: &str, problem: impl Into<String>) -> Self {
        Self { key: key.to_owned(), problem: problem.into() }
    }

    pub(crate) fn of(self, task: &TaskId) -> SuiteError {
        SuiteError::BadSetting { task: task.clone(), key: self.key, problem: self.problem }
    }
}
