//! What goes between the pages and the server. The pages' types (`web/generated/view.ts`) are made from these by a test.

mod calls;
mod compare;
mod live;
mod runs;
mod search;
mod trials;

pub use calls::{CallFigures, CallPage, CallPart, CallReply, CallTurn};
pub use compare::{ChangeRow, ComparePage, FlipRow, PairRow, TaskPairRow};
pub use live::{NewControl, NewNote, PersonNote, RunNews, RunningTrial, Session, TrialNews};
pub use runs::{Counts, FacetChoice, FacetRow, FacetTable, HeatCell, ModeRow, ModesPage, NamedCount, RunPage, RunRow, Share};
pub use search::{SearchHit, SearchPage};
pub use trials::{CheckRow, FindingRow, FrameName, LimitRow, Moment, NoteName, TrialPage, TrialRow, TrialsPage};

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;
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
            FlipRow::decl(&config),
            TaskPairRow::decl(&config),
            PairRow::decl(&config),
            ChangeRow::decl(&config),
            ComparePage::decl(&config),
            SearchHit::decl(&config),
            SearchPage::decl(&config),
        ];
        let text = format!(
            "// Generated from crates/agon-viewer/src/protocol: run `AGON_GENERATE=1 cargo test -p agon-viewer protocol`.\n\n{}\n",
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
