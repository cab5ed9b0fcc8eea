//! The airports: the page's own list.

use crate::geo::Place;
use serde::Deserialize;
use std::sync::LazyLock;

#[derive(Clone, Debug)]
pub struct Airport {
    pub iata: String,
    pub name: String,
    pub city: String,
    /// ISO 3166 alpha-2.
    pub country: String,
    pub place: Place,
    pub elevation_m: i32,
    /// 1 for hubs to 4 for airports without traffic in our days.
    pub rank: u8,
    /// Share of a day's movements.
    pub weight: u32,
}

#[derive(Deserialize)]
struct File {
    airports: Vec<Row>,
}

type Row = (String, String, String, String, String, i32, i32, i32, u8, u32);

static AIRPORTS: LazyLock<Vec<Airport>> = LazyLock::new(|| {
    // The file is part of the program; a test reads it.
    let file: File =
        serde_json::from_str(include_str!("../../../web/flight/data/airports.json")).unwrap_or(File { airports: Vec::new() });
    file.airports
        .into_iter()
        .map(|(iata, _, name, city, country, lat, lon, elevation_m, rank, weight)| Airport {
            iata,
            name,
            city,
            country,
            place: Place::new(lat, lon),
            elevation_m,
            rank,
            weight,
        })
        .collect()
});

/// All of them, by IATA code.
pub fn airports() -> &'static [Airport] {
    &AIRPORTS
}

pub fn airport(iata: &str) -> Option<&'static Airport> {
    AIRPORTS.binary_search_by(|airport| airport.iata.as_str().cmp(iata)).ok().and_then(|index| AIRPORTS.get(index))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_airport_is_found_by_its_code() {
        assert!(airports().len() > 1000);
        for row in airports() {
            assert_eq!(airport(&row.iata).map(|found| &found.name), Some(&row.name));
            assert_eq!(row.weight > 0, row.rank < 4, "{}", row.iata);
        }
        assert!(airport("QQQ").is_none());
    }
}
