//! Setting an episode: a hidden scale and two poses that are clearly apart.

use super::{Matchsticks, Params, Pose};
use crate::ParamError;
use agon_core::Rng;

/// How many pairs of places are drawn before the parameters are called impossible.
const TRIES: usize = 10_000;

pub(super) fn generate(params: Params, seed: u64) -> Result<Matchsticks, ParamError> {
    let mut rng = Rng::new("matchstick-rotation", seed);
    if params.canvas_units.is_some() {
        return published(params, &mut rng);
    }
    // One stream for each part: a narrower canvas draws more places, and must not change the scale.
    let (mut scale_rng, mut angle_rng, mut place_rng) = (rng.fork("scale"), rng.fork("angle"), rng.fork("place"));
    let scale = log_uniform(params.scale_range, scale_rng.unit());
    let start_deg = rounded(angle_rng.real(0.0, 360.0)) % 360.0;
    let least_turn = params.least_turn_deg();
    let target_deg = rounded((start_deg + angle_rng.real(least_turn, 360.0 - least_turn)) % 360.0) % 360.0;

    // Whole sticks on the canvas, at any angle, with room around them.
    let margin = f64::from(params.stick_px) * 0.6 + 6.0;
    let mut place = || rounded(place_rng.real(margin, f64::from(params.frame_px) - margin));
    for _ in 0..TRIES {
        let stick = Pose { x: place(), y: place(), angle_deg: start_deg };
        let target = Pose { x: place(), y: place(), angle_deg: target_deg };
        if stick.distance_px(target) >= params.least_distance_px() {
            return Ok(Matchsticks::new(stick, target, scale, params.position_tolerance_px, params));
        }
    }
    Err(ParamError::Invalid("the canvas is too small for two sticks this far apart; use a larger frame_px".into()))
}

/// As published: everything is drawn evenly, and sticks may reach over the edge. Only what is solved at once is drawn anew.
fn published(params: Params, rng: &mut Rng) -> Result<Matchsticks, ParamError> {
    let [least, most] = params.scale_range;
    for _ in 0..TRIES {
        let length = rng.real(least, most);
        let mut place = || rounded(rng.real(0.0, f64::from(params.frame_px)));
        let places = [(place(), place()), (place(), place())];
        let [stick, target] = places.map(|(x, y)| Pose { x, y, angle_deg: rounded(rng.real(0.0, 360.0)) % 360.0 });
        let world = Matchsticks::measured(stick, target, rounded_finely(length), params.clone());
        if !world.is_solved() {
            return Ok(world);
        }
    }
    Err(ParamError::Invalid("the tolerances are so wide that every start is solved; use smaller ones".into()))
}

fn rounded_finely(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

/// A number between two others whose logarithm is uniform, by square roots alone: unlike powers and logarithms they have
/// the same digits on every machine.
fn log_uniform([least, most]: [f64; 2], uniform: f64) -> f64 {
    let (mut root, mut rest, mut value) = (most / least, uniform, least);
    for _ in 0..32 {
        root = root.sqrt();
        rest *= 2.0;
        if rest >= 1.0 {
            value *= root;
            rest -= 1.0;
        }
    }
    ((value * 1e4).round() / 1e4).clamp(least, most)
}

/// To a tenth, so that states and solutions read well.
fn rounded(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}
