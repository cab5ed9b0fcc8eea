//! The application and its tasks.

use super::hand::{self, Way};
use crate::apps::{AnswerKey, App};
use agon_core::{Action, NearMiss};
use agon_flight::questions::{self, Field, Look, kinds};
use agon_grade::{CheckBuilder, check};
use agon_taskfile::Problem;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use toml::Table;

/// The Flight Analyser.
pub struct FlightAnalyser;

/// The table `draw` of a task file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Draw {
    kind: String,
}

/// The table `key`, filled in.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KeyFile {
    question: FlightKey,
}

/// What is asked for, and what an expert looks at to find it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FlightKey {
    fields: Vec<Field>,
    looks: Vec<Look>,
}

const STRATEGIES: [(&str, Way); 2] = [("expert", Way::Mouse), ("keyboard", Way::Keys)];

/// What stands for the day in the names of the files that the page asks for.
const FILE_START: &str = "data/day-";
const FILE_END: &str = ".bin";

impl App for FlightAnalyser {
    fn name(&self) -> &'static str {
        "flight"
    }

    fn title(&self) -> &'static str {
        "Flight Analyser"
    }

    fn shows_tree(&self) -> bool {
        true
    }

    fn can_draw(&self, draw: &Table) -> Result<(), Problem> {
        kind(draw).map(|_| ())
    }

    fn draw(&self, draw: &Table, seed: u64) -> Result<Table, Problem> {
        let question = questions::pose(&kind(draw)?, seed, agon_flight::day).map_err(|error| error.to_string())?;
        let mut values: Table = question.values.into_iter().map(|(name, value)| (name, value.into())).collect();
        values.insert("day".into(), question.day_seed.to_string().into());
        let key = toml::Value::try_from(FlightKey { fields: question.fields, looks: question.looks });
        values.insert("question".into(), key.map_err(|error| format!("the key cannot be written: {error}"))?);
        Ok(values)
    }

    fn key(&self, key: Table) -> Result<Box<dyn AnswerKey>, Problem> {
        let file: Result<KeyFile, _> = toml::Value::Table(key).try_into();
        Ok(Box::new(file.map_err(|error: toml::de::Error| error.message().to_owned())?.question))
    }

    fn made(&self, path: &str) -> Option<Vec<u8>> {
        let seed = path.strip_prefix(FILE_START)?.strip_suffix(FILE_END)?;
        // Only as it is written: `+7` and `007` name nothing.
        let number: u64 = seed.parse().ok().filter(|number: &u64| number.to_string() == seed)?;
        Some(agon_flight::file(number))
    }
}

/// The kind of question that a task draws.
fn kind(draw: &Table) -> Result<String, Problem> {
    let draw: Result<Draw, toml::de::Error> = toml::Value::Table(draw.clone()).try_into();
    let kind = draw.map_err(|error| error.message().to_owned())?.kind;
    if kinds().any(|known| known == kind) {
        return Ok(kind);
    }
    Err(format!("there is no kind of question called {kind:?}; there are {}", kinds().collect::<Vec<_>>().join(", ")).into())
}

impl FlightKey {
    fn act(&self, way: Way, answer: Value) -> Vec<Action> {
        let mut actions = hand::act(&self.looks, way);
        actions.extend([Action::Answer { value: answer }, Action::Done]);
        actions
    }
}

impl AnswerKey for FlightKey {
    fn mark(&self, state: &Value, answer: Option<&Value>) -> Option<Vec<CheckBuilder>> {
        if state.get("app").and_then(Value::as_str) != Some("flight") {
            return None;
        }
        let marks = questions::mark(&self.fields, answer.unwrap_or(&Value::Null));
        let checked = |mark: questions::Marked| {
            check(&mark.field, mark.passed).expected(mark.expected).seen(mark.seen).at(format!("/answer/{}", mark.field))
        };
        Some(marks.into_iter().map(checked).collect())
    }

    fn strategies(&self) -> Vec<String> {
        STRATEGIES.iter().map(|(name, _)| (*name).to_owned()).collect()
    }

    fn solve(&self, strategy: &str) -> Option<Vec<Action>> {
        let (_, way) = STRATEGIES.iter().find(|(name, _)| *name == strategy)?;
        Some(self.act(*way, questions::answer(&self.fields)))
    }

    fn near_misses(&self) -> Vec<NearMiss> {
        let near_miss = |(field, answer): (String, Value)| NearMiss {
            name: format!("another {}", field.replace('_', " ")),
            actions: self.act(Way::Keys, answer),
            fails: field,
        };
        questions::near_misses(&self.fields).into_iter().map(near_miss).collect()
    }

    fn alternatives(&self) -> Vec<(String, Vec<Action>)> {
        vec![("the same in other words".to_owned(), self.act(Way::Keys, questions::alternative(&self.fields)))]
    }
}

#[cfg(test)]
#[path = "app_tests.rs"]
mod tests;
