//! Setting an episode: where the target is, and where the cube lies.

use super::params::{Moves, PickParams, ReachParams, Rules};
use super::robot::Robot;
use crate::ParamError;
use agon_core::Rng;

/// How many places are drawn before the parameters are called impossible.
const TRIES: usize = 100_000;

/// A cube nearer to the gripper's start than this would be in its way.
const CUBE_CLEARANCE_M: f64 = 0.1;

/// The table ends at 0.4 m; a mark that sinks into it is not seen whole.
const LOWEST_TARGET_M: f64 = 0.42;

/// How far beside the cube's middle whole steps may leave the gripper, as shares of a step: across the fingers they must
/// pass the cube on both sides, along them they must get hold of it.
const BESIDE: [f64; 2] = [0.4, 0.3];

pub(super) fn reach_target(params: &ReachParams, rules: &Rules, robot: &Robot, rng: &mut Rng) -> Result<[f64; 3], ParamError> {
    let start = robot.settled.gripper;
    for _ in 0..TRIES {
        let range = params.target_range_m;
        let offset = [0, 1, 2].map(|_| rng.real(-range, range));
        if rules.moves == Moves::Published {
            // Of published targets some sink into the table; the tolerance reaches out of it.
            if length(offset) >= params.least_distance_m {
                return Ok([0, 1, 2].map(|axis| rounded(start[axis] + offset[axis])));
            }
            continue;
        }
        let above = start[2] + offset[2] >= LOWEST_TARGET_M;
        if above && length(offset) >= params.least_distance_m && left_over(offset, rules.step_m) <= 0.7 * rules.threshold_m {
            return Ok([0, 1, 2].map(|axis| rounded(start[axis] + offset[axis])));
        }
    }
    Err(nowhere())
}

/// The cube's place on the table and the target.
pub(super) fn cube_and_target(
    params: &PickParams,
    rules: &Rules,
    robot: &Robot,
    rng: &mut Rng,
) -> Result<([f64; 2], [f64; 3]), ParamError> {
    let (start, height, step) = (robot.settled.gripper, robot.settled.cube_height, rules.step_m);
    for _ in 0..TRIES {
        let mut near = |range: f64| [rng.real(-range, range), rng.real(-range, range)];
        let (cube, aside) = (near(params.cube_range_m), near(params.target_range_m));
        let (in_the_air, lift) = (rng.chance(params.air_chance), rng.real(0.0, params.air_height_m));
        let lift = if in_the_air { lift } else { 0.0 };
        let carry = [aside[0] - cube[0], aside[1] - cube[1], lift];
        // The fingers push the cube to the middle between them.
        let beside = [cube[0] - whole(cube[0], step), cube[1] - whole(cube[1], step)];
        let carried = [carry[0], carry[1] + beside[1], carry[2]];
        let calls = approach_calls(cube, start[2] - height, step) + steps(carried, step);
        let in_steps = rules.moves == Moves::Published
            || ((0..2).all(|axis| beside[axis].abs() <= BESIDE[axis] * step)
                && left_over(carried, step) <= 0.7 * rules.threshold_m
                && params.max_solution.is_none_or(|most| calls <= f64::from(most)));
        let apart = length([cube[0], cube[1], 0.0]) >= CUBE_CLEARANCE_M && length(carry) >= params.least_distance_m;
        if in_steps && apart {
            let place = [0, 1].map(|axis| rounded(start[axis] + cube[axis]));
            return Ok((place, [start[0] + aside[0], start[1] + aside[1], height + lift].map(rounded)));
        }
    }
    Err(nowhere())
}

/// How many calls lead to a grasp: above the cube, open, down, close.
fn approach_calls(cube: [f64; 2], down: f64, step: f64) -> f64 {
    steps([cube[0], cube[1], 0.0], step) + (down / step).round() + 2.0
}

/// How many steps along one axis at a time lead somewhere.
fn steps(offset: [f64; 3], step: f64) -> f64 {
    offset.iter().map(|part| (part / step).abs().round()).sum()
}

/// How far from a place whole steps end.
fn left_over(offset: [f64; 3], step: f64) -> f64 {
    length(offset.map(|part| part - whole(part, step)))
}

fn whole(part: f64, step: f64) -> f64 {
    (part / step).round() * step
}

pub(super) fn length(v: [f64; 3]) -> f64 {
    (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt()
}

/// To a tenth of a millimetre, so that states read well.
fn rounded(metres: f64) -> f64 {
    (metres * 1e4).round() / 1e4
}

pub(super) fn nowhere() -> ParamError {
    ParamError::Invalid("no places were found that these parameters allow; use a larger range or a smaller step_m".into())
}
