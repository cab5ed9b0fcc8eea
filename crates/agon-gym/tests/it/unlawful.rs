//! What no rule allows: it is answered and changes nothing.

use crate::worlds::{play, tasks};
use agon_core::{Action, Call, Function, Rng, Status};
use serde_json::{Value, json};

/// Arguments that no function should trip over.
fn strange_values() -> Vec<Value> {
    let deep = (0..64).fold(json!(0), |inner, _| json!([inner]));
    vec![
        Value::Null,
        json!(true),
        json!(""),
        json!("stop"),
        json!("0"),
        json!(0),
        json!(-1),
        json!(1.5),
        json!(-0.0),
        json!(1e308),
        json!(-1e308),
        json!(5e-324),
        json!(9_007_199_254_740_993i64),
        json!(i64::MIN),
        json!(u64::MAX),
        json!([]),
        json!({}),
        json!({"x": 1}),
        deep,
    ]
}

/// Calls of every function with strange values in every place.
fn strange_calls(functions: &[Function]) -> Vec<Action> {
    let mut actions: Vec<Action> = ["", "please", "('move'", "('move', NaN)", "('stop', 1)", "('', 0)", "[[[["]
        .map(|text| Action::Text { text: text.into() })
        .into();
    for function in functions.iter().filter(|function| function.name != "stop") {
        for value in strange_values() {
            actions.push(Call::new(&function.name, value.clone()).into());
            for count in 1..=5 {
                actions.push(Call::new(&function.name, vec![value.clone(); count]).into());
            }
            actions.push(Call::new(&function.name, json!([[value, value], [value, value]])).into());
        }
    }
    actions
}

#[test]
fn whatever_is_not_executed_changes_nothing() {
    for task in tasks() {
        let mut episode = task.start(3);
        let mut before = episode.evidence();
        for action in strange_calls(episode.functions()) {
            let reaction = episode.act(&action);
            let after = episode.evidence();
            assert!(!reaction.feedback.is_empty(), "{}", task.id);
            assert!(reaction.feedback.chars().count() < 400, "{}: {}", task.id, reaction.feedback);
            if reaction.status != Status::Executed {
                assert_eq!(after, before, "{}: {action:?} was {:?}", task.id, reaction.status);
            }
            // The evidence must stay readable, whatever was done.
            task.failed(&after["state"]);
            before = after;
        }
        // Some were lawful after all and led anywhere; the solver finds its way from there too.
        assert!(!episode.stopped(), "{}", task.id);
        let calls = episode.solve(task.kind.strategies()[0], None, 0);
        play(&mut episode, calls, &task.id);
        assert_eq!(task.failed(&episode.puzzle().state()), Vec::<String>::new(), "{}", task.id);
    }
}

#[test]
fn blocked_calls_say_why_and_change_nothing() {
    for task in tasks().iter().filter(|task| !task.is_physical()) {
        for seed in 0..4 {
            let (mut episode, mut rng) = (task.start(seed), Rng::new("blocked", seed));
            let functions: Vec<Function> = episode.functions().iter().filter(|f| f.name != "stop").cloned().collect();
            for _ in 0..60 {
                let Some(function) = rng.choose(&functions) else { continue };
                let (call, before) = (function.sample(&mut rng), episode.evidence());
                let reaction = episode.act(&call.clone().into());
                match reaction.status {
                    Status::Executed => {}
                    Status::Blocked => {
                        assert_eq!(episode.evidence(), before, "{}@{seed}: {call}", task.id);
                        assert!(reaction.feedback.starts_with("Blocked: ") && reaction.feedback.ends_with('.'), "{reaction:?}");
                    }
                    other => panic!("{}@{seed}: {call} was drawn from its space but {other:?}", task.id),
                }
            }
        }
    }
}
