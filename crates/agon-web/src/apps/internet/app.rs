//! The application and its tasks.

use super::{functions, hand};
use crate::apps::{AnswerKey, App};
use agon_chain::{Move, PoseError, Stage, templates};
use agon_core::{Action, Args, Function, NearMiss};
use agon_grade::CheckBuilder;
use agon_taskfile::Problem;
use serde::Deserialize;
use serde_json::Value;
use toml::Table;

/// The small internet.
pub struct SmallInternet;

/// The table `draw` of a task file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Draw {
    template: String,
}

/// The table `key` of a stage, filled in.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KeyFile {
    stage: Stage,
}

/// What stands in front of the names of the files that the page asks for.
const MADE: &str = "made/";
/// The one way that an expert knows.
const EXPERT: &str = "expert";

impl App for SmallInternet {
    fn name(&self) -> &'static str {
        "internet"
    }

    fn title(&self) -> &'static str {
        "Small Internet"
    }

    fn shows_tree(&self) -> bool {
        true
    }

    fn can_draw(&self, draw: &Table) -> Result<(), Problem> {
        template(draw).map(drop)
    }

    fn draw(&self, draw: &Table, seed: u64) -> Result<Table, Problem> {
        let chain = agon_chain::pose(&template(draw)?, seed).map_err(|error| error.to_string())?;
        let mut values: Table = chain.values.into_iter().map(|(name, value)| (name, value.into())).collect();
        values.insert("internet".into(), chain.seed.to_string().into());
        let written = |error: toml::ser::Error| format!("the key cannot be written: {error}");
        for (number, stage) in (1..).zip(&chain.stages) {
            values.insert(format!("stage_{number}"), toml::Value::try_from(stage).map_err(written)?);
            if let Some(result) = stage.result() {
                values.insert(format!("result_{number}"), toml::Value::try_from(result).map_err(written)?);
            }
        }
        Ok(values)
    }

    fn key(&self, key: Table) -> Result<Box<dyn AnswerKey>, Problem> {
        let file: Result<KeyFile, _> = toml::Value::Table(key).try_into();
        Ok(Box::new(StageKey(file.map_err(|error: toml::de::Error| error.message().to_owned())?.stage)))
    }

    fn functions(&self) -> Vec<Function> {
        functions::all()
    }

    fn call(&self, start: Option<&Value>, name: &str, args: &Args) -> String {
        let seed = start.and_then(|start| start["internet"].as_str()?.parse().ok()).unwrap_or_default();
        functions::answer(&agon_internet::of_seed(seed), name, args)
    }

    fn made(&self, path: &str) -> Option<Vec<u8>> {
        agon_internet::made(path.strip_prefix(MADE)?)
    }
}

fn template(draw: &Table) -> Result<String, Problem> {
    let draw: Result<Draw, toml::de::Error> = toml::Value::Table(draw.clone()).try_into();
    let Draw { template } = draw.map_err(|error| error.message().to_owned())?;
    match templates().any(|known| known == template) {
        true => Ok(template),
        false => Err(PoseError::Unknown(template, templates().collect::<Vec<_>>().join(", ")).to_string().into()),
    }
}

/// How one stage is marked and solved.
struct StageKey(Stage);

fn act(moves: &[Move], result: Option<Value>) -> Vec<Action> {
    let mut actions = hand::act(moves);
    actions.extend(result.map(|value| Action::Answer { value }));
    actions.push(Action::Done);
    actions
}

impl AnswerKey for StageKey {
    fn mark(&self, state: &Value, answer: Option<&Value>) -> Option<Vec<CheckBuilder>> {
        agon_chain::mark(&self.0, state, answer)
    }

    fn strategies(&self) -> Vec<String> {
        vec![EXPERT.into()]
    }

    fn solve(&self, strategy: &str) -> Option<Vec<Action>> {
        (strategy == EXPERT).then(|| act(&self.0.moves, self.0.result()))
    }

    fn near_misses(&self) -> Vec<NearMiss> {
        let wrong = |(element, result): (String, Value)| NearMiss {
            name: format!("another {}", element.replace('_', " ")),
            actions: act(&self.0.moves, Some(result)),
            fails: element,
        };
        let slips = self.0.slips.iter().map(|slip| NearMiss {
            name: slip.name.clone(),
            actions: act(&slip.moves, self.0.result()),
            fails: slip.fails.clone(),
        });
        self.0.wrong_results().into_iter().map(wrong).chain(slips).collect()
    }

    fn alternatives(&self) -> Vec<(String, Vec<Action>)> {
        let same = self.0.same_result().map(|result| ("the same in other words".to_owned(), act(&self.0.moves, Some(result))));
        same.into_iter().collect()
    }
}
