//! The first sentences of articles, as plain text; search shows them too.

use crate::date::TODAY;
use crate::facts::{Entity, Facts, INDUSTRIES, LAST_YEAR, Person, PersonId, Profession, Status};
use crate::format::{article, commas, crowns, fixed, listed};

/// The first sentences of an article.
pub(super) fn lead(facts: &Facts, entity: Entity) -> String {
    let (kind, row) = super::registry::place(entity);
    let variant = (facts.seed.wrapping_mul(31).wrapping_add((row * 7 + kind) as u64) >> 1) as usize;
    match entity {
        Entity::Country(id) => {
            let c = &facts.countries[id];
            let population = facts.indicator("population").and_then(|i| facts.value(i, id, LAST_YEAR)).unwrap_or(0);
            let capital = facts.cities[c.capital].name;
            match variant % 3 {
                0 => format!(
                    "{} is a country in {} with {} inhabitants. Its capital is {capital}.",
                    c.name,
                    c.continent,
                    commas(population * 1000)
                ),
                1 => format!(
                    "{}, a country in {}, covers {} square kilometres and is home to {} people. It is governed from {capital}.",
                    c.name,
                    c.continent,
                    commas(c.area),
                    commas(population * 1000)
                ),
                _ => format!(
                    "{} is a country of {} square kilometres in {}. Some {} people lived there in {LAST_YEAR}; the capital is {capital}.",
                    c.name,
                    commas(c.area),
                    c.continent,
                    commas(population * 1000)
                ),
            }
        }
        Entity::City(id) => {
            let c = &facts.cities[id];
            let country = facts.countries[c.country].name;
            let is_capital = facts.countries[c.country].capital == id;
            let what = if is_capital { "the capital of" } else { "a city in" };
            match variant % 3 {
                0 => format!("{} is {what} {country}. It had {} inhabitants in {LAST_YEAR}.", c.name, commas(c.population)),
                1 => format!(
                    "{}, {what} {country}, was first written of in {} and has {} inhabitants ({LAST_YEAR}).",
                    c.name,
                    c.founded,
                    commas(c.population)
                ),
                _ => format!(
                    "With {} inhabitants in {LAST_YEAR}, {} is {what} {country}, {} metres above the sea.",
                    commas(c.population),
                    c.name,
                    c.elevation
                ),
            }
        }
        Entity::Airport(id) => {
            let a = &facts.airports[id];
            let serves = if a.city.is_empty() { String::new() } else { format!(" that serves {}", a.city) };
            format!(
                "{} (IATA: {}, ICAO: {}) is an airport in {}{serves}. It was opened for passengers in {} and counted {} passengers in {LAST_YEAR}.",
                a.name,
                a.iata,
                a.icao,
                facts.countries[a.country].name,
                a.opened,
                commas(a.passengers)
            )
        }
        Entity::Element(id) => {
            let e = &facts.elements[id];
            format!(
                "{} is a chemical element with the symbol {} and atomic number {}. It belongs to the {} of the periodic table and has a relative atomic mass of {}.",
                e.name, e.symbol, e.number, e.block, e.mass
            )
        }
        Entity::Person(id) => person(facts, id, variant),
        Entity::University(id) => {
            let u = &facts.universities[id];
            let city = &facts.cities[u.city];
            let place = format!("{}, {}", city.name, facts.countries[city.country].name);
            match variant % 2 {
                0 => format!(
                    "{} is a university in {place}. It was founded in {} and has {} students.",
                    u.name,
                    u.founded,
                    commas(u.students)
                ),
                _ => format!(
                    "{}, founded in {}, is a university in {place} with {} students and {} members of staff.",
                    u.name,
                    u.founded,
                    commas(u.students),
                    commas(u.staff)
                ),
            }
        }
        Entity::Company(id) => {
            let c = &facts.companies[id];
            let industry = INDUSTRIES[c.industry].title.to_lowercase();
            let city = &facts.cities[c.city];
            let place = format!("{}, {}", city.name, facts.countries[city.country].name);
            let latest = c
                .reports
                .last()
                .map(|r| format!(" In {} it had revenue of {} and {} employees.", r.year, crowns(r.revenue), commas(r.employees)))
                .unwrap_or_default();
            match (c.status, variant % 3) {
                (Status::Dissolved(date), _) => format!(
                    "{} was a company of {industry} with its head office in {place}. It was incorporated in {} and dissolved on {}.",
                    c.name,
                    c.incorporated.year,
                    date.long()
                ),
                (_, 0) => format!("{} is a company of {industry} with its head office in {place}.{latest}", c.name),
                (_, 1) => format!(
                    "{}, incorporated in {}, is active in {industry}. Its head office is in {place}.{latest}",
                    c.name, c.incorporated.year
                ),
                _ => format!("{} is based in {place} and works in {industry}.{latest}", c.name),
            }
        }
        Entity::Topic(id) => {
            let t = &facts.topics[id];
            let count = facts.papers.iter().filter(|(_, p)| p.topics.contains(&id)).count();
            format!(
                "{} is a field of research within {}. The Open Library of Research lists {count} papers on it.",
                t.name,
                t.field.to_lowercase()
            )
        }
        Entity::Venue(id) => {
            let v = &facts.venues[id];
            let what = if v.is_conference { "a yearly conference" } else { "a scholarly journal" };
            format!("{} is {what} of {}, published by {} since {}.", v.name, v.field.to_lowercase(), v.publisher, v.founded)
        }
        Entity::Film(id) => {
            let f = &facts.films[id];
            let director = &facts.people[f.director].name;
            let genre = listed(&f.genres).to_lowercase();
            let country = facts.countries[f.country].name;
            match variant % 3 {
                0 => format!(
                    "{} is a {} {genre} film directed by {director}. It was made in {country} and runs for {} minutes.",
                    f.title, f.released.year, f.runtime
                ),
                1 => format!(
                    "{} is a film from {country} by {director}, first shown on {}. It is counted as {genre}.",
                    f.title,
                    f.released.long()
                ),
                _ => format!(
                    "Directed by {director}, {} ({}) is {} {genre} film set in {}.",
                    f.title,
                    f.released.year,
                    article(&genre),
                    f.setting
                ),
            }
        }
        Entity::Ship(id) => {
            let s = &facts.ships[id];
            let near = facts.cities[s.near].name;
            match variant % 2 {
                0 => format!(
                    "The {} was a {} under the flag of {}, launched in {} and lost near {near} on {} through {}.",
                    s.name,
                    s.kind,
                    facts.countries[s.country].name,
                    s.launched.year,
                    s.sunk.long(),
                    s.cause
                ),
                _ => format!(
                    "The {}, a {} of {} tonnes built in {}, sank near {near} on {}. The cause was {}.",
                    s.name,
                    s.kind,
                    commas(s.tonnage),
                    facts.cities[s.built_at].name,
                    s.sunk.long(),
                    s.cause
                ),
            }
        }
        Entity::Bridge(id) => {
            let b = &facts.bridges[id];
            let city = &facts.cities[b.city];
            format!(
                "{} is {} {} in {}, {}. It is {} metres long and was opened on {}.",
                b.name,
                article(b.kind),
                b.kind,
                city.name,
                facts.countries[city.country].name,
                commas(b.length),
                b.opened.long()
            )
        }
        Entity::Medicine(id) => {
            let m = &facts.medicines[id];
            let end = m.withdrawn.map(|d| format!(" It was taken off the market on {}.", d.long())).unwrap_or_default();
            format!(
                "{}, sold as {} by {}, is a medicine against {}. It was approved on {}.{end}",
                crate::format::capital(&m.name),
                m.brand,
                facts.companies[m.company].short,
                m.indication,
                m.approved.long()
            )
        }
        Entity::Prize(id) => {
            let p = &facts.prizes[id];
            format!(
                "The {} is given every year since {} for {}. It comes with {}.",
                p.name,
                p.since,
                p.field.to_lowercase(),
                crowns(p.sum)
            )
        }
    }
}

