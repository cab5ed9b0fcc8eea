//! The calls of a recorded sitting: a recorded trial sits again without the network.

use crate::SettingError;
use agon_core::Event;
use agon_model::{CALL_NOTE, RecordedCalls};

/// The calls in the events of a model's attempt. One that cannot be read, or none at all where the model acted, is an
/// error: without them nobody can tell what the model said.
pub fn recorded_calls(events: Vec<Event>) -> Result<RecordedCalls, SettingError> {
    let mut calls = Vec::new();
    let mut acted = false;
    for event in events {
        match event {
            Event::Note { kind, content } if kind == CALL_NOTE => {
                let unreadable = |error| format!("call {} of the record cannot be read: {error}", calls.len() + 1);
                let call = serde_json::from_value(content).map_err(unreadable)?;
                calls.push(call);
            }
            Event::Step(_) => acted = true,
            _ => {}
        }
    }
    if acted && calls.is_empty() {
        return Err("the record holds no call of the model that sat there".to_owned().into());
    }
    Ok(RecordedCalls::new(calls))
}
