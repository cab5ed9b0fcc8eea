//! What a strict server refuses.

use super::*;

/// The word of refusal; empty if there is none.
async fn refusal(path: &str, body: Value) -> String {
    let server = start(Script::always("yes").strict()).await;
    let headers = "connection: close\r\nx-api-key: k\r\nanthropic-version: 2023-06-01\r\n";
    let seen = read_to_end(send(&server, &written(path, headers, &body.to_string())).await).await;
    seen.json().pointer("/error/message").and_then(Value::as_str).unwrap_or_default().to_owned()
}

#[tokio::test]
async fn calls_have_results_and_results_have_calls() {
    let chat = async |messages: Value| refusal("/v1/chat/completions", json!({"messages": messages})).await;
    let call = json!({"role": "assistant", "tool_calls": [{"id": "c1"}, {"id": "c2"}]});
    let result = |id: &str| json!({"role": "tool", "tool_call_id": id, "content": "done"});
    let user = json!({"role": "user", "content": "go"});
    assert_eq!(chat(json!([user, call, result("c2"), result("c1"), user])).await, "");
    assert_eq!(chat(json!([user, call, result("c1"), user])).await, "the call \"c2\" has no result");
    assert_eq!(chat(json!([result("c1"), user])).await, "the result \"c1\" answers no call");
    assert_eq!(chat(json!([])).await, "messages: at least one is required");

    let gemini = async |contents: Value| refusal("/v1/models/m:generateContent", json!({"contents": contents})).await;
    let call = json!({"role": "model", "parts": [{"functionCall": {"name": "move"}}]});
    let result = json!({"role": "user", "parts": [{"functionResponse": {"name": "move"}}, {"text": "go on"}]});
    assert_eq!(gemini(json!([call, result])).await, "");
    assert_eq!(gemini(json!([call])).await, "the call \"move\" has no result");
    assert_eq!(gemini(json!([{"role": "user", "parts": []}])).await, "contents.parts must not be empty");

    let responses = async |input: Value| refusal("/v1/responses", json!({"input": input})).await;
    let call = json!({"type": "computer_call", "call_id": "c1"});
    let result = json!({"type": "computer_call_output", "call_id": "c1"});
    let reasoning = json!({"type": "reasoning", "id": "rs_1"});
    assert_eq!(responses(json!([reasoning, call, result])).await, "");
    assert_eq!(responses(json!([call, user, result])).await, "the call \"c1\" has no result");
    assert_eq!(responses(json!([reasoning, user])).await, "the reasoning \"rs_1\" is without its following item");
}

#[tokio::test]
async fn anthropic_has_many_rules() {
    let good = || {
        json!({
            "max_tokens": 2000,
            "tools": [{"name": "move"}],
            "messages": [
                {"role": "user", "content": [{"type": "text", "text": "go"}]},
                {"role": "assistant", "content": [{"type": "tool_use", "id": "c1"}]},
                {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1"}, {"type": "text", "text": "on"}]},
            ],
        })
    };
    let changed = async |pointer: &str, value: Value| {
        let mut body = good();
        match body.pointer_mut(pointer) {
            Some(place) => *place = value,
            None => body[&pointer[1..]] = value,
        }
        refusal("/v1/messages", body).await
    };
    assert_eq!(refusal("/v1/messages", good()).await, "");
    for (pointer, value, words) in [
        ("/max_tokens", json!(0), "max_tokens"),
        ("/messages/0/role", json!("assistant"), "first message"),
        ("/messages/0/content/0/text", json!(" "), "blank"),
        ("/messages/1/content", json!([]), "must have content"),
        ("/messages/1/content/0", json!({"type": "thinking"}), "cannot be thinking"),
        ("/messages/2/content/0/tool_use_id", json!("c2"), "answers no call"),
        ("/tools", json!([]), "must define tools"),
        ("/thinking", json!({"type": "enabled", "budget_tokens": 2000}), "budget_tokens"),
    ] {
        let said = changed(pointer, value).await;
        assert!(said.contains(words), "{pointer}: {said}");
    }
    let mut warm = good();
    warm["temperature"] = json!(0.0);
    assert_eq!(refusal("/v1/messages", warm.clone()).await, "");
    warm["thinking"] = json!({"type": "adaptive"});
    assert!(refusal("/v1/messages", warm).await.contains("temperature"));
    let server = start(Script::always("yes").strict()).await;
    assert!(ask(&server, "/v1/messages", &good()).await.text().contains("anthropic-version"));
}
