//! The forms of the families, whole and streamed.

use super::*;
use crate::standin::{Answer, Message, Usage};

const USAGE: Usage = Usage { input: 100, cached: 60, cache_written: 10, output: 20, reasoning: 8 };

fn message() -> Message {
    Message::say("Going right.").thinking("The goal is right.").calling("move", json!({"direction": 0})).using(USAGE)
}

async fn both(path: &str, streamed_path: &str, body: Value) -> (Value, Seen) {
    let server = start(Script::always(message())).await;
    let whole = ask(&server, path, &body).await.json();
    let mut streamed = body;
    if path == streamed_path {
        streamed["stream"] = true.into();
    }
    (whole, ask(&server, streamed_path, &streamed).await)
}

fn joined(events: &[Value], pointer: &str) -> String {
    events.iter().filter_map(|event| event.pointer(pointer).and_then(Value::as_str)).collect()
}

#[tokio::test]
async fn openai_chat() {
    let body = json!({"model": "m", "stream_options": {"include_usage": true}, "messages": [{"role": "user", "content": "go"}]});
    let (whole, streamed) = both("/v1/chat/completions", "/v1/chat/completions", body).await;
    let choice = &whole["choices"][0];
    assert_eq!((&choice["message"]["content"], &choice["finish_reason"]), (&json!("Going right."), &json!("tool_calls")));
    assert_eq!(choice["message"]["tool_calls"][0]["function"]["arguments"], "{\"direction\":0}");
    assert_eq!(whole["usage"]["prompt_tokens_details"]["cached_tokens"], 60);
    assert!(streamed.body().ends_with("data: [DONE]\n\n"));
    let events = streamed.events();
    assert_eq!(joined(&events, "/choices/0/delta/content"), "Going right.");
    assert_eq!(joined(&events, "/choices/0/delta/tool_calls/0/function/arguments"), "{\"direction\":0}");
    assert_eq!(events.last().unwrap()["usage"], whole["usage"]);
}

#[tokio::test]
async fn openai_responses() {
    let body = json!({"model": "m", "include": ["reasoning.encrypted_content"], "input": [{"role": "user", "content": "go"}]});
    let (whole, streamed) = both("/v1/responses", "/v1/responses", body).await;
    let types: Vec<&str> = whole["output"].as_array().unwrap().iter().filter_map(|item| item["type"].as_str()).collect();
    assert_eq!(types, ["reasoning", "message", "function_call"]);
    assert!(whole["output"][0]["encrypted_content"].is_string());
    assert_eq!(whole["usage"]["output_tokens_details"]["reasoning_tokens"], 8);
    let events = streamed.events();
    let last = events.last().unwrap();
    assert_eq!((&last["type"], &last["response"]["usage"]), (&json!("response.completed"), &whole["usage"]));
    assert!(streamed.body().contains("event: response.output_text.delta\ndata: {\"type\":\"response.output_text.delta\""));
    assert!(events.iter().enumerate().all(|(number, event)| event["sequence_number"] == number));
}

#[tokio::test]
async fn anthropic() {
    let body = json!({"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": "go"}]});
    let (whole, streamed) = both("/v1/messages", "/v1/messages", body).await;
    let types: Vec<&str> = whole["content"].as_array().unwrap().iter().filter_map(|block| block["type"].as_str()).collect();
    assert_eq!(types, ["thinking", "text", "tool_use"]);
    let counts = json!({
        "input_tokens": 30, "cache_creation_input_tokens": 10, "cache_read_input_tokens": 60,
        "output_tokens": 20, "output_tokens_details": {"thinking_tokens": 8},
    });
    assert_eq!((&whole["usage"], &whole["stop_reason"]), (&counts, &json!("tool_use")));
    let events = streamed.events();
    assert_eq!(joined(&events, "/delta/text"), "Going right.");
    assert_eq!(joined(&events, "/delta/partial_json"), "{\"direction\":0}");
    assert_eq!(events.last().unwrap(), &json!({"type": "message_stop"}));
}

