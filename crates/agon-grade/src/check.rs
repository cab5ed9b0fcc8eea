//! One question and its answer.

use agon_core::Check;
use std::fmt::Display;

/// A check in the making: say what was expected, what was seen and where.
#[derive(Clone, Debug)]
#[must_use = "a check counts only once it is composed into marks"]
pub struct CheckBuilder(Check);

/// A yes-or-no question.
pub fn check(name: &str, passed: bool) -> CheckBuilder {
    partial(name, if passed { 1.0 } else { 0.0 })
}

/// A question answered by degrees. Only a full 1 passes; values outside `[0, 1]` and NaN are brought inside, so that
/// arithmetic in a grader can never give more than full or less than no marks.
pub fn partial(name: &str, score: f64) -> CheckBuilder {
    let score = if score.is_nan() { 0.0 } else { score.clamp(0.0, 1.0) };
    CheckBuilder(Check {
        name: name.into(),
        passed: score >= 1.0,
        score,
        expected: String::new(),
        seen: String::new(),
        evidence: String::new(),
    })
}

impl CheckBuilder {
    /// What was wanted.
    pub fn expected(mut self, what: impl Display) -> Self {
        self.0.expected = what.to_string();
        self
    }

    /// What was there.
    pub fn seen(mut self, what: impl Display) -> Self {
        self.0.seen = what.to_string();
        self
    }

    /// Where the evidence is: a JSON pointer into the trial's evidence, or the name of a kept file.
    pub fn at(mut self, pointer: impl Display) -> Self {
        self.0.evidence = pointer.to_string();
        self
    }

    pub(crate) fn build(self) -> Check {
        self.0
    }
}
