//! Tasks in stages: reports, starts in the middle, and what is told of them.

use crate::support::run_with;
use agon_core::{
    Action, Agent, AgentMaker, BoxFuture, Capabilities, Case, CheckpointRule, Door, Event, Evidence, Fault, Frame, Image, Input,
    Key, Marks, NearMiss, Observation, Placement, Request, STAGE_DONE, Script, Settings, StageReport, Status, Step, Surface,
    World,
};
use agon_grade::{all_of, check};
use agon_record::Row;
use agon_run::RunConfig;
use agon_taskfile::{AnswerKey, BadSetting, Draft, Opening, Own, Problem, TaskFileSuite, TaskFolder, WorldKind, WorldTask};
use serde_json::{Value, json};
use std::sync::Arc;

const TASK: &str = "title = 'Three words'\nabout = 'x'\ndifficulty = 'easy'\nsteps = 30\ninstruction = 'Type three words.'\n\
    [[stage]]\nname = 'one'\ninstruction = 'Type red.'\nresult = { red = 'red' }\nkey = { word = 'red' }\n\
    [[stage]]\nname = 'two'\ninstruction = 'Type green.'\nresult = { green = 'green' }\nkey = { word = 'green' }\n\
    [[stage]]\nname = 'three'\ninstruction = 'Type blue.'\nresult = { blue = 'blue' }\nkey = { word = 'blue' }";

/// A sheet on which words are typed: the state is all that was typed.
struct Typing;

struct Sheet;

#[derive(Default)]
struct SheetWorld(String);

/// The word must stand on the sheet and be reported under its own name: results of all stages may come in one answer.
struct WordKey(String);

impl WorldKind for Typing {
    fn name(&self) -> &'static str {
        "typing"
    }

    fn stage_checkpoints(&self) -> CheckpointRule {
        CheckpointRule::EveryStep
    }

    fn read(&self, draft: Draft<'_>) -> Result<Own, Problem> {
        let key = draft.key.map(|key| key["word"].as_str().ok_or("no word")).transpose()?;
        let key = key.map(|word| Arc::new(WordKey(word.to_owned())) as Arc<dyn AnswerKey>);
        let surfaces = vec![Surface::Screen, Surface::Answer];
        Ok(Own { world: Arc::new(Sheet), instruction: draft.instruction.unwrap_or_default(), surfaces, tags: Vec::new(), key })
    }
}

impl WorldTask for Sheet {
    fn subject(&self) -> &'static str {
        "sheet"
    }

    fn settings(&self) -> Settings {
        Settings::default()
    }

    fn brief(&self, _: &Settings, _: bool) -> Result<(Vec<Surface>, String), BadSetting> {
        Ok((vec![Surface::Screen, Surface::Answer], String::new()))
    }

    fn open<'a>(&'a self, _: &'a Settings, _: Opening) -> BoxFuture<'a, Result<Box<dyn World>, Fault>> {
        Box::pin(async { Ok(Box::new(SheetWorld::default()) as Box<dyn World>) })
    }
}

impl World for SheetWorld {
    fn capabilities(&self) -> Capabilities {
        Capabilities { surfaces: vec![Surface::Screen], screen: Some((8, 8)), pages: false }
    }

    fn observe(&mut self) -> BoxFuture<'_, Result<Observation, Fault>> {
        let shade = self.0.len() as u8;
        let frames = vec![Frame::screen(Image::rgb8(8, 8, vec![shade; 8 * 8 * 3]))];
        Box::pin(async { Ok(Observation { frames, ..Observation::default() }) })
    }

    fn act<'a>(&'a mut self, request: &'a Request) -> BoxFuture<'a, Result<Step, Fault>> {
        Box::pin(async move {
            if let Request::Input(Input::Type { keys }) = request {
                self.0.extend(keys.iter().map(Key::to_string));
            }
            Ok(Step::executed(self.observe().await?))
        })
    }

    fn door(&mut self) -> &mut dyn Door {
        self
    }
}

