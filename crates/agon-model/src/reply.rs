//! What a model answered.

use crate::{Part, ToolCall};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Reply {
    /// The answer as it goes into the history: text, tool calls, and what the API wants back.
    pub parts: Vec<Part>,
    /// What the model let be seen of its thinking.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reasoning: String,
    pub stop: Stop,
    #[serde(default)]
    pub tokens: Tokens,
    /// The model's name as the API reports it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub model: String,
    /// What the service says that it charges, where it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub billed_usd: Option<f64>,
}

/// Why the model stopped. All of these are the model's own doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    #[default]
    End,
    /// The limit on tokens cut it off.
    Length,
    ToolCalls,
    /// It or its provider's filter refused.
    Refused,
    Other,
}

/// Tokens of one call, as the API counted them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Tokens {
    /// All of the request, those from the provider's cache included.
    pub input: u64,
    /// The part of the request that the provider had in its cache.
    pub cached: u64,
    /// The part of the request that was put into the provider's cache, where that has a price of its own.
    pub cache_written: u64,
    /// All of the answer, thinking included.
    pub output: u64,
    /// The part of the answer that was thinking.
    pub reasoning: u64,
}

impl Reply {
    /// All of the answer's text.
    pub fn text(&self) -> String {
        self.parts.iter().filter_map(Part::as_text).collect::<Vec<_>>().join("\n")
    }

    pub fn tool_calls(&self) -> impl Iterator<Item = &ToolCall> {
        self.parts.iter().filter_map(|part| match part {
            Part::ToolCall(call) => Some(call),
            _ => None,
        })
    }
}
