//! Mental Rotation 3D: turn a body on the right until it looks like the one on the left.
//!
//! Two worlds share this episode: chains of cubes that are turned about three axes, and everyday objects that are turned
//! about two. Both only differ in how a body comes to be.

mod cube;
mod object;
mod restore;
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
    /// About which axes calls turn.
    frame: Frame,
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

/// About which axes calls turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum TurnAxes {
    /// Those of the image: up, to the right, towards the viewer.
    #[default]
    Image,
    /// Those of the published environments.
    Published,
}

/// What calls mean: yaw, pitch and roll about three axes at right angles, and where each stands among the arguments.
#[derive(Clone, Debug)]
struct Frame {
    /// Turns the image's axes into those that calls turn about; none where they are the image's own.
    axes: Option<Rotation>,
    /// For each argument which of yaw, pitch and roll it is, and its sign.
    arguments: [(usize, f64); 3],
    /// For each argument its name, what it does, and what an example of it does.
    told: [(&'static str, &'static str, &'static str); 3],
    /// What is said of the axes in the instruction.
    about: &'static str,
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

    /// An orientation from which one call about the image's axes leads to the target, far enough from it.
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

impl Frame {
    /// The image's own axes.
    fn image() -> Self {
        Self {
            axes: None,
            arguments: [(0, 1.0), (1, 1.0), (2, 1.0)],
            told: [
                (
                    "dyaw",
                    "degrees about the upright axis; positive turns the front to the right",
                    "turn the front 15 degrees to the right",
                ),
                (
                    "dpitch",
                    "degrees about the axis to the right; positive tips the top towards you",
                    "tip the top 10 degrees away from you",
                ),
                (
                    "droll",
                    "degrees about the axis towards you; positive turns counter-clockwise",
                    "turn 20.5 degrees counter-clockwise",
                ),
            ],
            about: "The axes belong to the image and not to the body, so they stay where they are when it turns.",
        }
    }

    /// The rotation of the image that a turn about these axes is.
    fn rotation(&self, [yaw, pitch, roll]: Turn) -> Rotation {
        let turns = Rotation::turns(yaw, pitch, roll);
        self.axes.map_or(turns, |axes| axes.after(turns).after(axes.inverse()))
    }

    /// A rotation of the image as one about these axes.
    fn own(&self, rotation: Rotation) -> Rotation {
        self.axes.map_or(rotation, |axes| axes.inverse().after(rotation).after(axes))
    }
}

/// The published axes where a body is seen straight from in front: yaw about the axis towards the viewer, pitch about the upright
/// one, roll about the one to the right. This turns the image's axes of yaw, pitch and roll into them.
fn published_axes() -> Rotation {
    // Upwards becomes towards the viewer, to the right becomes upwards, and towards the viewer becomes to the right.
    Rotation::turns(90.0, 90.0, 0.0)
}

/// Published angles as a rotation: yaw first, then pitch, then roll.
fn published_axes_turned([yaw, pitch, roll]: Turn) -> Rotation {
    let axes = published_axes();
    axes.after(Rotation::turns(yaw, pitch, roll)).after(axes.inverse())
}

/// As published, a start is any: three angles about the published axes, each drawn evenly. Only what is solved at once is drawn anew.
fn published_start(frame: &Frame, target: Rotation, angle_tolerance_deg: f64, rng: &mut Rng) -> Result<Rotation, ParamError> {
    let start = (0..TRIES).find_map(|_| {
        let mut tenths = || rng.integer(0, 3599) as f64 / 10.0;
        let start = frame.rotation([tenths(), tenths(), tenths()]).after(target);
        (start.degrees_to(target) > angle_tolerance_deg + ROUNDING).then_some(start)
    });
    start.ok_or_else(|| ParamError::key("angle_tolerance_deg", "is too wide to start outside it"))
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

impl Turned {
    /// The turn that a call with these arguments makes.
    fn turn_of(&self, arguments: [f64; 3]) -> Turn {
        let mut turn = [0.0; 3];
        for (argument, (slot, sign)) in arguments.into_iter().zip(self.frame.arguments) {
            turn[slot] = sign * argument + 0.0;
        }
        turn
    }

    /// The inverse of [`Turned::turn_of`].
    fn arguments_of(&self, turn: Turn) -> [f64; 3] {
        self.frame.arguments.map(|(slot, sign)| sign * turn[slot] + 0.0)
    }
}

impl Puzzle for Turned {
    fn copy(&self) -> Option<Box<dyn Puzzle>> {
        Some(Box::new(self.clone()))
    }

    fn functions(&self) -> Vec<Function> {
        let degrees = Space::Real { min: Some(-180.0), max: Some(180.0), typical: 90.0 };
        let params = self.frame.told[..self.axes.count()].iter().map(|(name, about, _)| Param::new(name, about, degrees.clone()));
        vec![Function::new("rotate", "Turn the body on the right.", params.collect())]
    }

    fn instruction(&self, _form: Form) -> String {
        let (noun, tolerance) = (self.noun, self.angle_tolerance_deg);
        let names = [0, 1, 2].map(|part| {
            let argument = self.frame.arguments.iter().position(|(slot, _)| *slot == part).unwrap_or(part);
            self.frame.told[argument].0
        });
        let order = match self.axes {
            Axes::YawPitch => "The yaw of a call is carried out before its pitch.".to_owned(),
            Axes::YawPitchRoll if names == ["dyaw", "dpitch", "droll"] => {
                "The yaw of a call is carried out first, then its pitch, then its roll.".to_owned()
            }
            Axes::YawPitchRoll => format!("Of a call {} is carried out first, then {}, then {}.", names[0], names[1], names[2]),
        };
        let about = self.frame.about;
        format!(
            "The image shows {noun} twice. On the left it has the target orientation, which never changes; on the right the \
             same body has been turned. Turn the right one until both look the same, then stop. You succeed if its \
             orientation is then within {tolerance} degrees of the target, measured as the one turn that leads from one to \
             the other.\n\n{about} {order} Each angle is between -180 and 180 degrees."
        )
    }

    fn examples(&self) -> Vec<(String, Call)> {
        let example = |(argument, degrees): (usize, f64)| {
            let mut arguments = [0.0; 3];
            arguments[argument] = degrees;
            (self.frame.told[argument].2.to_owned(), self.call(self.turn_of(arguments)))
        };
        [15.0, -10.0, 20.5].into_iter().take(self.axes.count()).enumerate().map(example).collect()
    }

    fn apply(&mut self, _rotate: &str, args: &Args) -> Effect {
        let mut arguments = [0.0; 3];
        for (index, argument) in arguments.iter_mut().enumerate().take(self.axes.count()) {
            *argument = args.real(index);
        }
        if arguments == [0.0; 3] {
            return Effect::Executed("a turn of zero leaves the body as it is.".into());
        }
        self.orientation = self.frame.rotation(self.turn_of(arguments)).after(self.orientation);
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
        let written = single.iter().flat_map(|turn| self.arguments_of(*turn));
        let numbers: Vec<String> = written.filter(|n| *n != 0.0).map(|n| n.to_string()).collect();
        let long = numbers.iter().filter(|text| text.len() >= 5).cloned();
        long.chain((numbers.len() > 1).then(|| numbers.join(", "))).collect()
    }
}
