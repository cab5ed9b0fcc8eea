//! Mental Rotation 3D: turn a body on the right until it looks like the one on the left.
//!
//! Two worlds share this episode: chains of cubes that are turned about three axes, and everyday objects that are turned
//! about two. Both only differ in how a body comes to be.

mod cube;
mod object;
mod scene;
mod solve;
#[cfg(test)]
mod testing;

use crate::solid::Rotation;
use crate::{Canvas, Effect, Form, NearMissCalls, ParamError, Puzzle, Solve};
use agon_core::{Args, Call, Function, Param, Rng, Space};
use agon_grade::{CheckBuilder, check};
use scene::Scene;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::sync::Arc;

pub(super) use cube::Cube;
pub(super) use object::Object;

/// The strategies of both worlds.
const STRATEGIES: &[&str] = &["per-axis", "single", "full-turns", "padded"];

#[derive(Clone)]
struct Turned {
    axes: Axes,
    orientation: Rotation,
    target: Rotation,
    angle_tolerance_deg: f64,
    scene: Arc<Scene>,
    /// What is to be said about the body in the evidence.
    body: Map<String, Value>,
    /// What the body is called in the instruction.
    noun: &'static str,
}

/// Which turns a call can make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Axes {
    YawPitch,
    YawPitchRoll,
}

/// What a final state is marked by. Orientations are unit quaternions: w, x, y, z.
#[derive(Serialize, Deserialize)]
struct State {
    #[serde(flatten)]
    body: Map<String, Value>,
    orientation: Rotation,
    target: Rotation,
    angle_tolerance_deg: f64,
}

/// Angles are good to eight digits; what misses the tolerance's edge by less is on it.
const ROUNDING: f64 = 1e-6;

/// How many starts are drawn before the parameters are called impossible.
const TRIES: usize = 1000;

impl Axes {
    fn count(self) -> usize {
        match self {
            Self::YawPitch => 2,
            Self::YawPitchRoll => 3,
        }
    }

    /// An orientation from which one call leads to the target, far enough from it.
    fn start(self, target: Rotation, angle_tolerance_deg: f64, rng: &mut Rng) -> Result<Rotation, ParamError> {
        let start = (0..TRIES).find_map(|_| {
            let mut tenths = |most: i64| rng.integer(-most, most) as f64 / 10.0;
            let (yaw, pitch) = (tenths(1800), tenths(900));
            let roll = if self == Self::YawPitchRoll { tenths(1800) } else { 0.0 };
            let start = Rotation::turns(yaw, pitch, roll).inverse().after(target);
            (start.degrees_to(target) >= least_start_deg(angle_tolerance_deg)).then_some(start)
        });
        start.ok_or_else(|| ParamError::key("angle_tolerance_deg", "is too wide to start outside it"))
    }
}

/// The turn a call makes: degrees of yaw, pitch and roll.
type Turn = [f64; 3];

fn rotation_of([yaw, pitch, roll]: Turn) -> Rotation {
    Rotation::turns(yaw, pitch, roll)
}

/// Marks a final state of either world.
fn mark(state: &Value) -> Option<Vec<CheckBuilder>> {
    let state = State::deserialize(state).ok()?;
    if !(state.orientation.is_valid() && state.target.is_valid()) {
        return None;
    }
    let off = state.orientation.degrees_to(state.target);
    Some(vec![
        check("orientation", off <= state.angle_tolerance_deg + ROUNDING)
            .expected(format!("within {} degrees of the target", state.angle_tolerance_deg))
            .seen(format!("{off:.2} degrees off"))
            .at("/state/orientation"),
    ])
}

fn check_within(key: &str, value: f64, min: f64, max: f64) -> Result<(), ParamError> {
    let inside = value >= min && value <= max;
    inside.then_some(()).ok_or_else(|| ParamError::key(key, format!("must be between {min} and {max}, got {value}")))
}

/// How far from the target an episode starts, at least.
fn least_start_deg(angle_tolerance_deg: f64) -> f64 {
    (3.0 * angle_tolerance_deg).max(40.0)
}

impl Puzzle for Turned {
    fn copy(&self) -> Option<Box<dyn Puzzle>> {
        Some(Box::new(self.clone()))
    }

    fn functions(&self) -> Vec<Function> {
        let degrees = Space::Real { min: Some(-180.0), max: Some(180.0), typical: 90.0 };
        let about = [
            ("dyaw", "degrees about the upright axis; positive turns the front to the right"),
            ("dpitch", "degrees about the axis to the right; positive tips the top towards you"),
            ("droll", "degrees about the axis towards you; positive turns counter-clockwise"),
        ];
        let params = about[..self.axes.count()].iter().map(|(name, about)| Param::new(name, about, degrees.clone()));
        vec![Function::new("rotate", "Turn the body on the right.", params.collect())]
    }

