//! Mental Rotation 3D with everyday objects, built in or from a user's own folder.

mod choose;

use super::restore::{self, Orientations};
use super::scene::Scene;
use super::{Axes, Frame, STRATEGIES, TurnAxes, Turned, check_within};
use crate::data::{Choice, Meshes};
use crate::solid::{Mesh, Rotation};
use crate::{Certainty, Kind, ParamError, Puzzle, Starts, read_params};
use agon_core::Rng;
use agon_grade::CheckBuilder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::sync::Arc;

pub(crate) struct Object;

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Params {
    angle_tolerance_deg: f64,
    /// About which axes calls turn. With the published ones a call has three angles, the target is the object as it is stored, and
    /// starts are drawn as there.
    axes: TurnAxes,
    /// A folder of OBJ, glTF or GLB files; empty for the built-in objects. Files that cannot be used are skipped with a
    /// warning that names them.
    meshes: String,
    /// Which object.
    mesh: Choice,
    /// The height of the frame, which is twice as wide.
    frame_px: u32,
}

impl Default for Params {
    fn default() -> Self {
        Self { angle_tolerance_deg: 15.0, axes: TurnAxes::Image, meshes: String::new(), mesh: Choice::Any, frame_px: 256 }
    }
}

impl Params {
    fn check(&self) -> Result<(), ParamError> {
        check_within("angle_tolerance_deg", self.angle_tolerance_deg, 0.5, 45.0)?;
        check_within("frame_px", self.frame_px.into(), 64.0, 1024.0)
    }
}

impl Kind for Object {
    fn name(&self) -> &'static str {
        "mental-rotation-object"
    }

    fn published_name(&self) -> &'static str {
        "mental_rotation_3d_objaverse"
    }

    fn title(&self) -> &'static str {
        "Mental Rotation 3D, Object"
    }

    fn about(&self) -> &'static str {
        "Turn an everyday object until it looks like the one beside it."
    }

    fn params(&self) -> Map<String, Value> {
        crate::worlds::params_of(&Params::default())
    }

    fn strategies(&self) -> &'static [&'static str] {
        STRATEGIES
    }

    fn start(&self, params: &Map<String, Value>, seed: u64) -> Result<Box<dyn Puzzle>, ParamError> {
        let params: Params = read_params(params)?;
        params.check()?;
        Ok(Box::new(generate(&params, seed)?))
    }

    fn starts(&self, params: &Map<String, Value>, sample: usize) -> Option<Result<Starts, ParamError>> {
        Some(read_params(params).and_then(|params: Params| starts(&params, sample)))
    }

    fn restore(&self, params: &Map<String, Value>, state: &Value) -> Result<Box<dyn Puzzle>, ParamError> {
        let params: Params = read_params(params)?;
        params.check()?;
        let meshes = Meshes::open(&params.meshes)?;
        let (named, orientations) = match state.get("object_path") {
            Some(path) => (path.clone(), restore::published(state, unturned(), params.angle_tolerance_deg)?),
            None => {
                let (orientations, body) = restore::own(state)?;
                (body.get("mesh").cloned().unwrap_or_default(), orientations)
            }
        };
        let object = named.as_str().and_then(|name| find(&meshes, name)).and_then(|number| meshes.object(number));
        let (name, mesh) = object.ok_or_else(|| {
            restore::unusable(format!(
                "there is no object named {named} among the {} of meshes = {:?}",
                meshes.count(),
                params.meshes
            ))
        })?;
        Ok(Box::new(turned(&params, name, mesh, orientations)))
    }

    fn mark(&self, state: &Value) -> Option<Vec<CheckBuilder>> {
        super::mark(state)
    }
}

/// Orientations are drawn by tenths of a degree: yaw and pitch of the target, then those of the start.
const TARGETS: f64 = 3601.0 * 301.0;
const TURNS: f64 = 3601.0 * 1801.0;

