use crate::support::{FOUR, TestFolder, timeless, wait_until};
use agon_report::Summary;
use std::process::Stdio;

const TRIALS: usize = 2000;
const ARGS: [&str; 11] = [
    "gym/jigsaw/hard",
    "gym/matchstick-rotation/easy",
    "gym/maze-2d/hard",
    "gym/sliding-block/easy",
    "-a",
    "oracle",
    "-a",
    "random",
    "--instances",
    "250",
    "--frames=none",
];

/// Kill -9 in the middle of two thousand trials, twice; resume; the union equals an uninterrupted run.
#[test]
fn nothing_is_lost_and_nothing_is_done_twice_after_kill_9() {
    let place = TestFolder::new();
    let whole = place.run(&ARGS, "whole");
    assert_eq!(whole.plan().len(), TRIALS);

    let closed = |place: &TestFolder| {
        std::fs::read(place.path("torn/results.jsonl")).map_or(0, |t| t.iter().filter(|b| **b == b'\n').count())
    };
    let mut commands = [place.command(&[&["run", "--out", "torn"], &ARGS[..]].concat()), place.command(&["resume", "torn"])];
    for (command, until) in commands.iter_mut().zip([300, 900]) {
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        wait_until("some trials to close", || closed(&place) >= until);
        child.kill().unwrap();
        child.wait().unwrap();
        let run = place.open("torn");
        assert_eq!(run.plan().len(), TRIALS, "the plan was whole before the first trial");
        let counts = Summary::of(&run).counts;
        assert_eq!((counts.planned, counts.scored + counts.missing), (TRIALS as u32, TRIALS as u32), "the missing are counted");
        assert!(counts.missing > 0, "it was killed in the middle");
    }
    // A power cut may also lose a log that the index knows, and tear the last line of the index and of a log.
    std::fs::remove_file(place.path("torn/trials/0000/000007-1.jsonl")).unwrap();
    tear(&place.path("torn/results.jsonl"), 40);
    tear(&place.path("torn/trials/0000/000011-1.jsonl"), 25);

    let done = place.agon(&["resume", "torn"]);
    assert_eq!(done.code, 0, "{}", done.err);
    let torn = place.open("torn");
    assert_eq!(torn.plan(), whole.plan());
    let mut scored = vec![0; TRIALS];
    for row in torn.rows() {
        scored[row.trial as usize] += usize::from(row.is_scored());
    }
    assert!(scored.iter().all(|n| *n == 1), "every trial has exactly one score");
    for ((planned, a), b) in whole.plan().iter().zip(whole.results()).zip(torn.results()) {
        let (a, b) = (a.row.unwrap(), b.row.unwrap());
        assert_eq!((a.score, a.passed, &a.failed, &a.ending), (b.score, b.passed, &b.failed, &b.ending), "{}", planned.instance);
        let (mut x, mut y) = (timeless(&whole, planned.trial, a.attempt), timeless(&torn, planned.trial, b.attempt));
        // The headers differ in the attempt's number only.
        assert_eq!(x.split_off(1), y.split_off(1), "{}", planned.instance);
    }
    let again = place.agon(&["resume", "torn"]);
    assert!(again.err.contains("0 of 2000 trials are to be run"), "{}", again.err);
}

fn tear(path: &std::path::Path, bytes: u64) {
    let file = std::fs::OpenOptions::new().write(true).open(path).unwrap();
    file.set_len(file.metadata().unwrap().len() - bytes).unwrap();
}

#[test]
fn ctrl_c_finishes_writing_and_resume_goes_on() {
    let place = TestFolder::new();
    let args = ["run", "gym/maze-2d", "-a", "process:sleep 600", "-a", "oracle", "--instances", "3", "--out", "r", "-n", "4"];
    let child = place.command(&args).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    wait_until("a trial to close", || std::fs::read_to_string(place.path("r/results.jsonl")).is_ok_and(|t| t.contains("passed")));
    std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let done = crate::support::Done::of(child.wait_with_output().unwrap());
    assert_eq!(done.code, 130, "{}", done.err);
    let run = place.open("r");
    for (trial, attempt) in run.attempts_on_disk().unwrap() {
        let log = run.attempt(trial, attempt).unwrap();
        assert!(matches!(log.events.last(), Some(agon_core::Event::Closed { .. })), "every log is closed");
    }
    let summary = Summary::of(&run);
    assert_eq!(summary.counts.planned, 24);
    assert!(summary.counts.scored < 24);
}

/// Whoever begins first has the run; the other is refused, and the run is whole.
#[test]
fn two_runs_cannot_begin_in_one_folder() {
    let place = TestFolder::new();
    for round in 0..5 {
        let out = format!("r{round}");
        let mut args = ["run", "gym/maze-2d/easy", "-a", "oracle", "--instances", "3", "--out", &out];
        let first = place.command(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        args[5] = "4";
        let second = place.command(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let mut codes = [first, second].map(|mut child| child.wait().unwrap().code().unwrap());
        codes.sort_unstable();
        assert_eq!(codes, [0, 2]);
        assert!(place.open(&out).results().iter().all(|result| result.row.is_some()));
    }
}

#[test]
fn shards_together_are_the_whole() {
    let place = TestFolder::new();
    let plan = |shard: &[&str]| {
        let done = place.agon(
            &[&["run", "-a", "noop", "-a", "oracle", "--instances", "3", "--dry-run", "--json"], &FOUR[..], shard].concat(),
        );
        let trials = done.json()["trials"].as_array().unwrap().clone();
        trials.iter().map(|t| format!("{} {}", t["agent"], t["instance"])).collect::<Vec<_>>()
    };
    let whole = plan(&[]);
    let mut parts: Vec<String> = ["1/3", "2/3", "3/3"].iter().flat_map(|shard| plan(&["--shard", shard])).collect();
    assert_eq!(whole.len(), 96);
    parts.sort();
    let mut sorted = whole;
    sorted.sort();
    assert_eq!(parts, sorted);
}
