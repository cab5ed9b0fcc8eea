//! Mental Rotation 3D with chains of cubes, after the figures of Shepard and Metzler.

mod chain;

use super::restore::{self, Orientations};
use super::scene::Scene;
use super::{Axes, Frame, STRATEGIES, TurnAxes, Turned, check_within};
use crate::solid::Rotation;
use crate::{Kind, ParamError, Puzzle, read_params};
use agon_core::Rng;
use agon_grade::CheckBuilder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::sync::Arc;

pub(crate) struct Cube;

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Params {
    /// Straight pieces of the chain.
    segments: usize,
    /// The cubes of a piece, both its ends included, are drawn from this range.
    length_range: [usize; 2],
    /// About which axes calls turn. The published ones are those of a scene that is seen from above, and starts are drawn as there.
    axes: TurnAxes,
    angle_tolerance_deg: f64,
    /// The height of the frame, which is twice as wide.
    frame_px: u32,
}

impl Default for Params {
    fn default() -> Self {
        Self { segments: 4, length_range: [2, 4], axes: TurnAxes::Image, angle_tolerance_deg: 10.0, frame_px: 256 }
    }
}

impl Params {
    fn check(&self) -> Result<(), ParamError> {
        // Three pieces can be chiral, two cannot.
        check_within("segments", self.segments as f64, 3.0, 12.0)?;
        let [least, most] = self.length_range;
        check_within("length_range", least as f64, 2.0, 8.0)?;
        check_within("length_range", most as f64, 2.0, 8.0)?;
        if least > most {
            return Err(ParamError::key("length_range", format!("must go from small to large, got {least} to {most}")));
        }
        check_within("angle_tolerance_deg", self.angle_tolerance_deg, 0.5, 45.0)?;
        check_within("frame_px", self.frame_px.into(), 64.0, 1024.0)
    }
}

impl Kind for Cube {
    fn name(&self) -> &'static str {
        "mental-rotation-cube"
    }

    fn published_name(&self) -> &'static str {
        "mental_rotation_3d_cube"
    }

    fn title(&self) -> &'static str {
        "Mental Rotation 3D, Cube"
    }

    fn about(&self) -> &'static str {
        "Turn a chain of cubes until it looks like the one beside it."
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

    fn restore(&self, params: &Map<String, Value>, state: &Value) -> Result<Box<dyn Puzzle>, ParamError> {
        let params: Params = read_params(params)?;
        params.check()?;
        let (cubes, orientations) = match state.get("shape_state") {
            Some(shape) => (chain::published(shape), restore::published(state, published_view()?, params.angle_tolerance_deg)?),
            None => {
                let (orientations, body) = restore::own(state)?;
                (body.get("cubes").and_then(chain::read), orientations)
            }
        };
        let cubes = cubes.ok_or_else(|| restore::unusable(chain::UNREADABLE.into()))?;
        Ok(Box::new(turned(&params, cubes, orientations)?))
    }

    fn mark(&self, state: &Value) -> Option<Vec<CheckBuilder>> {
        super::mark(state)
    }
}

fn generate(params: &Params, seed: u64) -> Result<Turned, ParamError> {
    let mut rng = Rng::new("mental-rotation-cube", seed);
    // One stream for each part: a tighter tolerance draws other starts, and must not change the chain.
    let (mut chain_rng, mut target_rng, mut start_rng) = (rng.fork("chain"), rng.fork("target"), rng.fork("start"));
    let cubes = chain::generate(params.segments, params.length_range, &mut chain_rng).ok_or_else(|| {
        ParamError::Invalid("no chain with these segments and lengths looks different from all sides; widen length_range".into())
    })?;
    let (target, orientation) = match params.axes {
        TurnAxes::Image => {
            let target = Rotation::uniform([target_rng.unit(), target_rng.unit(), target_rng.unit()]);
            (target, Axes::YawPitchRoll.start(target, params.angle_tolerance_deg, &mut start_rng)?)
        }
        TurnAxes::Published => {
            let (frame, target) = (published_frame()?, published_view()?);
            (target, super::published_start(&frame, target, params.angle_tolerance_deg, &mut start_rng)?)
        }
    };
    turned(params, cubes, Orientations { orientation, target, angle_tolerance_deg: params.angle_tolerance_deg })
}

fn turned(params: &Params, cubes: Vec<chain::Cell>, orientations: Orientations) -> Result<Turned, ParamError> {
    let Orientations { orientation, target, angle_tolerance_deg } = orientations;
    let mut body = Map::new();
    body.insert("cubes".into(), json!(cubes));
    Ok(Turned {
        axes: Axes::YawPitchRoll,
        frame: match params.axes {
            TurnAxes::Image => Frame::image(),
            TurnAxes::Published => published_frame()?,
        },
        orientation,
        target,
        angle_tolerance_deg,
        scene: Arc::new(Scene::new(Arc::new(chain::mesh(&cubes)), target, params.frame_px)),
        body,
        noun: "a chain of cubes",
    })
}

/// How published chains are seen: from 30 degrees above, from between the first two axes. It turns the scene's axes, whose third is
/// upright, into the image's.
fn published_view() -> Result<Rotation, ParamError> {
    let (half, level) = (0.5f64.sqrt(), 0.75f64.sqrt());
    let view = Rotation::from_matrix([[-half, half, 0.0], [-0.5 * half, -0.5 * half, level], [level * half, level * half, 0.5]]);
    view.ok_or_else(|| ParamError::Invalid("the published view is no rotation".into()))
}

fn published_frame() -> Result<Frame, ParamError> {
    Ok(Frame {
        axes: Some(published_view()?.after(super::published_axes())),
        arguments: [(0, 1.0), (1, 1.0), (2, 1.0)],
        told: [
            (
                "dyaw",
                "degrees about the scene's upright axis; positive turns the front to the right",
                "turn the front 15 degrees to the right",
            ),
            (
                "dpitch",
                "degrees about the level axis that comes towards you on the right; positive turns counter-clockwise for one who \
                 looks against it",
                "turn by -10 degrees about the level axis that comes towards you on the right",
            ),
            (
                "droll",
                "degrees about the level axis that comes towards you on the left; positive turns counter-clockwise for one who \
                 looks against it",
                "turn by 20.5 degrees about the level axis that comes towards you on the left",
            ),
        ],
        about: "The scene is seen from 30 degrees above. One axis of the scene is upright; the two level ones come towards you, one on \
                the right and one on the left, 45 degrees to either side. The axes belong to the scene and not to the body, so they \
                stay where they are when it turns.",
    })
}

#[cfg(test)]
mod tests;
