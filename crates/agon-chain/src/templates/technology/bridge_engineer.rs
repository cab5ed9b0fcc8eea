//! The longest bridge of a kind and time, its engineer's works, the builder's report, and a grant for its repair.

use super::open_latest_accounts;
use crate::chain::{GoalState, Move};
use crate::templates::is_plain;
use crate::templates::portal::{apply_for, most_paid, open_grant};
use crate::writer::{Writer, computed, told};
use agon_internet::facts::{Entity, rank};

const KINDS: [&str; 6] =
    ["suspension bridge", "cable-stayed bridge", "arch bridge", "cantilever bridge", "truss bridge", "girder bridge"];
const LIST: &str = "http://www.meridian.example/list/bridges";

pub(crate) fn write(w: &mut Writer<'_>) -> Option<()> {
    let (net, facts) = (w.internet, w.facts);
    let kind = w.draw(&KINDS)?;
    let from = w.rng.integer(190, 201) as i32 * 10;
    let to = from + w.rng.integer(9, 24) as i32;
    let costs = w.rng.integer(8, 90) * 20;
    let begins =
        w.draw(&[("1 September 2026", "2026-09-01"), ("4 January 2027", "2027-01-04"), ("1 March 2027", "2027-03-01")])?;
    let of_kind = facts.bridges.iter().filter(|(_, row)| row.kind == kind && (from..=to).contains(&row.opened.year));
    let longest = rank(of_kind.map(|(id, row)| (id, row.length)));
    let [(best, length), (second, shorter), _, ..] = longest[..] else { return None };
    let bridge = &facts.bridges[best];
    let engineer = &facts.people[bridge.engineer];
    let works: Vec<_> = facts.bridges.iter().filter(|(_, row)| row.engineer == bridge.engineer).collect();
    let by_cost = rank(works.iter().map(|(id, row)| (*id, row.cost)));
    let [(dearest, cost), (cheaper, less), ..] = by_cost[..] else { return None };
    let builder = bridge.builder?;
    let company = &facts.companies[builder];
    let report = company.reports.last().filter(|report| report.year == 2025)?;
    let segments = rank(report.segments.iter().copied());
    let [(segment, revenue), (small_segment, small), ..] = segments[..] else { return None };
    let grant = facts.portal.grants.iter().find(|grant| grant.key == "bridge-repair")?;
    let sum = most_paid(grant, costs);
    let city = facts.cities[bridge.city].name;
    let names = || facts.bridges.rows().iter().map(|row| row.name.as_str());
    let is_clear = (3..=6).contains(&works.len())
        && facts.bridges[second].engineer != bridge.engineer
        && revenue != small
        && sum != costs
        && (costs * grant.share) % 100 == 0
        && is_plain(&bridge.name, names())
        && works.iter().all(|(_, row)| is_plain(&row.name, names()));
    if !is_clear {
        return None;
    }
    let (bridge_page, engineer_page) =
        (net.article_page(Entity::Bridge(best))?, net.article_page(Entity::Person(bridge.engineer))?);
    let work_pages: Vec<String> = works.iter().filter_map(|(id, _)| net.article_page(Entity::Bridge(*id))).collect();
    let report_file = net.report_file(builder, 2025);

    w.say("kind", kind);
    w.say("from", from);
    w.say("to", to);
    w.say("costs", costs);
    w.say("begins", begins.0);
    w.stage(|s| {
        s.text("bridge", &bridge.name, &facts.bridges[second].name, told(LIST));
        s.number("length", (length as f64, 0.0, "m"), shorter as f64, told(LIST));
        s.go("www.meridian.example");
        s.press("Lists");
        s.press("Bridges by length");
        s.read(6);
        s.press(&bridge.name);
        s.read(1);
    });
    w.stage(|s| {
        let span = bridge.span as f64;
        s.text("engineer", &engineer.name, &facts.people[facts.bridges[second].engineer].name, told(&bridge_page));
        s.number("longest_span", (span, 0.0, "m"), facts.bridges[second].span as f64, told(&bridge_page));
        s.press(&engineer.name);
        s.read(1);
    });
    w.stage(|s| {
        let total: i64 = works.iter().map(|(_, row)| row.length).sum();
        let count = works.len() as f64;
        s.number("bridges", (count, 0.0, "bridges"), count + 1.0, computed(std::slice::from_ref(&engineer_page)));
        s.number(
            "total_length",
            (total as f64, 0.0, "m"),
            (total - length) as f64,
            computed(std::slice::from_ref(&engineer_page)),
        );
        s.text("dearest", &facts.bridges[dearest].name, &facts.bridges[cheaper].name, computed(&work_pages));
        s.number("cost", (cost as f64, 0.0, "thousand dollars"), less as f64, computed(&work_pages));
        for (_, row) in &works {
            s.press(&row.name);
            s.read(1);
            s.then(Move::Back);
            s.read(1);
        }
    });
    w.stage(|s| {
        s.text("largest_segment", segment, small_segment, told(&report_file));
        s.number("segment_revenue", (revenue as f64, 0.5, "thousand kr"), small as f64, told(&report_file));
        s.goal("report", GoalState::Opened(report_file.clone()));
        s.search(&bridge.name);
        // The first match is the heading of the results.
        s.press_nth(&bridge.name, 2);
        s.read(1);
        s.press(&company.name);
        s.read(1);
        open_latest_accounts(s);
        let moves = s.moves();
        s.press("annual report 2025 (PDF)");
        s.read(4);
        s.slip_by("the report is not opened", "report", moves);
    });
    w.stage(|s| {
        s.kept(
            "application",
            ("portal.example", "grant_applications"),
            &[
                ("grant", &grant.number),
                ("applicant", city),
                ("costs", &costs.to_string()),
                ("sum", &sum.to_string()),
                ("begins", begins.1),
            ],
        );
        open_grant(s, grant);
        apply_for(s, city, (costs, sum), (begins.1, "Repair of the longest bridge of our city."));
        s.slip("all costs applied for", "application", (&sum.to_string(), &costs.to_string()));
        s.slip("the builder applies", "application", (city, &company.name));
    });
    Some(())
}
