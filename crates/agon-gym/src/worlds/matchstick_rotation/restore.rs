//! Episodes from written states: our own, and those of the published environment.

use super::params::Params;
use super::{Matchsticks, Pose, State};
use serde::Deserialize;
use serde_json::Value;

/// A state of the published environment. Its places are in hidden lengths from the lower left corner.
#[derive(Deserialize)]
struct Published {
    scale: f64,
    target_mid: [f64; 2],
    target_ang: f64,
    initial_mid: [f64; 2],
    initial_ang: f64,
}

/// The canvas of the published evaluation, for parameters that do not set another.
const PUBLISHED_CANVAS: f64 = 120.0;

/// What rounding may add to a place at the edge.
const EDGE_PX: f64 = 1e-6;

/// The episode of a state, or what is wrong with it.
pub(super) fn read(state: &Value, params: Params) -> Result<Matchsticks, String> {
    match state.get("target_mid").is_some() {
        true => published(state, params),
        false => own(state, params),
    }
}

fn own(state: &Value, mut params: Params) -> Result<Matchsticks, String> {
    let state = State::deserialize(state).map_err(|error| error.to_string())?;
    let State { stick, target, px_per_unit, position_tolerance_px, angle_tolerance_deg, heads } = state;
    for (name, pose) in [("stick", stick), ("target", target)] {
        check(&format!("{name}/x"), pose.x, 0.0, params.frame_px.into())?;
        check(&format!("{name}/y"), pose.y, 0.0, params.frame_px.into())?;
        check(&format!("{name}/angle_deg"), pose.angle_deg, 0.0, 360.0)?;
    }
    check("px_per_unit", px_per_unit, 0.01, f64::from(params.frame_px))?;
    check("position_tolerance_px", position_tolerance_px, 0.1, f64::from(params.frame_px) / 4.0)?;
    check("angle_tolerance_deg", angle_tolerance_deg, 0.5, 60.0)?;
    (params.angle_tolerance_deg, params.heads) = (angle_tolerance_deg, heads);
    Ok(Matchsticks::new(stick, target, px_per_unit, position_tolerance_px, params))
}

fn published(state: &Value, mut params: Params) -> Result<Matchsticks, String> {
    let state = Published::deserialize(state).map_err(|error| error.to_string())?;
    if params.canvas_units.is_none() {
        (params.canvas_units, params.heads) = (Some(PUBLISHED_CANVAS), false);
    }
    check("scale", state.scale, 0.05, 10.0)?;
    let (px, side) = (params.px_per_canvas_unit(), f64::from(params.frame_px));
    let pose = |name: &str, [x, y]: [f64; 2], angle: f64| {
        let (x, y) = (x * state.scale * px, side - y * state.scale * px);
        check(&format!("{name}_mid"), x, -EDGE_PX, side + EDGE_PX)?;
        check(&format!("{name}_mid"), y, -EDGE_PX, side + EDGE_PX)?;
        check(&format!("{name}_ang"), angle, -1e6, 1e6)?;
        Ok::<Pose, String>(Pose { x, y, angle_deg: angle.rem_euclid(360.0) }.clipped(params.frame_px))
    };
    let (stick, target) =
        (pose("initial", state.initial_mid, state.initial_ang)?, pose("target", state.target_mid, state.target_ang)?);
    let world = Matchsticks::measured(stick, target, state.scale, params);
    check("the tolerance in pixels", world.position_tolerance_px, 0.1, side / 4.0)?;
    Ok(world)
}

fn check(name: &str, value: f64, min: f64, max: f64) -> Result<(), String> {
    let inside = value >= min && value <= max;
    inside.then_some(()).ok_or_else(|| format!("{name} must be between {min} and {max}, got {value}"))
}
