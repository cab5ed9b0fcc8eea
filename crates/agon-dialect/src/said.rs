//! What a model said, and what it was looking at.

use agon_core::{Call, Function, TreeNode};
use serde_json::Value;

/// A reply, without what only an API needs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Said {
    pub text: String,
    /// Native tool calls, in their order.
    pub calls: Vec<Call>,
}

impl Said {
    pub fn text(text: impl Into<String>) -> Self {
        Self { text: text.into(), calls: Vec::new() }
    }

    pub fn calls(calls: Vec<Call>) -> Self {
        Self { text: String::new(), calls }
    }
}

/// A tool to offer with a request.
#[derive(Clone, Debug, PartialEq)]
pub enum Tool {
    /// A function with a schema, which every API knows in its own form.
    Function(Function),
    /// A function with a schema of its own making.
    Schema { name: String, about: String, schema: Value },
    /// A tool that is built into one API, in that API's own form. Its calls arrive as [`Said::calls`] under `name`.
    Native { name: String, definition: Value },
}

/// What the model was looking at when it spoke.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View {
    /// Width and height of the screen that actions are in, in pixels.
    pub screen: Option<(u32, u32)>,
    /// Width and height of the picture the model was sent, where it was made smaller or larger; else as the screen.
    pub sent: Option<(u32, u32)>,
    /// Elements with marks, for dialects that name them.
    pub marks: Vec<TreeNode>,
}

impl View {
    pub fn screen(width: u32, height: u32) -> Self {
        Self { screen: Some((width, height)), ..Self::default() }
    }

    /// The size of the picture the model saw.
    pub fn seen(&self) -> Option<(u32, u32)> {
        self.sent.or(self.screen)
    }
}
