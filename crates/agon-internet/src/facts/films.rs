//! Films, the people in them, and awards.

use super::companies::Company;
use super::people::{Maker, Profession};
use super::table::{CompanyId, CountryId, FilmId, PersonId, Table};
use crate::date::Date;
use agon_core::Rng;
use std::collections::HashSet;

/// A film.
#[derive(Clone, Debug)]
pub struct Film {
    /// Different from all others.
    pub title: String,
    /// First shown.
    pub released: Date,
    /// Who.
    pub director: PersonId,
    /// Who.
    pub writers: Vec<PersonId>,
    /// Who, as whom.
    pub cast: Vec<(PersonId, String)>,
    /// Minutes.
    pub runtime: i64,
    /// One or two of [`GENRES`].
    pub genres: Vec<&'static str>,
    /// Where it was made.
    pub country: CountryId,
    /// Which company made it, if one of ours.
    pub studio: Option<CompanyId>,
    /// Thousands of dollars.
    pub budget: i64,
    /// Worldwide, thousands of dollars.
    pub takings: i64,
    /// Of 100, in tenths.
    pub rating: i64,
    /// How many rated it.
    pub votes: i64,
    /// Where the story takes place.
    pub setting: &'static str,
}

impl Film {
    /// What a person did in it: director, writer, and the parts they play.
    pub fn roles_of(&self, person: PersonId) -> Vec<String> {
        let directs = (self.director == person).then(|| "director".to_owned());
        let writes = self.writers.contains(&person).then(|| "writer".to_owned());
        let parts = self.cast.iter().filter(|(who, _)| *who == person).map(|(_, part)| part.clone());
        directs.into_iter().chain(writes).chain(parts).collect()
    }
}

/// What is given once a year for films of the year before.
#[derive(Clone, Debug)]
pub struct Award {
    /// Of the ceremony.
    pub year: i32,
    /// Index into [`AWARDS`].
    pub category: usize,
    /// Who or what was nominated; the film, and the person where the award is one's own.
    pub nominees: Vec<(FilmId, Option<PersonId>)>,
    /// Index into `nominees`.
    pub winner: usize,
}

/// The genres.
pub const GENRES: [&str; 10] =
    ["Adventure", "Comedy", "Crime", "Documentary", "Drama", "Historical", "Musical", "Mystery", "Romance", "Science fiction"];

/// Categories of the Golden Lantern.
pub const AWARDS: [&str; 6] = [
    "Best film",
    "Best director",
    "Best leading performance",
    "Best supporting performance",
    "Best screenplay",
    "Best photography",
];

/// How many films there are.
const COUNT: usize = 1_200;

pub(crate) fn make(rng: &mut Rng, maker: &mut Maker<'_>, companies: &Table<CompanyId, Company>) -> Table<FilmId, Film> {
    let directors: Vec<PersonId> = (0..260).map(|_| maker.person(rng, Profession::Director, 1920..=1992)).collect();
    let actors: Vec<PersonId> = (0..1_100).map(|_| maker.person(rng, Profession::Actor, 1922..=2001)).collect();
    let studios: Vec<CompanyId> =
        companies.iter().filter(|(_, c)| super::companies::INDUSTRIES[c.industry].code == "58").map(|(id, _)| id).collect();
    let mut titles = HashSet::new();
    let mut films: Vec<Film> = Vec::with_capacity(COUNT);
    for _ in 0..COUNT {
        let year = 1958 + (69.0 * libm::sqrt(rng.unit())) as i32;
        let released = Date::new(year, 1, 5).plus(rng.integer(0, if year == 2026 { 130 } else { 355 }));
        let alive = |p: &PersonId, from: i32, to: i32| {
            let person = &maker.people[*p];
            (from..=to).contains(&(year - person.born.year)) && person.died.is_none_or(|d| d.year > year)
        };
        let draw = |rng: &mut Rng, pool: &[PersonId], from: i32, to: i32| {
            (0..60)
                .map(|_| pool[rng.index(pool.len())])
                .find(|p| alive(p, from, to))
                .or_else(|| pool.iter().copied().find(|p| alive(p, from, to)))
        };
        let Some(director) = draw(rng, &directors, 26, 80) else { continue };
        let mut writers = vec![];
        for _ in 0..1 + rng.index(2) {
            let writer = if rng.chance(0.35) { Some(director) } else { draw(rng, &directors, 24, 84) };
            writers.extend(writer.filter(|w| !writers.contains(w)));
        }
        let mut cast: Vec<(PersonId, String)> = Vec::new();
        for _ in 0..5 + rng.index(5) {
            if let Some(actor) = draw(rng, &actors, 14, 86).filter(|a| cast.iter().all(|(c, _)| c != a)) {
                let role = match rng.below(5) {
                    0 => [
                        "The doctor",
                        "The stranger",
                        "The judge",
                        "The pilot",
                        "The widow",
                        "The captain",
                        "The clerk",
                        "The neighbour",
                    ][rng.index(8)]
                    .to_string(),
                    1 => format!(
                        "{} {}",
                        ["Inspector", "Captain", "Professor", "Sister", "Colonel"][rng.index(5)],
                        super::names::some_family(rng)
                    ),
                    _ => {
                        let name = &maker.people[actors[rng.index(actors.len())]].name;
                        format!("{} {}", name.split(' ').next().unwrap_or("Alex"), super::names::some_family(rng))
                    }
                };
                cast.push((actor, role));
            }
        }
        let first = GENRES[rng.index(GENRES.len())];
        let mut genres = vec![first];
        if rng.chance(0.5) {
            let second = GENRES[rng.index(GENRES.len())];
            if second != first {
                genres.push(second);
            }
        }
        let budget = libm::exp(rng.real(6.2, 11.6)) as i64;
        let country = maker.people[director].country;
        let setting = maker.cities[maker.city_of(rng, country)].name;
        films.push(Film {
            title: draw_title(rng, setting, &mut titles, super::names::some_family),
            released,
            director,
            writers,
            cast,
            runtime: rng.integer(74, 186),
            genres,
            country,
            studio: rng.chance(0.7).then(|| studios[rng.index(studios.len())]).filter(|s| companies[*s].incorporated < released),
            budget,
            takings: (budget as f64 * libm::exp(rng.real(-1.6, 2.1))) as i64,
            rating: rng.integer(280, 900) + rng.integer(0, 60),
            votes: libm::exp(rng.real(5.0, 12.5)) as i64,
            setting,
        });
    }
    super::spread(&mut films, |f| &mut f.takings);
    super::spread(&mut films, |f| &mut f.budget);
    super::spread(&mut films, |f| &mut f.votes);
    Table::new(films)
}

