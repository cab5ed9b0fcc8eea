//! Who enters and leaves a circle, and when.

use super::ask::{Ask, Seen, Stay, is_clearly_farther, is_received};
use super::{Field, Look, Posed, Right};
use crate::airports::Airport;
use crate::day::{Flight, clock};
use crate::geo::Circle;

fn values(minute: u16, airport: &Airport, km: u32) -> Vec<(&'static str, String)> {
    vec![
        ("time", clock(minute)),
        ("airport", airport.iata.clone()),
        ("airport_name", airport.name.clone()),
        ("radius", km.to_string()),
    ]
}

fn circle(airport: &Airport, km: u32) -> Circle {
    Circle { centre: airport.place, km: f64::from(km) }
}

fn callsigns(list: &[Seen<'_>]) -> Vec<String> {
    list.iter().map(|seen| seen.flight.callsign.clone()).collect()
}

/// Whether all come and go once, and across the line: nobody takes off, lands, or comes into or out of reception inside.
fn are_plain(stays: &[Stay<'_>], first: u16, last: u16) -> bool {
    let is_ground = |flight: &Flight, minute: u16| flight.at(minute).is_some_and(|sample| sample.on_ground);
    let touches = |stay: &Stay<'_>| (first..=last).any(|minute| stay.is_inside(minute) && is_ground(stay.flight, minute));
    stays.iter().all(|stay| stay.is_single() && stay.is_received() && !touches(stay))
}

pub(super) fn last_to_leave(ask: &mut Ask<'_>) -> Option<Posed> {
    let airport = ask.airport_to_fly_over()?;
    let km = *ask.rng.choose(&[40, 60, 80])?;
    let minute = ask.minute(2, 45);
    let circle = circle(airport, km);
    let inside = ask.surely_inside(minute, &circle)?;
    if !(2..=8).contains(&inside.len()) {
        return None;
    }
    let stays = ask.stays(&circle, minute, minute + 40);
    let first: Vec<&Stay<'_>> = stays.iter().filter(|stay| stay.is_inside(minute)).collect();
    if first.iter().any(|stay| !stay.is_single() || !stay.is_received()) {
        return None;
    }
    let mut leaving: Vec<(u16, &Stay<'_>)> = first.iter().filter_map(|stay| Some((stay.leaves()?, *stay))).collect();
    leaving.sort_by_key(|(minute, _)| *minute);
    let [.., (before, _), (last, stay)] = leaving.as_slice() else { return None };
    if leaving.len() != inside.len() || *last < before + 2 || *last < minute + 3 {
        return None;
    }
    let looks = vec![
        Look::Time(minute),
        Look::Circle { iata: airport.iata.clone(), km },
        Look::Time(before + 1),
        Look::Flight(stay.flight.callsign.clone()),
    ];
    let fields = vec![Field::new("callsign", Right::Callsign(stay.flight.callsign.clone()))];
    Some(Posed { values: values(minute, airport, km), fields, looks })
}

pub(super) fn track_through_circle(ask: &mut Ask<'_>) -> Option<Posed> {
    let minute = ask.minute(60, 10);
    let Seen { index, flight, sample } = ask.flight_in_the_air(minute)?;
    let here = sample.place;
    let km = *ask.rng.choose(&[150, 200, 300])?;
    // Neither around the flight nor out of its sight.
    let (near, far) = (f64::from(km) * 1.2, f64::from(km) * 4.0);
    let is_apart =
        |airport: &Airport| !here.is_beyond(airport.place, far) && (near..far).contains(&here.distance_km(airport.place));
    let airport = ask.airport_where(1..=3, is_apart)?;
    let circle = circle(airport, km);
    let mut others: Vec<(f64, Seen<'_>)> = ask
        .present(minute)
        .filter(|seen| seen.index != index && !seen.sample.on_ground)
        .map(|seen| (here.distance_km(seen.sample.place), seen))
        .filter(|(km, _)| *km < 600.0)
        .collect();
    others.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut found: Option<(f64, Seen<'_>)> = None;
    let mut passed_over = 0;
    for (away, seen) in others {
        if found.is_some_and(|(km, _)| is_clearly_farther(away, km)) {
            break;
        }
        let trail: Vec<_> = seen.flight.samples().take_while(|(at, _)| *at <= minute).map(|(_, sample)| sample.place).collect();
        let nearest = trail.iter().map(|place| airport.place.distance_km(*place)).fold(f64::MAX, f64::min);
        let too_close = (0.02 * circle.km).max(9.0);
        // Nobody knows whether it was inside while it was not received.
        let may_have_been = nearest > circle.km && !is_received(seen.flight, seen.flight.first_minute()?, minute);
        if (nearest - circle.km).abs() < too_close || may_have_been {
            return None;
        }
        if nearest > circle.km {
            passed_over += 1;
        } else if found.is_some() {
            return None;
        } else {
            found = Some((away, seen));
        }
    }
    let (_, found) = found?;
    // Otherwise it is just the nearest one.
    if !(1..=8).contains(&passed_over) {
        return None;
    }
    let is_flying = (minute - 1..=minute + 1).all(|minute| found.flight.at(minute).is_some_and(|sample| !sample.on_ground));
    if !is_flying {
        return None;
    }
    let mut values = values(minute, airport, km);
    values.push(("callsign", flight.callsign.clone()));
    let looks = vec![
        Look::Time(minute),
        Look::Circle { iata: airport.iata.clone(), km },
        Look::Flight(flight.callsign.clone()),
        Look::Flight(found.flight.callsign.clone()),
    ];
    Some(Posed { values, fields: vec![Field::new("callsign", Right::Callsign(found.flight.callsign.clone()))], looks })
}

pub(super) fn last_of_the_first(ask: &mut Ask<'_>) -> Option<Posed> {
    let airport = ask.airport_to_fly_over()?;
    let km = *ask.rng.choose(&[50, 70, 90])?;
    let minute = ask.minute(2, 45);
    let circle = circle(airport, km);
    let inside = ask.surely_inside(minute, &circle)?;
    if !(2..=5).contains(&inside.len()) {
        return None;
    }
    let last_minute = minute + 40;
    let stays = ask.stays(&circle, minute, last_minute);
    if !are_plain(&stays, minute, last_minute) {
        return None;
    }
    let (first, new): (Vec<&Stay<'_>>, Vec<&Stay<'_>>) = stays.iter().partition(|stay| stay.is_inside(minute));
    if first.iter().any(|stay| stay.leaves().is_none()) {
        return None;
    }
    let all_left = first.iter().filter_map(|stay| stay.leaves()).max()?;
    let mut entering: Vec<(u16, &Stay<'_>)> = new.iter().filter_map(|stay| Some((stay.enters()?, *stay))).collect();
    entering.sort_by_key(|(minute, _)| *minute);
    let [(entry, newcomer), (next_entry, _), ..] = entering.as_slice() else { return None };
    let wanted = ask.rng.integer(2, 4) as usize;
    let new_at = |minute: u16| new.iter().filter(|stay| stay.is_inside(minute)).count();
    let enough = (minute + 1..=last_minute).find(|minute| new_at(*minute) >= wanted)?;
    if *entry < minute + 2
        || *next_entry < entry + 2
        || enough + 2 > last_minute
        || new_at(enough + 1) < wanted
        || all_left < minute + 2
    {
        return None;
    }
    let mut values = values(minute, airport, km);
    values.push(("initial", callsigns(&inside).join(", ")));
    values.push(("new_count", wanted.to_string()));
    values.push(("end_time", clock(last_minute)));
    let fields = vec![
        Field::new("initial_left_utc", Right::Time(all_left)),
        Field::new("first_new_callsign", Right::Callsign(newcomer.flight.callsign.clone())),
        Field::new("new_count_reached_utc", Right::Time(enough)),
    ];
    let looks = vec![
        Look::Time(minute),
        Look::Circle { iata: airport.iata.clone(), km },
        Look::Time(*entry),
        Look::Time(all_left),
        Look::Time(enough),
    ];
    Some(Posed { values, fields, looks })
}

pub(super) fn first_two_newcomers(ask: &mut Ask<'_>) -> Option<Posed> {
    let airport = ask.airport_to_fly_over()?;
    let km = *ask.rng.choose(&[35, 50, 70])?;
    let minute = ask.minute(2, 45);
    let circle = circle(airport, km);
    ask.surely_inside(minute, &circle)?;
    let last_minute = minute + 40;
    let stays = ask.stays(&circle, minute, last_minute);
    if !are_plain(&stays, minute, last_minute) {
        return None;
    }
    let mut entering: Vec<(u16, &Stay<'_>)> =
        stays.iter().filter(|stay| !stay.is_inside(minute)).filter_map(|stay| Some((stay.enters()?, stay))).collect();
    entering.sort_by_key(|(minute, _)| *minute);
    let [(first, a), (second, b), rest @ ..] = entering.as_slice() else { return None };
    let is_third_later = rest.first().is_none_or(|(third, _)| *third >= second + 2);
    if *first < minute + 2 || *second > minute + 20 || !is_third_later {
        return None;
    }
    let (left_a, left_b) = (a.leaves()?, b.leaves()?);
    // Both are inside together for a while, so that "the last one inside" has a meaning.
    if left_a.abs_diff(left_b) < 2 || left_a.min(left_b) <= *second {
        return None;
    }
    let (last, left) = if left_a > left_b { (a, left_a) } else { (b, left_b) };
    let mut values = values(minute, airport, km);
    values.push(("end_time", clock(last_minute)));
    let fields = vec![
        Field::new("any_enters_utc", Right::Time(*first)),
        Field::new("last_inside_callsign", Right::Callsign(last.flight.callsign.clone())),
        Field::new("final_exit_time_utc", Right::Time(left)),
    ];
    let looks = vec![
        Look::Time(minute),
        Look::Circle { iata: airport.iata.clone(), km },
        Look::Time(*first),
        Look::Time(*second),
        Look::Flight(last.flight.callsign.clone()),
        Look::Time(left),
    ];
    Some(Posed { values, fields, looks })
}
