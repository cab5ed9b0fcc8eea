//! What the tasks of every application with a script are held to, without a browser: attempts become the state that the page would report.

use super::script::{Attempt, Script, ScriptKey};
use super::{AnswerKey, App};
use agon_core::Marks;
use agon_grade::all_of;

pub(super) struct Task<S: Script> {
    pub(super) name: String,
    pub(super) file: toml::Table,
    pub(super) key: ScriptKey<S>,
}

impl<S: Script> Task<S> {
    fn read((name, text): &(String, String)) -> Result<Self, String> {
        let mut file: toml::Table = toml::from_str(text).map_err(|error| format!("{name}: {error}"))?;
        let Some(toml::Value::Table(key)) = file.remove("key") else { return Err(format!("{name}: it has no key")) };
        let key = ScriptKey::read(key).map_err(|problem| format!("{name}: {problem}"))?;
        Ok(Self { name: name.clone(), file, key })
    }

    pub(super) fn marks(&self, attempt: &Attempt<S::Step>) -> Marks {
        all_of(self.key.mark(&attempt.state, None).expect("a state of the application"))
    }

    /// Every line of the brief that tells what to do.
    pub(super) fn steps_text(&self) -> String {
        self.file["steps_text"].as_array().unwrap().iter().filter_map(toml::Value::as_str).collect::<Vec<_>>().join(" ")
    }
}

/// The task files of an application by name.
pub(super) fn files(app: &dyn App) -> Vec<(String, String)> {
    let folder = crate::folder().unwrap();
    let own = |(name, text): (&str, &str)| Some((name.strip_prefix(app.name())?.strip_prefix('/')?.to_owned(), text.to_owned()));
    folder.tasks().unwrap().into_iter().filter_map(own).collect()
}

/// The tasks that can be read; that all can is a test of its own.
pub(super) fn tasks<S: Script>(app: &dyn App) -> impl Iterator<Item = Task<S>> {
    files(app).into_iter().filter_map(|file| Task::read(&file).ok())
}

/// The key of one task.
pub(super) fn key<S: Script>(app: &dyn App, name: &str) -> ScriptKey<S> {
    let file = files(app).into_iter().find(|(other, _)| other == name).unwrap_or_else(|| panic!("there is no task {name}"));
    Task::read(&file).unwrap_or_else(|problem| panic!("{problem}")).key
}

/// All problems of all tasks at once, one on a line.
pub(super) fn none(problems: &[String]) {
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

pub(super) fn failed(marks: &Marks) -> Vec<String> {
    marks.checks.iter().filter(|check| !check.passed).map(|check| check.name.clone()).collect()
}

/// What is wrong with a key in a file's text, if anything is.
pub(super) fn refusal(app: &dyn App, text: &str) -> Option<String> {
    let mut file: toml::Table = toml::from_str(text).unwrap();
    let Some(toml::Value::Table(key)) = file.remove("key") else { panic!("it has a key") };
    app.key(key).err().map(|problem| problem.to_string())
}

pub(super) fn every_task_can_be_read<S: Script>(app: &dyn App) {
    none(&files(app).iter().filter_map(|file| Task::<S>::read(file).err()).collect::<Vec<_>>());
}

/// Nine of each difficulty.
pub(super) fn every_task_says_what_the_suite_needs<S: Script>(app: &dyn App) {
    let mut difficulties = Vec::new();
    let mut core = 0;
    for Task { name, file, .. } in tasks::<S>(app) {
        for text in ["title", "about", "goal", "result"] {
            assert!(file[text].as_str().is_some_and(|text| !text.is_empty()), "{name}: {text}");
        }
        let tags = file["tags"].as_array().unwrap();
        assert!(!tags.is_empty() && !file["steps_text"].as_array().unwrap().is_empty(), "{name}");
        core += usize::from(tags.contains(&"core".into()));
        difficulties.push(file["difficulty"].as_str().unwrap().to_owned());
    }
    let count = |word: &str| difficulties.iter().filter(|difficulty| *difficulty == word).count();
    assert_eq!((["easy", "medium", "hard"].map(count), core), ([9, 9, 9], 3));
}

pub(super) fn alternatives_pass_as_solutions_do<S: Script>(app: &dyn App) {
    let mut problems = Vec::new();
    for task in tasks::<S>(app) {
        assert!(!task.key.attempts.alternatives.is_empty(), "{} has no alternative", task.name);
        for (way, attempt) in &task.key.attempts.alternatives {
            let marks = task.marks(attempt);
            let failed = marks.checks.iter().filter(|check| !check.passed);
            problems.extend(failed.map(|check| format!("{}, {way}: {}: {}", task.name, check.name, check.seen)));
        }
    }
    none(&problems);
}

/// `follows`: whether a check may fail beside the one that a near-miss is to fail on.
pub(super) fn near_misses_fail_where_they_should_and_nowhere_else<S: Script>(
    app: &dyn App,
    follows: fn(&str, &str, &[S::Step]) -> bool,
) {
    let mut problems = Vec::new();
    for task in tasks::<S>(app) {
        assert!(task.key.attempts.near_misses.len() >= 2, "{} has too few near-misses", task.name);
        for (way, fails, attempt) in &task.key.attempts.near_misses {
            let failed = failed(&task.marks(attempt));
            let other = |check: &String| check != fails && !follows(check, fails, &attempt.steps);
            if !failed.contains(fails) || failed.iter().any(other) {
                problems.push(format!("{}, {way}: it fails on {failed:?}", task.name));
            }
        }
    }
    none(&problems);
}

pub(super) fn there_are_steps_enough_for_every_way<S: Script>(app: &dyn App) {
    let mut problems = Vec::new();
    for Task { name, file, key } in tasks::<S>(app) {
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
    none(&problems);
}
