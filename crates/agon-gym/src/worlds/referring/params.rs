//! What can be set about referring.

use crate::ParamError;
use crate::data::{BUILT_IN, Choice};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Params {
    /// By what the object is told from the others in a composed scene.
    pub(super) expressions: Expressions,
    /// At least so much of every object in a composed scene is to be seen.
    pub(super) min_visible: f64,
    /// A folder of pictures for backgrounds; empty for the built-in photographs.
    pub(super) pictures: String,
    /// A background's number, or `"any"` to let the seed choose.
    pub(super) picture: Choice,
    /// An annotation file in the form of RefCOCO, or `"built-in"` for photographs that have references; empty for composed scenes.
    pub(super) data: String,
    /// The folder of its pictures; empty if they are beside the file.
    pub(super) images: String,
    /// A file of references, where the annotation file has none.
    pub(super) references: String,
    /// Whether the seed also chooses a part of a built-in photograph, at least three fifths of its side; else all of it is shown.
    pub(super) crop: bool,
    /// The longer side of the frame.
    pub(super) frame_px: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Expressions {
    Any,
    /// What it is, how large, which way up.
    Attribute,
    /// Where it is among its like.
    Position,
    /// Where it is from another object.
    Relation,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            expressions: Expressions::Any,
            min_visible: 0.75,
            pictures: String::new(),
            picture: Choice::Any,
            data: String::new(),
            images: String::new(),
            references: String::new(),
            crop: true,
            frame_px: 640,
        }
    }
}

impl Params {
    pub(super) fn check(&self) -> Result<(), ParamError> {
        if !(160..=2048).contains(&self.frame_px) {
            return Err(ParamError::key("frame_px", format!("must be between 160 and 2048, got {}", self.frame_px)));
        }
        if !(0.3..=1.0).contains(&self.min_visible) {
            return Err(ParamError::key("min_visible", format!("must be between 0.3 and 1, got {}", self.min_visible)));
        }
        for (key, value) in [("images", &self.images), ("references", &self.references)] {
            if self.data.is_empty() && !value.is_empty() {
                return Err(ParamError::key(key, "belongs to an annotation file: set data as well"));
            }
            if self.data == BUILT_IN && !value.is_empty() {
                return Err(ParamError::key(key, "the built-in photographs need none: leave it empty"));
            }
        }
        Ok(())
    }
}
