//! How many there are, and which.

use super::ask::{Ask, Seen, around, is_clearly_farther};
use super::{Field, Look, Posed, Right};
use crate::airports::{Airport, airports};
use crate::day::clock;
use crate::geo::{Circle, Place, wrapped_lon};
use core::f64::consts::PI;

fn around_airport(minute: u16, airport: &Airport) -> Vec<(&'static str, String)> {
    vec![("time", clock(minute)), ("airport", airport.iata.clone()), ("airport_name", airport.name.clone())]
}

/// The page's map on a screen of 1280×720.
const MAP_WIDTH: f64 = 960.0;
const MAP_HEIGHT: f64 = 640.0;
const FIRST_ZOOM: u8 = 5;
const EDGE: f64 = 12.0;

/// Pixels from the map's middle to the right and down, in Web Mercator.
fn on_map(centre: Place, place: Place, zoom: u8) -> (f64, f64) {
    let size = 256.0 * f64::from(1u32 << zoom);
    let x = |place: Place| size * (place.lon_degrees() + 180.0) / 360.0;
    let y = |place: Place| size * (1.0 - libm::log(libm::tan(PI / 4.0 + place.lat_degrees() * PI / 360.0)) / PI) / 2.0;
    let right = x(place) - x(centre);
    let right = if right < -size / 2.0 {
        right + size
    } else if right >= size / 2.0 {
        right - size
    } else {
        right
    };
    (right, y(place) - y(centre))
}

/// Whether a place is on the map; with an edge that is added to it or, if negative, taken away.
fn is_on_map((right, down): (f64, f64), edge: f64) -> bool {
    right.abs() < MAP_WIDTH / 2.0 + edge && down.abs() < MAP_HEIGHT / 2.0 + edge
}

pub(super) fn icons_on_screen(ask: &mut Ask<'_>) -> Option<Posed> {
    let airport = ask.airport(1..=2)?;
    let minute = ask.minute(5, 5);
    let steps = ask.rng.integer(3, 4) as u8;
    let zoom = FIRST_ZOOM + steps;
    let mut count = 0;
    for seen in ask.present(minute) {
        // The map is 5.3° wide at most, and less high; nobody farther away comes near to it within half a minute.
        let (up, across) = (seen.sample.place.lat - airport.place.lat, wrapped_lon(seen.sample.place.lon - airport.place.lon));
        if up.abs() > 35_000 || across.abs() > 40_000 {
            continue;
        }
        let at = on_map(airport.place, seen.sample.place, zoom);
        let is_inside = is_on_map(at, 0.0);
        let is_steady = around(seen.flight, minute)
            .iter()
            .all(|place| place.is_some_and(|place| is_on_map(on_map(airport.place, place, zoom), 0.0)) == is_inside);
        if is_on_map(at, EDGE) != is_on_map(at, -EDGE) || !is_steady {
            return None;
        }
        count += i64::from(is_inside);
    }
    let is_shown = |place: Place| is_on_map(on_map(airport.place, place, zoom), 0.0);
    if !(2..=15).contains(&count) || ask.is_anybody_gone(minute, is_shown) {
        return None;
    }
    let mut values = around_airport(minute, airport);
    values.extend([("zoom_steps", steps.to_string()), ("zoom", zoom.to_string())]);
    let looks = vec![Look::Time(minute), Look::Airport(airport.iata.clone()), Look::ZoomIn(steps)];
    Some(Posed { values, fields: vec![Field::new("count", Right::Count(count))], looks })
}

pub(super) fn inside_circle(ask: &mut Ask<'_>) -> Option<Posed> {
    let airport = ask.airport(2..=3)?;
    let km = *ask.rng.choose(&[40, 50, 60, 80])?;
    count_inside(ask, airport, km, 2..=12)
}

