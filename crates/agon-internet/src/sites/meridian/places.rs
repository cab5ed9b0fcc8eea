//! Articles about countries, cities, airports and elements.

use super::Draft;
use super::lead::valued;
use crate::Internet;
use crate::facts::{AirportId, CityId, CountryId, ElementId, Entity, Id, LAST_YEAR, rank};
use crate::format::{commas, listed, ordinal};
use crate::html::{TableKind, link, number, paragraphs, table, year};
use crate::sites::{article_link, city_link, country_link, person_link};

/// `48.1 N, 11.6 E`.
fn position(lat: i32, lon: i32) -> String {
    let part = |value: i32, positive: char, negative: char| {
        format!("{:.2}° {}", f64::from(value.abs()) / 10_000.0, if value < 0 { negative } else { positive })
    };
    format!("{}, {}", part(lat, 'N', 'S'), part(lon, 'E', 'W'))
}

fn stats(iso: &str, code: &str, text: &str) -> String {
    link(&format!("http://stats.example/country/{iso}/{code}"), text)
}

pub(super) fn country(net: &Internet, id: CountryId, draft: &mut Draft) {
    let facts = net.facts();
    let c = &facts.countries[id];
    let mut rng = facts.rng("meridian/country", id.index());
    let of = |code: &str| valued(facts, code, id).unwrap_or_else(|| "not published".into());
    let plain = |code: &str| of(code).split(' ').next().unwrap_or_default().to_string();
    draft.picture = Some((format!("/locator/{}.svg", c.iso), format!("{} on the map", c.name)));
    draft.infobox = vec![
        ("Continent", c.continent.into()),
        ("Capital", city_link(net, c.capital)),
        ("Area", format!("{} km²", commas(c.area))),
        ("Population", stats(c.iso, "population", &format!("{} ({LAST_YEAR})", of("population")))),
        ("Head of government", format!("{} (since {})", person_link(net, c.leader), c.leader_since)),
        ("Currency", format!("{} ({})", c.currency, c.currency_code)),
        ("Product per head", stats(c.iso, "gdp-per-head", &of("gdp-per-head"))),
        ("Life expectancy", stats(c.iso, "life-expectancy", &of("life-expectancy"))),
        ("Codes", format!("{}, {}", c.iso, c.iso3)),
    ];
    let neighbours: Vec<String> = c.neighbours.iter().map(|n| country_link(net, *n)).collect();
    let borders = match neighbours.len() {
        0 => format!("{} has no land borders.", c.name),
        1 => format!("The only land border of {} is that with {}.", c.name, neighbours[0]),
        n => format!("{} borders {n} countries: {}.", c.name, listed(&neighbours)),
    };
    let forest = format!("Forests cover {}.", of("forest"));
    draft.section(
        "Geography",
        paragraphs(&[if rng.chance(0.5) { format!("{borders} {forest}") } else { format!("{forest} {borders}") }]),
    );
    let population = format!(
        "In {LAST_YEAR} the population was {}. {} of the people lived in places of 5,000 and more; the median age was {}.",
        of("population"),
        of("urban-share").replace("% of population", "%"),
        of("median-age")
    );
    let health = format!(
        "Life expectancy at birth was {}. There were {} physicians per 10,000 people and {} births per 1,000.",
        of("life-expectancy"),
        plain("physicians"),
        plain("birth-rate")
    );
    draft.section("People", paragraphs(&[population, health]));
    let rank_text = facts
        .indicator("gdp-per-head")
        .map(|i| facts.ranking(i, LAST_YEAR, Some(c.continent)))
        .and_then(|list| Some((list.iter().position(|r| r.0 == id)? + 1, list.len())))
        .map(|(place, of)| format!(" By product per head it was {} of {of} countries in {}.", ordinal(place), c.continent))
        .unwrap_or_default();
    let economy = match rng.below(3) {
        0 => format!(
            "The gross domestic product was {}, or {} for each inhabitant.{rank_text} Prices rose by {} and {} were out of work.",
            of("gdp"),
            of("gdp-per-head"),
            of("inflation"),
            of("unemployment")
        ),
        1 => format!(
            "Unemployment stood at {} in {LAST_YEAR}, inflation at {}.{rank_text} Exports made up {}.",
            of("unemployment"),
            of("inflation"),
            of("exports")
        ),
        _ => format!(
            "The country exports {} and owes {} in public debt.{rank_text} Its Gini coefficient is {}.",
            of("exports"),
            of("debt"),
            of("inequality")
        ),
    };
    let energy = format!(
        "Renewable sources gave {} of electricity; emissions of carbon dioxide were {}.",
        of("renewables").replace("% of production", "%"),
        of("emissions")
    );
    draft.section("Economy", paragraphs(&[economy, energy]));
    let mut cities: Vec<(CityId, i64)> =
        rank(facts.cities.iter().filter(|(_, city)| city.country == id).map(|(city, row)| (city, row.population)));
    cities.truncate(12);
    let rows: Vec<_> = cities
        .iter()
        .map(|(city, population)| {
            vec![
                city_link(net, *city).into(),
                number(*population, 0),
                year(facts.cities[*city].founded),
                person_link(net, facts.cities[*city].mayor).into(),
            ]
        })
        .collect();
    draft.section(
        "Largest cities",
        table(
            &format!("Largest cities of {}", c.name),
            &["City", "Population#", "First written of#", "Mayor"],
            &rows,
            TableKind { sortable: true, filter: None },
        ),
    );
    let mut airports: Vec<(AirportId, i64)> =
        rank(facts.airports.iter().filter(|(_, a)| a.country == id).map(|(a, row)| (a, row.passengers)));
    airports.truncate(8);
    if !airports.is_empty() {
        let rows: Vec<_> = airports
            .iter()
            .map(|(a, passengers)| {
                vec![
                    article_link(net, Entity::Airport(*a), &facts.airports[*a].name).into(),
                    facts.airports[*a].iata.as_str().into(),
                    number(*passengers, 0),
                ]
            })
            .collect();
        draft.section("Airports", table("Busiest airports", &["Airport", "IATA", "Passengers#"], &rows, TableKind::default()));
    }
    draft.references = vec![
        format!(
            "Office of Comparative Statistics: {}",
            link(&format!("http://stats.example/country/{}", c.iso), &format!("profile of {}", c.name))
        ),
        format!(
            "Office of Comparative Statistics: {}",
            link(&format!("http://stats.example/download/country-{}.csv", c.iso), "all series as a file")
        ),
    ];
    draft.categories = vec![
        ("/list/countries-by-population".into(), "Countries by population".into()),
        ("/list/countries-by-area".into(), "Countries by area".into()),
    ];
    draft.see_also = c.neighbours.iter().map(|n| Entity::Country(*n)).take(4).collect();
}

