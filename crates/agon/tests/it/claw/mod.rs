//! The reference harness at the seat, against a stand-in for its models.

mod compaction;
mod odd;
mod solving;
mod sub_agents;

use crate::support::{hasty, run_with, timeless};
use agon_agents::model::recorded_calls;
use agon_agents::{Claw, ClawConfig};
use agon_core::{Event, Limits};
use agon_record::{Row, Run};
use agon_run::RunConfig;
use agon_testkit::ToySuite;
use agon_testkit::standin::{Answer, Ask, Message, Script, StandIn, Usage};
use serde_json::{Value, json};
use std::sync::Arc;

/// One trial of the toy's notebook, which has every surface.
struct Sat {
    run: Run,
    server: StandIn,
    config: ClawConfig,
    limits: Limits,
    _folder: tempfile::TempDir,
}

const TOY: &str = "toy/notebook";
/// What the toy's brief asks for; it stands in every request.
const BRIEF: &str = "Leave the line word-0 in note.txt";

async fn sit(settings: Value, limits: Limits, play: impl Fn(&Ask) -> Answer + Send + Sync + 'static) -> Sat {
    let server = StandIn::start(Script::new(play)).await.unwrap();
    let usual = json!({"model": "vllm/player", "base_url": server.url(), "retries": 0});
    let mut all = usual.as_object().cloned().unwrap();
    all.extend(settings.as_object().cloned().unwrap());
    if let Some(gui) = all.get_mut("gui") {
        gui["base_url"] = server.url().into();
    }
    let config = ClawConfig::read(&all).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let maker = Arc::new(Claw::new(config.clone()).unwrap());
    let asked = RunConfig { limits: limits.clone(), retries: 0, ..hasty(&[TOY]) };
    let (run, _) = run_with(&folder.path().join("run"), ToySuite::default(), vec![("claw", maker)], asked).await;
    Sat { run, server, config, limits, _folder: folder }
}

impl Sat {
    fn row(&self) -> Row {
        self.run.results()[0].row.clone().unwrap()
    }

    fn bodies(&self) -> Vec<String> {
        self.server.requests().iter().map(|request| request.body.to_string()).collect()
    }

    /// The requests that name a model.
    fn bodies_of(&self, model: &str) -> Vec<String> {
        let of_model = |request: &&Arc<agon_testkit::standin::Request>| request.body["model"] == model;
        self.server.requests().iter().filter(of_model).map(|request| request.body.to_string()).collect()
    }

    /// The notes of a kind.
    fn notes(&self, kind: &str) -> Vec<Value> {
        let of_kind = |event: Event| match event {
            Event::Note { kind: own, content } if own == kind => Some(content),
            _ => None,
        };
        timeless(&self.run, 0, 1).into_iter().filter_map(of_kind).collect()
    }

    /// The kinds of the actions, in their order.
    fn actions(&self) -> Vec<&'static str> {
        let of_step = |event: Event| match event {
            Event::Step(step) => Some(step.action.kind()),
            _ => None,
        };
        timeless(&self.run, 0, 1).into_iter().filter_map(of_step).collect()
    }

    /// Sits again with the recorded replies: everything that was recorded must come out the same.
    async fn replays(&self) {
        let calls = recorded_calls(self.run.attempt(0, 1).unwrap().events).unwrap();
        let maker = Arc::new(Claw::recorded(self.config.clone(), calls).unwrap());
        let folder = tempfile::tempdir().unwrap();
        let asked = RunConfig { limits: self.limits.clone(), retries: 0, ..hasty(&[TOY]) };
        let (again, _) = run_with(&folder.path().join("run"), ToySuite::default(), vec![("claw", maker)], asked).await;
        let told =
            |run: &Run| timeless(run, 0, 1).into_iter().filter(|event| !matches!(event, Event::Opened(_))).collect::<Vec<_>>();
        assert_eq!(told(&self.run), told(&again));
    }
}

fn call(name: &str, args: Value) -> Answer {
    Answer::call(name, args)
}

fn is_sub_agent(ask: &Ask) -> bool {
    ask.system.starts_with("You are a sub-agent")
}

/// Presses the toy's button, hands in and finishes, one call for each of these turns.
fn finish(turn: usize) -> Answer {
    match turn {
        0 => call("click", json!({"x": 12, "y": 12})),
        1 => call("answer", json!({"value": 1})),
        _ => call("done", json!({})),
    }
}

/// About as many tokens as a service would count.
fn counted(ask: &Ask) -> Usage {
    let pictures: usize = ask.said.iter().map(|said| said.pictures).sum();
    let input = ask.request.body["messages"].to_string().len() / 4 + pictures * 800;
    Usage { input: input as u64, output: 5, ..Usage::default() }
}

fn message(name: &str, args: Value) -> Message {
    Message::default().calling(name, args)
}
