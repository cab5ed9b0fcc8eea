//! The record form of the VeriGUI paper: a file a trial with its action log, its observation log and its stages with their results.
//! Each action has the raw events that the paper's recorder would have seen, and the action of its action space that they stand for (its appendix A).

use crate::files;
use crate::{Demonstration, DemosError, Turn};
use agon_core::{Action, Button, Point, STAGE_DONE, Target};
use agon_record::Run;
use serde_json::{Map, Value, json};
use std::path::Path;

/// Writes one trial; its pictures are linked from the record. One that is there already is left as it is.
pub(super) fn write(dataset: &Path, run: &Run, demonstration: &Demonstration) -> Result<(), DemosError> {
    let folder = dataset.join("verigui");
    let path = folder.join(format!("{:06}.json", demonstration.trial));
    if path.exists() {
        return Ok(());
    }
    super::link_pictures(&folder, run, demonstration)?;
    files::write_json(path, &record(demonstration))
}

fn record(demonstration: &Demonstration) -> Value {
    let observation = |(step, seen): (usize, &agon_core::ObservationRecord)| {
        json!({
            "step": step,
            "screenshots": seen.frames.iter().map(super::picture_name).collect::<Vec<_>>(),
            "text": seen.text,
            "tree": seen.tree,
        })
    };
    let seen = demonstration.turns.iter().map(|turn| &turn.observation).chain([&demonstration.last]);
    json!({
        "task": demonstration.instance.id.task,
        "seed": demonstration.instance.id.seed,
        "agent": demonstration.agent,
        "instruct": demonstration.instance.brief.instruction,
        "success": demonstration.passed,
        "sub_tasks": stages(demonstration),
        "actions": (1..).zip(&demonstration.turns).map(|(step, turn)| logged(step, turn)).collect::<Vec<_>>(),
        "observations": seen.enumerate().map(observation).collect::<Vec<_>>(),
    })
}

/// Each stage with the steps that were spent on it, as far as its end was said.
fn stages(demonstration: &Demonstration) -> Vec<Value> {
    let done = |(_, turn): &(usize, &Turn)| matches!(&turn.taken, Action::Call { name, .. } if name == STAGE_DONE);
    let mut ends = (1..).zip(&demonstration.turns).filter(done);
    let mut first = 1;
    let stage = |stage: &agon_core::Stage| {
        let end = ends.next();
        let (last, result) = end.map_or((None, Value::Null), |(step, turn)| (Some(step), result_of(&turn.taken)));
        let from = std::mem::replace(&mut first, last.map_or(demonstration.turns.len(), |last| last + 1));
        json!({ "name": stage.name, "goal": u8::from(stage.passed), "result": result, "first_step": from, "last_step": last })
    };
    demonstration.stages.iter().map(stage).collect()
}

fn result_of(action: &Action) -> Value {
    match action {
        Action::Call { args, .. } => args.get("result").cloned().unwrap_or_else(|| args.clone()),
        Action::Answer { value } => value.clone(),
        _ => Value::Null,
    }
}

fn logged(step: usize, turn: &Turn) -> Value {
    let (events, name, arguments) = mapped(&turn.taken, &turn.points);
    let mut entry = Map::new();
    entry.insert("step".into(), json!(step));
    entry.insert("time_ms".into(), json!(turn.at_ms.round()));
    entry.insert("events".into(), json!(events));
    entry.insert("action".into(), json!(name));
    entry.extend(arguments.as_object().cloned().unwrap_or_default());
    // What the paper's space has no name for can still be repeated from this.
    entry.insert("recorded".into(), json!(turn.taken));
    entry.into()
}

