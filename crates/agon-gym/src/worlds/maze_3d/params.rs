//! What can be set about the maze.

use super::super::labyrinth::{Carving, Ends};
use crate::ParamError;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Params {
    /// Columns of the grid, walls included: odd.
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) carving: Carving,
    pub(super) ends: Ends,
    /// The shortest solution has at least and at most this many calls, turns included.
    pub(super) min_solution: usize,
    pub(super) max_solution: usize,
    /// The width of the frame; the height is nine sixteenths of it.
    pub(super) frame_px: u32,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            width: 7,
            height: 7,
            carving: Carving::DepthFirst,
            ends: Ends::Anywhere,
            min_solution: 4,
            max_solution: 19,
            frame_px: 1024,
        }
    }
}

impl Params {
    pub(super) fn check(&self) -> Result<(), ParamError> {
        for (key, cells) in [("width", self.width), ("height", self.height)] {
            if cells % 2 == 0 || !(5..=31).contains(&cells) {
                return Err(ParamError::key(key, format!("must be odd and between 5 and 31, got {cells}")));
            }
        }
        if !(64..=2048).contains(&self.frame_px) {
            return Err(ParamError::key("frame_px", format!("must be between 64 and 2048, got {}", self.frame_px)));
        }
        Ok(())
    }
}
