//! What every world must do, whatever it shows. Call [`check`] from the test of each suite.

use agon_core::{Action, Button, Event, Instance, Observation, ObservationRecord, Point, Suite, Target, World};
use serde_json::{Value, json};

/// Opens the instance's world several times and puts it through what agents do by mistake or malice. Returns what does
/// not hold, one sentence each.
pub async fn check(suite: &dyn Suite, instance: &Instance) -> Vec<String> {
    let mut findings = Vec::new();
    match (play(suite, instance, &nonsense()).await, play(suite, instance, &nonsense()).await) {
        (Ok(first), Ok(second)) if first == second => {}
        (Ok(_), Ok(_)) => findings.push("the same actions led to two different traces".into()),
        (Err(problem), _) | (_, Err(problem)) => findings.push(problem),
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

/// Plays actions and returns everything observed and the evidence at the end. Bad actions must be steps, not errors.
async fn play(suite: &dyn Suite, instance: &Instance, actions: &[Action]) -> Result<Vec<Value>, String> {
    let mut world = suite.open(instance).await.map_err(|fault| format!("opening: {fault}"))?;
    let mut trace = vec![seen(&world.observe().await.map_err(|fault| format!("the first look: {fault}"))?)];
    for action in actions {
        let offered = action.surface().is_none_or(|surface| instance.brief.surfaces.contains(&surface));
        if !offered {
            continue;
        }
        let step = world.act(action).await.map_err(|fault| format!("{}: {fault}", action.summary()))?;
        trace.push(json!({"status": step.status, "feedback": step.feedback, "seen": seen(&step.observation)}));
        if step.ended {
            break;
        }
    }
    trace.push(evidence(world.as_mut()).await?);
    let again = evidence(world.as_mut()).await?;
    if trace.last() != Some(&again) {
        return Err("reading the door twice gives two states".into());
    }
    Ok(trace)
}

async fn evidence(world: &mut dyn World) -> Result<Value, String> {
    world.door().evidence().await.map(|evidence| evidence.0).map_err(|fault| format!("the door: {fault}"))
}

fn seen(observation: &Observation) -> Value {
    let record = ObservationRecord::of(observation, true);
    serde_json::to_value(Event::Began { observation: record }).unwrap_or_default()
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
        Action::Click { at: Target::Mark(u32::MAX), button: Button::Left, count: 0, holding: vec![] },
        Action::Drag { path: vec![], button: Button::Left, holding: vec![] },
        Action::Scroll { at: far, dx: f64::MAX, dy: f64::MIN },
        Action::Keys { keys: vec![] },
        Action::KeyUp { key: String::new() },
        Action::Wait { secs: 0.0 },
        Action::Wait { secs: -1.0 },
    ]
}
