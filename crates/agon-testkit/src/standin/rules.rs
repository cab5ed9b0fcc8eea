//! What the real services refuse. A client that keeps these rules here keeps them there.

use super::{Ask, Family};
use serde_json::{Map, Value};

/// What is wrong with a request, if something is.
pub(super) fn complaint(ask: &Ask) -> Option<String> {
    let body = &ask.request.body;
    let own = match ask.family {
        Family::OpenAiChat => lacks(body, "messages"),
        Family::OpenAiResponses => lacks(body, "input").or_else(|| orphaned_reasoning(body)),
        Family::Anthropic => lacks(body, "messages").or_else(|| anthropic(ask)),
        Family::Gemini => lacks(body, "contents").or_else(|| empty_content(body)),
    };
    own.or_else(|| unpaired(beats(ask)))
}

fn lacks(body: &Value, key: &str) -> Option<String> {
    let is_empty = body[key].as_array().is_none_or(Vec::is_empty) && !body[key].is_string();
    is_empty.then(|| format!("{key}: at least one is required"))
}

/// What matters for the pairing of calls and results.
enum Beat {
    Call(String),
    Result(String),
    /// The user speaks.
    User,
}

/// Every call has its result before the user says anything else, and no result is without its call.
fn unpaired(beats: Vec<Beat>) -> Option<String> {
    let mut open: Vec<String> = Vec::new();
    for beat in beats {
        match beat {
            Beat::Call(id) => open.push(id),
            Beat::Result(id) => match open.iter().position(|call| *call == id) {
                Some(place) => drop(open.remove(place)),
                None => return Some(format!("the result {id:?} answers no call")),
            },
            Beat::User if !open.is_empty() => break,
            Beat::User => {}
        }
    }
    open.first().map(|id| format!("the call {id:?} has no result"))
}

fn beats(ask: &Ask) -> Vec<Beat> {
    let body = &ask.request.body;
    match ask.family {
        Family::OpenAiChat => items(&body["messages"]).flat_map(chat_beats).collect(),
        Family::OpenAiResponses => items(&body["input"]).filter_map(item_beat).collect(),
        Family::Anthropic => items(&body["messages"])
            .flat_map(|message| items(&message["content"]).filter_map(|block| block_beat(block, &message["role"])))
            .collect(),
        Family::Gemini => items(&body["contents"])
            .flat_map(|content| items(&content["parts"]).filter_map(|part| part_beat(part, &content["role"])))
            .collect(),
    }
}

fn chat_beats(message: &Value) -> Vec<Beat> {
    match message["role"].as_str() {
        Some("tool") => vec![Beat::Result(text(&message["tool_call_id"]))],
        Some("user") => vec![Beat::User],
        _ => items(&message["tool_calls"]).map(|call| Beat::Call(text(&call["id"]))).collect(),
    }
}

fn item_beat(item: &Value) -> Option<Beat> {
    match item["type"].as_str() {
        Some("function_call" | "computer_call") => Some(Beat::Call(text(&item["call_id"]))),
        Some("function_call_output" | "computer_call_output") => Some(Beat::Result(text(&item["call_id"]))),
        _ => (item["role"] == "user").then_some(Beat::User),
    }
}

fn block_beat(block: &Value, role: &Value) -> Option<Beat> {
    match block["type"].as_str() {
        Some("tool_use") => Some(Beat::Call(text(&block["id"]))),
        Some("tool_result") => Some(Beat::Result(text(&block["tool_use_id"]))),
        _ => (role == "user").then_some(Beat::User),
    }
}

/// Gemini knows calls by their function's name.
fn part_beat(part: &Value, role: &Value) -> Option<Beat> {
    match (part.get("functionCall"), part.get("functionResponse")) {
        (Some(call), _) => Some(Beat::Call(text(&call["name"]))),
        (_, Some(response)) => Some(Beat::Result(text(&response["name"]))),
        _ => (role == "user").then_some(Beat::User),
    }
}

/// Reasoning is followed by what came of it.
fn orphaned_reasoning(body: &Value) -> Option<String> {
    let list: Vec<&Value> = items(&body["input"]).collect();
    let is_model = |item: &Value| {
        item["role"] == "assistant" || matches!(item["type"].as_str(), Some("function_call" | "computer_call" | "reasoning"))
    };
    let orphan = list
        .iter()
        .enumerate()
        .find(|(place, item)| item["type"] == "reasoning" && !list.get(place + 1).is_some_and(|next| is_model(next)));
    orphan.map(|(_, item)| format!("the reasoning {} is without its following item", item["id"]))
}

fn empty_content(body: &Value) -> Option<String> {
    let empty = items(&body["contents"]).any(|content| items(&content["parts"]).next().is_none());
    empty.then(|| "contents.parts must not be empty".to_owned())
}

fn anthropic(ask: &Ask) -> Option<String> {
    let body = &ask.request.body;
    let blocks = || items(&body["messages"]).flat_map(|message| items(&message["content"]));
    let last_blocks = || items(&body["messages"]).filter_map(|message| message["content"].as_array()?.last());
    let is = |block: &Value, kinds: &[&str]| block["type"].as_str().is_some_and(|kind| kinds.contains(&kind));
    let thinking = &body["thinking"];
    let max_tokens = body["max_tokens"].as_u64().unwrap_or_default();
    let budget = thinking["budget_tokens"].as_u64().unwrap_or_default();
    let thinks = thinking.as_object().is_some_and(|fields: &Map<String, Value>| fields.get("type") != Some(&"disabled".into()));
    let broken = [
        (ask.request.header("anthropic-version").is_none(), "anthropic-version: header is required"),
        (ask.request.header("x-api-key").is_none(), "x-api-key header is required"),
        (max_tokens == 0, "max_tokens: field required"),
        (body["messages"][0]["role"] != "user", "messages: first message must use the user role"),
        (items(&body["messages"]).any(|message| message["content"] == Value::Array(Vec::new())), "messages must have content"),
        (
            blocks().any(|block| is(block, &["text"]) && text(&block["text"]).trim().is_empty()),
            "text content blocks must not be blank",
        ),
        (
            last_blocks().any(|block| is(block, &["thinking", "redacted_thinking"])),
            "the final block of a message cannot be thinking",
        ),
        (
            blocks().any(|block| is(block, &["tool_use", "tool_result"])) && items(&body["tools"]).next().is_none(),
            "requests with tool blocks must define tools",
        ),
        (body.to_string().matches("\"cache_control\":").count() > 4, "a maximum of 4 blocks with cache_control may be provided"),
        (
            thinking["type"] == "enabled" && !(1024..max_tokens).contains(&budget),
            "thinking.budget_tokens must be at least 1024 and less than max_tokens",
        ),
        (
            thinks && body.get("temperature").is_some_and(|value| *value != 1.0),
            "temperature may only be set to 1 when thinking is enabled",
        ),
    ];
    broken.into_iter().find(|(is_broken, _)| *is_broken).map(|(_, words)| words.to_owned())
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
