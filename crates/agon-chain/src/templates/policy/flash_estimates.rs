//! Flash estimates that are published as charts only, for the most populous countries of a continent, against the figures of the year.

use super::{STATS, bookmark, open_profile, subscribe, value_of};
use crate::chain::GoalState;
use crate::writer::{Writer, computed, told};
use agon_internet::facts::{CountryId, Entity, LAST_YEAR};

const CONTINENTS: [&str; 4] = ["Africa", "Asia", "Europe", "South America"];
const INDICATORS: [(&str, &str); 2] = [("inflation", "inflation"), ("unemployment", "unemployment")];

pub(crate) fn write(w: &mut Writer<'_>) -> Option<()> {
    let (net, facts) = (w.internet, w.facts);
    let continent = w.draw(&CONTINENTS)?;
    let (code, word) = w.draw(&INDICATORS)?;
    let indicator = facts.indicator(code)?;
    let row = &facts.indicators[indicator];
    let population = facts.indicator("population")?;
    let largest: Vec<CountryId> =
        facts.ranking(population, LAST_YEAR, Some(continent)).into_iter().take(4).map(|(id, _)| id).collect();
    let mut listed: Vec<&str> =
        facts.ranking(population, LAST_YEAR, None).iter().take(40).map(|(id, _)| facts.countries[*id].name).collect();
    listed.sort_unstable();
    let [first, second, third, fourth] = largest[..] else { return None };
    let three = [first, second, third];
    let name = |id: CountryId| facts.countries[id].name;
    let flash = |id: CountryId| facts.flash(indicator, id);
    let newest = agon_internet::facts::rank(three.iter().map(|id| (*id, flash(*id)[4])));
    let (highest, rate) = newest[0];
    let place =
        listed.iter().position(|other| *other == name(third))?.max(listed.iter().position(|other| *other == name(second))?);
    let place = place.max(listed.iter().position(|other| *other == name(first))?);
    let year = facts.value(indicator, highest, LAST_YEAR)?;
    let before = facts.value(indicator, highest, LAST_YEAR - 1)?;
    let here = &facts.countries[highest];
    let country_page = net.article_page(Entity::Country(highest))?;
    let (leader, mayor) = (facts.people[here.leader].name.as_str(), facts.people[facts.cities[here.capital].mayor].name.as_str());
    if rate == newest[1].1 || year == before {
        return None;
    }
    w.say("continent", continent);
    w.say("rate", word);

    let number = |value: i64| value_of(row, value);
    let flash_page = format!("http://{STATS}/flash/{code}");
    let series_page = net.series_page(indicator, highest);
    w.stage(|s| {
        let plus = continent.replace(' ', "+");
        let table = format!("http://{STATS}/indicator/population?year={LAST_YEAR}&continent={plus}&sort=highest");
        let names = |ids: &[CountryId]| ids.iter().map(|id| name(*id).to_owned()).collect::<Vec<_>>();
        s.list("countries", names(&three), names(&[first, second, fourth]), told(&table));
        s.go(STATS);
        s.press("Only necessary");
        s.read(1);
        s.press("Indicators");
        s.read(1);
        s.press_nth("Population", 1);
        // The definition has a year above the form.
        s.choose_nth("Year", 2, &LAST_YEAR.to_string());
        s.choose("Continent", continent);
        s.enter();
        s.read(1);
    });
    w.stage(|s| {
        let names = ["first_estimate", "second_estimate", "third_estimate"];
        for (field, id) in names.into_iter().zip(three) {
            s.number(
                field,
                (number(flash(id)[4]), 0.001, row.unit),
                number(flash(id)[3]),
                computed(std::slice::from_ref(&flash_page)),
            );
        }
        s.go(STATS);
        // The first match is the indicator, the second the estimates.
        s.press_nth(row.title, 2);
        s.read(place * 3 / 4 + 1);
    });
    w.stage(|s| {
        let pages = [flash_page.clone(), series_page.clone()];
        s.number("rate_of_the_year", (number(year), 0.001, row.unit), number(before), told(&series_page));
        s.number("difference", (number(rate - year), 0.006, "points"), number(rate - before), computed(&pages));
        open_profile(s, facts, highest);
        s.press("Economy");
        s.read(1);
        s.press(row.title);
        s.read(2);
        bookmark(s, &series_page);
    });
    w.stage(|s| {
        s.text("head_of_government", leader, mayor, told(&country_page));
        s.date("since", here.leader_since, here.leader_since - 1, told(&country_page));
        s.go(format!("{STATS}/country/{}", here.iso));
        s.read(1);
        s.press("Article in Meridian");
        s.read(2);
    });
    w.stage(|s| {
        let iso = three.map(|id| facts.countries[id].iso);
        let compared = format!("http://{STATS}/compare?indicator={code}&a={}&b={}&c={}", iso[0], iso[1], iso[2]);
        s.goal("comparison", GoalState::Opened(compared));
        s.go(STATS);
        s.press("Compare");
        s.choose_nth("Indicator", 2, row.title);
        for (at, id) in three.into_iter().enumerate() {
            s.choose(&format!("Country {}", at + 1), name(id));
        }
        s.enter();
        s.read(1);
        s.slip("another indicator", "comparison", (row.title, "Public debt"));
    });
    w.stage(|s| {
        let fields = [("theme", row.theme), ("from", "2026-06-15"), ("email", "prices@alder.example")];
        s.kept("subscription", (STATS, "subscriptions"), &fields);
        subscribe(s, row.theme, "2026-06-15", "prices@alder.example");
        s.slip("all themes", "subscription", (row.theme, "All themes"));
        s.slip("another day", "subscription", ("2026-06-15", "2026-06-16"));
    });
    Some(())
}
