//! Anthropic messages: a list of blocks, each of which a stream opens, fills and closes.

use super::{Told, join, named};
use crate::standin::rules::{SIGNED, prefix};
use serde_json::{Value, json};

pub(super) fn whole(told: &Told<'_>) -> Value {
    let content = if told.empty { Vec::new() } else { blocks(told) };
    message(told, content, finish(told), json!({"output_tokens": told.usage.output, "output_tokens_details": details(told)}))
}

pub(super) fn events(told: &Told<'_>) -> Vec<String> {
    // A stream begins with the counts of the request; those of the answer are told at its end.
    let opening = message(told, Vec::new(), Value::Null, json!({"output_tokens": 1}));
    let mut events = vec![event("message_start", json!({"message": opening})), event("ping", json!({}))];
    let blocks = if told.empty { Vec::new() } else { blocks(told) };
    for (index, block) in blocks.iter().enumerate() {
        let (opening, deltas) = open(told, block);
        events.push(event("content_block_start", json!({"index": index, "content_block": opening})));
        events.extend(deltas.into_iter().map(|delta| event("content_block_delta", json!({"index": index, "delta": delta}))));
        events.push(event("content_block_stop", json!({"index": index})));
    }
    let delta = json!({"stop_reason": finish(told), "stop_sequence": null});
    let usage = json!({"output_tokens": told.usage.output, "output_tokens_details": details(told)});
    events.push(event("message_delta", json!({"delta": delta, "usage": usage})));
    events.push(event("message_stop", json!({})));
    events
}

fn event(name: &str, body: Value) -> String {
    let mut event = json!({"type": name});
    join(&mut event, body);
    named(name, &event)
}

/// A block as a stream opens it, and what then fills it.
fn open(told: &Told<'_>, block: &Value) -> (Value, Vec<Value>) {
    match block["type"].as_str() {
        Some("thinking") => (
            json!({"type": "thinking", "thinking": "", "signature": ""}),
            vec![
                json!({"type": "thinking_delta", "thinking": block["thinking"]}),
                json!({"type": "signature_delta", "signature": block["signature"]}),
            ],
        ),
        Some("tool_use") => {
            let mut opening = block.clone();
            opening["input"] = json!({});
            let parts = ["".to_owned(), block["input"].to_string()];
            (opening, parts.map(|part| json!({"type": "input_json_delta", "partial_json": part})).into())
        }
        _ => {
            let deltas = told.words().map(|word| json!({"type": "text_delta", "text": word})).collect();
            (json!({"type": "text", "text": ""}), deltas)
        }
    }
}

fn blocks(told: &Told<'_>) -> Vec<Value> {
    let mut blocks = Vec::new();
    if !told.message.thinking.is_empty() {
        // Signed together with all that stands before it.
        let body = &told.ask.request.body;
        let before = prefix(body, body["messages"].as_array().map_or(0, Vec::len));
        let signature = format!("{}-{before:016x}", told.id(SIGNED));
        blocks.push(json!({"type": "thinking", "thinking": told.message.thinking, "signature": signature}));
    }
    if !told.message.text.is_empty() {
        blocks.push(json!({"type": "text", "text": told.message.text}));
    }
    for (number, call) in told.message.calls.iter().enumerate() {
        let tools = told.ask.request.body["tools"].as_array();
        let has_set = tools.is_some_and(|tools| tools.iter().any(|tool| tool["type"] == "computer_toolset_20260801"));
        let is_own = |name: &str| tools.is_some_and(|tools| tools.iter().any(|tool| tool["name"] == name));
        let is_member = has_set && !is_own(&call.name);
        let id = told.call_id(if is_member { "toolu_set_" } else { "toolu_" }, number);
        let mut block = json!({"type": "tool_use", "id": id, "name": call.name, "input": call.args});
        if is_member {
            join(&mut block, json!({"toolset_name": "computer", "caller": {"type": "direct"}}));
        }
        blocks.push(block);
    }
    blocks
}

fn details(told: &Told<'_>) -> Value {
    json!({"thinking_tokens": told.usage.reasoning})
}

/// The counts of the request are apart: what came from the cache and what went into it are not in `input_tokens`.
fn message(told: &Told<'_>, content: Vec<Value>, stop: Value, output: Value) -> Value {
    let mut usage = json!({
        "input_tokens": told.usage.input.saturating_sub(told.usage.cached + told.usage.cache_written),
        "cache_creation_input_tokens": told.usage.cache_written,
        "cache_read_input_tokens": told.usage.cached,
    });
    join(&mut usage, output);
    json!({
        "id": told.id("msg_"),
        "type": "message",
        "role": "assistant",
        "model": told.ask.model,
        "content": content,
        "stop_reason": stop,
        "stop_sequence": null,
        "usage": usage,
    })
}

fn finish(told: &Told<'_>) -> Value {
    told.stop("end_turn", "tool_use", "max_tokens", "refusal").into()
}
