//! Episodes that are copied, and episodes that are set to a written state.

use crate::worlds::{Task, play, tasks};
use agon_core::{Evidence, Rng, Suite as _};
use agon_gym::{Canvas, Episode, Puzzle};
use serde_json::{Value, json};

/// What must be the same in two episodes that are in the same state.
fn seen(puzzle: &dyn Puzzle) -> (Value, Value, Option<String>, Vec<u8>) {
    let (width, height) = puzzle.frame_size();
    let mut canvas = Canvas::new(width, height);
    puzzle.draw(&mut canvas);
    (puzzle.state(), puzzle.situation(), puzzle.text(), canvas.into_pixels())
}

/// An episode of a task at its start, half solved, and solved.
fn moments(task: &Task, seed: u64) -> [Episode; 3] {
    [0, 1, 2].map(|half| {
        let (mut episode, id) = (task.start(seed), format!("{}@{seed}", task.id));
        let calls = episode.solve(task.kind.strategies()[0], None, seed);
        let count = (calls.len() - 1) * half / 2;
        play(&mut episode, calls.into_iter().take(count).collect(), &id);
        episode
    })
}

fn seeds(task: &Task) -> std::ops::Range<u64> {
    0..if task.is_physical() { 1 } else { 4 }
}

/// Through text, as files and records keep states.
fn written(state: &Value) -> Value {
    serde_json::from_str(&state.to_string()).expect("a state is JSON")
}

#[test]
fn an_episode_set_to_a_written_state_is_that_episode() {
    for task in tasks() {
        for seed in seeds(&task) {
            for episode in moments(&task, seed) {
                let state = written(&episode.puzzle().state());
                let mut again = task.restore(&state).unwrap_or_else(|error| panic!("{}@{seed}: {error}\n{state:#}", task.id));
                assert!(seen(again.puzzle()) == seen(episode.puzzle()), "{}@{seed} at {state:#}", task.id);
                let (calls, same) =
                    (episode.solve(task.kind.strategies()[0], None, 3), again.solve(task.kind.strategies()[0], None, 3));
                assert_eq!(calls, same, "{}@{seed}", task.id);
                play(&mut again, same, &format!("{}@{seed} restored", task.id));
                assert!(task.failed(&again.puzzle().state()).is_empty(), "{}@{seed}", task.id);
            }
        }
    }
}

#[test]
fn a_copy_goes_its_own_way() {
    for task in tasks() {
        for seed in seeds(&task) {
            let [_, episode, solved] = moments(&task, seed);
            let before = seen(episode.puzzle());
            let mut copy = episode.copy().expect("there is memory");
            assert!(seen(copy.puzzle()) == before, "{}@{seed}", task.id);
            let calls = copy.solve(task.kind.strategies()[0], None, seed);
            play(&mut copy, calls, &format!("{}@{seed} copied", task.id));
            assert!(seen(episode.puzzle()) == before, "{}@{seed}: the copy moved the original", task.id);
            assert!(task.failed(&copy.puzzle().state()).is_empty() && copy.stopped() && !solved.stopped(), "{}@{seed}", task.id);
        }
    }
}

/// States come from users: whatever is wrong with one is said, and nothing breaks.
#[test]
fn a_spoilt_state_is_refused_or_played() {
    let spoils =
        [json!(null), json!(-1), json!(1e300), json!("x"), json!([]), json!({}), json!([[[]]]), json!(u64::MAX), json!(true)];
    for task in tasks() {
        let state = written(&task.start(1).puzzle().state());
        let places = pointers(&state);
        let mut rng = Rng::new("spoil", 1);
        for round in 0..if task.is_physical() { 40 } else { 150 } {
            let mut spoilt = state.clone();
            for _ in 0..=round % 3 {
                let place = rng.choose(&places).expect("a place").clone();
                if let Some(value) = spoilt.pointer_mut(&place) {
                    *value = rng.choose(&spoils).expect("a spoil").clone();
                }
            }
            if let Ok(mut episode) = task.restore(&spoilt) {
                seen(episode.puzzle());
                for (_, call) in episode.puzzle().examples() {
                    episode.act(&call.into());
                }
                episode.solve(task.kind.strategies()[0], None, 1);
            }
        }
        for whole in spoils.iter().filter(|spoil| !spoil.is_null()) {
            let refused = task.restore(whole).err().unwrap_or_else(|| panic!("{} took {whole}", task.id));
            assert!(refused.to_string().contains("init_state"), "{}: {refused}", task.id);
        }
    }
}

/// The places of all values within a value.
fn pointers(value: &Value) -> Vec<String> {
    let below =
        |key: &str, inner: &Value| pointers(inner).into_iter().map(move |place| format!("/{key}{place}")).collect::<Vec<_>>();
    let mut places = vec![String::new()];
    match value {
        Value::Array(items) => places.extend(items.iter().enumerate().flat_map(|(at, item)| below(&at.to_string(), item))),
        Value::Object(map) => places.extend(map.iter().flat_map(|(key, item)| below(key, item))),
        _ => {}
    }
    places
}

/// From the start to the goal a solver's way gets shorter, call by call; submitting is its last step.
#[test]
fn progress_grows_along_the_solution() {
    let suite = agon_gym::GymSuite::new().unwrap();
    for task in ["gym/maze-2d/easy", "gym/sliding-block/easy", "gym/jigsaw/hard"] {
        let id: agon_core::InstanceId = format!("{task}@3").parse().unwrap();
        let instance = suite.instance(&id, &Default::default()).unwrap();
        let mut episode = suite.episode(&id, &Default::default()).unwrap();
        let calls = episode.solve(suite.strategies(&id.task)[0].as_str(), None, 0);
        let whole = calls.len() as f64;
        for (made, call) in calls.into_iter().enumerate() {
            let progress = suite.progress(&instance, &Evidence(written(&episode.evidence()))).unwrap();
            assert!((progress - made as f64 / whole).abs() < 1e-9, "{task} after {made} calls: {progress}");
            episode.act(&call.into());
        }
        assert_eq!(suite.progress(&instance, &Evidence(episode.evidence())), Some(1.0), "{task}");
        assert_eq!(suite.progress(&instance, &Evidence(json!({"stopped": true}))), None, "no state");
    }
}
