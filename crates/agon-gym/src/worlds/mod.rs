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
mod patch_reassembly;
mod picture;
mod pointing;
mod referring;
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
mod tests {
    use super::*;
    use crate::Episode;
    use serde_json::json;

    /// The one switch for the size of frames: whatever it measures in a world, twice as much makes a frame about twice as
    /// large.
    #[test]
    fn every_world_draws_at_the_size_it_is_told() {
        for kind in kinds().iter().filter(|kind| kind.needs().iter().all(|need| need.found.is_some())) {
            let size = |frame_px: u64| {
                let settings = Map::from_iter([("frame_px".to_owned(), json!(frame_px))]);
                Episode::start(*kind, settings, 3).unwrap().puzzle().frame_size()
            };
            let usual = kind.params()["frame_px"].as_u64().unwrap();
            let ((width, height), (twice_width, twice_height)) = (size(usual), size(2 * usual));
            let is_about_twice = |twice: u32, once: u32| (1.6..2.1).contains(&(f64::from(twice) / f64::from(once)));
            assert!(is_about_twice(twice_width, width) && is_about_twice(twice_height, height), "{}", kind.name());
        }
    }
}
