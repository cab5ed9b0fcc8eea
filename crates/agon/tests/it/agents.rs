//! External programs at the seat: good ones, and every kind of bad one.

use crate::support::{Done, TestFolder, wait_until};
use agon_core::{Cause, Ending, Event, Limit};
use agon_record::Row;
use std::os::unix::fs::PermissionsExt as _;
use std::process::Stdio;

/// What became of a program at a maze.
fn sit(program: &str, more: &[&str]) -> (Row, TestFolder) {
    let place = TestFolder::new();
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
    let place = TestFolder::new();
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

    let place = TestFolder::new();
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
    assert!(crashed(&row).contains("exit status: 137"), "{row:?}");
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
fn what_a_program_wrote_to_stderr_is_kept_however_it_stops() {
    let said = "import sys, time\nsys.stdin.readline()\nprint('halfway there', file=sys.stderr, flush=True)\n";
    let stops = [
        ("time.sleep(1e6)", Ending::Truncated { limit: Limit::WallSecs }),
        ("print(\"('stop', 'stop')\", flush=True)", Ending::Stopped),
        ("", Ending::Left),
    ];
    for (last, ending) in stops {
        let (row, place) = sit(&format!("{said}{last}"), &["--wall-secs", "3"]);
        assert_eq!(row.ending, Some(ending.clone()));
        let log = place.open("r").attempt(0, row.attempt).unwrap();
        let is_kept =
            |event: &Event| matches!(event, Event::Note { kind, content } if kind == "stderr" && content == "halfway there");
        assert!(log.events.iter().any(is_kept), "{ending:?}: {:?}", log.events);
    }
}

/// The program is there when the run begins and gone after the first trial.
#[test]
fn a_program_that_cannot_be_started_is_a_fault() {
    let place = TestFolder::new();
    place.write("job.toml", "tasks = [\"gym/maze-2d/easy\"]\ninstances = 2\nparallel = 1\nretries = 0\nagents = [{ kind = \"process\", command = [\"./once\"] }]");
    let once = place.write("once", "#!/bin/sh\nread hello\nrm -f \"$0\"\n");
    std::fs::set_permissions(&once, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let done = place.agon(&["run", "--job", "job.toml", "--out", "r"]);
    assert_eq!(done.code, 3, "{}", done.err);
    let results = place.open("r").results();
    assert_eq!(results[0].row.clone().unwrap().ending, Some(Ending::Left));
    assert_eq!(results[1].row.clone().unwrap().void.unwrap().cause, Cause::Agent);
}

/// Whatever an agent does to look like a fault of ours is its own doing.
/// Bubblewrap works at first, and cannot hide the run's folder when it comes to it: that is no failing of the program.
#[test]
fn a_sandbox_that_cannot_be_made_is_a_fault() {
    let place = TestFolder::new();
    place.write("agent.py", "print(\"('stop', 'stop')\", flush=True)");
    std::fs::create_dir(place.path("bin")).unwrap();
    place.write(
        "bin/bwrap",
        "#!/bin/sh\ncase \"$*\" in *--tmpfs*) echo 'bwrap: no room' >&2; exit 1;; esac\nexec /usr/bin/bwrap \"$@\"\n",
    );
    std::fs::set_permissions(place.path("bin/bwrap"), std::fs::Permissions::from_mode(0o755)).unwrap();
    let mut command =
        place.command(&["run", "gym/maze-2d/easy@1", "-a", "process:python3 agent.py", "--out", "r", "--retries", "0"]);
    let path = std::env::var("PATH").unwrap();
    let done = Done::of(command.env("PATH", format!("{}:{path}", place.path("bin").display())).output().unwrap());
    assert_eq!(done.code, 3, "{}", done.err);
    let void = place.open("r").results()[0].row.clone().unwrap().void.unwrap();
    assert_eq!((void.cause, void.detail.as_str()), (Cause::Agent, "the agent's sandbox cannot be made: bwrap: no room"));
}

#[test]
fn an_agent_cannot_void_itself() {
    let (row, _) = sit("import sys\nsys.stdin.readline()\nsys.exit(127)", &[]);
    assert!(crashed(&row).contains("exit status: 127"), "{row:?}");
    let spoil = "import json, os, shutil, sys\nframe = json.loads(sys.stdin.readline())['turn']['frames'][0]['path']\n";
    let (row, _) = sit(
        &format!(
            "{spoil}shutil.rmtree(os.path.dirname(frame), ignore_errors=True)\nopen(frame.replace('0000', '0001'), 'w')\nprint(\"('move', 0)\", flush=True)\nsys.stdin.readline()"
        ),
        &[],
    );
    assert!(crashed(&row).contains("spoilt the folder"), "{row:?}");
    let (row, place) = sit(
        &format!(
            "{spoil}os.symlink(os.path.abspath('victim'), frame.replace('0000', '0001'))\nopen('victim', 'w').write('mine')\nprint(\"('move', 0)\", flush=True)\nsys.stdin.readline()"
        ),
        &[],
    );
    assert!(crashed(&row).contains("spoilt the folder"), "{row:?}");
    assert_eq!(std::fs::read_to_string(place.path("victim")).unwrap(), "mine", "no link is followed");
    for usage in ["'cost_usd': 1.7e308", "'tokens_in': 18446744073709551615", "'cost_usd': -5", "'model_secs': 1e308"] {
        let program = format!(
            "import json, sys\nsys.stdin.readline()\nfor _ in range(3):\n    print(json.dumps({{'type': 'spend', 'usage': {{{usage}}}}}), flush=True)"
        );
        let (row, place) = sit(&program, &[]);
        assert_eq!(row.score, Some(0.0), "{usage}: {row:?}");
        let resumed = place.agon(&["resume", "r"]);
        assert!(resumed.err.contains("0 of 1 trials are to be run"), "{usage}: {}", resumed.err);
    }
}

/// Talking without acting costs no steps, but neither time nor space is endless.
#[test]
fn an_agent_cannot_talk_its_time_limit_away() {
    let place = TestFolder::new();
    for (talk, ends) in [
        ("yes ''", "not actions"),
        ("yes '{\"type\":\"note\",\"kind\":\"x\",\"content\":1}'", "not actions"),
        ("yes '{\"type\":\"spend\",\"usage\":{}}'", "not actions"),
    ] {
        let out = format!("r{}", talk.len());
        let done =
            place.agon(&["run", "gym/maze-2d/easy@1", "-a", &format!("process:{talk}"), "--wall-secs", "30", "--out", &out]);
        assert_eq!(done.code, 3, "{}", done.err);
        let row = place.open(&out).results()[0].row.clone().unwrap();
        assert!(crashed(&row).contains(ends), "{talk}: {row:?}");
    }
    let large = "import sys\nsys.stdin.readline()\nwhile True:\n    print('{\"type\":\"note\",\"kind\":\"x\",\"content\":\"' + 'y' * 10_000_000 + '\"}', flush=True)";
    let (row, _) = sit(large, &[]);
    assert!(crashed(&row).contains("its notes came to more than"), "{row:?}");
    let names = "import json, sys\nsys.stdin.readline()\nprint(json.dumps({'type': 'act', 'action': {'kind': 'call', 'name': 'n' * 900_000}}), flush=True)\nsys.stdin.readline()";
    let (row, _) = sit(names, &[]);
    assert_eq!(row.totals.actions.keys().collect::<Vec<_>>(), ["call"], "names nobody declared do not fill the index");
}

#[test]
fn a_talker_is_stopped_by_the_clock_too() {
    let (row, _) = sit("import time\nwhile True:\n    print('', flush=True)\n    time.sleep(0.0005)", &["--wall-secs", "1"]);
    assert_eq!(row.ending, Some(Ending::Truncated { limit: Limit::WallSecs }));
}

#[test]
fn many_programs_one_after_another_leave_nothing() {
    let place = TestFolder::new();
    // Named after this process, so that nobody else's is taken for it.
    let nap = format!("16180.{}", std::process::id());
    place.write("agent.sh", &format!("read hello\nsetsid sleep {nap} &\necho \"('stop', 'stop')\"\nread turn\n"));
    let run = place.run(&["gym/maze-2d/easy", "-a", "process:sh agent.sh", "--instances", "20", "--frames", "none"], "r");
    assert!(run.results().iter().all(|result| result.row.as_ref().unwrap().ending == Some(Ending::Stopped)));
    wait_until("runaways to be gone", || !running(&nap));
    assert_eq!(std::fs::read_dir(place.tmp()).unwrap().count(), 0, "no folder is left");
    assert_eq!(std::fs::read_dir(place.path("state/live")).unwrap().count(), 0, "no register is left");
}

/// A child may keep the output open; the program itself has gone.
#[test]
fn a_program_is_over_when_it_exits() {
    let place = TestFolder::new();
    place.write("agent.sh", "read hello\nsleep 600 &\nexit 3\n");
    let run = place.run(&["gym/maze-2d/easy@1", "-a", "process:sh agent.sh", "--wall-secs", "500"], "r");
    assert!(crashed(&run.results()[0].row.clone().unwrap()).contains("exit status: 3"));
}

#[test]
fn clean_ends_what_a_killed_agon_left() {
    let place = TestFolder::new();
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

#[test]
fn an_agent_that_crashes_at_once_does_not_look_like_a_bad_model() {
    let place = TestFolder::new();
    let agent = "process:sh -c 'echo No module named agent >&2; exit 1'";
    let args = ["run", "gym/maze-2d/easy", "-a", agent, "--instances", "9", "-n", "1", "--max-crashes", "4", "--out", "r"];
    let done = place.agon(&args);
    assert_eq!(done.code, 3, "{}", done.err);
    assert!(done.err.contains("4 of 4 trials of ") && done.err.contains(": the agent crashed: "), "{}", done.err);
    assert!(done.err.contains("\n  No module named agent\n"), "{}", done.err);
    assert!(done.err.contains("never took a step"), "{}", done.err);
    assert_eq!(place.open("r").results().iter().filter(|result| result.row.is_none()).count(), 5);
}

#[test]
fn the_progress_tells_what_was_spent_so_far() {
    let place = TestFolder::new();
    let spends = r#"
import sys
sys.stdin.readline()
print('{"type": "spend", "usage": {"tokens_in": 1000, "tokens_out": 20, "cost_usd": 0.5}}', flush=True)
print("('stop', 'stop')", flush=True)
"#;
    place.write("agent.py", spends);
    let args = ["run", "gym/maze-2d/easy@0-1", "-a", "process:python3 agent.py", "-n", "1", "--out", "r"];
    let done = place.agon(&args);
    assert_eq!(done.code, 0, "{}", done.err);
    let told: Vec<&str> = done.err.lines().filter(|line| line.contains(" of 2 trials: ")).collect();
    insta::assert_snapshot!(told.join("\n"), @"
    1 of 2 trials: 0 passed, 1 failed, 0 void; 1.0k† tokens in, 20† out, $0.5000† so far
    2 of 2 trials: 0 passed, 2 failed, 0 void; 2.0k† tokens in, 40† out, $1.00† so far
    ");
    let free = place.agon(&["run", "gym/maze-2d/easy@0", "-a", "oracle", "--out", "s"]);
    assert!(free.err.contains("1 of 1 trials: 1 passed, 0 failed, 0 void\n"), "{}", free.err);
    // A run that goes on counts what it cost before.
    let logs: Vec<_> = std::fs::read_dir(place.path("r/trials/0000")).unwrap().flatten().map(|entry| entry.path()).collect();
    std::fs::remove_file(logs.iter().find(|path| path.ends_with("000001-1.jsonl")).unwrap()).unwrap();
    let again = place.agon(&["resume", "r"]);
    assert!(again.err.contains("2.0k† tokens in, 40† out, $1.00† so far"), "{}", again.err);
}

#[test]
fn failures_are_listed_with_what_was_expected_and_seen() {
    let place = TestFolder::new();
    let done = place.agon(&["run", "gym/maze-2d/easy", "-a", "noop", "--instances", "12", "--out", "r"]);
    assert_eq!(done.code, 0, "{}", done.err);
    let listed: Vec<&str> = done.err.lines().filter(|line| line.starts_with("  trial ")).collect();
    assert_eq!(listed.len(), 10, "{}", done.err);
    assert!(listed[0].starts_with("  trial 0, noop on gym/maze-2d/easy@0: at_target: expected "), "{}", listed[0]);
    assert!(listed[0].contains(", seen ") && done.err.contains("\n  and 2 more\n"), "{}", done.err);
}
