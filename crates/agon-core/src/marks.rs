//! What a grader gives: a score made of checks that explain themselves.

use serde::{Deserialize, Serialize};

/// The result of grading. How checks combine into a score is the work of `agon-grade`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Marks {
    /// In `[0, 1]`.
    pub score: f64,
    /// Full marks.
    pub passed: bool,
    /// Every question that was asked, those of stages included.
    pub checks: Vec<Check>,
    /// How each stage of a long task came out; empty where a task has none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stages: Vec<Stage>,
}

/// How one stage of a task came out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stage {
    /// Stable and short; unique in its task.
    pub name: String,
    /// Full marks for this stage.
    pub passed: bool,
    /// In `[0, 1]`.
    pub score: f64,
    /// The names of its checks among those of the marks.
    pub checks: Vec<String>,
    /// The first step after which it passed, where checkpoints tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_passed_at_step: Option<u32>,
}

/// One question a grader asked: what it wanted, what it saw, and where to look.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Check {
    /// Stable and short; near-misses name the check they must fail.
    pub name: String,
    /// Full marks for this question.
    pub passed: bool,
    /// In `[0, 1]`; 1 when passed, often a fraction of it when not.
    pub score: f64,
    /// What was wanted.
    pub expected: String,
    /// What was there.
    pub seen: String,
    /// Where the evidence is: a JSON pointer into the trial's evidence, or the name of a kept file.
    pub evidence: String,
}

impl Marks {
    /// Marks without stages.
    pub fn new(score: f64, passed: bool, checks: Vec<Check>) -> Self {
        Self { score, passed, checks, stages: Vec::new() }
    }

    /// The stage of this name.
    pub fn stage(&self, name: &str) -> Option<&Stage> {
        self.stages.iter().find(|stage| stage.name == name)
    }

    /// The check of this name.
    pub fn check(&self, name: &str) -> Option<&Check> {
        self.checks.iter().find(|c| c.name == name)
    }

    /// The names of the failed checks, as reports list them.
    pub fn failed(&self) -> Vec<&str> {
        self.checks.iter().filter(|c| !c.passed).map(|c| c.name.as_str()).collect()
    }
}
