//! The application and its tasks.

use super::hand::{self, Way};
use crate::apps::{AnswerKey, App};
use agon_core::{Action, NearMiss};
use agon_flight::questions::{self, Field, Look, kinds};
use agon_grade::{CheckBuilder, check};
use agon_taskfile::Problem;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::PathBuf;
use std::sync::Arc;
use toml::Table;

/// The Flight Analyser.
pub struct FlightAnalyser;

/// The table `draw` of a task file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Draw {
    kind: String,
    /// A table of OpenSky's state vectors: the day that questions are about, instead of those of seeds.
    table: Option<PathBuf>,
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
        read(draw).map(|_| ())
    }

    fn draw(&self, draw: &Table, seed: u64) -> Result<Table, Problem> {
        let Draw { kind, table } = read(draw)?;
        let of_table = |path: PathBuf| match agon_flight::table(&path) {
            Ok(table) => Ok(table),
            Err(error) => Err(Problem::from(format!("{}: {error}", path.display()))),
        };
        let table = table.map(of_table).transpose()?;
        let day_of = |seed| table.as_ref().map_or_else(|| agon_flight::day(seed), |(_, day)| Arc::clone(day));
        let question = questions::pose(&kind, seed, day_of).map_err(|error| error.to_string())?;
        let mut values: Table = question.values.into_iter().map(|(name, value)| (name, value.into())).collect();
        values.insert("day".into(), table.map_or_else(|| question.day_seed.to_string(), |(name, _)| name).into());
        let key = toml::Value::try_from(FlightKey { fields: question.fields, looks: question.looks });
        values.insert("question".into(), key.map_err(|error| format!("the key cannot be written: {error}"))?);
        Ok(values)
    }

    fn key(&self, key: Table) -> Result<Box<dyn AnswerKey>, Problem> {
        let file: Result<KeyFile, _> = toml::Value::Table(key).try_into();
        Ok(Box::new(file.map_err(|error: toml::de::Error| error.message().to_owned())?.question))
    }

    fn made(&self, path: &str) -> Option<Vec<u8>> {
        agon_flight::file(path.strip_prefix(FILE_START)?.strip_suffix(FILE_END)?)
    }
}

/// What a task draws; the table, which may be large, is not opened yet.
fn read(draw: &Table) -> Result<Draw, Problem> {
    let draw: Result<Draw, toml::de::Error> = toml::Value::Table(draw.clone()).try_into();
    let draw = draw.map_err(|error| error.message().to_owned())?;
    if kinds().any(|known| known == draw.kind) {
        return Ok(draw);
    }
    Err(format!("there is no kind of question called {:?}; there are {}", draw.kind, kinds().collect::<Vec<_>>().join(", "))
        .into())
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
