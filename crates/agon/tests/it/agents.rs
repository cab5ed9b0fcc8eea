//! External programs at the seat: good ones, and every kind of bad one.

use crate::support::{Place, wait_until};
use agon_core::{Cause, Ending, Event, Limit};
use agon_record::Row;
use std::process::Stdio;

/// What became of a program at a maze.
fn sit(program: &str, more: &[&str]) -> (Row, Place) {
    let place = Place::new();
    place.write("agent.py", program);
    let args = [&["run", "gym/maze-2d/easy@1", "-a", "process:python3 agent.py", "--out", "r", "--retries", "1"], more].concat();
    let done = place.agon(&args);
    assert!(done.code == 0 || done.code == 3, "{}", done.err);
    (place.open("r").results()[0].row.clone().unwrap(), place)
}

fn crashed(row: &Row) -> &str {
    match &row.ending {
        Some(Ending::Crashed { detail }) => detail,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_example_agent_solves_mazes_from_text() {
    let place = Place::new();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/agent.py");
    let agent = format!("process:python3 {script}");
    let run = place.run(&["gym/maze-2d", "-a", &agent, "--set", "observation=text", "--instances", "5"], "r");
    assert!(run.results().iter().all(|result| result.row.as_ref().unwrap().passed));
    let log = run.attempt(0, 1).unwrap();
    assert!(log.events.iter().any(|event| matches!(event, Event::Note { kind, .. } if kind == "plan")), "its note is kept");
}

#[test]
fn frames_come_as_files_or_as_base64() {
    let program = r#"
import base64, json, os, sys
frame = json.loads(sys.stdin.readline())["turn"]["frames"][0]
data = open(frame["path"], "rb").read() if "path" in frame else base64.b64decode(frame["base64"])
assert data[:8] == b"\x89PNG\r\n\x1a\n", data[:8]
assert int.from_bytes(data[16:20], "big") == frame["width"] == 297
print("('stop', 'stop')", flush=True)
"#;
    let (row, place) = sit(program, &[]);
    assert_eq!(row.ending, Some(Ending::Stopped));
    assert_eq!(std::fs::read_dir(place.tmp()).unwrap().count(), 0, "the frames' folder is gone");

    let place = Place::new();
    place.write("agent.py", program);
    place.write("job.toml", "tasks = [\"gym/maze-2d/easy@1\"]\nagents = [{ kind = \"process\", command = [\"python3\", \"agent.py\"], frames = \"base64\" }]");
    let run = place.run(&["--job", "job.toml"], "r");
    assert_eq!(run.results()[0].row.clone().unwrap().ending, Some(Ending::Stopped));
}

#[test]
fn a_program_that_dies_is_scored_as_it_stands() {
    let (row, _) =
        sit("import sys\nsys.stdin.readline()\nprint(\"('move', 0)\", flush=True)\nraise SystemExit('out of ideas')", &[]);
    assert_eq!((row.score, row.attempt), (Some(0.0), 1), "it is not retried");
    assert!(crashed(&row).contains("out of ideas"), "{row:?}");
    let (row, _) = sit("import os, signal\nos.kill(os.getpid(), signal.SIGKILL)", &[]);
    assert!(crashed(&row).contains("signal: 9"), "{row:?}");
}

#[test]
fn a_program_that_leaves_in_peace_has_left() {
    let (row, _) = sit("import sys\nsys.stdin.readline()", &[]);
    assert_eq!((row.score, row.ending), (Some(0.0), Some(Ending::Left)));
}

#[test]
fn garbage_is_answered_until_patience_ends() {
    let (row, _) = sit(
        "import sys\nfor i in range(1000):\n    print('{\"type\": \"nonsense\"}', flush=True)\n    sys.stdin.readline()",
        &[],
    );
    assert!(crashed(&row).contains("could not be read"), "{row:?}");
    assert_eq!(row.score, Some(0.0));
    // Lines that are not even JSON are actions in text form: they cost steps.
    let (row, _) = sit("import os\nwhile True:\n    os.write(1, b'\\xff\\xfe what? \\x00\\n')", &[]);
    assert_eq!(row.ending, Some(Ending::Truncated { limit: Limit::Steps }));
    assert_eq!((row.totals.steps, row.totals.rejected), (20, 20));
}

#[test]
fn a_gigabyte_on_stdout_is_cut_off() {
    let (row, _) = sit("import os\nblock = b'x' * 1_000_000\nfor _ in range(1000):\n    os.write(1, block)", &[]);
    assert!(crashed(&row).contains("more than 16777216 bytes"), "{row:?}");
    assert_eq!(row.score, Some(0.0));
}

#[test]
fn a_program_that_sleeps_for_ever_runs_out_of_time_with_its_children() {
    let program = "import subprocess, time\nsubprocess.Popen(['sleep', '31415.5'])\ntime.sleep(1e6)";
    let (row, _) = sit(program, &["--wall-secs", "1"]);
    assert_eq!(row.ending, Some(Ending::Truncated { limit: Limit::WallSecs }));
    assert_eq!(row.score, Some(0.0));
    wait_until("its children to be gone", || !running("31415.5"));
}

#[test]
fn a_program_that_cannot_be_started_is_a_fault() {
    let place = Place::new();
    let done = place.agon(&["run", "gym/maze-2d/easy@1", "-a", "process:no-such-program", "--out", "r", "--retries", "0"]);
    assert_eq!(done.code, 3, "{}", done.err);
    let row = place.open("r").results()[0].row.clone().unwrap();
    assert_eq!(row.void.unwrap().cause, Cause::Agent);
}

#[test]
fn clean_ends_what_a_killed_agon_left() {
    let place = Place::new();
    let args = ["run", "gym/maze-2d/easy@1", "-a", "process:sleep 27182.8", "--out", "r"];
    let mut child = place.command(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    wait_until("the agent to start", || running("27182.8"));
    let clean = place.agon(&["clean"]);
    assert!(clean.err.contains("nothing was left behind") && running("27182.8"), "a living run is left alone: {}", clean.err);
    child.kill().unwrap();
    child.wait().unwrap();
    let clean = place.agon(&["clean"]);
    assert!(clean.out.contains("ended process group"), "{}{}", clean.out, clean.err);
    assert!(clean.out.contains("removed"), "its folder too: {}", clean.out);
    wait_until("the agent to be gone", || !running("27182.8"));
    assert!(place.agon(&["clean"]).err.contains("nothing was left behind"));
}

/// Whether a process with this argument is alive.
fn running(argument: &str) -> bool {
    let pids = std::fs::read_dir("/proc").unwrap().flatten();
    pids.filter_map(|entry| std::fs::read_to_string(entry.path().join("cmdline")).ok())
        .any(|line| line.split('\0').next_back().is_some_and(|_| line.starts_with("sleep\0") && line.contains(argument)))
}
