//! What goes between the pages and the server. The pages' types (`web/generated/view.ts`) are made from these by a test.

mod calls;
mod compare;
mod live;
mod people;
mod runs;
mod search;
mod trials;

pub use calls::{CallFigures, CallPage, CallPart, CallReply, CallTurn};
pub use compare::{ChangeRow, ComparePage, FlipRow, PairRow, TaskPairRow};
pub use live::{NewControl, NewNote, PersonNote, RunNews, RunningTrial, Session, TrialNews};
pub use people::{NewPeopleRun, ParticipantCode, PeoplePage, PeopleRunRow};
pub use runs::{Counts, FacetChoice, FacetRow, FacetTable, HeatCell, ModeRow, ModesPage, NamedCount, RunPage, RunRow, Share};
pub use search::{SearchHit, SearchPage};
pub use trials::{CheckRow, FindingRow, FrameName, LimitRow, Moment, NoteName, TrialPage, TrialRow, TrialsPage};

#[cfg(test)]
mod tests {
    use super::*;
    use ts_rs::TS as _;

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
            FacetChoice::decl(&config),
            RunPage::decl(&config),
            FacetRow::decl(&config),
            FacetTable::decl(&config),
            ModeRow::decl(&config),
            ModesPage::decl(&config),
            TrialRow::decl(&config),
            TrialsPage::decl(&config),
            CheckRow::decl(&config),
            FrameName::decl(&config),
            CallFigures::decl(&config),
            NoteName::decl(&config),
            Moment::decl(&config),
            FindingRow::decl(&config),
            LimitRow::decl(&config),
            TrialPage::decl(&config),
            CallPart::decl(&config),
            CallTurn::decl(&config),
            CallReply::decl(&config),
            CallPage::decl(&config),
            Session::decl(&config),
            RunningTrial::decl(&config),
            RunNews::decl(&config),
            TrialNews::decl(&config),
            NewControl::decl(&config),
            NewNote::decl(&config),
            PersonNote::decl(&config),
            ParticipantCode::decl(&config),
            PeopleRunRow::decl(&config),
            PeoplePage::decl(&config),
            NewPeopleRun::decl(&config),
            FlipRow::decl(&config),
            TaskPairRow::decl(&config),
            PairRow::decl(&config),
            ChangeRow::decl(&config),
            ComparePage::decl(&config),
            SearchHit::decl(&config),
            SearchPage::decl(&config),
        ];
        agon_testkit::check_page_types("view", "crates/agon-viewer/src/protocol", &declared);
    }
}
