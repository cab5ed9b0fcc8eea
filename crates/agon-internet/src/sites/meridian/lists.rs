//! Lists: many things of a kind in one sortable table.

use crate::Internet;
use crate::facts::{Entity, Facts, LAST_YEAR, rank};
use crate::format::{commas, fixed};
use crate::html::{Cell, TableKind, link, list, number, sorted, table, year};
use crate::sites::{article_link, city_link, country_link, person_link};

/// Keys and titles of all lists.
pub(super) fn all(facts: &Facts) -> Vec<(String, String)> {
    let mut lists: Vec<(String, String)> = [
        ("countries-by-area", "Countries by area"),
        ("elements", "Chemical elements"),
        ("largest-cities", "Largest cities"),
        ("busiest-airports", "Busiest airports"),
        ("universities", "Universities by students"),
        ("bridges", "Bridges by length"),
        ("ships", "Lost ships"),
        ("maiden-voyages", "Ships lost on their maiden voyage"),
        ("wrecks-found", "Wrecks found"),
        ("medicines", "Medicines by approval"),
        ("prizes", "Prizes"),
        ("heads-of-government", "Heads of government"),
    ]
    .map(|(key, title)| (key.to_string(), title.to_string()))
    .to_vec();
    lists.extend(
        facts.indicators.iter().map(|(_, i)| (format!("countries-by-{}", i.code), format!("Countries by {}", lower(i.title)))),
    );
    let mut years: Vec<i32> = facts.films.iter().map(|(_, f)| f.released.year).collect();
    years.sort_unstable();
    years.dedup();
    lists.extend(years.into_iter().map(|y| (format!("films-of-{y}"), format!("Films of {y}"))));
    lists
}

fn lower(title: &str) -> String {
    let mut letters = title.chars();
    letters.next().map(|c| c.to_lowercase().collect::<String>() + letters.as_str()).unwrap_or_default()
}

pub(super) fn overview(net: &Internet) -> String {
    format!(
        "<h1>Lists</h1>{}",
        list("browse", all(net.facts()).into_iter().map(|(key, title)| link(&format!("/list/{key}"), &title)))
    )
}

