//! Replies that do not keep to the form that was asked for.

use super::{Course, Finding, Mode};
use crate::number::clip;
use agon_core::Status;
use serde_json::Value;
use std::collections::BTreeMap;

/// The kind of the notes in which an agent owns up to a violation: `{"violation": "…"}`.
pub const PROTOCOL_NOTE: &str = "protocol";

/// Steps whose text could not be read, and steps before which the agent noted a violation: one finding for each kind of
/// violation. A step with both counts once, as what the agent says it is.
pub fn protocol_violations(course: &Course) -> Vec<Finding> {
    let mut steps: BTreeMap<u32, String> = BTreeMap::new();
    for turn in course.turns.iter().filter(|turn| turn.status == Status::Malformed) {
        steps.insert(turn.step, "text that cannot be read".into());
    }
    for (step, _, content) in course.notes.iter().filter(|(_, kind, _)| *kind == PROTOCOL_NOTE) {
        let violation = content.get("violation").and_then(Value::as_str).unwrap_or("a violation without a name");
        steps.insert(*step, clip(violation, 80));
    }
    let mut by_kind: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    for (step, kind) in steps {
        by_kind.entry(kind).or_default().push(step);
    }
    by_kind.into_iter().map(|(kind, steps)| Finding::new(Mode::ProtocolViolation, steps, kind)).collect()
}
