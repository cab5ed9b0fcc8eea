//! OpenAI responses: history and answer are lists of items. All of it goes along with each request, and nothing is stored at
//! OpenAI but for the older computer tool, whose calls are refused without their stored reasoning.

use super::{Api, Assembler, Unreadable, call_id, call_of, count, items, lay_over, put, read_args, string, texts, written_args};
use crate::{Abilities, Family, Options, Part, Picture, Reply, Request, Role, Stop, Tokens, Tool, ToolCall};
use serde_json::{Map, Value, json};

pub(crate) struct OpenAiResponses;

/// The name under which OpenAI's own computer tool is called here; the API has none for it.
const COMPUTER: &str = "computer";

impl Api for OpenAiResponses {
    fn url(&self, base: &str, _: &str, _: bool) -> String {
        format!("{base}/responses")
    }

    fn body(&self, model: &str, request: &Request, stream: bool) -> Value {
        let options = &request.options;
        let mut body = Map::new();
        body.insert("model".into(), model.into());
        put(&mut body, "instructions", Some(request.system.clone()).filter(|system| !system.is_empty()));
        let abilities = Abilities::of(Family::OpenAiResponses, model);
        let is_preview = request.tools.iter().any(is_preview);
        let stores = options.extra.get("store").and_then(Value::as_bool).unwrap_or(is_preview);
        let detail = options.detail.as_deref().unwrap_or(abilities.detail());
        let writing = Writing { request, detail, stores };
        body.insert("input".into(), writing.input().into());
        if !request.tools.is_empty() {
            body.insert("tools".into(), request.tools.iter().map(write_tool).collect());
        }
        put(&mut body, "temperature", options.temperature);
        put(&mut body, "top_p", options.top_p);
        put(&mut body, "max_output_tokens", options.max_tokens);
        put(&mut body, "reasoning", options.reasoning_effort.as_ref().map(|effort| json!({"effort": effort})));
        // Reasoning that is stored nowhere goes back sealed. Models that do not reason refuse to seal it.
        if !stores && (abilities.thinks() || options.reasoning_effort.is_some()) {
            body.insert("include".into(), json!(["reasoning.encrypted_content"]));
        }
        body.insert("store".into(), stores.into());
        if is_preview {
            // Without it the tool is refused.
            body.insert("truncation".into(), "auto".into());
        }
        if stream {
            body.insert("stream".into(), true.into());
        }
        lay_over(&mut body, &options.extra);
        Value::Object(body)
    }

    fn reply(&self, body: &Value) -> Result<Reply, Unreadable> {
        if let Some(error) = body.get("error").filter(|error| !error.is_null()) {
            return Err(Unreadable(format!("is a failure: {error}")));
        }
        let output = body.get("output").and_then(Value::as_array).ok_or_else(|| Unreadable::new("has no output"))?;
        let status = string(body, "/status");
        if output.is_empty() && status != "incomplete" {
            return Err(Unreadable::new("has an empty output"));
        }
        let mut reading = Reading::default();
        output.iter().for_each(|item| reading.item(item));
        let stop = match (status.as_str(), string(body, "/incomplete_details/reason").as_str()) {
            ("incomplete", "content_filter") => Stop::Refused,
            ("incomplete", "max_output_tokens") => Stop::Length,
            ("incomplete", _) => Stop::Other,
            ("completed" | "", _) if reading.refused => Stop::Refused,
            ("completed" | "", _) if reading.calls > 0 => Stop::ToolCalls,
            ("completed" | "", _) => Stop::End,
            (status, _) => return Err(Unreadable(format!("has the status {status:?}"))),
        };
        let tokens = Tokens {
            input: count(body, "/usage/input_tokens"),
            cached: count(body, "/usage/input_tokens_details/cached_tokens"),
            cache_written: 0,
            output: count(body, "/usage/output_tokens"),
            reasoning: count(body, "/usage/output_tokens_details/reasoning_tokens"),
        };
        let reasoning = reading.reasoning.join("\n");
        Ok(Reply { parts: reading.parts, reasoning, stop, tokens, model: string(body, "/model"), billed_usd: None })
    }

    fn assembler(&self) -> Box<dyn Assembler> {
        Box::new(Stream::default())
    }

