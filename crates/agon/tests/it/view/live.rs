//! A run that is going on: its steps as they happen, its counts, and who may pause and stop it.

use super::Viewed;
use super::socket::Socket;
use crate::support::{TestFolder, wait_until};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use std::fs;
use std::process::{Child, Stdio};

/// Takes a step whenever the test allows one, and stops at the third.
const WAITING: &str = r#"
import os, sys, time
for number in range(3):
    sys.stdin.readline()
    while not os.path.exists(f"go-{number}"):
        time.sleep(0.01)
    print("('move', 0)" if number < 2 else "('stop', 'stop')", flush=True)
sys.stdin.readline()
"#;

/// A run of two trials, one after the other, whose steps wait for the test.
struct Going {
    place: TestFolder,
    run: Child,
}

impl Going {
    fn new() -> Self {
        let place = TestFolder::new();
        place.write("agent.py", WAITING);
        let args =
            ["run", "gym/maze-2d/easy@0-1", "-a", "process:python3 agent.py", "--no-sandbox", "-n", "1", "--out", "runs/r"];
        let run = place.command(&args).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        wait_until("the run to begin", || place.path("runs/r/trials/0000/000000-1.jsonl").exists());
        Self { place, run }
    }

    fn allow(&self, step: u32) {
        self.place.write(&format!("go-{step}"), "");
    }
}

impl Drop for Going {
    fn drop(&mut self) {
        let _ = self.run.kill();
        let _ = self.run.wait();
        self.place.agon(&["clean"]);
    }
}

fn own(view: &Viewed) -> String {
    format!("http://{}", view.address)
}

#[test]
fn steps_are_told_as_they_are_taken() {
    let going = Going::new();
    let view = Viewed::of(&going.place, "runs");
    wait_until("the first sight", || view.json("/api/runs/r/trials/0")["moments"] != json!([]));
    let trial = view.json("/api/runs/r/trials/0");
    assert_eq!((&trial["is_live"], &trial["is_closed"]), (&true.into(), &false.into()), "{trial}");

    let mut run = Socket::open(&view.address, "/api/runs/r/live", &own(&view)).unwrap();
    let now = run.until(|news| !news["running"].as_array().unwrap().is_empty());
    assert_eq!((&now["is_live"], &now["control"], &now["counts"]["missing"]), (&true.into(), &"go".into(), &2.into()), "{now}");
    let running = &now["running"][0];
    assert_eq!((&running["task"], &running["steps"]), (&"gym/maze-2d/easy".into(), &0.into()), "{now}");

    let mut steps = Socket::open(&view.address, "/api/runs/r/trials/0/1/live?from=1", &own(&view)).unwrap();
    going.allow(0);
    let news = steps.until(|news| !news["moments"].as_array().unwrap().is_empty());
    let moment = &news["moments"][0];
    assert_eq!((&moment["step"], &news["is_over"]), (&1.into(), &false.into()), "{news}");
    let file = moment["frames"][0]["file"].as_str().unwrap();
    assert_eq!(view.get(&format!("/api/runs/r/frames/{file}")).0, 200, "a step is told with its frame on disk");
    run.until(|news| news["running"][0]["steps"] == 1);

    going.allow(1);
    steps.until(|news| news["moments"][0]["step"] == 2);
    going.allow(2);
    steps.until(|news| news["is_over"] == true);
    assert_eq!(steps.next(), None, "nothing follows the end");
    let news = run.until(|news| news["counts"]["missing"] == 0);
    assert_eq!(news["counts"]["failed"], 2, "{news}");
    if news["is_live"] == true {
        run.until(|news| news["is_live"] == false);
    }
}

#[test]
fn pages_of_other_origins_hear_nothing() {
    let place = TestFolder::new();
    place.run(&["gym/maze-2d/easy@0", "-a", "noop"], "runs/r");
    let view = Viewed::of(&place, "runs");
    assert_eq!(Socket::open(&view.address, "/api/runs/r/live", "http://elsewhere.example").err(), Some(403));
    assert_eq!(Socket::open(&view.address, "/api/runs/other/live", &own(&view)).err(), Some(404));
    let mut socket = Socket::open(&view.address, "/api/runs/r/live", &own(&view)).unwrap();
    let now = socket.next().unwrap();
    assert_eq!((&now["is_live"], &now["running"]), (&false.into(), &json!([])), "{now}");
}