/// Raw events, the action that they are mapped to, and its arguments. What the paper's recorder knows nothing of has no event.
fn mapped(action: &Action, points: &[Point]) -> (Vec<&'static str>, String, Value) {
    let mut labels = points.iter();
    let mut place = |target: &Target| match target {
        Target::Point(point) => json!({ "x": point.x, "y": point.y }),
        _ => labels.next().map_or(Value::Null, |point| json!({ "x": point.x, "y": point.y })),
    };
    let own = |name: &str, arguments: Value| (Vec::new(), name.to_owned(), arguments);
    match action {
        Action::Click { at, button: Button::Right, .. } => {
            (vec!["MOUSE_DOWN", "CONTEXT_MENU", "MOUSE_UP"], "right_click".into(), place(at))
        }
        Action::Click { at, count, .. } => {
            let name = if *count > 1 { "double_click" } else { "left_click" };
            (["MOUSE_DOWN", "MOUSE_UP"].repeat(usize::from(*count).max(1)), name.into(), place(at))
        }
        Action::Press { at, .. } => (vec!["MOUSE_DOWN"], "left_click".into(), place(at)),
        Action::Release { .. } => (vec!["MOUSE_UP"], "none".into(), json!({})),
        Action::Drag { path, .. } => {
            let places: Vec<Value> = path.iter().map(&mut place).collect();
            let ends = json!({ "from": places.first(), "to": places.last() });
            (vec!["MOUSE_DOWN", "MOUSE_DRAG", "MOUSE_UP"], "drag".into(), ends)
        }
        Action::Scroll { at, dx, dy } => {
            let mut arguments = place(at);
            arguments["dx"] = json!(dx);
            arguments["dy"] = json!(dy);
            (vec!["WHEEL"], "scroll".into(), arguments)
        }
        Action::Type { text } => (vec!["INPUT"], "input".into(), json!({ "text": text })),
        Action::Keys { keys } => (vec!["KEY_DOWN"], "key_down".into(), json!({ "key": keys.join("+") })),
        Action::KeyDown { key } => (vec!["KEY_DOWN"], "key_down".into(), json!({ "key": key })),
        Action::Answer { .. } => (vec!["RESULT_STATE"], "result_state".into(), json!({ "result": result_of(action) })),
        Action::Call { name, .. } if name == STAGE_DONE => {
            (vec!["RESULT_STATE"], "result_state".into(), json!({ "result": result_of(action) }))
        }
        Action::Call { name, args } => own("call", json!({ "name": name, "args": args })),
        Action::Move { to } => own("move", place(to)),
        Action::Wait { secs } => own("wait", json!({ "secs": secs })),
        Action::Done => own("done", json!({})),
        Action::Fail { reason } => own("fail", json!({ "reason": reason })),
        _ => own("other", json!({})),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(action: Value) -> (Vec<&'static str>, String, Value) {
        mapped(&serde_json::from_value(action).unwrap(), &[])
    }

    #[test]
    fn actions_have_the_events_that_the_papers_recorder_would_see() {
        let at = json!({ "x": 3.0, "y": 4.0 });
        let click = of(json!({ "kind": "click", "at": { "point": at } }));
        assert_eq!(click, (vec!["MOUSE_DOWN", "MOUSE_UP"], "left_click".into(), at.clone()));
        assert_eq!(of(json!({ "kind": "click", "at": { "point": at }, "button": "right" })).1, "right_click");
        assert_eq!(of(json!({ "kind": "click", "at": { "point": at }, "count": 2 })).0.len(), 4);
        let drag = of(json!({ "kind": "drag", "path": [{ "point": at }, { "point": { "x": 9.0, "y": 4.0 } }] }));
        assert_eq!((drag.0, drag.2["to"]["x"].as_f64()), (vec!["MOUSE_DOWN", "MOUSE_DRAG", "MOUSE_UP"], Some(9.0)));
        assert_eq!(of(json!({ "kind": "scroll", "at": { "point": at }, "dy": 3.0 })).2["dy"], json!(3.0));
        assert_eq!(of(json!({ "kind": "keys", "keys": ["ctrl", "l"] })).2, json!({ "key": "ctrl+l" }));
        assert_eq!(of(json!({ "kind": "type", "text": "oslo" })).1, "input");
        let said = of(json!({ "kind": "call", "name": "stage_done", "args": { "result": "{}" } }));
        assert_eq!((said.0, said.1.as_str(), &said.2["result"]), (vec!["RESULT_STATE"], "result_state", &json!("{}")));
        assert_eq!(of(json!({ "kind": "shell", "command": "ls" })), (vec![], "other".into(), json!({})));
    }
}
