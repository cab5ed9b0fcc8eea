//! The Fetch robot at its table, twice: reach a mark with the gripper, and pick a cube up and bring it to a mark.
//!
//! Physics is MuJoCo's, with the robot's real model, and the rules are those of gymnasium-robotics' environments of the same
//! names (a fixture made with them holds the motion to within a thousandth of a millimetre). A call lasts several control
//! steps, so that a step has a fixed length, as in the paper. Library and model are brought by `scripts/install-fetch`;
//! without them both worlds say so and everything else works.

mod arm;
mod episode;
mod generate;
mod looks;
mod params;
mod restore;
mod robot;
mod solve;

use crate::{Kind, ParamError, Puzzle, read_params};
use agon_core::{Need, Rng};
use agon_grade::{CheckBuilder, check};
use agon_mujoco::MujocoError;
use arm::Arm;
use episode::{Episode, distance};
use params::{Moves, PickParams, ReachParams, Rules};
use robot::{Task, robot};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

pub(super) struct FetchReach;

pub(super) struct FetchPickAndPlace;

/// What a final state is marked by. Places are in metres.
#[derive(Serialize, Deserialize)]
struct ReachState {
    gripper: [f64; 3],
    target: [f64; 3],
    threshold_m: f64,
}

#[derive(Serialize, Deserialize)]
struct PickState {
    gripper: [f64; 3],
    /// How far each finger is open.
    fingers: [f64; 2],
    cube: [f64; 3],
    target: [f64; 3],
    threshold_m: f64,
}

/// How many episodes with published moves are solved before the parameters are called impossible.
const TRIES: usize = 200;

const STRATEGIES: [&str; 3] = ["greedy", "diagonal", "padded"];

impl Kind for FetchReach {
    fn name(&self) -> &'static str {
        "fetch-reach"
    }

    fn published_name(&self) -> &'static str {
        "fetch_reach"
    }

    fn title(&self) -> &'static str {
        "MuJoCo Fetch: Reach"
    }

    fn about(&self) -> &'static str {
        "Steer a robot's gripper to a mark in the air, seen by two cameras."
    }

    fn params(&self) -> Map<String, Value> {
        super::params_of(&ReachParams::default())
    }

    fn strategies(&self) -> &'static [&'static str] {
        &STRATEGIES
    }

    fn needs(&self) -> Vec<Need> {
        vec![robot::need()]
    }

    fn start(&self, params: &Map<String, Value>, seed: u64) -> Result<Box<dyn Puzzle>, ParamError> {
        let params: ReachParams = read_params(params)?;
        Ok(Box::new(start_reach(&params, seed)?))
    }

    fn restore(&self, params: &Map<String, Value>, state: &Value) -> Result<Box<dyn Puzzle>, ParamError> {
        let params: ReachParams = read_params(params)?;
        Ok(Box::new(restore::read(Task::Reach, params.check()?, state)?))
    }

    fn mark(&self, state: &Value) -> Option<Vec<CheckBuilder>> {
        let state = ReachState::deserialize(state).ok()?;
        Some(vec![near("gripper at the target", state.gripper, state.target, state.threshold_m, "/state/gripper")])
    }
}

impl Kind for FetchPickAndPlace {
    fn name(&self) -> &'static str {
        "fetch-pick-and-place"
    }

    fn published_name(&self) -> &'static str {
        "fetch_pick_and_place"
    }

    fn title(&self) -> &'static str {
        "MuJoCo Fetch: Pick and Place"
    }

    fn about(&self) -> &'static str {
        "Grasp a cube with a robot's gripper and bring it to a mark, seen by two cameras."
    }

    fn params(&self) -> Map<String, Value> {
        super::params_of(&PickParams::default())
    }

    fn strategies(&self) -> &'static [&'static str] {
        &STRATEGIES
    }

    fn needs(&self) -> Vec<Need> {
        vec![robot::need()]
    }

    fn start(&self, params: &Map<String, Value>, seed: u64) -> Result<Box<dyn Puzzle>, ParamError> {
        let params: PickParams = read_params(params)?;
        Ok(Box::new(start_pick(&params, seed)?))
    }

    fn restore(&self, params: &Map<String, Value>, state: &Value) -> Result<Box<dyn Puzzle>, ParamError> {
        let params: PickParams = read_params(params)?;
        Ok(Box::new(restore::read(Task::PickAndPlace, params.check()?, state)?))
    }

    fn mark(&self, state: &Value) -> Option<Vec<CheckBuilder>> {
        let state = PickState::deserialize(state).ok()?;
        Some(vec![near("cube at the target", state.cube, state.target, state.threshold_m, "/state/cube")])
    }
}

fn start_reach(params: &ReachParams, seed: u64) -> Result<Episode, ParamError> {
    let rules = params.check()?;
    let robot = robot(Task::Reach).map_err(ParamError::Invalid)?;
    let mut rng = Rng::new("fetch-reach", seed);
    drawn(&rules, params.max_solution, || {
        let target = generate::reach_target(params, &rules, &robot, &mut rng)?;
        Ok(Episode::new(Arm::new(robot.clone(), None).map_err(physics)?, target, rules.clone()))
    })
}

fn start_pick(params: &PickParams, seed: u64) -> Result<Episode, ParamError> {
    let rules = params.check()?;
    let robot = robot(Task::PickAndPlace).map_err(ParamError::Invalid)?;
    let mut rng = Rng::new("fetch-pick-and-place", seed);
    drawn(&rules, params.max_solution, || {
        let (cube, target) = generate::cube_and_target(params, &rules, &robot, &mut rng)?;
        Ok(Episode::new(Arm::new(robot.clone(), Some(&cube)).map_err(physics)?, target, rules.clone()))
    })
}

/// Draws an episode. Those with published moves are drawn until a solver has done one: how far such a move goes is not known before.
fn drawn(
    rules: &Rules,
    max_solution: Option<u32>,
    mut draw: impl FnMut() -> Result<Episode, ParamError>,
) -> Result<Episode, ParamError> {
    if rules.moves == Moves::Steps {
        return draw();
    }
    for _ in 0..TRIES {
        let episode = draw()?;
        let fits = |calls: usize| max_solution.is_none_or(|most| calls <= most as usize);
        let solved = solve::greedy(&episode).filter(|(end, calls)| fits(calls.len()) && end.distance_m() < rules.threshold_m);
        if solved.is_some() && episode.distance_m() >= rules.threshold_m {
            return Ok(episode);
        }
    }
    Err(generate::nowhere())
}

fn physics(error: MujocoError) -> ParamError {
    ParamError::Invalid(error.to_string())
}

fn near(name: &'static str, at: [f64; 3], target: [f64; 3], threshold_m: f64, pointer: &'static str) -> CheckBuilder {
    let off = distance(at, target);
    check(name, off < threshold_m)
        .expected(format!("less than {} cm away", centimetres(threshold_m)))
        .seen(format!("{:.2} cm away", off * 100.0))
        .at(pointer)
}

/// As it is written: 0.07 m are 7 cm and not 7.000000000000001.
fn centimetres(metres: f64) -> f64 {
    (metres * 1e6).round() / 1e4
}

#[cfg(test)]
mod tests;
