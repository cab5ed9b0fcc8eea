//! Setting an episode: a place in a photograph whose color its surroundings tell, and a selection far from that color.

use super::color::{RIM, Tint};
use super::{Colorization, Params, scene::Scene};
use crate::data::Pictures;
use crate::worlds::{part, picture};
use crate::{Canvas, Certainty, Color, ParamError, Starts};
use agon_core::Rng;
use std::sync::Arc;

/// Places are judged on the picture at this size, whatever size it is shown at.
pub(super) const GRID: u32 = 100;
/// A circle's color is the mean of a square this far around its middle.
const CORE: i32 = 2;
/// Within this part of the wheel's rim two colors count as the same.
const ALIKE: f64 = 0.15;
/// Darker and brighter colors show little of their hue.
const VALUES: std::ops::RangeInclusive<u8> = 90..=230;
/// How far the surroundings that must tell the color reach beyond the grey ring.
const AROUND: i32 = 6;

/// The first selection is no paler than this, so that it has a hue.
const LEAST_SATURATION: i64 = 40;

/// A place to color and what its color is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    /// The middle in hundredths of the picture's side.
    pub(super) x: u32,
    pub(super) y: u32,
    pub(super) target: Tint,
    pub(super) value: u8,
}

pub(super) fn generate(params: &Params, seed: u64) -> Result<Colorization, ParamError> {
    let mut rng = Rng::new("colorization", seed);
    let (mut picture_rng, mut spot_rng, mut tint_rng) = (rng.fork("picture"), rng.fork("spot"), rng.fork("tint"));
    let mut crop_rng = rng.fork("crop");
    let pictures = Pictures::open_fitted(&params.pictures, params.fit)?;
    let problem = "has no place whose color is vivid, even and told by its surroundings";
    let (wanted, rngs) = ((params.picture, params.crop), (&mut picture_rng, &mut crop_rng));
    let (number, crop, picture) =
        picture::choose_part(&pictures, wanted, rngs, problem, |picture| !spots(picture, params).is_empty())?;
    let spots = spots(&picture, params);
    let spot = *spot_rng.choose(&spots).ok_or_else(|| ParamError::key("picture", problem))?;
    let tint = start(params, spot.target, &mut tint_rng);
    let scene = Scene::new(params, (pictures.name(number), crop), &picture, spot);
    let (accuracy_radius, distance) = (params.accuracy_radius, params.distance);
    Ok(Colorization { tint, target: spot.target, accuracy_radius, distance, scene: Arc::new(scene) })
}

/// The places whose color can be told, each with every first selection that is far enough from it.
pub(super) fn starts(params: &Params, sample: usize) -> Result<Starts, ParamError> {
    let pictures = Pictures::open_fitted(&params.pictures, params.fit)?;
    let parts = part::count(params.crop);
    let how = format!("places in each of {parts} parts of each picture, and first colors for each place");
    let starts = picture::starts(&pictures, sample, how, |picture| {
        let spots = spots(picture, params);
        // The selections are nearly as many for one place as for another.
        let first = spots.first().map_or(0, |spot| selections(params, spot.target));
        (spots.len() * first) as f64 * parts
    });
    Ok(Starts { certainty: Certainty::Estimate, ..starts })
}

/// How many first selections there are for a target.
fn selections(params: &Params, target: Tint) -> usize {
    let all = (0..360).flat_map(|hue_deg| (LEAST_SATURATION..=RIM).map(move |saturation| Tint { hue_deg, saturation }));
    all.filter(|tint| params.distance.between(*tint, target) >= params.least_start_distance()).count()
}

/// Any selection far enough from the target, and far enough from grey to have a hue.
fn start(params: &Params, target: Tint, rng: &mut Rng) -> Tint {
    loop {
        let tint = Tint { hue_deg: rng.integer(0, 359), saturation: rng.integer(LEAST_SATURATION, RIM) };
        if params.distance.between(tint, target) >= params.least_start_distance() {
            return tint;
        }
    }
}

/// Every place that can fairly be asked for.
pub(super) fn spots(picture: &Canvas, params: &Params) -> Vec<Spot> {
    let small = picture.resized(GRID, GRID);
    let places: Vec<(f64, f64)> =
        small.pixels().chunks_exact(3).map(|pixel| Tint::of([pixel[0], pixel[1], pixel[2]]).place()).collect();
    let (inner, outer) = (params.circle_percent as i32, (params.circle_percent + params.ring_percent) as i32);
    let reach = outer + AROUND;
    // Every other cell, as on a chessboard, is sample enough.
    let offsets = || {
        let all = (-reach..=reach).flat_map(|dy| (-reach..=reach).map(move |dx| (dx, dy, dx * dx + dy * dy)));
        all.filter(|(dx, dy, _)| (dx + dy) % 2 == 0)
    };
    let inside: Vec<(i32, i32)> = offsets().filter(|(.., d)| *d <= inner * inner).map(|(dx, dy, _)| (dx, dy)).collect();
    let around: Vec<(i32, i32)> =
        offsets().filter(|(.., d)| *d > outer * outer && *d <= reach * reach).map(|(dx, dy, _)| (dx, dy)).collect();
    let alike = |spot: Spot, offsets: &[(i32, i32)]| {
        let (x, y) = spot.target.place();
        let limit = ALIKE * RIM as f64;
        let near = |(dx, dy): &&(i32, i32)| {
            let (cell_x, cell_y) = (spot.x as i32 + dx, spot.y as i32 + dy);
            let on = (0..GRID as i32).contains(&cell_x) && (0..GRID as i32).contains(&cell_y);
            on && {
                let (px, py) = places[(cell_y * GRID as i32 + cell_x) as usize];
                (px - x) * (px - x) + (py - y) * (py - y) <= limit * limit
            }
        };
        offsets.iter().filter(near).count() * 100 / offsets.len()
    };
    let margin = outer as u32 + 1;
    let all = (margin..GRID - margin).step_by(2).flat_map(|y| (margin..GRID - margin).step_by(2).map(move |x| (x, y)));
    all.filter_map(|(x, y)| {
        let color = core(&small, x, y);
        let spot = Spot { x, y, target: Tint::of(color), value: color.into_iter().max().unwrap_or(0) };
        let vivid = spot.target.saturation >= params.least_saturation() && VALUES.contains(&spot.value);
        // Most of the circle has this color, and enough of what is seen around it.
        (vivid && alike(spot, &inside) >= 75 && alike(spot, &around) >= 40).then_some(spot)
    })
    .collect()
}

/// The mean color around a place of a picture of any size.
pub(super) fn core_of(picture: &Canvas, x: u32, y: u32) -> Color {
    core(&picture.resized(GRID, GRID), x, y)
}

/// The mean color around a place.
fn core(small: &Canvas, x: u32, y: u32) -> Color {
    let mut sums = [0u32; 3];
    for (dx, dy) in (-CORE..=CORE).flat_map(|dy| (-CORE..=CORE).map(move |dx| (dx, dy))) {
        let pixel = small.pixel(x.saturating_add_signed(dx).min(GRID - 1), y.saturating_add_signed(dy).min(GRID - 1));
        sums = std::array::from_fn(|channel| sums[channel] + u32::from(pixel[channel]));
    }
    let count = (2 * CORE as u32 + 1).pow(2);
    sums.map(|sum| ((sum + count / 2) / count) as u8)
}
