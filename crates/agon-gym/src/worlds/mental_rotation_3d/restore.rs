//! Orientations from written states: our own, and those of the published environments.

use super::State;
use crate::ParamError;
use crate::solid::Rotation;
use serde::Deserialize as _;
use serde_json::{Map, Value};

/// What a state says of orientations.
pub(super) struct Orientations {
    pub(super) orientation: Rotation,
    pub(super) target: Rotation,
    pub(super) angle_tolerance_deg: f64,
}

/// Reads a state of our own; also gives what it says about the body.
pub(super) fn own(state: &Value) -> Result<(Orientations, Map<String, Value>), ParamError> {
    let State { body, orientation, target, angle_tolerance_deg } =
        State::deserialize(state).map_err(|error| unusable(error.to_string()))?;
    for (name, rotation) in [("orientation", orientation), ("target", target)] {
        if !rotation.is_valid() {
            return Err(unusable(format!("{name} must be a quaternion of length one: w, x, y, z")));
        }
    }
    if !(0.5..=45.0).contains(&angle_tolerance_deg) {
        return Err(unusable(format!("angle_tolerance_deg must be between 0.5 and 45, got {angle_tolerance_deg}")));
    }
    Ok((Orientations { orientation, target, angle_tolerance_deg }, body))
}

/// Reads a published state: a matrix, or the angles in radians that it was drawn from. Published bodies are seen from a place of
/// their own, and their target is to be not turned at all.
pub(super) fn published(state: &Value, view: Rotation, angle_tolerance_deg: f64) -> Result<Orientations, ParamError> {
    let turned = match state.get("current_rot") {
        Some(rows) => matrix(rows).and_then(Rotation::from_matrix).ok_or_else(|| {
            unusable("current_rot must be the three or four rows of a rotation's matrix, without a mirror or a scale".into())
        })?,
        None => {
            let angle = |key: &str| {
                let radians = state[key].as_f64().filter(|radians| radians.abs() < 1e6);
                radians
                    .map(f64::to_degrees)
                    .ok_or_else(|| unusable(format!("{key} must be an angle in radians, got {}", state[key])))
            };
            super::published_axes_turned([angle("secret_yaw")?, angle("secret_pitch")?, angle("secret_roll")?])
        }
    };
    Ok(Orientations { orientation: view.after(turned), target: view, angle_tolerance_deg })
}

/// The upper left three rows and columns.
fn matrix(rows: &Value) -> Option<[[f64; 3]; 3]> {
    let rows = rows.as_array().filter(|rows| (3..=4).contains(&rows.len()))?;
    let mut matrix = [[0.0; 3]; 3];
    for (row, written) in matrix.iter_mut().zip(rows) {
        let written = written.as_array().filter(|row| row.len() == rows.len())?;
        for (part, number) in row.iter_mut().zip(written) {
            *part = number.as_f64()?;
        }
    }
    Some(matrix)
}

pub(super) fn unusable(problem: String) -> ParamError {
    ParamError::key("init_state", problem)
}
