//! The application and its tasks.

use super::Marking;
use super::attempt::{Attempt, Solution, Variant};
use super::hand::{self, Way};
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
    solution: Attempt,
    alternatives: Vec<(String, Attempt)>,
    near_misses: Vec<(String, String, Attempt)>,
    secrets: Vec<String>,
}

impl CircuitKey {
    fn read(key: toml::Table) -> Result<Self, String> {
        let file: File = toml::Value::Table(key).try_into().map_err(|error: toml::de::Error| error.message().to_owned())?;
        let alternative = |variant: &Variant| match &variant.fails {
            Some(_) => Err(format!("{}: an alternative does not fail", variant.name)),
            None => Ok((variant.name.clone(), file.solution.variant(variant)?)),
        };
        let near_miss = |variant: &Variant| match &variant.fails {
            Some(fails) => Ok((variant.name.clone(), fails.clone(), file.solution.variant(variant)?)),
            None => Err(format!("{}: a near-miss says what fails", variant.name)),
        };
        let key = Self {
            solution: file.solution.attempt()?,
            alternatives: file.alternative.iter().map(alternative).collect::<Result<_, _>>()?,
            near_misses: file.near_miss.iter().map(near_miss).collect::<Result<_, _>>()?,
            secrets: secrets(&file.mark),
            marking: Marking::read(file.mark).map_err(|problem| format!("mark: {problem}"))?,
        };
        for attempt in key.attempts() {
            hand::act(attempt, Way::Keys)?;
        }
        key.proven()
    }

    /// A key whose own solution would not pass is refused.
    fn proven(self) -> Result<Self, String> {
        let checks = self.marking.mark(&self.solution.design.state(), Some(&self.solution.answer));
        let marks = all_of(checks.ok_or("solution: its state cannot be read")?);
        match marks.checks.iter().find(|check| !check.passed) {
            Some(check) => Err(format!("solution: {}: expected {}, seen {}", check.name, check.expected, check.seen)),
            None => Ok(self),
        }
    }

    fn attempts(&self) -> impl Iterator<Item = &Attempt> {
        let alternatives = self.alternatives.iter().map(|(_, attempt)| attempt);
        let near_misses = self.near_misses.iter().map(|(_, _, attempt)| attempt);
        std::iter::once(&self.solution).chain(alternatives).chain(near_misses)
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
        hand::act(&self.solution, *way).ok()
    }

    fn near_misses(&self) -> Vec<NearMiss> {
        let near_misses = self.near_misses.iter().filter_map(|(name, fails, attempt)| {
            let actions = hand::act(attempt, Way::Keys).ok()?;
            Some(NearMiss { name: name.clone(), actions, fails: fails.clone() })
        });
        near_misses.collect()
    }

    fn alternatives(&self) -> Vec<(String, Vec<Action>)> {
        let acted = |(name, attempt): &(String, Attempt)| Some((name.clone(), hand::act(attempt, Way::Keys).ok()?));
        self.alternatives.iter().filter_map(acted).collect()
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
