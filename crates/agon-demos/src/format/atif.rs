//! ATIF 1.7, the trajectory form of Harbor: a file a trial, pictures beside it. What the agent saw first is the step of the user, and each
//! of its actions is a step with one tool call and what came of it.

use crate::files;
use crate::{Demonstration, DemosError, Turn};
use agon_core::{Action, ObservationRecord};
use agon_record::Run;
use serde_json::{Map, Value, json};
use std::path::Path;

const VERSION: &str = "ATIF-v1.7";

/// Writes one trial; its pictures are linked from the record. One that is there already is left as it is.
pub(super) fn write(dataset: &Path, run: &Run, demonstration: &Demonstration) -> Result<(), DemosError> {
    let folder = dataset.join("atif");
    let path = folder.join(format!("{:06}.json", demonstration.trial));
    if path.exists() {
        return Ok(());
    }
    super::link_pictures(&folder, run, demonstration)?;
    files::write_json(path, &trajectory(run, demonstration))
}

fn trajectory(run: &Run, demonstration: &Demonstration) -> Value {
    let entry = run.manifest().agents.iter().find(|entry| entry.label == demonstration.agent);
    let model = entry.and_then(|entry| entry.settings.get("model")).and_then(Value::as_str);
    let agent = without_nulls(json!({
        "name": demonstration.agent,
        "version": entry.map_or("", |entry| entry.version.as_str()),
        "model_name": model,
    }));
    let usage = &demonstration.totals.usage;
    let mut steps = vec![json!({ "step_id": 1, "source": "user", "message": first(demonstration) })];
    steps.extend((2..).zip(&demonstration.turns).map(|(id, turn)| step(id, turn, after(demonstration, id - 2))));
    json!({
        "schema_version": VERSION,
        "session_id": format!("{}-{}", run.manifest().config_hash, demonstration.trial),
        "agent": agent,
        "steps": steps,
        "final_metrics": without_nulls(json!({
            "total_prompt_tokens": usage.tokens_in,
            "total_completion_tokens": usage.tokens_out,
            "total_cached_tokens": usage.tokens_cached,
            "total_cost_usd": usage.cost_usd,
            "total_steps": demonstration.turns.len() + 1,
        })),
        "extra": {
            "instance": demonstration.instance.id.to_string(),
            "repeat": demonstration.repeat,
            "score": demonstration.score,
            "passed": demonstration.passed,
            "stages": demonstration.stages,
        },
    })
}

/// The brief, and what was to be seen before the first action.
fn first(demonstration: &Demonstration) -> Vec<Value> {
    let mut parts = vec![text_part(&demonstration.instance.brief.prompt())];
    let seen = demonstration.turns.first().map_or(&demonstration.last, |turn| &turn.observation);
    parts.extend(seen_parts(seen, None));
    parts
}

/// What was to be seen after a turn, and what the agent was told with it.
fn after(demonstration: &Demonstration, turn: usize) -> (Option<&str>, &ObservationRecord) {
    match demonstration.turns.get(turn + 1) {
        Some(next) => (Some(&next.message), &next.observation),
        None => (None, &demonstration.last),
    }
}

fn step(id: usize, turn: &Turn, (message, seen): (Option<&str>, &ObservationRecord)) -> Value {
    let call = format!("call_{}", id - 1);
    let (name, arguments) = function_of(&turn.taken);
    let result = json!({ "source_call_id": call, "content": seen_parts(seen, message) });
    json!({
        "step_id": id,
        "source": "agent",
        "message": turn.action,
        "tool_calls": [{ "tool_call_id": call, "function_name": name, "arguments": arguments }],
        "observation": { "results": [result] },
    })
}

/// A call by its own name, any other action by its kind.
pub(super) fn function_of(action: &Action) -> (String, Map<String, Value>) {
    let object = |value: Value| match value {
        Value::Object(map) => map,
        other => Map::from_iter([("args".to_owned(), other)]),
    };
    if let Action::Call { name, args } = action {
        return (name.clone(), object(args.clone()));
    }
    let mut fields = serde_json::to_value(action).map(object).unwrap_or_default();
    let kind = fields.remove("kind").and_then(|kind| kind.as_str().map(str::to_owned));
    (kind.unwrap_or_else(|| "action".into()), fields)
}

fn seen_parts(seen: &ObservationRecord, message: Option<&str>) -> Vec<Value> {
    let texts = message.into_iter().chain(seen.text.as_deref()).filter(|text| !text.is_empty()).map(text_part);
    let pictures = seen.frames.iter().map(|frame| {
        let source = json!({ "media_type": super::media_type(frame), "path": super::picture_name(frame) });
        json!({ "type": "image", "source": source })
    });
    texts.chain(pictures).collect()
}

fn text_part(text: &str) -> Value {
    json!({ "type": "text", "text": text })
}

fn without_nulls(mut object: Value) -> Value {
    if let Some(map) = object.as_object_mut() {
        map.retain(|_, value| !value.is_null());
    }
    object
}
