//! What can be set about an unshuffling.

use crate::ParamError;
use crate::data::Choice;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Params {
    /// How many frames are shown.
    pub(super) frames: usize,
    pub(super) sampling: Sampling,
    /// How clearly any two frames differ, from 0 to 255: the mean change of the twentieth of the picture that changes most.
    pub(super) min_difference: u32,
    /// How much a salient frame differs from the one before: the mean change in brightness, from 0 to 1.
    pub(super) min_frame_diff: f64,
    /// A folder of clips; empty for the built-in ones.
    pub(super) clips: String,
    /// A clip's number, or `"any"` to let the seed choose.
    pub(super) clip: Choice,
    /// Whether the prompt says what happens in the clip, where that is known.
    pub(super) caption: bool,
    /// The width of each frame; the height follows the clip.
    pub(super) frame_px: u32,
}

/// How frames are taken from a clip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Sampling {
    /// Equally far apart in time.
    Uniform,
    /// Any frames.
    Random,
    /// As published: the first frame, then each time the next that differs by `min_frame_diff` from the one before; equally far
    /// apart over the whole clip where there are too few.
    Salient,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            frames: 4,
            sampling: Sampling::Uniform,
            min_difference: 16,
            min_frame_diff: 0.15,
            clips: String::new(),
            clip: Choice::Any,
            caption: true,
            frame_px: 240,
        }
    }
}

impl Params {
    pub(super) fn check(&self) -> Result<(), ParamError> {
        let within = |key: &str, value: u64, min: u64, max: u64| {
            if (min..=max).contains(&value) {
                return Ok(());
            }
            Err(ParamError::key(key, format!("must be between {min} and {max}, got {value}")))
        };
        within("frames", self.frames as u64, 3, 8)?;
        // Without any difference two frames could be exchanged and nobody could tell.
        within("min_difference", u64::from(self.min_difference), 4, 200)?;
        if !(0.0..=1.0).contains(&self.min_frame_diff) {
            return Err(ParamError::key("min_frame_diff", format!("must be between 0 and 1, got {}", self.min_frame_diff)));
        }
        within("frame_px", u64::from(self.frame_px), 80, 640)
    }
}
