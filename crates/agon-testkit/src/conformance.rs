//! What every world must do at a seat, whatever it shows. Call [`check`] from the test of each suite.

use agon_core::{
    Action, Button, CheckpointRule, Destination, Event, Fault, Instance, Limits, Observation, ObservationRecord, Point, Recorder,
    Region, Seat, SeatError, Status, Suite, Target, World,
};
use agon_seat::{LiveSeat, SeatOptions};
use serde_json::{Value, json};
use std::time::Duration;

/// Opens the instance's world several times and puts it through what agents do rightly, by mistake and by malice. Returns what
/// does not hold, one sentence each.
pub async fn check(suite: &dyn Suite, instance: &Instance) -> Vec<String> {
    let mut findings = Vec::new();
    for actions in [every_kind(), nonsense()] {
        match (play(suite, instance, &actions).await, play(suite, instance, &actions).await) {
            (Ok(first), Ok(second)) if suite.is_exact(&instance.id.task) && first != second => {
                let at = first.iter().zip(&second).position(|(one, other)| one != other);
                let after = at.and_then(|at| actions.get(at.checked_sub(1)?)).map_or_else(|| "the start".into(), Action::summary);
                findings.push(format!("the same actions led to two different traces after {after}"));
            }
            (Ok(_), Ok(_)) => {}
            (Err(problem), _) | (_, Err(problem)) => findings.push(problem),
        }
    }
    match serde_json::to_string(instance).map(|text| serde_json::from_str::<Instance>(&text)) {
        Ok(Ok(again)) if again == *instance => {}
        _ => findings.push("the instance does not survive its own serialised form".into()),
    }
    if instance.brief.surfaces.is_empty() {
        findings.push("the brief names no surface".into());
    }
    findings
}

/// Plays actions at a seat and returns everything observed and the evidence at the end. Bad actions must be steps, not errors.
async fn play(suite: &dyn Suite, instance: &Instance, actions: &[Action]) -> Result<Vec<Value>, String> {
    let instance = Instance { limits: Limits::default(), ..instance.clone() };
    let world = suite.open(&instance).await.map_err(|fault| format!("opening: {fault}"))?;
    let options = SeatOptions {
        frames: true,
        world_timeout: Duration::from_secs(60),
        checkpoints: CheckpointRule::WhenAsked,
        stages: Vec::new(),
    };
    let opened = LiveSeat::open(&instance, world, Box::new(Forgetful), options).await;
    let mut seat = opened.map_err(|(fault, _)| format!("the first look: {fault}"))?;
    let mut trace = vec![seen(&seat.turn().observation)];
    for action in actions {
        let turn = match seat.act(action.clone()).await {
            Ok(turn) => turn,
            Err(SeatError::Ended(ending)) => return Err(format!("{} ended the trial: {ending}", action.summary())),
            Err(SeatError::Fault(fault)) => return Err(format!("{}: {fault}", action.summary())),
        };
        if let Some(problem) = wrong_status(&instance, action, turn.status) {
            return Err(problem);
        }
        if turn.status != Some(Status::Executed) && turn.message.is_empty() {
            return Err(format!("{} was refused without a word", action.summary()));
        }
        trace.push(json!({"status": turn.status, "message": turn.message, "seen": seen(&turn.observation)}));
        if turn.ending.is_some() {
            break;
        }
    }
    let mut world = seat.finish().await.world.ok_or("the world is gone")?;
    trace.push(evidence(world.as_mut()).await?);
    let again = evidence(world.as_mut()).await?;
    if trace.last() != Some(&again) {
        return Err("reading the door twice gives two states".into());
    }
    for _ in 0..2 {
        world.close().await.map_err(|fault| format!("closing: {fault}"))?;
    }
    Ok(trace)
}

/// What a seat answers alike in every world.
fn wrong_status(instance: &Instance, action: &Action, status: Option<Status>) -> Option<String> {
    let offered = action.surface().is_none_or(|surface| instance.brief.surfaces.contains(&surface));
    let expected = match action {
        Action::Unread { .. } => Some(Status::Malformed),
        _ if !offered => Some(Status::NoSurface),
        Action::Answer { .. } => Some(Status::Executed),
        Action::Wait { secs } => Some(if *secs >= 0.0 { Status::Executed } else { Status::BadArguments }),
        _ => None,
    };
    let wrong = expected.filter(|expected| status != Some(*expected))?;
    Some(format!("{} is {status:?} and should be {wrong:?}", action.summary()))
}

