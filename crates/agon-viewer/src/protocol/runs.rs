//! Runs, and what they came to.

use serde::Serialize;
use serde_json::Value;
#[cfg(test)]
use ts_rs::TS;

/// A run in the list of runs.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct RunRow {
    /// Its folder below the one that is viewed; what addresses name it by.
    pub id: String,
    pub name: String,
    /// RFC 3339.
    pub created: String,
    pub suites: Vec<String>,
    pub agents: Vec<String>,
    pub counts: Counts,
    /// A process is writing it now.
    pub is_live: bool,
    /// Why it cannot be shown; the rest is empty then.
    pub problem: Option<String>,
}

/// How many trials came out how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Counts {
    pub trials: u32,
    pub passed: u32,
    pub failed: u32,
    pub void: u32,
    pub missing: u32,
}

/// A run's own page, without its trials.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct RunPage {
    pub row: RunRow,
    /// Whether the logs were read; until then the figures are those of the index.
    pub is_checked: bool,
    /// Each agent with its counts, in the order of the run.
    pub agents: Vec<Share>,
    /// Their names, sorted.
    pub tasks: Vec<String>,
    /// How each agent did each task.
    pub cells: Vec<HeatCell>,
    /// Causes of void trials, the most frequent first.
    pub voids: Vec<NamedCount>,
    /// Checks that failed, the most frequent first.
    pub failed_checks: Vec<NamedCount>,
    /// By what trials can be chosen, and the values there are.
    pub facets: Vec<FacetChoice>,
    /// `run.json`.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub manifest: Value,
}

/// A property of tasks, and its values in a run.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct FacetChoice {
    #[cfg_attr(test, ts(type = "\"difficulty\" | \"domain\" | \"capability\" | \"surface\""))]
    pub facet: &'static str,
    pub values: Vec<String>,
}

/// How agents did by a property of tasks.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct FacetTable {
    pub facet: String,
    pub rows: Vec<FacetRow>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct FacetRow {
    pub value: String,
    /// Of an agent, on the tasks with this value.
    pub share: Share,
}

/// How many trials show each failure mode.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ModesPage {
    /// Logs are being read.
    pub is_looking: bool,
    pub scored: u32,
    /// How many of the scored trials' logs were read.
    pub looked: u32,
    pub modes: Vec<ModeRow>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ModeRow {
    pub mode: String,
    pub title: String,
    /// By agent, in the order of the run.
    pub agents: Vec<u32>,
}

/// An agent, and how its trials came out.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Share {
    pub name: String,
    pub counts: Counts,
    /// Of the planned trials: what is void or missing has not passed.
    pub success: Option<f64>,
    /// Its 95 % interval, by instance.
    pub interval: Option<[f64; 2]>,
    /// Over the planned trials, 0 for what is void or missing.
    pub mean_score: Option<f64>,
    /// Over all attempts.
    pub cost_usd: f64,
    #[cfg_attr(test, ts(type = "number"))]
    pub tokens: u64,
    /// Of a scored trial, on average, like the next.
    pub steps: Option<f64>,
    pub wall_secs: Option<f64>,
}

/// One agent on one task, by their places in the lists.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct HeatCell {
    pub agent: usize,
    pub task: usize,
    pub trials: u32,
    pub passed: u32,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct NamedCount {
    pub name: String,
    pub count: u32,
}
