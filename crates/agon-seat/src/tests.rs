//! What the seat promises to agents and to the record.

use crate::wire::{After, Conversation, FrameDelivery};
use crate::{LiveSeat, SeatOptions};
use agon_core::{
    Action, Artifact, BoxFuture, Brief, Call, Capabilities, CheckpointRule, CommandOutput, Door, Ending, Event, Evidence, Fault,
    Function, Instance, InstanceId, Limit, Limits, Observation, ObservationRecord, Recorder, Request, Seat, SeatError, Status,
    Step, Surface, TaskId, Usage, World,
};
use proptest::prelude::*;
use serde_json::json;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A world that takes its time, and answers "slow" slowly.
struct Slow {
    acted: u32,
}

impl World for Slow {
    fn capabilities(&self) -> Capabilities {
        Capabilities { surfaces: vec![Surface::Calls], ..Capabilities::default() }
    }

    fn observe(&mut self) -> BoxFuture<'_, Result<Observation, Fault>> {
        Box::pin(async { Ok(Observation::text("ready")) })
    }

    fn act<'a>(&'a mut self, request: &'a Request) -> BoxFuture<'a, Result<Step, Fault>> {
        Box::pin(async move {
            let Request::Call { name, .. } = request else { return Err(Fault::world("only calls")) };
            match name.as_str() {
                "slow" => tokio::time::sleep(Duration::from_secs(30)).await,
                "never" => std::future::pending().await,
                _ => {}
            }
            self.acted += 1;
            let observation = Observation::text(format!("{} done", self.acted));
            let artifacts = if name == "hand-in" { vec![Artifact::bytes("a.txt", vec![1])] } else { Vec::new() };
            let output = CommandOutput { stdout: "printed\n".into(), exit_code: Some(3), ..CommandOutput::default() };
            Ok(Step {
                output: (name == "command").then_some(output),
                feedback: Some("Done.".into()),
                artifacts,
                checkpoint: name == "hand-in",
                ended: name == "stop",
                ..Step::executed(observation)
            })
        })
    }

    fn door(&mut self) -> &mut dyn Door {
        self
    }
}

impl Door for Slow {
    fn evidence(&mut self) -> BoxFuture<'_, Result<Evidence, Fault>> {
        Box::pin(async { Ok(Evidence(json!(self.acted))) })
    }

    fn checkpoint(&mut self) -> BoxFuture<'_, Result<Option<Evidence>, Fault>> {
        Box::pin(async { Ok(Some(Evidence(json!(self.acted)))) })
    }
}

#[derive(Clone, Default)]
struct Notebook(Arc<Mutex<Vec<Event>>>);

impl Notebook {
    fn steps(&self) -> usize {
        self.0.lock().unwrap().iter().filter(|event| matches!(event, Event::Step(_))).count()
    }
}

impl Recorder for Notebook {
    fn record(&mut self, event: &Event) -> Result<(), Fault> {
        self.0.lock().unwrap().push(event.clone());
        Ok(())
    }

    fn keep(&mut self, observation: &Observation) -> ObservationRecord {
        ObservationRecord::of(observation, false)
    }
}

async fn seat(limits: Limits) -> (LiveSeat, Notebook) {
    let functions =
        ["go", "slow", "never", "stop", "hand-in", "command"].map(|name| Function::new(name, "Do it.", vec![])).into();
    let brief = Brief { title: "t".into(), surfaces: vec![Surface::Calls], functions, ..Brief::default() };
    let id = InstanceId { task: TaskId::new("x/y"), seed: 99 };
    let instance = Instance { id, settings: Default::default(), limits, brief, start: None };
    let notebook = Notebook::default();
    let options = SeatOptions {
        frames: true,
        world_timeout: Duration::from_secs(60),
        checkpoints: CheckpointRule::WhenAsked,
        stages: Vec::new(),
    };
    let opened = LiveSeat::open(&instance, Box::new(Slow { acted: 0 }), Box::new(notebook.clone()), options).await;
    (opened.map_err(|(fault, _)| fault).unwrap(), notebook)
}

fn call(name: &str) -> Action {
    Call::bare(name).into()
}

#[tokio::test(start_paused = true)]
async fn a_step_is_recorded_before_it_is_seen_and_counted_down() {
    let (mut seat, notebook) = seat(Limits::steps(3)).await;
    assert_eq!(seat.turn().message, "You have 3 steps left.");
    for left in [2, 1] {
        let turn = seat.act(call("go")).await.unwrap();
        assert_eq!(turn.budget.steps, Some(left));
        assert!(turn.message.starts_with("Done. You have "));
        assert_eq!(notebook.steps() as u32, 3 - left);
    }
    let ending = seat.act(call("go")).await.unwrap().ending.clone();
    assert_eq!(ending, Some(Ending::Truncated { limit: Limit::Steps }));
    assert!(matches!(seat.act(call("go")).await, Err(SeatError::Ended(_))), "after the end nothing is acted");
    assert_eq!(notebook.steps(), 3);
    let mut finished = seat.finish().await;
    assert_eq!(finished.world.as_mut().unwrap().door().evidence().await.unwrap().0, 3);
}

