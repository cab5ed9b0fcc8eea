//! Failure modes of agents that are made to fail, in records of their own making.

use crate::models::Table;
use crate::support::{FOUR, TestFolder};
use agon_testkit::standin::{Answer, Script};
use serde_json::Value;

/// What a run's JSON says of the first agent: the trials with a mode among the failed and among all scored ones.
fn told(report: &Value, mode: &str) -> (u64, u64) {
    let counts = &report["modes"]["agents"][0]["modes"][mode];
    (counts["failed"].as_u64().unwrap_or_default(), counts["scored"].as_u64().unwrap_or_default())
}

/// A program that says one thing, turn after turn.
fn says(place: &TestFolder, line: &str, task: &str, settings: &[&str]) -> Value {
    let name: String = line.chars().filter(char::is_ascii_alphanumeric).collect();
    let script = place.write(&format!("{name}.sh"), &format!("while read -r turn; do echo \"{line}\"; done\n"));
    let agent = format!("process:sh {}", script.display());
    let args = [&["run", task, "-a", &agent, "--out", &name], settings].concat();
    let done = place.agon(&args);
    assert_eq!(done.code, 0, "{}", done.err);
    place.agon(&["report", &name, "--modes", "--json"]).json()
}

#[test]
fn who_pushes_against_a_wall_loops_and_does_not_listen() {
    let place = TestFolder::new();
    let report = says(&place, "('move', 0)", "gym/maze-2d/easy@0-3", &[]);
    assert_eq!(told(&report, "action_loop"), (4, 4));
    assert_eq!(told(&report, "repeated_rejection"), (4, 4));
    assert_eq!(told(&report, "early_stop"), (0, 0), "it was cut off, not early");
    assert_eq!(told(&report, "protocol_violation"), (0, 0));
    let deaf = says(&place, "('move', 1)", "gym/maze-2d/easy@0-3", &["--set", "feedback=false", "--frames", "none"]);
    assert_eq!(told(&deaf, "repeated_rejection"), (0, 0), "it was never told");
    assert_eq!(told(&deaf, "action_loop"), (4, 4), "a rejected move changes nothing, seen or not");
}

#[test]
fn who_babbles_violates_the_protocol() {
    let place = TestFolder::new();
    let report = says(&place, "let me think", "gym/maze-2d/easy@0-1", &[]);
    assert_eq!(told(&report, "protocol_violation"), (2, 2));
    assert_eq!(told(&report, "repeated_rejection"), (0, 0));
}

/// The model agent notes the violation and the world cannot read the step: that is one violation, not two.
#[test]
fn a_model_without_an_action_violates_the_protocol_once_a_step() {
    let table = Table::new(Script::always(Answer::say("Let me think about it.")));
    let done = table.agon(&["run", "gym/maze-2d/easy@0", "-m", "openai/x", "--steps", "3", "--out", "r"]);
    assert_eq!(done.code, 0, "{}", done.err);
    let report = table.agon(&["report", "r", "--modes", "--json"]).json();
    assert_eq!(told(&report, "protocol_violation"), (1, 1));
    let findings = report["modes"]["trials"][0]["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert_eq!(findings[0]["steps"], serde_json::json!([[1, 3]]));
}

#[test]
fn who_always_turns_by_the_same_amount_never_adapts() {
    let place = TestFolder::new();
    let report = says(&place, "('rotate', 7)", "gym/mental-rotation-2d/easy@0-1", &[]);
    assert_eq!(told(&report, "fixed_magnitude"), (2, 2));
    assert_eq!(told(&report, "action_loop"), (0, 0), "every turn changes something");
}

#[test]
fn who_does_nothing_stops_early_and_who_is_right_does_nothing_wrong() {
    let place = TestFolder::new();
    place.run(&[&FOUR[..], &["-a", "noop", "-a", "random", "-a", "oracle", "--instances", "3"]].concat(), "r");
    let report = place.agon(&["report", "r", "--modes", "--json"]).json();
    assert_eq!(told(&report, "early_stop"), (48, 48));
    let oracle = &report["modes"]["agents"][2];
    assert_eq!((&oracle["agent"], oracle["modes"].as_object().unwrap().len()), (&"oracle".into(), 0), "{oracle}");
    assert!(place.agon(&["report", "r", "--json"]).json().get("modes").is_none(), "nobody asked");
    let text = place.agon(&["report", "r", "--modes", "--html", "r.html"]);
    assert!(text.out.contains("failure modes\nnoop\n"), "{}", text.out);
    assert!(std::fs::read_to_string(place.path("r.html")).unwrap().contains("Failure modes"));
    assert!(place.agon(&["report", "r", "--modes", "--csv"]).out.contains(",mode_early_stop,"));
}