#[tokio::test]
async fn gemini() {
    let body = json!({"contents": [{"role": "user", "parts": [{"text": "go"}]}]});
    let streamed = "/v1/models/m:streamGenerateContent?alt=sse";
    let (whole, streamed) = both("/v1/models/m:generateContent", streamed, body).await;
    let parts = &whole["candidates"][0]["content"]["parts"];
    assert_eq!((&parts[0]["thought"], &parts[1]["text"]), (&json!(true), &json!("Going right.")));
    assert_eq!(parts[2]["functionCall"], json!({"name": "move", "args": {"direction": 0}, "id": "call_t_00000000_0"}));
    assert!(parts[2]["thoughtSignature"].is_string());
    let counts = &whole["usageMetadata"];
    assert_eq!((&counts["candidatesTokenCount"], &counts["thoughtsTokenCount"]), (&json!(12), &json!(8)));
    let events = streamed.events();
    assert_eq!(events.last().unwrap()["candidates"][0]["finishReason"], "STOP");
    assert_eq!(joined(&events[1..], "/candidates/0/content/parts/0/text"), "Going right.");
}

#[tokio::test]
async fn each_family_has_its_own_errors_and_its_own_nothing() {
    let server = start(Script::sequence([Answer::status(429), Answer::EmptyChoices])).await;
    let path = "/v1/models/m:generateContent";
    assert_eq!(ask(&server, path, &json!({})).await.json()["error"]["status"], "RESOURCE_EXHAUSTED");
    assert_eq!(ask(&server, path, &json!({})).await.json().get("candidates"), None);
    assert_eq!(ask(&server, "/v1/messages", &json!({})).await.json()["content"], json!([]));
    assert_eq!(ask(&server, "/v1/responses", &json!({})).await.json()["output"], json!([]));
    assert_eq!(ask(&server, "/v1/chat/completions", &json!({})).await.json()["choices"], json!([]));
}

#[tokio::test]
async fn what_was_said_is_read_from_every_form() {
    let server = start(Script::new(|ask| {
        let last = ask.said.last().unwrap();
        format!("{} | {} | {} | {} | {}", ask.system, ask.turn(), ask.model, last.text, last.pictures).into()
    }))
    .await;
    let chat = json!({"model": "m", "messages": [
        {"role": "system", "content": "S"}, {"role": "user", "content": "go"},
        {"role": "assistant", "content": null, "tool_calls": []}, {"role": "tool", "content": "Executed."},
        {"role": "user", "content": [{"type": "text", "text": "Look."}, {"type": "image_url", "image_url": {"url": "data:"}}]},
    ]});
    let responses = json!({"model": "m", "instructions": "S", "input": [
        {"role": "user", "content": [{"type": "input_text", "text": "go"}]}, {"type": "reasoning", "summary": []},
        {"type": "function_call", "name": "move", "arguments": "{}"},
        {"type": "function_call_output", "output": [{"type": "input_text", "text": "Executed."}]},
        {"role": "user", "content": [{"type": "input_text", "text": "Look."}, {"type": "input_image", "image_url": "data:"}]},
    ]});
    let anthropic = json!({"model": "m", "system": [{"type": "text", "text": "S"}], "messages": [
        {"role": "user", "content": "go"}, {"role": "assistant", "content": [{"type": "tool_use", "input": {"text": "x"}}]},
        {"role": "user", "content": [
            {"type": "tool_result", "content": [{"type": "text", "text": "Executed."}]},
            {"type": "text", "text": "Look."}, {"type": "image", "source": {"data": ""}},
        ]},
    ]});
    let gemini = json!({"systemInstruction": {"parts": [{"text": "S"}]}, "contents": [
        {"role": "user", "parts": [{"text": "go"}]}, {"role": "model", "parts": [{"functionCall": {"name": "move"}}]},
        {"role": "user", "parts": [
            {"functionResponse": {"name": "move", "response": {"output": "Executed."}}},
            {"text": "Look."}, {"inlineData": {"data": ""}},
        ]},
    ]});
    let expected = "S | 1 | m | Executed.\nLook. | 1";
    let text = |seen: Seen, pointer: &str| seen.json().pointer(pointer).and_then(Value::as_str).map(str::to_owned);
    let seen = ask(&server, "/v1/chat/completions", &chat).await;
    assert_eq!(text(seen, "/choices/0/message/content").as_deref(), Some(expected));
    assert_eq!(text(ask(&server, "/v1/responses", &responses).await, "/output/0/content/0/text").as_deref(), Some(expected));
    assert_eq!(text(ask(&server, "/v1/messages", &anthropic).await, "/content/0/text").as_deref(), Some(expected));
    let seen = ask(&server, "/v1beta/models/m:generateContent", &gemini).await;
    assert_eq!(text(seen, "/candidates/0/content/parts/0/text").as_deref(), Some(expected));
}
