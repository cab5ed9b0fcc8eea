//! OpenAI responses: a list of items, each of which a stream opens, fills and closes.

use super::{Told, join, named};
use crate::standin::Stop;
use serde_json::{Value, json};

pub(super) fn whole(told: &Told<'_>) -> Value {
    let items = if told.empty { Vec::new() } else { items(told) };
    response(told, if told.message.stop == Stop::Length { "incomplete" } else { "completed" }, items)
}

pub(super) fn events(told: &Told<'_>) -> Vec<String> {
    let mut events: Vec<(&str, Value)> = Vec::new();
    let started = response(told, "in_progress", Vec::new());
    events.push(("response.created", json!({"response": started})));
    events.push(("response.in_progress", json!({"response": started})));
    let whole = whole(told);
    for (index, item) in whole["output"].as_array().into_iter().flatten().enumerate() {
        let mut opening = item.clone();
        match item["type"].as_str() {
            Some("message") => opening["content"] = json!([]),
            Some("reasoning") => opening["summary"] = json!([]),
            Some("function_call") => opening["arguments"] = "".into(),
            _ => {}
        }
        events.push(("response.output_item.added", json!({"output_index": index, "item": opening})));
        fill_item(told, index, item, &mut events);
        events.push(("response.output_item.done", json!({"output_index": index, "item": item})));
    }
    let last = if told.message.stop == Stop::Length { "response.incomplete" } else { "response.completed" };
    events.push((last, json!({"response": whole})));
    events.into_iter().enumerate().map(|(number, (name, body))| write(name, number, body)).collect()
}

fn write(name: &str, number: usize, body: Value) -> String {
    let mut event = json!({"type": name, "sequence_number": number});
    join(&mut event, body);
    named(name, &event)
}

fn fill_item(told: &Told<'_>, index: usize, item: &Value, events: &mut Vec<(&str, Value)>) {
    let place = |mut body: Value| {
        body["output_index"] = index.into();
        body["item_id"] = item["id"].clone();
        body
    };
    match item["type"].as_str() {
        Some("message") => {
            let (part, empty) = (&item["content"][0], json!({"type": "output_text", "text": "", "annotations": []}));
            events.push(("response.content_part.added", place(json!({"content_index": 0, "part": empty}))));
            for word in told.words() {
                events.push(("response.output_text.delta", place(json!({"content_index": 0, "delta": word, "logprobs": []}))));
            }
            events.push(("response.output_text.done", place(json!({"content_index": 0, "text": told.message.text}))));
            events.push(("response.content_part.done", place(json!({"content_index": 0, "part": part}))));
        }
        Some("reasoning") => {
            let text = &told.message.thinking;
            events.push(("response.reasoning_summary_text.delta", place(json!({"summary_index": 0, "delta": text}))));
            events.push(("response.reasoning_summary_text.done", place(json!({"summary_index": 0, "text": text}))));
        }
        Some("function_call") => {
            events.push(("response.function_call_arguments.delta", place(json!({"delta": item["arguments"]}))));
            events.push(("response.function_call_arguments.done", place(json!({"arguments": item["arguments"]}))));
        }
        _ => {}
    }
}

fn items(told: &Told<'_>) -> Vec<Value> {
    let mut items = Vec::new();
    if !told.message.thinking.is_empty() {
        let summary = json!([{"type": "summary_text", "text": told.message.thinking}]);
        let mut item = json!({"id": told.id("rs_"), "type": "reasoning", "summary": summary});
        let wanted =
            told.ask.request.body["include"].as_array().is_some_and(|list| list.contains(&"reasoning.encrypted_content".into()));
        if wanted {
            item["encrypted_content"] = told.id("sealed-").into();
        }
        items.push(item);
    }
    if !told.message.text.is_empty() {
        let part = match told.message.stop {
            Stop::Refused => json!({"type": "refusal", "refusal": told.message.text}),
            _ => json!({"type": "output_text", "text": told.message.text, "annotations": [], "logprobs": []}),
        };
        items.push(json!({
            "id": told.id("msg_"), "type": "message", "status": "completed", "role": "assistant", "content": [part],
        }));
    }
    for (number, call) in told.message.calls.iter().enumerate() {
        let call_id = told.call_id("call_", number);
        items.push(if call.name == "computer" {
            // Several actions at once have a field of their own.
            let (field, action) = call.args.get("actions").map_or(("action", &call.args), |actions| ("actions", actions));
            json!({
                "id": told.call_id("cu_", number), "type": "computer_call", "call_id": call_id, field: action,
                "pending_safety_checks": [], "status": "completed",
            })
        } else {
            json!({
                "id": told.call_id("fc_", number), "type": "function_call", "call_id": call_id, "name": call.name,
                "arguments": call.args.to_string(), "status": "completed",
            })
        });
    }
    items
}

fn response(told: &Told<'_>, status: &str, output: Vec<Value>) -> Value {
    let details = if status == "incomplete" { json!({"reason": "max_output_tokens"}) } else { Value::Null };
    let usage = told.usage;
    let usage = json!({
        "input_tokens": usage.input,
        "input_tokens_details": {"cached_tokens": usage.cached},
        "output_tokens": usage.output,
        "output_tokens_details": {"reasoning_tokens": usage.reasoning},
        "total_tokens": usage.input + usage.output,
    });
    json!({
        "id": told.id("resp_"),
        "object": "response",
        "created_at": 1_750_000_000,
        "status": status,
        "error": null,
        "incomplete_details": details,
        "model": told.ask.model,
        "output": output,
        "usage": if status == "in_progress" { Value::Null } else { usage },
    })
}
