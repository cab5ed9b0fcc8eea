//! Countries, cities, airports and elements: real, but for the figures that are drawn.

use super::table::{AirportId, CityId, CountryId, ElementId, PersonId, Table};
use agon_core::Rng;
use std::collections::HashMap;
use std::sync::LazyLock;

/// A country.
#[derive(Clone, Debug)]
pub struct Country {
    /// ISO 3166, two letters.
    pub iso: &'static str,
    /// ISO 3166, three letters.
    pub iso3: &'static str,
    /// In English, plain ASCII.
    pub name: &'static str,
    /// One of [`CONTINENTS`].
    pub continent: &'static str,
    /// Its capital.
    pub capital: CityId,
    /// In km².
    pub area: i64,
    /// GeoNames' figure, about which the population is drawn.
    pub(crate) base_population: i64,
    /// Such as EUR.
    pub currency_code: &'static str,
    /// Such as Euro.
    pub currency: &'static str,
    /// Across a land border.
    pub neighbours: Vec<CountryId>,
    /// Head of government; drawn.
    pub leader: PersonId,
    /// When the head of government took office; drawn.
    pub leader_since: i32,
    /// 0 to 1: how well off it is; drawn. Indicators follow it.
    pub(crate) wealth: f64,
}

/// The continents, in the order of the alphabet.
pub const CONTINENTS: [&str; 6] = ["Africa", "Asia", "Europe", "North America", "Oceania", "South America"];

/// A city.
#[derive(Clone, Debug)]
pub struct City {
    /// Different from all others.
    pub name: &'static str,
    /// Where it is.
    pub country: CountryId,
    /// Degrees north, in 1/10000.
    pub lat: i32,
    /// Degrees east, in 1/10000.
    pub lon: i32,
    /// In 2025; drawn about GeoNames' figure.
    pub population: i64,
    /// First written of; drawn.
    pub founded: i32,
    /// Since 2020 or so; drawn.
    pub mayor: PersonId,
    /// Metres above the sea; drawn.
    pub elevation: i64,
}

/// An airport, as in the Flight Analyser.
#[derive(Clone, Debug)]
pub struct Airport {
    /// IATA code.
    pub iata: String,
    /// ICAO code.
    pub icao: String,
    /// Its name.
    pub name: String,
    /// The place it serves; may be empty.
    pub city: String,
    /// Where it is.
    pub country: CountryId,
    /// Degrees north, in 1/10000.
    pub lat: i32,
    /// Degrees east, in 1/10000.
    pub lon: i32,
    /// Metres above the sea.
    pub elevation: i32,
    /// Opened for passengers; drawn.
    pub opened: i32,
    /// Of 2025; drawn.
    pub passengers: i64,
    /// Of the longest, in metres; drawn.
    pub runway: i64,
}

/// A chemical element.
#[derive(Clone, Debug)]
pub struct Element {
    /// Protons.
    pub number: u32,
    /// Such as Fe.
    pub symbol: &'static str,
    /// Such as Iron.
    pub name: &'static str,
    /// Relative atomic mass, as text.
    pub mass: &'static str,
    /// Row of the table.
    pub period: &'static str,
    /// Column of the table; may be empty.
    pub group: &'static str,
    /// Such as d-block.
    pub block: &'static str,
    /// At room temperature.
    pub phase: &'static str,
    /// kg/m³, as text; may be empty.
    pub density: &'static str,
    /// Kelvin, as text; may be empty.
    pub melting: &'static str,
    /// Kelvin, as text; may be empty.
    pub boiling: &'static str,
    /// May be empty.
    pub discovered_by: &'static str,
    /// May be empty or negative.
    pub year: &'static str,
}

struct Rows {
    countries: Vec<Vec<&'static str>>,
    cities: Vec<Vec<&'static str>>,
    elements: Vec<Vec<&'static str>>,
    airports: Vec<AirportRow>,
}

type AirportRow = (String, String, String, String, String, i32, i32, i32, u32, u32);

#[derive(serde::Deserialize)]
struct AirportFile {
    airports: Vec<AirportRow>,
}

static ROWS: LazyLock<Rows> = LazyLock::new(|| {
    let table = |text: &'static str| text.lines().skip(1).map(|line| line.split(',').collect()).collect();
    let airports = serde_json::from_str::<AirportFile>(include_str!("../../../../web/flight/data/airports.json"));
    Rows {
        countries: table(include_str!("../../data/countries.csv")),
        cities: table(include_str!("../../data/cities.csv")),
        elements: table(include_str!("../../data/elements.csv")),
        airports: airports.map(|file| file.airports).unwrap_or_default(),
    }
});