fn draw_title(rng: &mut Rng, place: &str, taken: &mut HashSet<String>, hero: fn(&mut Rng) -> &'static str) -> String {
    const FIRST: [&str; 26] = [
        "Silent",
        "Last",
        "Northern",
        "Paper",
        "Salt",
        "Second",
        "Broken",
        "Hidden",
        "Distant",
        "Winter",
        "Copper",
        "Long",
        "Empty",
        "Blue",
        "Borrowed",
        "Restless",
        "Quiet",
        "Burning",
        "Unwritten",
        "Glass",
        "Eastern",
        "Forgotten",
        "Slow",
        "Iron",
        "Early",
        "Crooked",
    ];
    const SECOND: [&str; 34] = [
        "Harbour",
        "Orchard",
        "Summer",
        "Letters",
        "Garden",
        "Voyage",
        "Witness",
        "Promise",
        "Station",
        "River",
        "Clock",
        "Inheritance",
        "Lighthouse",
        "Brothers",
        "Daughters",
        "Map",
        "Tide",
        "Bridge",
        "Signal",
        "Orchestra",
        "Verdict",
        "Season",
        "Border",
        "Ferry",
        "Archive",
        "Carnival",
        "Telegram",
        "Mountain",
        "Apprentice",
        "Tenants",
        "Evening",
        "Horizon",
        "Mirror",
        "Festival",
    ];
    loop {
        let (a, b) = (FIRST[rng.index(FIRST.len())], SECOND[rng.index(SECOND.len())]);
        let title = match rng.below(11) {
            0 => format!("The {a} {b}"),
            1 => format!("{a} {b}"),
            2 => format!("The {b} of {place}"),
            3 if !is_plural(b) => format!("{} {b} in {place}", crate::format::capital(crate::format::article(b))),
            4 => format!("{}'s {b}", hero(rng)),
            5 => format!("Before the {b}"),
            6 => format!("Return to {place}"),
            7 => format!("{} {}", ["Two", "Three", "Seven", "Nine", "A Hundred"][rng.index(5)], plural(b)),
            8 => format!("Nobody's {b}"),
            9 => format!("The {b} and the {}", SECOND[rng.index(SECOND.len())]),
            _ => format!("{a} {b}, {place}"),
        };
        if taken.insert(title.clone()) {
            return title;
        }
    }
}

fn is_plural(word: &str) -> bool {
    word.ends_with('s') && !word.ends_with("ss")
}

fn plural(word: &str) -> String {
    match word {
        _ if is_plural(word) => word.to_string(),
        _ if word.ends_with("ss") => format!("{word}es"),
        _ => word.strip_suffix('y').map_or_else(|| format!("{word}s"), |stem| format!("{stem}ies")),
    }
}

/// Golden Lanterns since 1976, each year for films of the year before.
pub(crate) fn make_awards(rng: &mut Rng, films: &Table<FilmId, Film>) -> Vec<Award> {
    let mut awards = Vec::new();
    for year in 1976..=2026 {
        let mut able: Vec<FilmId> =
            films.iter().filter(|(_, f)| f.released.year == year - 1 && f.cast.len() > 2).map(|(id, _)| id).collect();
        if able.len() < 5 {
            continue;
        }
        for category in 0..AWARDS.len() {
            rng.shuffle(&mut able);
            let nominees: Vec<_> = able[..5.min(able.len())]
                .iter()
                .map(|id| {
                    let film = &films[*id];
                    let person = match category {
                        1 => Some(film.director),
                        2 => Some(film.cast[0].0),
                        3 => Some(film.cast[1].0),
                        4 => film.writers.first().copied(),
                        _ => None,
                    };
                    (*id, person)
                })
                .collect();
            let winner = rng.index(nominees.len());
            awards.push(Award { year, category, nominees, winner });
        }
    }
    awards
}
