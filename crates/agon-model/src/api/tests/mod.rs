//! All forms alike: one conversation written in each, what the stand-in sends read in each, and nonsense survived.

mod anthropic;
mod gemini;
mod openai_responses;
mod stand_in;

use super::*;
use crate::{Message, Repeats, Stop, Tokens, Tool};
use proptest::prelude::*;
use serde_json::json;

const FAMILIES: [Family; 4] = [Family::OpenAiChat, Family::OpenAiResponses, Family::Anthropic, Family::Gemini];

/// A look, a call, and what came of it.
pub(crate) fn conversation() -> Request {
    let call = ToolCall { id: "c1".into(), name: "move".into(), args: json!({"direction": 0}), extra: None };
    Request {
        system: "You play.".into(),
        messages: vec![
            Message::user(vec![Part::text("Go."), Part::Image(crate::tests::picture())]),
            Message::assistant(vec![Part::text("Right."), Part::ToolCall(call)]),
            Message::user(vec![Part::ToolResult {
                id: "c1".into(),
                name: "move".into(),
                parts: vec![Part::text("Executed."), Part::Image(crate::tests::picture())],
            }]),
        ],
        tools: vec![Tool::Function { name: "move".into(), about: "Move.".into(), schema: json!({"type": "object"}) }],
        options: Options { temperature: Some(0.5), max_tokens: Some(100), stop: vec!["\n\n".into()], ..Options::default() },
        repeats: Repeats::Everything,
    }
}

/// The body as text, to look at.
fn written(family: Family, request: &Request) -> String {
    serde_json::to_string_pretty(&family.api().body("m", request, true)).unwrap()
}

/// What a whole body and a stream of events come to.
fn read(family: Family, body: &Value) -> Reply {
    family.api().reply(body).unwrap()
}

fn read_stream(family: Family, events: &[Value]) -> Result<Reply, Unreadable> {
    let mut stream = family.api().assembler();
    for event in events {
        stream.event(event)?;
    }
    family.api().reply(&stream.finish()?)
}

/// A request that goes on after a reply, with what its calls gave.
pub(crate) fn after(reply: &Reply, results: &[Part]) -> Request {
    let answer = |call: &ToolCall| Part::ToolResult { id: call.id.clone(), name: call.name.clone(), parts: results.to_vec() };
    let answers = reply.tool_calls().map(answer).collect();
    let messages = vec![Message::user(vec![Part::text("Go.")]), Message::assistant(reply.parts.clone()), Message::user(answers)];
    Request { messages, ..Request::default() }
}

#[test]
fn options_without_a_place_are_named() {
    let options = Options {
        temperature: Some(0.0),
        top_p: Some(0.5),
        stop: vec!["x".into()],
        seed: Some(1),
        reasoning_tokens: Some(2000),
        ..Options::default()
    };
    assert_eq!(Family::OpenAiChat.lacks(&options), ["reasoning_tokens"]);
    assert_eq!(Family::OpenAiResponses.lacks(&options), ["stop", "seed", "reasoning_tokens"]);
    assert_eq!(Family::Anthropic.lacks(&options), ["temperature", "top_p", "seed"]);
    assert!(Family::Gemini.lacks(&options).is_empty());
    assert!(FAMILIES.iter().all(|family| family.lacks(&Options::default()).is_empty()));
}

#[test]
fn own_fields_lie_over_ours() {
    let extra = json!({"reasoning": {"summary": "auto"}, "store": true, "user": "me"});
    let options =
        Options { reasoning_effort: Some("low".into()), extra: extra.as_object().unwrap().clone(), ..Options::default() };
    let body = Family::OpenAiResponses.api().body("m", &Request { options, ..Request::default() }, false);
    assert_eq!(body["reasoning"], json!({"effort": "low", "summary": "auto"}));
    assert_eq!((&body["store"], &body["user"]), (&json!(true), &json!("me")));
}

/// Keys and words that the forms know, so that nonsense reaches deep into them.
const WORDS: [&str; 60] = [
    "type",
    "id",
    "name",
    "index",
    "content",
    "text",
    "delta",
    "error",
    "choices",
    "message",
    "tool_calls",
    "function",
    "arguments",
    "finish_reason",
    "usage",
    "output",
    "item",
    "response",
    "status",
    "summary",
    "encrypted_content",
    "action",
    "actions",
    "call_id",
    "input",
    "partial_json",
    "thinking",
    "signature",
    "content_block",
    "stop_reason",
    "candidates",
    "parts",
    "functionCall",
    "args",
    "thought",
    "thoughtSignature",
    "finishReason",
    "usageMetadata",
    "promptFeedback",
    "blockReason",
    "message_start",
    "content_block_start",
    "content_block_delta",
    "message_delta",
    "message_stop",
    "text_delta",
    "input_json_delta",
    "signature_delta",
    "response.completed",
    "response.output_item.done",
    "tool_use",
    "reasoning",
    "function_call",
    "computer_call",
    "completed",
    "incomplete",
    "role",
    "model",
    "refusal",
    "prompt_tokens",
];

fn nonsense() -> impl Strategy<Value = Value> {
    let word = prop::sample::select(WORDS.as_slice());
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        (0_u64..3).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
        word.clone().prop_map(Value::from),
    ];
    leaf.prop_recursive(6, 64, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((word.clone(), inner), 0..6)
                .prop_map(|fields| Value::Object(fields.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())),
        ]
    })
}

proptest! {
    /// Whatever a service sends is a reply or is told to be none, and a reply can always be written into a history.
    #[test]
    fn nonsense_is_survived(bodies in prop::collection::vec(nonsense(), 1..6)) {
        for family in FAMILIES {
            let api = family.api();
            let mut stream = api.assembler();
            for body in &bodies {
                let _ = stream.event(body);
                if let Ok(reply) = api.reply(body) {
                    api.body("m", &after(&reply, &[Part::text("done")]), false);
                }
            }
            if let Ok(reply) = stream.finish().and_then(|body| api.reply(&body)) {
                api.body("m", &after(&reply, &[]), true);
            }
        }
    }
}
