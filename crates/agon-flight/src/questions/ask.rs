//! What all kinds of questions draw with: a day, chance, and what happens in the day.

use crate::airports::{Airport, airports};
use crate::day::{Day, Flight, MINUTES, Sample};
use crate::geo::{Circle, Place};
use agon_core::Rng;
use std::cell::OnceCell;

/// An aircraft at a whole minute.
#[derive(Clone, Copy)]
pub(super) struct Seen<'a> {
    pub(super) index: usize,
    pub(super) flight: &'a Flight,
    pub(super) sample: &'a Sample,
}

/// A departure or a landing.
#[derive(Clone, Copy)]
pub(super) struct Movement {
    pub(super) minute: u16,
    pub(super) index: usize,
}

/// How far a flight that lands or departs may be from the airport's point.
const FIELD_KM: f64 = 5.0;

/// A distance that is within this share of a limit is too close to call.
const SHARE_TOO_CLOSE: f64 = 0.02;

pub(super) struct Ask<'a> {
    pub(super) day: &'a Day,
    pub(super) rng: Rng,
    /// First and last minute of each flight, to pass over most of them quickly.
    spans: Vec<(u16, u16)>,
    /// All departures and landings of the day, with the place on the ground, once they are asked for.
    changes: OnceCell<Vec<Change>>,
}

/// What happens to a flight when it departs or lands.
struct Change {
    movement: Movement,
    is_departure: bool,
    place: Place,
}

impl<'a> Ask<'a> {
    pub(super) fn new(day: &'a Day, rng: Rng) -> Self {
        let spans = day.flights.iter().map(|flight| (flight.first_minute().unwrap_or(0), flight.end().unwrap_or(0))).collect();
        Self { day, rng, spans, changes: OnceCell::new() }
    }

    /// A minute with at least so many before and after it in the window.
    pub(super) fn minute(&mut self, before: u16, after: u16) -> u16 {
        self.rng.integer(i64::from(before), i64::from(MINUTES - 1 - after)) as u16
    }

    /// One of the airports up to a rank, busier ones more often.
    pub(super) fn airport(&mut self, ranks: std::ops::RangeInclusive<u8>) -> Option<&'static Airport> {
        let choices: Vec<&Airport> = airports().iter().filter(|airport| ranks.contains(&airport.rank)).collect();
        let (a, b) = (*self.rng.choose(&choices)?, *self.rng.choose(&choices)?);
        Some(if a.weight >= b.weight { a } else { b })
    }

    /// Any airport of these ranks in Europe or North America, where most of what flies over does not land.
    pub(super) fn airport_to_fly_over(&mut self) -> Option<&'static Airport> {
        let is_there = |airport: &&Airport| {
            let (lat, lon) = (airport.place.lat_degrees(), airport.place.lon_degrees());
            airport.rank >= 3
                && ((36.0..60.0).contains(&lat) && (-10.0..30.0).contains(&lon)
                    || (28.0..50.0).contains(&lat) && (-125.0..-68.0).contains(&lon))
        };
        let choices: Vec<&Airport> = airports().iter().filter(is_there).collect();
        self.rng.choose(&choices).copied()
    }

    pub(super) fn flight(&mut self) -> Option<(usize, &'a Flight)> {
        let index = self.rng.index(self.day.flights.len());
        self.day.flights.get(index).map(|flight| (index, flight))
    }

    pub(super) fn present(&self, minute: u16) -> impl Iterator<Item = Seen<'a>> {
        let day = self.day;
        let spans = self.spans.iter().enumerate().filter(move |(_, (first, end))| *first <= minute && minute < *end);
        spans.filter_map(move |(index, _)| {
            let flight = day.flights.get(index)?;
            Some(Seen { index, flight, sample: flight.at(minute)? })
        })
    }

    /// Flights that have a sample between two minutes, both included.
    pub(super) fn between(&self, first: u16, last: u16) -> impl Iterator<Item = (usize, &'a Flight)> {
        let day = self.day;
        let spans = self.spans.iter().enumerate().filter(move |(_, (start, end))| *start <= last && first < *end);
        spans.filter_map(move |(index, _)| day.flights.get(index).map(|flight| (index, flight)))
    }

    /// Departures from an airport at minutes between two, both included, in order.
    pub(super) fn departures(&self, airport: &Airport, first: u16, last: u16) -> Vec<Movement> {
        self.movements(airport, first, last, true)
    }

    /// Landings at an airport at minutes between two, both included, in order.
    pub(super) fn landings(&self, airport: &Airport, first: u16, last: u16) -> Vec<Movement> {
        self.movements(airport, first, last, false)
    }

    fn movements(&self, airport: &Airport, first: u16, last: u16, is_departure: bool) -> Vec<Movement> {
        let field = Circle { centre: airport.place, km: FIELD_KM };
        let is_one = |change: &&Change| {
            change.is_departure == is_departure && (first..=last).contains(&change.movement.minute) && field.has(change.place)
        };
        self.changes.get_or_init(|| changes(self.day)).iter().filter(is_one).map(|change| change.movement).collect()
    }

    /// Those inside a circle at a minute; `None` if somebody is too close to its edge, or would be on the other side of it half a minute before or after.
    pub(super) fn surely_inside(&self, minute: u16, circle: &Circle) -> Option<Vec<Seen<'a>>> {
        let mut inside = Vec::new();
        for seen in self.present(minute) {
            if circle.centre.is_beyond(seen.sample.place, circle.km + 20.0) {
                continue;
            }
            let is_inside = circle.has(seen.sample.place);
            let km = circle.centre.distance_km(seen.sample.place);
            let is_steady =
                around(seen.flight, minute).iter().all(|place| place.is_some_and(|place| circle.has(place)) == is_inside);
            if (km - circle.km).abs() < SHARE_TOO_CLOSE * circle.km || (!is_steady && km < circle.km + 20.0) {
                return None;
            }
            if is_inside {
                inside.push(seen);
            }
        }
        // Somebody who is inside until this very minute.
        let gone = self.between(minute.saturating_sub(1), minute).any(|(_, flight)| {
            flight.at(minute).is_none() && minute > 0 && flight.at(minute - 1).is_some_and(|sample| circle.has(sample.place))
        });
        (!gone).then_some(inside)
    }

    /// For each flight that is inside a circle at some minute between two (both included): at which it is.
    pub(super) fn stays(&self, circle: &Circle, first: u16, last: u16) -> Vec<Stay<'a>> {
        let mut stays = Vec::new();
        for (_, flight) in self.between(first, last) {
            let is_inside = |minute: u16| flight.at(minute).is_some_and(|sample| circle.has(sample.place));
            let inside: Vec<bool> = (first..=last).map(is_inside).collect();
            if inside.contains(&true) {
                stays.push(Stay { flight, first, inside });
            }
        }
        stays
    }
}

