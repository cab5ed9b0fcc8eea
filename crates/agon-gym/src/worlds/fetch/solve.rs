//! Solvers. They try their calls on a copy of the physics, and so see what each one did.

use super::episode::{Direction, Episode, Pull, distance, from_world, gripper_call, move_call};
use super::params::{Moves, PUBLISHED_STEP_M};
use super::robot::Task;
use crate::NearMissCalls;
use agon_core::{Call, Rng};
use agon_mujoco::MujocoError;

/// No episode takes longer; whoever has not arrived by then is stuck.
const MOST_CALLS: usize = 80;

/// How many moves lead past a target at most.
const MOST_PAST: usize = 3;

/// How high above the cube the gripper is safe to pass, and from how high above its middle it can be grasped.
const SAFE_M: f64 = 0.085;
const GRASP_M: f64 = 0.026;

/// How the gripper goes from place to place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gait {
    /// Along the axis with the largest error, one at a time.
    OneAxis,
    /// Along all axes at once.
    AllAxes,
}

/// A copy of an episode, and the calls that were played on it.
struct Trial {
    episode: Episode,
    calls: Vec<Call>,
}

/// The oracle of the paper: greedy along one axis at a time, and for the cube a machine of states.
pub(super) fn greedy(episode: &Episode) -> Option<(Episode, Vec<Call>)> {
    solved(episode, Gait::OneAxis)
}

/// The same with all axes at once: the shortest way.
pub(super) fn diagonal(episode: &Episode) -> Option<(Episode, Vec<Call>)> {
    solved(episode, Gait::AllAxes)
}

fn solved(episode: &Episode, gait: Gait) -> Option<(Episode, Vec<Call>)> {
    let gait = gait_of(episode, gait);
    let mut trial = Trial::new(episode).ok()?;
    trial.solve(gait);
    Some((trial.episode, trial.calls))
}

/// Published moves go so short a way that along one axis at a time most places are out of reach of the published step limits: all
/// strategies then go along all axes at once.
fn gait_of(episode: &Episode, gait: Gait) -> Gait {
    if episode.rules.moves == Moves::Published { Gait::AllAxes } else { gait }
}

/// A greedy solution of the asked length: first there and back in directions that are drawn, at last waiting. One that is
/// longer by itself stays as it is.
pub(super) fn padded(episode: &Episode, length: Option<usize>, rng: &mut Rng) -> Option<Vec<Call>> {
    let (_, shortest) = greedy(episode)?;
    let length = length.unwrap_or(shortest.len() + 4);
    // There and back ends where it began, but for the last digits: these may cost a call or save one.
    for detours in (0..=length.saturating_sub(shortest.len()) / 2).rev() {
        let mut trial = Trial::new(episode).ok()?;
        for _ in 0..detours {
            let mut part = || rng.integer(-1, 1);
            let (x, y) = (part(), part());
            // Never down, where the table is, and never nowhere.
            let there: Direction = if x == 0 && y == 0 { [0, 0, 1] } else { [x, y, rng.integer(0, 1)] };
            trial.go(there);
            trial.go(there.map(|part| -part));
        }
        trial.solve(gait_of(episode, Gait::OneAxis));
        while trial.calls.len() < length {
            trial.go([0; 3]);
        }
        if trial.calls.len() == length && trial.arrived() {
            return Some(trial.calls);
        }
    }
    Some(shortest)
}

pub(super) fn near_misses(episode: &Episode) -> Vec<NearMissCalls> {
    let Some((end, calls)) = greedy(episode) else { return Vec::new() };
    let mut misses = Vec::new();
    let fails = if end.arm.cube().is_some() { "cube at the target" } else { "gripper at the target" };
    let mut add = |name: &'static str, trial: Option<Trial>| {
        if let Some(trial) = trial.filter(|trial| trial.episode.distance_m() >= episode.rules.threshold_m) {
            misses.push(NearMissCalls { name, calls: trial.calls, fails });
        }
    };
    // The last calls of a solution may already be inside the tolerance; the miss is the last that is not.
    let stopped_early = (1..=3).filter_map(|dropped| replay(episode, calls.get(..calls.len().checked_sub(dropped)?)?));
    add("one step short", stopped_early.into_iter().find(|trial| trial.episode.distance_m() >= episode.rules.threshold_m));
    add("past the target", past(episode, &calls));
    if episode.arm.robot.task == Task::PickAndPlace {
        add("the gripper alone at the target", gripper_alone(episode));
        add("let go in the air", let_go(episode, &calls));
    }
    misses
}

