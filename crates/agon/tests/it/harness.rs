//! Coding agents' own command lines at the seat: `-a cli:NAME:MODEL`.

use crate::support::{Done, TestFolder, timeless};
use agon_core::{Ending, Event};
use agon_record::Run;
use std::fs;

const SCRIPT: &str = include_str!("harness/sit.py");
const FILE: &str = include_str!("harness/sit.toml");

/// A workspace suite, and a command line that is a script; `way` is what it does.
fn sit(way: &str, more: &[&str]) -> (TestFolder, Done) {
    let place = TestFolder::new();
    fs::write(place.path("sit.py"), SCRIPT).unwrap();
    fs::write(place.path("sit.toml"), FILE.replace("SCRIPT", &place.path("sit.py").display().to_string())).unwrap();
    assert_eq!(place.agon(&["new", "suite", "mine", "--world", "workspace"]).code, 0);
    let agent = format!("cli:sit.toml:{way}");
    let done = place.agon(&[&["run", "./mine/reports/sales@0", "-a", &agent, "--out", "r", "--retries", "0"], more].concat());
    (place, done)
}

fn only_trial(run: &Run) -> agon_record::TrialResult {
    let results = run.results();
    assert_eq!(results.len(), 1);
    results[0].clone()
}

/// What we wrote down for the agent, by kind.
fn logged(run: &Run, kind: &str) -> Vec<serde_json::Value> {
    let of_kind = |event: Event| match event {
        Event::Note { kind: own, content, .. } if own == kind => Some(content),
        _ => None,
    };
    timeless(run, 0, 1).into_iter().filter_map(of_kind).collect()
}

#[test]
fn a_command_line_solves_a_task_over_mcp_and_what_it_says_of_itself_is_kept() {
    for way in ["done", "end"] {
        let (place, done) = sit(way, &[]);
        assert_eq!(done.code, 0, "{way}: {}", done.err);
        let run = place.open("r");
        let row = only_trial(&run).row.unwrap();
        assert!(row.passed, "{way}: {row:?}");
        let told = &logged(&run, "harness")[0];
        assert_eq!((&told["exit"], &told["tool_calls"]["bash"], &told["tool_calls"]["file"]), (&0.into(), &1.into(), &1.into()));
        assert_eq!(logged(&run, "harness_log")[0]["text"], "wrote the totals\n");
    }
}

#[test]
fn one_that_breaks_down_has_crashed_and_one_that_sleeps_runs_out_of_time() {
    let (place, _) = sit("break", &[]);
    let ending = only_trial(&place.open("r")).row.unwrap().ending;
    assert!(matches!(&ending, Some(Ending::Crashed { detail }) if detail.contains("out of ideas")), "{ending:?}");
    let (place, _) = sit("sleep", &["--wall-secs", "3"]);
    let ending = only_trial(&place.open("r")).row.unwrap().ending;
    assert!(matches!(ending, Some(Ending::Truncated { .. })), "{ending:?}");
}

#[test]
fn what_is_missing_is_named_before_the_run() {
    let place = TestFolder::new();
    let problem = |agent: &str| place.agon(&["run", "gym/maze-2d/easy@0", "-a", agent]).err;
    assert!(problem("cli:codexx:m").contains("there is no command line \"codexx\"; there are claude, codex, gemini"));
    assert!(problem("cli:sit").contains("there is no command line \"sit\""));
    fs::write(place.path("x.toml"), FILE.replace("python3", "no-such-agent")).unwrap();
    assert!(problem("cli:x.toml:m").contains("no-such-agent is not installed; install it with: nothing"));
    fs::write(place.path("y.toml"), FILE).unwrap();
    assert!(problem("cli:y.toml").contains("say which model it is to use: cli:NAME:MODEL"));
}
