//! Anthropic messages: history and answer are made of blocks.

use super::{Api, Assembler, Unreadable, call_of, count, lay_over, put, string};
use crate::{Options, Part, Repeats, Reply, Request, Role, Stop, Tokens, Tool, ToolCall};
use serde_json::{Map, Value, json};

pub(crate) struct Anthropic;

/// The API wants a limit. This one is within reach of all models and leaves room for thinking.
const MAX_TOKENS: u32 = 16_000;
/// The least that may be given for thinking.
const MIN_BUDGET: u32 = 1024;
/// What a thinking model takes for `top_p`.
const THINKING_TOP_P: f64 = 0.95;

impl Api for Anthropic {
    fn url(&self, base: &str, _: &str, _: bool) -> String {
        format!("{}/v1/messages", base.trim_end_matches("/v1"))
    }

    fn model_url(&self, base: &str, model: &str) -> String {
        format!("{}/v1/models/{model}", base.trim_end_matches("/v1"))
    }

    fn key_header(&self, key: &str) -> (&'static str, String) {
        ("x-api-key", key.to_owned())
    }

    fn headers(&self, request: &Request) -> Vec<(&'static str, String)> {
        let mut headers = vec![("anthropic-version", "2023-06-01".to_owned())];
        let betas: Vec<String> = request.tools.iter().filter_map(beta).collect();
        if !betas.is_empty() {
            headers.push(("anthropic-beta", betas.join(",")));
        }
        headers
    }

    fn body(&self, model: &str, request: &Request, stream: bool) -> Value {
        let options = &request.options;
        let mut body = Map::new();
        body.insert("model".into(), model.into());
        body.insert("max_tokens".into(), max_tokens(options).into());
        if !request.system.trim().is_empty() {
            let mut block = json!({"type": "text", "text": request.system});
            if request.repeats == Repeats::Everything {
                mark_for_cache(&mut block);
            }
            body.insert("system".into(), json!([block]));
        }
        body.insert("messages".into(), write_messages(request).into());
        if !request.tools.is_empty() {
            body.insert("tools".into(), request.tools.iter().map(write_tool).collect());
        }
        let lacking = self.lacking(options);
        put(&mut body, "temperature", options.temperature.filter(|_| !lacking.contains(&"temperature")));
        put(&mut body, "top_p", options.top_p.filter(|_| !lacking.contains(&"top_p")));
        put(&mut body, "stop_sequences", (!options.stop.is_empty()).then(|| options.stop.clone()));
        put(&mut body, "thinking", thinking(options));
        let effort = options.reasoning_effort.as_ref().filter(|effort| *effort != "none");
        put(&mut body, "output_config", effort.map(|effort| json!({"effort": effort})));
        if stream {
            body.insert("stream".into(), true.into());
        }
        lay_over(&mut body, &options.extra);
        Value::Object(body)
    }

    fn reply(&self, body: &Value) -> Result<Reply, Unreadable> {
        if body["type"] == "error" {
            return Err(Unreadable(format!("is a failure: {}", string(body, "/error/message"))));
        }
        let content = body.get("content").and_then(Value::as_array).ok_or_else(|| Unreadable::new("has no content"))?;
        let stop = match body.get("stop_reason").and_then(Value::as_str) {
            Some("end_turn" | "stop_sequence") => Stop::End,
            Some("max_tokens" | "model_context_window_exceeded") => Stop::Length,
            Some("tool_use") => Stop::ToolCalls,
            Some("refusal") => Stop::Refused,
            Some(_) => Stop::Other,
            None => return Err(Unreadable::new("has no stop reason")),
        };
        let mut reasoning = Vec::new();
        let parts = content.iter().filter_map(|block| read_block(block, &mut reasoning)).collect();
        let model = string(body, "/model");
        Ok(Reply { parts, reasoning: reasoning.join("\n"), stop, tokens: tokens(body), model, billed_usd: None })
    }

    fn assembler(&self) -> Box<dyn Assembler> {
        Box::new(super::anthropic_stream::Stream::default())
    }

    /// A model that thinks has its temperature and nearly its `top_p` fixed.
    fn lacking(&self, options: &Options) -> Vec<&'static str> {
        let mut lacking = vec!["seed"];
        if thinking(options).is_some_and(|thinking| thinking["type"] != "disabled") {
            lacking.push("temperature");
            if options.top_p.is_some_and(|top_p| top_p < THINKING_TOP_P) {
                lacking.push("top_p");
            }
        }
        lacking
    }
}

/// Older computer tools are behind a header with their own date: `computer_20251124` needs `computer-use-2025-11-24`. The
/// toolset of 2026 needs none.
fn beta(tool: &Tool) -> Option<String> {
    let Tool::Native { definition, .. } = tool else { return None };
    let date = definition.get("type")?.as_str()?.strip_prefix("computer_")?;
    let is_date = date.len() == 8 && date.bytes().all(|byte| byte.is_ascii_digit());
    is_date.then(|| format!("computer-use-{}-{}-{}", &date[..4], &date[4..6], &date[6..]))
}

/// Older models think within a budget, newer ones as hard as they are told; which it is, the user says by the option.
fn thinking(options: &Options) -> Option<Value> {
    match (options.reasoning_tokens, options.reasoning_effort.as_deref()) {
        (Some(0), _) | (None, Some("none")) => Some(json!({"type": "disabled"})),
        (Some(budget), _) => Some(json!({"type": "enabled", "budget_tokens": budget.max(MIN_BUDGET)})),
        (None, Some(_)) => Some(json!({"type": "adaptive"})),
        (None, None) => None,
    }
}