/// Title and HTML of a list.
pub(super) fn list_page(net: &Internet, key: &str) -> Option<(String, String)> {
    let facts = net.facts();
    let (_, title) = all(facts).into_iter().find(|(k, _)| k == key)?;
    let (note, columns, rows): (String, Vec<&str>, Vec<Vec<Cell>>) = match key {
        "countries-by-area" => {
            let rows = rank(facts.countries.iter().map(|(id, c)| (id, c.area))).into_iter().map(|(id, area)| {
                vec![
                    country_link(net, id).into(),
                    facts.countries[id].continent.into(),
                    number(area, 0),
                    number(facts.countries[id].neighbours.len() as i64, 0),
                ]
            });
            (String::new(), vec!["Country", "Continent", "Area, km²#", "Neighbours#"], rows.collect())
        }
        "elements" => {
            let rows = facts.elements.iter().map(|(id, e)| {
                vec![
                    article_link(net, Entity::Element(id), e.name).into(),
                    number(i64::from(e.number), 0),
                    e.symbol.into(),
                    e.mass.into(),
                    e.block.into(),
                    e.phase.into(),
                ]
            });
            (String::new(), vec!["Element", "Number#", "Symbol", "Mass#", "Block", "Phase"], rows.collect())
        }
        "largest-cities" => {
            let rows =
                rank(facts.cities.iter().map(|(id, c)| (id, c.population))).into_iter().take(250).map(|(id, population)| {
                    vec![
                        city_link(net, id).into(),
                        country_link(net, facts.cities[id].country).into(),
                        number(population, 0),
                        year(facts.cities[id].founded),
                    ]
                });
            ("The 250 largest cities.".into(), vec!["City", "Country", "Population#", "First written of#"], rows.collect())
        }
        "busiest-airports" => {
            let rows =
                rank(facts.airports.iter().map(|(id, a)| (id, a.passengers))).into_iter().take(250).map(|(id, passengers)| {
                    let a = &facts.airports[id];
                    vec![
                        article_link(net, Entity::Airport(id), &a.name).into(),
                        a.iata.as_str().into(),
                        country_link(net, a.country).into(),
                        number(passengers, 0),
                        number(a.runway, 0),
                    ]
                });
            (
                format!("The 250 busiest airports in {LAST_YEAR}."),
                vec!["Airport", "IATA", "Country", "Passengers#", "Runway, m#"],
                rows.collect(),
            )
        }
        "universities" => {
            let rows = rank(facts.universities.iter().map(|(id, u)| (id, u.students))).into_iter().map(|(id, students)| {
                let u = &facts.universities[id];
                vec![
                    article_link(net, Entity::University(id), &u.name).into(),
                    city_link(net, u.city).into(),
                    country_link(net, facts.cities[u.city].country).into(),
                    year(u.founded),
                    number(students, 0),
                ]
            });
            (String::new(), vec!["University", "City", "Country", "Founded#", "Students#"], rows.collect())
        }
        "bridges" => {
            let rows = rank(facts.bridges.iter().map(|(id, b)| (id, b.length))).into_iter().map(|(id, length)| {
                let b = &facts.bridges[id];
                vec![
                    article_link(net, Entity::Bridge(id), &b.name).into(),
                    b.kind.into(),
                    city_link(net, b.city).into(),
                    country_link(net, facts.cities[b.city].country).into(),
                    year(b.opened.year),
                    number(length, 0),
                ]
            });
            (String::new(), vec!["Bridge", "Kind", "City", "Country", "Opened#", "Length, m#"], rows.collect())
        }
        "ships" | "maiden-voyages" | "wrecks-found" => {
            let mut ships: Vec<_> = facts
                .ships
                .iter()
                .filter(|(_, s)| match key {
                    "maiden-voyages" => s.sunk.days() - s.launched.days() < 90,
                    "wrecks-found" => s.found.is_some(),
                    _ => true,
                })
                .collect();
            ships.sort_by_key(|s| s.1.sunk);
            let rows = ships.into_iter().map(|(id, s)| {
                let found = s.found.map_or_else(|| "not found".to_string(), |f| format!("{}, by {}", f.0, f.2));
                vec![
                    article_link(net, Entity::Ship(id), &s.name).into(),
                    s.kind.into(),
                    country_link(net, s.country).into(),
                    year(s.launched.year),
                    year(s.sunk.year),
                    found.into(),
                ]
            });
            (String::new(), vec!["Ship", "Kind", "Flag", "Launched#", "Lost#", "Wreck found"], rows.collect())
        }
        "medicines" => {
            let mut medicines: Vec<_> = facts.medicines.iter().collect();
            medicines.sort_by_key(|m| m.1.approved);
            let rows = medicines.into_iter().map(|(id, m)| {
                vec![
                    article_link(net, Entity::Medicine(id), &crate::format::capital(&m.name)).into(),
                    m.brand.as_str().into(),
                    article_link(net, Entity::Company(m.company), &facts.companies[m.company].short).into(),
                    m.indication.into(),
                    sorted(m.approved.to_string(), m.approved.days()),
                ]
            });
            (String::new(), vec!["Medicine", "Brand", "Company", "Against", "Approved@"], rows.collect())
        }
        "prizes" => {
            let rows = facts.prizes.iter().map(|(id, p)| {
                vec![
                    article_link(net, Entity::Prize(id), &p.name).into(),
                    p.field.into(),
                    year(p.since),
                    number(p.sum, 0),
                    number(p.laureates.len() as i64, 0),
                ]
            });
            (String::new(), vec!["Prize", "For", "Since#", "Sum, thousand kr#", "Laureates#"], rows.collect())
        }
        "heads-of-government" => {
            let rows = facts.countries.iter().map(|(id, c)| {
                vec![
                    country_link(net, id).into(),
                    person_link(net, c.leader).into(),
                    year(c.leader_since),
                    sorted(facts.people[c.leader].born.to_string(), facts.people[c.leader].born.days()),
                ]
            });
            (String::new(), vec!["Country", "Head of government", "Since#", "Born@"], rows.collect())
        }
        _ => {
            if let Some(code) = key.strip_prefix("countries-by-") {
                let id = facts.indicator(code)?;
                let indicator = &facts.indicators[id];
                let rows = facts.ranking(id, LAST_YEAR, None).into_iter().enumerate().map(|(i, (country, value))| {
                    vec![
                        country_link(net, country).into(),
                        number(i as i64 + 1, 0),
                        facts.countries[country].continent.into(),
                        sorted(fixed(value, indicator.decimals), value),
                    ]
                });
                (
                    format!(
                        "Figures of {LAST_YEAR}, in {}, by the {}. {} countries published one.",
                        indicator.unit,
                        link(&format!("http://stats.example/indicator/{code}"), "Office of Comparative Statistics"),
                        commas(facts.ranking(id, LAST_YEAR, None).len() as i64)
                    ),
                    vec!["Country", "Place#", "Continent", "Value#"],
                    rows.collect(),
                )
            } else {
                let wanted: i32 = key.strip_prefix("films-of-")?.parse().ok()?;
                let mut films: Vec<_> = facts.films.iter().filter(|(_, f)| f.released.year == wanted).collect();
                films.sort_by_key(|f| f.1.released);
                let rows = films.into_iter().map(|(id, f)| {
                    vec![
                        article_link(net, Entity::Film(id), &f.title).into(),
                        person_link(net, f.director).into(),
                        country_link(net, f.country).into(),
                        sorted(f.released.long(), f.released.days()),
                        number(f.runtime, 0),
                        number(f.takings, 0),
                    ]
                });
                (
                    String::new(),
                    vec!["Film", "Director", "Country", "Released@", "Minutes#", "Takings, thousand dollars#"],
                    rows.collect(),
                )
            }
        }
    };
    let note = if note.is_empty() { String::new() } else { format!("<p>{note}</p>") };
    let html = format!(
        "<h1>{title}</h1>{note}{}",
        table(&title, &columns, &rows, TableKind { sortable: true, filter: Some("Filter this list") })
    );
    Some((title, html))
}
