//! Over which countries flights lead, and when.

use super::ask::{Ask, is_received};
use super::{Field, Look, Posed, Right};
use crate::countries::countries;
use crate::day::{Flight, clock};
use crate::geo::Place;

/// Pairs with a sea between them.
const ACROSS_THE_SEA: &[(&str, &str)] = &[
    ("United Kingdom", "France"),
    ("France", "United Kingdom"),
    ("United Kingdom", "Netherlands"),
    ("Netherlands", "United Kingdom"),
    ("United Kingdom", "Belgium"),
    ("Ireland", "United Kingdom"),
    ("United Kingdom", "Ireland"),
    ("Spain", "Morocco"),
    ("Italy", "Greece"),
    ("Italy", "Croatia"),
    ("Italy", "Albania"),
    ("Sweden", "Finland"),
    ("Germany", "Sweden"),
    ("Denmark", "Sweden"),
    ("Poland", "Sweden"),
    ("Spain", "Algeria"),
    ("Greece", "Turkey"),
    ("Denmark", "Norway"),
];

/// Pairs with a border.
const NEIGHBOURS: &[(&str, &str)] = &[
    ("Poland", "Germany"),
    ("Germany", "Poland"),
    ("Germany", "France"),
    ("France", "Germany"),
    ("France", "Spain"),
    ("Spain", "France"),
    ("Spain", "Portugal"),
    ("Portugal", "Spain"),
    ("Germany", "Austria"),
    ("Austria", "Germany"),
    ("Austria", "Italy"),
    ("Italy", "Switzerland"),
    ("Switzerland", "France"),
    ("France", "Belgium"),
    ("Belgium", "Netherlands"),
    ("Germany", "Netherlands"),
    ("Germany", "Czechia"),
    ("Czechia", "Poland"),
    ("Austria", "Hungary"),
    ("Hungary", "Romania"),
    ("Romania", "Bulgaria"),
    ("Bulgaria", "Turkey"),
    ("Serbia", "Hungary"),
    ("Canada", "United States"),
    ("United States", "Canada"),
    ("United States", "Mexico"),
    ("Mexico", "United States"),
    ("Norway", "Sweden"),
    ("Sweden", "Norway"),
];

fn over(place: Place) -> Option<usize> {
    countries().at(place)
}

fn over_at(flight: &Flight, minute: u16) -> Option<usize> {
    flight.at(minute).and_then(|sample| over(sample.place))
}

/// The last country that a flight was over before a minute, and until when.
fn last_country(flight: &Flight, minute: u16) -> Option<(usize, u16)> {
    let first = flight.first_minute()?;
    (first..minute).rev().find_map(|minute| Some((over_at(flight, minute)?, minute)))
}

fn country_before(flight: &Flight, minute: u16) -> Option<usize> {
    last_country(flight, minute).map(|(country, _)| country)
}

/// Somewhere a little aside, where another answer would be too close to call: at half a minute and about two kilometres to each side.
fn close_by(flight: &Flight, minute: u16) -> Vec<Place> {
    let mut places: Vec<Place> = super::ask::around(flight, minute).into_iter().flatten().collect();
    if let Some(sample) = flight.at(minute) {
        places.push(sample.place);
        places.extend([90.0, -90.0].map(|side| sample.place.towards(f64::from(sample.heading) + side, 2.0)));
    }
    places
}

pub(super) fn crossing_time(ask: &mut Ask<'_>) -> Option<Posed> {
    let (_, flight) = ask.flight()?;
    let minute = ask.minute(2, 60);
    let from = over_at(flight, minute)?;
    let crossing = (minute + 4..=minute + 50).find(|minute| over_at(flight, *minute).is_some_and(|country| country != from))?;
    let to = over_at(flight, crossing)?;
    // From one straight into the other, and it stays there for a while.
    let is_direct = (minute..crossing).all(|minute| over_at(flight, minute) == Some(from));
    let is_steady = (crossing..=crossing + 4).all(|minute| over_at(flight, minute) == Some(to));
    let is_flying = (minute..=crossing + 4).all(|minute| flight.at(minute).is_some_and(|sample| !sample.on_ground));
    let grazes = (minute..crossing - 1).any(|minute| close_by(flight, minute).into_iter().any(|place| over(place) == Some(to)));
    if !is_direct || !is_steady || !is_flying || grazes {
        return None;
    }
    let values = vec![
        ("time", clock(minute)),
        ("callsign", flight.callsign.clone()),
        ("from_country", countries().name(from).to_owned()),
        ("to_country", countries().name(to).to_owned()),
    ];
    let looks = vec![Look::Time(minute), Look::Flight(flight.callsign.clone()), Look::Time(crossing - 1), Look::Time(crossing)];
    Some(Posed { values, fields: vec![Field::new("crossing_time_utc", Right::Time(crossing))], looks })
}

