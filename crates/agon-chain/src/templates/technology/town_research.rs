//! The companies of a town compared by research, the report and the chief executive of the first, and a business permit for it.

use super::{in_office, open_latest_accounts};
use crate::chain::{GoalState, Move};
use crate::templates::portal::open_form;
use crate::templates::{can_be_chosen, is_plain};
use crate::writer::{Writer, computed, told};
use agon_internet::facts::{CompanyId, INDUSTRIES, Role, Status, rank};

pub(crate) fn write(w: &mut Writer<'_>) -> Option<()> {
    let (net, facts) = (w.internet, w.facts);
    let towns: Vec<_> = facts.cities.ids().filter(|id| (4..=9).contains(&facts.companies_in(*id).len())).collect();
    let town = w.draw(&towns)?;
    let (floor, opens) = (w.rng.integer(8, 90) * 10, agon_internet::Date::new(2026, 9, 1).plus(w.rng.integer(0, 90)));
    let name = facts.cities[town].name;
    let mut active: Vec<CompanyId> =
        facts.companies_in(town).iter().copied().filter(|id| facts.companies[*id].status == Status::Active).collect();
    active.sort_by(|a, b| facts.companies[*a].name.cmp(&facts.companies[*b].name));
    let row = |id: CompanyId| &facts.companies[id];
    let latest = |id: CompanyId| row(id).reports.last().filter(|report| report.year == 2025);
    // In tenths of a per cent, as it is asked for.
    let share =
        |id: CompanyId| latest(id).map(|report| (report.research as f64 * 1000.0 / report.revenue.max(1) as f64).round() as i64);
    let shares: Option<Vec<_>> = active.iter().map(|id| Some((*id, share(*id)?))).collect();
    let ranked = rank(shares?.into_iter());
    let [(best, most), (second, next), ..] = ranked[..] else { return None };
    let (company, report) = (row(best), latest(best)?);
    let segments = rank(report.segments.iter().copied());
    let [(segment, revenue), (small_segment, less), ..] = segments[..] else { return None };
    let (chief, chair) = (in_office(company, Role::ChiefExecutive)?, in_office(company, Role::Chair)?);
    let offices: Vec<&str> = facts
        .portal
        .offices
        .iter()
        .filter(|office| office.services.contains(&"business-permit"))
        .map(|office| facts.cities[office.city].name)
        .collect();
    let office = w.draw(&offices)?;
    let office_key = &facts.portal.offices.iter().find(|row| facts.cities[row.city].name == office)?.key;
    let industry = INDUSTRIES[company.industry].title;
    let chief_name = &facts.people[chief].name;
    let appointments = facts.offices_of(chief).len() as f64;
    let is_clear = (3..=6).contains(&active.len())
        && name.chars().all(|letter| letter.is_ascii_alphanumeric() || " -".contains(letter))
        && most != next
        && revenue != less
        && chief != chair
        && report.employees <= 9_999
        && is_plain(name, facts.cities.rows().iter().map(|row| row.name))
        && active.iter().all(|id| is_plain(&row(*id).name, active.iter().map(|id| row(*id).name.as_str())))
        && can_be_chosen(office, offices.iter().copied())
        && can_be_chosen(industry, INDUSTRIES.iter().map(|row| row.title));
    if !is_clear {
        return None;
    }
    let search_page = format!("http://register.example/search?name=&city={}&industry=&status=Active", name.replace(' ', "+"));
    let pages: Vec<String> = active.iter().map(|id| net.accounts_page(*id, 2025)).collect();
    let (report_file, officer_page) = (net.report_file(best, 2025), net.officer_page(chief));

    w.say("town", name);
    w.say("office", office);
    w.say("floor", floor);
    w.say("opens", opens.long());
    w.stage(|s| {
        let mut names: Vec<String> = active.iter().map(|id| row(*id).name.clone()).collect();
        let right = names.clone();
        names.pop();
        s.set("companies", right, names, computed(std::slice::from_ref(&search_page)));
        s.any_of("most_research", &[&company.name, &company.short], &row(second).name, computed(&pages));
        s.number("research_share", (most as f64 / 10.0, 0.051, "%"), next as f64 / 10.0, computed(&pages));
        s.go("register.example");
        s.press("Search");
        // The first match is the link to all towns.
        s.fill_nth("Town", 2, name);
        s.enter();
        s.choose("Status", "Active");
        s.enter();
        s.read(1);
        for id in &active {
            s.press(&row(*id).name);
            open_latest_accounts(s);
            s.then(Move::Back);
            s.then(Move::Back);
            s.read(1);
        }
    });
    w.stage(|s| {
        s.text("largest_segment", segment, small_segment, told(&report_file));
        s.number("segment_revenue", (revenue as f64, 0.5, "thousand kr"), less as f64, told(&report_file));
        s.goal("report", GoalState::Opened(report_file.clone()));
        s.press(&company.name);
        open_latest_accounts(s);
        let moves = s.moves();
        s.press("annual report 2025 (PDF)");
        s.read(4);
        s.slip_by("the report is not opened", "report", moves);
    });
    w.stage(|s| {
        s.text("chief_executive", chief_name, &facts.people[chair].name, told(&officer_page));
        s.number("appointments", (appointments, 0.0, "appointments"), appointments + 1.0, told(&officer_page));
        super::open_company(s, &company.name);
        s.press("People");
        s.read(1);
        s.press(chief_name);
        s.read(1);
    });
    w.stage(|s| {
        let (number, employees) = (facts.company_number(best).to_string(), report.employees.to_string());
        s.kept(
            "permit",
            ("portal.example", "business_permit"),
            &[
                ("company", &number),
                ("company_name", &company.name),
                ("industry", industry),
                ("street", &company.street),
                ("office", office_key),
                ("floor", &floor.to_string()),
                ("premises", "rented"),
                ("opens", &opens.to_string()),
                ("employees", &employees),
                ("food", ""),
                ("alcohol", ""),
                ("music", ""),
                ("speed", "urgent"),
                ("name", chief_name),
            ],
        );
        open_form(s, "Business permit");
        s.fill("Number of the company", &number);
        s.fill("Name of the company", &company.name);
        s.choose("Industry", industry);
        s.press("Next");
        // The first match is the link to all offices.
        s.choose_nth("Office", 2, office);
        s.fill("Street and number of the premises", &company.street);
        s.fill("Floor space, square metres", floor);
        s.tick("rented");
        s.press("Next");
        s.fill("Day of opening", opens);
        s.fill("Employees", &employees);
        s.press("Next");
        s.tick("Urgent, for the higher fee");
        s.tick("All of this is true");
        s.fill("Full name", chief_name);
        s.fill("Email", "permits@counsel.example");
        s.enter();
        s.slip("the chair applies", "permit", (chief_name, &facts.people[chair].name));
        s.slip("another company's number", "permit", (&number, &facts.company_number(second).to_string()));
    });
    w.stage(|s| {
        let number = facts.company_number(best).to_string();
        s.kept("watch", ("register.example", "watched"), &[("company", &number), ("event", "officers")]);
        super::open_company(s, &company.name);
        s.choose("Tell me about", "Changes of officers");
        s.enter();
        s.slip("told about every change", "watch", ("Changes of officers", "Every change"));
    });
    Some(())
}
