//! Which tasks and which of their instances.

use agon_core::{TaskId, glob_matches};
use std::str::FromStr;

/// A pattern: `gym`, `gym/maze-2d`, `gym/*/hard`, `gym/maze-2d/easy@3`, `*/easy@0-9`.
///
/// Without a star it names a task or everything below it. After an @ come seeds: one, or a first and a last.
#[derive(Clone, Debug, PartialEq)]
pub struct Selection {
    pattern: String,
    /// The first and the last; absent where the pattern names none.
    pub seeds: Option<(u64, u64)>,
}

/// Seeds in a pattern that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the seeds {seeds:?} in {pattern:?} cannot be read; write @3 or @0-9")]
pub struct SelectionError {
    pattern: String,
    seeds: String,
}

impl FromStr for Selection {
    type Err = SelectionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let Some((pattern, seeds)) = text.rsplit_once('@') else {
            return Ok(Self { pattern: text.trim_end_matches('/').into(), seeds: None });
        };
        let (first, last) = seeds.split_once('-').unwrap_or((seeds, seeds));
        match (first.parse(), last.parse()) {
            (Ok(first), Ok(last)) if first <= last => Ok(Self { pattern: pattern.into(), seeds: Some((first, last)) }),
            _ => Err(SelectionError { pattern: text.into(), seeds: seeds.into() }),
        }
    }
}

impl Selection {
    /// Whether the pattern names this task.
    pub fn matches(&self, task: &TaskId) -> bool {
        if self.pattern.contains(['*', '?']) {
            return glob_matches(task.as_str(), &self.pattern);
        }
        let rest = task.as_str().strip_prefix(self.pattern.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_name_tasks_folders_and_seeds() {
        let matches = |pattern: &str, task: &str| pattern.parse::<Selection>().unwrap().matches(&TaskId::new(task));
        assert!(matches("gym", "gym/maze-2d/easy"));
        assert!(matches("gym/maze-2d", "gym/maze-2d/easy"));
        assert!(!matches("gym/maze", "gym/maze-2d/easy"));
        assert!(matches("gym/*/hard", "gym/maze-2d/hard"));
        assert!(!matches("gym/*/hard", "gym/maze-2d/easy"));
        assert!(matches("gym/maze-2d/easy@7", "gym/maze-2d/easy"));
        assert_eq!("gym@2-5".parse::<Selection>().unwrap().seeds, Some((2, 5)));
        for bad in ["gym@", "gym@x", "gym@5-2", "gym@-1"] {
            assert!(bad.parse::<Selection>().is_err(), "{bad}");
        }
    }
}