#[test]
fn a_run_is_paused_and_stopped_by_whoever_may() {
    let mut going = Going::new();
    let looking = Viewed::of(&going.place, "runs");
    let ask = |view: &Viewed, control: &str| view.post("/api/runs/r/control", &json!({"control": control}));
    let (status, why) = ask(&looking, "stop");
    assert!(status == 403 && why.contains("--control"), "{why}");

    let view = Viewed::with(&going.place, &["runs", "--control"]);
    assert_eq!(view.json("/api/session")["may_control"], true);
    let mut run = Socket::open(&view.address, "/api/runs/r/live", &own(&view)).unwrap();
    assert_eq!(ask(&view, "pause").0, 200);
    run.until(|news| news["control"] == "pause");
    assert_eq!(ask(&view, "dance").0, 400);
    assert_eq!(ask(&view, "stop").0, 200);
    run.until(|news| news["is_live"] == false);
    assert_eq!(going.run.wait().unwrap().code(), Some(130), "it ends as after Ctrl-C");
    let stopped = going.place.open("runs/r");
    assert!(stopped.results().iter().all(|result| result.row.is_none()) && stopped.problems().is_empty());

    // What was asked of the run then is not asked of it when it goes on.
    (0..3).for_each(|step| going.allow(step));
    let done = going.place.agon(&["resume", "runs/r"]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(!going.place.path("runs/r/control.json").exists());
}

#[test]
fn metadata_alone_is_told_where_that_was_asked() {
    let place = TestFolder::new();
    place.run(&["gym/maze-2d/easy@0", "-a", "oracle"], "runs/r");
    let whole = Viewed::of(&place, "runs");
    let view = Viewed::with(&place, &["runs", "--metadata-only"]);
    assert_eq!(view.json("/api/session")["is_metadata_only"], true);
    let trial = view.json("/api/runs/r/trials/0");
    assert!(!trial.to_string().contains(".png") && !trial.to_string().contains("You moved"), "{trial}");
    assert_eq!((&trial["row"]["status"], &trial["title"], &trial["brief"]), (&"passed".into(), &"".into(), &Value::Null));
    for moment in trial["moments"].as_array().unwrap() {
        assert_eq!(
            (&moment["action"], &moment["frames"], &moment["feedback"]),
            (&Value::Null, &json!([]), &Value::Null),
            "{moment}"
        );
        assert_eq!(moment["notes"], json!([]));
    }
    assert!(trial["checks"][0]["seen"] == "" && trial["checks"][0]["passed"] == true, "{trial}");
    assert_eq!(view.json("/api/runs/r")["manifest"], Value::Null);
    let frame = whole.json("/api/runs/r/trials/0")["moments"][0]["frames"][0]["file"].as_str().unwrap().to_owned();
    for path in [
        format!("frames/{frame}"),
        format!("thumbs/{frame}"),
        "trials/0/1/1".into(),
        "trials/0/1/trees/1".into(),
        "trials/0/1/calls/1".into(),
        "trials/0/1/export.gif".into(),
        "trials/0/1/export.html".into(),
        "notes".into(),
    ] {
        assert_eq!(view.get(&format!("/api/runs/r/{path}")).0, 403, "{path}");
    }
    assert_eq!(view.get("/api/search?q=moved").0, 403);
    assert_eq!(view.post("/api/runs/r/notes", &json!({"trial": 0, "attempt": 1, "step": null, "text": "x"})).0, 403);
    assert!(fs::metadata(place.path("runs/r/notes.jsonl")).is_err());
}

/// What workers add to a run in a store comes while somebody looks.
#[test]
fn a_run_in_a_store_is_followed() {
    let place = TestFolder::new();
    let run =
        ["run", "gym/sliding-block", "-a", "oracle", "--instances", "50", "--frames", "none", "--store", "store", "--detach"];
    assert_eq!(place.agon(&run).code, 0);
    let mut first = place.command(&["worker", "store", "-n", "1"]).stderr(Stdio::null()).spawn().unwrap();
    wait_until("a first commit", || place.agon(&["status", "store", "--json"]).json()["committed"].as_u64() > Some(0));
    kill_process(Pid::from_child(&first), Signal::TERM).unwrap();
    first.wait().unwrap();
    let view = Viewed::of(&place, "store");
    let counts = || view.json("/api/runs")[0]["counts"].clone();
    let before = counts();
    assert!(before["passed"].as_u64() > Some(0) && before["passed"] != before["trials"], "{before}");
    assert_eq!(place.agon(&["worker", "store"]).code, 0);
    wait_until("what the second worker did", || counts()["passed"] == before["trials"]);
}
