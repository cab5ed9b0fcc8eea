//! What a grader gives: a score made of checks that explain themselves.

use serde::{Deserialize, Serialize};

/// The result of grading. How checks combine into a score is the work of `agon-grade`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Marks {
    /// In `[0, 1]`.
    pub score: f64,
    /// Full marks.
    pub passed: bool,
    pub checks: Vec<Check>,
}

/// One question a grader asked: what it wanted, what it saw, and where to look.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Check {
    /// Stable and short; near-misses name the check they must fail.
    pub name: String,
    pub passed: bool,
    /// In `[0, 1]`; 1 when passed, often a fraction of it when not.
    pub score: f64,
    pub expected: String,
    pub seen: String,
    /// Where the evidence is: a JSON pointer into the trial's evidence, or the name of a kept file.
    pub evidence: String,
}

impl Marks {
    pub fn check(&self, name: &str) -> Option<&Check> {
        self.checks.iter().find(|c| c.name == name)
    }

    /// The names of the failed checks, as reports list them.
    pub fn failed(&self) -> Vec<&str> {
        self.checks.iter().filter(|c| !c.passed).map(|c| c.name.as_str()).collect()
    }
}