    fn instruction(&self, _form: Form) -> String {
        let (noun, tolerance) = (self.noun, self.angle_tolerance_deg);
        let order = match self.axes {
            Axes::YawPitch => "The yaw of a call is carried out before its pitch.",
            Axes::YawPitchRoll => "The yaw of a call is carried out first, then its pitch, then its roll.",
        };
        format!(
            "The image shows {noun} twice. On the left it has the target orientation, which never changes; on the right the \
             same body has been turned. Turn the right one until both look the same, then stop. You succeed if its \
             orientation is then within {tolerance} degrees of the target, measured as the one turn that leads from one to \
             the other.\n\nThe axes belong to the image and not to the body, so they stay where they are when it turns. \
             {order} Each angle is between -180 and 180 degrees."
        )
    }

    fn examples(&self) -> Vec<(String, Call)> {
        let example = |about: &str, turn: Turn| (about.to_owned(), self.call(turn));
        let mut examples = vec![
            example("turn the front 15 degrees to the right", [15.0, 0.0, 0.0]),
            example("tip the top 10 degrees away from you", [0.0, -10.0, 0.0]),
        ];
        if self.axes == Axes::YawPitchRoll {
            examples.push(example("turn 20.5 degrees counter-clockwise", [0.0, 0.0, 20.5]));
        }
        examples
    }

    fn apply(&mut self, _rotate: &str, args: &Args) -> Effect {
        let mut turn = [0.0; 3];
        for (index, part) in turn.iter_mut().enumerate().take(self.axes.count()) {
            *part = args.real(index);
        }
        if turn == [0.0; 3] {
            return Effect::Executed("a turn of zero leaves the body as it is.".into());
        }
        self.orientation = rotation_of(turn).after(self.orientation);
        Effect::Executed("the body was turned.".into())
    }

    fn draw(&self, canvas: &mut Canvas) {
        self.scene.draw(canvas, self.orientation);
    }

    fn frame_size(&self) -> (u32, u32) {
        self.scene.frame_size()
    }

    fn goal(&self) -> Option<Box<dyn Puzzle>> {
        Some(Box::new(Self { orientation: self.target, ..self.clone() }))
    }

    fn state(&self) -> Value {
        let state = State {
            body: self.body.clone(),
            orientation: self.orientation,
            target: self.target,
            angle_tolerance_deg: self.angle_tolerance_deg,
        };
        serde_json::to_value(state).unwrap_or_default()
    }

    fn situation(&self) -> Value {
        json!({"body": self.body, "orientation": self.orientation, "target": self.target})
    }

    fn solve(&self, solve: &mut Solve<'_>) -> Vec<Call> {
        let turns = match solve.strategy {
            "single" => self.single(),
            "full-turns" => self.full_turns(),
            "padded" => {
                let length = solve.length.unwrap_or(self.per_axis().len() + 4);
                self.padded(length, solve.rng)
            }
            _ => self.per_axis(),
        };
        turns.into_iter().map(|turn| self.call(turn)).collect()
    }

    fn near_misses(&self) -> Vec<NearMissCalls> {
        let single = self.single();
        // Past the tolerance about the axis of the last turn, which adds to the error as it is.
        let mut too_far = single.clone();
        if let Some(last) = too_far.last_mut() {
            let angle = &mut last[self.axes.count() - 1];
            let more = self.angle_tolerance_deg + 1.0;
            *angle += if *angle > 0.0 { -more } else { more };
        }
        let wrong_way = single.iter().map(|turn| turn.map(|part| -part)).collect();
        let half = match self.axes {
            Axes::YawPitch => [180.0, 0.0, 0.0],
            Axes::YawPitchRoll => [0.0, 0.0, 180.0],
        };
        let upside_down = single.iter().copied().chain([half]).collect();
        [("stopped just short", too_far), ("turned the wrong way", wrong_way), ("half a turn off", upside_down)]
            .into_iter()
            .filter(|(_, turns)| self.degrees_off_after(turns) > self.angle_tolerance_deg + 0.1)
            .map(|(name, turns): (_, Vec<Turn>)| NearMissCalls {
                name,
                calls: turns.into_iter().map(|turn| self.call(turn)).collect(),
                fails: "orientation",
            })
            .collect()
    }

    fn secrets(&self) -> Vec<String> {
        // Short numbers stand in any prompt by chance; together, or with their decimals, they do not.
        let single = self.single();
        let numbers: Vec<String> = single.iter().flatten().filter(|n| **n != 0.0).map(f64::to_string).collect();
        let long = numbers.iter().filter(|text| text.len() >= 5).cloned();
        long.chain((numbers.len() > 1).then(|| numbers.join(", "))).collect()
    }
}
