//! The application and its tasks.

use super::hand::{self, Way};
use super::marking::{self, Marking};
use super::steps::{self, Step};
use crate::apps::attempts::{Attempts, Named, changed_lines};
use crate::apps::{AnswerKey, App};
use agon_core::{Action, NearMiss};
use agon_grade::{CheckBuilder, all_of};
use agon_taskfile::Problem;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// The Workflow Builder.
pub struct WorkflowBuilder;

const STRATEGIES: [(&str, Way); 2] = [("expert", Way::Mouse), ("keyboard", Way::Keys)];

impl App for WorkflowBuilder {
    fn name(&self) -> &'static str {
        "workflow"
    }

    fn title(&self) -> &'static str {
        "Workflow Builder"
    }

    fn key(&self, key: toml::Table) -> Result<Box<dyn AnswerKey>, Problem> {
        Ok(Box::new(WorkflowKey::read(key)?))
    }

    fn shows_tree(&self) -> bool {
        true
    }
}

/// The `key` table of a task file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    mark: marking::File,
    solution: Solution,
    #[serde(default)]
    alternative: Vec<Variant>,
    #[serde(default)]
    near_miss: Vec<Variant>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Solution {
    steps: String,
}

/// An `alternative` or `near_miss` table: whole steps, or changes of lines of the solution.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Variant {
    name: String,
    /// Near-misses: the check that fails.
    fails: Option<String>,
    #[serde(default)]
    by: Way,
    steps: Option<String>,
    #[serde(default)]
    remove: Vec<String>,
    #[serde(default)]
    replace: BTreeMap<String, String>,
    #[serde(default)]
    add: Vec<String>,
}

/// What somebody does, and the state that it leads to.
pub(super) struct Attempt {
    steps: Vec<Step>,
    way: Way,
    pub(super) state: Value,
}

impl Attempt {
    fn read(text: &str, way: Way) -> Result<Self, String> {
        let (steps, workflow) = steps::read(text)?;
        Ok(Self { steps, way, state: steps::state_of(&workflow) })
    }

    fn act(&self) -> Result<Vec<Action>, String> {
        hand::act(&self.steps, self.way)
    }
}

pub(super) struct WorkflowKey {
    marking: Marking,
    pub(super) attempts: Attempts<Attempt>,
}

impl WorkflowKey {
    pub(super) fn read(key: toml::Table) -> Result<Self, String> {
        let file: File = toml::Value::Table(key).try_into().map_err(|error: toml::de::Error| error.message().to_owned())?;
        let solution = &file.solution.steps;
        let named = |variants: &[Variant]| variants.iter().map(|variant| variant.read(solution)).collect::<Result<_, _>>();
        let in_solution = |problem: String| format!("solution: {problem}");
        let attempt = Attempt::read(solution, Way::Mouse).map_err(in_solution)?;
        let (_, wanted) = steps::read(solution).map_err(in_solution)?;
        let attempts = Attempts::new(attempt, named(&file.alternative)?, named(&file.near_miss)?)?;
        let marking = Marking::new(&file.mark, wanted).map_err(|problem| format!("mark: {problem}"))?;
        for (_, way) in STRATEGIES {
            hand::act(&attempts.solution.steps, way).map_err(in_solution)?;
        }
        for attempt in attempts.all() {
            attempt.act()?;
        }
        Self { marking, attempts }.proven()
    }

    /// A key whose own solution would not pass is refused.
    fn proven(self) -> Result<Self, String> {
        let checks = self.marking.mark(&self.attempts.solution.state);
        let marks = all_of(checks.ok_or("solution: its state cannot be read")?);
        match marks.checks.iter().find(|check| !check.passed) {
            Some(check) => Err(format!("solution: {}: expected {}, seen {}", check.name, check.expected, check.seen)),
            None => Ok(self),
        }
    }
}

impl Variant {
    fn read(&self, solution: &str) -> Result<Named<Attempt>, String> {
        let base = self.steps.as_deref().unwrap_or(solution);
        let attempt = changed_lines(base, &self.replace, &self.remove, &self.add).and_then(|text| Attempt::read(&text, self.by));
        let attempt = attempt.map_err(|problem| format!("{}: {problem}", self.name))?;
        Ok(Named { name: self.name.clone(), fails: self.fails.clone(), attempt })
    }
}

impl AnswerKey for WorkflowKey {
    fn mark(&self, state: &Value, _: Option<&Value>) -> Option<Vec<CheckBuilder>> {
        self.marking.mark(state)
    }

    fn strategies(&self) -> Vec<String> {
        STRATEGIES.iter().map(|(name, _)| (*name).to_owned()).collect()
    }

    fn solve(&self, strategy: &str) -> Option<Vec<Action>> {
        let (_, way) = STRATEGIES.iter().find(|(name, _)| *name == strategy)?;
        hand::act(&self.attempts.solution.steps, *way).ok()
    }

    fn near_misses(&self) -> Vec<NearMiss> {
        self.attempts.near_miss_actions(Attempt::act)
    }

    fn alternatives(&self) -> Vec<(String, Vec<Action>)> {
        self.attempts.alternative_actions(Attempt::act)
    }
}

#[cfg(test)]
#[path = "app_tests.rs"]
mod tests;
