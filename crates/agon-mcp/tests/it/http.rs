//! Clients over streamable HTTP.

use crate::support::{Client, Trial, call, initialize, text};
use agon_core::Ending;
use agon_mcp::{HttpServer, ServeSettings, serve_http};
use reqwest::StatusCode;
use rmcp::ServiceExt as _;
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use serde_json::json;
use std::sync::Once;

/// A client of HTTP; it never meets TLS here, but wants to know who would do it.
pub(crate) fn http() -> reqwest::Client {
    static PROVIDER: Once = Once::new();
    PROVIDER.call_once(|| drop(rustls::crypto::ring::default_provider().install_default()));
    reqwest::Client::builder().no_proxy().build().unwrap()
}

pub(crate) async fn serve(trial: &Trial) -> HttpServer {
    serve_http(trial.seat.clone(), ServeSettings::default(), 0).await.unwrap()
}

async fn connect(server: &HttpServer) -> Client {
    let config = StreamableHttpClientTransportConfig::with_uri(server.mcp_url());
    ().serve(StreamableHttpClientTransport::with_client(http(), config)).await.unwrap()
}

#[tokio::test]
async fn a_task_is_done_over_http() {
    let trial = Trial::toy();
    let server = serve(&trial).await;
    let client = connect(&server).await;
    call(&client, "note", json!({"line": "word-3"})).await;
    let clicked = call(&client, "click", json!({"x": 10, "y": 10})).await;
    assert!(clicked.content[1].as_image().is_some());
    call(&client, "answer", json!({"value": 1})).await;
    call(&client, "done", json!({})).await;
    let (ending, marks, _) = trial.result().await;
    assert_eq!((ending, marks.passed), (Ending::Done, true), "{:?}", marks.checks);
    // The trial is marked, and the client is still told how things stand.
    assert_eq!(text(&call(&client, "observe", json!({})).await), "The trial has ended: the agent is done.");
    client.cancel().await.unwrap();
    server.finish().await;
}

/// Some clients open a connection for each request, so that between two of them none is open.
#[tokio::test]
async fn who_connects_anew_for_each_request_is_still_told_that_it_is_over() {
    let trial = Trial::toy();
    let server = serve(&trial).await;
    let page = format!("{}/openapi.json", server.api_url());
    let client = connect(&server).await;
    call(&client, "done", json!({})).await;
    assert_eq!(trial.ending().await, Ending::Done);
    client.cancel().await.unwrap();
    let finishing = tokio::spawn(server.finish());
    for _ in 0..3 {
        let answer = http().get(&page).header("connection", "close").send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK);
        answer.bytes().await.unwrap();
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    finishing.await.unwrap();
    assert!(http().get(&page).send().await.is_err(), "it has ended");
}

#[tokio::test]
async fn a_client_may_go_and_come_back() {
    let trial = Trial::toy();
    let server = serve(&trial).await;
    let first = connect(&server).await;
    call(&first, "note", json!({"line": "word-3"})).await;
    first.cancel().await.unwrap();
    let second = connect(&server).await;
    assert!(text(&call(&second, "read_file", json!({"path": "note.txt"})).await).starts_with("word-3"));
    call(&second, "done", json!({})).await;
    assert_eq!(trial.ending().await, Ending::Done);
}

#[tokio::test]
async fn two_clients_share_one_seat_in_turns() {
    let trial = Trial::toy();
    let server = serve(&trial).await;
    let (one, two) = (connect(&server).await, connect(&server).await);
    let (first, second) = tokio::join!(call(&one, "note", json!({"line": "one"})), call(&two, "note", json!({"line": "two"})));
    assert!(first.is_error == Some(false) && second.is_error == Some(false));
    let read = text(&call(&one, "read_file", json!({"path": "note.txt"})).await);
    assert!(read.contains("one\n") && read.contains("two\n"), "{read}");
    assert_eq!(trial.actions().len(), 3);
    call(&two, "done", json!({})).await;
    assert_eq!(text(&call(&one, "observe", json!({})).await), "The trial has ended: the agent is done.");
}

/// Clients of older protocols take an event without data for a broken message, and leave.
#[tokio::test]
async fn every_event_has_a_message() {
    let trial = Trial::toy();
    let server = serve(&trial).await;
    let client = http();
    let ask = |body: serde_json::Value, session: &str| {
        let request = client.post(server.mcp_url()).header("accept", "application/json, text/event-stream").json(&body);
        if session.is_empty() { request.send() } else { request.header("mcp-session-id", session).send() }
    };
    let begun = ask(initialize(), "").await.unwrap();
    let session = begun.headers()["mcp-session-id"].to_str().unwrap().to_owned();
    let begun = begun.text().await.unwrap();
    ask(json!({"jsonrpc": "2.0", "method": "notifications/initialized"}), &session).await.unwrap();
    let listed = ask(json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"}), &session).await.unwrap().text().await.unwrap();
    for stream in [begun, listed] {
        let data: Vec<&str> = stream.lines().filter_map(|line| line.strip_prefix("data:")).collect();
        assert!(!data.is_empty() && data.iter().all(|data| data.trim().starts_with('{')), "{stream}");
    }
}

#[tokio::test]
async fn nobody_gets_in_without_the_address() {
    let trial = Trial::toy();
    let server = serve(&trial).await;
    let url = server.mcp_url();
    let host = url.split('/').nth(2).unwrap();
    let client = http();
    let ask = |url: String| client.post(url).header("accept", "application/json, text/event-stream").json(&initialize());
    let status = |request: reqwest::RequestBuilder| async { request.send().await.unwrap().status() };
    for path in ["", "mcp", "v1/brief", "00000000000000000000000000000000/mcp", "../mcp", "%2e%2e/mcp"] {
        assert_eq!(status(ask(format!("http://{host}/{path}"))).await, StatusCode::NOT_FOUND, "{path}");
    }
    assert_eq!(status(ask(format!("{url}x"))).await, StatusCode::NOT_FOUND);
    assert_eq!(status(ask(url.clone()).header("host", "elsewhere.example")).await, StatusCode::FORBIDDEN);
    assert_eq!(status(ask(url.clone()).header("origin", "https://elsewhere.example")).await, StatusCode::FORBIDDEN);
    assert_eq!(status(ask(url)).await, StatusCode::OK);
    let api = server.api_url();
    let brief = |header: &'static str, value: &'static str| status(client.get(format!("{api}/brief")).header(header, value));
    assert_eq!(brief("host", "elsewhere.example").await, StatusCode::FORBIDDEN);
    assert_eq!(brief("origin", "https://elsewhere.example").await, StatusCode::FORBIDDEN);
    assert_eq!(brief("accept", "*/*").await, StatusCode::OK);
}
