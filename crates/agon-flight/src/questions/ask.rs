//! What all kinds of questions draw with: a day, chance, and what happens in the day.

use crate::airports::{Airport, airports};
use crate::day::{Day, Flight, MINUTES, Sample};
use crate::geo::{Circle, Place};
use agon_core::Rng;
use std::cell::OnceCell;
use std::ops::RangeInclusive;

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
    /// All departures and landings of the day, once they are asked for.
    changes: OnceCell<Vec<Change>>,
}

/// What happens to a flight when it departs or lands.
struct Change {
    movement: Movement,
    /// The minute before it. Where there are others in between, nobody has seen when it happened.
    before: u16,
    is_departure: bool,
    /// On the ground.
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
    pub(super) fn airport(&mut self, ranks: RangeInclusive<u8>) -> Option<&'static Airport> {
        self.airport_where(ranks, |_| true)
    }

    /// The same among some of them.
    pub(super) fn airport_where(
        &mut self,
        ranks: RangeInclusive<u8>,
        is_one: impl Fn(&Airport) -> bool,
    ) -> Option<&'static Airport> {
        let choices: Vec<&Airport> =
            airports().iter().filter(|airport| ranks.contains(&airport.rank) && is_one(airport)).collect();
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

    /// One of the flights in the air at a minute.
    pub(super) fn flight_in_the_air(&mut self, minute: u16) -> Option<Seen<'a>> {
        let all: Vec<Seen<'a>> = self.present(minute).filter(|seen| !seen.sample.on_ground).collect();
        self.rng.choose(&all).copied()
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

    /// Departures from an airport at minutes between two, both included, in order; `None` if one of them, or one that may be one of them, was not received.
    pub(super) fn departures(&self, airport: &Airport, first: u16, last: u16) -> Option<Vec<Movement>> {
        self.movements(airport, first, last, true)
    }

    /// Landings at an airport, likewise.
    pub(super) fn landings(&self, airport: &Airport, first: u16, last: u16) -> Option<Vec<Movement>> {
        self.movements(airport, first, last, false)
    }

    fn movements(&self, airport: &Airport, first: u16, last: u16, is_departure: bool) -> Option<Vec<Movement>> {
        let field = Circle { centre: airport.place, km: FIELD_KM };
        let is_one = |change: &&Change| {
            change.is_departure == is_departure
                && change.before < last
                && first <= change.movement.minute
                && field.has(change.place)
        };
        let received = |change: &Change| (change.before + 1 == change.movement.minute).then_some(change.movement);
        self.changes.get_or_init(|| changes(self.day)).iter().filter(is_one).map(received).collect()
    }

    /// Whether the last sample of somebody's run of minutes is that of the minute before, at a place that matters: half a minute before it is still shown there.
    pub(super) fn is_anybody_gone(&self, minute: u16, matters: impl Fn(Place) -> bool) -> bool {
        let Some(before) = minute.checked_sub(1) else { return false };
        self.present(before).any(|seen| seen.flight.at(minute).is_none() && matters(seen.sample.place))
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
        (!self.is_anybody_gone(minute, |place| circle.has(place))).then_some(inside)
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
        let mut samples = flight.samples();
        let Some(mut last) = samples.next() else { continue };
        for (minute, sample) in samples {
            if sample.on_ground != last.1.on_ground {
                let is_departure = last.1.on_ground;
                let place = if is_departure { last.1.place } else { sample.place };
                found.push(Change { movement: Movement { minute, index }, before: last.0, is_departure, place });
            }
            last = (minute, sample);
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
        let entries = self.inside.windows(2).filter(|pair| !pair[0] && pair[1]).count();
        entries + usize::from(self.inside.first() == Some(&true)) == 1
    }

    /// Whether it is received on both sides of the line whenever it enters or leaves.
    pub(super) fn is_received(&self) -> bool {
        (self.first..)
            .zip(self.inside.windows(2))
            .all(|(minute, pair)| pair[0] == pair[1] || is_received(self.flight, minute, minute + 1))
    }
}

/// Whether a flight is received at all minutes between two, both included.
pub(super) fn is_received(flight: &Flight, first: u16, last: u16) -> bool {
    flight.runs.iter().any(|run| run.first_minute <= first && last < run.end())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::airports::airport;
    use crate::day::Run;

    /// A flight that is at places at minutes; `true` on the ground.
    fn flight(callsign: &str, runs: &[(u16, &[(Place, bool)])]) -> Flight {
        let sample = |&(place, on_ground): &(Place, bool)| Sample { place, on_ground, ..Sample::default() };
        let run = |&(first_minute, samples): &(u16, &[(Place, bool)])| Run {
            first_minute,
            samples: samples.iter().map(sample).collect(),
        };
        let runs = runs.iter().map(run).collect();
        Flight { icao24: 1, callsign: callsign.to_owned(), squawk: 0, country: None, origin: None, destination: None, runs }
    }

    fn day(flights: Vec<Flight>) -> Day {
        Day { countries: Vec::new(), flights }
    }

    #[test]
    fn a_landing_that_was_not_received_is_unclear() {
        let field = airport("FRA").unwrap();
        let (here, away) = (field.place, field.place.towards(90.0, 30.0));
        let seen = flight("SEEN", &[(10, &[(away, false), (here, true)])]);
        let unseen = flight("UNSEEN", &[(20, &[(away, false)]), (30, &[(here, true)])]);
        let day = day(vec![seen, unseen]);
        let ask = Ask::new(&day, Rng::new("test", 0));
        let minutes =
            |first, last| Some(ask.landings(field, first, last)?.iter().map(|landing| landing.minute).collect::<Vec<_>>());
        assert_eq!(minutes(0, 20), Some(vec![11]));
        assert_eq!((minutes(0, 21), minutes(25, 26), minutes(30, 40)), (None, None, None));
        assert_eq!(minutes(31, 40), Some(vec![]));
        assert!(ask.departures(field, 0, 100).unwrap().is_empty());
    }

    #[test]
    fn who_comes_back_or_is_not_received_has_no_single_stay() {
        let centre = airport("FRA").unwrap().place;
        let (i, o) = ((centre, false), (centre.towards(0.0, 50.0), false));
        let circle = Circle { centre, km: 20.0 };
        let day = day(vec![
            flight("THROUGH", &[(0, &[o, i, i, o])]),
            flight("AGAIN", &[(0, &[i, o, i, o])]),
            flight("LOST", &[(0, &[o, i]), (3, &[o])]),
            flight("FOUND", &[(0, &[o]), (2, &[i, o])]),
        ]);
        let ask = Ask::new(&day, Rng::new("test", 0));
        let told: Vec<_> = ask.stays(&circle, 0, 3).iter().map(|stay| (stay.is_single(), stay.is_received())).collect();
        assert_eq!(told, [(true, true), (false, true), (true, false), (true, false)]);
        let inside = |place| circle.has(place);
        assert_eq!((1..=3).map(|minute| ask.is_anybody_gone(minute, inside)).collect::<Vec<_>>(), [false, true, false]);
    }
}
