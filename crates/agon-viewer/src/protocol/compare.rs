//! Two runs side by side.

use serde::Serialize;
#[cfg(test)]
use ts_rs::TS;

/// The second run seen from the first: a win is a trial that the second passed and the first did not.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ComparePage {
    /// What a reader should know before believing the figures.
    pub notes: Vec<String>,
    /// What their configurations differ in.
    pub changes: Vec<ChangeRow>,
    pub agents: Vec<PairRow>,
}

/// A place at which two runs' manifests differ.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ChangeRow {
    /// `agents.m.settings.temperature`.
    pub path: String,
    /// `None` where the run has nothing there.
    pub first: Option<String>,
    pub second: Option<String>,
}

/// An agent of the first run against one of the second.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PairRow {
    pub first: String,
    pub second: String,
    pub wins: u32,
    pub losses: u32,
    pub both_passed: u32,
    pub both_failed: u32,
    pub first_rate: Option<f64>,
    pub second_rate: Option<f64>,
    /// Of the difference of the rates, 95 %.
    pub interval: Option<[f64; 2]>,
    pub p_value: Option<f64>,
    pub tasks: Vec<TaskPairRow>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct TaskPairRow {
    pub task: String,
    pub wins: u32,
    pub losses: u32,
    pub both_passed: u32,
    pub both_failed: u32,
    /// The trials that came out differently.
    pub flips: Vec<FlipRow>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct FlipRow {
    /// The instance, with what else tells the trials apart.
    pub name: String,
    pub first_trial: u32,
    pub second_trial: u32,
    /// The second run passed it.
    pub won: bool,
}
