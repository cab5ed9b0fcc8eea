//! Where flights are not received: far from all airports, mostly over the oceans, for a while.

use crate::airports::airports;
use crate::countries::countries;
use crate::day::{Run, Sample};
use crate::geo::{Circle, Place};
use agon_core::Rng;

const SHORTEST_MINUTES: i64 = 5;
const LONGEST_MINUTES: i64 = 40;
/// A flight is received for at least so long before and after a gap.
const RECEIVED_MINUTES: usize = 15;
/// Lower ones are near to where they come from or go to.
const LOWEST_M: i16 = 6_000;
/// So far around an airport with traffic there is somebody who listens.
const LISTENING_KM: f64 = 220.0;
/// How likely a flight is lost at a place.
const NEAR_AN_AIRPORT: f64 = 0.003;
const OVER_LAND: f64 = 0.07;
const OVER_THE_SEA: f64 = 0.4;

/// What is received of the samples that begin at a minute: all, or all but a gap.
pub(super) fn runs(first_minute: u16, mut samples: Vec<Sample>, rng: &mut Rng) -> Vec<Run> {
    let Some((start, end)) = gap(&samples, rng) else { return vec![Run { first_minute, samples }] };
    let after = Run { first_minute: first_minute + end as u16, samples: samples.split_off(end) };
    samples.truncate(start);
    vec![Run { first_minute, samples }, after]
}

/// The first sample that is not received, and the first that is again.
fn gap(samples: &[Sample], rng: &mut Rng) -> Option<(usize, usize)> {
    let last_start = samples.len().checked_sub(RECEIVED_MINUTES + SHORTEST_MINUTES as usize)?;
    let start = rng.integer(RECEIVED_MINUTES as i64, last_start.max(RECEIVED_MINUTES) as i64) as usize;
    let end = start + rng.integer(SHORTEST_MINUTES, LONGEST_MINUTES) as usize;
    let around = samples.get(start - RECEIVED_MINUTES..end + RECEIVED_MINUTES)?;
    let (before, after) = (around.first()?, around.last()?);
    if before.baro_m < LOWEST_M || after.baro_m < LOWEST_M {
        return None;
    }
    let drawn = rng.unit();
    // Most are received wherever they are.
    (drawn < OVER_THE_SEA && drawn < chance(samples[start + (end - start) / 2].place)).then_some((start, end))
}

fn chance(place: Place) -> f64 {
    let has_listener =
        airports().iter().any(|airport| airport.weight > 0 && Circle { centre: airport.place, km: LISTENING_KM }.has(place));
    match (has_listener, countries().at(place)) {
        (true, _) => NEAR_AN_AIRPORT,
        (false, Some(_)) => OVER_LAND,
        (false, None) => OVER_THE_SEA,
    }
}
