//! The forms that providers speak. Each file turns a [`Request`] into a body and a body into a [`Reply`], and puts a
//! streamed answer together into the body that an unstreamed one would have had.

mod openai_chat;

use crate::{Reply, Request};
use serde_json::{Map, Value};

/// A family of APIs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// OpenAI chat completions: also vLLM, SGLang, llama.cpp, OpenRouter, Azure and most others.
    OpenAiChat,
    OpenAiResponses,
    Anthropic,
    Gemini,
}

impl Family {
    pub(crate) fn api(self) -> &'static dyn Api {
        match self {
            _ => &openai_chat::OpenAiChat,
        }
    }
}

pub(crate) trait Api: Send + Sync {
    fn url(&self, base: &str, model: &str, stream: bool) -> String;

    /// Headers that carry the key and versions.
    fn headers(&self, key: &str) -> Vec<(&'static str, String)>;

    fn body(&self, model: &str, request: &Request, stream: bool) -> Value;

    /// Reads a whole answer.
    fn reply(&self, body: &Value) -> Result<Reply, Unreadable>;

    fn assembler(&self) -> Box<dyn Assembler>;
}

/// Puts a streamed answer together.
pub(crate) trait Assembler: Send {
    /// Takes one server-sent event.
    fn event(&mut self, event: &Value) -> Result<(), Unreadable>;

    /// The whole body; an error if the stream ended before the answer did.
    fn finish(self: Box<Self>) -> Result<Value, Unreadable>;
}

/// An answer that is not what its API promises. The service is at fault, not the model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the answer {0}")]
pub(crate) struct Unreadable(pub(crate) String);

impl Unreadable {
    pub(crate) fn new(what: impl Into<String>) -> Self {
        Self(what.into())
    }
}

/// Adds a field where there is a value for it.
pub(crate) fn put<T: Into<Value>>(body: &mut Map<String, Value>, key: &str, value: Option<T>) {
    if let Some(value) = value {
        body.insert(key.into(), value.into());
    }
}

/// A count somewhere in an answer; what is missing is zero.
pub(crate) fn count(body: &Value, pointer: &str) -> u64 {
    body.pointer(pointer).and_then(Value::as_u64).unwrap_or_default()
}

/// A string somewhere in an answer; what is missing is empty.
pub(crate) fn string(body: &Value, pointer: &str) -> String {
    body.pointer(pointer).and_then(Value::as_str).unwrap_or_default().to_owned()
}
