//! OpenAI chat completions. Thinking goes under the name that the imitations of the form use.

use super::{Told, data};
use serde_json::{Value, json};

pub(super) fn whole(told: &Told<'_>) -> Value {
    let mut message = json!({"role": "assistant", "content": told.message.text, "refusal": null});
    if !told.message.thinking.is_empty() {
        message["reasoning_content"] = told.message.thinking.as_str().into();
    }
    let calls: Vec<Value> = (0..told.message.calls.len()).map(|number| call(told, number)).collect();
    if !calls.is_empty() {
        message["tool_calls"] = calls.into();
        if told.message.text.is_empty() {
            message["content"] = Value::Null;
        }
    }
    let choices = if told.empty {
        json!([])
    } else {
        json!([{"index": 0, "message": message, "logprobs": null, "finish_reason": finish(told)}])
    };
    json!({
        "id": told.id("chatcmpl-"),
        "object": "chat.completion",
        "created": 1_750_000_000,
        "model": told.ask.model,
        "choices": choices,
        "usage": usage(told),
    })
}

pub(super) fn events(told: &Told<'_>) -> Vec<String> {
    let mut deltas = vec![json!({"role": "assistant", "content": ""})];
    if !told.message.thinking.is_empty() {
        deltas.push(json!({"reasoning_content": told.message.thinking}));
    }
    deltas.extend(told.words().map(|word| json!({"content": word})));
    for number in 0..told.message.calls.len() {
        let mut opening = call(told, number);
        opening["index"] = number.into();
        let arguments = opening["function"]["arguments"].take();
        opening["function"]["arguments"] = "".into();
        deltas.push(json!({"tool_calls": [opening]}));
        let arguments = arguments.as_str().unwrap_or_default();
        // In two parts, as a client must expect.
        let (head, tail) =
            arguments.split_at(arguments.char_indices().nth(arguments.chars().count() / 2).map_or(0, |(at, _)| at));
        for part in [head, tail] {
            deltas.push(json!({"tool_calls": [{"index": number, "function": {"arguments": part}}]}));
        }
    }
    let mut events = Vec::new();
    if !told.empty {
        events.extend(deltas.iter().map(|delta| chunk(told, json!([{"index": 0, "delta": delta, "finish_reason": null}]), None)));
        events.push(chunk(told, json!([{"index": 0, "delta": {}, "finish_reason": finish(told)}]), None));
    }
    if told.ask.request.body["stream_options"]["include_usage"] == true {
        events.push(chunk(told, json!([]), Some(usage(told))));
    }
    events.push("data: [DONE]\n\n".to_owned());
    events
}

fn chunk(told: &Told<'_>, choices: Value, usage: Option<Value>) -> String {
    data(&json!({
        "id": told.id("chatcmpl-"),
        "object": "chat.completion.chunk",
        "created": 1_750_000_000,
        "model": told.ask.model,
        "choices": choices,
        "usage": usage,
    }))
}

fn call(told: &Told<'_>, number: usize) -> Value {
    let call = &told.message.calls[number];
    json!({
        "id": told.call_id("call_", number),
        "type": "function",
        "function": {"name": call.name, "arguments": call.args.to_string()},
    })
}

fn finish(told: &Told<'_>) -> Value {
    told.stop("stop", "tool_calls", "length", "content_filter").into()
}

fn usage(told: &Told<'_>) -> Value {
    let usage = told.usage;
    json!({
        "prompt_tokens": usage.input,
        "completion_tokens": usage.output,
        "total_tokens": usage.input + usage.output,
        "prompt_tokens_details": {"cached_tokens": usage.cached},
        "completion_tokens_details": {"reasoning_tokens": usage.reasoning},
    })
}