/// Flights that cross from one country to another at minutes between two, in order.
fn crossings<'a>(ask: &Ask<'a>, from: usize, to: usize, first: u16, last: u16) -> Vec<(u16, &'a Flight)> {
    let squares = countries().squares_of(to);
    let is_over = |flight: &Flight, minute: u16| {
        flight.at(minute).is_some_and(|sample| squares.has(sample.place) && countries().has(to, sample.place))
    };
    let mut found = Vec::new();
    for (_, flight) in ask.between(first.saturating_sub(1), last) {
        let mut was_over = first.checked_sub(1).is_some_and(|minute| is_over(flight, minute));
        for minute in first..=last {
            let is_over = is_over(flight, minute);
            if is_over && !was_over && country_before(flight, minute) == Some(from) {
                found.push((minute, flight));
            }
            was_over = is_over;
        }
    }
    found.sort_by_key(|(minute, _)| *minute);
    found
}

/// Whether a flight may have crossed from one country to another at minutes between two while it was not received.
fn may_have_crossed(flight: &Flight, from: usize, to: usize, first: u16, last: u16) -> bool {
    let gaps = flight.runs.windows(2).filter(|pair| pair[0].end() <= last && first <= pair[1].first_minute);
    gaps.into_iter().any(|pair| {
        let (Some(lost), Some(found)) = (pair[0].samples.last(), pair[1].samples.first()) else { return false };
        let (start, end) = (lost.place.vector(), found.place.vector());
        let angle = start.angle(end);
        let mut way = (0..=40).map(|part| start.along(end, angle, f64::from(part) / 40.0).place());
        way.any(|place| countries().has(to, place)) && country_before(flight, pair[0].end()) == Some(from)
    })
}

fn is_over(flight: &Flight, minute: u16, country: usize) -> bool {
    flight.at(minute).is_some_and(|sample| countries().has(country, sample.place))
}

pub(super) fn first_over_the_sea(ask: &mut Ask<'_>) -> Option<Posed> {
    let &(from, to) = ask.rng.choose(ACROSS_THE_SEA)?;
    first_over(ask, from, to, false)
}

pub(super) fn first_over_a_border(ask: &mut Ask<'_>) -> Option<Posed> {
    let &(from, to) = ask.rng.choose(NEIGHBOURS)?;
    first_over(ask, from, to, true)
}

fn first_over(ask: &mut Ask<'_>, from: &str, to: &str, never_back: bool) -> Option<Posed> {
    let (from_index, to_index) = (countries().named(from)?, countries().named(to)?);
    let minute = ask.minute(30, 40);
    let last = minute + 35;
    let comes_back = |crossing: u16, flight: &Flight| {
        flight.samples().any(|(at, sample)| at > crossing && countries().has(from_index, sample.place))
    };
    let counted = |first: u16, last: u16| {
        let mut all = crossings(ask, from_index, to_index, first, last);
        all.retain(|(at, flight)| !never_back || !comes_back(*at, flight));
        all
    };
    // Where much crosses, the first few minutes tell that it is too early.
    if !counted(minute, minute + 2).is_empty() {
        return None;
    }
    let all = counted(minute + 3, last + 2);
    let (crossing, flight) = *all.first()?;
    if crossing > last || all.get(1).is_some_and(|(next, _)| *next < crossing + 2) {
        return None;
    }
    // Nobody's crossing is only guessed: all are received on their way from the one country to the other, and the first one until its end.
    let is_seen =
        |(at, flight): &&(u16, &Flight)| last_country(flight, *at).is_some_and(|(_, left)| is_received(flight, left, *at));
    let is_known = flight.end().is_some_and(|end| !never_back || is_received(flight, crossing, end - 1));
    let is_guessed = |(_, other): (usize, &Flight)| may_have_crossed(other, from_index, to_index, minute, crossing + 1);
    if !all.iter().take_while(|(at, _)| *at <= crossing + 1).all(|one| is_seen(&one))
        || !is_known
        || ask.between(minute, crossing + 1).any(is_guessed)
    {
        return None;
    }
    // The crossing is a clear one: a while over both countries.
    let is_clear = (crossing..=crossing + 3).all(|minute| is_over(flight, minute, to_index));
    let was_over = (crossing.saturating_sub(25)..crossing).filter(|minute| is_over(flight, *minute, from_index)).count() >= 3;
    // Nobody else could be thought to have crossed before: just beside the border, or on the ground.
    let is_doubtful = ask.between(minute, crossing).any(|(_, other)| {
        other.callsign != flight.callsign
            && (minute..=crossing + 1).any(|at| {
                other.at(at).is_some_and(|sample| countries().may_be_near(to_index, sample.place))
                    && !is_over(other, at, to_index)
                    && close_by(other, at).into_iter().any(|place| countries().has(to_index, place))
                    && country_before(other, at + 1) == Some(from_index)
            })
    });
    if !is_clear || !was_over || is_doubtful {
        return None;
    }
    let values = vec![
        ("time", clock(minute)),
        ("end_time", clock(last)),
        ("from_country", from.to_owned()),
        ("to_country", to.to_owned()),
    ];
    let looks = vec![Look::Time(minute), Look::Time(crossing - 1), Look::Time(crossing), Look::Flight(flight.callsign.clone())];
    Some(Posed { values, fields: vec![Field::new("callsign", Right::Callsign(flight.callsign.clone()))], looks })
}

