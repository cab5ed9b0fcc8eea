//! Setting an episode: a photograph that looks different at every angle, and a turn.

use super::{MentalRotation, Params, scene::Disc, scene::Scene};
use crate::data::Pictures;
use crate::worlds::picture;
use crate::{Canvas, ParamError, Starts};
use agon_core::Rng;
use std::sync::Arc;

/// Pictures are compared with themselves at this size, so that fine grain does not count as a difference.
const SAMPLE_PX: u32 = 40;
/// How far apart the turns are at which a picture is compared with itself, from the first to half a circle: the other half
/// repeats them.
const STEP_DEG: i64 = 15;
const FIRST_DEG: i64 = 30;
/// A turned picture differs from itself by at least this many levels of 0 to 255 on average.
pub(super) const CLEAR_DIFFERENCE: u64 = 12;

pub(super) fn generate(params: &Params, seed: u64) -> Result<MentalRotation, ParamError> {
    let mut rng = Rng::new("mental-rotation-2d", seed);
    let (mut picture_rng, mut angle_rng) = (rng.fork("picture"), rng.fork("angle"));
    let least = params.least_turn_deg();
    let angle_deg = angle_rng.integer(least, 360 - least);
    let pictures = Pictures::open_fitted(&params.pictures, params.fit)?;
    let problem = "looks alike at several angles";
    let (number, picture) = picture::choose(&pictures, params.picture, &mut picture_rng, problem, |_, picture| {
        least_difference(picture) >= CLEAR_DIFFERENCE
    })?;
    let scene = Scene::new(params.frame_px, pictures.name(number), &picture);
    Ok(MentalRotation { angle_deg, angle_tolerance_deg: params.angle_tolerance_deg, scene: Arc::new(scene) })
}

/// The pictures that look different at every angle, turned by any whole number of degrees that is far enough.
pub(super) fn starts(params: &Params, sample: usize) -> Result<Starts, ParamError> {
    let pictures = Pictures::open_fitted(&params.pictures, params.fit)?;
    let angles = (361 - 2 * params.least_turn_deg()).max(0);
    Ok(picture::starts(&pictures, sample, format!("{angles} angles for each picture"), |picture| {
        if least_difference(picture) >= CLEAR_DIFFERENCE { angles as f64 } else { 0.0 }
    }))
}

/// The mean difference between the picture and itself at the turn where it is most alike.
pub(super) fn least_difference(picture: &Canvas) -> u64 {
    let disc = Disc::new(picture, SAMPLE_PX);
    let upright = disc.turned(0);
    let turns = (FIRST_DEG..=180).step_by(STEP_DEG as usize);
    let differences = turns.map(|angle_deg| {
        let turned = disc.turned(angle_deg);
        let total: u64 = upright.iter().zip(&turned).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
        total / (upright.len() as u64).max(1)
    });
    differences.min().unwrap_or(0)
}