pub(super) fn inside_large_circle(ask: &mut Ask<'_>) -> Option<Posed> {
    let airport = ask.airport(1..=3)?;
    let km = *ask.rng.choose(&[250, 300, 350, 400, 450])?;
    count_inside(ask, airport, km, 3..=14)
}

fn count_inside(ask: &mut Ask<'_>, airport: &Airport, km: u32, range: std::ops::RangeInclusive<usize>) -> Option<Posed> {
    let minute = ask.minute(5, 5);
    let inside = ask.surely_inside(minute, &Circle { centre: airport.place, km: f64::from(km) })?;
    if !range.contains(&inside.len()) {
        return None;
    }
    let mut values = around_airport(minute, airport);
    values.push(("radius", km.to_string()));
    let looks = vec![Look::Time(minute), Look::Circle { iata: airport.iata.clone(), km }];
    Some(Posed { values, fields: vec![Field::new("count", Right::Count(inside.len() as i64))], looks })
}

pub(super) fn landings(ask: &mut Ask<'_>) -> Option<Posed> {
    let airport = ask.airport(1..=2)?;
    let minutes = 10;
    let minute = ask.minute(5, minutes + 5);
    let (first, last) = (minute + 1, minute + minutes);
    let landings = ask.landings(airport, minute, last + 1)?;
    // Nobody lands so close to the ends that half a minute would matter.
    let is_close = |minute: u16| minute <= first || minute >= last;
    if !(2..=9).contains(&landings.len()) || landings.iter().any(|landing| is_close(landing.minute)) {
        return None;
    }
    let mut values = around_airport(minute, airport);
    values.extend([("minutes", minutes.to_string()), ("end_time", clock(last))]);
    let looks = vec![Look::Time(minute), Look::Circle { iata: airport.iata.clone(), km: 5 }, Look::Time(last)];
    Some(Posed { values, fields: vec![Field::new("count", Right::Count(landings.len() as i64))], looks })
}

pub(super) fn airborne_near_airport(ask: &mut Ask<'_>) -> Option<Posed> {
    let airport = ask.airport(1..=2)?;
    let km = *ask.rng.choose(&[20, 25, 30])?;
    let minute = ask.minute(5, 5);
    let inside = ask.surely_inside(minute, &Circle { centre: airport.place, km: f64::from(km) })?;
    let changes = |seen: &Seen<'_>| {
        (minute - 1..=minute + 1)
            .any(|minute| seen.flight.at(minute).is_some_and(|sample| sample.on_ground != seen.sample.on_ground))
    };
    if inside.iter().any(changes) {
        return None;
    }
    let callsigns: Vec<String> =
        inside.iter().filter(|seen| !seen.sample.on_ground).map(|seen| seen.flight.callsign.clone()).collect();
    if !(2..=8).contains(&callsigns.len()) {
        return None;
    }
    let mut values = around_airport(minute, airport);
    values.push(("radius", km.to_string()));
    let looks = vec![Look::Time(minute), Look::Circle { iata: airport.iata.clone(), km }, Look::Airborne];
    let fields =
        vec![Field::new("count", Right::CountOf(callsigns.len() as i64)), Field::new("callsigns", Right::Callsigns(callsigns))];
    Some(Posed { values, fields, looks })
}

