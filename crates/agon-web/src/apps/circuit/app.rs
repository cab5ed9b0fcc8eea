//! The application and its tasks.

use super::Marking;
use super::attempt::{Attempt, Solution, Variant};
use super::hand::{self, Way};
use crate::apps::attempts::Attempts;
use crate::apps::{AnswerKey, App};
use agon_core::{Action, NearMiss};
use agon_grade::{CheckBuilder, all_of};
use agon_taskfile::Problem;
use serde::Deserialize;
use serde_json::Value;

/// The Circuit Designer.
pub struct Circuit;

const STRATEGIES: [(&str, Way); 2] = [("expert", Way::Keys), ("menus", Way::Menus)];

impl App for Circuit {
    fn name(&self) -> &'static str {
        "circuit"
    }

    fn title(&self) -> &'static str {
        "Circuit Designer"
    }

    fn key(&self, key: toml::Table) -> Result<Box<dyn AnswerKey>, Problem> {
        Ok(Box::new(CircuitKey::read(key)?))
    }
}

/// The `key` table of a task file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    mark: toml::Table,
    solution: Solution,
    #[serde(default)]
    alternative: Vec<Variant>,
    #[serde(default)]
    near_miss: Vec<Variant>,
}

struct CircuitKey {
    marking: Marking,
    attempts: Attempts<Attempt>,
    secrets: Vec<String>,
}

impl CircuitKey {
    fn read(key: toml::Table) -> Result<Self, String> {
        let file: File = toml::Value::Table(key).try_into().map_err(|error: toml::de::Error| error.message().to_owned())?;
        let named = |variants: &[Variant]| variants.iter().map(|variant| file.solution.named(variant)).collect::<Result<_, _>>();
        let attempts = Attempts::new(file.solution.attempt()?, named(&file.alternative)?, named(&file.near_miss)?)?;
        let secrets = secrets(&file.mark);
        let marking = Marking::read(file.mark).map_err(|problem| format!("mark: {problem}"))?;
        for attempt in attempts.all() {
            hand::act(attempt, Way::Keys)?;
        }
        Self { marking, attempts, secrets }.proven()
    }

    /// A key whose own solution would not pass is refused.
    fn proven(self) -> Result<Self, String> {
        let checks = self.marking.mark(&self.attempts.solution.design.state(), Some(&self.attempts.solution.answer));
        let marks = all_of(checks.ok_or("solution: its state cannot be read")?);
        match marks.checks.iter().find(|check| !check.passed) {
            Some(check) => Err(format!("solution: {}: expected {}, seen {}", check.name, check.expected, check.seen)),
            None => Ok(self),
        }
    }
}

impl AnswerKey for CircuitKey {
    fn mark(&self, state: &Value, answer: Option<&Value>) -> Option<Vec<CheckBuilder>> {
        self.marking.mark(state, answer)
    }

    fn strategies(&self) -> Vec<String> {
        STRATEGIES.iter().map(|(name, _)| (*name).to_owned()).collect()
    }

    fn solve(&self, strategy: &str) -> Option<Vec<Action>> {
        let (_, way) = STRATEGIES.iter().find(|(name, _)| *name == strategy)?;
        hand::act(&self.attempts.solution, *way).ok()
    }

    fn near_misses(&self) -> Vec<NearMiss> {
        self.attempts.near_miss_actions(|attempt| hand::act(attempt, Way::Keys))
    }

    fn alternatives(&self) -> Vec<(String, Vec<Action>)> {
        self.attempts.alternative_actions(|attempt| hand::act(attempt, Way::Keys))
    }

    fn secrets(&self) -> Vec<String> {
        self.secrets.clone()
    }
}

/// The readings, as number and unit, and the expressions by which a task is marked. The brief may name a single signal.
fn secrets(mark: &toml::Table) -> Vec<String> {
    let entries = |name: &str| mark.get(name).and_then(toml::Value::as_table).into_iter().flatten().map(|(_, value)| value);
    let readings = entries("answer").filter_map(|answer| answer.get("value")?.as_str());
    let readings = readings.map(|text| text.split_whitespace().take(2).collect::<Vec<_>>().join(" "));
    let expressions = entries("outputs").filter_map(toml::Value::as_str).filter(|text| text.contains(' '));
    readings.chain(expressions.map(str::to_owned)).collect()
}

#[cfg(test)]
#[path = "app_tests.rs"]
mod tests;
