//! Reading a place and its colors from written states.

use super::State;
use super::color::{RIM, Tint};
use super::generate::{GRID, Spot, core_of};
use super::params::Params;
use crate::{Canvas, ParamError};
use serde::Deserialize;
use serde_json::Value;

/// As published: the circle's middle in the pixels of the picture's file, hues in degrees, saturations and values from 0 to 255.
#[derive(Deserialize)]
struct Published {
    target_pos: [f64; 2],
    target_hue: f64,
    target_sat: f64,
    target_val: f64,
    current_hue: f64,
    current_sat: f64,
}

/// The place to color, and what is selected.
type Colors = (Spot, Tint);

pub(super) fn own(state: &Value, picture: &Canvas) -> Result<Colors, ParamError> {
    let State { circle: [x, y], selected, target, .. } =
        State::deserialize(state).map_err(|error| ParamError::state(error.to_string()))?;
    let value = core_of(picture, x.min(GRID - 1), y.min(GRID - 1)).into_iter().max().unwrap_or(0);
    Ok((Spot { x, y, target, value }, selected))
}

pub(super) fn published(state: &Value, (width, height): (u32, u32)) -> Result<Colors, ParamError> {
    let read = Published::deserialize(state).map_err(|error| ParamError::state(error.to_string()))?;
    let hundredth = |pixel: f64, side: u32| (pixel * f64::from(GRID) / f64::from(side.max(1))).round() as u32;
    let tint =
        |hue: f64, saturation: f64| Tint { hue_deg: (hue.round() as i64).rem_euclid(360), saturation: saturation.round() as i64 };
    let [x, y] = read.target_pos;
    let spot = Spot {
        x: hundredth(x, width),
        y: hundredth(y, height),
        target: tint(read.target_hue, read.target_sat),
        value: read.target_val.clamp(0.0, 255.0) as u8,
    };
    Ok((spot, tint(read.current_hue, read.current_sat)))
}

/// The circle must lie in the picture, and colors on the wheel.
pub(super) fn check(spot: Spot, tint: Tint, params: &Params) -> Result<(), ParamError> {
    let margin = params.circle_percent + params.ring_percent;
    let inside = |at: u32| (margin..=GRID - margin).contains(&at);
    if !inside(spot.x) || !inside(spot.y) {
        return Err(ParamError::state(format!("the circle at {} and {} percent leaves the picture", spot.x, spot.y)));
    }
    let on_wheel = |tint: Tint| (0..360).contains(&tint.hue_deg) && (0..=RIM).contains(&tint.saturation);
    match on_wheel(tint) && on_wheel(spot.target) {
        true => Ok(()),
        false => Err(ParamError::state("hues are from 0 to 359 degrees, and saturations from 0 to 255")),
    }
}
