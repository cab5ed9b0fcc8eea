//! The busy airports of a country put together, what each article adds, tourists who arrive, and the refund of a flight.

use crate::chain::Move;
use crate::templates::is_plain;
use crate::templates::portal::open_form;
use crate::writer::{Writer, computed, told};
use agon_internet::facts::{Airport, AirportId, Entity, rank};

const LIST: &str = "http://www.meridian.example/list/busiest-airports";
/// So many airports the list has.
const LISTED: usize = 250;

pub(crate) fn write(w: &mut Writer<'_>) -> Option<()> {
    let (net, facts) = (w.internet, w.facts);
    let all: Vec<_> = facts.countries.ids().collect();
    let country = w.draw(&all)?;
    let costs = w.rng.integer(80, 640) * 5;
    let day = agon_internet::Date::new(2026, 3, 2).plus(w.rng.integer(0, 80));
    let busiest = rank(facts.airports.iter().map(|(id, row)| (id, row.passengers)));
    let listed: Vec<_> = busiest.into_iter().take(LISTED).collect();
    let own: Vec<(AirportId, &Airport)> =
        listed.iter().map(|(id, _)| (*id, &facts.airports[*id])).filter(|(_, row)| row.country == country).collect();
    if !(4..=8).contains(&own.len()) {
        return None;
    }
    let by = |of: fn(&Airport) -> i64| rank(own.iter().map(|(id, row)| (*id, of(row))));
    let (runways, ages, heights) = (by(|row| row.runway), by(|row| -i64::from(row.opened)), by(|row| i64::from(row.elevation)));
    let row = |id: AirportId| &facts.airports[id];
    let (first, second) = (row(own[0].0), row(own[1].0));
    let (longest, shorter) = (row(runways[0].0), row(runways[1].0));
    let (oldest, younger) = (row(ages[0].0), row(ages[1].0));
    let (highest, lower) = (row(heights[0].0), row(heights[1].0));
    let total: i64 = own.iter().map(|(_, row)| row.passengers).sum();
    let arrivals_of = facts.indicator("arrivals")?;
    let arrivals = facts.value(arrivals_of, country, 2025)?;
    // In tenths, as it is asked for.
    let ratio = (total as f64 / (arrivals as f64 * 1000.0) * 10.0).round() / 10.0;
    let name = facts.countries[country].name;
    let names = || listed.iter().map(|(id, _)| facts.airports[*id].name.as_str());
    let is_clear = runways[0].1 != runways[1].1
        && ages[0].1 != ages[1].1
        && heights[0].1 != heights[1].1
        && first.iata != oldest.iata
        && (0.5..5_000.0).contains(&ratio)
        && own.iter().all(|(_, row)| is_plain(&row.name, names()))
        && is_plain(name, facts.countries.rows().iter().map(|row| row.name));
    if !is_clear {
        return None;
    }
    let pages: Vec<String> = own.iter().filter_map(|(id, _)| net.article_page(Entity::Airport(*id))).collect();
    let list = [LIST.to_owned()];
    let series_page = net.series_page(arrivals_of, country);

    w.say("country", name);
    w.say("day", day.long());
    w.say("costs", costs);
    w.stage(|s| {
        let count = own.len() as f64;
        s.number("airports", (count, 0.0, "airports"), count + 1.0, computed(&list));
        s.text("busiest", &first.iata, &second.iata, told(LIST));
        s.number("passengers", (total as f64, 0.0, "passengers"), first.passengers as f64, computed(&list));
        s.go("www.meridian.example");
        s.press("Lists");
        s.press("Busiest airports");
        s.press("Country");
        s.read(7);
    });
    w.stage(|s| {
        s.text("longest_runway", &longest.iata, &shorter.iata, computed(&list));
        s.number("runway", (longest.runway as f64, 0.0, "m"), shorter.runway as f64, computed(&list));
        s.text("oldest", &oldest.iata, &younger.iata, computed(&pages));
        s.date("opened", oldest.opened, younger.opened, computed(&pages));
        s.text("highest", &highest.iata, &lower.iata, computed(&pages));
        for (_, row) in &own {
            s.press(&row.name);
            s.read(1);
            s.then(Move::Back);
            s.read(1);
        }
    });
    w.stage(|s| {
        s.number("passengers_per_arrival", (ratio, 0.051, ""), ratio * 2.0, computed(&[LIST.to_owned(), series_page.clone()]));
        s.go("stats.example");
        s.press("Only necessary");
        s.read(1);
        // The first match is the motto of the office.
        s.press_nth("Countries", 2);
        s.read(2);
        s.press(name);
        s.press("Transport and communication");
        s.read(1);
        s.press("Arrivals of tourists");
        s.read(1);
    });
    w.stage(|s| {
        s.kept(
            "subscription",
            ("stats.example", "subscriptions"),
            &[("email", "petra@wold.example"), ("theme", "Transport and communication"), ("from", "2026-06-15")],
        );
        s.go("stats.example");
        s.press("Releases");
        s.read(1);
        s.choose("Theme", "Transport and communication");
        s.fill("From", "2026-06-15");
        s.fill("Email", "petra@wold.example");
        s.enter();
        s.slip("all themes", "subscription", ("Transport and communication", "All themes"));
    });
    w.stage(|s| {
        let travelled = day.to_string();
        s.kept(
            "refund",
            ("portal.example", "travel_refund"),
            &[
                ("from", &first.iata),
                ("to", &oldest.iata),
                ("travelled", &travelled),
                ("by", "Aeroplane"),
                ("costs", &costs.to_string()),
                ("account", "4410028731"),
                ("name", "Petra Wold"),
            ],
        );
        open_form(s, "Refund of travel costs");
        s.fill("To", &oldest.iata);
        s.fill("From", &first.iata);
        s.fill("Day", &travelled);
        s.choose("By", "Aeroplane");
        s.fill("Costs, kr", costs);
        s.fill("Bank account", "4410028731");
        s.fill("Full name", "Petra Wold");
        s.fill("Email", "petra@wold.example");
        s.enter();
        s.slip("by train", "refund", ("Aeroplane", "Train"));
        s.slip("from the second busiest", "refund", (&first.iata, &second.iata));
    });
    Some(())
}
