//! Giving up or handing in with much of the budget left.

use super::{Course, Finding, Mode};
use agon_core::Ending;

/// The share of the steps that must be left.
pub const MIN_LEFT: f64 = 0.5;

/// The agent ended the trial itself, failed, and had at least half of its steps left. Nothing is found in a trial without a
/// limit on steps.
pub fn early_stop(course: &Course) -> Option<Finding> {
    let itself = matches!(course.ending?, Ending::Stopped | Ending::Done | Ending::Failed { .. } | Ending::Left);
    let limit = course.header.instance.limits.steps.filter(|limit| *limit > 0)?;
    let used = course.turns.last().map_or(0, |turn| turn.step);
    let left = 1.0 - f64::from(used) / f64::from(limit);
    let early = itself && course.passed == Some(false) && left >= MIN_LEFT;
    early.then(|| Finding::new(Mode::EarlyStop, [used.max(1)], format!("ended it after {used} of {limit} steps")))
}
