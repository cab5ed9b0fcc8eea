use super::Log;
use agon_core::Status::{BadArguments, Executed, Malformed, UnknownFunction};
use agon_report::modes::{PROTOCOL_NOTE, protocol_violations};
use serde_json::json;

#[test]
fn text_that_cannot_be_read_is_found() {
    let log = Log::new().call("go right", Malformed, "start").call("('move', 0)", Executed, "b").call("please", Malformed, "b");
    assert_eq!(log.steps(protocol_violations), ["1, 3"]);
    assert_eq!(log.find(protocol_violations)[0].detail, "text that cannot be read");
}

#[test]
fn what_the_agent_notes_is_found_at_the_step_that_followed() {
    let several = json!({"violation": "several actions", "kept": 1});
    let log = Log::new().call("('move', 0)", Executed, "b").note(PROTOCOL_NOTE, several).call("('move', 0)", Executed, "c");
    assert_eq!(log.steps(protocol_violations), ["2"]);
    assert_eq!(log.find(protocol_violations)[0].detail, "several actions");
    let last = Log::new().call("('move', 0)", Executed, "b").note(PROTOCOL_NOTE, json!({"violation": "empty reply"}));
    assert_eq!(last.steps(protocol_violations), ["2"], "the step that never came");
    let nameless = Log::new().note(PROTOCOL_NOTE, json!("odd"));
    assert_eq!(nameless.find(protocol_violations)[0].detail, "a violation without a name");
}

#[test]
fn one_step_is_one_violation_and_kinds_are_told_apart() {
    let noted = json!({"violation": "no action"});
    let log = Log::new().note(PROTOCOL_NOTE, noted).call("hm", Malformed, "start").call("hm", Malformed, "start");
    let found: Vec<(String, String)> = log.find(protocol_violations).iter().map(|f| (f.detail.clone(), f.steps_text())).collect();
    assert_eq!(found, [("no action".into(), "1".into()), ("text that cannot be read".into(), "2".into())]);
}

#[test]
fn wrong_calls_and_other_notes_are_none() {
    let log = Log::new().note("thought", json!({"violation": "of decency"})).call("('jump', 0)", UnknownFunction, "start");
    assert!(log.call("('move', 'up')", BadArguments, "start").steps(protocol_violations).is_empty());
}
