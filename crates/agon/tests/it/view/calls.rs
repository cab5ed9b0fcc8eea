//! What a model was sent and what it answered, put together again from the record.

use super::Viewed;
use crate::models::Table;
use agon_testkit::standin::{Answer, Ask, Script, Storm};
use base64::Engine as _;
use serde_json::{Value, json};

const PROVIDERS: [&str; 4] = ["openai", "openai-responses", "anthropic", "gemini"];

/// Looks at three pictures, then stops.
fn looker() -> Script {
    Script::new(|ask: &Ask| match ask.turn() {
        0 | 1 => Answer::say("I try. ('move', 0)"),
        _ => Answer::say("('stop', 'stop')"),
    })
}

/// A body with its pictures named by their pixels instead of held, and without marks of what the service is to keep.
fn with_named_pictures(value: &Value) -> Value {
    match value {
        Value::String(text) => match text.find("iVBORw0KGgo") {
            Some(at) => {
                let png = base64::engine::general_purpose::STANDARD.decode(&text[at..]).unwrap();
                json!(format!("{}(the frame {})", &text[..at], agon_image::decode(&png).unwrap().hash()))
            }
            None => value.clone(),
        },
        Value::Array(values) => values.iter().map(with_named_pictures).collect(),
        Value::Object(fields) => {
            let said = fields.iter().filter(|(key, _)| *key != "cache_control");
            said.map(|(key, value)| (key.clone(), with_named_pictures(value))).collect()
        }
        other => other.clone(),
    }
}

/// The places in the log of a trial's calls, with their figures.
fn calls(trial: &Value) -> Vec<Value> {
    let moments = trial["moments"].as_array().unwrap();
    let notes = moments.iter().flat_map(|moment| moment["notes"].as_array().unwrap()).chain(trial["after"].as_array().unwrap());
    notes.filter(|note| !note["call"].is_null()).cloned().collect()
}

#[test]
fn calls_are_shown_exactly_as_services_got_them() {
    for provider in PROVIDERS {
        let table = Table::new(looker());
        let model = format!("{provider}/player");
        let done = table.agon(&["run", "gym/maze-2d/easy@0", "-m", &model, "--set", "goal=true", "--out", "r"]);
        assert_eq!(done.code, 0, "{}", done.err);
        let view = Viewed::of(&table.place, "r");
        let calls = calls(&view.json("/api/runs/r/trials/0"));
        let requests = table.server.requests();
        assert_eq!((calls.len(), requests.len()), (3, 3), "{provider}");
        for (note, request) in calls.iter().zip(&requests) {
            let call = view.json(&format!("/api/runs/r/trials/0/1/calls/{}", note["event"]));
            assert_eq!(call["body"], with_named_pictures(&request.body), "{provider}");
            assert_eq!(call["asked"], model.as_str());
            assert_eq!(call["figures"], note["call"]);
        }
        let last = view.json(&format!("/api/runs/r/trials/0/1/calls/{}", calls[2]["event"]));
        assert_eq!(last["same"], 3, "the request before had two observations and an answer between them: {last}");
        let shown = &last["turns"][0]["parts"];
        let file = shown.as_array().unwrap().iter().find_map(|part| part["file"].as_str()).unwrap();
        assert!(view.get(&format!("/api/runs/r/frames/{file}")).1.starts_with(b"\x89PNG"));
        assert!(last["reply"]["parts"][0]["text"].as_str().unwrap().contains("stop"), "{last}");
    }
}

#[test]
fn retries_and_calls_without_a_reply_are_told() {
    let table = Table::new(looker().struck(Storm::Every(2), Answer::status(500)));
    let quick = ["-M", "backoff_secs=0.01", "-M", "retries=3"];
    let done = table.agon(&[&["run", "gym/maze-2d/easy@0", "-m", "openai/player", "--out", "r"], &quick[..]].concat());
    assert_eq!(done.code, 0, "{}", done.err);
    let table_down = Table::new(Script::always(Answer::status(500)));
    let none = ["-M", "backoff_secs=0.01", "-M", "retries=0", "--retries", "0"];
    table_down.agon(&[&["run", "gym/maze-2d/easy@0", "-m", "openai/player", "--out", "r"], &none[..]].concat());

    let view = Viewed::of(&table.place, "r");
    let told = calls(&view.json("/api/runs/r/trials/0"));
    assert!(told.iter().any(|note| note["call"]["attempts"] == 2), "{told:?}");
    let view = Viewed::of(&table_down.place, "r");
    let told = calls(&view.json("/api/runs/r/trials/0"));
    assert!(told[0]["call"]["error"].as_str().unwrap().contains("gave no answer"), "{told:?}");
    let call = view.json(&format!("/api/runs/r/trials/0/1/calls/{}", told[0]["event"]));
    assert!(call["reply"].is_null() && !call["body"].is_null(), "{call}");
    assert_eq!(view.get("/api/runs/r/trials/0/1/calls/0").0, 404, "the first line is no call");
}
