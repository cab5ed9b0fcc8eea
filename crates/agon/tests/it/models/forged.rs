//! Records that somebody changed: none of them is verified.

use super::again::find_log;
use super::{Table, player};
use crate::support::reseal;
use agon_testkit::standin::Script;
use serde_json::{Value, json};
use std::path::Path;

fn published() -> Table {
    let table = Table::new(Script::player(player::next_pair));
    assert_eq!(table.sit("openai", &[]).code, 0);
    let done = table.agon(&["verify", "r"]);
    assert_eq!(done.code, 0, "{}", done.out);
    table
}

fn read(path: &Path) -> Vec<Value> {
    std::fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn write(path: &Path, lines: &[Value]) {
    std::fs::write(path, lines.iter().map(|line| format!("{line}\n")).collect::<String>()).unwrap();
}

/// What is said of a run in which the log and the row of trial 1 are others; then it is as it was.
fn verify_forged(table: &Table, forge: impl Fn(&mut Vec<Value>, &mut Value)) -> String {
    let (log, results) = (find_log(&table.place.path("r"), 1), table.place.path("r/results.jsonl"));
    let (events, rows) = (read(&log), read(&results));
    let (mut forged, mut forged_rows) = (events.clone(), rows.clone());
    let row = forged_rows.iter_mut().find(|row| row["trial"] == 1).unwrap();
    forge(&mut forged, row);
    assert!((&forged, &forged_rows) != (&events, &rows), "something was forged");
    write(&log, &forged);
    let done = table.agon(&["verify", "r"]);
    assert!(forged == events || (done.code == 1 && done.out.contains("000001-1.jsonl: ")), "{}", done.out);
    // A thorough forger makes the hashes fit again; the second sitting finds him out.
    let seal = reseal(&log, None);
    if forged != events {
        forged_rows.iter_mut().filter(|row| row["trial"] == 1).for_each(|row| row["seal"] = json!(seal));
    }
    write(&results, &forged_rows);
    let done = table.agon(&["verify", "r"]);
    assert_eq!(done.code, 1, "{}", done.out);
    write(&log, &events);
    write(&results, &rows);
    done.out
}

fn is_call(event: &Value) -> bool {
    event["event"] == "note" && event["kind"] == "model"
}

#[test]
fn results_that_are_not_in_the_log_are_told() {
    let table = published();
    let forgeries: [fn(&mut Value); 5] = [
        |row| row["score"] = json!(0.5),
        |row| row["passed"] = json!(false),
        |row| row["ending"] = json!({"kind": "done"}),
        |row| row["totals"]["usage"]["tokens_in"] = json!(1),
        |row| row["void"] = json!({"cause": "model", "detail": "it was a bad day"}),
    ];
    for forge in forgeries {
        let told = verify_forged(&table, |_, row| forge(row));
        assert!(told.contains("results.jsonl: its row for trial 1, attempt 1 says something else than the log"), "{told}");
    }
}

#[test]
fn what_was_changed_in_log_and_results_alike_does_not_come_out_again() {
    let table = published();
    let both = |change: fn(&mut Value), told: &str| {
        let said = verify_forged(&table, |events, row| {
            change(events.last_mut().unwrap());
            change(row);
        });
        assert!(said.contains(told), "{said}");
    };
    both(|closed| closed["ending"] = json!({"kind": "done"}), "it ended as done, now as stopped");
    both(|closed| closed["totals"]["usage"]["tokens_in"] = json!(1), "what it used of its models is another");
    both(|closed| closed["totals"]["usage"]["cost_usd"] = json!(0.001), "what it used of its models is another");
    both(|closed| closed["totals"]["rejected"] = json!(9), "its totals of steps and actions are others");
    let told = verify_forged(&table, |events, _| {
        events.iter_mut().filter(|event| event["event"] == "evidence").for_each(|event| event["evidence"] = json!({}));
    });
    assert!(told.contains("the evidence is another"), "{told}");
}

#[test]
fn a_models_trial_is_not_verified_without_its_calls() {
    let table = published();
    let told = verify_forged(&table, |events, _| {
        events.iter_mut().filter(|event| is_call(event)).for_each(|event| event["content"] = json!("garbage"));
    });
    assert!(told.contains("call 1 of the record cannot be read"), "{told}");
    let told = verify_forged(&table, |events, _| events.retain(|event| !is_call(event)));
    assert!(told.contains("the record holds no call of the model"), "{told}");
    // Under a label that is no model's.
    let told = verify_forged(&table, |events, _| {
        events.retain(|event| !is_call(event));
        events[0]["agent"] = json!("nobody");
    });
    assert!(told.contains("it is the log of nobody on"), "{told}");
}

#[test]
fn calls_that_nobody_made_are_told() {
    let table = published();
    let told = verify_forged(&table, |events, _| {
        let call = events.iter().rfind(|event| is_call(event)).unwrap().clone();
        events.insert(events.len() - 1, call);
    });
    assert!(told.contains("calls, now it makes"), "{told}");
    let told = verify_forged(&table, |events, _| {
        let at = events.iter().position(is_call).unwrap();
        events[at]["content"]["by"] = json!("somebody else");
    });
    assert!(told.contains("note 1 is another"), "{told}");
}
