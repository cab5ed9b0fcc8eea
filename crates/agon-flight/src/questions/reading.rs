//! Values that are read from one or two flights.

use super::ask::{Ask, Seen, is_clearly_farther, is_received};
use super::{Field, Look, Posed, Right};
use crate::day::clock;
use crate::geo::{Place, turn};

/// A flight that is in the air, and stays so for a while around the minute.
fn in_the_air<'a>(ask: &mut Ask<'a>) -> Option<(u16, Seen<'a>)> {
    let (index, flight) = ask.flight()?;
    let (first, end) = (flight.first_minute()?, flight.end()?);
    let minute = ask.rng.integer(i64::from(first) + 2, i64::from(end) - 3) as u16;
    let is_flying = (minute.checked_sub(2)?..=minute + 2).all(|minute| flight.at(minute).is_some_and(|sample| !sample.on_ground));
    let sample = flight.at(minute)?;
    is_flying.then_some((minute, Seen { index, flight, sample }))
}

fn named(minute: u16, seen: &Seen<'_>) -> Vec<(&'static str, String)> {
    vec![("time", clock(minute)), ("callsign", seen.flight.callsign.clone())]
}

fn looked(minute: u16, callsign: &str) -> Vec<Look> {
    vec![Look::Time(minute), Look::Flight(callsign.to_owned())]
}

pub(super) fn altitude_and_speed(ask: &mut Ask<'_>) -> Option<Posed> {
    let (minute, seen) = in_the_air(ask)?;
    let fields = vec![
        Field::new("geo_altitude", Right::Feet(seen.sample.geo_feet())),
        Field::new("ground_speed", Right::Knots(seen.sample.knots())),
    ];
    Some(Posed { values: named(minute, &seen), fields, looks: looked(minute, &seen.flight.callsign) })
}

pub(super) fn altitude_and_rate(ask: &mut Ask<'_>) -> Option<Posed> {
    let (minute, seen) = in_the_air(ask)?;
    // Most are level; half of the questions are about one that is not.
    if seen.sample.climb == 0 && ask.rng.chance(0.9) {
        return None;
    }
    let fields = vec![
        Field::new("geo_altitude", Right::Feet(seen.sample.geo_feet())),
        Field::new("vertical_rate", Right::FeetPerMinute(seen.sample.feet_per_minute())),
    ];
    Some(Posed { values: named(minute, &seen), fields, looks: looked(minute, &seen.flight.callsign) })
}

pub(super) fn route(ask: &mut Ask<'_>) -> Option<Posed> {
    let (minute, seen) = in_the_air(ask)?;
    let fields = vec![
        Field::new("origin", Right::Iata(seen.flight.origin.clone()?)),
        Field::new("destination", Right::Iata(seen.flight.destination.clone()?)),
    ];
    Some(Posed { values: named(minute, &seen), fields, looks: looked(minute, &seen.flight.callsign) })
}

pub(super) fn speed_at_two_times(ask: &mut Ask<'_>) -> Option<Posed> {
    let (minute, seen) = in_the_air(ask)?;
    let later = minute + 15;
    let then = seen.flight.at(later).filter(|sample| !sample.on_ground)?;
    if then.speed == seen.sample.speed || !is_received(seen.flight, later - 1, later + 1) {
        return None;
    }
    let values = vec![("callsign", seen.flight.callsign.clone()), ("first_time", clock(minute)), ("second_time", clock(later))];
    let fields = vec![
        Field::new("ground_speed_first", Right::Knots(seen.sample.knots())),
        Field::new("ground_speed_second", Right::Knots(then.knots())),
    ];
    let mut looks = looked(minute, &seen.flight.callsign);
    looks.push(Look::Time(later));
    Some(Posed { values, fields, looks })
}

pub(super) fn eastern_flight(ask: &mut Ask<'_>) -> Option<Posed> {
    let (minute, first) = in_the_air(ask)?;
    let near = |seen: &Seen<'_>| {
        let apart = (seen.sample.place.lon_degrees() - first.sample.place.lon_degrees()).abs();
        seen.index != first.index
            && !seen.sample.on_ground
            && (0.3..15.0).contains(&apart)
            && seen.sample.place.distance_km(first.sample.place) < 800.0
    };
    let others: Vec<Seen<'_>> = ask.present(minute).filter(near).collect();
    let second = *ask.rng.choose(&others)?;
    let eastern = if first.sample.place.lon > second.sample.place.lon { first } else { second };
    let values =
        vec![("time", clock(minute)), ("first", first.flight.callsign.clone()), ("second", second.flight.callsign.clone())];
    let fields = vec![
        Field::new("callsign", Right::Callsign(eastern.flight.callsign.clone())),
        Field::new("geo_altitude", Right::Feet(eastern.sample.geo_feet())),
    ];
    let mut looks = looked(minute, &first.flight.callsign);
    looks.push(Look::Flight(second.flight.callsign.clone()));
    Some(Posed { values, fields, looks })
}

