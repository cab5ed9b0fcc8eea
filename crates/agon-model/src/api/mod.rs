//! The forms that providers speak. Each file turns a [`Request`] into a body and a body into a [`Reply`], and puts a
//! streamed answer together into the body that an unstreamed one would have had.

mod anthropic;
mod anthropic_stream;
mod gemini;
mod gemini_stream;
mod openai_chat;
mod openai_responses;
#[cfg(test)]
mod tests;

use crate::{Options, Part, Reply, Request, ToolCall};
use serde_json::{Map, Value};

/// A family of APIs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// OpenAI chat completions: also vLLM, SGLang, llama.cpp, OpenRouter, Azure and most others.
    OpenAiChat,
    /// OpenAI responses.
    OpenAiResponses,
    /// Anthropic messages.
    Anthropic,
    /// Google's generateContent.
    Gemini,
}

/// Whether what a model thought may be sent back when the conversation before it is no longer the one it was thought in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thoughts {
    /// It may.
    Free,
    /// It may not: the service refuses a request in which something before a thought has changed.
    Bound,
}

impl Family {
    /// The family of a model by its name, `PROVIDER/MODEL`.
    pub fn of(name: &str) -> Option<Self> {
        crate::Provider::of(name).map(|(provider, _)| provider.family)
    }

    pub fn thoughts(self) -> Thoughts {
        match self {
            Self::Anthropic => Thoughts::Bound,
            Self::OpenAiChat | Self::OpenAiResponses | Self::Gemini => Thoughts::Free,
        }
    }

    pub(crate) fn api(self) -> &'static dyn Api {
        match self {
            Self::OpenAiChat => &openai_chat::OpenAiChat,
            Self::OpenAiResponses => &openai_responses::OpenAiResponses,
            Self::Anthropic => &anthropic::Anthropic,
            Self::Gemini => &gemini::Gemini,
        }
    }

    /// The options that are set and that this API has no place for, by name. They would be left out without a word.
    pub fn lacks(self, options: &Options) -> Vec<&'static str> {
        let set = [
            ("temperature", options.temperature.is_some()),
            ("top_p", options.top_p.is_some()),
            ("stop", !options.stop.is_empty()),
            ("seed", options.seed.is_some()),
            ("reasoning_tokens", options.reasoning_tokens.is_some()),
        ];
        let lacking = self.api().lacking(options);
        set.into_iter().filter(|(name, set)| *set && lacking.contains(name)).map(|(name, _)| name).collect()
    }
}

pub(crate) trait Api: Send + Sync {
    fn url(&self, base: &str, model: &str, stream: bool) -> String;

    /// Where the API tells of a model.
    fn model_url(&self, base: &str, model: &str) -> String {
        format!("{base}/models/{model}")
    }

    /// The header that carries the key.
    fn key_header(&self, key: &str) -> (&'static str, String) {
        ("authorization", format!("Bearer {key}"))
    }

    /// Headers with versions, and with what the request needs to be allowed.
    fn headers(&self, _request: &Request) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    fn body(&self, model: &str, request: &Request, stream: bool) -> Value;

    /// Reads a whole answer.
    fn reply(&self, body: &Value) -> Result<Reply, Unreadable>;

    fn assembler(&self) -> Box<dyn Assembler>;

    /// Names of options that have no place in the body.
    fn lacking(&self, options: &Options) -> Vec<&'static str>;
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

/// Lays the user's own fields over a body. What is an object on both sides is joined, so that `reasoning.summary` can be
/// set beside our `reasoning.effort`.
pub(crate) fn lay_over(body: &mut Map<String, Value>, extra: &Map<String, Value>) {
    for (key, value) in extra {
        match (body.get_mut(key), value) {
            (Some(Value::Object(inner)), Value::Object(more)) => inner.extend(more.clone()),
            _ => drop(body.insert(key.clone(), value.clone())),
        }
    }
}

/// The call that a result with this name answers: the last one before it.
pub(crate) fn call_of<'a>(request: &'a Request, message: usize, id: &str) -> Option<&'a ToolCall> {
    let parts = request.messages.iter().take(message).rev().flat_map(|message| message.parts.iter().rev());
    parts.filter_map(|part| if let Part::ToolCall(call) = part { Some(call) } else { None }).find(|call| call.id == id)
}

/// The texts of some parts, one under the other.
pub(crate) fn texts(parts: &[Part]) -> String {
    parts.iter().filter_map(Part::as_text).collect::<Vec<_>>().join("\n")
}

/// Arguments that are JSON inside a string; what is not JSON is the model's doing and stays a string.
pub(crate) fn read_args(text: String) -> Value {
    serde_json::from_str(&text).unwrap_or(Value::String(text))
}

/// Arguments as they go back. A model may have written anything, but services read a history's arguments as an object.
pub(crate) fn written_args(args: &Value) -> String {
    match args {
        Value::Object(_) => args.to_string(),
        other => serde_json::json!({"arguments": other}).to_string(),
    }
}

/// A tool's name as it goes back: services refuse a history with a name they would not allow, though the model made it up.
pub(crate) fn sent_name(name: &str) -> String {
    let allowed = |c: char| if c.is_ascii_alphanumeric() || c == '_' || c == '-' { c } else { '_' };
    let name: String = name.chars().map(allowed).take(64).collect();
    if name.is_empty() { "_".into() } else { name }
}

/// An API's name for a call, or one of our own.
pub(crate) fn call_id(given: String, number: usize) -> String {
    if given.is_empty() { format!("call_{number}") } else { given }
}

/// The items of a list somewhere in an answer.
pub(crate) fn items<'a>(body: &'a Value, pointer: &str) -> impl Iterator<Item = &'a Value> {
    body.pointer(pointer).and_then(Value::as_array).into_iter().flatten()
}
