//! OpenAI chat completions, which half the world imitates.

use super::{
    Api, Assembler, Unreadable, call_id, count, items, lay_over, put, read_args, sent_name, string, texts, written_args,
};
use crate::{Abilities, Family, Message, Options, Part, Reply, Request, Role, Stop, Tokens, Tool, ToolCall};
use serde_json::{Map, Value, json};

pub(crate) struct OpenAiChat;

impl Api for OpenAiChat {
    fn url(&self, base: &str, _: &str, _: bool) -> String {
        format!("{base}/chat/completions")
    }

    fn body(&self, model: &str, request: &Request, stream: bool) -> Value {
        let mut messages = Vec::new();
        if !request.system.is_empty() {
            messages.push(json!({"role": "system", "content": request.system}));
        }
        let abilities = Abilities::of(Family::OpenAiChat, model);
        let detail = request.options.detail.as_deref().or_else(|| abilities.chat_detail());
        request.messages.iter().for_each(|message| write_message(message, detail, &mut messages));
        let mut body = Map::new();
        body.insert("model".into(), model.into());
        body.insert("messages".into(), messages.into());
        if !request.tools.is_empty() {
            body.insert("tools".into(), request.tools.iter().map(write_tool).collect());
        }
        let options = &request.options;
        put(&mut body, "temperature", options.temperature);
        put(&mut body, "top_p", options.top_p);
        // The older name is the one that imitations know; OpenAI's reasoning models accept only the newer.
        let limit = if abilities.thinks() { "max_completion_tokens" } else { "max_tokens" };
        put(&mut body, limit, options.max_tokens);
        put(&mut body, "stop", (!options.stop.is_empty()).then(|| options.stop.clone()));
        put(&mut body, "seed", options.seed);
        put(&mut body, "reasoning_effort", options.reasoning_effort.clone());
        if stream {
            body.insert("stream".into(), true.into());
            body.insert("stream_options".into(), json!({"include_usage": true}));
        }
        lay_over(&mut body, &options.extra);
        Value::Object(body)
    }

    fn reply(&self, body: &Value) -> Result<Reply, Unreadable> {
        let choice = body.pointer("/choices/0").ok_or_else(|| Unreadable::new("has no choices"))?;
        // Services that pass others' answers on tell of their deaths in the midst of a good answer.
        if let Some(error) = choice.get("error").filter(|error| !error.is_null()) {
            return Err(Unreadable(format!("broke off: {error}")));
        }
        if let reason @ ("error" | "abort") = string(choice, "/finish_reason").as_str() {
            return Err(Unreadable(format!("broke off with the reason {reason:?}")));
        }
        let message = choice.get("message").filter(|message| message.is_object());
        let message = message.ok_or_else(|| Unreadable::new("has a choice without a message"))?;
        // What some services want back with the message, under the name it came by.
        let mut parts: Vec<Part> = RETURNED
            .iter()
            .filter_map(|name| Some((*name, message.get(*name)?)))
            .filter(|(_, value)| !is_empty(value))
            .map(|(name, value)| Part::Opaque { value: json!({name: value}) })
            .collect();
        let text = read_content(&message["content"])?;
        if !text.is_empty() {
            parts.push(Part::Text { text });
        }
        for (number, call) in items(message, "/tool_calls").enumerate() {
            parts.push(Part::ToolCall(read_call(call, number)));
        }
        let refused = !string(message, "/refusal").is_empty();
        let stop = match string(choice, "/finish_reason").as_str() {
            _ if refused => Stop::Refused,
            "stop" | "" => Stop::End,
            "length" => Stop::Length,
            "tool_calls" | "function_call" => Stop::ToolCalls,
            "content_filter" => Stop::Refused,
            _ => Stop::Other,
        };
        // Imitations have two names for what is seen of the thinking.
        let reasoning =
            [string(message, "/reasoning_content"), string(message, "/reasoning")].into_iter().find(|t| !t.is_empty());
        Ok(Reply {
            parts,
            reasoning: reasoning.unwrap_or_default(),
            stop,
            tokens: tokens(body),
            model: string(body, "/model"),
            // OpenRouter's, which passes requests on at many prices.
            billed_usd: body.pointer("/usage/cost").and_then(Value::as_f64),
        })
    }