pub(crate) struct Geography {
    pub(crate) countries: Table<CountryId, Country>,
    pub(crate) cities: Table<CityId, City>,
    pub(crate) airports: Table<AirportId, Airport>,
    pub(crate) elements: Table<ElementId, Element>,
}

/// Countries without leaders and cities without mayors: those are people, and people are born in cities.
pub(crate) fn make(rng: &mut Rng) -> Geography {
    let rows = &*ROWS;
    let by_iso: HashMap<&str, CountryId> = rows.countries.iter().enumerate().map(|(i, r)| (r[0], CountryId(i as u32))).collect();
    let country_of = |iso: &str| by_iso.get(iso).copied();
    let number = |text: &str| text.parse::<i64>().unwrap_or(0);
    let degrees = |text: &str| (text.parse::<f64>().unwrap_or(0.0) * 10_000.0).round() as i32;
    let mut cities: Vec<City> = rows
        .cities
        .iter()
        .filter_map(|r| {
            let population = number(r[4]).max(400);
            Some(City {
                name: r[0],
                country: country_of(r[1])?,
                lat: degrees(r[2]),
                lon: degrees(r[3]),
                population: (population as f64 * rng.real(0.93, 1.09)) as i64 + rng.integer(0, 99),
                founded: (1900.0 - 1700.0 * rng.unit() * rng.unit()) as i32,
                mayor: PersonId(0),
                elevation: (900.0 * rng.unit() * rng.unit()) as i64 + 2,
            })
        })
        .collect();
    super::spread(&mut cities, |c| &mut c.population);
    let wealth_of = |continent: &str| match continent {
        "Europe" => 0.68,
        "North America" | "Oceania" => 0.5,
        "South America" | "Asia" => 0.45,
        _ => 0.3,
    };
    let countries = rows
        .countries
        .iter()
        .enumerate()
        .map(|(i, r)| Country {
            iso: r[0],
            iso3: r[1],
            name: r[2],
            continent: CONTINENTS.iter().find(|c| **c == r[3]).copied().unwrap_or("Europe"),
            capital: cities
                .iter()
                .position(|c| c.name == r[4] && c.country.0 as usize == i)
                .map_or(CityId(0), |c| CityId(c as u32)),
            area: number(r[5]),
            base_population: number(r[6]),
            currency_code: r[7],
            currency: r[8],
            neighbours: r[9].split(' ').filter_map(country_of).collect(),
            leader: PersonId(0),
            leader_since: 2016 + rng.below(10) as i32,
            wealth: (wealth_of(r[3]) + rng.real(-0.28, 0.3)).clamp(0.03, 0.98),
        })
        .collect();
    let mut airports: Vec<Airport> = rows
        .airports
        .iter()
        .filter_map(|(iata, icao, name, city, iso, lat, lon, elevation, rank, weight)| {
            let busy = f64::from(*weight) + if *rank == 4 { 1.5 } else { 4.0 };
            let clean = |text: &str| {
                text.replace(['"', '<', '>'], "").replace('&', "and").split_whitespace().collect::<Vec<_>>().join(" ")
            };
            Some(Airport {
                iata: iata.clone(),
                icao: icao.clone(),
                name: clean(name),
                city: clean(city),
                country: country_of(iso)?,
                lat: *lat,
                lon: *lon,
                elevation: *elevation,
                opened: 1922 + rng.below(80) as i32,
                passengers: (busy * rng.real(90_000.0, 560_000.0)) as i64,
                runway: 1_600 + (f64::from(*weight).min(60.0) * 22.0) as i64 + rng.integer(0, 1_100),
            })
        })
        .collect();
    super::spread(&mut airports, |a| &mut a.passengers);
    let elements = rows
        .elements
        .iter()
        .filter(|r| r.len() >= 13)
        .map(|r| Element {
            number: r[0].parse().unwrap_or(0),
            symbol: r[1],
            name: r[2],
            mass: r[3],
            period: r[4],
            group: r[5],
            block: r[6],
            phase: r[7],
            density: r[8],
            melting: r[9],
            boiling: r[10],
            discovered_by: r[11],
            year: r[12],
        })
        .collect();
    Geography {
        countries: Table::new(countries),
        cities: Table::new(cities),
        airports: Table::new(airports),
        elements: Table::new(elements),
    }
}