/// On beyond the target along the last move, as far as it takes.
fn past(episode: &Episode, calls: &[Call]) -> Option<Trial> {
    let mut trial = replay(episode, calls)?;
    let towards = parts(calls.last()?)?;
    let largest = towards.iter().fold(0.0f64, |most, part| most.max(part.abs()));
    let full = if largest > 0.0 { towards.map(|part| (part / largest * 100.0).round() / 100.0) } else { [0.0, 0.0, 1.0] };
    for _ in 0..MOST_PAST {
        trial.pull(full);
        if trial.episode.distance_m() >= episode.rules.threshold_m {
            break;
        }
    }
    Some(trial)
}

/// The gripper goes to the target and leaves the cube.
fn gripper_alone(episode: &Episode) -> Option<Trial> {
    let mut trial = Trial::new(episode).ok()?;
    let target = episode.target;
    match episode.rules.moves {
        Moves::Steps => trial.approach(Gait::AllAxes, |episode| (episode.arm.gripper(), target)),
        Moves::Published => trial.pull_to(Gait::AllAxes, 0.02, |episode| (episode.arm.gripper(), target)),
    }
    Some(trial)
}

/// The solution, but with the gripper opened at last: a cube in the air falls.
fn let_go(episode: &Episode, calls: &[Call]) -> Option<Trial> {
    let mut trial = replay(episode, calls)?;
    trial.fingers(false);
    trial.go([0; 3]);
    Some(trial)
}

fn replay(episode: &Episode, calls: &[Call]) -> Option<Trial> {
    let mut trial = Trial::new(episode).ok()?;
    for call in calls {
        match call.name.as_str() {
            "gripper" => trial.fingers(call.args.as_i64() == Some(1)),
            _ => trial.pull(parts(call)?),
        }
    }
    Some(trial)
}

fn parts(call: &Call) -> Option<Pull> {
    call.args.as_array()?.iter().filter_map(|part| part.as_f64()).collect::<Vec<f64>>().try_into().ok()
}

impl Trial {
    fn new(episode: &Episode) -> Result<Self, MujocoError> {
        Ok(Self { episode: episode.try_clone()?, calls: Vec::new() })
    }

    fn go(&mut self, direction: Direction) {
        self.episode.move_by(direction);
        self.calls.push(move_call(direction.map(|part| part as f64)));
    }

    fn pull(&mut self, pull: Pull) {
        self.episode.pull(pull);
        self.calls.push(move_call(pull));
    }

    fn fingers(&mut self, closed: bool) {
        self.episode.set_fingers(closed);
        self.calls.push(gripper_call(closed));
    }

    fn arrived(&self) -> bool {
        self.episode.distance_m() < self.episode.rules.threshold_m
    }

    fn solve(&mut self, gait: Gait) {
        if self.episode.rules.moves == Moves::Published {
            return self.solve_by_pulls(gait);
        }
        if self.episode.arm.robot.task == Task::PickAndPlace {
            self.grasp(gait);
        }
        let target = self.episode.target;
        self.approach(gait, |episode| (episode.carried(), target));
    }

    /// Above the cube, open, down, close. A cube that is already held is not grasped again.
    fn grasp(&mut self, gait: Gait) {
        let cube = |episode: &Episode| episode.carried();
        if distance(self.episode.arm.gripper(), cube(&self.episode)) < GRASP_M && self.holds() {
            return;
        }
        while self.episode.arm.gripper()[2] - cube(&self.episode)[2] < SAFE_M && self.calls.len() < MOST_CALLS {
            self.go([0, 0, 1]);
        }
        self.approach(gait, |episode| {
            let (gripper, cube) = (episode.arm.gripper(), episode.carried());
            (gripper, [cube[0], cube[1], gripper[2]])
        });
        self.fingers(false);
        while self.episode.arm.gripper()[2] - cube(&self.episode)[2] > GRASP_M && self.calls.len() < MOST_CALLS {
            self.go([0, 0, -1]);
        }
        self.fingers(true);
    }