pub(super) fn airports_along_path(ask: &mut Ask<'_>) -> Option<Posed> {
    const NEAR_KM: f64 = 30.0;
    let (_, flight) = ask.flight()?;
    let minutes = 30;
    let minute = ask.minute(2, minutes + 2);
    let last = minute + minutes;
    // A minute more at both ends must make no difference.
    let places: Vec<Place> = (minute - 1..=last + 1)
        .map(|minute| flight.at(minute).filter(|sample| !sample.on_ground).map(|sample| sample.place))
        .collect::<Option<_>>()?;
    let path_km = |airport: &Airport, places: &[Place]| {
        places.windows(2).map(|pair| airport.place.distance_to_arc_km(pair[0], pair[1])).fold(f64::MAX, f64::min)
    };
    let mut near = Vec::new();
    for airport in airports() {
        if places.first()?.is_beyond(airport.place, 700.0) {
            continue;
        }
        let (whole, inner) = (path_km(airport, &places), path_km(airport, places.get(1..places.len() - 1)?));
        let is_near = inner <= NEAR_KM;
        let is_close = (inner - NEAR_KM).abs() < 0.03 * NEAR_KM || (whole - NEAR_KM).abs() < 0.03 * NEAR_KM;
        if is_close || (whole <= NEAR_KM) != is_near {
            return None;
        }
        if is_near {
            near.push(airport.iata.clone());
        }
    }
    if !(2..=6).contains(&near.len()) {
        return None;
    }
    let values = vec![
        ("callsign", flight.callsign.clone()),
        ("time", clock(minute)),
        ("end_time", clock(last)),
        ("minutes", minutes.to_string()),
        ("radius", "30".to_owned()),
    ];
    let fields = vec![Field::new("count", Right::CountOf(near.len() as i64)), Field::new("airports", Right::Airports(near))];
    let looks = vec![Look::Time(minute), Look::Flight(flight.callsign.clone()), Look::Time(last)];
    Some(Posed { values, fields, looks })
}

pub(super) fn closest_pair(ask: &mut Ask<'_>) -> Option<Posed> {
    let airport = ask.airport(1..=2)?;
    let km = *ask.rng.choose(&[40, 60, 80])?;
    let minute = ask.minute(5, 5);
    let inside = ask.surely_inside(minute, &Circle { centre: airport.place, km: f64::from(km) })?;
    let flying: Vec<&Seen<'_>> = inside
        .iter()
        .filter(|seen| (minute - 1..=minute + 1).any(|minute| seen.flight.at(minute).is_some_and(|sample| !sample.on_ground)))
        .collect();
    // Who takes off or lands within half a minute would be a question of half a minute.
    let changes =
        |seen: &&&Seen<'_>| (minute - 1..=minute + 1).any(|minute| seen.flight.at(minute).is_none_or(|sample| sample.on_ground));
    if !(3..=12).contains(&flying.len()) || flying.iter().any(|seen| changes(&seen)) {
        return None;
    }
    let mut pairs = Vec::new();
    for (index, a) in flying.iter().enumerate() {
        pairs.extend(flying.iter().skip(index + 1).map(|b| (a.sample.place.distance_km(b.sample.place), *a, *b)));
    }
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (first, second) = (pairs.first()?, pairs.get(1)?);
    let at = |pair: &(f64, &Seen<'_>, &Seen<'_>), index: usize| {
        Some(around(pair.1.flight, minute)[index]?.distance_km(around(pair.2.flight, minute)[index]?))
    };
    let is_steady = (0..2).all(|index| {
        pairs.iter().skip(1).all(|other| matches!((at(first, index), at(other, index)), (Some(a), Some(b)) if a < b))
    });
    let apart = i32::from(first.1.sample.geo_m) - i32::from(first.2.sample.geo_m);
    if !is_clearly_farther(second.0, first.0) || !is_steady || apart.abs() < 150 {
        return None;
    }
    let (higher, lower) = if apart > 0 { (first.1, first.2) } else { (first.2, first.1) };
    let mut values = around_airport(minute, airport);
    values.push(("radius", km.to_string()));
    let fields = vec![
        Field::new("aircraft_1_callsign", Right::Callsign(higher.flight.callsign.clone())),
        Field::new("aircraft_2_callsign", Right::Callsign(lower.flight.callsign.clone())),
    ];
    let looks = vec![
        Look::Time(minute),
        Look::Circle { iata: airport.iata.clone(), km },
        Look::Airborne,
        Look::Flight(higher.flight.callsign.clone()),
        Look::Flight(lower.flight.callsign.clone()),
    ];
    Some(Posed { values, fields, looks })
}
