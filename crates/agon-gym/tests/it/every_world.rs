//! Solving, padding, submitting and drawing.

use crate::worlds::{Task, play, tasks};
use agon_core::Status;
use agon_gym::{Canvas, Episode, Puzzle};
use serde_json::{Map, Value};

/// Whether a solution may stay one below the asked length.
fn may_stay_below(task: &Task, asked: usize, fewest: usize) -> bool {
    // A straight corridor has no turn that could be made as two: it cannot grow by just one.
    task.kind.detours_in_pairs() || (task.kind.name() == "maze-3d" && asked == fewest + 1)
}

fn seeds(task: &Task, many: u64) -> std::ops::Range<u64> {
    0..if task.is_physical() { 2 } else { many }
}

/// Draws over whatever a canvas held before.
fn drawn_over(puzzle: &dyn Puzzle, color: [u8; 3]) -> Canvas<'static> {
    let (width, height) = puzzle.frame_size();
    let mut canvas = Canvas::new(width, height);
    canvas.clear(color);
    puzzle.draw(&mut canvas);
    canvas
}

#[test]
fn every_solution_is_lawful_and_succeeds_only_by_stopping() {
    for task in tasks() {
        for seed in seeds(&task, 30) {
            for strategy in task.kind.strategies() {
                let (mut episode, id) = (task.start(seed), format!("{}@{seed} {strategy}", task.id));
                assert!(!task.failed(&episode.puzzle().state()).is_empty(), "{id} is solved from the start");
                let mut calls = episode.solve(strategy, None, seed);
                let stop = calls.pop().expect("solutions end with stop");
                play(&mut episode, calls, &id);
                assert!(!episode.stopped(), "{id}");
                assert_eq!(episode.evidence()["stopped"], false, "{id}");
                let state = episode.puzzle().state();
                assert!(task.failed(&state).is_empty(), "{id}: {:?}", task.failed(&state));
                play(&mut episode, vec![stop], &id);
                let submitted = serde_json::json!({"stopped": true, "state": state});
                assert_eq!(episode.evidence(), submitted, "{id}");
                for (_, call) in episode.puzzle().examples() {
                    assert_eq!(episode.act(&call.into()).status, Status::Blocked, "{id}");
                }
                assert_eq!(episode.evidence(), submitted, "{id}: what was submitted has changed");
            }
        }
    }
}

#[test]
fn padded_solutions_have_the_asked_length() {
    for task in tasks() {
        let strategies = task.kind.strategies();
        // Counting has nothing to pad; pointing has one way, which takes as many marks as are asked for.
        let Some(strategy) = strategies.iter().find(|name| ["padded", "sos", "approach"].contains(name)) else {
            assert_eq!(task.kind.name(), "counting");
            continue;
        };
        for seed in seeds(&task, 10) {
            let fewest = task.start(seed).solve(strategy, Some(1), seed).len() - 1;
            for asked in fewest..fewest + 10 {
                let (mut episode, id) = (task.start(seed), format!("{}@{seed} {strategy}:{asked}", task.id));
                // The asked length leaves the final stop out.
                let calls = episode.solve(strategy, Some(asked), seed);
                let short = asked + 1 - calls.len();
                assert!(short == 0 || (short == 1 && may_stay_below(&task, asked, fewest)), "{id}: {}", calls.len() - 1);
                play(&mut episode, calls, &id);
                assert!(task.failed(&episode.puzzle().state()).is_empty(), "{id}");
            }
        }
    }
}

#[test]
fn frames_depend_on_nothing_but_the_state() {
    for task in tasks() {
        let draw = |episode: &Episode| {
            let puzzle = episode.puzzle();
            let frame = drawn_over(puzzle, [0, 0, 0]);
            assert_eq!(frame, drawn_over(puzzle, [255, 1, 127]), "{} shows what the canvas held before", task.id);
            if let Some(goal) = puzzle.goal() {
                assert_eq!(drawn_over(&*goal, [9, 9, 9]), drawn_over(&*goal, [200, 0, 250]), "the goal of {}", task.id);
                assert_eq!(goal.frame_size(), puzzle.frame_size(), "{}", task.id);
                assert!(task.failed(&goal.state()).is_empty(), "the goal of {} is not solved", task.id);
            }
            frame
        };
        for seed in seeds(&task, 3) {
            let (mut episode, mut twin) = (task.start(seed), task.start(seed));
            assert_eq!(draw(&episode), draw(&twin), "{}@{seed}", task.id);
            let (calls, twins_calls) =
                (episode.solve(task.kind.strategies()[0], None, 1), twin.solve(task.kind.strategies()[0], None, 1));
            assert_eq!(calls, twins_calls);
            for (call, twins_call) in calls.into_iter().zip(twins_calls) {
                assert_eq!(episode.act(&call.into()), twin.act(&twins_call.into()));
            }
            assert_eq!(draw(&episode), draw(&twin), "{}@{seed} at the end", task.id);
            assert_eq!(episode.evidence(), twin.evidence());
        }
    }
}

/// An example that avoids the solution points at it: who knows that it was avoided knows where the solution is.
#[test]
fn examples_in_prompts_are_well_formed_and_the_same_whatever_the_solution() {
    let mut dependent = Vec::new();
    for task in tasks() {
        let examples = |seed: u64| task.start(seed).puzzle().examples();
        let first = examples(0);
        for (what, call) in first.clone() {
            let reaction = task.start(0).act(&call.into());
            let well_formed = matches!(reaction.status, Status::Executed | Status::Blocked);
            assert!(well_formed, "{}, {what}: {}", task.id, reaction.feedback);
        }
        // Its example is a move that the rules forbid in the equation laid, which anybody can see.
        if task.kind.name() == "matchstick-equation" {
            continue;
        }
        if let Some(seed) = seeds(&task, 30).skip(1).find(|seed| examples(*seed) != first) {
            dependent.push(format!("{}@{seed}", task.id));
        }
    }
    assert_eq!(dependent, Vec::<String>::new());
}

/// The one switch for the size of frames: whatever it measures in a world, twice as much makes a frame about twice as large.
#[test]
fn every_world_draws_at_the_size_it_is_told() {
    for task in tasks() {
        let size = |frame_px: u64| {
            let settings = Map::from_iter([("frame_px".to_owned(), Value::from(frame_px))]);
            Episode::start(task.kind, settings, 3).expect("a size that can be drawn").puzzle().frame_size()
        };
        let usual = task.kind.params()["frame_px"].as_u64().expect("a number of pixels");
        let ((width, height), (twice_width, twice_height)) = (size(usual), size(2 * usual));
        let is_about_twice = |twice: u32, once: u32| (1.6..2.1).contains(&(f64::from(twice) / f64::from(once)));
        assert!(is_about_twice(twice_width, width) && is_about_twice(twice_height, height), "{}", task.id);
    }
}