    /// The same with published moves, whose lengths differ: every pull is as strong as what is left to go.
    fn solve_by_pulls(&mut self, gait: Gait) {
        let cube = |episode: &Episode| episode.carried();
        let above = |height: f64| {
            move |episode: &Episode| {
                let at = episode.carried();
                (episode.arm.gripper(), [at[0], at[1], at[2] + height])
            }
        };
        let picks = self.episode.arm.robot.task == Task::PickAndPlace;
        if picks && !(distance(self.episode.arm.gripper(), cube(&self.episode)) < GRASP_M && self.holds()) {
            self.fingers(false);
            let level = |episode: &Episode| {
                let (gripper, cube) = (episode.arm.gripper(), episode.carried());
                (gripper, [cube[0], cube[1], gripper[2].max(cube[2] + SAFE_M)])
            };
            self.pull_to(gait, 0.012, level);
            self.pull_to(gait, 0.008, above(0.008));
            self.fingers(true);
            // Until the fingers have closed around it.
            let opening = |trial: &Self| trial.episode.arm.fingers().iter().sum::<f64>();
            for _ in 0..4 {
                let before = opening(self);
                self.pull([0.0; 3]);
                if (opening(self) - before).abs() < 5e-4 {
                    break;
                }
            }
        }
        let (target, near) = (self.episode.target, 0.6 * self.episode.rules.threshold_m);
        self.pull_to(gait, near, |episode| (episode.carried(), target));
    }

    /// Pulls until one place is as near to another as asked for, or no pull brings it nearer.
    fn pull_to(&mut self, gait: Gait, near: f64, places: impl Fn(&Episode) -> ([f64; 3], [f64; 3])) {
        let (mut nearest, mut vain) = (f64::MAX, 0);
        while self.calls.len() < MOST_CALLS {
            let (at, to) = places(&self.episode);
            let off = distance(at, to);
            vain = if off < nearest - 0.002 { 0 } else { vain + 1 };
            nearest = nearest.min(off);
            if off <= near || vain > 2 {
                return;
            }
            let error = [0, 1, 2].map(|axis| to[axis] - at[axis]);
            let largest = (0..3).fold(0, |best, axis| if error[axis].abs() > error[best].abs() { axis } else { best });
            let pull = |axis: usize| match gait == Gait::AllAxes || axis == largest {
                true => (error[axis] / PUBLISHED_STEP_M).clamp(-1.0, 1.0),
                false => 0.0,
            };
            // To a hundredth, as people write numbers; adding zero turns a negative zero into a plain one.
            self.pull([0, 1, 2].map(|axis| (pull(axis) * 100.0).round() / 100.0 + 0.0));
        }
    }

    /// Whether something keeps the closed fingers apart.
    fn holds(&self) -> bool {
        self.episode.is_closing() && self.episode.arm.fingers().iter().sum::<f64>() > 0.02
    }

    /// Steps until one place is at another, or no step brings it nearer.
    fn approach(&mut self, gait: Gait, places: impl Fn(&Episode) -> ([f64; 3], [f64; 3])) {
        let half = 0.5 * self.episode.rules.step_m;
        let (mut nearest, mut vain) = (f64::MAX, 0);
        while self.calls.len() < MOST_CALLS {
            let (at, to) = places(&self.episode);
            let off = distance(at, to);
            vain = if off < nearest - 0.1 * half { 0 } else { vain + 1 };
            nearest = nearest.min(off);
            // Something is in the way, or the cube was lost.
            if vain > 2 {
                return;
            }
            let error = [0, 1, 2].map(|axis| to[axis] - at[axis]);
            let largest = (0..3).fold(0, |best, axis| if error[axis].abs() > error[best].abs() { axis } else { best });
            if error[largest].abs() <= half {
                return;
            }
            let goes = |axis: usize| error[axis].abs() > half && (gait == Gait::AllAxes || axis == largest);
            self.go(from_world([0, 1, 2].map(|axis| if goes(axis) { error[axis].signum() as i64 } else { 0 })));
        }
    }
}
