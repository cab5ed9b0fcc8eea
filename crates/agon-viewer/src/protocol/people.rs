//! Runs that people sit, begun from the pages.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// What can be sat, and the runs that this viewer has begun.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PeoplePage {
    pub tasks: Vec<String>,
    /// The newest first.
    pub runs: Vec<PeopleRunRow>,
}

/// A run as it is asked for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(TS))]
pub struct NewPeopleRun {
    /// Patterns, with blanks between them.
    pub tasks: String,
    pub participants: u32,
    /// Of each task.
    pub instances: u32,
    /// For each task.
    pub minutes: u32,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PeopleRunRow {
    pub run: String,
    pub tasks: String,
    /// RFC 3339.
    pub begun: String,
    /// Where participants enter their codes.
    pub url: String,
    pub operator_url: String,
    /// As they were given out first; the operator's page has later ones.
    pub codes: Vec<ParticipantCode>,
    pub is_over: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct ParticipantCode {
    pub participant: String,
    pub code: String,
}
