//! What the services of 2026 ask of whoever calls them. The stand-in refuses what they refuse.

use super::{Table, player};
use agon_testkit::standin::{Answer, Message, Script};
use serde_json::{Value, json};

/// A perfect player that weighs other calls aloud before it makes one.
#[test]
fn a_player_that_thinks_aloud_is_understood() {
    let weighs = |text: &str| {
        let call = player::next_pair(text);
        let call = call.lines().last().unwrap_or_default().trim_start_matches("I am there: ").to_owned();
        format!("Saying ('stop', 'stop') would be wrong before I am there, and ('move', 9) is none.\n\n{call}")
    };
    for provider in ["openai", "anthropic"] {
        let table = Table::new(Script::player(weighs));
        let done = table.sit(provider, &[]);
        assert_eq!(table.outcome(), (3, 0), "{provider}: {}", done.err);
    }
    let table = Table::new(Script::player(|text| match player::next_call(text) {
        (name, Some(direction)) => {
            format!(
                "{{\"name\": \"stop\"}} would be wrong now.\n\n{{\"name\": \"{name}\", \"args\": {{\"direction\": {direction}}}}}"
            )
        }
        (name, None) => format!("{{\"name\": \"{name}\"}}"),
    }));
    let done = table.sit("openai", &["-M", "dialect=json"]);
    assert_eq!(table.outcome(), (3, 0), "{}", done.err);
}

fn thoughtful() -> Script {
    Script::player(|text| {
        let message = Message::say("Going on.").thinking("The way is free.");
        match player::next_call(text) {
            (name, Some(direction)) => message.calling(name, json!({"direction": direction})),
            (name, None) => message.calling(name, json!({})),
        }
    })
}

/// Thoughts are signed together with what stood before them, and some must come back with their calls.
#[test]
fn every_request_is_lawful_whatever_the_window() {
    for (provider, more) in [
        ("openai", vec![]),
        ("deepseek", vec![]),
        ("openai-responses", vec![]),
        ("anthropic", vec!["-M", "reasoning_effort=low"]),
        ("anthropic", vec!["-M", "reasoning_tokens=2000"]),
        ("gemini", vec![]),
    ] {
        for window in ["history=1", "history=2", "history=4", "history=all"] {
            let table = Table::new(thoughtful());
            let done = table.sit(provider, &[&["-M", "dialect=tools", "-M", window][..], &more[..]].concat());
            assert_eq!(table.outcome(), (3, 0), "{provider} {window} {more:?}: {}{}", done.out, done.err);
        }
        let table = Table::new(thoughtful());
        let bound = ["-M", "dialect=tools", "-M", "context_tokens=900", "-M", "keep_turns=2"];
        let done = table.sit(provider, &[&bound[..], &more[..]].concat());
        assert_eq!(table.outcome().1, 0, "{provider} {more:?}: {}{}", done.out, done.err);
        assert_eq!(table.agon(&["verify", "r"]).code, 0);
    }
}

#[test]
fn too_long_is_understood_in_the_words_of_every_service() {
    for (provider, body) in [
        (
            "anthropic",
            json!({"type": "error", "error": {"type": "invalid_request_error", "message": "input length and `max_tokens` exceed context limit: 9 + 9 > 10"}}),
        ),
        (
            "vllm",
            json!({"message": "The decoder prompt (length 40000) is longer than the maximum model length of 32768.", "code": 400}),
        ),
        (
            "xai",
            json!({"code": "invalid", "error": "This model's maximum prompt length is 131072 but the request contains 537812 tokens."}),
        ),
        ("openai", json!({"error": {"message": "Invalid request.", "code": "context_length_exceeded"}})),
    ] {
        let refusal = Answer::Status { code: 400, headers: Vec::new(), body: Some(body.to_string()) };
        let table = Table::new(Script::new(move |ask| match ask.turn() {
            0..=3 => Answer::say("('move', 0)"),
            _ => refusal.clone(),
        }));
        let done = table.sit(provider, &["--steps", "8"]);
        assert_eq!(table.outcome(), (0, 0), "{provider}: {}{}", done.out, done.err);
    }
}

