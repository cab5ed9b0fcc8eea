//! Days that are made up from a seed: real airports, airlines' callsigns and registers, all else drawn.

mod airlines;
mod arrival;
mod path;
mod reception;

use crate::airports::{Airport, airports};
use crate::day::{Day, Flight, MINUTES};
use crate::geo::{EARTH_RADIUS_KM, Vector};
use crate::registers::block_of;
use agon_core::Rng;
use airlines::{AIRLINES, PRIVATE, Reach};
use path::{Plan, Prepared};
use std::collections::{BTreeMap, BTreeSet};

const FLIGHTS: usize = 8_800;
/// One in so many flights is followed by a faster one on its way, which overtakes it.
const FLIGHTS_PER_OVERTAKING: usize = 60;
/// A day is made of this many draws at most; many fall outside of its window.
const DRAWS: usize = 80_000;
const EARLIEST_DEPARTURE: i64 = -800;
const LATEST_DEPARTURE: i64 = 716;

/// The day of a seed.
pub fn generate(seed: u64) -> Day {
    let mut maker = Maker::new(seed);
    for _ in 0..DRAWS {
        if maker.flights.len() >= FLIGHTS {
            break;
        }
        maker.draw();
    }
    maker.finish()
}

/// Which airports to fly to from one, by a sum of weights.
type Destinations = Vec<(f64, usize)>;

/// How far a flight leads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Band {
    Private,
    Short,
    Long,
}

struct Maker {
    rng: Rng,
    /// Airports with traffic.
    airports: Vec<&'static Airport>,
    vectors: Vec<Vector>,
    index_of: BTreeMap<&'static str, usize>,
    /// The heading of the runway in use.
    runways: Vec<f64>,
    destinations: BTreeMap<(usize, Band), Destinations>,
    /// Minutes at which an aircraft takes off or lands at an airport: one of each a minute.
    departures: BTreeSet<(usize, i64)>,
    arrivals: BTreeSet<(usize, i64)>,
    callsigns: BTreeSet<String>,
    addresses: BTreeSet<u32>,
    countries: Vec<String>,
    flights: Vec<Flight>,
    airline_sizes: u64,
}

/// What a flight is called and who flies it.
struct Operator {
    country: &'static str,
    prefix: &'static str,
    is_private: bool,
}

/// From where to where, and the first minute in the air.
#[derive(Clone, Copy)]
struct Leg {
    from: usize,
    to: usize,
    departure: i64,
}

impl Maker {
    fn new(seed: u64) -> Self {
        let mut rng = Rng::new("flight-day", seed);
        let airports: Vec<&Airport> = airports().iter().filter(|airport| airport.weight > 0).collect();
        let index_of = airports.iter().enumerate().map(|(index, airport)| (airport.iata.as_str(), index)).collect();
        let runway = |index: usize| ((index * 47) % 18) as f64 * 10.0 + 3.0;
        let runways = (0..airports.len()).map(|index| runway(index) + if rng.chance(0.5) { 180.0 } else { 0.0 }).collect();
        Self {
            rng,
            vectors: airports.iter().map(|airport| airport.place.vector()).collect(),
            airports,
            index_of,
            runways,
            destinations: BTreeMap::new(),
            departures: BTreeSet::new(),
            arrivals: BTreeSet::new(),
            callsigns: BTreeSet::new(),
            addresses: BTreeSet::new(),
            countries: Vec::new(),
            flights: Vec::new(),
            airline_sizes: AIRLINES.iter().map(|airline| airline.size).sum(),
        }
    }

    /// One more flight, or none: many draws are at night or outside of the window.
    fn draw(&mut self) {
        let mut departure = self.rng.integer(EARLIEST_DEPARTURE, LATEST_DEPARTURE);
        if self.rng.chance(0.6) {
            // The afternoon is busier, over Europe and America alike.
            departure = departure.max(self.rng.integer(EARLIEST_DEPARTURE, LATEST_DEPARTURE));
        }
        let Some((operator, from, to)) = self.operator() else { return };
        if !self.is_awake(from, departure) {
            return;
        }
        let km = self.vectors[from].angle(self.vectors[to]) * EARTH_RADIUS_KM;
        // Surely over before the window begins: not worth working out.
        if departure as f64 + km / 12.0 + 40.0 < 0.0 {
            return;
        }
        let (cruise_speed, cruise_m) = self.level(&operator, from, to, km);
        let aside_km = km.min(3000.0) * self.rng.real(-0.02, 0.02);
        let leg = Leg { from, to, departure };
        let Some(prepared) = self.prepare(&leg, aside_km, cruise_speed, cruise_m) else { return };
        let Some(departure) = self.add(&operator, &leg, &prepared) else { return };
        let is_followed = self.flights.len().is_multiple_of(FLIGHTS_PER_OVERTAKING) && !operator.is_private;
        if is_followed && prepared.minutes() > 75 {
            let side = if self.rng.chance(0.5) { 1.0 } else { -1.0 };
            let (aside_km, gain) = (aside_km + side * self.rng.real(4.0, 9.0), self.rng.real(14.0, 26.0));
            let Some(follower) = self.prepare(&leg, aside_km, cruise_speed + gain, cruise_m + 609.6) else { return };
            // The two meet where half of the way is done.
            let departure = departure + prepared.minute_of_share(0.5) as i64 - follower.minute_of_share(0.5) as i64;
            self.add(&operator, &Leg { departure, ..leg }, &follower);
        }
    }

