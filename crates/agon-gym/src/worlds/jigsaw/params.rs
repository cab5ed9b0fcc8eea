//! What can be set about a jigsaw.

use crate::ParamError;
use crate::data::{Choice, Fit};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Params {
    pub(super) rows: usize,
    pub(super) cols: usize,
    /// A folder of pictures; empty for the built-in photographs.
    pub(super) pictures: String,
    /// How pictures become square.
    pub(super) fit: Fit,
    /// A picture's number, or `"any"` to let the seed choose.
    pub(super) picture: Choice,
    /// Whether the seed also chooses a part of the picture, at least three fifths of its side; else all of it is shown.
    pub(super) crop: bool,
    /// Each side of the frame is at least this, and as near to it as whole pieces allow.
    pub(super) frame_px: u32,
}

impl Default for Params {
    fn default() -> Self {
        Self { rows: 2, cols: 2, pictures: String::new(), fit: Fit::Crop, picture: Choice::Any, crop: true, frame_px: 342 }
    }
}

impl Params {
    pub(super) fn check(&self) -> Result<(), ParamError> {
        for (key, count) in [("rows", self.rows), ("cols", self.cols)] {
            if !(2..=8).contains(&count) {
                return Err(ParamError::key(key, format!("must be between 2 and 8, got {count}")));
            }
        }
        if !(160..=2048).contains(&self.frame_px) {
            return Err(ParamError::key("frame_px", format!("must be between 160 and 2048, got {}", self.frame_px)));
        }
        Ok(())
    }
}
