//! Tasks and instances.

use crate::{Brief, Limits, StartHash, Surface};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fmt;
use std::str::FromStr;

/// `gym/maze-2d/easy`: the suite, then the task's path within it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TaskId(String);

/// `gym/maze-2d/easy@17`: a task with its seed fixed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InstanceId {
    /// The task.
    pub task: TaskId,
    /// Which of its instances.
    pub seed: u64,
}

/// A task as a catalogue lists it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TaskCard {
    /// Names it.
    pub id: TaskId,
    /// A few words.
    pub title: String,
    /// One sentence.
    pub about: String,
    /// How hard it is meant to be.
    pub difficulty: Difficulty,
    /// For filters.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// How much an agent may use.
    pub limits: Limits,
}

/// What one trial takes of the machine while it runs, roughly. Nothing, for what is over in an instant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Weight {
    /// Memory of all its processes together, in MiB.
    pub memory_mib: u32,
    /// Processors that it keeps busy.
    pub cores: f64,
}

/// How hard a task is meant to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Difficulty {
    /// Solved by most.
    Easy,
    /// Between the two.
    Medium,
    /// Solved by few.
    Hard,
}

/// Settings an operator changes for a run: `observation=text`, `feedback=false`. Suites check them.
pub type Settings = Map<String, Value>;

/// A task with everything fixed that decides its first bytes. It holds nothing that an agent must not know except the
/// seed; the reference stays with the suite.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Instance {
    /// Names it.
    pub id: InstanceId,
    /// What the operator changed.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub settings: Settings,
    /// How much an agent may use.
    pub limits: Limits,
    /// All that an agent may know.
    pub brief: Brief,
    /// What it starts from, where the suite can tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<StartHash>,
}

/// What people have for a task where the run says nothing else: as in GauntletBench's evaluation of people.
const PEOPLE_WALL_SECS: f64 = 40.0 * 60.0;

impl Instance {
    /// The limits of a person's trial. A person's click is not a model's: on a screen people are bounded by time alone. Calls are
    /// counted for both.
    pub fn limits_for_people(&self) -> Limits {
        let steps = self.limits.steps.filter(|_| !self.brief.surfaces.contains(&Surface::Screen));
        Limits { steps, wall_secs: Some(PEOPLE_WALL_SECS), ..Limits::default() }
    }
}

impl TaskId {
    /// A task by its path.
    pub fn new(path: impl Into<String>) -> Self {
        Self(path.into())
    }

    /// The whole path.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The part before the first slash.
    pub fn suite(&self) -> &str {
        self.0.split('/').next().unwrap_or_default()
    }
}

impl fmt::Display for TaskId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for InstanceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.task, self.seed)
    }
}

/// Why a text names no instance.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "each is explained by its message")]
pub enum InstanceIdError {
    #[error("{0:?} has no @seed")]
    NoSeed(String),
    #[error("the seed {seed:?} of {text:?} is not a whole number")]
    BadSeed { text: String, seed: String },
}

impl FromStr for InstanceId {
    type Err = InstanceIdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (task, seed) = text.rsplit_once('@').ok_or_else(|| InstanceIdError::NoSeed(text.into()))?;
        let wrong = |_| InstanceIdError::BadSeed { text: text.into(), seed: seed.into() };
        let seed = seed.parse().map_err(wrong)?;
        Ok(Self { task: TaskId::new(task), seed })
    }
}

impl Serialize for InstanceId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for InstanceId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

impl Difficulty {
    /// Its name in records and filters.
    pub fn word(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
        }
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
