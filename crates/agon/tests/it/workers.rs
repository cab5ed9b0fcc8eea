//! A run in a store that several processes work on: every trial once, and the same as on one machine.

use crate::support::{Done, FOUR, TestFolder, timeless, wait_until};
use agon_record::Run;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::process::{Child, Stdio};

const STORE: &str = "store/mine";

/// Plans a run and leaves it.
fn plan(place: &TestFolder, tasks: &[&str], flags: &[&str]) -> String {
    let url = format!("file://{}", place.path(STORE).display());
    let done = place.agon(&[&["run"], tasks, flags, &["--store", &url, "--detach"]].concat());
    assert_eq!(done.code, 0, "{}", done.err);
    url
}

fn start(place: &TestFolder, url: &str, flags: &[&str]) -> Child {
    let mut command = place.command(&[&["worker", url, "--json"], flags].concat());
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn end(child: Child) -> Done {
    Done::of(child.wait_with_output().unwrap())
}

fn status(place: &TestFolder, url: &str) -> Value {
    place.agon(&["status", url, "--json"]).json()
}

/// Both runs have the same trials, whoever ran them.
fn assert_same(one: &Run, other: &Run) {
    assert_eq!(one.plan(), other.plan());
    assert_eq!((one.problems(), other.problems()), (&[][..], &[][..]));
    for trial in 0..one.plan().len() as u32 {
        assert_eq!(timeless(one, trial, 1)[1..], timeless(other, trial, 1)[1..], "trial {trial}");
    }
}

#[test]
fn workers_do_what_one_machine_does_and_every_command_reads_the_store() {
    let place = TestFolder::new();
    let flags = ["-a", "oracle", "-a", "random", "--instances", "2"];
    let url = plan(&place, &FOUR, &flags);
    let alone = place.run(&[&FOUR[..], &flags].concat(), "alone");
    let before = status(&place, &url);
    assert_eq!((before["committed"].as_u64(), before["finished"].as_bool()), (Some(0), Some(false)), "{before}");

    let workers = [start(&place, &url, &["--name", "one"]), start(&place, &url, &["--name", "two", "-n", "1"])];
    let done = workers.map(end);
    for done in &done {
        assert_eq!(done.code, 0, "{}", done.err);
    }
    let committed: u64 = done.iter().map(|done| done.json()["committed"].as_u64().unwrap()).sum();
    assert_eq!(committed as usize, alone.plan().len());
    let after = status(&place, &url);
    assert_eq!((after["finished"].as_bool(), after["workers"].as_array().map(Vec::len)), (Some(true), Some(2)), "{after}");
    assert_eq!(after["workers"][0]["state"], "left");
    let again = end(start(&place, &url, &[]));
    assert_eq!((again.code, again.json()["committed"].as_u64()), (0, Some(0)), "{}", again.err);

    let report = place.agon(&["report", &url, "--csv"]);
    assert_eq!(report.code, 0, "{}", report.err);
    assert_eq!(report.out.lines().count(), alone.plan().len() + 1);
    let mirrors: Vec<_> = std::fs::read_dir(place.path("cache/stores")).unwrap().map(|entry| entry.unwrap().path()).collect();
    let [mirror] = mirrors.as_slice() else { panic!("{mirrors:?}") };
    assert_same(&alone, &Run::open(mirror).unwrap());
    let graded = place.agon(&["grade", &url]);
    assert!(graded.code == 0 && graded.out.ends_with("all verdicts unchanged\n"), "{}{}", graded.out, graded.err);
    let verified = place.agon(&["verify", &url]);
    assert_eq!(verified.code, 0, "{}{}", verified.out, verified.err);
    let exported = place.agon(&["export", &url, "-a", "oracle", "-o", "data"]);
    assert_eq!(exported.code, 0, "{}", exported.err);
    assert_eq!(place.agon(&["show", &url, "0"]).code, 0);
    let left: Vec<_> = std::fs::read_dir(place.tmp()).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(left.is_empty(), "workers keep nothing: {left:?}");
}

#[test]
fn a_worker_that_is_killed_gives_its_trials_back() {
    let place = TestFolder::new();
    let flags = ["-a", "oracle", "--instances", "3"];
    let url = plan(&place, &["gym/maze-2d"], &[&flags[..], &["--lease", "2"]].concat());
    let mut victim = start(&place, &url, &["-n", "2", "--name", "victim"]);
    wait_until("a first commit", || status(&place, &url)["committed"].as_u64() > Some(0));
    victim.kill().unwrap();
    victim.wait().unwrap();
    let heir = end(start(&place, &url, &["--name", "heir"]));
    assert_eq!(heir.code, 0, "{}", heir.err);
    let alone = place.run(&[&["gym/maze-2d"][..], &flags].concat(), "alone");
    assert_eq!(place.agon(&["report", &url]).code, 0);
    let mirror = std::fs::read_dir(place.path("cache/stores")).unwrap().next().unwrap().unwrap().path();
    assert_same(&alone, &Run::open(&mirror).unwrap());
    let cleaned = place.agon(&["clean"]);
    assert_eq!(cleaned.code, 0, "{}", cleaned.err);
}

#[test]
fn a_worker_that_is_told_to_stop_ends_what_runs_and_leaves() {
    let place = TestFolder::new();
    let url = plan(&place, &["gym/sliding-block"], &["-a", "oracle", "--instances", "200"]);
    let worker = start(&place, &url, &["-n", "1"]);
    wait_until("a first commit", || status(&place, &url)["committed"].as_u64() > Some(0));
    kill_process(Pid::from_child(&worker), Signal::TERM).unwrap();
    let done = end(worker);
    assert_eq!(done.code, 130, "{}", done.err);
    let (told, seen) = (done.json(), status(&place, &url));
    assert_eq!(told["committed"], seen["committed"], "{told} {seen}");
    assert!(seen["committed"].as_u64() < seen["trials"].as_u64(), "{seen}");
    assert_eq!(seen["workers"][0]["state"], "left", "what it had is free at once: {seen}");
    // Its own record is brought once all is done.
    let flags = ["--store", &url, "-a", "oracle", "--instances", "200", "-o", "brought"];
    let other = place.agon(&[&["run", "gym/sliding-block"][..], &flags].concat());
    assert!(other.code == 2 && other.err.contains("there is another run at"), "{}", other.err);
    let finished = end(start(&place, &url, &[]));
    assert_eq!(finished.code, 0, "{}", finished.err);
}

#[test]
fn a_run_in_a_store_ends_with_its_record_here() {
    let place = TestFolder::new();
    let url = format!("file://{}", place.path(STORE).display());
    let done = place.agon(&["run", "gym/jigsaw", "-a", "oracle", "--instances", "1", "--store", &url, "-o", "brought", "--json"]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert_eq!(place.agon(&["verify", "brought"]).code, 0);
}

#[test]
fn what_cannot_be_spread_is_refused() {
    let place = TestFolder::new();
    let refused = |args: &[&str], words: &str| {
        let done = place.agon(args);
        assert!(done.code == 2 && done.err.contains(words), "{args:?}: {}", done.err);
    };
    let run = ["run", "gym/jigsaw", "--instances", "1", "--store", "store"];
    refused(&[&run[..], &["-a", "person"]].concat(), "people sit at one machine");
    refused(&[&run[..], &["-a", "oracle", "--max-cost-usd", "1"]].concat(), "--cost-usd limits each trial");
    refused(&["run", "gym/jigsaw", "-a", "oracle", "--detach"], "--store");
    refused(&["worker", "nowhere"], "there is no run at");
    refused(&["status", "ftp://host/run"], "is not the address of a store");
    refused(&["report", "file:///nowhere/at/all"], "there is no run at");
}