    fn assembler(&self) -> Box<dyn Assembler> {
        Box::new(Chunks::default())
    }

    fn lacking(&self, _: &Options) -> Vec<&'static str> {
        vec!["reasoning_tokens"]
    }
}

fn tokens(body: &Value) -> Tokens {
    Tokens {
        input: count(body, "/usage/prompt_tokens"),
        cached: count(body, "/usage/prompt_tokens_details/cached_tokens"),
        cache_written: 0,
        output: count(body, "/usage/completion_tokens"),
        reasoning: count(body, "/usage/completion_tokens_details/reasoning_tokens"),
    }
}

/// A text, nothing, or a list of parts.
fn read_content(content: &Value) -> Result<String, Unreadable> {
    match content {
        Value::Null => Ok(String::new()),
        Value::String(text) => Ok(text.clone()),
        Value::Array(parts) => Ok(parts.iter().filter_map(|part| part["text"].as_str()).collect::<Vec<_>>().join("\n")),
        _ => Err(Unreadable::new("has a message whose content is no text")),
    }
}

/// Fields of a message that are returned as they came: DeepSeek's thoughts, OpenRouter's, and Google's signatures.
const RETURNED: [&str; 3] = ["reasoning_content", "reasoning_details", "extra_content"];

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        _ => false,
    }
}

/// Google signs calls in a field of their own, and wants it back.
fn read_call(call: &Value, number: usize) -> ToolCall {
    let args = read_args(string(call, "/function/arguments"));
    let extra = call.get("extra_content").filter(|extra| !is_empty(extra)).map(|extra| json!({"extra_content": extra}));
    ToolCall { id: call_id(string(call, "/id"), number), name: string(call, "/function/name"), args, extra }
}

/// One message of ours is one of theirs, but for tool results: each is a message of its own and cannot hold pictures,
/// which follow as the user's.
fn write_message(message: &Message, detail: Option<&str>, out: &mut Vec<Value>) {
    let (mut content, mut calls, mut results, mut returned) = (Vec::new(), Vec::new(), Vec::new(), Map::new());
    for part in &message.parts {
        match part {
            Part::Text { .. } | Part::Image(_) => content.extend(write_content(part, detail)),
            Part::ToolCall(call) => calls.push(write_call(call)),
            Part::ToolResult { id, parts, .. } => {
                results.push(json!({"role": "tool", "tool_call_id": id, "content": texts(parts)}));
                let pictures = parts.iter().filter(|part| matches!(part, Part::Image(_)));
                content.extend(pictures.filter_map(|part| write_content(part, detail)));
            }
            Part::Opaque { value } => {
                let fields = value.as_object().into_iter().flatten();
                returned.extend(
                    fields
                        .filter(|(name, _)| RETURNED.contains(&name.as_str()))
                        .map(|(name, value)| (name.clone(), value.clone())),
                );
            }
        }
    }
    out.extend(results);
    match message.role {
        Role::User if content.is_empty() => {}
        Role::User => out.push(json!({"role": "user", "content": simplest(content)})),
        Role::Assistant => {
            let mut written = json!({"role": "assistant", "content": simplest(content)});
            if !calls.is_empty() {
                written["tool_calls"] = calls.into();
            }
            if let Some(fields) = written.as_object_mut() {
                fields.extend(returned);
            }
            out.push(written);
        }
    }
}

fn write_call(call: &ToolCall) -> Value {
    let function = json!({"name": sent_name(&call.name), "arguments": written_args(&call.args)});
    let mut written = json!({"id": call.id, "type": "function", "function": function});
    if let Some(extra) = call.extra.as_ref().and_then(|extra| extra.get("extra_content")) {
        written["extra_content"] = extra.clone();
    }
    written
}

/// A lone text goes as a string: small servers know nothing else.
fn simplest(mut content: Vec<Value>) -> Value {
    match content.as_mut_slice() {
        [] => Value::String(String::new()),
        [only] if only["type"] == "text" => only["text"].take(),
        _ => content.into(),
    }
}