#[tokio::test(start_paused = true)]
async fn the_worlds_time_is_not_the_agents() {
    let (mut seat, _) = seat(Limits { wall_secs: Some(10.0), ..Limits::default() }).await;
    assert_eq!(seat.act(call("slow")).await.unwrap().ending, None, "thirty seconds of the world's");
    tokio::time::sleep(Duration::from_secs(11)).await;
    let refused = seat.act(call("go")).await;
    assert!(matches!(refused, Err(SeatError::Ended(Ending::Truncated { limit: Limit::WallSecs }))), "eleven of the agent's");
    assert_eq!(seat.finish().await.totals.steps, 1);
}

#[tokio::test(start_paused = true)]
async fn an_agent_cut_off_in_the_middle_of_a_step_does_not_take_the_world_along() {
    let (mut seat, notebook) = seat(Limits::default()).await;
    let cut = tokio::time::timeout(Duration::from_secs(5), seat.act(call("slow"))).await;
    assert!(cut.is_err());
    seat.end_by_time();
    let finished = seat.finish().await;
    assert_eq!(finished.ending, Ending::Truncated { limit: Limit::WallSecs });
    assert!(finished.fault.is_none() && finished.world.is_some());
    assert_eq!(notebook.steps(), 1, "the step was acted, so it is recorded");
}

#[tokio::test(start_paused = true)]
async fn a_world_that_never_answers_is_a_fault_and_names_the_action() {
    let (mut seat, notebook) = seat(Limits::default()).await;
    assert!(matches!(seat.act(call("never")).await, Err(SeatError::Fault(_))));
    assert!(matches!(seat.act(call("go")).await, Err(SeatError::Fault(_))), "and stays one");
    let during = notebook.0.lock().unwrap().iter().find_map(|event| match event {
        Event::Fault { during, .. } => during.clone(),
        _ => None,
    });
    assert_eq!(during, Some(call("never")));
    assert!(seat.finish().await.fault.is_some());
}

#[tokio::test(start_paused = true)]
async fn tokens_and_cost_end_the_trial() {
    for (limits, limit) in [
        (Limits { tokens: Some(1000), ..Limits::default() }, Limit::Tokens),
        (Limits { cost_usd: Some(0.5), ..Limits::default() }, Limit::Cost),
    ] {
        let (mut seat, _) = seat(limits).await;
        let usage = Usage { tokens_in: 600, tokens_out: 100, cost_usd: 0.3, ..Usage::default() };
        seat.spend(None, &usage).unwrap();
        assert_eq!(seat.act(call("go")).await.unwrap().ending, None);
        assert_eq!(seat.spend(None, &usage), Err(SeatError::Ended(Ending::Truncated { limit })));
        assert!(seat.act(call("go")).await.is_err());
        assert_eq!(seat.finish().await.totals.usage.tokens(), 1400, "what was spent is spent");
    }
}

#[tokio::test(start_paused = true)]
async fn answers_are_kept_and_surfaces_that_are_not_there_cost_a_step() {
    let (mut seat, _) = seat(Limits::steps(10)).await;
    seat.act(Action::Answer { value: json!(41) }).await.unwrap();
    assert_eq!(seat.turn().status, Some(Status::NoSurface), "this task takes no answer");
    let turn = seat.act(Action::Shell { command: "id".into(), timeout_secs: None }).await.unwrap();
    assert_eq!(turn.message, "This task has no shell surface: shell is not possible. You have 8 steps left.");
    seat.act(Action::Fail { reason: "no".into() }).await.unwrap();
    let finished = seat.finish().await;
    assert_eq!((finished.ending, finished.answer), (Ending::Failed { reason: "no".into() }, None));
}

/// Nineteen actions of 15 MB made a log of 285 MB.
#[tokio::test(start_paused = true)]
async fn an_action_that_is_too_large_is_told_so_and_not_kept() {
    let (mut seat, notebook) = seat(Limits::steps(10)).await;
    let turn = seat.act(Action::Text { text: "x".repeat(2 * 1024 * 1024) }).await.unwrap();
    assert!(turn.message.contains("bytes long, at most 1048576 are taken"), "{}", turn.message);
    let events = notebook.0.lock().unwrap();
    let step = events.iter().find(|event| matches!(event, Event::Step(_))).unwrap();
    assert!(serde_json::to_string(step).unwrap().len() < 10_000);
}

