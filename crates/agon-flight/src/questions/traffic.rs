//! Departures and landings in their order, and flights that pass each other.

use super::ask::{Ask, Seen, is_clearly_farther, is_received};
use super::reading::ahead_by;
use super::{Field, Look, Posed, Right};
use crate::airports::{Airport, airport};
use crate::day::{Flight, Sample, clock};
use crate::geo::{Circle, Place, turn, wrapped_lon};
use std::collections::BTreeMap;

fn at_airport(minute: u16, airport: &Airport) -> Vec<(&'static str, String)> {
    vec![("time", clock(minute)), ("airport", airport.iata.clone()), ("airport_name", airport.name.clone())]
}

fn callsign(ask: &Ask<'_>, index: usize) -> Option<String> {
    ask.day.flights.get(index).map(|flight| flight.callsign.clone())
}

pub(super) fn first_departure(ask: &mut Ask<'_>) -> Option<Posed> {
    let airport = ask.airport(1..=2)?;
    let minute = ask.minute(5, 35);
    let departures = ask.departures(airport, minute, minute + 30)?;
    let first = departures.first()?;
    let is_clear = departures.get(1).is_none_or(|next| next.minute >= first.minute + 2);
    if first.minute < minute + 3 || first.minute > minute + 25 || !is_clear {
        return None;
    }
    let name = callsign(ask, first.index)?;
    let looks = vec![
        Look::Time(minute),
        Look::Circle { iata: airport.iata.clone(), km: 5 },
        Look::Time(first.minute - 1),
        Look::Time(first.minute),
        Look::Flight(name.clone()),
    ];
    Some(Posed { values: at_airport(minute, airport), fields: vec![Field::new("callsign", Right::Callsign(name))], looks })
}

pub(super) fn landing_and_departure(ask: &mut Ask<'_>) -> Option<Posed> {
    let airport = ask.airport(1..=2)?;
    let minutes = 15;
    let minute = ask.minute(5, minutes + 5);
    let last = minute + minutes;
    let (landings, departures) = (ask.landings(airport, minute, last)?, ask.departures(airport, minute, last)?);
    let [one, two, ..] = landings.as_slice() else { return None };
    let first = departures.first()?;
    let is_second_clear = two.minute >= one.minute + 2 && landings.get(2).is_none_or(|third| third.minute >= two.minute + 2);
    let is_first_clear = departures.get(1).is_none_or(|next| next.minute >= first.minute + 2);
    let is_early = one.minute < minute + 2 || first.minute < minute + 2;
    if !is_second_clear || !is_first_clear || is_early || two.minute + 1 > last || first.minute + 1 > last {
        return None;
    }
    let (landed, departed) = (callsign(ask, two.index)?, callsign(ask, first.index)?);
    let mut values = at_airport(minute, airport);
    values.push(("end_time", clock(last)));
    let fields = vec![
        Field::new("second_landing_callsign", Right::Callsign(landed.clone())),
        Field::new("first_departure_callsign", Right::Callsign(departed.clone())),
    ];
    let mut watched = [(first.minute, departed), (two.minute, landed)];
    watched.sort();
    let mut looks = vec![Look::Time(minute), Look::Circle { iata: airport.iata.clone(), km: 5 }];
    looks.extend(watched.into_iter().flat_map(|(minute, name)| [Look::Time(minute), Look::Flight(name)]));
    Some(Posed { values, fields, looks })
}

