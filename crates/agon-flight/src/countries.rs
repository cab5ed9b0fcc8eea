//! The countries: the page's own polygons, in whole numbers, so that a place is in one or not, on every machine alike.

use crate::geo::Place;
use flate2::read::ZlibDecoder;
use serde::Deserialize;
use std::io::Read as _;
use std::sync::LazyLock;

#[derive(Deserialize)]
struct File {
    arcs: Vec<Vec<i32>>,
    countries: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    name: String,
    iso: Option<String>,
    polygons: Vec<Vec<Vec<i32>>>,
}

pub struct Country {
    pub name: String,
    /// ISO 3166 alpha-2, where it has one.
    pub iso: Option<String>,
}

struct Polygon {
    country: usize,
    /// The edges of all rings, by the bands of latitude that they touch, from the lowest on.
    bands: Vec<Vec<Edge>>,
    /// Lowest and highest latitude and longitude.
    low: Place,
    high: Place,
}

/// From one point of a ring to the next.
type Edge = (Place, Place);

/// All countries, and which polygons to ask in each square degree.
pub struct Countries {
    countries: Vec<Country>,
    polygons: Vec<Polygon>,
    /// By latitude and longitude of the square's lower left corner.
    squares: Vec<Vec<u16>>,
}

const UNIT: i32 = 10_000;
const COLUMNS: usize = 360;
/// A tenth of a degree: large countries have thousands of edges, of which few are at one latitude.
const BAND: i32 = UNIT / 10;

static COUNTRIES: LazyLock<Countries> = LazyLock::new(|| {
    let packed: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/countries.zlib"));
    let mut json = Vec::new();
    let read = ZlibDecoder::new(packed).read_to_end(&mut json);
    // The file is part of the program; a test reads it.
    let file = read.ok().and_then(|_| serde_json::from_slice(&json).ok());
    Countries::new(file.unwrap_or(File { arcs: Vec::new(), countries: Vec::new() }))
});

pub fn countries() -> &'static Countries {
    &COUNTRIES
}

impl Countries {
    fn new(file: File) -> Self {
        let arcs: Vec<Vec<Place>> = file.arcs.iter().map(|arc| points(arc)).collect();
        let mut polygons = Vec::new();
        let mut countries = Vec::new();
        for entry in file.countries {
            for rings in &entry.polygons {
                let rings: Vec<Vec<Place>> = rings.iter().map(|ring| joined(ring, &arcs)).collect();
                polygons.push(Polygon::new(countries.len(), &rings));
            }
            countries.push(Country { name: entry.name, iso: entry.iso });
        }
        let mut squares = vec![Vec::new(); COLUMNS * 180];
        for (index, polygon) in polygons.iter().enumerate() {
            for row in row_of(polygon.low.lat)..=row_of(polygon.high.lat) {
                for column in column_of(polygon.low.lon)..=column_of(polygon.high.lon) {
                    squares[row * COLUMNS + column].push(index as u16);
                }
            }
        }
        Self { countries, polygons, squares }
    }

    /// The country that a place is in, as an index; `None` at sea.
    pub fn at(&self, place: Place) -> Option<usize> {
        let square = self.squares.get(row_of(place.lat) * COLUMNS + column_of(place.lon))?;
        let polygon = square.iter().filter_map(|index| self.polygons.get(usize::from(*index))).find(|polygon| polygon.has(place));
        polygon.map(|polygon| polygon.country)
    }

    /// Whether a place is in this country.
    pub fn has(&self, country: usize, place: Place) -> bool {
        let polygons = self.squares.get(row_of(place.lat) * COLUMNS + column_of(place.lon));
        let mut polygons = polygons.into_iter().flatten().filter_map(|index| self.polygons.get(usize::from(*index)));
        polygons.any(|polygon| polygon.country == country && polygon.has(place))
    }

    /// The square degrees that a country may have a part of.
    pub(crate) fn squares_of(&self, country: usize) -> Squares {
        let mut is_one = vec![false; COLUMNS * 180];
        for polygon in self.polygons.iter().filter(|polygon| polygon.country == country) {
            for row in row_of(polygon.low.lat)..=row_of(polygon.high.lat) {
                let start = row * COLUMNS;
                is_one[start + column_of(polygon.low.lon)..=start + column_of(polygon.high.lon)].fill(true);
            }
        }
        Squares { is_one }
    }

    /// Whether a place may be within half a degree of a country; a quick test by square degrees.
    pub(crate) fn may_be_near(&self, country: usize, place: Place) -> bool {
        let margin = UNIT / 2;
        [(-margin, -margin), (-margin, margin), (margin, -margin), (margin, margin)].into_iter().any(|(up, across)| {
            let square = self.squares.get(row_of(place.lat + up) * COLUMNS + column_of(place.lon + across));
            let mut polygons = square.into_iter().flatten().filter_map(|index| self.polygons.get(usize::from(*index)));
            polygons.any(|polygon| polygon.country == country)
        })
    }

    pub fn name(&self, index: usize) -> &str {
        self.countries.get(index).map_or("", |country| &country.name)
    }

    pub fn all(&self) -> &[Country] {
        &self.countries
    }

    pub fn named(&self, name: &str) -> Option<usize> {
        self.countries.iter().position(|country| country.name == name)
    }
}

/// Square degrees: most places of a day are surely not in a country, and looking them up here is quick.
pub(crate) struct Squares {
    is_one: Vec<bool>,
}

