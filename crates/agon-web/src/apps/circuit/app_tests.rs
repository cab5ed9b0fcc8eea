//! Every task proven without a browser: designs become the state that the page would report.

use super::*;
use agon_core::Marks;
use agon_grade::all_of;
use serde_json::json;

fn keys() -> impl Iterator<Item = (&'static str, toml::Table, CircuitKey)> {
    FILES.iter().map(|(name, text)| {
        let mut file: toml::Table = toml::from_str(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let Some(toml::Value::Table(key)) = file.remove("key") else { panic!("{name} has no key") };
        let key = CircuitKey::read(key).unwrap_or_else(|error| panic!("{name}: {error}"));
        (*name, file, key)
    })
}

fn marks(key: &CircuitKey, attempt: &Attempt) -> Marks {
    all_of(key.mark(&attempt.design.state(), Some(&attempt.answer)).expect("a state of the circuit designer"))
}

fn failed(marks: &Marks) -> Vec<&str> {
    marks.checks.iter().filter(|check| !check.passed).map(|check| check.name.as_str()).collect()
}

#[test]
fn every_task_says_what_the_suite_needs() {
    let mut difficulties = Vec::new();
    for (name, file, _) in keys() {
        for text in ["title", "about", "goal", "result"] {
            assert!(file[text].as_str().is_some_and(|text| !text.is_empty()), "{name}: {text}");
        }
        assert!(!file["tags"].as_array().unwrap().is_empty() && !file["steps_text"].as_array().unwrap().is_empty(), "{name}");
        let result: Value = serde_json::from_str(file["result"].as_str().unwrap()).unwrap();
        assert!(result.is_object(), "{name}");
        difficulties.push(file["difficulty"].as_str().unwrap().to_owned());
    }
    let expected = [vec!["easy"; 2], vec!["medium"; 9], vec!["hard"; 9]].concat();
    assert_eq!(difficulties, expected);
}

#[test]
fn solutions_and_alternatives_pass() {
    for (name, _, key) in keys() {
        assert!(!key.alternatives.is_empty(), "{name} has no alternative");
        let solution = ("the solution".to_owned(), key.solution.clone());
        for (way, attempt) in [solution].iter().chain(&key.alternatives) {
            let marks = marks(&key, attempt);
            assert!(marks.passed, "{name}, {way}: {:#?}", marks.checks.iter().filter(|check| !check.passed).collect::<Vec<_>>());
        }
    }
}

#[test]
fn doing_nothing_fails() {
    let empty = json!({"app": "circuit", "time": 0.0, "running": true, "timeStep": 5e-6, "parts": [], "scopes": [], "problem": null});
    for (name, _, key) in keys() {
        assert!(!all_of(key.mark(&empty, None).unwrap()).passed, "{name}");
        assert!(!all_of(key.mark(&empty, Some(&key.solution.answer)).unwrap()).passed, "{name}: an answer without a circuit");
    }
}

#[test]
fn near_misses_fail_where_they_should_and_nowhere_else() {
    for (name, _, key) in keys() {
        assert!(key.near_misses.len() >= 2, "{name} has too few near-misses");
        for (way, fails, attempt) in &key.near_misses {
            let marks = marks(&key, attempt);
            let failed = failed(&marks);
            let sort = |check: &str| check.split('_').next().unwrap_or_default().to_owned();
            assert!(failed.contains(&fails.as_str()), "{name}, {way}: it fails on {failed:?}");
            // Two outputs that are mixed up are both wrong, but nothing of another sort is.
            assert!(failed.iter().all(|check| sort(check) == sort(fails)), "{name}, {way}: it fails on {failed:?}");
        }
    }
}

#[test]
fn there_are_steps_enough_for_every_way() {
    for (name, file, key) in keys() {
        let limit = file["steps"].as_integer().unwrap() as usize;
        for strategy in key.strategies() {
            let actions = key.solve(&strategy).unwrap().len();
            assert!(limit >= 100 && 2 * limit >= 3 * actions, "{name}, {strategy}: {actions} actions, and {limit} steps");
        }
        let ways = key.alternatives().into_iter().chain(key.near_misses().into_iter().map(|miss| (miss.name, miss.actions)));
        for (way, actions) in ways {
            assert!(actions.len() <= limit, "{name}, {way}: {} actions, and {limit} steps", actions.len());
        }
    }
}

#[test]
fn what_is_secret_does_not_stand_in_the_brief() {
    for (name, file, key) in keys() {
        let brief = format!("{}\n{}", Circuit.background(), toml::to_string(&file).unwrap());
        for secret in key.secrets() {
            assert!(!brief.contains(&secret), "{name}: {secret:?}");
        }
    }
}
