//! Mental Rotation 3D with everyday objects, built in or from a user's own folder.

mod choose;

use super::scene::Scene;
use super::{Axes, STRATEGIES, Turned, check_within};
use crate::data::{Choice, Meshes};
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
        Self { angle_tolerance_deg: 15.0, meshes: String::new(), mesh: Choice::Any, frame_px: 256 }
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
    let target = choose::target(&mesh, &mut target_rng);
    let orientation = Axes::YawPitch.start(target, params.angle_tolerance_deg, &mut start_rng)?;
    let mut body = Map::new();
    body.insert("mesh".into(), json!(name));
    Ok(Turned {
        axes: Axes::YawPitch,
        orientation,
        target,
        angle_tolerance_deg: params.angle_tolerance_deg,
        scene: Arc::new(Scene::new(mesh, target, params.frame_px)),
        body,
        noun: "an object",
    })
}

#[cfg(test)]
mod tests;
