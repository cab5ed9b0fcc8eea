//! The HTTP API, held to its own description.

use crate::http::{http, serve};
use crate::support::Trial;
use agon_core::{Action, Ending, Event};
use futures_util::{SinkExt as _, StreamExt as _};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

/// A client of the API.
struct Api {
    client: reqwest::Client,
    url: String,
    openapi: Value,
}

impl Api {
    async fn new(url: String) -> Self {
        let client = http();
        let openapi = client.get(format!("{url}/openapi.json")).send().await.unwrap().json().await.unwrap();
        Self { client, url, openapi }
    }

    /// Asks, and holds what comes back to the schema that the description gives for it.
    async fn ask(&self, method: Method, path: &str, body: Option<Value>) -> (StatusCode, Value) {
        let mut request = self.client.request(method.clone(), format!("{}{path}", self.url));
        if let Some(body) = body {
            request = request.json(&body);
        }
        let reply = request.send().await.unwrap();
        let status = reply.status();
        let text = reply.text().await.unwrap();
        let value: Value = serde_json::from_str(&text).unwrap_or(Value::Null);
        let route = path.split('?').next().unwrap();
        let described = &self.openapi["paths"][route][method.as_str().to_lowercase()]["responses"][status.as_str()];
        assert!(described.is_object(), "{method} {route} is not described to answer {status}: {text}");
        let schema = &described["content"]["application/json"]["schema"];
        if schema.is_object() {
            assert_eq!(complaint(&self.openapi, schema, &value, "$"), None, "{method} {path}: {text}");
        }
        (status, value)
    }

    async fn act(&self, action: Value) -> (StatusCode, Value) {
        assert_eq!(complaint(&self.openapi, &schema("Action"), &action, "$"), None, "{action}");
        self.ask(Method::POST, "/actions", Some(action)).await
    }
}

fn schema(name: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{name}")})
}

