//! Episodes from written states: our own in the middle of their motion, and those of the published environments.

use super::arm::{Arm, Motion};
use super::episode::{Episode, distance};
use super::params::Rules;
use super::physics;
use super::robot::{Robot, Task, robot};
use crate::ParamError;
use serde::Deserialize as _;
use serde_json::Value;
use std::sync::Arc;

/// How far from the gripper's start, along each side of the table, anything can be.
const REACH_M: f64 = 0.21;

/// How low and how high a target can be: the tolerance reaches out of the table.
const TARGET_HEIGHT_M: [f64; 2] = [0.37, 0.89];

/// How far gripper and cube may be from the gripper's start while an episode goes on.
const NEAR_M: f64 = 0.7;

/// A cube below this has fallen off the table.
const LOWEST_CUBE_M: f64 = 0.4;

/// The episode of a state.
pub(super) fn read(task: Task, rules: Rules, state: &Value) -> Result<Episode, ParamError> {
    let robot = robot(task).map_err(ParamError::Invalid)?;
    match state.get("goal_pos").is_some() {
        true => published(robot, rules, state),
        false => own(robot, rules, state),
    }
}

fn own(robot: Arc<Robot>, mut rules: Rules, state: &Value) -> Result<Episode, ParamError> {
    let motion = Motion::deserialize(&state["motion"]).map_err(|error| unusable(format!("motion: {error}")))?;
    let target = place(state, "target", &robot, TARGET_HEIGHT_M)?;
    let threshold = state["threshold_m"].as_f64().filter(|metres| (0.01..=0.1).contains(metres));
    rules.threshold_m =
        threshold.ok_or_else(|| unusable(format!("threshold_m must be between 0.01 and 0.1, got {}", state["threshold_m"])))?;
    let fingers = state["fingers_told"].as_f64().filter(|told| [-1.0, 0.0, 1.0].contains(told));
    let fingers = fingers.ok_or_else(|| unusable(format!("fingers_told must be -1, 0 or 1, got {}", state["fingers_told"])))?;
    let start = robot.settled.gripper;
    let arm = Arm::moving(robot, &motion).map_err(physics)?;
    let arm = arm.ok_or_else(|| unusable("motion is not of this robot: it must be as a state writes it".into()))?;
    let is_near = |place: [f64; 3]| distance(place, start) < NEAR_M;
    if !is_near(arm.gripper()) {
        return Err(unusable("motion leaves the gripper far from the table".into()));
    }
    if arm.cube().is_some_and(|cube| !is_near(cube) || cube[2] < LOWEST_CUBE_M) {
        return Err(unusable("motion leaves the cube off the table".into()));
    }
    let aim = numbers(state, "aim").filter(|aim| is_near(*aim));
    let aim = aim.ok_or_else(|| unusable(format!("aim must be a place near the gripper, got {}", state["aim"])))?;
    Ok(Episode::new(arm, target, rules).going_on(aim, fingers))
}

/// Published states have the target and the cube; where their cameras are is read by nobody here.
fn published(robot: Arc<Robot>, rules: Rules, state: &Value) -> Result<Episode, ParamError> {
    let target = place(state, "goal_pos", &robot, TARGET_HEIGHT_M)?;
    let cube = match robot.task {
        Task::Reach => None,
        Task::PickAndPlace => Some(place(state, "object_pos", &robot, [LOWEST_CUBE_M, 0.5])?),
    };
    let arm = Arm::new(robot, cube.as_ref().map(|cube| &cube[..])).map_err(physics)?;
    Ok(Episode::new(arm, target, rules))
}

/// A place above the table, in metres.
fn place(state: &Value, key: &str, robot: &Robot, [low, high]: [f64; 2]) -> Result<[f64; 3], ParamError> {
    let start = robot.settled.gripper;
    let in_reach = |at: &[f64; 3]| (0..2).all(|axis| (at[axis] - start[axis]).abs() <= REACH_M) && (low..=high).contains(&at[2]);
    numbers(state, key).filter(in_reach).ok_or_else(|| {
        unusable(format!(
            "{key} must be three metres within {REACH_M} of {:.3} and of {:.3} and between {low} and {high}, got {}",
            start[0], start[1], state[key]
        ))
    })
}

fn numbers(state: &Value, key: &str) -> Option<[f64; 3]> {
    let numbers: Option<Vec<f64>> = state[key].as_array()?.iter().map(Value::as_f64).collect();
    numbers?.try_into().ok()
}

fn unusable(problem: String) -> ParamError {
    ParamError::key("init_state", problem)
}
