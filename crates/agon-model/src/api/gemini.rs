//! Google's Gemini: history and answer are made of parts, and what a model thought is signed on a part.

use super::{Api, Assembler, Unreadable, call_id, call_of, count, items, lay_over, put, string, texts};
use crate::{Message, Options, Part, Picture, Reply, Request, Role, Stop, Tokens, Tool, ToolCall};
use serde_json::{Map, Value, json};

pub(crate) struct Gemini;

const SIGNATURE: &str = "thoughtSignature";

impl Api for Gemini {
    fn url(&self, base: &str, model: &str, stream: bool) -> String {
        let verb = if stream { "streamGenerateContent?alt=sse" } else { "generateContent" };
        format!("{base}/models/{}:{verb}", model.trim_start_matches("models/"))
    }

    fn model_url(&self, base: &str, model: &str) -> String {
        format!("{base}/models/{}", model.trim_start_matches("models/"))
    }

    fn key_header(&self, key: &str) -> (&'static str, String) {
        ("x-goog-api-key", key.to_owned())
    }

    fn body(&self, model: &str, request: &Request, _: bool) -> Value {
        let mut body = Map::new();
        if !request.system.is_empty() {
            body.insert("systemInstruction".into(), json!({"parts": [{"text": request.system}]}));
        }
        let contents: Vec<Value> = request
            .messages
            .iter()
            .enumerate()
            .filter_map(|(number, message)| write_message(model, request, number, message))
            .collect();
        body.insert("contents".into(), contents.into());
        if !request.tools.is_empty() {
            body.insert("tools".into(), write_tools(&request.tools).into());
        }
        let settings = settings(&request.options);
        if !settings.is_empty() {
            body.insert("generationConfig".into(), settings.into());
        }
        lay_over(&mut body, &request.options.extra);
        Value::Object(body)
    }

    fn reply(&self, body: &Value) -> Result<Reply, Unreadable> {
        let blocked = !string(body, "/promptFeedback/blockReason").is_empty();
        let candidate = match body.pointer("/candidates/0") {
            Some(candidate) => candidate,
            None if blocked => &Value::Null,
            None => return Err(Unreadable::new("has no candidates")),
        };
        let finish = string(candidate, "/finishReason");
        if finish.is_empty() && !blocked && candidate.get("content").is_none() {
            return Err(Unreadable::new("has a candidate without content"));
        }
        let mut reading = Reading::default();
        items(candidate, "/content/parts").for_each(|part| reading.part(part));
        let stop = match finish.as_str() {
            _ if blocked => Stop::Refused,
            "STOP" | "" if reading.calls > 0 => Stop::ToolCalls,
            "STOP" | "" => Stop::End,
            "MAX_TOKENS" => Stop::Length,
            "SAFETY" | "RECITATION" | "BLOCKLIST" | "PROHIBITED_CONTENT" | "SPII" | "LANGUAGE" | "IMAGE_SAFETY" => Stop::Refused,
            _ => Stop::Other,
        };
        let reasoning = reading.reasoning.join("\n");
        let model = string(body, "/modelVersion");
        Ok(Reply { parts: reading.parts, reasoning, stop, tokens: tokens(body), model, billed_usd: None })
    }

    fn assembler(&self) -> Box<dyn Assembler> {
        Box::new(super::gemini_stream::Stream::default())
    }

    fn lacking(&self, _: &Options) -> Vec<&'static str> {
        Vec::new()
    }
}

/// Thoughts are counted beside the answer, and what tools gave beside the prompt.
fn tokens(body: &Value) -> Tokens {
    let reasoning = count(body, "/usageMetadata/thoughtsTokenCount");
    let tools = count(body, "/usageMetadata/toolUsePromptTokenCount");
    Tokens {
        input: count(body, "/usageMetadata/promptTokenCount").saturating_add(tools),
        cached: count(body, "/usageMetadata/cachedContentTokenCount"),
        cache_written: 0,
        output: count(body, "/usageMetadata/candidatesTokenCount").saturating_add(reasoning),
        reasoning,
    }
}

/// An answer's parts on their way into ours.
#[derive(Default)]
struct Reading {
    parts: Vec<Part>,
    reasoning: Vec<String>,
    calls: usize,
}

impl Reading {
    fn part(&mut self, part: &Value) {
        let signature = part.get(SIGNATURE);
        if let Some(call) = part.get("functionCall") {
            self.call(call, signature);
        } else if part["thought"] == true {
            self.reasoning.extend(Some(string(part, "/text")).filter(|text| !text.is_empty()));
        } else if part.get("text").is_some() {
            let text = string(part, "/text");
            if !text.is_empty() {
                self.parts.push(Part::Text { text });
            }
            // The signature belongs to the text before it.
            self.parts.extend(signature.map(|signature| Part::Opaque { value: json!({SIGNATURE: signature}) }));
        } else {
            self.parts.push(Part::Opaque { value: part.clone() });
        }
    }