pub(super) fn leaves_the_ground(ask: &mut Ask<'_>) -> Option<Posed> {
    let (_, flight) = ask.flight()?;
    let samples: Vec<_> = flight.samples().collect();
    let departure = samples.windows(2).find(|pair| pair[0].1.on_ground && !pair[1].1.on_ground && pair[1].0 == pair[0].0 + 1)?;
    let departure = departure[1].0;
    let minute = departure.checked_sub(ask.rng.integer(2, 6) as u16)?;
    if !is_received(flight, minute, departure) || flight.at(minute).is_none_or(|sample| !sample.on_ground) {
        return None;
    }
    let values = vec![("time", clock(minute)), ("callsign", flight.callsign.clone())];
    let fields =
        vec![Field::new("status_change_utc", Right::Time(departure)), Field::new("new_status", Right::Status("Airborne".into()))];
    let mut looks = looked(minute, &flight.callsign);
    looks.extend([Look::Time(departure - 1), Look::Time(departure)]);
    Some(Posed { values, fields, looks })
}

pub(super) fn nearest_to_airport(ask: &mut Ask<'_>) -> Option<Posed> {
    let airport = ask.airport(1..=2)?;
    let minute = ask.minute(10, 10);
    let mut near: Vec<(f64, Seen<'_>)> = ask
        .present(minute)
        .filter(|seen| !seen.sample.on_ground && !airport.place.is_beyond(seen.sample.place, 150.0))
        .map(|seen| (airport.place.distance_km(seen.sample.place), seen))
        .filter(|(km, _)| *km < 150.0)
        .collect();
    near.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (first_km, first) = near.first().copied()?;
    let is_clear = near.get(1).is_none_or(|(km, _)| is_clearly_farther(*km, first_km));
    // It must be somewhere to be pressed, and still be the nearest half a minute later.
    let is_steady = near.get(1).is_none_or(|(km, second)| {
        let later = |seen: &Seen<'_>| {
            super::ask::around(seen.flight, minute).map(|place| place.map(|place| airport.place.distance_km(place)))
        };
        let (a, b) = (later(&first), later(second));
        *km > 0.0 && a.iter().zip(b).all(|(a, b)| matches!((a, b), (Some(a), Some(b)) if *a < b))
    });
    let is_flying = (minute - 1..=minute + 1).all(|minute| first.flight.at(minute).is_some_and(|sample| !sample.on_ground));
    // Others that take off or land within the half minute would be nearer.
    let is_alone =
        ask.departures(airport, minute, minute + 1)?.is_empty() && ask.landings(airport, minute, minute + 1)?.is_empty();
    let is_nearer = |place: Place| airport.place.distance_km(place) < first_km;
    if !(3.0..60.0).contains(&first_km)
        || !is_clear
        || !is_steady
        || !is_flying
        || !is_alone
        || ask.is_anybody_gone(minute, is_nearer)
    {
        return None;
    }
    let values = vec![("time", clock(minute)), ("airport", airport.iata.clone()), ("airport_name", airport.name.clone())];
    let fields = vec![
        Field::new("callsign", Right::Callsign(first.flight.callsign.clone())),
        Field::new("destination", Right::Iata(first.flight.destination.clone()?)),
    ];
    let looks = vec![
        Look::Time(minute),
        Look::Airport(airport.iata.clone()),
        Look::ZoomIn(3),
        Look::Airborne,
        Look::Flight(first.flight.callsign.clone()),
    ];
    Some(Posed { values, fields, looks })
}

/// Whether somebody is ahead of somebody else: less than a right angle off its heading. By how many degrees it is so, negative if not.
pub(super) fn ahead_by(of: &crate::day::Sample, who: &crate::day::Sample) -> f64 {
    90.0 - turn(f64::from(of.heading), of.place.bearing(who.place)).abs()
}
