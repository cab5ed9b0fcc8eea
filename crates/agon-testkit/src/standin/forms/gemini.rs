//! Gemini: a stream is a row of whole answers, each with some of the parts.

use super::{Told, data};
use serde_json::{Value, json};

pub(super) fn whole(told: &Told<'_>) -> Value {
    let mut parts = thoughts(told);
    if !told.message.text.is_empty() {
        parts.push(json!({"text": told.message.text}));
    }
    parts.extend(calls(told));
    response(told, parts, true)
}

pub(super) fn events(told: &Told<'_>) -> Vec<String> {
    let mut parts = thoughts(told);
    parts.extend(told.words().map(|word| json!({"text": word})));
    parts.extend(calls(told));
    let last = parts.pop();
    let mut events: Vec<String> = parts.into_iter().map(|part| data(&response(told, vec![part], false))).collect();
    events.push(data(&response(told, last.into_iter().collect(), true)));
    events
}

/// The word for a status in errors.
pub(super) fn status(code: u16) -> &'static str {
    match code {
        400 => "INVALID_ARGUMENT",
        401 => "UNAUTHENTICATED",
        403 => "PERMISSION_DENIED",
        404 => "NOT_FOUND",
        429 => "RESOURCE_EXHAUSTED",
        503 => "UNAVAILABLE",
        504 => "DEADLINE_EXCEEDED",
        _ => "INTERNAL",
    }
}

fn thoughts(told: &Told<'_>) -> Vec<Value> {
    let thinking = &told.message.thinking;
    if thinking.is_empty() { Vec::new() } else { vec![json!({"text": thinking, "thought": true})] }
}

/// The first call after a thought carries its signature.
fn calls(told: &Told<'_>) -> Vec<Value> {
    let mut parts = Vec::new();
    for (number, call) in told.message.calls.iter().enumerate() {
        let mut part = json!({"functionCall": {"name": call.name, "args": call.args}});
        if !told.message.thinking.is_empty() {
            part["functionCall"]["id"] = told.call_id("call_", number).into();
        }
        if number == 0 && !told.message.thinking.is_empty() {
            part["thoughtSignature"] = told.id("signed-").into();
        }
        parts.push(part);
    }
    parts
}

/// The finish comes with the last one; thoughts are not among the candidates' tokens.
fn response(told: &Told<'_>, parts: Vec<Value>, last: bool) -> Value {
    let usage = told.usage;
    let mut body = json!({
        "usageMetadata": {
            "promptTokenCount": usage.input,
            "cachedContentTokenCount": usage.cached,
            "candidatesTokenCount": usage.output - usage.reasoning.min(usage.output),
            "thoughtsTokenCount": usage.reasoning,
            "totalTokenCount": usage.input + usage.output,
        },
        "modelVersion": told.ask.model,
        "responseId": told.id("gemini-"),
    });
    if !told.empty {
        let mut candidate = json!({"content": {"role": "model", "parts": parts}, "index": 0});
        if last {
            candidate["finishReason"] = told.stop("STOP", "STOP", "MAX_TOKENS", "SAFETY").into();
        }
        body["candidates"] = json!([candidate]);
    }
    body
}
