use crate::{AnswerKey, BadSetting, Draft, Opening, Own, Problem, TaskFileSuite, TaskFolder, WorldKind, WorldTask};
use agon_core::{
    Agent, BoxFuture, Case, Fault, InstanceId, Marks, NearMiss, Settings, Suite, SuiteError, Surface, TaskId, World,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use toml::Table;

/// Draws a number from a seed, and counts how often.
#[derive(Default)]
struct Numbers {
    drawn: AtomicU32,
}

struct Nowhere;

struct NumberKey(i64);

impl WorldKind for Numbers {
    fn name(&self) -> &'static str {
        "numbers"
    }

    fn can_draw(&self, _: &str, draw: &Table) -> Result<(), Problem> {
        if draw.contains_key("below") { Ok(()) } else { Err("it does not say `below` what".into()) }
    }

    fn draw(&self, _: &str, draw: &Table, seed: u64) -> Result<Table, Problem> {
        self.drawn.fetch_add(1, Ordering::Relaxed);
        let below = draw["below"].as_integer().ok_or("`below` is a number")?;
        let seed = i64::try_from(seed).map_err(|_| "the seed is too large")?;
        Ok(Table::from_iter([("number".to_owned(), (seed % below).into())]))
    }

    fn read(&self, draft: Draft<'_>) -> Result<Own, Problem> {
        let key = draft.key.map(|key| key["number"].as_integer().ok_or("the number is none")).transpose()?;
        let key = key.map(|number| Arc::new(NumberKey(number)) as Arc<dyn AnswerKey>);
        let surfaces = vec![Surface::Screen, Surface::Answer];
        Ok(Own { world: Arc::new(Nowhere), instruction: draft.instruction.unwrap_or_default(), surfaces, tags: Vec::new(), key })
    }
}

impl WorldTask for Nowhere {
    fn subject(&self) -> &'static str {
        "number"
    }

    fn settings(&self) -> Settings {
        Settings::default()
    }

    fn brief(&self, _: &Settings, _: bool) -> Result<(Vec<Surface>, String), BadSetting> {
        Ok((vec![Surface::Screen, Surface::Answer], String::new()))
    }

    fn open<'a>(&'a self, _: &'a Settings, _: Opening) -> BoxFuture<'a, Result<Box<dyn World>, Fault>> {
        Box::pin(async { Err(Fault::world("there is no world")) })
    }
}

impl AnswerKey for NumberKey {
    fn mark(&self, _: &Case<'_>) -> Result<Marks, Fault> {
        Err(Fault::world("nothing is marked"))
    }

    fn strategies(&self) -> Vec<String> {
        vec![format!("say {}", self.0)]
    }

    fn solve(&self, _: &str) -> Option<Box<dyn Agent>> {
        None
    }

    fn near_misses(&self) -> Vec<NearMiss> {
        Vec::new()
    }
}

const TASK: &str = "title = 'A number'\nabout = 'x'\ndifficulty = 'easy'\nsteps = 5\ninstruction = 'Say {number}.'\n\
                    [draw]\nbelow = 1000\n[key]\nnumber = '{number}'";

fn suite(task: &str) -> Result<(TaskFileSuite, Arc<Numbers>), String> {
    let kind = Arc::new(Numbers::default());
    let suite = "name = 'toy'\nworld = 'numbers'\nversion = '0.1.0'\nabout = 'x'";
    let folder = TaskFolder::default().with(&[("suite.toml", suite), ("sums/number.toml", task)]);
    TaskFileSuite::new(&folder, kind.clone()).map(|suite| (suite, kind)).map_err(|error| error.to_string())
}

fn id(seed: u64) -> InstanceId {
    InstanceId { task: TaskId::new("toy/sums/number"), seed }
}

#[test]
fn every_seed_sets_another_instance_and_none_is_drawn_before_it_is_asked_for() {
    let (suite, kind) = suite(TASK).unwrap();
    assert_eq!(suite.variants(&id(0).task), None);
    assert!(suite.needs().is_empty() && suite.settings(&id(0).task).is_ok());
    assert_eq!(kind.drawn.load(Ordering::Relaxed), 0);
    for seed in [7, 123_456] {
        let brief = suite.instance(&id(seed), &Settings::default()).unwrap().brief;
        assert_eq!(brief.instruction, format!("Say {}.", seed % 1000));
    }
    assert_eq!(suite.strategies(&id(0).task), ["say 0"]);
    assert_eq!(kind.drawn.load(Ordering::Relaxed), 3);
    suite.grader(&suite.instance(&id(7), &Settings::default()).unwrap()).unwrap();
    assert_eq!(kind.drawn.load(Ordering::Relaxed), 3, "one that was just drawn is drawn again");
}

#[test]
fn what_cannot_be_drawn_is_told_with_the_seed() {
    let (suite, _) = suite(TASK).unwrap();
    let SuiteError::Unsettable { problem, .. } = suite.instance(&id(u64::MAX), &Settings::default()).unwrap_err() else {
        panic!("another error")
    };
    assert_eq!(problem, format!("seed {}: the seed is too large", u64::MAX));
}

#[test]
fn a_file_that_draws_what_it_cannot_or_does_not_use_is_refused() {
    let told = |task: &str| suite(task).err().unwrap();
    assert!(told(&TASK.replace("below = 1000", "above = 1")).contains("sums/number.toml: draw: it does not say `below` what"));
    assert!(told(&format!("{TASK}\n[[variant]]\na = 1")).contains("both `[draw]` and `[[variant]]`"));
    let unused = TASK.replace("Say {number}.", "Say it.").replace("number = '{number}'", "number = 3");
    let (suite, _) = suite(&unused).unwrap();
    let problem = suite.instance(&id(1), &Settings::default()).unwrap_err().to_string();
    assert!(problem.contains("what is drawn as \"number\" is used nowhere"), "{problem}");
}
