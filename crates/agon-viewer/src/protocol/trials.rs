//! Trials and their steps.

use super::calls::CallFigures;
use agon_report::Outcome;
use serde::Serialize;
use serde_json::Value;
#[cfg(test)]
use ts_rs::TS;

/// Some of a run's trials.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct TrialsPage {
    /// All that the filter lets through.
    pub total: usize,
    pub offset: usize,
    pub trials: Vec<TrialRow>,
}

/// A trial in a table.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct TrialRow {
    pub trial: u32,
    pub agent: String,
    pub task: String,
    pub seed: String,
    pub repeat: u32,
    pub variant: Option<String>,
    #[cfg_attr(test, ts(type = "\"passed\" | \"failed\" | \"void\" | \"missing\""))]
    pub status: Outcome,
    pub score: Option<f64>,
    pub steps: Option<u32>,
    pub wall_secs: Option<f64>,
    pub cost_usd: Option<f64>,
    #[cfg_attr(test, ts(type = "number | null"))]
    pub tokens: Option<u64>,
    pub attempts: u32,
    /// The first check that failed, or why it is void.
    pub why: Option<String>,
    /// Its failure modes, once somebody has asked for them.
    pub modes: Vec<String>,
}

/// A trial's own page.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct TrialPage {
    pub row: TrialRow,
    /// The attempt that is shown, and all that have a log.
    pub attempt: Option<u32>,
    pub attempts: Vec<u32>,
    pub title: String,
    /// Markdown.
    pub instruction: String,
    #[cfg_attr(test, ts(type = "unknown"))]
    pub brief: Value,
    pub checks: Vec<CheckRow>,
    pub ending: Option<String>,
    pub fault: Option<String>,
    pub findings: Vec<FindingRow>,
    /// What the agent may use.
    pub limits: LimitRow,
    /// The first is what was seen before any action.
    pub moments: Vec<Moment>,
    /// What models came to so far: tokens and dollars.
    #[serde(skip)]
    #[cfg_attr(test, ts(skip))]
    pub(crate) spent: (u64, f64),
    /// What was noted after the last step.
    pub after: Vec<NoteName>,
    /// The log has its end.
    pub is_closed: bool,
    /// It has not, and somebody writes the run: steps may follow.
    pub is_live: bool,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct CheckRow {
    pub name: String,
    pub passed: bool,
    pub score: f64,
    pub expected: String,
    pub seen: String,
    pub evidence: String,
}

/// A failure mode that was found.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct FindingRow {
    pub title: String,
    /// `4–9, 12`.
    pub steps: String,
    pub first_step: Option<u32>,
    pub detail: String,
}

/// Limits of a trial, where it has them.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct LimitRow {
    pub steps: Option<u32>,
    pub wall_secs: Option<f64>,
    #[cfg_attr(test, ts(type = "number | null"))]
    pub tokens: Option<u64>,
    pub cost_usd: Option<f64>,
}

/// A step: what was done, and what was to be seen then.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Moment {
    /// 0 before any action.
    pub step: u32,
    pub action: Option<String>,
    /// Where on the screen: one point for a click, several for a drag.
    pub points: Vec<[f64; 2]>,
    pub status: Option<String>,
    pub feedback: Option<String>,
    pub at_ms: Option<f64>,
    pub world_ms: Option<f64>,
    pub frames: Vec<FrameName>,
    /// The places in the log of the notes (replies of models, thoughts) that led to it.
    pub notes: Vec<NoteName>,
    /// Its place in the log, where the whole of it can be asked for.
    pub event: usize,
    pub has_tree: bool,
    pub has_output: bool,
    /// What the agent had used when the step was over.
    #[cfg_attr(test, ts(type = "number"))]
    pub tokens: u64,
    pub cost_usd: f64,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct NoteName {
    pub kind: String,
    pub event: usize,
    /// The beginning of what it says, where it says something.
    pub said: Option<String>,
    /// Where it is a call of a model: the whole can be asked for.
    pub call: Option<CallFigures>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct FrameName {
    pub name: String,
    /// `HASH.png`.
    pub file: String,
    pub width: u32,
    pub height: u32,
}
