//! Good answers and errors in the form of each family, after the providers' documentation.

mod anthropic;
mod gemini;
mod openai_chat;
mod openai_responses;

use super::rules::WITH_THOUGHTS;
use super::{Ask, Family, Message, Stop, Usage};
use serde_json::{Value, json};

/// A message on its way into a form.
pub(super) struct Told<'a> {
    pub(super) ask: &'a Ask,
    pub(super) message: &'a Message,
    pub(super) usage: Usage,
    /// An answer that holds nothing: no choices, no output, no content, no candidates.
    pub(super) empty: bool,
}

impl<'a> Told<'a> {
    pub(super) fn new(ask: &'a Ask, message: &'a Message, empty: bool) -> Self {
        let usage = message.usage.unwrap_or_else(|| count_words(ask, message));
        Self { ask, message, usage, empty }
    }

    /// A name that is told from those of other answers.
    fn id(&self, prefix: &str) -> String {
        format!("{prefix}{:08}", self.ask.number)
    }

    /// A call's name tells whether thoughts came with it, for the rules look whether they come back.
    fn call_id(&self, prefix: &str, call: usize) -> String {
        let thoughts = if self.message.thinking.is_empty() { "" } else { WITH_THOUGHTS };
        format!("{prefix}{thoughts}{:08}_{call}", self.ask.number)
    }

    /// The text as a model would stream it: word by word.
    fn words(&self) -> impl Iterator<Item = &'a str> {
        self.message.text.split_inclusive(' ')
    }

    fn stop<'s>(&self, natural: &'s str, calls: &'s str, length: &'s str, refused: &'s str) -> &'s str {
        match self.message.stop {
            Stop::Length => length,
            Stop::Refused => refused,
            Stop::Natural if self.message.calls.is_empty() => natural,
            Stop::Natural => calls,
        }
    }
}

/// The whole answer.
pub(super) fn whole(told: &Told<'_>) -> String {
    let body = match told.ask.family {
        Family::OpenAiChat => openai_chat::whole(told),
        Family::OpenAiResponses => openai_responses::whole(told),
        Family::Anthropic => anthropic::whole(told),
        Family::Gemini => gemini::whole(told),
    };
    body.to_string()
}

/// The answer as server-sent events.
pub(super) fn events(told: &Told<'_>) -> Vec<String> {
    match told.ask.family {
        Family::OpenAiChat => openai_chat::events(told),
        Family::OpenAiResponses => openai_responses::events(told),
        Family::Anthropic => anthropic::events(told),
        Family::Gemini => gemini::events(told),
    }
}

/// The body of an error.
pub(super) fn error(family: Family, code: u16, message: &str) -> Value {
    let kind = match code {
        400 => "invalid_request_error",
        401 => "authentication_error",
        403 => "permission_error",
        404 => "not_found_error",
        429 => "rate_limit_error",
        529 => "overloaded_error",
        _ => "api_error",
    };
    match family {
        Family::OpenAiChat | Family::OpenAiResponses => {
            json!({"error": {"message": message, "type": kind, "param": null, "code": null}})
        }
        Family::Anthropic => json!({"type": "error", "error": {"type": kind, "message": message}}),
        Family::Gemini => json!({"error": {"code": code, "message": message, "status": gemini::status(code)}}),
    }
}

/// An error told in the middle of a stream.
pub(super) fn error_event(family: Family) -> String {
    let message = "the server is overloaded";
    match family {
        Family::OpenAiChat | Family::Gemini => data(&error(family, 503, message)),
        Family::OpenAiResponses => {
            let body = json!({"type": "error", "code": "server_error", "message": message, "param": null, "sequence_number": 99});
            named("error", &body)
        }
        Family::Anthropic => named("error", &error(family, 529, message)),
    }
}

/// Adds the fields of one object to another.
fn join(body: &mut Value, more: Value) {
    if let (Value::Object(body), Value::Object(more)) = (body, more) {
        body.extend(more);
    }
}

fn data(body: &Value) -> String {
    format!("data: {body}\n\n")
}

fn named(name: &str, body: &Value) -> String {
    format!("event: {name}\ndata: {body}\n\n")
}

/// Tokens are words here, and a picture is a hundred of them.
fn count_words(ask: &Ask, message: &Message) -> Usage {
    let words = |text: &str| text.split_whitespace().count() as u64;
    let input = words(&ask.system) + ask.said.iter().map(|said| words(&said.text) + 100 * said.pictures as u64).sum::<u64>();
    let reasoning = words(&message.thinking);
    let calls: u64 = message.calls.iter().map(|call| 1 + words(&call.args.to_string())).sum();
    Usage { input, output: words(&message.text) + calls + reasoning, reasoning, ..Usage::default() }
}
