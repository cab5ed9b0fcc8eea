//! Clients that mean no good, or do not know better. None may crash, hang or win anything.

use crate::http::{http, serve};
use crate::support::{Trial, call, initialize, text, try_call};
use agon_core::{Action, Ending, Limits};
use agon_mcp::ServeSettings;
use agon_testkit::ToySuite;
use reqwest::StatusCode;
use serde_json::{Value, json};
use std::sync::Arc;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream};

/// A client that writes what it likes.
struct ByHand(BufReader<DuplexStream>);

impl ByHand {
    fn new(trial: &Trial) -> Self {
        Self(BufReader::new(trial.streams(ServeSettings::default())))
    }

    /// One that has introduced itself.
    async fn introduced(trial: &Trial) -> Self {
        let mut client = Self::new(trial);
        client.say(&initialize()).await;
        assert_eq!(client.heard().await["result"]["serverInfo"]["name"], "agon");
        client.say(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await;
        client
    }

    async fn write(&mut self, bytes: &[u8]) {
        self.0.get_mut().write_all(bytes).await.unwrap();
    }

    async fn say(&mut self, message: &Value) {
        self.write(format!("{message}\n").as_bytes()).await;
    }

    async fn heard(&mut self) -> Value {
        let mut line = String::new();
        self.0.read_line(&mut line).await.unwrap();
        serde_json::from_str(&line).unwrap_or(Value::Null)
    }

    /// Calls a tool and waits for its answer, whatever else is said before.
    async fn call(&mut self, id: u32, name: &Value, args: &Value) -> Value {
        self.say(&json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": name, "arguments": args}})).await;
        loop {
            let heard = self.heard().await;
            if heard.is_null() || heard["id"] == id {
                return heard;
            }
        }
    }
}

fn told(answer: &Value) -> &str {
    answer["result"]["content"][0]["text"].as_str().unwrap_or_default()
}

#[tokio::test]
async fn a_tool_that_is_not_there_costs_a_step_and_is_named() {
    let trial = Trial::toy();
    let client = trial.client().await;
    for _ in 0..20 {
        let problem = try_call(&client, "sudo", json!({"command": "rm -rf /"})).await.unwrap_err().to_string();
        assert!(problem.contains("there is no tool 'sudo'"), "{problem}");
    }
    // Twenty steps are all there are.
    assert_eq!(text(&call(&client, "observe", json!({})).await), "The trial has ended: the limit on steps was reached.");
    assert!(trial.actions().iter().all(|action| matches!(action, Action::Unread { .. })));
}

#[tokio::test]
async fn arguments_of_the_wrong_kind_are_told() {
    let trial = Trial::with_limits(Arc::new(ToySuite::default()), "toy/notebook@3", Some(Limits::steps(200)));
    let mut client = ByHand::introduced(&trial).await;
    let deep = (0..100).fold(json!("x"), |inner, _| json!([inner]));
    let wrong = [
        json!({"x": "here"}),
        json!({"x": [1], "y": {}}),
        json!({"x": 1e308, "y": -1e308}),
        json!({"x": deep, "y": 1}),
        json!({}),
    ];
    for (at, args) in wrong.iter().enumerate() {
        let answer = client.call(10 + at as u32, &json!("click"), args).await;
        assert_eq!(answer["result"]["isError"], true, "{args}: {answer}");
        assert!(told(&answer).starts_with("Invalid format:"), "{answer}");
    }
    // Not even objects: the request itself cannot be read.
    for (at, args) in [json!([1, 2]), json!("x"), json!(7)].iter().enumerate() {
        client
            .say(
                &json!({"jsonrpc": "2.0", "id": 50 + at, "method": "tools/call", "params": {"name": "click", "arguments": args}}),
            )
            .await;
        assert!(client.heard().await["error"].is_object(), "{args}");
    }
    let fine = client.call(90, &json!("wait"), &json!({"secs": 0})).await;
    assert_eq!(fine["result"]["isError"], false, "{fine}");
}

#[tokio::test]
async fn a_huge_argument_is_not_taken() {
    let trial = Trial::toy();
    let mut client = ByHand::introduced(&trial).await;
    let megabytes = |count: usize| "x".repeat(count * 1024 * 1024);
    let answer = client.call(2, &json!("write_file"), &json!({"path": "a", "content": megabytes(8)})).await;
    assert!(told(&answer).contains("bytes long, at most 1048576 are taken"), "{}", told(&answer));
    // A line of more than 16 MiB is not even read; what comes after it is.
    client.say(&json!({"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": "type", "arguments": {"text": megabytes(17)}}})).await;
    let answer = client.call(4, &json!("list_files"), &json!({"path": "."})).await;
    assert_eq!(answer["result"]["isError"], false, "{answer}");
    let kept: usize = trial.actions().iter().map(|action| serde_json::to_string(action).unwrap().len()).sum();
    assert!(kept < 10_000, "the record keeps {kept} bytes of it");
}

#[tokio::test]
async fn garbage_between_messages_is_no_end() {
    let trial = Trial::toy();
    let mut client = ByHand::introduced(&trial).await;
    let noise: Vec<u8> =
        (0..200_000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).filter(|byte| *byte != b'{').collect();
    client.write(&noise).await;
    client.write(b"\n\0\xff\xfe\n{\"jsonrpc\": \n{}\n[]\nnull\n{\"jsonrpc\":\"1.0\",\"id\":{}}\n").await;
    let answer = client.call(7, &json!("list_files"), &json!({"path": "."})).await;
    assert_eq!(answer["result"]["isError"], false, "{answer}");
    assert_eq!(trial.actions().len(), 1, "noise is no step");
}

#[tokio::test]
async fn whoever_never_speaks_mcp_is_not_waited_for() {
    let trial = Trial::toy();
    let mut client = ByHand::new(&trial);
    client.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n\x00\x01\x02\n").await;
    drop(client);
    assert!(matches!(trial.ending().await, Ending::Left | Ending::Crashed { .. }));
}

#[tokio::test]
async fn a_client_that_never_reads_holds_nobody_up() {
    let trial = Trial::toy();
    let mut client = ByHand::introduced(&trial).await;
    for id in 0..5 {
        client
            .say(
                &json!({"jsonrpc": "2.0", "id": id + 10, "method": "tools/call", "params": {"name": "observe", "arguments": {}}}),
            )
            .await;
    }
    // It hangs up without having read a word.
    drop(client);
    assert_eq!(trial.ending().await, Ending::Left);
}

#[tokio::test]
async fn whoever_only_looks_is_dismissed() {
    let trial = Trial::toy();
    let client = trial.client().await;
    for _ in 0..10_000 {
        call(&client, "brief", json!({})).await;
    }
    call(&client, "brief", json!({})).await;
    let Ending::Crashed { detail } = trial.ending().await else { panic!("it may go on") };
    assert_eq!(detail, "it made more than 10000 calls that are no actions");
}

#[tokio::test]
async fn a_run_that_is_stopped_tells_its_client() {
    let trial = Trial::toy();
    let client = trial.client().await;
    call(&client, "wait", json!({"secs": 0})).await;
    trial.stop.send_replace(true);
    let told = loop {
        let result = call(&client, "observe", json!({})).await;
        if result.is_error == Some(true) {
            break text(&result);
        }
    };
    assert_eq!(told, "The trial has ended.");
}

#[tokio::test]
async fn bad_requests_over_http_are_answered() {
    let trial = Trial::toy();
    let server = serve(&trial).await;
    let (client, url) = (http(), server.mcp_url());
    let post = |body: Vec<u8>| {
        client
            .post(&url)
            .header("accept", "application/json, text/event-stream")
            .header("content-type", "application/json")
            .body(body)
    };
    let status = |request: reqwest::RequestBuilder| async { request.send().await.unwrap().status() };
    assert_eq!(status(post(vec![b' '; 4 * 1024 * 1024 + 1])).await, StatusCode::PAYLOAD_TOO_LARGE);
    assert!(status(post(b"\xff\x00{".to_vec())).await.is_client_error());
    assert!(status(post(b"{\"jsonrpc\": \"2.0\"}".to_vec())).await.is_client_error());
    assert!(status(client.post(&url).body("x")).await.is_client_error());
    assert!(status(client.put(&url)).await.is_client_error());
    // A request that stops in the middle, and one that never begins.
    let address = url.split('/').nth(2).unwrap().to_owned();
    for piece in ["POST /", "\u{0}\u{0}\u{0}", "GET / HTTP/9.9\r\n\r\n"] {
        let mut stream = tokio::net::TcpStream::connect(&address).await.unwrap();
        stream.write_all(piece.as_bytes()).await.unwrap();
        stream.shutdown().await.unwrap();
        let _ = stream.read_to_end(&mut Vec::new()).await;
    }
    assert_eq!(trial.actions(), []);
    assert_eq!(status(post(initialize().to_string().into_bytes())).await, StatusCode::OK);
}
