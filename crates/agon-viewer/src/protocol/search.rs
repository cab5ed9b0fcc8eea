//! Words that were found.

use serde::Serialize;
#[cfg(test)]
use ts_rs::TS;

/// Where a text was found.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct SearchPage {
    pub hits: Vec<SearchHit>,
    /// How many logs were looked through.
    pub logs: u32,
    /// Nothing was left out.
    pub is_whole: bool,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct SearchHit {
    pub run: String,
    pub trial: u32,
    pub attempt: u32,
    /// The last step before it.
    pub step: u32,
    /// What it was found in: a step, a note, the brief.
    pub kind: String,
    pub text: String,
}
