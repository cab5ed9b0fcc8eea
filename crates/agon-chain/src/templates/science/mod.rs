//! Research: papers, authors, elements, medicines.

mod citing_chain;
mod corrected_study;
mod element_and_volume;
mod instruments_grant;
mod prize_and_access;
mod trial_behind_it;

use super::is_given_away;
use crate::writer::{StageWriter, Template};

pub(super) const TEMPLATES: &[(&str, Template)] = &[
    ("citing-chain", citing_chain::write),
    ("corrected-study", corrected_study::write),
    ("element-and-volume", element_and_volume::write),
    ("instruments-grant", instruments_grant::write),
    ("prize-and-access", prize_and_access::write),
    ("trial-behind-it", trial_behind_it::write),
];

/// Whether a name is found among others without hitting a longer one, as in `Hall Medal` and `Marshall Medal`.
pub(super) fn is_plain<'a>(name: &str, all: impl Iterator<Item = &'a str>) -> bool {
    let name = name.to_lowercase();
    all.filter(|other| other.to_lowercase().contains(&name)).count() == 1
}

/// Whether typing a name into a list of choices finds that name.
pub(super) fn can_be_chosen<'a>(name: &str, mut options: impl Iterator<Item = &'a str>) -> bool {
    options.find(|option| option.starts_with(name)) == Some(name)
}

/// Adds a paper that is shown to the reading list.
fn add_to_reading_list(s: &mut StageWriter, note: &str) {
    s.read(1);
    s.fill("Note", note);
    s.press("Add to reading list");
}

/// Opens the form of a service of the portal.
pub(super) fn open_form(s: &mut StageWriter, service: &str) {
    s.go("portal.example");
    // The first match is the motto of the portal.
    s.press_nth("Services", 2);
    s.press(service);
    s.read(1);
    s.press("Start the form");
}

/// What a grant pays at most for a project of these costs, in thousand kr.
pub(super) fn most_paid(grant: &agon_internet::facts::Grant, costs: i64) -> i64 {
    grant.most.min(costs * grant.share / 100)
}

/// Opens a grant of the portal.
pub(super) fn open_grant(s: &mut StageWriter, grant: &agon_internet::facts::Grant) {
    s.go("portal.example");
    s.press("Grants");
    s.press(&grant.title);
    s.read(1);
}

/// Fills in and sends the form of a grant that is shown.
pub(super) fn apply_for(s: &mut StageWriter, applicant: &str, (costs, sum): (i64, i64), (begins, project): (&str, &str)) {
    s.fill("The project in a few sentences", project);
    s.fill("Applicant", applicant);
    s.fill("Begin", begins);
    s.fill("Costs of the project, thousand kr", costs);
    s.fill("Sum applied for, thousand kr", sum);
    s.enter();
}