impl Squares {
    pub(crate) fn has(&self, place: Place) -> bool {
        self.is_one.get(row_of(place.lat) * COLUMNS + column_of(place.lon)).copied().unwrap_or(false)
    }
}

fn row_of(lat: i32) -> usize {
    (lat.div_euclid(UNIT) + 90).clamp(0, 179) as usize
}

fn column_of(lon: i32) -> usize {
    (lon.div_euclid(UNIT) + 180).clamp(0, COLUMNS as i32 - 1) as usize
}

/// An arc's points, which the file has in 1/1000 degree as a first point and steps.
fn points(arc: &[i32]) -> Vec<Place> {
    let (mut lon, mut lat) = (0, 0);
    let step = |pair: &[i32]| {
        lon += pair.first().copied().unwrap_or(0);
        lat += pair.get(1).copied().unwrap_or(0);
        // Not `Place::new`: 180° east is not 180° west here.
        Place { lat: lat * 10, lon: lon * 10 }
    };
    arc.chunks(2).map(step).collect()
}

fn joined(ring: &[i32], arcs: &[Vec<Place>]) -> Vec<Place> {
    let mut all: Vec<Place> = Vec::new();
    for &index in ring {
        let arc = |at: i32| arcs.get(at as usize).map_or(&[][..], Vec::as_slice);
        match index {
            0.. => all.extend(arc(index)),
            _ => all.extend(arc(-1 - index).iter().rev()),
        }
    }
    all.dedup();
    all
}

impl Polygon {
    fn new(country: usize, rings: &[Vec<Place>]) -> Self {
        let points = rings.iter().flatten();
        let (lats, lons) = (points.clone().map(|point| point.lat), points.map(|point| point.lon));
        let low = Place { lat: lats.clone().min().unwrap_or(0), lon: lons.clone().min().unwrap_or(0) };
        let high = Place { lat: lats.max().unwrap_or(0), lon: lons.max().unwrap_or(0) };
        let band_of = |lat: i32| ((lat - low.lat) / BAND).max(0) as usize;
        let mut bands = vec![Vec::new(); band_of(high.lat) + 1];
        for ring in rings {
            for (index, &point) in ring.iter().enumerate() {
                let Some(&before) = (if index == 0 { ring.last() } else { ring.get(index - 1) }) else { continue };
                let touched = band_of(before.lat.min(point.lat))..=band_of(before.lat.max(point.lat));
                for band in bands.get_mut(touched).into_iter().flatten() {
                    band.push((before, point));
                }
            }
        }
        Self { country, bands, low, high }
    }

    /// Even-odd rule over all rings.
    fn has(&self, place: Place) -> bool {
        if !(self.low.lat..=self.high.lat).contains(&place.lat) || !(self.low.lon..=self.high.lon).contains(&place.lon) {
            return false;
        }
        let band = self.bands.get(((place.lat - self.low.lat) / BAND) as usize);
        band.is_some_and(|edges| edges.iter().filter(|edge| is_crossed(edge, place)).count() % 2 == 1)
    }
}

/// Whether a line due east from the place crosses the edge.
fn is_crossed(&(before, point): &Edge, place: Place) -> bool {
    if (point.lat > place.lat) == (before.lat > place.lat) {
        return false;
    }
    // East of the place where the edge crosses its latitude: lon < point.lon + (before.lon − point.lon) × share, without a division.
    let left = i64::from(place.lon - point.lon) * i64::from(before.lat - point.lat);
    let right = i64::from(before.lon - point.lon) * i64::from(place.lat - point.lat);
    (left < right) == (before.lat > point.lat)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::airports::airports;

    /// Made with PyPI shapely 2.2 from the same file: a place and the country that has it.
    const REFERENCES: &[((i32, i32), &str)] = include!("../tests/data/countries.in");

    #[test]
    fn places_are_in_the_countries_that_shapely_finds() {
        for &((lat, lon), name) in REFERENCES {
            let found = countries().at(Place::new(lat, lon)).map_or("", |index| countries().name(index));
            assert_eq!(found, name, "{lat} {lon}");
        }
        assert!(REFERENCES.iter().filter(|(_, name)| !name.is_empty()).count() > 100);
    }

    #[test]
    fn names_are_of_one_country_and_airports_lie_in_theirs() {
        let all = countries().all();
        assert!(all.len() > 200);
        for (index, country) in all.iter().enumerate() {
            assert_eq!(countries().named(&country.name), Some(index), "{}", country.name);
        }
        let is_right = |found: Option<usize>, iso: &str| found.is_some_and(|index| all[index].iso.as_deref() == Some(iso));
        let hubs: Vec<_> = airports().iter().filter(|airport| airport.rank <= 2).collect();
        let right = hubs.iter().filter(|airport| is_right(countries().at(airport.place), &airport.country)).count();
        // Some lie on artificial islands or on a coast that is drawn too roughly.
        assert!(right * 100 > hubs.len() * 90, "{right} of {}", hubs.len());
    }

    #[test]
    fn the_date_line_cuts_nothing_off() {
        let russia = countries().named("Russia");
        assert!(russia.is_some());
        for lon in [-175.0, 170.0, 179.99, -179.99, 100.0] {
            assert_eq!(countries().at(Place::of_degrees(66.8, lon)), russia, "{lon}");
        }
        assert_eq!(countries().at(Place::of_degrees(66.8, -30.0)), None);
    }
}
