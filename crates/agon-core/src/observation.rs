//! What an agent sees.

use crate::{Frame, Region};
use serde::{Deserialize, Serialize};

/// What the world shows at one moment. Which parts are filled depends on the world's surfaces and settings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Observation {
    pub frames: Vec<Frame>,
    pub text: Option<String>,
    pub tree: Option<Tree>,
}

/// An accessibility tree, flat: nodes in document order, each with its parent's index.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tree {
    pub nodes: Vec<TreeNode>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TreeNode {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<u32>,
    pub role: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub value: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bounds: Option<Region>,
    /// The number drawn on the screenshot, where marks are on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<u32>,
}

impl Observation {
    pub fn text(text: impl Into<String>) -> Self {
        Self { text: Some(text.into()), ..Self::default() }
    }

    pub fn frame(frame: Frame) -> Self {
        Self { frames: vec![frame], ..Self::default() }
    }

    /// The current screen, where the observation has one.
    pub fn screen(&self) -> Option<&Frame> {
        self.frames.iter().find(|f| f.name == Frame::SCREEN)
    }
}