pub(super) fn departure_before(ask: &mut Ask<'_>) -> Option<Posed> {
    const KM: u32 = 10;
    let (index, flight) = ask.flight()?;
    let samples: Vec<_> = flight.samples().collect();
    let lift_off = samples.windows(2).find(|pair| pair[0].1.on_ground && !pair[1].1.on_ground)?[1].0;
    let airport = airport(flight.origin.as_deref()?)?;
    let departures = ask.departures(airport, lift_off.checked_sub(25)?, lift_off)?;
    let position = departures.iter().position(|departure| departure.index == index)?;
    let before = departures.get(position.checked_sub(1)?)?;
    let is_earlier_clear =
        position < 2 || departures.get(position - 2).is_some_and(|earlier| earlier.minute + 2 <= before.minute);
    if before.minute + 2 > lift_off || !is_earlier_clear {
        return None;
    }
    let previous = ask.day.flights.get(before.index)?;
    let circle = Circle { centre: airport.place, km: f64::from(KM) };
    let left = (before.minute..before.minute + 15)
        .find(|minute| previous.at(*minute).is_some_and(|sample| !circle.has(sample.place)))?;
    if !is_received(previous, before.minute, left) {
        return None;
    }
    let minute = before.minute.checked_sub(2)?;
    let mut values = at_airport(minute, airport);
    values.extend([("callsign", flight.callsign.clone()), ("radius", KM.to_string())]);
    let fields = vec![
        Field::new("previous_callsign", Right::Callsign(previous.callsign.clone())),
        Field::new("previous_left_time", Right::Time(left)),
    ];
    let looks = vec![
        Look::Time(minute),
        Look::Circle { iata: airport.iata.clone(), km: KM },
        Look::Flight(previous.callsign.clone()),
        Look::Time(before.minute),
        Look::Time(left),
        Look::Flight(flight.callsign.clone()),
    ];
    Some(Posed { values, fields, looks })
}

/// Minutes for which an order of three stays.
const STEADY_MINUTES: usize = 4;
const EARLIEST_CHANGE: usize = 3;
const LATEST_CHANGE: usize = 18;
/// Pairs of others that are worth trying for a flight.
const PAIRS: usize = 60;

pub(super) fn order_of_three(ask: &mut Ask<'_>) -> Option<Posed> {
    let minute = ask.minute(5, 30);
    let flight = ask.flight_in_the_air(minute)?;
    let here = flight.sample.place;
    let is_near = |place: Place| !here.is_beyond(place, 350.0) && here.distance_km(place) < 350.0;
    let near: Vec<Seen<'_>> = ask
        .present(minute)
        .filter(|seen| seen.index != flight.index && !seen.sample.on_ground && is_near(seen.sample.place))
        .collect();
    let (change, [west, middle, east]) = (0..PAIRS).find_map(|_| {
        let (b, c) = (ask.rng.choose(&near)?, ask.rng.choose(&near)?);
        if b.index == c.index { None } else { new_order([flight.flight, b.flight, c.flight], minute) }
    })?;
    let [west, middle, east] = [west, middle, east].map(|flight| flight.callsign.clone());
    let mut mixed = [west.clone(), middle.clone(), east.clone()];
    ask.rng.shuffle(&mut mixed);
    let values =
        vec![("time", clock(minute)), ("west", west.clone()), ("middle", middle), ("east", east), ("flights", mixed.join(", "))];
    let looks = vec![Look::Time(minute), Look::Flight(west), Look::Time(change - 1), Look::Time(change)];
    Some(Posed { values, fields: vec![Field::new("order_start_utc", Right::Time(change))], looks })
}

/// When three flights come into an order from west to east that they have not had since a minute, and that order; `None` if it is never clear.
fn new_order(flights: [&Flight; 3], minute: u16) -> Option<(u16, [&Flight; 3])> {
    const CLEAR: i32 = 200;
    // All must be received, and none of them across the date line.
    let longitudes = |minute: u16| {
        let [a, b, c] = flights.map(|flight| flight.at(minute).map(|sample| sample.place.lon));
        let all = [a?, b?, c?];
        (all.iter().max()? - all.iter().min()? < 900_000).then_some(all)
    };
    let last = minute + (LATEST_CHANGE + STEADY_MINUTES) as u16;
    let all: Vec<[i32; 3]> = (minute..=last).map(longitudes).collect::<Option<_>>()?;
    let order_at = |at: usize| {
        let mut order = [0, 1, 2];
        order.sort_by_key(|index| all[at][*index]);
        order
    };
    (EARLIEST_CHANGE..=LATEST_CHANGE).find_map(|change| {
        let order = order_at(change);
        let steps = |lons: &[i32; 3]| [lons[order[1]] - lons[order[0]], lons[order[2]] - lons[order[1]]];
        let is_never_before = all[..change].iter().all(|lons| steps(lons).iter().any(|step| *step <= -CLEAR));
        let is_steady = all[change..=change + STEADY_MINUTES].iter().all(|lons| steps(lons).iter().all(|step| *step >= CLEAR));
        (is_never_before && is_steady).then(|| (minute + change as u16, order.map(|index| flights[index])))
    })
}

