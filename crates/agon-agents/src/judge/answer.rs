//! What of a reply is an answer: a plain yes or no, and nothing else.

use super::prompt::TOOL;
use agon_core::YesNo;
use agon_model::{Reply, Stop};
use serde_json::Value;

/// One call of the tool with one of the two words, or one of the two words alone. A reply that also says something else, or was cut off,
/// is no answer: whoever wants to read one out of it would be the judge.
pub(super) fn read(reply: &Reply) -> Option<YesNo> {
    if matches!(reply.stop, Stop::Length | Stop::Refused) {
        return None;
    }
    let mut calls = reply.tool_calls();
    match (calls.next(), calls.next()) {
        (Some(call), None) if call.name == TOOL => {
            let args = call.args.as_object().filter(|args| args.len() == 1)?;
            word(args.get(TOOL).and_then(Value::as_str)?)
        }
        (None, _) => word(reply.text().trim()),
        _ => None,
    }
}

fn word(text: &str) -> Option<YesNo> {
    [YesNo::Yes, YesNo::No].into_iter().find(|answer| text.eq_ignore_ascii_case(answer.word()))
}

/// A reply as the record keeps it.
pub(super) fn told(reply: &Reply) -> String {
    let calls = reply.tool_calls().map(|call| format!("{}({})", call.name, call.args));
    Some(reply.text()).filter(|text| !text.is_empty()).into_iter().chain(calls).collect::<Vec<_>>().join("\n")
}
