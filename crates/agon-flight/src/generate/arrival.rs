//! What some arrivals do before they land: wait in a holding pattern, or climb away from the runway and come round once more.

use super::path::{Line, Route, travelled};
use crate::airports::Airport;
use crate::day::Sample;
use crate::geo::Place;
use agon_core::Rng;
use core::f64::consts::PI;

/// A way round that is put into an arrival. `side` is 90° for turns to the right, −90° for turns to the left.
#[derive(Clone, Copy)]
pub(super) enum Detour {
    /// Some laps, begun `rest` minutes before the flight would land.
    Hold { rest: usize, laps: usize, side: f64 },
    /// From just above the runway back to the beginning of the approach in so many minutes.
    GoAround { minutes: usize, side: f64 },
}

/// A minute straight on, a minute's turn, and the same back.
const LAP_MINUTES: usize = 4;
/// When a flight that goes around climbs again, and where it comes back to: minutes before it would land.
const CLIMB_REST: usize = 1;
const APPROACH_REST: usize = 4;
/// Turns by 180° in about two minutes.
const CIRCUIT_RADIUS_KM: f64 = 4.0;
const CIRCUIT_SPEED: f64 = 100.0;
const CLIMB_M_PER_MINUTE: f64 = 450.0;
/// A flight of fewer minutes has no descent that a detour could be put into.
const SHORTEST_MINUTES: usize = 45;

impl Detour {
    /// Most flights need none.
    pub(super) fn draw(destination: &Airport, minutes: usize, rng: &mut Rng) -> Option<Self> {
        if minutes < SHORTEST_MINUTES {
            return None;
        }
        let side = if rng.chance(0.7) { 90.0 } else { -90.0 };
        let holds = match destination.rank {
            1 => 0.05,
            2 => 0.015,
            _ => 0.0,
        };
        if rng.chance(holds) {
            return Some(Self::Hold { rest: rng.integer(7, 10) as usize, laps: rng.integer(1, 3) as usize, side });
        }
        rng.chance(0.004).then(|| Self::GoAround { minutes: rng.integer(9, 11) as usize, side })
    }

    /// How much later the flight lands.
    pub(super) fn minutes(self) -> usize {
        match self {
            Self::Hold { laps, .. } => LAP_MINUTES * laps,
            Self::GoAround { minutes, .. } => minutes + APPROACH_REST - CLIMB_REST,
        }
    }

    /// Puts it into samples, the last of which is the first on the ground.
    pub(super) fn insert(self, samples: &mut Vec<Sample>) {
        let last = samples.len() - 1;
        let (at, detour) = match self {
            Self::Hold { rest, laps, side } => {
                let at = last - rest;
                let mut detour = lap(samples[at], side).repeat(laps);
                // It descends again when the last lap is done.
                if let Some(end) = detour.last_mut() {
                    end.climb = samples[at].climb;
                }
                samples[at].climb = 0;
                (at, detour)
            }
            Self::GoAround { minutes, side } => {
                let (at, approach) = (last - CLIMB_REST, last - APPROACH_REST);
                let mut detour = circuit(samples[at], samples[approach], minutes, side);
                // The second approach is like the first one.
                detour.extend_from_slice(&samples[approach + 1..=at]);
                samples[at] = detour.remove(0);
                (at, detour)
            }
        };
        let rest = samples.split_off(at + 1);
        samples.extend(detour);
        samples.extend(rest);
    }
}

/// The four samples after one in the middle of the racetrack's inbound leg: in the middle of a turn, of the outbound leg, of the other turn, and back.
fn lap(here: Sample, side: f64) -> [Sample; LAP_MINUTES] {
    let heading = f64::from(here.heading);
    let minute_km = f64::from(here.speed) * 0.06;
    let radius = minute_km / PI;
    let abeam = here.place.towards(heading + side, radius);
    let sample = |place: Place, turned: f64| Sample { place, heading: whole(heading + turned), climb: 0, ..here };
    [
        sample(abeam.towards(heading, minute_km / 2.0 + radius), side),
        sample(here.place.towards(heading + side, 2.0 * radius), 180.0),
        sample(abeam.towards(heading + 180.0, minute_km / 2.0 + radius), -side),
        sample(here.place, 0.0),
    ]
}

/// From one sample, low above the runway, round to another on the approach: straight on while it climbs, half a turn, back beside the runway, half a turn.
/// The first and the last of what is returned are these two.
fn circuit(from: Sample, to: Sample, minutes: usize, side: f64) -> Vec<Sample> {
    let speeds = Line::new(&[
        (0, f64::from(from.speed)),
        (1, CIRCUIT_SPEED),
        (minutes - 1, CIRCUIT_SPEED),
        (minutes, f64::from(to.speed)),
    ])
    .values();
    let level = f64::from(to.baro_m.max(from.baro_m + 700)) + 120.0;
    let low = f64::from(from.baro_m);
    let climb = (libm::ceil((level - low) / CLIMB_M_PER_MINUTE) as usize).min(minutes - 2);
    let baro = Line::new(&[(0, low), (climb, level), (minutes - 1, level), (minutes, f64::from(to.baro_m))]);
    let above = Line::new(&[(0, f64::from(from.geo_m - from.baro_m)), (minutes, f64::from(to.geo_m - to.baro_m))]).values();
    let rises = baro.slopes();
    let baro = baro.values();

    // As far straight on as there is time for.
    let back_km = from.place.distance_km(to.place);
    let out_km = ((travelled(&speeds) - back_km) / 2.0 - PI * CIRCUIT_RADIUS_KM).max(3.0);
    let (out_heading, in_heading) = (f64::from(from.heading), f64::from(to.heading));
    let turn_out = from.place.towards(out_heading, out_km);
    let mut places = vec![from.place];
    places.extend((0..=6).map(|step| on_half_turn(turn_out, out_heading, side, f64::from(step) * 30.0)));
    // The turn in is one that ends there: seen backwards, it begins there, to the other side.
    places.extend((0..=6).rev().map(|step| on_half_turn(to.place, in_heading + 180.0, -side, f64::from(step) * 30.0)));
    let route = Route::new(&places);
    // Speeds do not add up to the way exactly.
    let stretch = route.length_km() / travelled(&speeds);

    let mut km = 0.0;
    let mut samples = Vec::with_capacity(minutes + 1);
    for minute in 0..=minutes {
        if minute > 0 {
            km += f64::from(speeds[minute - 1] + speeds[minute]) * 0.03 * stretch;
        }
        samples.push(Sample {
            place: route.at(km),
            baro_m: baro[minute] as i16,
            geo_m: (baro[minute] + above[minute]) as i16,
            speed: speeds[minute] as u16,
            heading: whole(route.at(km - 0.7).flat_bearing(route.at(km + 0.7))),
            climb: super::path::climb_steps(rises[minute]),
            on_ground: false,
        });
    }
    samples[0] = Sample { climb: samples[0].climb, ..from };
    samples[minutes] = to;
    samples
}

/// Where a flight is that has turned by some degrees since it was at a place with a heading.
fn on_half_turn(start: Place, heading: f64, side: f64, degrees: f64) -> Place {
    let centre = start.towards(heading + side, CIRCUIT_RADIUS_KM);
    let sign = if side < 0.0 { -1.0 } else { 1.0 };
    centre.towards(heading - side + sign * degrees, CIRCUIT_RADIUS_KM)
}

fn whole(heading: f64) -> u16 {
    super::path::degrees(heading)
}