impl Door for SheetWorld {
    fn evidence(&mut self) -> BoxFuture<'_, Result<Evidence, Fault>> {
        Box::pin(async { Ok(Evidence(json!(self.0))) })
    }

    fn checkpoint(&mut self) -> BoxFuture<'_, Result<Option<Evidence>, Fault>> {
        Box::pin(async { self.evidence().await.map(Some) })
    }
}

fn typed(word: &str) -> Action {
    Action::Type { text: word.to_owned() }
}

fn stage_done(result: &Value) -> Action {
    Action::Call { name: STAGE_DONE.into(), args: json!({ "result": result.to_string() }) }
}

impl AnswerKey for WordKey {
    fn mark(&self, case: &Case<'_>) -> Result<Marks, Fault> {
        let sheet = case.evidence.0.as_str().unwrap_or_default();
        let said = case.answer.and_then(|answer| answer[&self.0].as_str()).unwrap_or_default();
        Ok(all_of(vec![
            check("typed", sheet.contains(&self.0)).expected(&self.0).seen(sheet).at(""),
            check("said", said == self.0).expected(&self.0).seen(said).at(""),
        ]))
    }

    fn strategies(&self) -> Vec<String> {
        vec!["type".into()]
    }

    fn solve(&self, _: &str) -> Option<Box<dyn Agent>> {
        let answer = Action::Answer { value: json!({ &self.0: self.0 }) };
        Some(Box::new(Script::new(vec![typed(&self.0), answer, Action::Done])))
    }

    fn near_misses(&self) -> Vec<NearMiss> {
        let answer = Action::Answer { value: json!({ &self.0: "grey" }) };
        vec![NearMiss { name: "grey".into(), actions: vec![typed(&self.0), answer, Action::Done], fails: "said".into() }]
    }
}

fn suite() -> TaskFileSuite {
    let suite = "name = 'toy'\nworld = 'typing'\nversion = '0.1.0'\nabout = 'x'";
    let folder = TaskFolder::default().with(&[("suite.toml", suite), ("words/three.toml", TASK)]);
    TaskFileSuite::new(&folder, Arc::new(Typing)).unwrap()
}

/// Plays a list of actions, whatever the task.
struct Plays(Vec<Action>);

impl AgentMaker for Plays {
    fn make(&self, _: &Placement<'_>) -> Result<Box<dyn Agent>, Fault> {
        Ok(Box::new(Script::new(self.0.clone())))
    }
}

struct Oracle;

impl AgentMaker for Oracle {
    fn make(&self, place: &Placement<'_>) -> Result<Box<dyn Agent>, Fault> {
        place.suite.oracle(place.instance, "stage-by-stage", 0).map_err(Fault::world)
    }
}

/// One trial with these settings: how it came out, and what was recorded.
async fn sat(agent: impl AgentMaker + 'static, from: u32, instructions: &str) -> (Row, Vec<Event>) {
    let folder = tempfile::tempdir().unwrap();
    let settings =
        Settings::from_iter([("from_stage".to_owned(), json!(from)), ("instructions".to_owned(), json!(instructions))]);
    let config = RunConfig { tasks: vec!["toy/words/three@0".into()], settings, ..RunConfig::default() };
    let (run, outcome) = run_with(&folder.path().join("run"), suite(), vec![("agent", Arc::new(agent))], config).await;
    outcome.unwrap();
    let row = run.rows()[0].clone();
    (row, run.attempt(0, 1).unwrap().events)
}

fn passed(row: &Row) -> Vec<(&str, bool, Option<u32>)> {
    row.stages.iter().map(|stage| (stage.name.as_str(), stage.passed, stage.first_passed_at_step)).collect()
}

#[tokio::test]
async fn the_oracle_passes_every_stage_from_every_start_in_every_style() {
    for instructions in ["main", "stages", "step-by-step"] {
        for from in 0..3 {
            let (row, _) = sat(Oracle, from, instructions).await;
            assert!(row.passed, "{instructions} from {from}: {row:?}");
            assert_eq!(row.stages.len(), 3 - from as usize);
        }
    }
}