pub(super) fn city(net: &Internet, id: CityId, draft: &mut Draft) {
    let facts = net.facts();
    let c = &facts.cities[id];
    let country = &facts.countries[c.country];
    let mut rng = facts.rng("meridian/city", id.index());
    draft.picture = Some((format!("/picture/city/{}.svg", id.0), format!("View of {}", c.name)));
    draft.infobox = vec![
        ("Country", country_link(net, c.country)),
        ("Population", format!("{} ({LAST_YEAR})", commas(c.population))),
        ("Mayor", person_link(net, c.mayor)),
        ("Position", position(c.lat, c.lon)),
        ("Elevation", format!("{} m", c.elevation)),
        ("First written of", c.founded.to_string()),
    ];
    let place =
        rank(facts.cities.iter().filter(|(_, other)| other.country == c.country).map(|(other, row)| (other, row.population)))
            .iter()
            .position(|r| r.0 == id)
            .unwrap_or(0)
            + 1;
    let history = match rng.below(4) {
        0 => format!(
            "{} appears for the first time in a deed of {}. The market right followed {} years later.",
            c.name,
            c.founded,
            rng.integer(8, 90)
        ),
        1 => format!(
            "A settlement at the crossing of two roads was named in {}. Walls were built soon after and taken down in the nineteenth century.",
            c.founded
        ),
        2 => format!(
            "Traders from the coast founded {} in or shortly before {}. A fire destroyed a third of the houses {} years later.",
            c.name,
            c.founded,
            rng.integer(20, 90)
        ),
        _ => format!("The name of {} is found in a tax list of {}. Its growth began with the railway.", c.name, c.founded),
    };
    draft.section("History", paragraphs(&[history]));
    let size = if place == 1 {
        format!("{} is the largest city of {} in this encyclopaedia.", c.name, country.name)
    } else {
        format!(
            "{} is the {} largest city of {} in this encyclopaedia.",
            c.name,
            ordinal(place).replace("2nd", "second").replace("3rd", "third"),
            country.name
        )
    };
    draft.section("Population", paragraphs(&[format!("{size} In {LAST_YEAR} it had {} inhabitants.", commas(c.population))]));
    let companies = facts.companies_in(id);
    if !companies.is_empty() {
        let rows: Vec<_> = companies
            .iter()
            .take(30)
            .map(|company| {
                let row = &facts.companies[*company];
                let revenue = row.reports.last().map_or(0, |r| r.revenue);
                vec![
                    article_link(net, Entity::Company(*company), &row.short).into(),
                    crate::facts::INDUSTRIES[row.industry].title.into(),
                    year(row.incorporated.year),
                    number(revenue, 0),
                ]
            })
            .collect();
        draft.section(
            "Economy",
            table(
                &format!("Companies with their head office in {}", c.name),
                &["Company", "Industry", "Incorporated#", "Latest revenue, thousand kr#"],
                &rows,
                TableKind { sortable: true, filter: None },
            ),
        );
    }
    let universities: Vec<String> = facts
        .universities
        .iter()
        .filter(|(_, u)| u.city == id)
        .map(|(u, row)| article_link(net, Entity::University(u), &row.name))
        .collect();
    let bridges: Vec<String> = facts
        .bridges
        .iter()
        .filter(|(_, b)| b.city == id)
        .map(|(b, row)| format!("{} ({} m)", article_link(net, Entity::Bridge(b), &row.name), commas(row.length)))
        .collect();
    let airports: Vec<String> = facts
        .airports
        .iter()
        .filter(|(_, a)| a.city == c.name && a.country == c.country)
        .map(|(a, row)| article_link(net, Entity::Airport(a), &row.name))
        .collect();
    let mut sights = Vec::new();
    if !universities.is_empty() {
        sights.push(format!("The city is the seat of {}.", listed(&universities)));
    }
    if !bridges.is_empty() {
        sights.push(format!("Among its bridges are {}.", listed(&bridges)));
    }
    if !airports.is_empty() {
        sights.push(format!("It is served by {}.", listed(&airports)));
    }
    draft.section("Education and transport", paragraphs(&sights));
    let born = facts.born_in(id);
    if !born.is_empty() {
        let mut born: Vec<_> = born.to_vec();
        born.sort_by_key(|p| facts.people[*p].born);
        let items = born.iter().map(|p| {
            let person = &facts.people[*p];
            format!("{} ({}), {}", person_link(net, *p), person.born.year, person.profession.word())
        });
        draft.section("People born here", crate::html::list("born", items.collect::<Vec<_>>()));
    }
    draft.references = vec![format!(
        "Register of Companies: {}",
        link(
            &format!("http://register.example/search?city={}", crate::address::encode(c.name)),
            &format!("companies in {}", c.name)
        )
    )];
    draft.see_also = vec![Entity::Country(c.country)];
}