fn write_content(part: &Part, detail: Option<&str>) -> Option<Value> {
    match part {
        Part::Text { text } => Some(json!({"type": "text", "text": text})),
        Part::Image(picture) => {
            let mut image = json!({"url": picture.data_url()});
            if let Some(detail) = detail {
                image["detail"] = detail.into();
            }
            Some(json!({"type": "image_url", "image_url": image}))
        }
        _ => None,
    }
}

fn write_tool(tool: &Tool) -> Value {
    match tool {
        Tool::Function { name, about, schema } => {
            json!({"type": "function", "function": {"name": name, "description": about, "parameters": schema}})
        }
        Tool::Native { definition, .. } => definition.clone(),
    }
}

/// A streamed answer in the making.
#[derive(Default)]
struct Chunks {
    text: String,
    reasoning: String,
    /// The name under which the reasoning came.
    has_reasoning_content: bool,
    /// What else the service wants back.
    returned: Map<String, Value>,
    calls: Vec<Value>,
    finish: Option<Value>,
    model: String,
    usage: Option<Value>,
}

impl Assembler for Chunks {
    fn event(&mut self, event: &Value) -> Result<(), Unreadable> {
        if let Some(error) = event.get("error").filter(|error| !error.is_null()) {
            return Err(Unreadable(format!("broke off: {error}")));
        }
        if self.model.is_empty() {
            self.model = string(event, "/model");
        }
        if let Some(usage) = event.get("usage").filter(|usage| !usage.is_null()) {
            self.usage = Some(usage.clone());
        }
        let Some(choice) = event.pointer("/choices/0") else { return Ok(()) };
        self.text += &string(choice, "/delta/content");
        let thought = string(choice, "/delta/reasoning_content");
        self.has_reasoning_content |= !thought.is_empty();
        self.reasoning += &thought;
        for name in ["reasoning_details", "extra_content"] {
            match (self.returned.get_mut(name), choice.pointer(&format!("/delta/{name}"))) {
                (Some(Value::Array(all)), Some(Value::Array(more))) => all.extend(more.iter().cloned()),
                (_, Some(value)) if !is_empty(value) => drop(self.returned.insert(name.into(), value.clone())),
                _ => {}
            }
        }
        self.reasoning += &string(choice, "/delta/reasoning");
        for call in items(choice, "/delta/tool_calls") {
            self.add_call(call)?;
        }
        if let Some(reason) = choice.get("finish_reason").filter(|reason| !reason.is_null()) {
            self.finish = Some(reason.clone());
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Value, Unreadable> {
        let finish = self.finish.ok_or_else(|| Unreadable::new("was cut off in the middle of the stream"))?;
        let mut message = json!({"role": "assistant", "content": self.text, "tool_calls": self.calls});
        message[if self.has_reasoning_content { "reasoning_content" } else { "reasoning" }] = self.reasoning.into();
        if let Some(fields) = message.as_object_mut() {
            fields.extend(self.returned);
        }
        Ok(json!({"model": self.model, "choices": [{"message": message, "finish_reason": finish}], "usage": self.usage}))
    }
}

/// More calls than anybody means; an index beyond is not to fill memory.
const MAX_CALLS: usize = 256;

impl Chunks {
    fn add_call(&mut self, delta: &Value) -> Result<(), Unreadable> {
        let id = string(delta, "/id");
        // Imitations that give no numbers begin a new call with a new name.
        let open = self.calls.len().saturating_sub(1);
        let is_new = !id.is_empty() && self.calls.last().is_some_and(|call| call["id"] != id);
        let unnumbered = if is_new { self.calls.len() } else { open };
        let index = delta["index"].as_u64().map_or(unnumbered, |index| index as usize);
        if index >= MAX_CALLS {
            return Err(Unreadable(format!("has a tool call number {index}")));
        }
        while self.calls.len() <= index {
            self.calls.push(json!({"id": "", "type": "function", "function": {"name": "", "arguments": ""}}));
        }
        let call = &mut self.calls[index];
        if let Some(extra) = delta.get("extra_content").filter(|extra| !is_empty(extra)) {
            call["extra_content"] = extra.clone();
        }
        for (key, pointer) in [("id", "/id"), ("name", "/function/name"), ("arguments", "/function/arguments")] {
            let more = string(delta, pointer);
            let slot = if key == "id" { &mut call["id"] } else { &mut call["function"][key] };
            if let Value::String(text) = slot {
                text.push_str(&more);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::tests::conversation;

    #[test]
    fn a_conversation_is_written_as_the_api_wants_it() {
        insta::assert_snapshot!(serde_json::to_string_pretty(&OpenAiChat.body("m", &conversation(), true)).unwrap(), @r#"
        {
          "model": "m",
          "messages": [
            {
              "role": "system",
              "content": "You play."
            },
            {
              "role": "user",
              "content": [
                {
                  "type": "text",
                  "text": "Go."
                },
                {
                  "type": "image_url",
                  "image_url": {
                    "url": "data:image/png;base64,iVBORw=="
                  }
                }
              ]
            },
            {
              "role": "assistant",
              "content": "Right.",
              "tool_calls": [
                {
                  "id": "c1",
                  "type": "function",
                  "function": {
                    "name": "move",
                    "arguments": "{\"direction\":0}"
                  }
                }
              ]
            },
            {
              "role": "tool",
              "tool_call_id": "c1",
              "content": "Executed."
            },
            {
              "role": "user",
              "content": [
                {
                  "type": "image_url",
                  "image_url": {
                    "url": "data:image/png;base64,iVBORw=="
                  }
                }
              ]
            }
          ],
          "tools": [
            {
              "type": "function",
              "function": {
                "name": "move",
                "description": "Move.",
                "parameters": {
                  "type": "object"
                }
              }
            }
          ],
          "temperature": 0.5,
          "max_tokens": 100,
          "stop": [
            "\n\n"
          ],
          "stream": true,
          "stream_options": {
            "include_usage": true
          }
        }
        "#);
    }

    #[test]
    fn a_stream_comes_to_the_same_as_a_whole_answer() {
        let mut chunks = OpenAiChat.assembler();
        for event in [
            json!({"model": "m", "choices": [{"delta": {"role": "assistant", "content": "Go"}}]}),
            json!({"choices": [{"delta": {"content": " right.", "tool_calls": [{"index": 0, "id": "c1", "function": {"name": "move", "arguments": "{\"dir"}}]}}]}),
            json!({"choices": [{"delta": {"tool_calls": [{"index": 0, "function": {"arguments": "ection\": 0}"}}]}}]}),
            json!({"choices": [{"delta": {}, "finish_reason": "tool_calls"}]}),
            json!({"choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": 3}}),
        ] {
            chunks.event(&event).unwrap();
        }
        let reply = OpenAiChat.reply(&chunks.finish().unwrap()).unwrap();
        let call = ToolCall { id: "c1".into(), name: "move".into(), args: json!({"direction": 0}), extra: None };
        assert_eq!(reply.parts, [Part::text("Go right."), Part::ToolCall(call)]);
        assert_eq!((reply.stop, reply.tokens.input, reply.tokens.output), (Stop::ToolCalls, 7, 3));
    }

    #[test]
    fn what_services_want_back_comes_back_with_its_message() {
        let signed = json!({"google": {"thought_signature": "signed"}});
        let call =
            json!({"id": "c1", "type": "function", "function": {"name": "move", "arguments": "{}"}, "extra_content": signed});
        let message = json!({"content": null, "reasoning_content": "It is right.", "reasoning_details": [{"type": "x"}], "tool_calls": [call]});
        let whole = OpenAiChat.reply(&json!({"choices": [{"message": message, "finish_reason": "tool_calls"}]})).unwrap();
        let mut chunks = OpenAiChat.assembler();
        for delta in [
            json!({"reasoning_content": "It is "}),
            json!({"reasoning_content": "right.", "reasoning_details": [{"type": "x"}]}),
            json!({"tool_calls": [{"index": 0, "id": "c1", "function": {"name": "move", "arguments": "{}"}, "extra_content": signed}]}),
        ] {
            chunks.event(&json!({"choices": [{"delta": delta}]})).unwrap();
        }
        chunks.event(&json!({"choices": [{"delta": {}, "finish_reason": "tool_calls"}]})).unwrap();
        let streamed = OpenAiChat.reply(&chunks.finish().unwrap()).unwrap();
        for reply in [whole, streamed] {
            let body = OpenAiChat.body("m", &crate::api::tests::after(&reply, &[Part::text("done")]), false);
            let sent = &body["messages"][1];
            assert_eq!(sent["reasoning_content"], "It is right.");
            assert_eq!(sent["reasoning_details"], json!([{"type": "x"}]));
            assert_eq!(sent["tool_calls"][0]["extra_content"], signed);
        }
        let other = json!({"choices": [{"message": {"content": "yes", "reasoning": "hm"}, "finish_reason": "stop"}]});
        let reply = OpenAiChat.reply(&other).unwrap();
        assert_eq!((reply.reasoning.as_str(), reply.parts.len()), ("hm", 1), "not everybody takes it back");
    }

    #[test]
    fn the_limit_has_the_name_that_the_model_takes() {
        let request = Request { options: Options { max_tokens: Some(9), ..Options::default() }, ..conversation() };
        for (model, name) in [
            ("gpt-5", "max_completion_tokens"),
            ("gpt-5.4-mini", "max_completion_tokens"),
            ("gpt-6-sol", "max_completion_tokens"),
            ("o3", "max_completion_tokens"),
            ("gpt-4o", "max_tokens"),
            ("qwen3-vl", "max_tokens"),
        ] {
            assert_eq!(OpenAiChat.body(model, &request, false)[name], 9, "{model}");
        }
    }

    #[test]
    fn a_service_that_died_is_no_model_that_said_nothing() {
        for choice in [
            json!({"message": {"content": ""}, "finish_reason": "error", "error": {"code": 502}}),
            json!({"message": {"content": "half"}, "finish_reason": "abort"}),
            json!({"message": null, "finish_reason": "stop"}),
            json!({"message": {"content": 3}, "finish_reason": "stop"}),
        ] {
            assert!(OpenAiChat.reply(&json!({"choices": [choice]})).is_err(), "{choice}");
        }
        let parts = json!([{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]);
        let said = OpenAiChat.reply(&json!({"choices": [{"message": {"content": parts}, "error": null}]})).unwrap();
        assert_eq!(said.text(), "a\nb");
    }

    #[test]
    fn calls_without_numbers_are_told_apart_by_their_names() {
        let delta = |id: &str, arguments: &str| {
            let function = json!({"name": if id.is_empty() { "" } else { "move" }, "arguments": arguments});
            json!({"error": null, "choices": [{"delta": {"tool_calls": [{"id": id, "function": function}]}}]})
        };
        let mut chunks = OpenAiChat.assembler();
        for event in [delta("a", "{\"x\":"), delta("", " 1}"), delta("b", "{}")] {
            chunks.event(&event).unwrap();
        }
        chunks.event(&json!({"choices": [{"delta": {}, "finish_reason": "tool_calls"}]})).unwrap();
        let reply = OpenAiChat.reply(&chunks.finish().unwrap()).unwrap();
        let args: Vec<_> = reply.tool_calls().map(|call| call.args.clone()).collect();
        assert_eq!(args, [json!({"x": 1}), json!({})]);
    }

    #[test]
    fn what_is_no_answer_is_told() {
        let cut = OpenAiChat.assembler();
        assert!(cut.finish().unwrap_err().to_string().contains("cut off"));
        assert_eq!(OpenAiChat.reply(&json!({"choices": []})).unwrap_err().to_string(), "the answer has no choices");
        let mut huge = OpenAiChat.assembler();
        let event = json!({"choices": [{"delta": {"tool_calls": [{"index": 4_000_000_000_u32}]}}]});
        assert!(huge.event(&event).is_err());
    }
}