#[test]
fn settings_that_hold_a_key_are_refused_and_written_nowhere() {
    let table = Table::new(Script::always("('stop', 'stop')"));
    for setting in [
        "base_url=http://127.0.0.1:9/v1?api_key=hunter2hunter2",
        "extra={\"api_key\": \"hunter2hunter2\"}",
        "extra={\"user\": \"sk-hunter2hunter2\"}",
    ] {
        let done = table.sit("vllm", &["-M", setting]);
        assert_eq!(done.code, 2, "{setting}: {}", done.err);
        assert!(done.err.contains("looks like a key") && !done.err.contains("hunter2"), "{}", done.err);
        assert!(!table.place.path("r").exists(), "{setting}");
    }
    assert_eq!(table.server.count(), 0);
}

#[test]
fn what_a_model_refuses_is_told_before_the_run() {
    let table = Table::new(Script::always("('stop', 'stop')"));
    for (model, setting, words) in [
        ("openai/gpt-5", "temperature=0", "gpt-5 refuses temperature"),
        ("anthropic/claude-opus-5-5", "reasoning_effort=none", "claude-opus-5-5 always thinks"),
        ("anthropic/claude-opus-5-5", "dialect=anthropic-computer-2025-11", "set dialect to anthropic-computer"),
    ] {
        let done = table.agon(&["run", "gym/maze-2d/easy@0", "-m", model, "-M", setting, "--out", "r"]);
        assert_eq!(done.code, 2, "{model} {setting}");
        assert!(done.err.contains(words), "{}", done.err);
    }
    let done = table.agon(&["run", "gym/maze-2d/easy@0", "-m", "openai/gpt-5", "-M", "max_tokens=900", "--out", "r"]);
    assert_eq!(done.code, 0, "the limit has the name that the model takes: {}", done.err);
}

#[test]
fn the_manifest_tells_what_defaults_came_to() {
    let table = Table::new(Script::player(player::next_pair));
    let done = table.sit("openai", &[]);
    assert_eq!(done.code, 0, "{}", done.err);
    let manifest: Value = serde_json::from_slice(&std::fs::read(table.place.path("r/run.json")).unwrap()).unwrap();
    let effective = &manifest["agents"][0]["settings"]["effective"];
    assert_eq!((&effective["dialect"], &effective["several"]), (&json!("pair"), &json!("last")), "{effective}");
    assert_eq!(effective["base_url"], table.server.url());
    assert_eq!(effective["revision"]["id"], "player");
    assert_eq!(table.agon(&["resume", "r"]).code, 0, "what was written down is read again");
}

/// Only what the next request begins with is put into Anthropic's cache.
#[test]
fn the_cache_is_told_to_keep_what_will_be_read() {
    let marked = |window: &str| {
        let table = Table::new(Script::player(player::next_pair));
        table.sit("anthropic", &["-M", window]);
        // A long one: a window slides only when it is full.
        let lists: Vec<Vec<Value>> =
            table.server.requests().iter().map(|request| request.body["messages"].as_array().unwrap().clone()).collect();
        let messages = lists.iter().max_by_key(|messages| messages.len()).unwrap();
        let is_marked = |block: &Value| block.get("cache_control").is_some();
        let places = |message: &Value| message["content"].as_array().unwrap().iter().map(is_marked).collect::<Vec<_>>();
        messages.iter().map(places).collect::<Vec<_>>()
    };
    let all = marked("history=all");
    assert!(all.last().unwrap().last().unwrap(), "all of it is read again: {all:?}");
    let window = marked("history=2");
    assert!(window[0][0] && !window.last().unwrap().contains(&true), "the task is read again: {window:?}");
}