pub(super) fn airport(net: &Internet, id: AirportId, draft: &mut Draft) {
    let facts = net.facts();
    let a = &facts.airports[id];
    draft.picture = Some((format!("/picture/airport/{}.svg", id.0), format!("View of {}", a.name)));
    draft.infobox = vec![
        ("IATA", a.iata.clone()),
        ("ICAO", a.icao.clone()),
        ("Country", country_link(net, a.country)),
        ("Serves", a.city.clone()),
        ("Position", position(a.lat, a.lon)),
        ("Elevation", format!("{} m", a.elevation)),
        ("Opened", a.opened.to_string()),
        ("Longest runway", format!("{} m", commas(a.runway))),
        ("Passengers", format!("{} ({LAST_YEAR})", commas(a.passengers))),
    ];
    let peers = rank(facts.airports.iter().filter(|(_, o)| o.country == a.country).map(|(o, row)| (o, row.passengers)));
    let place = peers.iter().position(|p| p.0 == id).unwrap_or(0) + 1;
    let mut rng = facts.rng("meridian/airport", id.index());
    let text = match rng.below(3) {
        0 => {
            format!("By passengers it is the {} of {} airports of the country that Meridian knows.", ordinal(place), peers.len())
        }
        1 => format!(
            "Its longest runway measures {} metres. Of the {} airports of the country it is the {} by passengers.",
            commas(a.runway),
            peers.len(),
            ordinal(place)
        ),
        _ => format!(
            "It lies {} metres above the sea. In {LAST_YEAR} it was {} by passengers among {} airports of the country.",
            a.elevation,
            ordinal(place),
            peers.len()
        ),
    };
    draft.section("Traffic", paragraphs(&[text]));
    draft.section(
        "History",
        paragraphs(&[format!(
            "Flights for passengers began in {}. A new terminal was added {} years later.",
            a.opened,
            rng.integer(9, 24)
        )]),
    );
    draft.see_also = peers.iter().filter(|p| p.0 != id).take(3).map(|p| Entity::Airport(p.0)).collect();
    draft.see_also.push(Entity::Country(a.country));
    draft.categories = vec![("/list/busiest-airports".into(), "Busiest airports".into())];
}