    fn lacking(&self, _: &Options) -> Vec<&'static str> {
        vec!["stop", "seed", "reasoning_tokens"]
    }
}

/// An answer's items on their way into parts.
#[derive(Default)]
struct Reading {
    parts: Vec<Part>,
    reasoning: Vec<String>,
    calls: usize,
    refused: bool,
}

impl Reading {
    fn item(&mut self, item: &Value) {
        match string(item, "/type").as_str() {
            "message" => items(item, "/content").for_each(|part| self.content(part)),
            "reasoning" => {
                // OpenAI shows summaries; open models show the thinking itself.
                let shown = items(item, "/summary").chain(items(item, "/content")).map(|part| string(part, "/text"));
                self.reasoning.extend(shown.filter(|text| !text.is_empty()));
                self.parts.push(Part::Opaque { value: item.clone() });
            }
            "function_call" => {
                let args = read_args(string(item, "/arguments"));
                self.call(item, string(item, "/name"), args, None);
            }
            "computer_call" => {
                // Older models give one action, newer ones several.
                let args = match item.get("actions") {
                    Some(actions) if actions.is_array() => json!({"actions": actions}),
                    _ => item.get("action").cloned().unwrap_or_default(),
                };
                self.call(item, COMPUTER.to_owned(), args, Some(item.clone()));
            }
            _ => self.parts.push(Part::Opaque { value: item.clone() }),
        }
    }

    fn content(&mut self, part: &Value) {
        let refusal = string(part, "/refusal");
        self.refused |= !refusal.is_empty();
        let text = string(part, "/text") + &refusal;
        if !text.is_empty() {
            self.parts.push(Part::Text { text });
        }
    }

    fn call(&mut self, item: &Value, name: String, args: Value, extra: Option<Value>) {
        let id = call_id(string(item, "/call_id"), self.calls);
        self.calls += 1;
        self.parts.push(Part::ToolCall(ToolCall { id, name, args, extra }));
    }
}

/// A request on its way into items.
struct Writing<'r> {
    request: &'r Request,
    detail: &'r str,
    /// Whether the service has what was said before, so that a name is enough.
    stores: bool,
}

/// The tool of 2025, which has rules of its own.
fn is_preview(tool: &Tool) -> bool {
    matches!(tool, Tool::Native { definition, .. } if definition["type"] == "computer_use_preview")
}

impl Writing<'_> {
    /// Text and pictures that stand together are one message; everything else is an item of its own, in the order of our
    /// parts.
    fn input(&self) -> Vec<Value> {
        let mut input = Vec::new();
        for (number, message) in self.request.messages.iter().enumerate() {
            let mut content = Vec::new();
            for part in without_last_thoughts(&message.parts) {
                match part {
                    Part::Text { .. } | Part::Image(_) => content.extend(self.content(part)),
                    other => {
                        flush(&mut content, message.role, &mut input);
                        self.item(number, other, &mut input);
                    }
                }
            }
            flush(&mut content, message.role, &mut input);
        }
        input
    }

    fn item(&self, message: usize, part: &Part, input: &mut Vec<Value>) {
        match part {
            Part::ToolCall(ToolCall { extra: Some(item), .. }) => input.push(item.clone()),
            Part::ToolCall(call) => input.push(json!({
                "type": "function_call", "call_id": call.id, "name": super::sent_name(&call.name), "arguments": written_args(&call.args),
            })),
            Part::ToolResult { id, parts, .. } => {
                let call = call_of(self.request, message, id).and_then(|call| call.extra.as_ref());
                match call.filter(|item| item["type"] == "computer_call") {
                    Some(item) => write_computer_result(self.request, id, item, parts, input),
                    None => input.push(json!({"type": "function_call_output", "call_id": id, "output": self.output(parts)})),
                }
            }
            Part::Opaque { value } if value["type"] == "reasoning" => {
                // What is neither sealed nor stored cannot be given back.
                if self.stores || !string(value, "/encrypted_content").is_empty() {
                    input.push(value.clone());
                }
            }
            Part::Opaque { value } => input.push(value.clone()),
            Part::Text { .. } | Part::Image(_) => {}
        }
    }

    /// Text alone goes as a string, which imitations know as well.
    fn output(&self, parts: &[Part]) -> Value {
        if parts.iter().any(|part| matches!(part, Part::Image(_))) {
            parts.iter().filter_map(|part| self.content(part)).collect()
        } else {
            texts(parts).into()
        }
    }

    fn content(&self, part: &Part) -> Option<Value> {
        match part {
            Part::Text { text } => Some(json!({"type": "input_text", "text": text})),
            Part::Image(picture) => Some(json!({"type": "input_image", "image_url": picture.data_url(), "detail": self.detail})),
            _ => None,
        }
    }
}

