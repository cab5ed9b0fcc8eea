//! What happens to a reply with more than one action.

use crate::Reading;
use agon_core::Action;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// What to do with several actions in one reply. What belongs together (the lines of a code block, the keystrokes behind one
/// tool call) counts as one. Whatever the policy is, a reply with more than one is counted as a violation
/// where the brief asked for one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// The first is performed, the others are dropped.
    First,
    /// The last is performed: for models that weigh their calls aloud.
    Last,
    /// All are performed in their order, each costing a step, until one ends the trial.
    All,
    /// None is performed; the reply costs a step.
    Refuse,
}

/// The actions to perform, and what was wrong with the reply.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Kept {
    pub actions: Vec<Action>,
    /// Which of the reply's actions these are; of native tool calls, which calls.
    pub which: Range<usize>,
    /// For the model and the record.
    pub violation: Option<String>,
}

/// Applies a policy to a reading.
pub fn keep(reading: Reading, policy: Policy) -> Kept {
    let Reading { mut actions, together, problem } = reading;
    let count = if together.is_empty() { actions.len() } else { together.len() };
    if count < 2 {
        let violation = problem.or_else(|| actions.is_empty().then(|| "the reply has no action".to_owned()));
        return Kept { actions, which: 0..count, violation };
    }
    let which = match policy {
        Policy::First => 0..1,
        Policy::Last => count - 1..count,
        Policy::All => 0..count,
        Policy::Refuse => 0..0,
    };
    let violation = match policy {
        Policy::First => {
            actions.truncate(together.first().copied().unwrap_or(1));
            format!("the reply has {count} actions instead of one; only the first was performed")
        }
        Policy::Last => {
            let last = together.last().copied().unwrap_or(1);
            actions.drain(..actions.len().saturating_sub(last));
            format!("the reply has {count} actions instead of one; only the last was performed")
        }
        Policy::All => format!("the reply has {count} actions instead of one"),
        Policy::Refuse => {
            actions.clear();
            format!("the reply has {count} actions instead of one; none was performed")
        }
    };
    Kept { actions, which, violation: Some(violation) }
}

/// A word that is no policy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("several must be first, last, all or refuse, got {0:?}")]
pub struct PolicyError(String);

impl FromStr for Policy {
    type Err = PolicyError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "first" => Ok(Self::First),
            "last" => Ok(Self::Last),
            "all" => Ok(Self::All),
            "refuse" => Ok(Self::Refuse),
            _ => Err(PolicyError(text.into())),
        }
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::First => "first",
            Self::Last => "last",
            Self::All => "all",
            Self::Refuse => "refuse",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_belongs_together_counts_as_one() {
        let wait = |secs| Action::Wait { secs };
        let reading = || Reading::grouped(vec![vec![wait(1.0), wait(2.0)], vec![Action::Done]]);
        assert_eq!(keep(Reading::grouped(vec![vec![wait(1.0), wait(2.0)]]), Policy::First).violation, None);
        assert_eq!(keep(reading(), Policy::First).actions, [wait(1.0), wait(2.0)]);
        assert_eq!(keep(reading(), Policy::Last).actions, [Action::Done]);
        assert_eq!(keep(reading(), Policy::All).actions.len(), 3);
        assert!(keep(reading(), Policy::Refuse).violation.is_some_and(|text| text.contains("2 actions")));
    }

    #[test]
    fn several_actions_are_kept_as_the_policy_says_and_always_told() {
        let reading = || Reading::actions(vec![Action::Done, Action::Wait { secs: 1.0 }]);
        for (policy, left) in [(Policy::First, 1), (Policy::Last, 1), (Policy::All, 2), (Policy::Refuse, 0)] {
            let kept = keep(reading(), policy);
            assert_eq!(kept.actions.len(), left, "{policy}");
            assert!(kept.violation.is_some_and(|text| text.contains("2 actions")), "{policy}");
            assert_eq!(policy.to_string().parse(), Ok(policy));
        }
        assert_eq!(
            keep(Reading::actions(vec![Action::Done]), Policy::First),
            Kept { actions: vec![Action::Done], which: 0..1, violation: None }
        );
        assert!(keep(Reading::default(), Policy::All).violation.is_some(), "saying nothing is a violation too");
    }
}
