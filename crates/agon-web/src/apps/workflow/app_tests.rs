//! Every task proven without a browser: attempts become the state that the page would report.

use super::*;
use agon_core::Marks;
use serde_json::json;

struct Task {
    name: String,
    file: toml::Table,
    key: WorkflowKey,
}

fn read((name, text): &(String, String)) -> Result<Task, String> {
    let mut file: toml::Table = toml::from_str(text).map_err(|error| format!("{name}: {error}"))?;
    let Some(toml::Value::Table(key)) = file.remove("key") else { return Err(format!("{name}: it has no key")) };
    let key = WorkflowKey::read(key).map_err(|problem| format!("{name}: {problem}"))?;
    Ok(Task { name: name.clone(), file, key })
}

/// The task files by name.
fn files() -> Vec<(String, String)> {
    let folder = crate::folder();
    let tasks = folder.tasks().unwrap().into_iter().filter_map(|(name, text)| Some((name.strip_prefix("workflow/")?, text)));
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

fn marks(key: &WorkflowKey, attempt: &Attempt) -> Marks {
    all_of(key.mark(&attempt.state, None).expect("a state of the workflow builder"))
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
fn near_misses_fail_where_they_should_and_nowhere_else() {
    let mut problems = Vec::new();
    for Task { name, key, .. } in tasks() {
        assert!(key.attempts.near_misses.len() >= 2, "{name} has too few near-misses");
        for (way, fails, attempt) in &key.attempts.near_misses {
            let marks = marks(&key, attempt);
            let failed: Vec<&str> = marks.checks.iter().filter(|check| !check.passed).map(|check| check.name.as_str()).collect();
            // A node too many or too few may have connections, too, and a case of another label takes its connections along.
            let has_case = attempt.steps.iter().any(|step| matches!(step, Step::Case { .. }));
            let follows = |check: &str| check == "connections" && (fails == "nodes" || has_case);
            let other = |check: &&str| **check != *fails && !follows(check);
            if !failed.contains(&fails.as_str()) || failed.iter().any(other) {
                problems.push(format!("{name}, {way}: it fails on {failed:?}"));
            }
        }
    }
    none(problems);
}

#[test]
fn doing_nothing_and_an_untouched_start_fail() {
    let empty = json!({"app": "workflow", "view": "hub", "current": null, "workflows": []});
    for Task { name, key, .. } in tasks() {
        assert!(!all_of(key.mark(&empty, None).unwrap()).passed, "{name}");
        let (_, opened) = steps::read("new Anything").unwrap();
        assert!(!all_of(key.mark(&steps::state_of(&opened), None).unwrap()).passed, "{name}");
        for template in crate::apps::workflow::catalogue::templates() {
            let (_, opened) = steps::read(&format!("template {}", template.name)).unwrap();
            assert!(!all_of(key.mark(&steps::state_of(&opened), None).unwrap()).passed, "{name}: {}", template.name);
        }
    }
}

#[test]
fn there_are_steps_enough_for_every_way() {
    let mut problems = Vec::new();
    for Task { name, file, key } in tasks() {
        let limit = file["steps"].as_integer().unwrap() as usize;
        for strategy in key.strategies() {
            let actions = key.solve(&strategy).unwrap().len();
            if limit < 100 || limit < 2 * actions {
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
fn names_that_a_brief_asks_for_are_checked() {
    for Task { name, file, key } in tasks() {
        let steps = file["steps_text"].as_array().unwrap().iter().filter_map(toml::Value::as_str).collect::<Vec<_>>().join(" ");
        let checks = all_of(key.mark(&key.attempts.solution.state, None).unwrap()).checks;
        let is_checked = checks.iter().any(|check| check.name == "name");
        assert_eq!(is_checked, steps.contains("new workflow"), "{name}");
    }
}

#[test]
fn a_key_that_cannot_be_meant_is_refused() {
    let (_, text) = files().into_iter().find(|(name, _)| name == "remove-sort").unwrap();
    let key = |text: &str| {
        let mut file: toml::Table = toml::from_str(text).unwrap();
        let Some(toml::Value::Table(key)) = file.remove("key") else { panic!("it has a key") };
        WorkflowBuilder.key(key).err().map(|problem| problem.to_string())
    };
    assert_eq!(key(&text), None);
    let wrong = key(&text.replace("nodes = 4", "nodes = 5")).unwrap();
    assert!(wrong.contains("ends with 4 nodes"), "{wrong}");
    let wrong = key(&text.replace("delete sort-1", "delete sort-2")).unwrap();
    assert!(wrong.contains("there is no node \"sort-2\""), "{wrong}");
    let wrong = key(&text.replace("fails = ", "because = ")).unwrap();
    assert!(wrong.contains("unknown field"), "{wrong}");
}
