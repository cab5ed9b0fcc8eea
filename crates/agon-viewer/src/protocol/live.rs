//! What is told while a run goes on, and what pages may ask of it.

use super::runs::Counts;
use super::trials::{Moment, NoteName};
use agon_record::Control;
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// What this viewer lets a page do.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Session {
    /// To be sent with whatever changes something.
    pub page_key: String,
    pub may_control: bool,
    pub is_metadata_only: bool,
}

/// How a run stands now.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct RunNews {
    pub counts: Counts,
    /// A process is writing it.
    pub is_live: bool,
    #[cfg_attr(test, ts(type = "\"go\" | \"pause\" | \"stop\""))]
    pub control: Control,
    /// Attempts that are going on, in the order of the plan.
    pub running: Vec<RunningTrial>,
}

/// An attempt that is going on: nothing of what is said or seen in it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct RunningTrial {
    pub trial: u32,
    pub attempt: u32,
    pub task: String,
    pub seed: String,
    pub agent: String,
    pub steps: u32,
    /// Of the last step: executed, rejected and so on.
    pub status: Option<String>,
    /// When it began, RFC 3339.
    pub started: String,
    #[cfg_attr(test, ts(type = "number"))]
    pub tokens: u64,
    pub cost_usd: f64,
}

/// What has happened in an attempt since it was last told.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct TrialNews {
    /// They follow those that the page has.
    pub moments: Vec<Moment>,
    /// What was noted after the last step.
    pub after: Vec<NoteName>,
    /// The log has its end, or nobody writes it any more: the whole trial is to be asked for again.
    pub is_over: bool,
}

/// What a page asks of a run.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(TS))]
pub struct NewControl {
    #[cfg_attr(test, ts(type = "\"go\" | \"pause\" | \"stop\""))]
    pub control: Control,
}

/// A note as somebody writes it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(TS))]
pub struct NewNote {
    pub trial: u32,
    pub attempt: u32,
    /// `None` for the whole trial.
    pub step: Option<u32>,
    pub text: String,
    /// Whoever writes it, if they want to say.
    #[serde(default)]
    pub by: String,
}

/// A note as it is kept.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct PersonNote {
    /// RFC 3339.
    pub at: String,
    pub trial: u32,
    pub attempt: u32,
    #[serde(default)]
    pub step: Option<u32>,
    pub text: String,
    #[serde(default)]
    pub by: String,
}
