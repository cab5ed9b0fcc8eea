use crate::support::{TestFolder, timeless};

#[test]
fn marking_again_gives_the_same_verdicts() {
    let place = TestFolder::new();
    let run = place.run(&["gym", "-a", "oracle", "-a", "random", "-a", "noop", "--instances", "1", "--frames", "none"], "r");
    let all = run.plan().len();
    let done = place.agon(&["grade", "r"]);
    let expected = format!("Re-graded {all} trials: all verdicts unchanged\n");
    assert_eq!((done.code, done.out), (0, expected));
}

#[test]
fn a_forged_verdict_is_found_out() {
    let place = TestFolder::new();
    let run = place.run(&["gym/maze-2d/easy@0", "-a", "noop"], "r");
    let log = place.path("r/trials/0000/000000-1.jsonl");
    let text = std::fs::read_to_string(&log).unwrap();
    let forged =
        text.replace(r#""verdict":"scored","score":0.0,"passed":false"#, r#""verdict":"scored","score":1.0,"passed":true"#);
    assert_ne!(text, forged);
    std::fs::write(&log, forged).unwrap();
    drop(run);
    let done = place.agon(&["grade", "r"]);
    assert_eq!(done.code, 1);
    assert!(done.err.contains("trials/0000/000000-1.jsonl: line 5 was changed"), "{}", done.err);
}

#[test]
fn a_forged_index_is_found_out_and_brought_in_line() {
    let place = TestFolder::new();
    place.run(&["gym/maze-2d/easy@0", "-a", "noop"], "r");
    let index = std::fs::read_to_string(place.path("r/results.jsonl")).unwrap();
    place.write("r/results.jsonl", &index.replace(r#""score":0.0,"passed":false"#, r#""score":1.0,"passed":true"#));
    let done = place.agon(&["grade", "r"]);
    assert_eq!(done.code, 1, "{}", done.out);
    assert!(done.err.contains("results.jsonl: its row for trial 0, attempt 1 says something else than the log"), "{}", done.err);
    place.agon(&["resume", "r"]);
    assert_eq!(std::fs::read_to_string(place.path("r/results.jsonl")).unwrap(), index);
}

#[test]
fn a_replayed_trial_gives_the_same_record() {
    let place = TestFolder::new();
    let tasks = ["gym/maze-2d/easy", "gym/jigsaw/hard", "gym/matchstick-rotation/hard", "--instances", "3"];
    let first = place.run(&[&tasks[..], &["-a", "random"]].concat(), "first");
    let second = place.run(&[&tasks[..], &["-a", "replay:first"]].concat(), "second");
    for planned in first.plan() {
        let (a, b) = (timeless(&first, planned.trial, 1), timeless(&second, planned.trial, 1));
        // The header names another agent; everything that happened is the same.
        assert_eq!(a[1..], b[1..], "{}", planned.instance);
    }
}
