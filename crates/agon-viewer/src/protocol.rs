//! What goes between the pages and the server. The pages' types (`web/generated/view.ts`) are made from these by a test.

use agon_report::Outcome;
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
    /// `run.json`.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub manifest: Value,
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
    pub cost_usd: f64,
    #[cfg_attr(test, ts(type = "number"))]
    pub tokens: u64,
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
    /// The first is what was seen before any action.
    pub moments: Vec<Moment>,
    /// The log has its end.
    pub is_closed: bool,
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

/// A step: what was done, and what was to be seen then.
#[derive(Debug, Serialize)]
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
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct NoteName {
    pub kind: String,
    pub event: usize,
    /// The beginning of what it says, where it says something.
    pub said: Option<String>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct FrameName {
    pub name: String,
    /// `HASH.png`.
    pub file: String,
    pub width: u32,
    pub height: u32,
}

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

/// The second run seen from the first: a win is a trial that the second passed and the first did not.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ComparePage {
    /// What a reader should know before believing the figures.
    pub notes: Vec<String>,
    pub agents: Vec<PairRow>,
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// Writes `web/generated/view.ts` anew where `AGON_GENERATE` is set; fails where it differs.
    #[test]
    fn the_pages_types_are_those_of_the_server() {
        let config = ts_rs::Config::default();
        let declared = [
            Counts::decl(&config),
            RunRow::decl(&config),
            Share::decl(&config),
            HeatCell::decl(&config),
            NamedCount::decl(&config),
            RunPage::decl(&config),
            TrialRow::decl(&config),
            TrialsPage::decl(&config),
            CheckRow::decl(&config),
            FrameName::decl(&config),
            NoteName::decl(&config),
            Moment::decl(&config),
            TrialPage::decl(&config),
            FlipRow::decl(&config),
            TaskPairRow::decl(&config),
            PairRow::decl(&config),
            ComparePage::decl(&config),
            SearchHit::decl(&config),
            SearchPage::decl(&config),
        ];
        let text = format!(
            "// Generated from crates/agon-viewer/src/protocol.rs: run `AGON_GENERATE=1 cargo test -p agon-viewer protocol`.\n\n{}\n",
            declared.map(|decl| format!("export {decl}")).join("\n\n")
        );
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/generated/view.ts");
        if std::env::var_os("AGON_GENERATE").is_some() {
            std::fs::write(&file, &text).unwrap();
        }
        let kept = std::fs::read_to_string(&file).unwrap_or_default();
        assert_eq!(kept, text, "run AGON_GENERATE=1 cargo test -p agon-viewer protocol");
    }
}
