//! Tasks in containers, through the binary: what is said without an engine, and what runs, is recorded and is cleaned up with one.

use crate::support::TestFolder;
use agon_testkit::Podman;
use std::process::Stdio;
use std::time::{Duration, Instant};

const SUITE: &str = "name = \"mine\"\nversion = \"1\"\nabout = \"A.\"\nworld = \"workspace\"\n";
const TASK: &str = r#"title = "A total"
about = "Add up the numbers of a file."
difficulty = "easy"
steps = 5
instruction = "Write the total of input/numbers.txt into output/total.txt."

[files]
"input/numbers.txt" = "17\n25\n"

[key.reference]
"total.txt" = "42\n"

[[key.compare]]
name = "total"
mode = "exact"
file = "total.txt"
reference = "total.txt"

[key.solution]
steps = [{ shell = "awk '{ s += $1 } END { print s }' input/numbers.txt > output/total.txt" }]

[[key.near_miss]]
name = "one number left out"
fails = "total"
steps = [{ shell = "head -1 input/numbers.txt > output/total.txt" }]
"#;

fn place() -> TestFolder {
    let place = TestFolder::new();
    place.write("mine/suite.toml", SUITE);
    place.write("mine/work/total.toml", TASK);
    place.write("mine/work/shown.toml", &format!("{TASK}\n[screen]\n"));
    place
}

#[test]
fn what_is_missing_is_told_before_a_run_in_one_sentence() {
    let place = place();
    let run = |more: &[&str]| {
        let command = ["run", "./mine/work/total", "-a", "oracle", "--out", "r"];
        let done = place.agon(&[&command, more].concat());
        assert_eq!(done.code, 2, "{}", done.err);
        done.err
    };
    let said = run(&["--container", "debian:13", "--container-socket", "no.sock"]);
    let wanted =
        "error: mine/work/total needs a container engine, which is missing: no container engine answers at no.sock: No such file";
    assert!(said.starts_with(wanted), "{said}");
    let said = run(&["--container", "a b"]);
    assert!(said.contains("setting container of mine/work/total: it is the name of an image"), "{said}");
    let said = run(&["--container", "task", "--container-socket", "no.sock"]);
    assert!(said.contains("the task names no image of its own; name one"), "{said}");
    let host =
        place.command(&["run", "./mine/work/total", "-a", "oracle", "--container", "x"]).env("DOCKER_HOST", "tcp://x:1").output();
    let said = String::from_utf8(host.unwrap().stderr).unwrap();
    assert!(said.contains("DOCKER_HOST is \"tcp://x:1\", and only unix:// sockets of this machine are taken"), "{said}");
    let checked = place.agon(&["check", "./mine", "--container", "x", "--container-socket", "no.sock"]);
    let screen =
        "skipped mine/work/shown: needs a screen, which is missing: containers show none here; run it without --container";
    assert!(checked.err.contains(screen) && checked.err.contains("skipped mine/work/total"), "{}", checked.err);
}

#[test]
fn a_task_passes_in_a_container_and_leaves_none() {
    let Some(engine) = Podman::start() else { return };
    let place = place();
    let socket = engine.socket().display().to_string();
    let with = |args: &[&str]| place.agon(&[args, &["--container-socket", &socket]].concat());
    let checked = with(&["check", "./mine/work/total", "--container", Podman::IMAGE, "--random", "1"]);
    assert!(checked.code == 0 && checked.err.contains("1 of 1 task"), "{}{}", checked.out, checked.err);
    // What cannot be set in a container is left out, and the others run.
    let run = with(&["run", "./mine", "-a", "oracle", "-a", "noop", "--container", Podman::IMAGE, "--out", "r"]);
    assert!(run.code == 0 && run.err.contains("mine/work/shown"), "{}", run.err);
    let report = place.agon(&["report", "r", "--json"]).json();
    assert_eq!((&report["counts"]["passed"], &report["counts"]["scored"]), (&1.into(), &2.into()), "{report}");
    let evidence = place.open("r").attempt(0, 1).unwrap().events.into_iter().find_map(|event| match event {
        agon_core::Event::Evidence { evidence, .. } => Some(evidence.0),
        _ => None,
    });
    let evidence = evidence.unwrap();
    assert_eq!(evidence["container"]["image"], Podman::IMAGE, "{evidence}");
    assert!(place.agon(&["grade", "r"]).out.contains("unchanged"));
    assert_eq!(engine.containers(), Vec::<String>::new());
}

