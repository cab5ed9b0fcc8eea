//! What can be set about the rotation.

use crate::ParamError;
use crate::data::{Choice, Fit};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Params {
    pub(super) angle_tolerance_deg: f64,
    /// A folder of pictures; empty for the built-in photographs.
    pub(super) pictures: String,
    /// How pictures become square.
    pub(super) fit: Fit,
    /// A picture's number, or `"any"` to let the seed choose.
    pub(super) picture: Choice,
    /// The height of the frame, which is twice as wide. The paper's is 128 too.
    pub(super) frame_px: u32,
}

impl Default for Params {
    fn default() -> Self {
        Self { angle_tolerance_deg: 10.0, pictures: String::new(), fit: Fit::Crop, picture: Choice::Any, frame_px: 128 }
    }
}

impl Params {
    pub(super) fn check(&self) -> Result<(), ParamError> {
        if !(0.5..=45.0).contains(&self.angle_tolerance_deg) {
            let problem = format!("must be between 0.5 and 45, got {}", self.angle_tolerance_deg);
            return Err(ParamError::key("angle_tolerance_deg", problem));
        }
        if !(64..=1024).contains(&self.frame_px) {
            return Err(ParamError::key("frame_px", format!("must be between 64 and 1024, got {}", self.frame_px)));
        }
        Ok(())
    }

    /// How far the picture is turned at the start, at least.
    pub(super) fn least_turn_deg(&self) -> i64 {
        25.max((2.0 * self.angle_tolerance_deg) as i64 + 1)
    }
}