/// The limit counts thinking too and must be above its budget; one that is not is meant for what comes after.
fn max_tokens(options: &Options) -> u32 {
    let limit = options.max_tokens.unwrap_or(MAX_TOKENS);
    match options.reasoning_tokens {
        Some(budget) if budget > 0 && limit <= budget.max(MIN_BUDGET) => budget.max(MIN_BUDGET).saturating_add(limit),
        _ => limit,
    }
}

/// What is not from the cache is counted apart from what is.
fn tokens(body: &Value) -> Tokens {
    let (cached, cache_written) =
        (count(body, "/usage/cache_read_input_tokens"), count(body, "/usage/cache_creation_input_tokens"));
    Tokens {
        input: count(body, "/usage/input_tokens").saturating_add(cached).saturating_add(cache_written),
        cached,
        cache_written,
        output: count(body, "/usage/output_tokens"),
        reasoning: count(body, "/usage/output_tokens_details/thinking_tokens"),
    }
}

fn read_block(block: &Value, reasoning: &mut Vec<String>) -> Option<Part> {
    let opaque = || Some(Part::Opaque { value: block.clone() });
    match string(block, "/type").as_str() {
        "text" => Some(Part::Text { text: string(block, "/text") }).filter(|part| part.as_text() != Some("")),
        "thinking" => {
            let thought = string(block, "/thinking");
            if !thought.is_empty() {
                reasoning.push(thought);
            }
            // The API takes back only what it has signed.
            opaque().filter(|_| !string(block, "/signature").is_empty())
        }
        "tool_use" => Some(Part::ToolCall(read_call(block))),
        _ => opaque(),
    }
}

/// What a block says beyond the usual, such as the toolset it is of, goes back with it.
fn read_call(block: &Value) -> ToolCall {
    let mut extra = block.as_object().cloned().unwrap_or_default();
    let args = extra.remove("input").unwrap_or_default();
    ["type", "id", "name"].iter().for_each(|key| drop(extra.remove(*key)));
    let extra = Some(Value::Object(extra)).filter(|extra| extra.as_object().is_some_and(|fields| !fields.is_empty()));
    ToolCall { id: string(block, "/id"), name: string(block, "/name"), args, extra }
}

/// Messages that would be empty are left out, which the API minds less.
fn write_messages(request: &Request) -> Vec<Value> {
    let mut messages = Vec::new();
    for (number, message) in request.messages.iter().enumerate() {
        // Results come before all else in a message.
        let (results, rest): (Vec<_>, Vec<_>) = message.parts.iter().partition(|part| matches!(part, Part::ToolResult { .. }));
        let parts = results.into_iter().chain(rest);
        let mut blocks: Vec<Value> = parts.filter_map(|part| write_part(request, number, part)).collect();
        // A message may not end with thinking, as that of a model does which thought until it was cut off.
        while blocks.last().is_some_and(is_thinking) {
            blocks.pop();
        }
        if !blocks.is_empty() {
            let role = if message.role == Role::User { "user" } else { "assistant" };
            messages.push(json!({"role": role, "content": blocks}));
        }
    }
    // What the next call begins with is read from the cache then. What it does not begin with would be paid for to be put
    // there, and never be read.
    let marked = match request.repeats {
        Repeats::Nothing => None,
        Repeats::Beginning => messages.first_mut().and_then(|first| first["content"].as_array_mut()?.first_mut()),
        Repeats::Everything => {
            let last = messages.iter_mut().rfind(|message| message["role"] == "user");
            last.and_then(|last| last["content"].as_array_mut()?.last_mut())
        }
    };
    if let Some(block) = marked {
        mark_for_cache(block);
    }
    messages
}

fn is_thinking(block: &Value) -> bool {
    block["type"] == "thinking" || block["type"] == "redacted_thinking"
}

fn mark_for_cache(block: &mut Value) {
    block["cache_control"] = json!({"type": "ephemeral"});
}

fn write_part(request: &Request, message: usize, part: &Part) -> Option<Value> {
    match part {
        Part::ToolCall(call) => {
            // Only a call that was cut off has arguments that are no object.
            let input = if call.args.is_object() { call.args.clone() } else { json!({"arguments": call.args}) };
            let mut block = Map::new();
            block.insert("type".into(), "tool_use".into());
            block.insert("id".into(), call.id.as_str().into());
            block.insert("name".into(), super::sent_name(&call.name).into());
            block.insert("input".into(), input);
            block.extend(call.extra.as_ref().and_then(Value::as_object).cloned().unwrap_or_default());
            Some(Value::Object(block))
        }
        Part::ToolResult { id, parts, .. } => {
            let content: Vec<Value> = parts.iter().filter_map(write_content).collect();
            let mut block = json!({"type": "tool_result", "tool_use_id": id, "content": content});
            let toolset = call_of(request, message, id).and_then(|call| call.extra.as_ref()?.get("toolset_name"));
            if let Some(toolset) = toolset {
                block["toolset_name"] = toolset.clone();
            }
            Some(block)
        }
        Part::Opaque { value } => Some(value.clone()),
        other => write_content(other),
    }
}

/// Blank texts are refused.
fn write_content(part: &Part) -> Option<Value> {
    match part {
        Part::Text { text } => (!text.trim().is_empty()).then(|| json!({"type": "text", "text": text})),
        Part::Image(picture) => Some(json!({
            "type": "image",
            "source": {"type": "base64", "media_type": picture.media, "data": picture.base64()},
        })),
        _ => None,
    }
}

fn write_tool(tool: &Tool) -> Value {
    match tool {
        Tool::Function { name, about, schema } => json!({"name": name, "description": about, "input_schema": schema}),
        Tool::Native { definition, .. } => definition.clone(),
    }
}
