//! Services and grants of the portal, which templates of several themes use.

use crate::writer::StageWriter;
use agon_internet::facts::Grant;

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
pub(super) fn most_paid(grant: &Grant, costs: i64) -> i64 {
    grant.most.min(costs * grant.share / 100)
}

/// Opens a grant of the portal.
pub(super) fn open_grant(s: &mut StageWriter, grant: &Grant) {
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