/// Reasoning must be followed by what came of it, and nothing did where the model thought until it was cut off.
fn without_last_thoughts(parts: &[Part]) -> &[Part] {
    let is_thought = |part: &Part| matches!(part, Part::Opaque { value } if value["type"] == "reasoning");
    let end = parts.iter().rposition(|part| !is_thought(part)).map_or(0, |last| last + 1);
    &parts[..end]
}

/// What the model said goes back as one text: its parts would need names that only a stored answer has.
fn flush(content: &mut Vec<Value>, role: Role, input: &mut Vec<Value>) {
    let content = std::mem::take(content);
    match role {
        _ if content.is_empty() => {}
        Role::User => input.push(json!({"role": "user", "content": content})),
        Role::Assistant => {
            let texts: Vec<&str> = content.iter().filter_map(|part| part["text"].as_str()).collect();
            input.push(json!({"role": "assistant", "content": texts.join("\n")}));
        }
    }
}

/// A computer's result is a picture of its screen. Words about it follow as the user's. Safety checks ask whether a
/// person has seen what the model is about to do; here it does it to a world that was made for it.
fn write_computer_result(request: &Request, id: &str, call: &Value, parts: &[Part], input: &mut Vec<Value>) {
    // It must have one. Where the picture was cleared, or the call not performed, the present screen stands for it.
    let present = || request.messages.iter().rev().find_map(|message| last_picture(&message.parts));
    let screen = last_picture(parts).or_else(present).map(|picture| picture.data_url());
    input.push(json!({
        "type": "computer_call_output",
        "call_id": id,
        "acknowledged_safety_checks": items(call, "/pending_safety_checks").collect::<Vec<_>>(),
        "output": {"type": "computer_screenshot", "image_url": screen},
    }));
    let text = texts(parts);
    if !text.is_empty() {
        input.push(json!({"role": "user", "content": [{"type": "input_text", "text": text}]}));
    }
}

fn last_picture(parts: &[Part]) -> Option<&Picture> {
    parts.iter().rev().find_map(|part| match part {
        Part::Image(picture) => Some(picture),
        Part::ToolResult { parts, .. } => last_picture(parts),
        _ => None,
    })
}

fn write_tool(tool: &Tool) -> Value {
    match tool {
        // Strict schemas have rules of their own, which ours need not keep.
        Tool::Function { name, about, schema } => {
            json!({"type": "function", "name": name, "description": about, "parameters": schema, "strict": false})
        }
        Tool::Native { definition, .. } => definition.clone(),
    }
}

/// A stream ends with the whole response. Some servers leave its output empty there, so the finished items are kept too.
#[derive(Default)]
struct Stream {
    items: Vec<Value>,
    response: Option<Map<String, Value>>,
}

impl Assembler for Stream {
    fn event(&mut self, event: &Value) -> Result<(), Unreadable> {
        match string(event, "/type").as_str() {
            "error" => return Err(Unreadable(format!("broke off: {event}"))),
            "response.failed" => {
                let error = event.pointer("/response/error").unwrap_or(event);
                return Err(Unreadable(format!("broke off: {error}")));
            }
            "response.output_item.done" => self.items.extend(event.get("item").cloned()),
            "response.completed" | "response.incomplete" => {
                self.response = event.get("response").and_then(Value::as_object).cloned();
            }
            _ if event.get("error").is_some_and(|error| !error.is_null()) => {
                return Err(Unreadable(format!("broke off: {event}")));
            }
            _ => {}
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Value, Unreadable> {
        let mut response = self.response.ok_or_else(|| Unreadable::new("was cut off in the middle of the stream"))?;
        let is_empty = response.get("output").and_then(Value::as_array).is_none_or(Vec::is_empty);
        if is_empty {
            response.insert("output".into(), self.items.into());
        }
        Ok(Value::Object(response))
    }
}
