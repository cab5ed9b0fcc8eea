//! Failure modes: what agents do wrong, found in the record by rules.
//!
//! Each detector is a pure function over the [`Course`] of one attempt and tells the steps it found. They are
//! deterministic: the same record gives the same findings. They see what was done and what came of it, not why;
//! docs/failure-modes.md has their exact rules and what they miss.
//!
//! [`Modes::of`] reads the whole logs of a run, in parallel. The plain summary does without.

mod course;
mod early;
mod loops;
mod magnitude;
mod protocol;
mod rejected;
mod tally;
mod text;

pub use course::{Course, Turn};
pub use early::{MIN_LEFT, early_stop};
pub use loops::{LONGEST_CYCLE, MIN_ROUNDS, MIN_STEPS, action_loops};
pub use magnitude::{MIN_CALLS, fixed_magnitudes};
pub use protocol::{PROTOCOL_NOTE, protocol_violations};
pub use rejected::repeated_rejections;
pub use tally::{ModeCounts, ModeGroup, Modes, TrialFindings};
pub use text::text;

use crate::number::clip;
use agon_core::Action;
use serde::Serialize;

/// What can be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    ActionLoop,
    RepeatedRejection,
    EarlyStop,
    ProtocolViolation,
    FixedMagnitude,
}

/// One thing found, and where to look.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    pub mode: Mode,
    /// Steps as stretches: first and last, counted from 1.
    pub steps: Vec<(u32, u32)>,
    pub detail: String,
}

/// Everything that the detectors find in an attempt.
pub fn findings(course: &Course) -> Vec<Finding> {
    let mut findings = action_loops(course);
    findings.extend(repeated_rejections(course));
    findings.extend(early_stop(course));
    findings.extend(protocol_violations(course));
    findings.extend(fixed_magnitudes(course));
    findings
}

impl Mode {
    pub const ALL: [Self; 5] =
        [Self::ActionLoop, Self::RepeatedRejection, Self::EarlyStop, Self::ProtocolViolation, Self::FixedMagnitude];

    /// The word in machine-readable forms.
    pub fn word(self) -> &'static str {
        match self {
            Self::ActionLoop => "action_loop",
            Self::RepeatedRejection => "repeated_rejection",
            Self::EarlyStop => "early_stop",
            Self::ProtocolViolation => "protocol_violation",
            Self::FixedMagnitude => "fixed_magnitude",
        }
    }

    /// A heading for a column.
    pub fn title(self) -> &'static str {
        match self {
            Self::ActionLoop => "loop",
            Self::RepeatedRejection => "rejected again",
            Self::EarlyStop => "early stop",
            Self::ProtocolViolation => "protocol",
            Self::FixedMagnitude => "fixed size",
        }
    }
}

impl Finding {
    /// From steps in rising order.
    fn new(mode: Mode, steps: impl IntoIterator<Item = u32>, detail: String) -> Self {
        let mut stretches: Vec<(u32, u32)> = Vec::new();
        for step in steps {
            match stretches.last_mut() {
                Some((_, last)) if *last + 1 == step => *last = step,
                _ => stretches.push((step, step)),
            }
        }
        Self { mode, steps: stretches, detail }
    }

    /// `4–9, 12`.
    pub fn steps_text(&self) -> String {
        let stretch = |(first, last): &(u32, u32)| if first == last { first.to_string() } else { format!("{first}–{last}") };
        self.steps.iter().map(stretch).collect::<Vec<_>>().join(", ")
    }
}

/// An action as findings name it.
fn shown(action: &Action) -> String {
    clip(&action.summary(), 60)
}
