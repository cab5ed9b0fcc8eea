//! Every task proven without a browser: designs become the state that the page would report.

use super::*;
use agon_core::Marks;
use serde_json::json;

struct Task {
    name: String,
    file: toml::Table,
    key: CircuitKey,
}

fn read((name, text): &(String, String)) -> Result<Task, String> {
    let mut file: toml::Table = toml::from_str(text).map_err(|error| format!("{name}: {error}"))?;
    let Some(toml::Value::Table(key)) = file.remove("key") else { return Err(format!("{name}: it has no key")) };
    let key = CircuitKey::read(key).map_err(|problem| format!("{name}: {problem}"))?;
    Ok(Task { name: name.clone(), file, key })
}

/// The task files by name.
fn files() -> Vec<(String, String)> {
    let folder = crate::folder().unwrap();
    let tasks = folder.tasks().unwrap().into_iter().filter_map(|(name, text)| Some((name.strip_prefix("circuit/")?, text)));
    tasks.map(|(name, text)| (name.to_owned(), text.to_owned())).collect()
}

/// The tasks that can be read; that all can is a test of its own.
fn tasks() -> impl Iterator<Item = Task> {
    files().into_iter().filter_map(|file| read(&file).ok())
}

/// All problems of all tasks at once, one on a line.
fn none(problems: Vec<String>) {
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

fn marks(key: &CircuitKey, attempt: &Attempt) -> Marks {
    all_of(key.mark(&attempt.design.state(), Some(&attempt.answer)).expect("a state of the circuit designer"))
}

fn failed(marks: &Marks) -> Vec<&str> {
    marks.checks.iter().filter(|check| !check.passed).map(|check| check.name.as_str()).collect()
}

#[test]
fn every_task_can_be_read() {
    none(files().iter().filter_map(|file| read(file).err()).collect());
}

#[test]
fn every_task_says_what_the_suite_needs() {
    let mut difficulties = Vec::new();
    for Task { name, file, .. } in tasks() {
        for text in ["title", "about", "goal", "result"] {
            assert!(file[text].as_str().is_some_and(|text| !text.is_empty()), "{name}: {text}");
        }
        assert!(!file["tags"].as_array().unwrap().is_empty() && !file["steps_text"].as_array().unwrap().is_empty(), "{name}");
        let result: Value = serde_json::from_str(file["result"].as_str().unwrap()).unwrap();
        assert!(result.is_object(), "{name}");
        difficulties.push(file["difficulty"].as_str().unwrap().to_owned());
    }
    let count = |word: &str| difficulties.iter().filter(|difficulty| *difficulty == word).count();
    assert_eq!(["easy", "medium", "hard"].map(count), [9, 9, 9]);
}

#[test]
fn alternatives_pass_as_solutions_do() {
    let mut problems = Vec::new();
    for Task { name, key, .. } in tasks() {
        assert!(!key.attempts.alternatives.is_empty(), "{name} has no alternative");
        for (way, attempt) in &key.attempts.alternatives {
            let marks = marks(&key, attempt);
            let failed = marks.checks.iter().filter(|check| !check.passed);
            problems.extend(failed.map(|check| format!("{name}, {way}: {}: {}", check.name, check.seen)));
        }
    }
    none(problems);
}

#[test]
fn doing_nothing_fails() {
    let empty =
        json!({"app": "circuit", "time": 0.0, "running": true, "timeStep": 5e-6, "parts": [], "scopes": [], "problem": null});
    for Task { name, key, .. } in tasks() {
        assert!(!all_of(key.mark(&empty, None).unwrap()).passed, "{name}");
        assert!(
            !all_of(key.mark(&empty, Some(&key.attempts.solution.answer)).unwrap()).passed,
            "{name}: an answer without a circuit"
        );
    }
}

#[test]
fn near_misses_fail_where_they_should_and_nowhere_else() {
    let mut problems = Vec::new();
    let sort = |check: &str| match check {
        "parts" | "values" | "wiring" => "circuit".to_owned(),
        check => check.split('_').next().unwrap_or_default().to_owned(),
    };
    for Task { name, key, .. } in tasks() {
        assert!(key.attempts.near_misses.len() >= 2, "{name} has too few near-misses");
        for (way, fails, attempt) in &key.attempts.near_misses {
            let marks = marks(&key, attempt);
            let failed = failed(&marks);
            // Two outputs that are mixed up are both wrong, a wrong wire may leave a part without use or an input open, and what
            // a wrong part makes is made from the wrong thing; nothing of another sort is wrong.
            let follows = |check: &str| matches!(check, "nothing_else" | "open_inputs") || check.starts_with("made_");
            let other = |check: &&str| sort(check) != sort(fails) && !follows(check);
            if !failed.contains(&fails.as_str()) || failed.iter().any(other) {
                problems.push(format!("{name}, {way}: it fails on {failed:?}"));
            }
        }
    }
    none(problems);
}

#[test]
fn there_are_steps_enough_for_every_way() {
    let mut problems = Vec::new();
    for Task { name, file, key } in tasks() {
        let limit = file["steps"].as_integer().unwrap() as usize;
        for strategy in key.strategies() {
            let actions = key.solve(&strategy).unwrap().len();
            if limit < 100 || 2 * limit < 3 * actions {
                problems.push(format!("{name}, {strategy}: {actions} actions, and {limit} steps"));
            }
        }
        let ways = key.alternatives().into_iter().chain(key.near_misses().into_iter().map(|miss| (miss.name, miss.actions)));
        let long = ways.filter(|(_, actions)| actions.len() > limit);
        problems.extend(long.map(|(way, actions)| format!("{name}, {way}: {} actions, and {limit} steps", actions.len())));
    }
    none(problems);
}

#[test]
fn what_is_secret_does_not_stand_in_the_brief() {
    let mut problems = Vec::new();
    let folder = crate::folder().unwrap();
    let background = String::from_utf8_lossy(folder.file("circuit/background.md").unwrap());
    for Task { name, file, key } in tasks() {
        let brief = format!("{background}\n{}", toml::to_string(&file).unwrap());
        problems
            .extend(key.secrets().into_iter().filter(|secret| brief.contains(secret)).map(|secret| format!("{name}: {secret}")));
    }
    none(problems);
}

#[test]
fn a_key_that_its_own_solution_does_not_meet_is_refused() {
    let (_, text) = files().into_iter().find(|(name, _)| name == "not-from-nand").unwrap();
    let key = |text: &str| {
        let mut file: toml::Table = toml::from_str(text).unwrap();
        let Some(toml::Value::Table(key)) = file.remove("key") else { panic!("it has a key") };
        Circuit.key(key).err().map(|problem| problem.to_string())
    };
    assert_eq!(key(&text), None);
    let wrong = key(&text.replace(r#"Y = "!A""#, r#"Y = "A""#)).unwrap();
    assert!(wrong.starts_with("solution: output_Y: "), "{wrong}");
    let wrong = key(&text.replace("A -> N1.in2", "A -> N1.in7")).unwrap();
    assert!(wrong.contains("it has in1, in2, out"), "{wrong}");
    let wrong = key(&text.replace("fails = ", "because = ")).unwrap();
    assert!(wrong.contains("unknown field"), "{wrong}");
}