fn person(facts: &Facts, id: PersonId, variant: usize) -> String {
    let p: &Person = &facts.people[id];
    let country = facts.countries[p.country].name;
    let life = match p.died {
        Some(died) => format!("{} - {}", p.born.long(), died.long()),
        None => format!("born {}", p.born.long()),
    };
    let is = if p.died.is_some() { "was" } else { "is" };
    let what = match p.profession {
        Profession::Scholar => p
            .topics
            .first()
            .map(|t| format!("a scholar of {}", facts.topics[*t].field.to_lowercase()))
            .unwrap_or_else(|| "a scholar".into()),
        other => format!("{} {}", article(other.word()), other.word()),
    };
    let known = match p.profession {
        Profession::Scholar => p
            .topics
            .first()
            .map(|t| format!(" {} works on {}.", crate::format::capital(p.they()), facts.topics[*t].name.to_lowercase()))
            .unwrap_or_default(),
        Profession::Executive => facts
            .offices_of(id)
            .iter()
            .find(|(c, o)| facts.companies[*c].officers[*o].resigned.is_none())
            .map(|(c, o)| {
                let company = &facts.companies[*c];
                format!(
                    " {} is {} of {}.",
                    crate::format::capital(p.they()),
                    company.officers[*o].role.word().to_lowercase(),
                    company.short
                )
            })
            .unwrap_or_default(),
        Profession::Actor | Profession::Director => format!(
            " {} {} {} films of the Reel Index.",
            crate::format::capital(p.they()),
            if p.died.is_some() { "worked on" } else { "has worked on" },
            facts.films_of(id).len()
        ),
        Profession::Artist => format!(" The Halden Museum holds {} of {} works.", facts.objects_of(id).len(), p.their()),
        _ => String::new(),
    };
    match variant % 3 {
        0 => format!("{} ({life}) {is} {what} from {country}.{known}", p.name),
        1 => format!("{} ({life}), born in {}, {is} {what} from {country}.{known}", p.name, facts.cities[p.birthplace].name),
        _ => {
            let age = match p.died {
                Some(died) => format!(" {} died at the age of {}.", crate::format::capital(p.they()), p.born.years_to(died)),
                None => format!(" {} is {} years old.", crate::format::capital(p.they()), p.born.years_to(TODAY)),
            };
            format!("{} ({life}) {is} {what} from {country}.{known}{age}", p.name)
        }
    }
}

/// A value of an indicator with its unit.
pub(super) fn valued(facts: &Facts, code: &str, country: crate::facts::CountryId) -> Option<String> {
    let id = facts.indicator(code)?;
    let indicator = &facts.indicators[id];
    let value = facts.value(id, country, LAST_YEAR)?;
    let gap = if indicator.unit.starts_with('%') { "" } else { " " };
    Some(format!("{}{gap}{}", fixed(value, indicator.decimals), indicator.unit))
}
