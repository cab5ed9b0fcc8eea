//! Up a group to the company that owns it all, down to its largest daughter, into its report, and a certified copy from the archive.

use super::{REGISTER, find_company, has_clear_name, open_accounts, watch};
use crate::chain::Move;
use crate::templates::policy::bookmark;
use crate::writer::{StageWriter, Writer, computed, told};
use agon_internet::Internet;
use agon_internet::facts::{Company, CompanyId, Role, Status, rank};

/// How often the board met, which stands in the report alone.
fn meetings(net: &Internet, id: CompanyId, year: i32) -> Option<i64> {
    let text = net.text(&net.report_file(id, year))?;
    text.split("The board met ").nth(1)?.split(' ').next()?.parse().ok()
}

/// Companies may be called a group themselves.
fn show_group(s: &mut StageWriter, company: &Company) {
    s.press_nth("Group", 1 + company.name.to_lowercase().matches("group").count());
    s.read(1);
}

pub(crate) fn write(w: &mut Writer<'_>) -> Option<()> {
    let (net, facts) = (w.internet, w.facts);
    let row = |id: CompanyId| &facts.companies[id];
    let parent = |id: CompanyId| row(id).parent.map(|(owner, _)| owner);
    let able: Vec<CompanyId> =
        facts.companies.ids().filter(|id| parent(*id).and_then(parent).is_some_and(|top| parent(top).is_none())).collect();
    let start = w.draw(&able)?;
    let owner = parent(start)?;
    let top = parent(owner)?;
    let active: Vec<CompanyId> = row(top)
        .subsidiaries
        .iter()
        .copied()
        .filter(|id| row(*id).status == Status::Active && row(*id).reports.len() == 5)
        .collect();
    let is_whole = row(top).subsidiaries.iter().filter(|id| row(**id).status == Status::Active).count() == active.len();
    let ranked = rank(active.iter().map(|id| (*id, row(*id).reports.last().map_or(0, |report| report.revenue))));
    let [(largest, revenue), (second, less), ..] = ranked[..] else { return None };
    let chief = super::in_office(row(largest), Role::ChiefExecutive)?;
    let chair = super::in_office(row(largest), Role::Chair)?;
    let (met, met_before) = (meetings(net, top, 2025)?, meetings(net, top, 2024)?);
    let all: Vec<CompanyId> = active.iter().copied().chain([start, owner, top]).collect();
    let is_clear = all.iter().all(|id| has_clear_name(facts, *id));
    if active.len() > 4 || !is_whole || !is_clear || met == met_before || row(top).status != Status::Active || largest == start {
        return None;
    }
    w.say("company", &row(start).name);
    let name = |person| facts.people[person].name.as_str();

    let (top_page, largest_page) = (net.company_page(top), net.company_page(largest));
    let accounts: Vec<String> = active.iter().map(|id| net.accounts_page(*id, 2025)).collect();
    let report = net.report_file(top, 2025);
    let number = facts.company_number(top).to_string();
    w.stage(|s| {
        s.text("parent", &row(owner).name, &row(top).name, told(&net.company_page(start)));
        s.text("ultimate_parent", &row(top).name, &row(owner).name, told(&top_page));
        s.number("number", (facts.company_number(top) as f64, 0.0, ""), facts.company_number(owner) as f64, told(&top_page));
        find_company(s, row(start));
        show_group(s, row(start));
        for id in [owner, top] {
            s.press(&row(id).name);
            s.read(1);
            show_group(s, row(id));
        }
    });
    w.stage(|s| {
        s.text("largest_subsidiary", &row(largest).name, &row(second).name, computed(&accounts));
        s.number("revenue", (revenue as f64, 0.5, "thousand kr"), less as f64, computed(&accounts));
        for id in &active {
            s.press(&row(*id).name);
            s.read(1);
            open_accounts(s);
            s.go(&top_page);
            show_group(s, row(top));
        }
    });
    w.stage(|s| {
        s.text("chief_executive", name(chief.person), name(chair.person), told(&largest_page));
        s.date("since", chief.appointed, chair.appointed, told(&largest_page));
        s.press(&row(largest).name);
        s.press("People");
        s.read(1);
    });
    w.stage(|s| {
        s.number("meetings", (met as f64, 0.0, "times"), met_before as f64, told(&report));
        s.go(&top_page);
        open_accounts(s);
        s.press("annual report 2025 (PDF)");
        s.read(6);
        bookmark(s, &report);
    });
    w.stage(|s| {
        let copies = active.len().to_string();
        let fields = [
            ("entry", number.as_str()),
            ("copies", &copies),
            ("kind", "certified"),
            ("speed", "urgent"),
            ("name", "Ada Lindqvist"),
        ];
        s.kept("archive-copy", ("portal.example", "archive_copy"), &fields);
        s.go("portal.example");
        s.press("Copy from the archive");
        s.read(1);
        s.press("Start the form");
        s.fill("Entry or reference", &number);
        s.fill("Copies", &copies);
        s.tick("certified");
        s.tick("Urgent, for");
        s.fill("Full name", "Ada Lindqvist");
        s.fill("Email", "ada@lindqvist.example");
        s.press("Send");
        s.slip("the number of the parent", "archive-copy", (&number, &facts.company_number(owner).to_string()));
        s.slip("too many copies", "archive-copy", (&copies, &(active.len() + 1).to_string()));
    });
    w.stage(|s| {
        let number = facts.company_number(largest).to_string();
        s.kept("watch", (REGISTER, "watched"), &[("company", &number), ("event", "officers")]);
        find_company(s, row(largest));
        watch(s, "Changes of officers");
        s.slip("told about every change", "watch", ("Changes of officers", "Every change"));
        s.slip_by("the company is only looked at", "watch", vec![Move::Go(largest_page.clone())]);
    });
    Some(())
}