#[tokio::test(start_paused = true)]
async fn what_we_log_ourselves_never_ends_a_trial_and_is_kept_after_its_end() {
    let (mut seat, notebook) = seat(Limits::steps(10)).await;
    let long = json!("x".repeat(65 * 1024 * 1024));
    seat.log("model", long.clone()).unwrap();
    assert_eq!(seat.turn().ending, None);
    assert!(matches!(seat.note("thought", long), Err(SeatError::Ended(Ending::Crashed { .. }))), "the agent's own are bounded");
    seat.log("model", json!("said too late")).unwrap();
    let events = notebook.0.lock().unwrap();
    let notes = events.iter().filter(|event| matches!(event, Event::Note { kind, .. } if kind == "model"));
    assert_eq!(notes.count(), 2);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever a program prints, the conversation goes on or ends; it never breaks.
    #[test]
    fn no_line_breaks_the_wire(lines in prop::collection::vec(prop_oneof![
        ".{0,60}",
        r#"\{"type":"(act|note|spend|leave|x)","(action|usage|kind|content)":[^"]{0,20}"#,
        r#"\{"type":"act","action":\{"kind":"(call|text|click|wait|zoom)","(name|text|secs|at)":("a"|-?[0-9]{1,20}|null|\[\])\}\}"#,
    ], 0..12)) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let (mut seat, _) = seat(Limits::steps(5)).await;
            let mut conversation = Conversation::new(FrameDelivery::Nothing);
            for line in &lines {
                match conversation.hear(&mut seat, line).await {
                    After::Say(_) | After::Listen => {}
                    After::Close(_) | After::Dismiss(_) => break,
                    // This world takes calls only, and says so with a fault of its own.
                    After::Broken(fault) => {
                        assert_eq!(fault.detail, "only calls");
                        break;
                    }
                }
            }
            assert!(seat.finish().await.totals.steps <= 5);
        });
    }
}

#[tokio::test(start_paused = true)]
async fn the_wire_speaks_in_lines() {
    let (mut seat, _) = seat(Limits::steps(5)).await;
    let mut conversation = Conversation::new(FrameDelivery::Nothing);
    let hello = conversation.hello(&seat).unwrap();
    assert!(hello.starts_with(r#"{"type":"hello","protocol":"agon.seat/1""#) && !hello.contains("99"), "{hello}");
    let say = |after: After| if let After::Say(line) = after { line } else { panic!("{after:?}") };
    let reply = say(conversation.hear(&mut seat, r#"{"type":"act","action":{"kind":"call","name":"go"}}"#).await);
    insta::assert_snapshot!(reply, @r#"{"type":"turn","message":"Done. You have 4 steps left.","status":"executed","budget":{"steps":4},"text":"1 done"}"#);
    let reply = say(conversation.hear(&mut seat, r#"{"type":"act","action":{"kind":"fly"}}"#).await);
    assert!(reply.starts_with(r#"{"type":"error","message":"unreadable message: unknown variant `fly`"#), "{reply}");
    assert_eq!(conversation.hear(&mut seat, r#"{"type":"note","kind":"thought","content":"hm"}"#).await, After::Listen);
    assert_eq!(conversation.hear(&mut seat, "   ").await, After::Listen);
    assert_eq!(conversation.hear(&mut seat, r#"{"type":"leave"}"#).await, After::Close(None));
    let last = conversation.hear(&mut seat, r#"{"type":"act","action":{"kind":"call","name":"stop"}}"#).await;
    assert!(matches!(&last, After::Close(Some(line)) if line.contains(r#""ending":{"kind":"stopped"}"#)), "{last:?}");
}

#[tokio::test]
async fn a_commands_output_is_recorded_as_data_and_told_in_words() {
    let (mut seat, notebook) = seat(Limits::default()).await;
    let turn = seat.act(Call::bare("command").into()).await.unwrap();
    assert_eq!(turn.message, "printed\n[exit status 3]\nDone.");
    let Some(Event::Step(step)) = notebook.0.lock().unwrap().last().cloned() else { panic!("no step was recorded") };
    assert_eq!(step.output.as_ref().unwrap().exit_code, Some(3));
    assert_eq!((step.feedback.as_deref(), step.message().as_deref()), (Some("Done."), Some(turn.message.as_str())));
}

#[tokio::test]
async fn a_file_that_is_not_kept_is_told_and_a_checkpoint_follows_its_step() {
    let (mut seat, notebook) = seat(Limits::default()).await;
    seat.act(Call::bare("go").into()).await.unwrap();
    let turn = seat.act(Call::bare("hand-in").into()).await.unwrap();
    assert_eq!(turn.message, "Done.\na.txt was not kept: nothing is kept here.");
    let events = notebook.0.lock().unwrap().clone();
    let [.., Event::Step(step), Event::Checkpoint { step: after, evidence }] = events.as_slice() else { panic!("{events:?}") };
    assert_eq!((step.step, *after, &evidence.0), (2, 2, &json!(2)));
}