    fn operator(&mut self) -> Option<(Operator, usize, usize)> {
        let is_private = self.rng.chance(0.05);
        let (operator, hub, band) = if is_private {
            let private = self.rng.choose(PRIVATE)?;
            (
                Operator { country: private.country, prefix: private.prefix, is_private },
                *self.rng.choose(private.hubs)?,
                Band::Private,
            )
        } else {
            let mut rest = self.rng.below(self.airline_sizes);
            let airline = AIRLINES.iter().find(|airline| {
                let is_it = rest < airline.size;
                rest = rest.saturating_sub(airline.size);
                is_it
            })?;
            let long = match airline.reach {
                Reach::Short => 0.0,
                Reach::Network => 0.5,
                Reach::Long => 0.9,
            };
            let band = if self.rng.chance(long) { Band::Long } else { Band::Short };
            (Operator { country: airline.country, prefix: airline.prefix, is_private }, *self.rng.choose(airline.hubs)?, band)
        };
        let hub = *self.index_of.get(hub)?;
        let other = self.destination(hub, band)?;
        Some(if self.rng.chance(0.5) { (operator, hub, other) } else { (operator, other, hub) })
    }

    fn destination(&mut self, hub: usize, band: Band) -> Option<usize> {
        let (airports, vectors) = (&self.airports, &self.vectors);
        let choices = self.destinations.entry((hub, band)).or_insert_with(|| destinations(airports, vectors, hub, band));
        let drawn = self.rng.unit() * choices.last()?.0;
        choices.get(choices.partition_point(|(sum, _)| *sum <= drawn)).map(|(_, index)| *index)
    }

    /// Few flights leave between eleven at night and five in the morning, local time.
    fn is_awake(&mut self, from: usize, departure: i64) -> bool {
        let local = (departure as f64 / 60.0 + 6.0 + self.airports[from].place.lon_degrees() / 15.0).rem_euclid(24.0);
        let share = if (5.5..22.5).contains(&local) { 1.0 } else { 0.16 };
        self.rng.chance(share)
    }

    /// Speed over the ground and altitude, in metres.
    fn level(&mut self, operator: &Operator, from: usize, to: usize, km: f64) -> (f64, f64) {
        let is_east = self.airports[from].place.bearing(self.airports[to].place) < 180.0;
        let wind = if is_east { 12.0 } else { -12.0 };
        if operator.is_private {
            let level = self.rng.integer(30, 70) * 2 + i64::from(is_east);
            return (self.rng.real(85.0, 150.0) + wind / 3.0, level as f64 * 30.48);
        }
        let (slow, fast, low, high) = match km {
            ..450.0 => (175.0, 205.0, 9, 13),
            ..1000.0 => (205.0, 228.0, 14, 18),
            _ => (222.0, 242.0, 16, 20),
        };
        let level = self.rng.integer(low, high) * 20 + if is_east { 10 } else { 0 };
        (self.rng.real(slow, fast) + wind, level as f64 * 30.48)
    }