pub(super) fn borders_of_a_trail(ask: &mut Ask<'_>) -> Option<Posed> {
    let (_, flight) = ask.flight()?;
    let (first, end) = (flight.first_minute()?, flight.end()?);
    if first == 0 || flight.runs.len() != 1 || end < first + 60 {
        return None;
    }
    let minute = ask.rng.integer(i64::from(first) + 50, i64::from(end) - 3) as u16;
    let mut visited: Vec<(usize, u16)> = Vec::new();
    for (at, sample) in flight.samples().take_while(|(at, _)| *at <= minute + 1) {
        match over(sample.place) {
            Some(country) if visited.last().is_none_or(|(last, _)| *last != country) => visited.push((country, 1)),
            Some(_) => {
                if let Some(last) = visited.last_mut() {
                    last.1 += 1;
                }
            }
            None => {}
        }
        // What lies beside the trail must not have been missed.
        let is_missed = |place: Place| over(place).is_some_and(|country| visited.iter().all(|(known, _)| *known != country));
        let is_new_next = flight.at(at + 1).and_then(|next| over(next.place));
        if close_by(flight, at).into_iter().any(|place| is_missed(place) && over(place) != is_new_next) {
            return None;
        }
    }
    let entered: Vec<usize> = visited.iter().skip(1).map(|(country, _)| *country).collect();
    let is_unique =
        visited.iter().enumerate().all(|(index, (country, _))| visited.iter().skip(index + 1).all(|(other, _)| other != country));
    if !(2..=6).contains(&entered.len()) || !is_unique || visited.iter().any(|(_, samples)| *samples < 3) {
        return None;
    }
    let names: Vec<String> = entered.iter().map(|country| countries().name(*country).to_owned()).collect();
    let values = vec![("time", clock(minute)), ("callsign", flight.callsign.clone())];
    let fields = vec![
        Field::new("num_country_borders", Right::CountOf(names.len() as i64)),
        Field::new("countries", Right::Countries(names)),
    ];
    Some(Posed { values, fields, looks: vec![Look::Time(minute), Look::Flight(flight.callsign.clone())] })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::day::{Run, Sample};

    #[test]
    fn a_flight_that_is_lost_on_its_way_may_have_crossed() {
        let (france, uk) = (countries().named("France").unwrap(), countries().named("United Kingdom").unwrap());
        let [paris, london, atlantic] = [(48.8, 2.3), (51.4, -0.4), (48.0, -12.0)].map(|(lat, lon)| Place::of_degrees(lat, lon));
        let lost = |from: Place, to: Place| {
            let run = |first_minute, place| Run { first_minute, samples: vec![Sample { place, ..Sample::default() }] };
            let runs = vec![run(10, from), run(30, to)];
            Flight { icao24: 1, callsign: "LOST".to_owned(), squawk: 0, country: None, origin: None, destination: None, runs }
        };
        let may = |flight: &Flight, first, last| may_have_crossed(flight, france, uk, first, last);
        let across = lost(paris, london);
        assert!(may(&across, 0, 20) && may(&across, 20, 25) && may(&across, 25, 50));
        assert!(!may(&across, 0, 10) && !may(&across, 31, 50));
        assert!(!may(&lost(paris, atlantic), 0, 50) && !may(&lost(london, paris), 0, 50));
    }
}
