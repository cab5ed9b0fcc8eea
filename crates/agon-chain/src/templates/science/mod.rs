//! Research: papers, authors, elements, medicines.

mod citing_chain;
mod corrected_study;
mod element_and_volume;
mod instruments_grant;
mod prize_and_access;
mod trial_behind_it;

use crate::writer::{StageWriter, Template};

pub(super) const TEMPLATES: &[(&str, Template)] = &[
    ("citing-chain", citing_chain::write),
    ("corrected-study", corrected_study::write),
    ("element-and-volume", element_and_volume::write),
    ("instruments-grant", instruments_grant::write),
    ("prize-and-access", prize_and_access::write),
    ("trial-behind-it", trial_behind_it::write),
];

/// Adds a paper that is shown to the reading list.
fn add_to_reading_list(s: &mut StageWriter, note: &str) {
    s.read(1);
    s.fill("Note", note);
    s.press("Add to reading list");
}
