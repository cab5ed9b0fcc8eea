//! What the server refuses, as the real services do.

use super::*;

/// The word of refusal; empty if there is none.
async fn refusal(path: &str, body: Value) -> String {
    let server = StandIn::start(Script::always("yes")).await.unwrap();
    let headers = "connection: close\r\nx-api-key: k\r\nanthropic-version: 2023-06-01\r\n";
    let seen = read_to_end(send(&server, &written(path, headers, &body.to_string())).await).await;
    seen.json().pointer("/error/message").and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// A body with one value replaced or added.
fn with(mut body: Value, pointer: &str, value: Value) -> Value {
    match body.pointer_mut(pointer) {
        Some(place) => *place = value,
        None => {
            let (parent, key) = pointer.rsplit_once('/').unwrap();
            body.pointer_mut(parent).unwrap()[key] = value;
        }
    }
    body
}

#[tokio::test]
async fn calls_have_results_and_results_have_calls() {
    let chat = async |messages: Value| refusal("/v1/chat/completions", json!({"model": "m", "messages": messages})).await;
    let one = |id: &str| json!({"id": id, "type": "function", "function": {"name": "move", "arguments": "{}"}});
    let call = json!({"role": "assistant", "tool_calls": [one("c1"), one("c2")]});
    let result = |id: &str| json!({"role": "tool", "tool_call_id": id, "content": "done"});
    let user = json!({"role": "user", "content": "go"});
    assert_eq!(chat(json!([user, call, result("c2"), result("c1"), user])).await, "");
    assert_eq!(chat(json!([user, call, result("c1"), user])).await, "the call \"c2\" has no result");
    assert_eq!(chat(json!([result("c1"), user])).await, "the result \"c1\" answers no call");
    assert_eq!(chat(json!([])).await, "messages: at least one is required");

    let gemini = async |contents: Value| refusal("/v1/models/m:generateContent", json!({"contents": contents})).await;
    let call = json!({"role": "model", "parts": [{"functionCall": {"name": "move"}}]});
    let result = json!({"role": "user", "parts": [{"functionResponse": {"name": "move", "response": {}}}, {"text": "go on"}]});
    assert_eq!(gemini(json!([call, result])).await, "");
    assert_eq!(gemini(json!([call])).await, "the call \"move\" has no result");
    assert_eq!(gemini(json!([{"role": "user", "parts": []}])).await, "contents.parts must not be empty");

    let responses = async |input: Value| refusal("/v1/responses", json!({"model": "m", "input": input})).await;
    let call =
        json!({"type": "computer_call", "id": "cu_1", "call_id": "c1", "pending_safety_checks": [], "status": "completed"});
    let screen = json!({"type": "computer_screenshot", "image_url": "data:image/png;base64,iVBORw=="});
    let result = json!({"type": "computer_call_output", "call_id": "c1", "output": screen});
    let reasoning = json!({"type": "reasoning", "id": "rs_1", "summary": []});
    assert_eq!(responses(json!([reasoning, call, result])).await, "");
    assert_eq!(responses(json!([call, user, result])).await, "the call \"c1\" has no result");
    assert_eq!(responses(json!([reasoning, user])).await, "the reasoning \"rs_1\" is without its following item");
}

#[tokio::test]
async fn unknown_and_missing_fields_are_refused_in_every_family() {
    let user = json!({"role": "user", "content": "go"});
    let bodies = [
        ("/v1/chat/completions", json!({"model": "m", "messages": [user]}), "/messages/0"),
        ("/v1/responses", json!({"model": "m", "input": [user]}), "/input/0"),
        ("/v1/messages", json!({"model": "m", "max_tokens": 9, "messages": [user]}), "/messages/0"),
        ("/v1/models/m:generateContent", json!({"contents": [{"role": "user", "parts": [{"text": "go"}]}]}), "/contents/0"),
    ];
    for (path, body, inside) in bodies {
        assert_eq!(refusal(path, body.clone()).await, "", "{path}");
        let said = refusal(path, with(body.clone(), "/temprature", json!(1))).await;
        assert!(said.contains("temprature: extra inputs are not permitted"), "{path}: {said}");
        let said = refusal(path, with(body.clone(), &format!("{inside}/colour"), json!("red"))).await;
        assert!(said.contains("extra inputs are not permitted") || said.contains("there is no"), "{path}: {said}");
        let role = with(body.clone(), &format!("{inside}/role"), json!("queen"));
        assert!(!refusal(path, role).await.is_empty(), "{path}");
    }
    let said = refusal("/v1/messages", json!({"model": "m", "messages": [user]})).await;
    assert!(said.contains("max_tokens: field required"), "{said}");
    let image = json!({"role": "user", "content": [{"type": "input_image", "image_url": "data:image/png;base64,iVBORw=="}]});
    let said = refusal("/v1/responses", json!({"model": "m", "input": [image]})).await;
    assert!(!said.is_empty(), "a picture says how closely it is looked at");
}

#[tokio::test]
async fn openais_rules() {
    let user = json!({"role": "user", "content": "go"});
    let chat = |model: &str| json!({"model": model, "messages": [user], "max_tokens": 5});
    assert_eq!(refusal("/v1/chat/completions", chat("gpt-4o")).await, "");
    assert!(refusal("/v1/chat/completions", chat("gpt-5")).await.contains("'max_tokens' is not supported"));
    let thoughtful = json!({"role": "assistant", "tool_calls": [
        {"id": "call_t_1", "type": "function", "function": {"name": "move", "arguments": "{}"}}]});
    let result = json!({"role": "tool", "tool_call_id": "call_t_1", "content": "done"});
    let body = json!({"model": "m", "messages": [user, thoughtful, result]});
    assert!(refusal("/v1/chat/completions", body.clone()).await.contains("reasoning_content"));
    assert_eq!(refusal("/v1/chat/completions", with(body, "/messages/1/reasoning_content", json!("hm"))).await, "");

    let tool = json!({"type": "computer_use_preview", "display_width": 9, "display_height": 9, "environment": "linux"});
    let body = json!({"model": "m", "input": [user], "tools": [tool]});
    assert!(refusal("/v1/responses", body.clone()).await.contains("truncation"));
    assert_eq!(refusal("/v1/responses", with(body, "/truncation", json!("auto"))).await, "");
    let call =
        json!({"type": "computer_call", "id": "cu_t_1", "call_id": "c", "pending_safety_checks": [], "status": "completed"});
    let screen = json!({"type": "computer_screenshot", "image_url": "data:image/png;base64,iVBORw=="});
    let result = json!({"type": "computer_call_output", "call_id": "c", "output": screen});
    let reasoning = json!({"type": "reasoning", "id": "rs_1", "summary": []});
    let body = |input: Value| json!({"model": "m", "store": false, "input": input});
    let said = refusal("/v1/responses", body(json!([user, call, result]))).await;
    assert!(said.contains("without its required 'reasoning' item"), "{said}");
    assert!(refusal("/v1/responses", body(json!([user, reasoning, call, result]))).await.contains("not found"));
    let sealed = with(reasoning, "/encrypted_content", json!("x"));
    assert_eq!(refusal("/v1/responses", body(json!([user, sealed, call, result]))).await, "");
}

fn anthropic() -> Value {
    json!({
        "model": "m",
        "max_tokens": 2000,
        "tools": [{"name": "move", "input_schema": {}}],
        "messages": [
            {"role": "user", "content": [{"type": "text", "text": "go"}]},
            {"role": "assistant", "content": [{"type": "tool_use", "id": "c1", "name": "move", "input": {}}]},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1"}, {"type": "text", "text": "on"}]},
        ],
    })
}

#[tokio::test]
async fn anthropic_has_many_rules() {
    assert_eq!(refusal("/v1/messages", anthropic()).await, "");
    let thought = json!({"type": "thinking", "thinking": "hm", "signature": "s"});
    let old = json!([{"type": "computer_20251124", "name": "computer", "display_width_px": 9, "display_height_px": 9}]);
    let late = json!([{"type": "text", "text": "on"}, {"type": "tool_result", "tool_use_id": "c1"}]);
    let wide = {
        let mut head = vec![0x89, b'P', b'N', b'G', 13, 10, 26, 10, 0, 0, 0, 13, b'I', b'H', b'D', b'R'];
        head.extend(9000_u32.to_be_bytes());
        head.extend(10_u32.to_be_bytes());
        use base64::Engine as _;
        base64::engine::general_purpose::STANDARD.encode(head)
    };
    let image =
        |media: &str, data: &str| json!([{"type": "image", "source": {"type": "base64", "media_type": media, "data": data}}]);
    for (pointer, value, words) in [
        ("/max_tokens", json!(0), "max_tokens"),
        ("/messages/0/role", json!("assistant"), "first message"),
        ("/messages/0/content/0/text", json!(" "), "blank"),
        ("/messages/1/content", json!([]), "must have content"),
        ("/messages/1/content/0", thought, "cannot be thinking"),
        ("/messages/2/content/0/tool_use_id", json!("c2"), "answers no call"),
        ("/messages/2/content", late, "must come first"),
        ("/tools", json!([]), "must define tools"),
        ("/tools", old, "beta header"),
        ("/messages/1/content/0/toolset_name", json!("computer"), "not among the tools"),
        ("/thinking", json!({"type": "enabled", "budget_tokens": 2000}), "budget_tokens"),
        ("/messages/0/content", image("image/jpeg", "iVBORw=="), "does not look like image/jpeg"),
        ("/messages/0/content", image("image/png", &wide), "9000 pixels"),
    ] {
        let said = refusal("/v1/messages", with(anthropic(), pointer, value)).await;
        assert!(said.contains(words), "{pointer}: {said}");
    }
    let warm = with(anthropic(), "/temperature", json!(0.0));
    assert_eq!(refusal("/v1/messages", warm.clone()).await, "");
    assert!(refusal("/v1/messages", with(warm, "/thinking", json!({"type": "adaptive"}))).await.contains("temperature"));
    let newest = with(anthropic(), "/model", json!("claude-opus-5-5"));
    assert!(refusal("/v1/messages", with(newest, "/thinking", json!({"type": "disabled"}))).await.contains("always thinks"));
    let server = StandIn::start(Script::always("yes")).await.unwrap();
    assert!(ask(&server, "/v1/messages", &anthropic()).await.text().contains("anthropic-version"));
    let lenient = start(Script::always("yes").lenient()).await;
    assert!(ask(&lenient, "/v1/messages", &json!({"messages": 3})).await.text().contains("yes"));
}

/// A thought is taken back only behind what it was thought after.
#[tokio::test]
async fn thoughts_are_bound_to_what_stood_before_them() {
    let answer = crate::standin::Message::say("right").thinking("hm").calling("move", json!({}));
    let server = StandIn::start(Script::always(answer)).await.unwrap();
    let headers = "connection: close\r\nx-api-key: k\r\nanthropic-version: 2023-06-01\r\n";
    let ask =
        async |body: &Value| read_to_end(send(&server, &written("/v1/messages", headers, &body.to_string())).await).await.json();
    let mut body = anthropic();
    body["messages"].as_array_mut().unwrap().truncate(1);
    let content = ask(&body).await["content"].clone();
    let id = content[2]["id"].clone();
    let messages = body["messages"].as_array_mut().unwrap();
    messages.push(json!({"role": "assistant", "content": content}));
    messages.push(json!({"role": "user", "content": [{"type": "tool_result", "tool_use_id": id}]}));
    assert!(ask(&body).await.get("error").is_none());
    for changed in [
        with(body.clone(), "/messages/0/content/0/text", json!("stay")),
        with(body.clone(), "/system", json!("You play.")),
        with(body.clone(), "/tools/0/description", json!("Move.")),
    ] {
        let said = ask(&changed).await.to_string();
        assert!(said.contains("bound to a different conversation"), "{said}");
    }
    let marked = with(body, "/messages/0/content/0/cache_control", json!({"type": "ephemeral"}));
    assert!(ask(&marked).await.get("error").is_none(), "marks for the cache do not count");
}