    fn prepare(&mut self, leg: &Leg, aside_km: f64, cruise_speed: f64, cruise_m: f64) -> Option<Prepared<'static>> {
        let plan = Plan {
            origin: self.airports[leg.from],
            destination: self.airports[leg.to],
            origin_runway: self.runways[leg.from],
            destination_runway: self.runways[leg.to],
            aside_km,
            cruise_speed,
            cruise_m,
        };
        Prepared::new(plan, &mut self.rng)
    }

    /// Adds what of a flight lies in the window, if its runways are free then. Returns the first minute in the air, which may be before the window.
    fn add(&mut self, operator: &Operator, leg: &Leg, prepared: &Prepared<'_>) -> Option<i64> {
        let minutes = prepared.minutes() as i64;
        let departure = (leg.departure..leg.departure + 6).find(|minute| {
            !self.departures.contains(&(leg.from, *minute)) && !self.arrivals.contains(&(leg.to, minute + minutes))
        })?;
        if departure + minutes < 0 || departure > LATEST_DEPARTURE {
            return None;
        }
        let mut track = prepared.fly(departure, &mut self.rng);
        let start = departure - track.airborne as i64;
        let first = start.max(0);
        let end = (start + track.samples.len() as i64).min(i64::from(MINUTES));
        if end - first < 8 {
            return None;
        }
        track.samples.truncate((end - start) as usize);
        track.samples.drain(..(first - start) as usize);
        let samples = track.samples;
        let callsign = self.callsign(operator)?;
        let icao24 = self.address(operator.country)?;
        self.departures.insert((leg.from, departure));
        self.arrivals.insert((leg.to, departure + minutes));
        let country = self.country(operator.country);
        let is_estimated = |rng: &mut Rng| !operator.is_private || rng.chance(0.7);
        let code = |index: usize, is_known: bool| is_known.then(|| self.airports[index].iata.clone());
        let origin = code(leg.from, is_estimated(&mut self.rng));
        let destination = code(leg.to, is_estimated(&mut self.rng));
        let squawk = self.rng.below(4096) as u16;
        let runs = reception::runs(first as u16, samples, &mut self.rng);
        self.flights.push(Flight { icao24, callsign, squawk, country: Some(country), origin, destination, runs });
        Some(departure)
    }

    fn country(&mut self, name: &str) -> u16 {
        let index = self.countries.iter().position(|country| country == name).unwrap_or_else(|| {
            self.countries.push(name.to_owned());
            self.countries.len() - 1
        });
        index as u16
    }

    fn address(&mut self, country: &str) -> Option<u32> {
        let (first, last) = block_of(country)?;
        (0..50)
            .map(|_| self.rng.integer(i64::from(first), i64::from(last)) as u32)
            .find(|address| self.addresses.insert(*address))
    }

    /// A callsign that no other flight of the day has.
    fn callsign(&mut self, operator: &Operator) -> Option<String> {
        for _ in 0..50 {
            let rng = &mut self.rng;
            let letter = |rng: &mut Rng| char::from(*rng.choose(b"ABCDEFGHJKLMNPQRSTUVWXYZ").unwrap_or(&b'A'));
            let callsign = match (operator.is_private, operator.prefix) {
                (true, "N") => format!("N{}{}{}", rng.integer(10, 999), letter(rng), letter(rng)),
                (true, prefix) => {
                    let letters: String = (prefix.len()..5).map(|_| letter(rng)).collect();
                    format!("{prefix}{letters}")
                }
                (false, prefix) => match rng.below(10) {
                    0..=4 => format!("{prefix}{}", rng.integer(10, 999)),
                    5 | 6 => format!("{prefix}{}", rng.integer(1000, 9899)),
                    7 | 8 => format!("{prefix}{}{}{}", rng.integer(1, 99), letter(rng), letter(rng)),
                    _ => format!("{prefix}{}{}", rng.integer(10, 999), letter(rng)),
                },
            };
            if self.callsigns.insert(callsign.clone()) {
                return Some(callsign);
            }
        }
        None
    }

    fn finish(mut self) -> Day {
        self.flights.sort_by(|a, b| a.callsign.cmp(&b.callsign));
        Day { countries: self.countries, flights: self.flights }
    }
}

fn destinations(airports: &[&Airport], vectors: &[Vector], hub: usize, band: Band) -> Destinations {
    let mut sum = 0.0;
    let mut choices = Vec::new();
    for (index, airport) in airports.iter().enumerate() {
        let km = vectors[hub].angle(vectors[index]) * EARTH_RADIUS_KM;
        let near = |best: f64, width: f64| 1.0 / (1.0 + ((km - best) / width) * ((km - best) / width));
        let weight = f64::from(airport.weight);
        let chance = match band {
            Band::Private if (160.0..700.0).contains(&km) && airport.rank == 3 => near(300.0, 200.0),
            Band::Short if (240.0..4200.0).contains(&km) => weight * near(1500.0, 1000.0),
            Band::Long if (3800.0..13_500.0).contains(&km) && airport.rank <= 2 => weight * weight * near(7000.0, 2500.0),
            _ => 0.0,
        };
        if chance > 0.0 {
            sum += chance;
            choices.push((sum, index));
        }
    }
    choices
}

#[cfg(test)]
mod tests;
