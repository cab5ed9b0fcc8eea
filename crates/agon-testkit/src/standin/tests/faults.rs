//! Every way of going wrong, at the level of bytes.

use super::*;
use crate::standin::{After, Answer, Break};
use std::time::Duration;

/// The whole of what a good streamed answer sends.
async fn whole_stream() -> Vec<u8> {
    chat(&start(Script::always("a good answer")).await, "hello", true).await.bytes
}

#[tokio::test]
async fn errors_say_when_to_come_again() {
    let when: jiff::Timestamp = "2030-01-02T03:04:05Z".parse().unwrap();
    let server = start(Script::sequence([Answer::retry_after(429, 7), Answer::retry_after_date(503, when)])).await;
    let seconds = chat(&server, "hello", true).await;
    assert!(seconds.head().starts_with("HTTP/1.1 429 Too Many Requests\r\n"), "{}", seconds.text());
    assert!(seconds.head().contains("\r\nretry-after: 7"), "{}", seconds.text());
    assert_eq!(seconds.json()["error"]["type"], "rate_limit_error");
    let date = chat(&server, "hello", true).await;
    assert!(date.head().ends_with("\r\nretry-after: Wed, 02 Jan 2030 03:04:05 GMT"), "{}", date.text());
}

#[tokio::test]
async fn an_error_may_have_a_body_of_its_own_or_tell_the_key() {
    let own = Answer::Status { code: 500, headers: Vec::new(), body: Some("<oops>".into()) };
    let server = start(Script::sequence([own, Answer::EchoKey(401)])).await;
    assert_eq!(chat(&server, "hello", false).await.body(), "<oops>");
    let echo = chat(&server, "hello", false).await;
    assert_eq!(echo.json()["error"]["message"], "incorrect API key provided: sk-planted");
}

#[tokio::test]
async fn a_reset_comes_before_any_byte() {
    let seen = chat(&start(Script::always(Answer::Reset)).await, "hello", false).await;
    assert_eq!((seen.bytes.len(), seen.reset), (0, true));
}

#[tokio::test]
async fn a_stream_breaks_after_so_many_events_or_bytes() {
    let good = String::from_utf8(whole_stream().await).unwrap();
    for (how, reset) in [(Break::Reset, true), (Break::Close, false), (Break::Stall(Duration::from_millis(1)), false)] {
        let broken = Answer::say("a good answer").broken(After::Events(2), how);
        let seen = chat(&start(Script::always(broken)).await, "hello", true).await;
        assert_eq!((seen.events().len(), seen.reset), (2, reset), "{how:?}");
        assert!(good.starts_with(&seen.text()) && good.len() > seen.bytes.len(), "{how:?}: {}", seen.text());
    }
    let broken = Answer::say("a good answer").broken(After::Bytes(30), Break::Reset);
    let seen = chat(&start(Script::always(broken)).await, "hello", true).await;
    assert_eq!((seen.body().len(), seen.reset), (30, true), "{}", seen.text());
}

#[tokio::test]
async fn a_whole_answer_breaks_short_of_its_length() {
    let broken = Answer::say("a good answer").broken(After::Bytes(30), Break::Close);
    let seen = chat(&start(Script::always(broken)).await, "hello", false).await;
    assert_eq!((seen.body().len(), seen.reset), (30, false));
    assert!(!seen.head().contains("content-length: 30"), "{}", seen.head());
}

#[tokio::test]
async fn a_stream_may_tell_of_an_error() {
    let broken = Answer::say("a good answer").broken(After::Events(1), Break::Error);
    let server = start(Script::always(broken)).await;
    let seen = chat(&server, "hello", true).await;
    assert_eq!(seen.events()[1]["error"]["message"], "the server is overloaded");
    assert!(seen.text().ends_with("\r\n0\r\n\r\n"));
}

#[tokio::test]
async fn a_stall_says_nothing() {
    let server = start(Script::always(Answer::Stall(Duration::from_millis(1)))).await;
    let seen = chat(&server, "hello", false).await;
    assert_eq!((seen.bytes.len(), seen.reset), (0, false));
    let patient = start(Script::always(Answer::Stall(Duration::from_secs(600)))).await;
    let stream = send(&patient, &written("/v1/chat/completions", "", "{}")).await;
    patient.wait_for(1).await;
    assert!(stream.try_read(&mut [0; 1]).is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock));
    // The server's end is the end of its stalls.
    drop(patient);
    assert_eq!(read_to_end(stream).await.bytes.len(), 0);
}

#[tokio::test]
async fn json_ends_in_its_middle_though_http_is_in_order() {
    let server = start(Script::always(Answer::TruncatedJson)).await;
    let whole = chat(&server, "hello", false).await;
    assert!(whole.head().contains(&format!("content-length: {}", whole.body().len())), "{}", whole.head());
    assert!(serde_json::from_str::<Value>(&whole.body()).unwrap_err().is_eof());
    let stream = chat(&server, "hello", true).await;
    let last = stream.body().rsplit("data: ").next().unwrap().to_owned();
    assert!(serde_json::from_str::<Value>(&last).unwrap_err().is_eof(), "{last}");
    assert!(stream.text().ends_with("\r\n0\r\n\r\n"));
}

#[tokio::test]
async fn a_proxy_answers_with_a_page() {
    let seen = chat(&start(Script::always(Answer::WrongContentType)).await, "hello", true).await;
    assert!(seen.head().starts_with("HTTP/1.1 200 OK\r\ncontent-type: text/html"), "{}", seen.head());
}

#[tokio::test]
async fn raw_bytes_go_out_as_they_are() {
    let seen = chat(&start(Script::always(Answer::Raw(b"SSH-2.0-x\r\n\xff".into()))).await, "hello", true).await;
    assert_eq!(seen.bytes, b"SSH-2.0-x\r\n\xff");
}

#[tokio::test]
async fn a_huge_text_has_its_length_whole_and_streamed() {
    const BYTES: u64 = (3 << 20) + 5;
    let server = start(Script::always(Answer::Huge(BYTES))).await;
    let whole = chat(&server, "hello", false).await.json();
    assert_eq!(whole["choices"][0]["message"]["content"].as_str().unwrap().len() as u64, BYTES);
    let stream = chat(&server, "hello", true).await;
    let pieces = stream.events();
    let length: usize = pieces.iter().filter_map(|event| event["choices"][0]["delta"]["content"].as_str()).map(str::len).sum();
    assert_eq!(length as u64, BYTES);
    assert!(pieces.len() > 40);
}
