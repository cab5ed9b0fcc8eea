//! Real days: tables of state vectors as the OpenSky Network publishes them.

use crate::airports::{Airport, airports};
use crate::day::{Day, FIRST_MINUTE_OF_DAY, Flight, MINUTES, Run, Sample};
use crate::geo::Place;
use crate::registers::country_of;
use std::collections::BTreeMap;
use std::io::BufRead;

/// A table that is no table of state vectors.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error("the table cannot be read: {0}")]
    NoFile(#[source] std::io::Error),
    #[error(
        "the table has no column {0:?}; a table of OpenSky's state vectors is wanted, with its first line naming the columns"
    )]
    NoColumn(&'static str),
    #[error("line {line} has no {column} that can be read: {value:?}")]
    BadValue { line: usize, column: &'static str, value: String },
    #[error("line {0} cannot be read: {1}")]
    Unreadable(usize, #[source] std::io::Error),
    #[error("line {0} is longer than {LONGEST_LINE} bytes; no row of state vectors is")]
    LongLine(usize),
    #[error("the table has more than {MOST_FLIGHTS} flights in the window; give a part of it")]
    TooMany,
    #[error("the table has no aircraft with a position and a callsign between 06:00 and 18:00 UTC")]
    Empty,
}

const LONGEST_LINE: usize = 1_000;
const MOST_FLIGHTS: usize = 60_000;
/// Farther from its ends than this, nothing is said about a flight's airports.
const AIRPORT_KM: f64 = 30.0;
/// Higher than this it comes from elsewhere, or goes on.
const AIRPORT_HEIGHT_M: i32 = 1_800;

/// Where the columns are.
struct Columns {
    time: usize,
    icao24: usize,
    lat: usize,
    lon: usize,
    velocity: usize,
    heading: usize,
    vertrate: usize,
    callsign: usize,
    onground: usize,
    squawk: usize,
    baroaltitude: usize,
    geoaltitude: usize,
}

impl Columns {
    fn new(head: &str) -> Result<Self, ReadError> {
        let names: Vec<&str> = cells(head).collect();
        let find = |name: &'static str| names.iter().position(|cell| *cell == name).ok_or(ReadError::NoColumn(name));
        Ok(Self {
            time: find("time")?,
            icao24: find("icao24")?,
            lat: find("lat")?,
            lon: find("lon")?,
            velocity: find("velocity")?,
            heading: find("heading")?,
            vertrate: find("vertrate")?,
            callsign: find("callsign")?,
            onground: find("onground")?,
            squawk: find("squawk")?,
            baroaltitude: find("baroaltitude")?,
            geoaltitude: find("geoaltitude")?,
        })
    }
}

fn cells(line: &str) -> impl Iterator<Item = &str> {
    line.split(',').map(|cell| cell.trim().trim_matches('"').trim())
}

/// One row that is of use.
struct Row {
    seconds: i64,
    icao24: u32,
    callsign: String,
    squawk: Option<u16>,
    sample: Sample,
}

/// What is kept of a flight while rows come in: for each minute the latest state.
#[derive(Default)]
struct Kept {
    squawk: Option<u16>,
    minutes: BTreeMap<u16, (i64, Sample)>,
}

/// Reads a table (CSV, the first line names the columns) into a day. Rows may be in any order; of each aircraft's rows of a minute the latest counts. Rows without a position or
/// a callsign, and rows outside of 06:00 to 18:00 UTC, are passed over. Tables of several days fall together: give one day.
pub fn read(table: impl BufRead) -> Result<Day, ReadError> {
    let mut lines = Lines { table, number: 0 };
    let head = lines.next_line()?.ok_or(ReadError::NoColumn("time"))?;
    let columns = Columns::new(head.trim_start_matches('\u{feff}'))?;
    let mut flights: BTreeMap<(String, u32), Kept> = BTreeMap::new();
    while let Some(line) = lines.next_line()? {
        if line.trim().is_empty() {
            continue;
        }
        let Some(row) = row(&columns, &line, lines.number)? else { continue };
        let Some(minute) = minute_of(row.seconds) else { continue };
        let kept = flights.entry((row.callsign, row.icao24)).or_default();
        kept.squawk = row.squawk.or(kept.squawk);
        let state = kept.minutes.entry(minute).or_insert((row.seconds, row.sample));
        if row.seconds >= state.0 {
            *state = (row.seconds, row.sample);
        }
        if flights.len() > MOST_FLIGHTS {
            return Err(ReadError::TooMany);
        }
    }
    if flights.is_empty() { Err(ReadError::Empty) } else { Ok(day(flights)) }
}

/// Lines of a bounded length.
struct Lines<R> {
    table: R,
    number: usize,
}

impl<R: BufRead> Lines<R> {
    fn next_line(&mut self) -> Result<Option<String>, ReadError> {
        self.number += 1;
        let mut bytes = Vec::new();
        let mut limited = std::io::Read::take(&mut self.table, LONGEST_LINE as u64 + 1);
        limited.read_until(b'\n', &mut bytes).map_err(|error| ReadError::Unreadable(self.number, error))?;
        if bytes.len() > LONGEST_LINE {
            return Err(ReadError::LongLine(self.number));
        }
        Ok((!bytes.is_empty()).then(|| String::from_utf8_lossy(&bytes).into_owned()))
    }
}

/// The minute of the window in which a time lies.
fn minute_of(seconds: i64) -> Option<u16> {
    let minute = seconds.rem_euclid(86_400) / 60 - i64::from(FIRST_MINUTE_OF_DAY);
    u16::try_from(minute).ok().filter(|minute| *minute < MINUTES)
}

/// `None`: it has no position or no callsign.
fn row(columns: &Columns, line: &str, number: usize) -> Result<Option<Row>, ReadError> {
    let cells: Vec<&str> = cells(line).collect();
    let cell = |index: usize| cells.get(index).copied().unwrap_or("");
    let bad =
        |column: &'static str, value: &str| ReadError::BadValue { line: number, column, value: value.chars().take(40).collect() };
    // An empty cell is no value; anything else must be a number within bounds.
    let real = |column: &'static str, index: usize, most: f64| match cell(index) {
        "" | "NULL" | "nan" | "NaN" => Ok(None),
        text => match text.parse::<f64>() {
            Ok(value) if value.abs() <= most => Ok(Some(value)),
            _ => Err(bad(column, text)),
        },
    };
    let callsign = cell(columns.callsign).to_ascii_uppercase();
    let is_callsign = (2..=8).contains(&callsign.len()) && callsign.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let (lat, lon) = (real("lat", columns.lat, 90.0)?, real("lon", columns.lon, 180.0)?);
    let (Some(lat), Some(lon), true) = (lat, lon, is_callsign) else { return Ok(None) };
    let seconds = real("time", columns.time, 1e11)?.ok_or_else(|| bad("time", ""))? as i64;
    let code = cell(columns.icao24);
    let icao24 = u32::from_str_radix(code, 16).ok().filter(|address| *address < 1 << 24).ok_or_else(|| bad("icao24", code))?;
    let on_ground = match cell(columns.onground).to_ascii_lowercase().as_str() {
        "true" | "1" => true,
        "false" | "0" => false,
        text => return Err(bad("onground", text)),
    };
    let baro = real("baroaltitude", columns.baroaltitude, 30_000.0)?;
    let geo = real("geoaltitude", columns.geoaltitude, 30_000.0)?;
    let round = |value: Option<f64>| libm::round(value.unwrap_or(0.0));
    let sample = Sample {
        place: Place::of_degrees(lat, lon),
        baro_m: round(baro.or(geo)) as i16,
        geo_m: round(geo.or(baro)) as i16,
        speed: round(real("velocity", columns.velocity, 2_000.0)?).max(0.0) as u16,
        heading: (round(real("heading", columns.heading, 720.0)?) as i32).rem_euclid(360) as u16,
        climb: libm::round(real("vertrate", columns.vertrate, 500.0)?.unwrap_or(0.0) / 0.32512) as i16,
        on_ground,
    };
    let squawk = u16::from_str_radix(cell(columns.squawk), 8).ok().filter(|squawk| *squawk < 4096);
    Ok(Some(Row { seconds, icao24, callsign, squawk, sample }))
}

fn day(flights: BTreeMap<(String, u32), Kept>) -> Day {
    let mut day = Day::default();
    let mut last_callsign = String::new();
    for ((callsign, icao24), kept) in flights {
        // A callsign on two aircraft: the first one keeps it, so that it names one flight.
        if callsign == last_callsign {
            continue;
        }
        last_callsign.clone_from(&callsign);
        let mut runs: Vec<Run> = Vec::new();
        for (minute, (_, sample)) in kept.minutes {
            match runs.last_mut() {
                Some(run) if run.end() == minute => run.samples.push(sample),
                _ => runs.push(Run { first_minute: minute, samples: vec![sample] }),
            }
        }
        let ends = (runs.first().and_then(|run| run.samples.first()), runs.last().and_then(|run| run.samples.last()));
        let (origin, destination) = (ends.0.and_then(airport_of), ends.1.and_then(airport_of));
        let country = country_of(icao24).map(|name| index_of(&mut day.countries, name));
        day.flights.push(Flight { icao24, callsign, squawk: kept.squawk.unwrap_or(0), country, origin, destination, runs });
    }
    day
}

fn index_of(countries: &mut Vec<String>, name: &str) -> u16 {
    let index = countries.iter().position(|country| country == name).unwrap_or_else(|| {
        countries.push(name.to_owned());
        countries.len() - 1
    });
    index as u16
}

/// The airport at which a track ends or begins, if it is low and near enough.
fn airport_of(sample: &Sample) -> Option<String> {
    let away = |airport: &&Airport| airport.place.distance_km(sample.place);
    let near =
        airports().iter().filter(|airport| !airport.place.is_beyond(sample.place, AIRPORT_KM) && away(airport) <= AIRPORT_KM);
    let airport = near.min_by(|a, b| away(a).total_cmp(&away(b)))?;
    let is_low = sample.on_ground || i32::from(sample.baro_m) - airport.elevation_m < AIRPORT_HEIGHT_M;
    is_low.then(|| airport.iata.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::{decode, encode};

    const HEAD: &str = "time,icao24,lat,lon,velocity,heading,vertrate,callsign,onground,alert,spi,squawk,baroaltitude,geoaltitude,lastposupdate,lastcontact";

    fn table(rows: &[&str]) -> Result<Day, ReadError> {
        read(format!("{HEAD}\n{}\n", rows.join("\n")).as_bytes())
    }

    /// 2022-06-27 06:00:00 UTC.
    const SIX: i64 = 1_656_309_600;

    #[test]
    fn rows_become_a_day() {
        let row = |seconds: i64, rest: &str| format!("{},{rest}", SIX + seconds);
        let rows = [
            row(0, "3c6444,50.0264,8.5431,0,70,0,DLH4AB  ,true,false,false,1000,,,1,1"),
            row(50, "3c6444,50.0300,8.5500,80.4,70.4,12.7,DLH4AB  ,false,false,false,1000,304.8,330.2,1,1"),
            row(10, "3c6444,10.0,10.0,0,0,0,DLH4AB  ,false,false,false,1000,0,0,1,1"),
            row(60, "3c6444,50.1000,8.6500,100,70,13,DLH4AB  ,False,false,false,1000,1000,1100,1,1"),
            row(200, "3c6444,50.3,9.0,150,359.7,-3.2512,DLH4AB,false,false,false,,1500,,1,1"),
            row(-1, "3c6444,50.3,9.0,150,70,0,DLH4AB,false,false,false,1000,1500,1500,1,1"),
            row(0, "3c6444,,,150,70,0,DLH4AB,false,false,false,1000,1500,1500,1,1"),
            row(0, "3c6445,50.3,9.0,150,70,0,,false,false,false,1000,1500,1500,1,1"),
            row(0, "3c6446,50.3,9.0,150,70,0,DLH4AB,false,false,false,1000,1500,1500,1,1"),
        ];
        let day = table(&rows.iter().map(String::as_str).collect::<Vec<_>>()).unwrap();
        assert_eq!(day.flights.len(), 1);
        let flight = &day.flights[0];
        assert_eq!((flight.callsign.as_str(), flight.icao24, flight.squawk), ("DLH4AB", 0x3c6444, 0o1000));
        assert_eq!((flight.origin.as_deref(), day.countries.as_slice()), (Some("FRA"), ["Germany".to_owned()].as_slice()));
        assert_eq!(flight.runs.iter().map(|run| (run.first_minute, run.samples.len())).collect::<Vec<_>>(), [(0, 2), (3, 1)]);
        let first = flight.at(0).unwrap();
        assert_eq!((first.place, first.baro_m, first.geo_m), (Place::new(500_300, 85_500), 305, 330));
        assert_eq!((first.speed, first.heading, first.climb, first.on_ground), (80, 70, 39, false));
        let last = flight.at(3).unwrap();
        assert_eq!((last.heading, last.climb, last.geo_m), (0, -10, 1500));
        assert_eq!(decode(&encode(&day)), Some(day));
    }

    #[test]
    fn what_is_wrong_with_a_table_is_told_in_a_sentence() {
        let said = |result: Result<Day, ReadError>| result.unwrap_err().to_string();
        assert_eq!(
            said(read("a,b\n".as_bytes())),
            "the table has no column \"time\"; a table of OpenSky's state vectors is wanted, with its first line naming the columns"
        );
        assert!(said(read("".as_bytes())).contains("\"time\""));
        let good = "1656309600,3c6444,50.0,8.5,0,70,0,DLH4AB,true,false,false,1000,,,1,1";
        assert_eq!(said(table(&[good, &good.replace("50.0", "north")])), "line 3 has no lat that can be read: \"north\"");
        assert_eq!(said(table(&[&good.replace("50.0", "91.5")])), "line 2 has no lat that can be read: \"91.5\"");
        assert_eq!(said(table(&[&good.replace("3c6444", "zz")])), "line 2 has no icao24 that can be read: \"zz\"");
        assert_eq!(said(table(&[&good.replace("true", "maybe")])), "line 2 has no onground that can be read: \"maybe\"");
        assert_eq!(said(table(&[&"9".repeat(2000)])), "line 2 is longer than 1000 bytes; no row of state vectors is");
        assert!(said(table(&[])).starts_with("the table has no aircraft"));
    }
}
