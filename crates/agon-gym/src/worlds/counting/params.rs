//! What can be set about counting.

use crate::ParamError;
use crate::data::{BUILT_IN, Choice};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Params {
    /// The true count is at least and at most this.
    pub(super) min_count: usize,
    pub(super) max_count: usize,
    /// How many other kinds of objects are in a composed scene, at most.
    pub(super) other_kinds: usize,
    /// At least so much of every object in a composed scene is to be seen.
    pub(super) min_visible: f64,
    /// A folder of pictures for backgrounds; empty for the built-in photographs.
    pub(super) pictures: String,
    /// A background's number, or `"any"` to let the seed choose.
    pub(super) picture: Choice,
    /// An annotation file in the form of COCO or LVIS, or `"built-in"` for photographs that are; empty for composed scenes.
    pub(super) data: String,
    /// The folder of its pictures; empty if they are beside the file.
    pub(super) images: String,
    /// Whether the seed also chooses a part of a built-in photograph, at least three fifths of its side; else all of it is shown.
    pub(super) crop: bool,
    /// The longer side of the frame.
    pub(super) frame_px: u32,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            min_count: 2,
            max_count: 20,
            other_kinds: 4,
            min_visible: 0.65,
            pictures: String::new(),
            picture: Choice::Any,
            data: String::new(),
            images: String::new(),
            crop: true,
            frame_px: 640,
        }
    }
}

impl Params {
    pub(super) fn check(&self) -> Result<(), ParamError> {
        let within = |key: &str, value: usize, min: usize, max: usize| {
            let fault = || ParamError::key(key, format!("must be between {min} and {max}, got {value}"));
            (min..=max).contains(&value).then_some(()).ok_or_else(fault)
        };
        let most = if self.data.is_empty() { 60 } else { 1000 };
        within("min_count", self.min_count, 1, most)?;
        within("max_count", self.max_count, self.min_count.max(2), most)?;
        within("other_kinds", self.other_kinds, 0, 10)?;
        within("frame_px", self.frame_px as usize, 160, 2048)?;
        if !(0.3..=1.0).contains(&self.min_visible) {
            return Err(ParamError::key("min_visible", format!("must be between 0.3 and 1, got {}", self.min_visible)));
        }
        if self.data.is_empty() && !self.images.is_empty() {
            return Err(ParamError::key("images", "belongs to an annotation file: set data as well"));
        }
        if self.data == BUILT_IN && !self.images.is_empty() {
            return Err(ParamError::key("images", "the built-in photographs need no folder: leave it empty"));
        }
        Ok(())
    }
}
