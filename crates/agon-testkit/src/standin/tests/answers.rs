//! Good answers, what is recorded, and how scripts tell requests apart.

use super::*;
use crate::standin::{Answer, CONVERSATION_HEADER, Keep, Storm};
use std::time::Duration;

fn content(seen: &Seen) -> String {
    seen.json()["choices"][0]["message"]["content"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_connection_serves_many_requests_and_all_are_kept() {
    let server = start(Script::sequence(["one", "two", "three"])).await;
    let body = json!({"model": "m", "messages": [{"role": "user", "content": "hello"}]}).to_string();
    let mut stream = TcpStream::connect(server.address()).await.unwrap();
    for word in ["one", "two"] {
        stream.write_all(&written("/v1/chat/completions", "x-test: A\r\n", &body)).await.unwrap();
        let mut text = String::new();
        while !text.ends_with("}}}") {
            let mut buffer = [0; 4096];
            let count = stream.read(&mut buffer).await.unwrap();
            assert_ne!(count, 0, "the connection was closed after {text}");
            text += std::str::from_utf8(&buffer[..count]).unwrap();
        }
        assert!(text.starts_with("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: "), "{text}");
        assert!(text.contains(&format!("\"content\":\"{word}\"")), "{text}");
    }
    assert_eq!((server.connections(), server.count(), server.in_flight_most()), (1, 2, 1));
    let kept = &server.requests()[1];
    assert_eq!((kept.method.as_str(), kept.path.as_str()), ("POST", "/v1/chat/completions"));
    assert_eq!((kept.header("x-test"), &kept.body["model"]), (Some("A"), &json!("m")));
}

#[tokio::test]
async fn large_and_chunked_requests_are_read() {
    let server = start(Script::new(|ask| ask.last_text().len().to_string().into())).await;
    assert_eq!(content(&chat(&server, &"a".repeat(8 << 20), false).await), (8 << 20).to_string());
    let body = json!({"messages": [{"role": "user", "content": "four"}]}).to_string();
    let (head, tail) = body.split_at(10);
    let bytes = format!(
        "POST /v1/chat/completions HTTP/1.1\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n\
         {:x}\r\n{head}\r\n{:x}\r\n{tail}\r\n0\r\n\r\n",
        head.len(),
        tail.len()
    );
    assert_eq!(content(&read_to_end(send(&server, bytes.as_bytes()).await).await), "4");
}

#[tokio::test]
async fn conversations_are_told_apart_by_their_first_message_or_their_header() {
    let server = start(Script::sequence_in_each(["first", "second"])).await;
    assert_eq!(content(&chat(&server, "board A", false).await), "first");
    assert_eq!(content(&chat(&server, "board B", false).await), "first");
    let grown = json!({"model": "m", "messages": [
        {"role": "user", "content": "board A"}, {"role": "assistant", "content": "first"}, {"role": "user", "content": "on"},
    ]});
    assert_eq!(content(&ask(&server, "/v1/chat/completions", &grown).await), "second");
    for (name, word) in [("x", "first"), ("y", "first"), ("x", "second")] {
        let headers = format!("connection: close\r\n{CONVERSATION_HEADER}: {name}\r\n");
        let seen = read_to_end(send(&server, &written("/v1/chat/completions", &headers, &grown.to_string())).await).await;
        assert_eq!(content(&seen), word);
    }
}

#[tokio::test]
async fn a_player_answers_what_was_said_last() {
    let server = start(Script::player(|text| text.to_uppercase())).await;
    assert_eq!(content(&chat(&server, "left", false).await), "LEFT");
}

#[tokio::test]
async fn storms_strike_the_requests_they_name() {
    let codes = async |script: Script| {
        let server = start(script).await;
        let mut codes = Vec::new();
        for _ in 0..4 {
            let seen = chat(&server, "hello", false).await;
            codes.push(seen.head()["HTTP/1.1 ".len()..][..3].to_owned());
        }
        codes.join(" ")
    };
    let calm = || Script::always("hello");
    assert_eq!(codes(calm().storm(Storm::First(2), Duration::from_secs(1))).await, "429 429 200 200");
    assert_eq!(codes(calm().storm(Storm::FirstOfEach(1), Duration::ZERO)).await, "429 200 200 200");
    assert_eq!(codes(calm().struck(Storm::Every(2), Answer::status(503))).await, "503 200 503 200");
}

#[tokio::test]
async fn requests_at_the_same_time_are_counted() {
    let server = start(Script::always("late").slow(Duration::from_secs(600))).await;
    let body = json!({"messages": []}).to_string();
    let mut clients = Vec::new();
    for _ in 0..200 {
        clients.push(send(&server, &written("/v1/chat/completions", "", &body)).await);
    }
    server.wait_for(200).await;
    assert_eq!((server.in_flight_most(), server.connections()), (200, 200));
    drop(clients);
    // Their answers are ten minutes away, but clients that have gone are not waited for.
    server.wait_until_idle().await;
    assert_eq!(server.in_flight(), 0);
}

#[test]
fn a_server_can_have_threads_of_its_own() {
    use std::io::{Read as _, Write as _};
    let server = StandIn::start_apart(Script::always("hello").lenient(), Keep::Count).unwrap();
    let mut stream = std::net::TcpStream::connect(server.address()).unwrap();
    stream.write_all(&written("/v1/chat/completions", "connection: close\r\n", "{}")).unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    assert!(text.contains("hello"), "{text}");
    assert_eq!((server.count(), server.requests().len()), (1, 0));
    let address = server.address();
    drop(server);
    // Its threads end by themselves, and nobody tells when: only the closed port shows it.
    let patience = std::time::Instant::now() + Duration::from_secs(60);
    while std::net::TcpStream::connect(address).is_ok() {
        assert!(std::time::Instant::now() < patience, "the server still answers");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[tokio::test]
async fn what_no_family_has_is_not_found() {
    let server = start(Script::always("hello")).await;
    let seen = ask(&server, "/v1/elsewhere", &json!({})).await;
    assert!(seen.head().starts_with("HTTP/1.1 404 Not Found"), "{}", seen.text());
    assert_eq!(server.count(), 1);
}