pub(super) fn element(net: &Internet, id: ElementId, draft: &mut Draft) {
    let facts = net.facts();
    let e = &facts.elements[id];
    let with = |value: &str, unit: &str| if value.is_empty() { String::new() } else { format!("{value} {unit}") };
    draft.infobox = vec![
        ("Symbol", e.symbol.into()),
        ("Atomic number", e.number.to_string()),
        ("Atomic mass", e.mass.into()),
        ("Period", e.period.into()),
        ("Group", e.group.into()),
        ("Block", e.block.into()),
        ("Phase", e.phase.into()),
        ("Density", with(e.density, "kg/m³")),
        ("Melting point", with(e.melting, "K")),
        ("Boiling point", with(e.boiling, "K")),
    ];
    let year = e.year.parse::<i32>().ok().map(|y| if y < 0 { format!("about {} before our era", -y) } else { y.to_string() });
    let found = match (e.discovered_by, year) {
        ("", Some(year)) => format!("{} is known since {year}.", e.name),
        ("", None) => format!("Who discovered {} is not known.", e.name.to_lowercase()),
        (by, Some(year)) => format!("{} was discovered by {by} in {year}.", e.name),
        (by, None) => format!("{} was discovered by {by}.", e.name),
    };
    draft.section("Discovery", paragraphs(&[found]));
    let same: Vec<String> = facts
        .elements
        .iter()
        .filter(|(_, o)| o.period == e.period && o.number != e.number)
        .map(|(o, row)| article_link(net, Entity::Element(o), row.name))
        .collect();
    draft.section("Period", paragraphs(&[format!("It stands in period {} together with {}.", e.period, listed(&same))]));
    draft.categories = vec![("/list/elements".into(), "List of elements".into())];
    draft.see_also = [id.0.checked_sub(1), Some(id.0 + 1)]
        .into_iter()
        .flatten()
        .filter(|n| (*n as usize) < facts.elements.len())
        .map(|n| Entity::Element(ElementId(n)))
        .collect();
}
