//! The country that somebody governs, its neighbours compared by an indicator, and the papers for an object that goes to one of them.

use super::{PORTAL, STATS, bookmark, count, open_profile, value_of};
use crate::chain::Move;
use crate::writer::{Writer, computed, told};
use agon_internet::facts::{CountryId, Entity, FIRST_YEAR, IndicatorId, LAST_YEAR, rank};

/// Those that neither stand in the title of another one, nor in what a country's page says besides.
const CODES: [&str; 8] =
    ["unemployment", "exports", "debt", "health-spending", "life-expectancy", "renewables", "internet-users", "schooling"];

pub(crate) fn write(w: &mut Writer<'_>) -> Option<()> {
    let (net, facts) = (w.internet, w.facts);
    let country = w.draw(
        &facts.countries.ids().filter(|id| (3..=5).contains(&facts.countries[*id].neighbours.len())).collect::<Vec<CountryId>>(),
    )?;
    let here = &facts.countries[country];
    let code = w.draw(&CODES)?;
    let indicator: IndicatorId = facts.indicator(code)?;
    let row = &facts.indicators[indicator];
    let name = |id: CountryId| facts.countries[id].name;
    let values: Vec<(CountryId, i64)> =
        here.neighbours.iter().map(|id| Some((*id, facts.value(indicator, *id, LAST_YEAR)?))).collect::<Option<_>>()?;
    let ranked = rank(values.iter().copied());
    let [(highest, most), (second, next), ..] = ranked[..] else { return None };
    let sum: i64 = values.iter().map(|(_, value)| value).sum();
    let mean = value_of(row, sum) / values.len() as f64;
    let own = facts.value(indicator, country, LAST_YEAR)?;
    let first = facts.value(indicator, country, FIRST_YEAR)?;
    let near_first = facts.value(indicator, country, FIRST_YEAR + 1)?;
    // A neighbour's link is found by its name.
    let stands_once = |id: &CountryId| {
        let others: Vec<&str> = here.neighbours.iter().map(|other| name(*other)).chain([here.name]).collect();
        count(&name(*id).to_lowercase(), &others) == 1
    };
    let is_first_choice = facts.countries.rows().iter().find(|other| other.name.starts_with(name(highest)));
    let leader = facts.people[here.leader].name.as_str();
    let country_page = net.article_page(Entity::Country(country))?;
    let highest_page = net.article_page(Entity::Country(highest))?;
    let is_clear = here.neighbours.iter().all(stands_once) && is_first_choice.is_some_and(|first| first.name == name(highest));
    if !is_clear || most == next || first == near_first || (mean - value_of(row, own)).abs() < 0.2 {
        return None;
    }
    w.say("leader", leader);
    w.say("indicator", row.title);

    let number = |value: i64| value_of(row, value);
    let profile = |id: CountryId| format!("http://{STATS}/country/{}", facts.countries[id].iso);
    let profiles: Vec<String> = here.neighbours.iter().map(|id| profile(*id)).collect();
    let file = format!("http://{STATS}/download/country-{}.csv", here.iso);
    w.stage(|s| {
        s.text("country", here.name, name(highest), told(&country_page));
        s.date("since", here.leader_since, here.leader_since - 1, told(&country_page));
        s.set(
            "neighbours",
            here.neighbours.iter().map(|id| name(*id).to_owned()).collect(),
            vec![here.name.to_owned()],
            told(&country_page),
        );
        s.go("www.meridian.example");
        s.press("Lists");
        s.press("Heads of government");
        s.read(5);
        // A country's name may stand in other rows of the list before its own.
        let rows = facts.countries.iter().take_while(|(id, _)| *id != country).map(|(_, row)| row);
        let before: Vec<&str> = rows.flat_map(|row| [row.name, facts.people[row.leader].name.as_str()]).collect();
        s.press_nth(here.name, 1 + count(&here.name.to_lowercase(), &before));
        s.read(2);
    });
    w.stage(|s| {
        s.text("highest_code", facts.countries[highest].iso3, facts.countries[second].iso3, told(&highest_page));
        s.number("highest_value", (number(most), 0.001, row.unit), number(next), computed(&profiles));
        open_profile(s, facts, country);
        for id in &here.neighbours {
            s.go(profile(country));
            s.read(1);
            s.press(name(*id));
            s.press(row.theme);
            s.read(1);
        }
        s.go(profile(highest));
        bookmark(s, &profile(highest));
        s.press("Article in Meridian");
        s.read(1);
    });
    w.stage(|s| {
        s.number("mean", ((mean * 100.0).round() / 100.0, 0.011, row.unit), number(own), computed(&profiles));
        s.number("first_value", (number(first), 0.001, row.unit), number(near_first), told(&file));
        s.go(profile(country));
        s.press("All series (CSV)");
        s.read(2);
    });
    w.stage(|s| {
        let fields = [
            ("object", "Bronze clock with two bells"),
            ("department", "Scientific instruments"),
            ("year", "1871"),
            ("value", "26500"),
            ("destination", name(highest)),
            ("leaves", "2026-09-01"),
            ("stay", "time"),
            ("email", "loans@alder.example"),
        ];
        s.kept("export", (PORTAL, "cultural_export"), &fields);
        s.go(PORTAL);
        s.press("Export of a cultural object");
        s.read(1);
        s.press("Start the form");
        s.fill("Accession number or description", "Bronze clock with two bells");
        s.choose("Kind", "Scientific instruments");
        s.fill("Year it was made", "1871");
        s.fill("Value, kr", "26500");
        s.press("Next");
        s.choose("Country of destination", name(highest));
        s.fill("Leaves on", "2026-09-01");
        s.tick("for a time");
        s.fill("Full name", "Ines Alder");
        s.fill("Email", "loans@alder.example");
        s.press("Send");
        s.slip("to another neighbour", "export", (name(highest), name(second)));
        s.slip("on another day", "export", ("2026-09-01", "2026-10-01"));
    });
    w.stage(|s| {
        let fields =
            [("language", "fr"), ("units", "metric"), ("text", "large"), ("contact", "email"), ("email", "loans@alder.example")];
        s.kept("preferences", (PORTAL, "settings"), &fields);
        s.press("Preferences");
        s.choose("Language", "Francais");
        s.choose("Size of text", "Large");
        s.choose("Letters", "By email");
        s.fill("Email", "loans@alder.example");
        s.press("Save");
        s.slip("another language", "preferences", ("Francais", "Deutsch"));
        s.slip_by("nothing is set", "preferences", vec![Move::Go(PORTAL.into())]);
    });
    Some(())
}
