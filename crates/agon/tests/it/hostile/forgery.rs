//! Files of a run changed behind its back: `report`, `grade` and `resume` name them and count nothing of them.

use crate::support::{Done, TestFolder};
use agon_report::Summary;
use std::fs;

/// Two agents at three mazes: one passes all, one passes none.
fn recorded() -> TestFolder {
    let place = TestFolder::new();
    place.run(&["gym/maze-2d/easy", "-a", "oracle", "-a", "noop", "--instances", "3"], "r");
    place
}

fn log(trial: u32) -> String {
    format!("r/trials/0000/{trial:06}-1.jsonl")
}

fn change(place: &TestFolder, file: &str, change: impl FnOnce(String) -> String) {
    let text = fs::read_to_string(place.path(file)).unwrap();
    let changed = change(text.clone());
    assert_ne!(text, changed, "nothing was changed in {file}");
    place.write(file, &changed);
}

/// What is wrong is named by all three, and nothing is passed by whom it concerns.
fn is_found(place: &TestFolder, named: &str, passed: u32) {
    let Done { code, err, .. } = place.agon(&["report", "r"]);
    assert!(code == 0 && err.contains(named), "report: {err}");
    let Done { code, err, .. } = place.agon(&["grade", "r"]);
    assert!(code == 1 && err.contains(named), "grade: {err}");
    let Done { code, err, .. } = place.agon(&["resume", "r"]);
    assert!(code == 2 && err.contains(named), "resume: {err}");
    assert_eq!(Summary::of(&place.open("r")).counts.passed, passed);
}

#[test]
fn labels_swapped_in_the_plan() {
    let place = recorded();
    change(&place, "r/plan.jsonl", |plan| plan.replace("noop", "?").replace("oracle", "noop").replace('?', "oracle"));
    is_found(&place, "it is the log of oracle on gym/maze-2d/easy@0, repeat 0, trial 0, attempt 1; the plan has noop", 0);
}

#[test]
fn a_log_of_another_trial() {
    let place = recorded();
    fs::copy(place.path(&log(0)), place.path(&log(1))).unwrap();
    is_found(&place, "000001-1.jsonl: it is the log of oracle on gym/maze-2d/easy@0", 3);
}

#[test]
fn a_line_garbled_in_the_middle() {
    let place = recorded();
    change(&place, &log(0), |text| text.replacen(r#""event":"step""#, r#""event":"stop""#, 1));
    is_found(&place, "000000-1.jsonl: line 4 was changed", 2);
}

#[test]
fn a_line_taken_out() {
    let place = recorded();
    change(&place, &log(0), |text| {
        let lines: Vec<&str> = text.lines().collect();
        format!("{}\n", [&lines[..2], &lines[3..]].concat().join("\n"))
    });
    is_found(&place, "000000-1.jsonl: line 3 was changed, or lines before it were taken out", 2);
}

/// Evidence and a verdict written by somebody else behind a log that was cut short, as before a kill -9.
#[test]
fn an_end_that_somebody_else_wrote() {
    let place = recorded();
    let passed = fs::read_to_string(place.path(&log(0))).unwrap();
    let end: String =
        passed.lines().rev().take(2).collect::<Vec<_>>().into_iter().rev().map(|line| format!("{line}\n")).collect();
    change(&place, &log(1), |text| {
        let lines: Vec<&str> = text.lines().collect();
        format!("{}\n{end}", lines[..lines.len() - 2].join("\n"))
    });
    is_found(&place, "000001-1.jsonl: its last line discloses another key than its first line announces", 3);
    change(&place, &log(1), |text| {
        let at = text.rfind(",\"key\":\"").unwrap();
        format!("{}}}\n", &text[..at])
    });
    is_found(&place, "000001-1.jsonl: its last line discloses no key: this run did not write it", 3);
}

#[test]
fn a_plan_cut_to_the_passing_trials() {
    let place = recorded();
    change(&place, "r/plan.jsonl", |plan| {
        plan.lines().filter(|line| line.contains("oracle")).map(|line| format!("{line}\n")).collect()
    });
    let done = place.agon(&["report", "r"]);
    assert!(done.code == 2 && done.err.contains("run.json announces 6 trials, the plan has 3"), "{}", done.err);
    // Made consistent, it is another run than the one that the logs name.
    let mut number = 0;
    change(&place, "r/plan.jsonl", |plan| {
        let renumbered = plan.lines().map(|line| {
            let rest = line.split_once(',').unwrap().1;
            number += 1;
            format!("{{\"trial\":{},{rest}\n", number - 1)
        });
        renumbered.collect()
    });
    change(&place, "r/run.json", |text| text.replace(r#""trials": 6"#, r#""trials": 3"#));
    is_found(&place, "it belongs to another run.json and plan.jsonl than those beside it", 0);
}

#[test]
fn another_version_and_commit_in_the_manifest() {
    let place = recorded();
    change(&place, "r/run.json", |text| text.replacen(r#""agon_version": ""#, r#""agon_version": "9."#, 1));
    is_found(&place, "it belongs to another run.json and plan.jsonl than those beside it", 0);
}

/// The index is not asked; what it says beyond the logs is named, and resume brings it in line.
#[test]
fn a_passing_row_in_the_index_changes_nothing() {
    let place = recorded();
    let index = fs::read_to_string(place.path("r/results.jsonl")).unwrap();
    let failing = index.lines().find(|line| line.contains("\"passed\":false")).unwrap();
    let forged = failing.replace("\"passed\":false", "\"passed\":true").replace("\"attempt\":1", "\"attempt\":2");
    place.write("r/results.jsonl", &format!("{forged}\n{index}"));
    let done = place.agon(&["report", "r"]);
    assert!(done.err.contains("results.jsonl: it has a row for trial 1, attempt 2, of which there is no log"), "{}", done.err);
    assert_eq!(place.agon(&["grade", "r"]).code, 1);
    assert_eq!(Summary::of(&place.open("r")).counts.passed, 3);
    place.agon(&["resume", "r"]);
    assert_eq!(place.agon(&["grade", "r"]).code, 0);
}

/// An index that lost its tail is only old.
#[test]
fn a_truncated_index_is_rebuilt_like_a_deleted_one() {
    let place = recorded();
    let index = fs::read_to_string(place.path("r/results.jsonl")).unwrap();
    for kept in [index.len() / 2, 0] {
        place.write("r/results.jsonl", &index[..kept]);
        assert_eq!(Summary::of(&place.open("r")).counts.scored, 6);
        let done = place.agon(&["resume", "r"]);
        assert_eq!((done.code, done.err.contains("warning")), (0, false), "{}", done.err);
        let rebuilt = fs::read_to_string(place.path("r/results.jsonl")).unwrap();
        assert_eq!(rebuilt.lines().count(), 6);
    }
}
