//! What the real services refuse. A client that keeps these rules here keeps them there.

use super::ask::feed;
use super::{Ask, Family, schemas};
use base64::Engine as _;
use serde_json::{Map, Value};
use std::hash::{DefaultHasher, Hasher as _};

/// What is wrong with a request, if something is.
pub(super) fn complaint(ask: &Ask) -> Option<String> {
    let body = &ask.request.body;
    let list = match ask.family {
        Family::OpenAiChat | Family::Anthropic => "messages",
        Family::OpenAiResponses => "input",
        Family::Gemini => "contents",
    };
    let own = || match ask.family {
        Family::OpenAiChat => chat(ask),
        Family::OpenAiResponses => responses(ask),
        Family::Anthropic => anthropic(ask).or_else(|| bound_thoughts(body)),
        Family::Gemini => gemini(body),
    };
    lacks(body, list)
        .or_else(|| schemas::of(ask.family).complaint(body, "body"))
        .or_else(own)
        .or_else(|| unpaired(beats(ask)))
        .or_else(|| pictures(ask))
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

/// Gemini knows calls by their function's name, and some by a name of their own.
fn part_beat(part: &Value, role: &Value) -> Option<Beat> {
    let name = |call: &Value| text(&call["name"]) + call["id"].as_str().unwrap_or_default();
    match (part.get("functionCall"), part.get("functionResponse")) {
        (Some(call), _) => Some(Beat::Call(name(call))),
        (_, Some(response)) => Some(Beat::Result(name(response))),
        _ => (role == "user").then_some(Beat::User),
    }
}

/// Whether a model is one of OpenAI's that think.
fn thinks(model: &str) -> bool {
    ["gpt-5", "gpt-6", "o1", "o3", "o4"].iter().any(|name| model.starts_with(name)) && !model.contains("-chat")
}

/// Calls that came with thoughts are marked here, so that a client that loses the thoughts is found out.
pub(super) const WITH_THOUGHTS: &str = "t_";

fn chat(ask: &Ask) -> Option<String> {
    let body = &ask.request.body;
    if thinks(&ask.model) {
        for name in ["max_tokens", "temperature", "stop"] {
            if body.get(name).is_some() {
                return Some(format!("Unsupported parameter: '{name}' is not supported with this model."));
            }
        }
    }
    let lost = items(&body["messages"]).find(|message| {
        let came_with_thoughts = items(&message["tool_calls"]).any(|call| text(&call["id"]).contains(WITH_THOUGHTS));
        came_with_thoughts && message.get("reasoning_content").is_none()
    });
    lost.map(|_| "The reasoning_content in the thinking mode must be passed back to the API.".to_owned())
}

fn responses(ask: &Ask) -> Option<String> {
    let body = &ask.request.body;
    let has_preview = items(&body["tools"]).any(|tool| tool["type"] == "computer_use_preview");
    if has_preview && body["truncation"] != "auto" {
        return Some("truncation: must be 'auto' with the tool computer_use_preview".to_owned());
    }
    let seals = items(&body["include"]).any(|name| name == "reasoning.encrypted_content");
    if seals && ask.model.starts_with("gpt-4") {
        return Some("Encrypted content is not supported with this model.".to_owned());
    }
    let is_stored = body["store"] != false;
    let list: Vec<&Value> = items(&body["input"]).collect();
    for (place, item) in list.iter().enumerate() {
        let (id, before) = (text(&item["id"]), place.checked_sub(1).and_then(|before| list.get(before)));
        match item["type"].as_str() {
            Some("reasoning") if !is_stored && item.get("encrypted_content").is_none_or(Value::is_null) => {
                return Some(format!("Item with id '{id}' not found. Items are not persisted when `store` is set to false."));
            }
            Some("reasoning") if !list.get(place + 1).is_some_and(|next| is_models(next)) => {
                return Some(format!("the reasoning {id:?} is without its following item"));
            }
            // What the model said, and its other calls, may stand between.
            Some("computer_call") if id.contains(WITH_THOUGHTS) && !before.is_some_and(|before| is_models(before)) => {
                return Some(format!("Item '{id}' of type 'computer_call' was provided without its required 'reasoning' item."));
            }
            _ => {}
        }
    }
    None
}

fn is_models(item: &Value) -> bool {
    item["role"] == "assistant" || matches!(item["type"].as_str(), Some("function_call" | "computer_call" | "reasoning"))
}

fn gemini(body: &Value) -> Option<String> {
    if items(&body["contents"]).any(|content| items(&content["parts"]).next().is_none()) {
        return Some("contents.parts must not be empty".to_owned());
    }
    let first_calls =
        items(&body["contents"]).filter_map(|content| items(&content["parts"]).find(|part| part.get("functionCall").is_some()));
    let unsigned =
        |part: &&Value| text(&part["functionCall"]["id"]).contains(WITH_THOUGHTS) && part.get("thoughtSignature").is_none();
    first_calls.into_iter().find(unsigned).map(|part| {
        format!("Function call is missing a thought_signature in functionCall parts: {}", part["functionCall"]["name"])
    })
}

/// A number for all that stands before a place in a conversation, marks for the cache left out.
pub(super) fn prefix(body: &Value, messages_before: usize) -> u64 {
    let mut hasher = DefaultHasher::new();
    feed(&body["system"], &mut hasher);
    feed(&body["tools"], &mut hasher);
    items(&body["messages"]).take(messages_before).for_each(|message| feed(message, &mut hasher));
    hasher.finish()
}

/// Anthropic's newer models take a thought back only behind what it was thought after. Those that think within a budget are
/// older, and do not look.
fn bound_thoughts(body: &Value) -> Option<String> {
    if body["thinking"]["type"] == "enabled" {
        return None;
    }
    items(&body["messages"]).enumerate().find_map(|(number, message)| {
        let (place, _) = items(&message["content"]).enumerate().find(|(_, block)| {
            let signature = text(&block["signature"]);
            let signed = signature.strip_prefix(SIGNED).and_then(|rest| rest.split('-').nth(1).map(str::to_owned));
            signed.is_some_and(|signed| signed != format!("{:016x}", prefix(body, number)))
        })?;
        Some(format!(
            "messages.{number}.content.{place}: Invalid `signature` in `thinking` block. The block is bound to a different \
             conversation. Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to \"drop_block\"."
        ))
    })
}

pub(super) const SIGNED: &str = "signed-";

/// Pictures are what they say they are, and no larger than the services take.
fn pictures(ask: &Ask) -> Option<String> {
    let mut found = Vec::new();
    gather(&ask.request.body, &mut found);
    let most_px = match ask.family {
        Family::Anthropic if found.len() > 20 => 2000,
        Family::Anthropic => 8000,
        _ => 16_384,
    };
    found.iter().find_map(|(media, data)| {
        // The head of a file is enough; four letters are three bytes.
        let head = data.get(..data.len().min(48) / 4 * 4).unwrap_or_default();
        let Ok(bytes) = base64::engine::general_purpose::STANDARD.decode(head) else {
            return Some("a picture is not base64".to_owned());
        };
        let is_png = bytes.starts_with(&[0x89, b'P', b'N', b'G']);
        if (media == "image/png") != is_png {
            return Some(format!("a picture does not look like {media}"));
        }
        let side = |at: usize| bytes.get(at..at + 4).and_then(|side| Some(u32::from_be_bytes(side.try_into().ok()?)));
        let sides = [side(16), side(20)].into_iter().flatten().max().filter(|_| is_png);
        sides
            .filter(|side| *side > most_px)
            .map(|side| format!("a picture has a side of {side} pixels, and {most_px} are allowed"))
    })
}

/// Every picture in a body, with its kind and its data.
fn gather(value: &Value, found: &mut Vec<(String, String)>) {
    match value {
        Value::String(text) => {
            let url = text.strip_prefix("data:").and_then(|rest| rest.split_once(";base64,"));
            found.extend(url.map(|(media, data)| (media.to_owned(), data.to_owned())));
        }
        Value::Array(items) => items.iter().for_each(|item| gather(item, found)),
        Value::Object(fields) => {
            let media = fields.get("media_type").or_else(|| fields.get("mimeType")).and_then(Value::as_str);
            if let (Some(media), Some(data)) = (media, fields.get("data").and_then(Value::as_str)) {
                found.push((media.to_owned(), data.to_owned()));
            }
            fields.values().for_each(|value| gather(value, found));
        }
        _ => {}
    }
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
    // Results come first in a message, before what the user says.
    let late_result = |message: &Value| {
        let kinds: Vec<bool> = items(&message["content"]).map(|block| is(block, &["tool_result"])).collect();
        kinds.windows(2).any(|pair| !pair[0] && pair[1])
    };
    let last_calls = items(&body["messages"]).filter(|message| message["role"] == "assistant").last().filter(|message| {
        items(&message["content"]).any(|block| is(block, &["tool_use"]) && text(&block["id"]).contains(WITH_THOUGHTS))
    });
    let begins_thinking = |message: &Value| is(&message["content"][0], &["thinking", "redacted_thinking"]);
    let tools: Vec<String> = items(&body["tools"]).map(|tool| text(&tool["type"])).collect();
    let is_newest = ["-5-5", "fable-5", "mythos-5"].iter().any(|part| ask.model.contains(part));
    let has_set = tools.iter().any(|kind| kind.starts_with("computer_toolset"));
    let names_set = blocks().any(|block| block.get("toolset_name").is_some());
    let lost_set = |message: &Value| {
        items(&message["content"])
            .any(|block| is(block, &["tool_use"]) && text(&block["id"]).contains("set_") && block["toolset_name"] != "computer")
    };
    let beta = ask.request.header("anthropic-beta").unwrap_or_default();
    let old_tool = tools.iter().find(|kind| kind.starts_with("computer_2"));
    let broken = [
        (
            old_tool.is_some_and(|kind| !beta.replace('-', "").contains(&kind["computer_".len()..])),
            "tools: this computer tool needs its beta header",
        ),
        (is_newest && old_tool.is_some(), "tools: this model does not support this computer tool"),
        (is_newest && thinking["type"] == "disabled", "thinking: this model always thinks"),
        (is_newest && body.get("temperature").is_some(), "temperature: is not supported by this model"),
        (names_set && !has_set, "messages: a toolset is named that is not among the tools"),
        (items(&body["messages"]).any(lost_set), "messages: a call of a toolset must name its toolset"),
        (items(&body["messages"]).any(late_result), "messages: tool_result blocks must come first"),
        (
            thinking["type"] == "enabled" && last_calls.is_some_and(|message| !begins_thinking(message)),
            "messages: Expected `thinking` or `redacted_thinking`, but found `tool_use`",
        ),
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
