//! What a model is asked, in a form of our own that every API's form is made from.

use agon_core::ImageHash;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::sync::Arc;

/// One call of a model. Its serialised form is kept in records, with images named by their hash instead of held.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Request {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub system: String,
    pub messages: Vec<Message>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<Tool>,
    #[serde(default)]
    pub options: Options,
    /// How much of this request the next one will begin with. It changes what is paid, and nothing that is said.
    #[serde(skip)]
    pub repeats: Repeats,
}

/// What the next request has in common with this one; some services keep only what they are told to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Repeats {
    /// There is no next one, or it begins otherwise.
    #[default]
    Nothing,
    /// The system prompt, the tools and the first part of the first message.
    Beginning,
    /// All of it.
    Everything,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Message {
    pub role: Role,
    pub parts: Vec<Part>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    User,
    Assistant,
}

/// A piece of a message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Part {
    Text {
        text: String,
    },
    Image(Picture),
    /// The model asked for a tool.
    ToolCall(ToolCall),
    /// What the tool gave, as text and pictures.
    ToolResult {
        id: String,
        name: String,
        parts: Vec<Part>,
    },
    /// Something an API gave and wants back as it was: signed thoughts, encrypted reasoning.
    Opaque {
        value: Value,
    },
}

/// An encoded picture. A record keeps its name; the bytes are in the record's frames or were made from them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Picture {
    pub hash: ImageHash,
    /// `image/png`.
    pub media: String,
    #[serde(skip)]
    pub bytes: Arc<[u8]>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToolCall {
    /// The API's name for this call, or one of our own where it has none.
    pub id: String,
    pub name: String,
    pub args: Value,
    /// What else the API wants back with the result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extra: Option<Value>,
}

/// A tool the model may call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Tool {
    Function {
        name: String,
        about: String,
        schema: Value,
    },
    /// A tool that is built into one API, in that API's own form.
    Native {
        name: String,
        definition: Value,
    },
}

/// How a model is to answer; what is not set is left to the API.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top_p: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stop: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// `low`, `medium`, `high` or whatever word the API knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reasoning_effort: Option<String>,
    /// How many tokens it may think.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reasoning_tokens: Option<u32>,
    /// How closely pictures are looked at: `low`, `high`, `original` or `auto`, where the API asks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// Fields of the API's own, put into the body as they are.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub extra: Map<String, Value>,
}

impl Message {
    pub fn user(parts: Vec<Part>) -> Self {
        Self { role: Role::User, parts }
    }

    pub fn assistant(parts: Vec<Part>) -> Self {
        Self { role: Role::Assistant, parts }
    }
}

impl Part {
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text { text: text.into() }
    }

    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text { text } => Some(text),
            _ => None,
        }
    }
}

impl Tool {
    pub fn name(&self) -> &str {
        match self {
            Self::Function { name, .. } | Self::Native { name, .. } => name,
        }
    }
}

impl Picture {
    /// As a data URL, which most APIs take.
    pub fn data_url(&self) -> String {
        format!("data:{};base64,{}", self.media, self.base64())
    }

    pub fn base64(&self) -> String {
        use base64::Engine as _;
        base64::engine::general_purpose::STANDARD.encode(&self.bytes)
    }
}
