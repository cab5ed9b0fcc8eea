//! What can be set about the two worlds.

use crate::ParamError;
use serde::{Deserialize, Serialize};

/// What a call moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Moves {
    /// Whole steps of one length along the picture's axes: a call lasts until the step is made.
    #[default]
    Steps,
    /// As published: a call is one control step along the robot's axes with any pull from -1 to 1. It goes some three centimetres from
    /// rest. `step_m` and `control_steps` do not matter then, places are drawn without regard to steps, and what a solver cannot
    /// do is drawn anew.
    Published,
}

/// How far a single control step goes from rest with the full pull.
pub(super) const PUBLISHED_STEP_M: f64 = 0.0306;

/// What the two worlds have in common once their parameters are read.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    pub(super) moves: Moves,
    pub(super) step_m: f64,
    pub(super) control_steps: u32,
    pub(super) threshold_m: f64,
    pub(super) frame_px: u32,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct ReachParams {
    pub(super) moves: Moves,
    /// How far one unit moves the gripper, in metres.
    pub(super) step_m: f64,
    /// Control steps, of 0.04 s each, that a call lasts.
    pub(super) control_steps: u32,
    /// How near the gripper must be to the target.
    pub(super) threshold_m: f64,
    /// How far the target may be from the gripper's start, along each axis.
    pub(super) target_range_m: f64,
    /// How far away the target is at least.
    pub(super) least_distance_m: f64,
    /// Episodes that take a solver more calls are drawn anew, where moves are the published ones.
    pub(super) max_solution: Option<u32>,
    /// Each of the two views is a square of this side.
    pub(super) frame_px: u32,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct PickParams {
    pub(super) moves: Moves,
    /// How far one unit moves the gripper, in metres.
    pub(super) step_m: f64,
    /// Control steps, of 0.04 s each, that a call lasts.
    pub(super) control_steps: u32,
    /// How near the cube must be to the target.
    pub(super) threshold_m: f64,
    /// How far the cube may lie from below the gripper, along each side of the table.
    pub(super) cube_range_m: f64,
    /// How far the target may be from the gripper's start, along each side of the table.
    pub(super) target_range_m: f64,
    /// How often the target is in the air and not on the table.
    pub(super) air_chance: f64,
    /// How high above the table's height a target in the air is at most.
    pub(super) air_height_m: f64,
    /// How far the target is from the cube at least.
    pub(super) least_distance_m: f64,
    /// Episodes that take a solver, which moves along one axis at a time, more calls are drawn anew.
    pub(super) max_solution: Option<u32>,
    /// Each of the two views is a square of this side.
    pub(super) frame_px: u32,
}

impl Default for ReachParams {
    fn default() -> Self {
        Self {
            moves: Moves::Steps,
            step_m: 0.05,
            control_steps: 3,
            threshold_m: 0.05,
            target_range_m: 0.15,
            least_distance_m: 0.1,
            max_solution: None,
            frame_px: 480,
        }
    }
}

impl Default for PickParams {
    fn default() -> Self {
        Self {
            moves: Moves::Steps,
            step_m: 0.05,
            control_steps: 3,
            threshold_m: 0.05,
            cube_range_m: 0.15,
            target_range_m: 0.15,
            air_chance: 0.5,
            air_height_m: 0.45,
            least_distance_m: 0.1,
            max_solution: None,
            frame_px: 480,
        }
    }
}

impl ReachParams {
    pub(super) fn check(&self) -> Result<Rules, ParamError> {
        within("target_range_m", self.target_range_m, 0.05, 0.2)?;
        let rules = rules(self.moves, self.step_m, self.control_steps, self.threshold_m, self.frame_px)?;
        // So far that drawing finds such a place soon, and that nothing is solved at the start.
        within("least_distance_m", self.least_distance_m, self.threshold_m, self.target_range_m)?;
        check_solution(self.max_solution)?;
        Ok(rules)
    }
}

impl PickParams {
    pub(super) fn check(&self) -> Result<Rules, ParamError> {
        within("cube_range_m", self.cube_range_m, 0.11, 0.2)?;
        within("target_range_m", self.target_range_m, 0.05, 0.2)?;
        within("air_chance", self.air_chance, 0.0, 1.0)?;
        within("air_height_m", self.air_height_m, 0.05, 0.45)?;
        let rules = rules(self.moves, self.step_m, self.control_steps, self.threshold_m, self.frame_px)?;
        within("least_distance_m", self.least_distance_m, self.threshold_m, 0.2)?;
        check_solution(self.max_solution)?;
        Ok(rules)
    }
}

fn check_solution(max_solution: Option<u32>) -> Result<(), ParamError> {
    max_solution.map_or(Ok(()), |most| within("max_solution", most.into(), 8.0, 1000.0))
}

fn rules(moves: Moves, step_m: f64, control_steps: u32, threshold_m: f64, frame_px: u32) -> Result<Rules, ParamError> {
    let (step_m, control_steps) = match moves {
        Moves::Steps => (step_m, control_steps),
        Moves::Published => {
            within("threshold_m", threshold_m, PUBLISHED_STEP_M, 0.1)?;
            within("frame_px", frame_px.into(), 96.0, 1024.0)?;
            return Ok(Rules { moves, step_m: PUBLISHED_STEP_M, control_steps: 1, threshold_m, frame_px });
        }
    };
    // Longer steps pass over what they are to reach; shorter ones take for ever.
    within("step_m", step_m, 0.02, 0.06)?;
    within("control_steps", control_steps.into(), 3.0, 25.0)?;
    within("threshold_m", threshold_m, 0.8 * step_m, 0.1)?;
    within("frame_px", frame_px.into(), 96.0, 1024.0)?;
    Ok(Rules { moves, step_m, control_steps, threshold_m, frame_px })
}

fn within(key: &str, value: f64, min: f64, max: f64) -> Result<(), ParamError> {
    let inside = value >= min && value <= max;
    inside.then_some(()).ok_or_else(|| ParamError::key(key, format!("must be between {min} and {max}, got {value}")))
}