/// An exam as it is built in, and a task in Harbor's layout that names an image instead of a Dockerfile.
#[test]
fn an_exam_and_a_harbor_task_are_sat_in_containers() {
    let Some(engine) = Podman::start() else { return };
    let place = place();
    place.write("tasks/greeting/instruction.md", "Write `hello` to /app/greeting.txt.\n");
    place.write("tasks/greeting/task.toml", &format!("[environment]\ndocker_image = \"{}\"\n", Podman::IMAGE));
    place.write("tasks/greeting/solution/solve.sh", "echo hello > greeting.txt\n");
    let test = "grep -qx hello /app/greeting.txt; echo $((1 - $?)) > /logs/verifier/reward.txt\n";
    place.write("tasks/greeting/tests/test.sh", test);
    let socket = engine.socket().display().to_string();
    for (task, image, out) in [("exam/computing_math/tariff-port", Podman::IMAGE, "exam"), ("./tasks", "task", "harbor")] {
        let agents = ["-a", "oracle", "-a", "noop", "--instances", "1", "--out", out];
        let run = place.agon(&[&["run", task, "--container", image, "--container-socket", &socket], &agents[..]].concat());
        assert_eq!(run.code, 0, "{}{}", run.out, run.err);
        let report = place.agon(&["report", out, "--json"]).json();
        assert_eq!((&report["counts"]["passed"], &report["counts"]["scored"]), (&1.into(), &2.into()), "{report}");
    }
    assert_eq!(engine.containers(), Vec::<String>::new());
}

#[test]
fn clean_removes_the_container_of_an_agon_that_was_killed() {
    let Some(engine) = Podman::start() else { return };
    let place = place();
    let script = r#"import json, sys
sys.stdin.readline()
print(json.dumps({"type": "act", "action": {"kind": "shell", "command": "sleep 31415"}}), flush=True)
sys.stdin.readline()
"#;
    place.write("agent.py", script);
    let socket = engine.socket().display().to_string();
    let args = [
        "run",
        "./mine/work/total",
        "-a",
        "process:python3 agent.py",
        "--container",
        Podman::IMAGE,
        "--container-socket",
        &socket,
    ];
    let mut running = place.command(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    wait_for(sleeps, "the command runs");
    let own = engine.containers();
    assert_eq!(own.len(), 1, "{own:?}");
    assert!(place.agon(&["clean"]).err.contains("nothing was left behind"), "a living run is left alone");
    running.kill().unwrap();
    running.wait().unwrap();
    assert_eq!(engine.containers(), own, "nobody has removed it yet");
    let cleaned = place.agon(&["clean"]);
    assert!(cleaned.out.contains(&format!("removed the container {}", own[0])), "{}{}", cleaned.out, cleaned.err);
    assert!(engine.containers().is_empty() && !sleeps());
    assert!(place.agon(&["clean"]).err.contains("nothing was left behind"));
    assert_eq!(std::fs::read_dir(place.tmp()).unwrap().count(), 0, "its files have gone, too");
}

/// Whether the agent's command runs on this machine.
fn sleeps() -> bool {
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let mut lines = processes.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    lines.any(|line| line == b"sleep\x0031415\x00")
}

fn wait_for(is_so: impl Fn() -> bool, what: &str) {
    let deadline = Instant::now() + Duration::from_secs(120);
    while !is_so() {
        assert!(Instant::now() < deadline, "{what}: not within two minutes");
        std::thread::sleep(Duration::from_millis(20));
    }
}
