//! What a planned trial counts as. Everything that counts uses this, so that no two tables count differently.

use agon_core::TaskId;
use agon_record::TrialResult;
use serde::Serialize;

/// The four things a planned trial can be. Each planned trial is exactly one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Passed,
    Failed,
    /// Every attempt so far broke, and not by the agent's doing.
    Void,
    /// No attempt has been closed.
    Missing,
}

impl Outcome {
    pub fn of(result: &TrialResult) -> Self {
        match &result.row {
            None => Self::Missing,
            Some(row) if !row.is_scored() => Self::Void,
            Some(row) if row.passed => Self::Passed,
            Some(_) => Self::Failed,
        }
    }

    pub fn is_scored(self) -> bool {
        matches!(self, Self::Passed | Self::Failed)
    }

    pub fn word(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::Void => "void",
            Self::Missing => "missing",
        }
    }
}

/// A task's id without its last part: `gym/maze-2d` of `gym/maze-2d/easy`.
pub fn world_of(task: &TaskId) -> &str {
    task.as_str().rsplit_once('/').map_or(task.as_str(), |(world, _)| world)
}

/// The part of a task's id behind the suite, its application or domain: `circuit` of `web/circuit/adder`, `maze-2d` of `gym/maze-2d/easy`.
pub fn domain_of(task: &TaskId) -> &str {
    task.as_str().split('/').nth(1).unwrap_or(task.as_str())
}

/// The last part of a task's id: `easy` of `gym/maze-2d/easy`.
pub fn preset_of(task: &TaskId) -> &str {
    task.as_str().rsplit_once('/').map_or(task.as_str(), |(_, preset)| preset)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_split_at_their_last_slash() {
        let task = TaskId::new("gym/maze-2d/easy");
        assert_eq!((world_of(&task), preset_of(&task)), ("gym/maze-2d", "easy"));
        let bare = TaskId::new("lonely");
        assert_eq!((world_of(&bare), preset_of(&bare)), ("lonely", "lonely"));
    }
}
