//! The worlds, one folder each.

mod colorization;
mod counting;
mod fetch;
mod jigsaw;
mod labyrinth;
mod matchstick_equation;
mod matchstick_rotation;
mod maze_2d;
mod maze_3d;
mod mental_rotation_2d;
mod mental_rotation_3d;
mod order;
mod part;
mod patch_reassembly;
mod picture;
mod pointing;
mod referring;
mod rules;
mod sliding_block;
mod video_unshuffle;
mod zoom_in;

use crate::Kind;
use serde::Serialize;
use serde_json::{Map, Value};

/// Every world, in the order of catalogues.
pub fn kinds() -> &'static [&'static dyn Kind] {
    &[
        &jigsaw::JigsawKind,
        &matchstick_rotation::MatchstickRotation,
        &maze_2d::Maze2d,
        &sliding_block::SlidingBlock,
        &matchstick_equation::MatchstickEquation,
        &patch_reassembly::PatchReassembly,
        &mental_rotation_3d::Cube,
        &colorization::ColorizationKind,
        &mental_rotation_2d::MentalRotation2d,
        &zoom_in::ZoomInKind,
        &maze_3d::Maze3d,
        &video_unshuffle::VideoUnshuffleKind,
        &counting::CountingKind,
        &referring::ReferringKind,
        &fetch::FetchReach,
        &fetch::FetchPickAndPlace,
        &mental_rotation_3d::Object,
    ]
}

/// The world of this name.
pub fn kind(name: &str) -> Option<&'static dyn Kind> {
    kinds().iter().copied().find(|kind| kind.name() == name)
}

/// A world's default parameters as settings.
fn params_of(params: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(params) {
        Ok(Value::Object(map)) => map,
        _ => Map::new(),
    }
}

#[cfg(test)]
mod published;
#[cfg(test)]
mod situations;