/// What is wrong with a value by a schema, as far as the description uses schemas.
fn complaint(document: &Value, schema: &Value, value: &Value, place: &str) -> Option<String> {
    const KNOWN: [&str; 20] = [
        "$ref",
        "type",
        "properties",
        "required",
        "additionalProperties",
        "description",
        "items",
        "enum",
        "const",
        "oneOf",
        "minimum",
        "maximum",
        "minItems",
        "maxItems",
        "default",
        "contentEncoding",
        "contentMediaType",
        "title",
        "format",
        "examples",
    ];
    if let Some(word) = schema.as_object()?.keys().find(|word| !KNOWN.contains(&word.as_str())) {
        return Some(format!("{place}: the schema says {word}, which this test does not know"));
    }
    if let Some(name) = schema["$ref"].as_str() {
        let pointed = document.pointer(name.trim_start_matches('#')).unwrap_or_else(|| panic!("{name} is described nowhere"));
        return complaint(document, pointed, value, place);
    }
    let wrong = |what: String| Some(format!("{place} is {value}, not {what}"));
    let is_kind = match schema["type"].as_str() {
        None => true,
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("number") => value.is_number(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some(other) => panic!("{place}: the schema's type {other} is not known"),
    };
    if !is_kind {
        return wrong(schema["type"].to_string());
    }
    if schema["enum"].as_array().is_some_and(|words| !words.contains(value)) {
        return wrong(schema["enum"].to_string());
    }
    if schema.get("const").is_some_and(|only| only != value) {
        return wrong(schema["const"].to_string());
    }
    if schema["minimum"].as_f64().is_some_and(|least| value.as_f64().is_some_and(|value| value < least)) {
        return wrong(format!("at least {}", schema["minimum"]));
    }
    if let Some(ways) = schema["oneOf"].as_array() {
        let fitting = ways.iter().filter(|way| complaint(document, way, value, place).is_none()).count();
        return if fitting == 1 { None } else { wrong(format!("one of {} ways, but of {fitting}", ways.len())) };
    }
    if let Some(items) = value.as_array().filter(|_| schema["items"].is_object()) {
        let mut items = items.iter().enumerate();
        return items.find_map(|(at, item)| complaint(document, &schema["items"], item, &format!("{place}[{at}]")));
    }
    let object = value.as_object()?;
    let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    if let Some(missing) = required.clone().find(|name| !object.contains_key(*name)) {
        return wrong(format!("with {missing}"));
    }
    object.iter().find_map(|(name, value)| match schema["properties"].get(name) {
        Some(schema) => complaint(document, schema, value, &format!("{place}.{name}")),
        None if schema["additionalProperties"] == false => Some(format!("{place}.{name} is not described")),
        None => None,
    })
}

#[tokio::test]
async fn a_task_is_done_by_a_script() {
    let trial = Trial::toy();
    let server = serve(&trial).await;
    let api = Api::new(server.api_url()).await;
    let (_, brief) = api.ask(Method::GET, "/brief", None).await;
    assert!(brief["prompt"].as_str().unwrap().contains("word-3"));
    let (_, first) = api.ask(Method::GET, "/observation", None).await;
    assert!(first["frames"][0]["base64"].is_string() && first["status"].is_null());
    let (_, bare) = api.ask(Method::GET, "/observation?frames=none", None).await;
    assert!(bare["frames"].is_null());
    let picture = api.client.get(format!("{}/frames/screen", api.url)).send().await.unwrap();
    assert!(picture.bytes().await.unwrap().starts_with(b"\x89PNG"));
    let (_, noted) = api.act(json!({"kind": "call", "name": "note", "args": {"line": "word-3"}})).await;
    assert!(noted["message"].as_str().unwrap().starts_with("Noted."));
    api.act(json!({"kind": "click", "at": {"point": {"x": 10, "y": 10}}})).await;
    let (_, refused) = api.act(json!({"kind": "click", "at": {"point": {"x": 1000, "y": 10}}})).await;
    assert_eq!(refused["status"], "out_of_range");
    api.ask(Method::POST, "/usage", Some(json!({"tokens_in": 5, "cost_usd": 0.5}))).await;
    api.ask(Method::POST, "/notes", Some(json!({"kind": "thought", "content": "nearly there"}))).await;
    api.ask(Method::POST, "/answer", Some(json!({"value": 1}))).await;
    let (_, done) = api.ask(Method::POST, "/done", None).await;
    assert_eq!(done["ending"], json!({"kind": "done"}));
    for (method, path) in [(Method::GET, "/observation"), (Method::POST, "/done")] {
        let (status, over) = api.ask(method, path, None).await;
        assert_eq!((status, &over["error"]), (StatusCode::CONFLICT, &json!("The trial has ended: the agent is done.")), "{path}");
    }
    let (ending, marks, events) = trial.result().await;
    assert_eq!((ending, marks.passed), (Ending::Done, true), "{:?}", marks.checks);
    assert!(events.iter().any(|event| matches!(event, Event::Note { kind, .. } if kind == "thought")));
    assert!(events.iter().any(|event| matches!(event, Event::Spent { claimed: true, .. })));
}

#[tokio::test]
async fn what_cannot_be_read_is_told_and_costs_nothing() {
    let trial = Trial::toy();
    let server = serve(&trial).await;
    let api = Api::new(server.api_url()).await;
    for (path, body) in [
        ("/actions", json!({"kind": "teleport"})),
        ("/actions", json!({"kind": "click"})),
        ("/actions", json!([1])),
        ("/answer", json!({})),
        ("/answer", json!({"value": 1, "really": true})),
        ("/usage", json!({"cost_usd": -1})),
        ("/usage", json!({"tokens_in": "many"})),
        ("/notes", json!({"kind": 1, "content": 2})),
        ("/fail", json!({"because": "no"})),
    ] {
        let (status, told) = api.ask(Method::POST, path, Some(body.clone())).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{path} {body}");
        assert!(told["error"].as_str().is_some_and(|sentence| !sentence.is_empty()));
    }
    let large = api.ask(Method::POST, "/actions", Some(json!({"kind": "type", "text": "x".repeat(4 << 20)}))).await;
    assert_eq!(large.0, StatusCode::PAYLOAD_TOO_LARGE);
    let status = |method: Method, path: &str| {
        let request = api.client.request(method, format!("{}{path}", api.url));
        async { request.send().await.unwrap().status() }
    };
    assert_eq!(status(Method::DELETE, "/actions").await, StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(status(Method::GET, "/grader").await, StatusCode::NOT_FOUND);
    assert_eq!(status(Method::GET, "/frames/..%2f..%2fetc").await, StatusCode::NOT_FOUND);
    assert_eq!(status(Method::GET, "/socket").await, StatusCode::UPGRADE_REQUIRED);
    assert_eq!(trial.actions(), []);
    let (_, failed) = api.ask(Method::POST, "/fail", Some(json!({"reason": "no such layer"}))).await;
    assert_eq!(failed["ending"]["reason"], "no such layer");
    assert!(matches!(trial.ending().await, Ending::Failed { .. }));
}

#[tokio::test]
async fn a_socket_speaks_the_lines_of_programs() {
    let trial = Trial::toy();
    let server = serve(&trial).await;
    let url = format!("{}/socket", server.api_url().replace("http://", "ws://"));
    let stream = tokio::net::TcpStream::connect(url.split('/').nth(2).unwrap()).await.unwrap();
    let (mut socket, _) = tokio_tungstenite::client_async(url.into_client_request().unwrap(), stream).await.unwrap();
    let mut lines = Vec::new();
    let said = [
        json!({"type": "act", "action": {"kind": "call", "name": "note", "args": "word-3"}}),
        json!({"type": "act", "action": {"kind": "click", "at": {"point": {"x": 10, "y": 10}}}}),
        json!({"type": "nonsense"}),
        json!({"type": "act", "action": {"kind": "answer", "value": 1}}),
        json!({"type": "act", "action": {"kind": "done"}}),
    ];
    let mut said = said.iter();
    while let Some(Ok(message)) = socket.next().await {
        let Message::Text(text) = message else { continue };
        lines.push(serde_json::from_str::<Value>(&text).unwrap());
        if let Some(line) = said.next() {
            socket.send(Message::text(line.to_string())).await.unwrap();
        }
    }
    let kinds: Vec<&str> = lines.iter().map(|line| line["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["hello", "turn", "turn", "error", "turn", "turn"]);
    assert_eq!(lines[5]["ending"]["kind"], "done");
    let (ending, marks, _) = trial.result().await;
    assert_eq!((ending, marks.passed), (Ending::Done, true), "{:?}", marks.checks);
    drop(socket);
    server.finish().await;
}

#[tokio::test]
async fn a_socket_that_closes_is_an_agent_that_left() {
    let trial = Trial::toy();
    let server = serve(&trial).await;
    let url = format!("{}/socket", server.api_url().replace("http://", "ws://"));
    let stream = tokio::net::TcpStream::connect(url.split('/').nth(2).unwrap()).await.unwrap();
    let (mut socket, _) = tokio_tungstenite::client_async(url.into_client_request().unwrap(), stream).await.unwrap();
    assert!(matches!(socket.next().await, Some(Ok(Message::Text(_)))));
    drop(socket);
    assert_eq!(trial.ending().await, Ending::Left);
}

/// Every kind of action is described as it is written and read, and nothing else is.
#[tokio::test]
async fn actions_are_described_as_they_are() {
    let trial = Trial::toy();
    let server = serve(&trial).await;
    let document = Api::new(server.api_url()).await.openapi;
    let ways = document.pointer("/components/schemas/Action/oneOf").unwrap().as_array().unwrap();
    let described: BTreeSet<&str> = ways.iter().filter_map(|way| way["properties"]["kind"]["const"].as_str()).collect();
    let point = json!({"point": {"x": 1.0, "y": 2.0}});
    let samples = json!([
        {"kind": "call", "name": "move", "args": 0},
        {"kind": "text", "text": "('move', 0)"},
        {"kind": "unread", "text": "Hm.", "problem": "it holds no call"},
        {"kind": "move", "to": point},
        {"kind": "click", "at": {"label": 3}, "button": "right", "count": 2, "holding": ["ctrl"]},
        {"kind": "press", "at": point, "button": "left"},
        {"kind": "release", "at": point, "button": "left"},
        {"kind": "drag", "path": [point, point], "button": "middle", "holding": ["ctrl"]},
        {"kind": "scroll", "at": point, "dx": 0.0, "dy": 3.0},
        {"kind": "type", "text": "naïve"},
        {"kind": "keys", "keys": ["ctrl", "s"]},
        {"kind": "key_down", "key": "shift"},
        {"kind": "key_up", "key": "shift"},
        {"kind": "shell", "command": "ls", "timeout_secs": 5.0},
        {"kind": "read_file", "path": "a.txt"},
        {"kind": "write_file", "path": "a.txt", "content": "x"},
        {"kind": "list_files", "path": "."},
        {"kind": "navigate", "to": {"url": "http://app/"}},
        {"kind": "wait", "secs": 1.0},
        {"kind": "zoom", "region": {"x": 0.0, "y": 0.0, "width": 10.0, "height": 10.0}},
        {"kind": "answer", "value": 42},
        {"kind": "done"},
        {"kind": "fail", "reason": "no such layer"},
    ]);
    let mut kinds = BTreeSet::new();
    for sample in samples.as_array().unwrap() {
        assert_eq!(complaint(&document, &schema("Action"), sample, "$"), None, "{sample}");
        let action: Action = serde_json::from_value(sample.clone()).unwrap_or_else(|error| panic!("{sample}: {error}"));
        assert_eq!(serde_json::to_value(&action).unwrap(), *sample, "every field is in the sample");
        // Whatever is described can be read: a field more is refused by both.
        let mut more = sample.clone();
        more["colour"] = json!(1);
        assert!(complaint(&document, &schema("Action"), &more, "$").is_some(), "{more}");
        kinds.insert(action.kind());
    }
    assert_eq!(described, kinds);
}
