//! One line per closed attempt, and what the attempts of a trial come to.

use crate::Problem;
use agon_core::{Cause, Ending, Fault, Stage, Totals, Verdict};
use serde::{Deserialize, Serialize};

/// What summaries need of an attempt; for closed ones a line of `results.jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Its place in the plan.
    pub trial: u32,
    /// Counted from 1.
    pub attempt: u32,
    /// Absent when void.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// Full marks.
    pub passed: bool,
    /// The checks that failed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failed: Vec<String>,
    /// How the stages of a task with stages came out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stages: Vec<Stage>,
    /// Why it is void; absent when scored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub void: Option<Fault>,
    /// How the agent's sitting ended; absent where it never sat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<Ending>,
    /// What it came to.
    pub totals: Totals,
    /// The hash at the end of its log; empty where the log has no end.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub seal: String,
}

/// What a planned trial has come to so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TrialResult {
    /// The attempt that counts: the scored one, else the last void one. `None` while the trial is missing: not begun, or
    /// only interrupted.
    pub row: Option<Row>,
    /// How many there were.
    pub attempts: u32,
}

impl Row {
    /// What an attempt came to; its seal is added when its log is closed.
    pub fn new(trial: u32, attempt: u32, verdict: &Verdict, ending: Option<&Ending>, totals: &Totals) -> Self {
        let (score, passed, failed, stages, void) = match verdict {
            Verdict::Scored(marks) => {
                let failed = marks.failed().into_iter().map(str::to_owned).collect();
                (Some(marks.score), marks.passed, failed, marks.stages.clone(), None)
            }
            Verdict::Void(fault) => (None, false, Vec::new(), Vec::new(), Some(fault.clone())),
        };
        let (ending, totals, seal) = (ending.cloned(), totals.clone(), String::new());
        Self { trial, attempt, score, passed, failed, stages, void, ending, totals, seal }
    }

    /// Whether it was marked.
    pub fn is_scored(&self) -> bool {
        self.void.is_none()
    }
}

impl TrialResult {
    /// Takes an attempt in, and gives back the one that does not count. A score stands against any void, before or after it.
    pub(crate) fn take(&mut self, row: Row) -> Option<Row> {
        self.attempts = self.attempts.max(row.attempt);
        // An interrupted attempt says nothing about the trial, which is missing as before.
        let is_interrupted = row.void.as_ref().is_some_and(|fault| fault.cause == Cause::Interrupted);
        let stands = self.row.as_ref().is_some_and(|old| old.is_scored() || (!row.is_scored() && old.attempt > row.attempt));
        if is_interrupted || stands { Some(row) } else { self.row.replace(row) }
    }

    /// A trial of which something is not as it was written has no outcome to count.
    pub(crate) fn distrust(&mut self, problem: &Problem) {
        let fault = Fault::new(Cause::Record, problem);
        match &mut self.row {
            Some(row) if row.void.as_ref().is_some_and(|fault| fault.cause == Cause::Record) => {}
            Some(row) => {
                *row =
                    Row { score: None, passed: false, failed: Vec::new(), stages: Vec::new(), void: Some(fault), ..row.clone() }
            }
            None => {
                let (trial, attempt) = (problem.trial.unwrap_or_default(), self.attempts.max(1));
                self.row = Some(Row::new(trial, attempt, &Verdict::Void(fault), None, &Totals::default()));
            }
        }
    }
}
