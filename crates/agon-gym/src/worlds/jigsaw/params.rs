//! What can be set about a jigsaw.

use crate::{ParamError, photos};
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Params {
    pub(super) rows: usize,
    pub(super) cols: usize,
    /// A photograph's number, or `"any"` to let the seed choose.
    pub(super) picture: Picture,
    /// Each side of the frame is at least this, and as near to it as whole pieces allow.
    pub(super) frame_px: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Value", try_from = "Value")]
pub(super) enum Picture {
    Any,
    Number(usize),
}

impl Default for Params {
    fn default() -> Self {
        Self { rows: 2, cols: 2, picture: Picture::Any, frame_px: 342 }
    }
}

impl Params {
    pub(super) fn check(&self) -> Result<(), ParamError> {
        for (key, count) in [("rows", self.rows), ("cols", self.cols)] {
            if !(2..=8).contains(&count) {
                return Err(ParamError::key(key, format!("must be between 2 and 8, got {count}")));
            }
        }
        if let Picture::Number(number) = self.picture
            && number >= photos::count()
        {
            return Err(ParamError::key("picture", format!("must be \"any\" or below {}, got {number}", photos::count())));
        }
        if !(160..=2048).contains(&self.frame_px) {
            return Err(ParamError::key("frame_px", format!("must be between 160 and 2048, got {}", self.frame_px)));
        }
        Ok(())
    }
}

impl From<Picture> for Value {
    fn from(picture: Picture) -> Self {
        match picture {
            Picture::Any => "any".into(),
            Picture::Number(number) => number.into(),
        }
    }
}

impl TryFrom<Value> for Picture {
    type Error = String;

    fn try_from(value: Value) -> Result<Self, Self::Error> {
        match (value.as_str(), value.as_u64()) {
            (Some("any"), _) => Ok(Self::Any),
            (_, Some(number)) => Ok(Self::Number(number as usize)),
            _ => Err(format!("must be \"any\" or a picture's number, got {value}")),
        }
    }
}
