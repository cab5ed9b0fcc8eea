//! The country that leads a continent by an indicator, its lowest year, its largest university, and an application for data about it.

use super::{PORTAL, STATS, bookmark, count, is_found_by_title, subscribe, value_of};
use crate::writer::{Writer, computed, told};
use agon_internet::facts::{CONTINENTS, Entity, FIRST_YEAR, IndicatorId, LAST_YEAR, rank};

pub(crate) fn write(w: &mut Writer<'_>) -> Option<()> {
    let (net, facts) = (w.internet, w.facts);
    let able: Vec<IndicatorId> =
        facts.indicators.iter().filter(|(_, row)| row.decimals > 0 && is_found_by_title(facts, row)).map(|(id, _)| id).collect();
    let indicator = w.draw(&able)?;
    let row = &facts.indicators[indicator];
    let continent = w.draw(&CONTINENTS)?;
    let year = w.rng.integer(2012, 2024) as i32;
    let ranked = facts.ranking(indicator, year, Some(continent));
    let [(country, most), (second, next), ..] = ranked[..] else { return None };
    let here = &facts.countries[country];
    let all_years: Vec<(i32, i64)> =
        (FIRST_YEAR..=LAST_YEAR).filter_map(|year| Some((year, facts.value(indicator, country, year)?))).collect();
    let lowest = rank(all_years.iter().map(|(year, value)| (*year, -value)));
    let [(low_year, low), (near_year, near), ..] = lowest[..] else { return None };
    let universities = rank(
        facts
            .universities
            .iter()
            .filter(|(_, one)| facts.cities[one.city].country == country)
            .map(|(id, one)| (id, one.students)),
    );
    let (university, students) = *universities.first()?;
    let largest = &facts.universities[university];
    let is_first_choice =
        facts.universities.rows().iter().find(|other| other.name.to_lowercase().starts_with(&largest.name.to_lowercase()));
    let is_tied = universities.get(1).is_some_and(|(_, other)| *other == students);
    let rector = facts.people[largest.rector].name.as_str();
    let university_page = net.article_page(Entity::University(university))?;
    let runner_up = universities.get(1).map_or(largest.rector, |(id, _)| facts.universities[*id].rector);
    let other_university = facts.universities.iter().find(|(id, _)| *id != university)?.1;
    if low == near || is_tied || is_first_choice.is_none_or(|first| first.name != largest.name) || low_year >= year {
        return None;
    }
    w.say("indicator", row.title);
    w.say("continent", continent);
    w.say("year", year);

    let number = |value: i64| value_of(row, value);
    let series_page = net.series_page(indicator, country);
    let list_page = "http://www.meridian.example/list/universities".to_owned();
    w.stage(|s| {
        let plus = continent.replace(' ', "+");
        let table = format!("http://{STATS}/indicator/{}?year={year}&continent={plus}&sort=highest", row.code);
        s.text("country", here.name, facts.countries[second].name, told(&table));
        s.number("highest_value", (number(most), 0.001, row.unit), number(next), told(&table));
        s.go(STATS);
        s.press("Only necessary");
        s.read(1);
        s.press(row.title);
        // The word year may stand in what is above the form.
        s.choose_nth("Year", 1 + count("year", &[row.theme, row.title, row.definition, row.unit]), &year.to_string());
        s.choose("Continent", continent);
        s.choose("Order", "Highest first");
        s.enter();
        s.read(1);
    });
    w.stage(|s| {
        s.date("lowest_year", low_year, near_year, computed(std::slice::from_ref(&series_page)));
        s.number("lowest_value", (number(-low), 0.001, row.unit), number(-near), told(&series_page));
        s.press(here.name);
        s.read(2);
        bookmark(s, &series_page);
    });
    w.stage(|s| {
        s.text("university", &largest.name, &other_university.name, told(&list_page));
        let wrong = if runner_up == largest.rector { here.leader } else { runner_up };
        s.text("rector", rector, &facts.people[wrong].name, told(&university_page));
        s.search("Universities by students");
        s.press_nth("Universities by students", 2);
        s.read(4);
        s.press(&largest.name);
        s.read(1);
    });
    w.stage(|s| {
        let title = format!("{} in {}", row.title, here.name);
        let (from, to) = (low_year.to_string(), year.to_string());
        let fields = [
            ("title", title.as_str()),
            ("institution", &largest.name),
            ("leader", rector),
            ("indicator", row.title),
            ("from", &from),
            ("to", &to),
            ("detail", "region"),
            ("until", "2027-12-31"),
            ("email", "office@alder.example"),
        ];
        s.kept("application", (PORTAL, "data_access"), &fields);
        s.go(PORTAL);
        s.press("Access to research data");
        s.read(1);
        s.press("Start the form");
        s.fill("Title of the project", &title);
        s.choose("Institution", &largest.name);
        s.fill("Leader of the project", rector);
        s.enter();
        s.choose("Main indicator", row.title);
        s.fill("From year", &from);
        s.fill("To year", &to);
        s.tick("by region");
        s.press("Next");
        s.fill("Purpose", "A comparison over the years.");
        s.fill("Access until", "2027-12-31");
        s.fill("Full name", "Ines Alder");
        s.fill("Email", "office@alder.example");
        s.tick("I keep the data secret");
        s.press("Send");
        s.slip(
            "from the first year of the series",
            "application",
            (&from, &(if low_year == FIRST_YEAR { near_year } else { FIRST_YEAR }).to_string()),
        );
        s.slip("another leader", "application", (rector, "Ines Alder"));
    });
    w.stage(|s| {
        let fields = [("theme", row.theme), ("from", "2026-07-06"), ("email", "office@alder.example")];
        s.kept("subscription", (STATS, "subscriptions"), &fields);
        s.go(&series_page);
        subscribe(s, row.theme, "2026-07-06", "office@alder.example");
        s.slip("all themes", "subscription", (row.theme, "All themes"));
        s.slip("another day", "subscription", ("2026-07-06", "2026-07-07"));
    });
    Some(())
}