#[tokio::test]
async fn a_trial_that_starts_in_the_middle_starts_from_the_bytes_of_one_that_was_played_there() {
    let (_, played) = sat(Oracle, 0, "stages").await;
    let (_, led) = sat(Oracle, 2, "stages").await;
    let begun = led.iter().find_map(|event| match event {
        Event::Began { observation } => Some(observation.frames.clone()),
        _ => None,
    });
    let two_done = played.iter().filter_map(|event| match event {
        Event::Step(step) if StageReport::of(step).is_some() => Some(step.observation.frames.clone()),
        _ => None,
    });
    assert_eq!(begun, two_done.clone().nth(1));
    assert_ne!(begun, two_done.clone().next());
    let steps = led.iter().filter(|event| matches!(event, Event::Step(_))).count();
    assert_eq!(steps, 3, "what was played before the start stands in the record");
}

#[tokio::test]
async fn a_stage_fails_alone_and_is_told_apart_from_those_that_pass() {
    let say = |word: &str| stage_done(&json!({ word: word }));
    let actions = vec![typed("red"), say("red"), typed("gren"), say("green"), typed("blue"), say("blue"), Action::Done];
    let (row, events) = sat(Plays(actions), 0, "step-by-step").await;
    assert_eq!(passed(&row), [("one", true, Some(1)), ("two", false, None), ("three", true, Some(5))]);
    assert!(!row.passed && row.failed == ["two/typed"], "{row:?}");
    let told: Vec<&str> = events
        .iter()
        .filter_map(|event| match event {
            Event::Step(step) => StageReport::of(step).and(step.feedback.as_deref()),
            _ => None,
        })
        .collect();
    assert!(told[0].ends_with("the next is:\n\nType green.") && told[2].contains("that was the last"), "{told:?}");
    let checkpoints = events.iter().filter(|event| matches!(event, Event::Checkpoint { .. })).count();
    assert_eq!(checkpoints, 3, "a state that has not changed was written again");
}

#[tokio::test]
async fn who_is_told_no_stages_reports_at_the_end() {
    let actions =
        vec![typed("red green blue"), stage_done(&json!(1)), Action::Answer { value: json!({ "red": "red" }) }, Action::Done];
    let (row, events) = sat(Plays(actions), 0, "main").await;
    assert_eq!(passed(&row), [("one", true, Some(1)), ("two", false, None), ("three", false, None)]);
    let refused = events.iter().filter(|event| matches!(event, Event::Step(step) if step.status != Status::Executed)).count();
    assert_eq!(refused, 1, "an end was taken of a stage that nobody was told of");
}

#[tokio::test]
async fn more_ends_than_stages_are_refused() {
    let actions = (0..5).map(|_| stage_done(&json!({}))).chain([Action::Done]).collect();
    let (row, events) = sat(Plays(actions), 1, "stages").await;
    let statuses: Vec<Status> = events
        .iter()
        .filter_map(|event| match event {
            Event::Step(step) => Some(step.status),
            _ => None,
        })
        .collect();
    assert_eq!(statuses[..4], [Status::Executed, Status::Executed, Status::Blocked, Status::Blocked]);
    assert_eq!(row.score, Some(0.0));
}

#[test]
fn files_with_stages_that_cannot_be_told_apart_are_refused() {
    let told = |task: &str| {
        let suite = "name = 'toy'\nworld = 'typing'\nversion = '0.1.0'\nabout = 'x'";
        let folder = TaskFolder::default().with(&[("suite.toml", suite), ("words/three.toml", task)]);
        TaskFileSuite::new(&folder, Arc::new(Typing)).map(drop).unwrap_err().to_string()
    };
    assert!(told(&TASK.replace("'two'", "'one'")).contains("stage \"one\": stages have names of their own"));
    assert!(told(&TASK.replace("Type green.", "Type {colour}.")).contains("{colour}"));
    assert!(
        told("title = 'x'\nabout = 'x'\ndifficulty = 'easy'\nsteps = 3\ninstruction = 'x'").contains("it has no table `key`")
    );
}