pub(super) fn closest_and_overtaking(ask: &mut Ask<'_>) -> Option<Posed> {
    // Flights on the same way; few pairs of them are ever close to each other.
    let mut by_route: BTreeMap<(&str, &str), Vec<usize>> = BTreeMap::new();
    for (index, flight) in ask.day.flights.iter().enumerate() {
        if let (Some(origin), Some(destination)) = (&flight.origin, &flight.destination) {
            by_route.entry((origin, destination)).or_default().push(index);
        }
    }
    let mut passes = Vec::new();
    for same in by_route.values() {
        for (&slow, &fast) in same.iter().flat_map(|a| same.iter().map(move |b| (a, b))) {
            if slow != fast
                && let Some(minute) = passing(ask.day.flights.get(slow)?, ask.day.flights.get(fast)?)
            {
                passes.push((slow, fast, minute));
            }
        }
    }
    ask.rng.shuffle(&mut passes);
    passes.into_iter().find_map(|(slow, fast, minute)| overtaking(ask, slow, fast, minute))
}

fn in_the_air(flight: &Flight, minute: u16) -> Option<&Sample> {
    flight.at(minute).filter(|sample| !sample.on_ground)
}

/// The minute at which one passes another, close by.
fn passing(slow: &Flight, fast: &Flight) -> Option<u16> {
    let (first, end) = (slow.first_minute()?.max(fast.first_minute()?), slow.end()?.min(fast.end()?));
    let mut was_behind = false;
    for minute in first..end {
        let (Some(a), Some(b)) = (in_the_air(slow, minute), in_the_air(fast, minute)) else {
            was_behind = false;
            continue;
        };
        // Nobody comes from so far away within a minute.
        if a.place.is_beyond(b.place, 100.0) || wrapped_lon(a.place.lon - b.place.lon).abs() > 60_000 {
            was_behind = false;
            continue;
        }
        let is_ahead = ahead_by(a, b) > 0.0;
        if is_ahead && was_behind && a.place.distance_km(b.place) < 40.0 {
            return Some(minute);
        }
        was_behind = !is_ahead;
    }
    None
}

fn overtaking(ask: &mut Ask<'_>, slow: usize, fast: usize, passed: u16) -> Option<Posed> {
    let (a, b) = (ask.day.flights.get(slow)?, ask.day.flights.get(fast)?);
    let minute = passed.checked_sub(ask.rng.integer(3, 7) as u16)?;
    let ahead = |minute: u16| Some(ahead_by(in_the_air(a, minute)?, in_the_air(b, minute)?));
    let is_behind = (minute..passed).all(|minute| ahead(minute).is_some_and(|degrees| degrees < -1.0));
    let is_ahead = (passed..=passed + 3).all(|minute| ahead(minute).is_some_and(|degrees| degrees > 0.0));
    // Who turns, has others ahead that have not passed it.
    let turned = turn(f64::from(a.at(minute)?.heading), f64::from(a.at(passed + 3)?.heading)).abs();
    if !is_behind || !is_ahead || turned > 30.0 {
        return None;
    }
    let here = a.at(minute)?.place;
    let mut others: Vec<(f64, usize)> = ask
        .present(minute)
        .filter(|seen| seen.index != slow && !seen.sample.on_ground && !here.is_beyond(seen.sample.place, 200.0))
        .map(|seen| (here.distance_km(seen.sample.place), seen.index))
        .collect();
    others.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (nearest_km, nearest) = *others.first()?;
    if nearest != fast || others.get(1).is_some_and(|(km, _)| !is_clearly_farther(*km, nearest_km * 1.2)) {
        return None;
    }
    let values = vec![("time", clock(minute)), ("callsign", a.callsign.clone())];
    let fields = vec![
        Field::new("closest_callsign", Right::Callsign(b.callsign.clone())),
        Field::new("overtake_time_utc", Right::Time(passed)),
    ];
    let looks = vec![
        Look::Time(minute),
        Look::Flight(a.callsign.clone()),
        Look::Flight(b.callsign.clone()),
        Look::Time(passed - 1),
        Look::Time(passed),
    ];
    Some(Posed { values, fields, looks })
}