async fn evidence(world: &mut dyn World) -> Result<Value, String> {
    world.door().evidence().await.map(|evidence| evidence.0).map_err(|fault| format!("the door: {fault}"))
}

fn seen(observation: &Observation) -> Value {
    let record = ObservationRecord::of(observation, true);
    serde_json::to_value(Event::Began { observation: record }).unwrap_or_default()
}

/// A record that keeps nothing.
struct Forgetful;

impl Recorder for Forgetful {
    fn record(&mut self, _: &Event) -> Result<(), Fault> {
        Ok(())
    }

    fn keep(&mut self, observation: &Observation) -> ObservationRecord {
        ObservationRecord::of(observation, false)
    }
}

/// One action of each kind that does not end a trial, written as it should be.
fn every_kind() -> Vec<Action> {
    let at = Target::Point(Point { x: 200.0, y: 150.0 });
    let to = Target::Point(Point { x: 240.0, y: 180.0 });
    let (button, holding) = (Button::Left, Vec::new);
    vec![
        Action::Call { name: "no-such-function".into(), args: Value::Null },
        Action::Text { text: "('no-such-function', 1)".into() },
        Action::Unread { text: "Hm.".into(), problem: "it holds no call".into() },
        Action::Move { to: at },
        Action::Click { at, button, count: 1, holding: holding() },
        Action::Click { at: Target::Label(1), button, count: 1, holding: holding() },
        Action::Press { at, button },
        Action::Release { at: to, button },
        Action::Drag { path: vec![at, to], button, holding: vec!["shift".into()] },
        Action::Scroll { at, dx: 0.0, dy: 1.0 },
        Action::Type { text: "a Ω".into() },
        Action::Keys { keys: vec!["escape".into()] },
        Action::KeyDown { key: "shift".into() },
        Action::KeyUp { key: "shift".into() },
        Action::Shell { command: "echo here".into(), timeout_secs: Some(10.0) },
        Action::WriteFile { path: "conformance.txt".into(), content: "one\n".into() },
        Action::ReadFile { path: "conformance.txt".into() },
        Action::ListFiles { path: ".".into() },
        Action::Navigate { to: Destination::Reload },
        Action::Wait { secs: 0.2 },
        Action::Zoom { region: Region { x: 0.0, y: 0.0, width: 40.0, height: 30.0 } },
        Action::Answer { value: json!(42) },
    ]
}

/// Actions no brief teaches.
fn nonsense() -> Vec<Action> {
    let far = Target::Point(Point { x: 1e9, y: -1e9 });
    let call = |name: &str, args: Value| Action::Call { name: name.into(), args };
    vec![
        Action::Text { text: String::new() },
        Action::Text { text: "(".repeat(2000) },
        Action::Text { text: "I think the best move is ('move', 0)".into() },
        Action::Text { text: "('\u{0}\u{7f}🦀', [1e308, -1e308])".into() },
        call("", Value::Null),
        call("no-such-function", json!([1, 2, 3])),
        call("move", json!({"direction": {"nested": [[[]]]}})),
        call("move", json!([1e308, -1e308, 1e308])),
        call("move", json!(i64::MIN)),
        call("swap", json!([[0, 0], [0, 99]])),
        call("reorder", json!([])),
        Action::Click { at: far, button: Button::Middle, count: 255, holding: vec!["no-such-key".into()] },
        Action::Click { at: Target::Label(u32::MAX), button: Button::Left, count: 0, holding: vec![] },
        Action::Drag { path: vec![], button: Button::Left, holding: vec![] },
        Action::Scroll { at: far, dx: f64::MAX, dy: f64::MIN },
        Action::Keys { keys: vec![] },
        Action::Keys { keys: vec!["a".into(); 9] },
        Action::KeyUp { key: String::new() },
        Action::Type { text: "\u{0}".into() },
        Action::Type { text: "x".repeat(1_000_000) },
        Action::Shell { command: "exit 3".into(), timeout_secs: Some(f64::NAN) },
        Action::ReadFile { path: String::new() },
        Action::ReadFile { path: "/proc/self/mem".into() },
        Action::ReadFile { path: "no/such/file".into() },
        Action::WriteFile { path: "/etc/passwd".into(), content: "x".into() },
        Action::ListFiles { path: "-rf".into() },
        Action::Navigate { to: Destination::Url("file:///etc/passwd".into()) },
        Action::Zoom { region: Region { x: -1.0, y: f64::NAN, width: 1e9, height: 0.0 } },
        Action::Wait { secs: 0.0 },
        Action::Wait { secs: -1.0 },
    ]
}