    fn call(&mut self, call: &Value, signature: Option<&Value>) {
        // Some models name their calls. A name that is ours is not sent back.
        let mut extra = Map::new();
        put(&mut extra, "id", call.get("id").cloned());
        put(&mut extra, SIGNATURE, signature.cloned());
        let extra = (!extra.is_empty()).then(|| Value::Object(extra));
        let args = call.get("args").cloned().unwrap_or_else(|| json!({}));
        let id = call_id(string(call, "/id"), self.calls);
        self.calls += 1;
        self.parts.push(Part::ToolCall(ToolCall { id, name: string(call, "/name"), args, extra }));
    }
}

fn settings(options: &Options) -> Map<String, Value> {
    let mut settings = Map::new();
    put(&mut settings, "temperature", options.temperature);
    put(&mut settings, "topP", options.top_p);
    put(&mut settings, "maxOutputTokens", options.max_tokens);
    put(&mut settings, "stopSequences", (!options.stop.is_empty()).then(|| options.stop.clone()));
    put(&mut settings, "seed", options.seed);
    // Gemini 2.5 thinks within a budget, later ones at a level; which it is, the user says by the option.
    let mut thinking = Map::new();
    put(&mut thinking, "thinkingLevel", options.reasoning_effort.clone());
    put(&mut thinking, "thinkingBudget", options.reasoning_tokens);
    if !thinking.is_empty() {
        thinking.insert("includeThoughts".into(), true.into());
        settings.insert("thinkingConfig".into(), thinking.into());
    }
    settings
}

fn write_tools(tools: &[Tool]) -> Vec<Value> {
    let mut functions = Vec::new();
    let mut written = Vec::new();
    for tool in tools {
        match tool {
            Tool::Function { name, about, schema } => {
                functions.push(json!({"name": name, "description": about, "parametersJsonSchema": schema}));
            }
            Tool::Native { definition, .. } => written.push(definition.clone()),
        }
    }
    if !functions.is_empty() {
        written.push(json!({"functionDeclarations": functions}));
    }
    written
}

/// A message without parts is refused, and left out.
fn write_message(model: &str, request: &Request, number: usize, message: &Message) -> Option<Value> {
    let mut parts: Vec<Value> = Vec::new();
    let mut pictures = Vec::new();
    for part in &message.parts {
        match part {
            Part::Text { text } => parts.push(json!({"text": text})),
            Part::Image(picture) => parts.push(write_picture(picture)),
            Part::ToolCall(call) => parts.push(write_call(call)),
            Part::ToolResult { id, name, parts: given } => {
                let call = call_of(request, number, id);
                let shown: Vec<Value> = given.iter().filter_map(picture_in).map(write_picture).collect();
                let is_inside = takes_pictures_in_results(model);
                parts.push(write_result(name, call, given, if is_inside { shown.clone() } else { Vec::new() }));
                pictures.extend(if is_inside { Vec::new() } else { shown });
            }
            Part::Opaque { value } => match (value.get(SIGNATURE), parts.last_mut()) {
                (Some(signature), Some(Value::Object(last))) if last.contains_key("text") => {
                    last.insert(SIGNATURE.into(), signature.clone());
                }
                (Some(signature), _) if value.get("text").is_none() => parts.push(json!({"text": "", SIGNATURE: signature})),
                _ => parts.push(value.clone()),
            },
        }
    }
    parts.extend(pictures);
    let role = if message.role == Role::User { "user" } else { "model" };
    (!parts.is_empty()).then(|| json!({"role": role, "parts": parts}))
}

/// Before the third generation only the models for computer use did.
fn takes_pictures_in_results(model: &str) -> bool {
    model.contains("computer-use") || !["gemini-1", "gemini-2"].iter().any(|old| model.contains(old))
}

fn picture_in(part: &Part) -> Option<&Picture> {
    if let Part::Image(picture) = part { Some(picture) } else { None }
}

fn write_picture(picture: &Picture) -> Value {
    json!({"inlineData": {"mimeType": picture.media, "data": picture.base64()}})
}

fn write_call(call: &ToolCall) -> Value {
    let extra = |key: &str| call.extra.as_ref().and_then(|extra| extra.get(key)).cloned();
    let mut function = Map::new();
    put(&mut function, "id", extra("id"));
    function.insert("name".into(), super::sent_name(&call.name).into());
    function.insert("args".into(), call.args.clone());
    let mut part = Map::new();
    part.insert("functionCall".into(), function.into());
    put(&mut part, SIGNATURE, extra(SIGNATURE));
    Value::Object(part)
}

/// A text that is a JSON object is the result itself. A model that asks for leave to act gets it: its world was made for it.
fn write_result(name: &str, call: Option<&ToolCall>, parts: &[Part], pictures: Vec<Value>) -> Value {
    let text = texts(parts);
    let object = serde_json::from_str::<Map<String, Value>>(&text);
    let mut response = object.unwrap_or_else(|_| Map::from_iter([("output".to_owned(), text.into())]));
    if call.is_some_and(|call| call.args.get("safety_decision").is_some()) {
        response.insert("safety_acknowledgement".into(), "true".into());
    }
    let mut function = Map::new();
    put(&mut function, "id", call.and_then(|call| call.extra.as_ref()?.get("id").cloned()));
    function.insert("name".into(), super::sent_name(name).into());
    function.insert("response".into(), response.into());
    put(&mut function, "parts", (!pictures.is_empty()).then_some(pictures));
    json!({"functionResponse": function})
}