/// Every object that can be used in every orientation and from every start. Starts near the target, which are not set, are a
/// few in a hundred.
fn starts(params: &Params, sample: usize) -> Result<Starts, ParamError> {
    let meshes = Meshes::open(&params.meshes)?;
    let how = "objects that do not look alike from several sides, their orientations and starts by tenths of a degree";
    let each = |number: usize| if meshes.is_usable(number) { TARGETS * TURNS } else { 0.0 };
    let starts = Starts::sampled(meshes.count(), sample, how, each);
    Ok(Starts { certainty: Certainty::Estimate, ..starts })
}

fn generate(params: &Params, seed: u64) -> Result<Turned, ParamError> {
    let meshes = Meshes::open(&params.meshes)?;
    let mut rng = Rng::new("mental-rotation-object", seed);
    // One stream for each part: a tighter tolerance draws other starts, and must not change the object.
    let (mut mesh_rng, mut target_rng, mut start_rng) = (rng.fork("mesh"), rng.fork("target"), rng.fork("start"));
    let index = match params.mesh {
        Choice::Any => meshes.any(&mut mesh_rng),
        Choice::Number(number) => number,
    };
    let (name, mesh) = meshes.object(index).ok_or_else(|| {
        ParamError::key("mesh", format!("must be \"any\" or below {}, the number of objects; got {index}", meshes.count()))
    })?;
    let (target, orientation) = match params.axes {
        TurnAxes::Image => {
            let target = choose::target(&mesh, &mut target_rng);
            (target, Axes::YawPitch.start(target, params.angle_tolerance_deg, &mut start_rng)?)
        }
        TurnAxes::Published => {
            let target = unturned();
            (target, super::published_start(&published_frame(), target, params.angle_tolerance_deg, &mut start_rng)?)
        }
    };
    let angle_tolerance_deg = params.angle_tolerance_deg;
    let orientations = Orientations { orientation, target, angle_tolerance_deg };
    Ok(turned(params, name, mesh, orientations))
}

fn turned(params: &Params, name: &str, mesh: Arc<Mesh>, orientations: Orientations) -> Turned {
    let Orientations { orientation, target, angle_tolerance_deg } = orientations;
    let mut body = Map::new();
    body.insert("mesh".into(), json!(name));
    Turned {
        axes: match params.axes {
            TurnAxes::Image => Axes::YawPitch,
            TurnAxes::Published => Axes::YawPitchRoll,
        },
        frame: match params.axes {
            TurnAxes::Image => Frame::image(),
            TurnAxes::Published => published_frame(),
        },
        orientation,
        target,
        angle_tolerance_deg,
        scene: Arc::new(Scene::new(mesh, target, params.frame_px)),
        body,
        noun: "an object",
    }
}

/// An object of this name. Published states have paths, of which the file's name is enough.
fn find(meshes: &Meshes, name: &str) -> Option<usize> {
    let file = |name: &str| name.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
    let all = 0..meshes.count();
    all.clone()
        .find(|index| meshes.listed_name(*index) == name)
        .or_else(|| all.clone().find(|index| file(meshes.listed_name(*index)) == file(name)))
}

/// The orientation in which an object is stored, seen from in front.
fn unturned() -> Rotation {
    Rotation::turns(0.0, 0.0, 0.0)
}

/// The published names of the three angles are kept, and what each does is said.
fn published_frame() -> Frame {
    Frame {
        axes: Some(super::published_axes()),
        arguments: [(1, 1.0), (2, 1.0), (0, -1.0)],
        told: [
            (
                "d_roll",
                "degrees about the upright axis, in spite of its name; positive turns the front to the right",
                "turn the front 15 degrees to the right",
            ),
            (
                "d_yaw",
                "degrees about the axis to the right, in spite of its name; positive tips the top towards you",
                "tip the top 10 degrees away from you",
            ),
            (
                "d_pitch",
                "degrees about the axis towards you, in spite of its name; positive turns clockwise",
                "turn 20.5 degrees clockwise",
            ),
        ],
        about: "The axes belong to the image and not to the body, so they stay where they are when it turns.",
    }
}

#[cfg(test)]
mod tests;