/// In the order of time.
fn changes(day: &Day) -> Vec<Change> {
    let mut found = Vec::new();
    for (index, flight) in day.flights.iter().enumerate() {
        for run in &flight.runs {
            for (minute, pair) in (run.first_minute + 1..).zip(run.samples.windows(2)) {
                if pair[0].on_ground != pair[1].on_ground {
                    let is_departure = pair[0].on_ground;
                    let place = if is_departure { pair[0].place } else { pair[1].place };
                    found.push(Change { movement: Movement { minute, index }, is_departure, place });
                }
            }
        }
    }
    found.sort_by_key(|change| change.movement.minute);
    found
}

/// When a flight is inside a circle.
pub(super) struct Stay<'a> {
    pub(super) flight: &'a Flight,
    first: u16,
    inside: Vec<bool>,
}

impl Stay<'_> {
    pub(super) fn is_inside(&self, minute: u16) -> bool {
        self.inside.get(usize::from(minute.saturating_sub(self.first))).copied().unwrap_or(false)
    }

    /// The first minute inside after one at which it is not.
    pub(super) fn enters(&self) -> Option<u16> {
        self.change(false)
    }

    /// The first minute outside after one at which it is inside.
    pub(super) fn leaves(&self) -> Option<u16> {
        self.change(true)
    }

    fn change(&self, from: bool) -> Option<u16> {
        let index = self.inside.windows(2).position(|pair| pair[0] == from && pair[1] != from)?;
        Some(self.first + index as u16 + 1)
    }

    /// Whether it is inside for one stretch of time only.
    pub(super) fn is_single(&self) -> bool {
        self.inside.windows(2).filter(|pair| pair[0] != pair[1]).count() <= 2
    }

    /// Whether it is still to be seen at the minute at which it leaves.
    pub(super) fn is_seen_leaving(&self) -> bool {
        self.leaves().is_some_and(|minute| self.flight.at(minute).is_some())
    }
}

/// Where a flight is shown half a minute before and after a minute.
pub(super) fn around(flight: &Flight, minute: u16) -> [Option<Place>; 2] {
    let here = flight.at(minute);
    let before = minute.checked_sub(1).and_then(|before| flight.at(before));
    let after = flight.at(minute + 1);
    let middle = |a: &Sample, b: &Sample| {
        let across = crate::geo::wrapped_lon(b.place.lon - a.place.lon);
        Place::new((a.place.lat + b.place.lat) / 2, a.place.lon + across / 2)
    };
    let earlier = before.map(|before| here.map_or(before.place, |here| middle(before, here)));
    let later = here.map(|here| after.map_or(here.place, |after| middle(here, after)));
    [earlier, later]
}

/// Whether the second distance is far enough from the first to tell which is nearer.
pub(super) fn is_clearly_farther(second_km: f64, first_km: f64) -> bool {
    second_km >= first_km * 1.1 && second_km >= first_km + 2.0
}
