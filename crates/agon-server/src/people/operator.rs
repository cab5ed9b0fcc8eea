//! What the operator's page shows. Its types (`web/generated/operator.ts`) are made from these by a test.

use crate::play::Quality;
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(super) struct OperatorPage {
    pub(super) participants: Vec<ParticipantRow>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(super) struct ParticipantRow {
    /// The agent's label in the run. No name of a person.
    pub(super) label: String,
    /// The code that was not used yet.
    pub(super) code: Option<String>,
    pub(super) has_entered: bool,
    pub(super) has_consented: bool,
    /// A page is open.
    pub(super) is_watching: bool,
    pub(super) tasks: u32,
    /// The task that is set up or sat.
    pub(super) current: Option<String>,
    /// Since the participant began it.
    pub(super) secs: Option<f64>,
    pub(super) steps: Option<u32>,
    pub(super) sat: Vec<SatTrial>,
}

/// A trial that a participant has sat. How it was marked is in the record.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(super) struct SatTrial {
    pub(super) task: String,
    pub(super) secs: f64,
    pub(super) quality: Quality,
}

/// What the operator's page asks for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(TS))]
pub(super) struct NewCode {
    pub(super) label: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes `web/generated/operator.ts` anew where `AGON_GENERATE` is set; fails where it differs.
    #[test]
    fn the_pages_types_are_those_of_the_server() {
        let config = ts_rs::Config::default();
        let declared = [
            Quality::decl(&config),
            SatTrial::decl(&config),
            ParticipantRow::decl(&config),
            OperatorPage::decl(&config),
            NewCode::decl(&config),
        ];
        agon_testkit::check_page_types("operator", "crates/agon-server/src/people/operator.rs", &declared);
    }
}
