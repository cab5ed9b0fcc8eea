//! What of a reply is an answer: a plain yes or no, or a plain number of points, and nothing else.

use super::prompt::TOOL;
use agon_core::{Scale, YesNo};
use agon_model::{Reply, Stop};
use serde_json::Value;

/// What a judge said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    Word(YesNo),
    Points(u8),
}

/// One call of the tool with one of the two words or with points, or that alone. A reply that also says something else, or was cut off,
/// is no answer: whoever wants to read one out of it would be the judge.
pub(crate) fn read(reply: &Reply, scale: Scale) -> Option<Said> {
    if matches!(reply.stop, Stop::Length | Stop::Refused) {
        return None;
    }
    let mut calls = reply.tool_calls();
    match (calls.next(), calls.next()) {
        (Some(call), None) if call.name == TOOL => {
            let args = call.args.as_object().filter(|args| args.len() == 1)?;
            match args.get(TOOL)? {
                Value::String(text) => said(text, scale),
                Value::Number(number) => said(&number.to_string(), scale),
                _ => None,
            }
        }
        (None, _) => said(reply.text().trim(), scale),
        _ => None,
    }
}

fn said(text: &str, scale: Scale) -> Option<Said> {
    match scale {
        Scale::YesNo => {
            let word = [YesNo::Yes, YesNo::No].into_iter().find(|answer| text.eq_ignore_ascii_case(answer.word()));
            word.map(Said::Word)
        }
        Scale::Points(most) => text.parse().ok().filter(|points| *points <= most).map(Said::Points),
    }
}

/// A reply as the record keeps it.
pub(crate) fn told(reply: &Reply) -> String {
    let calls = reply.tool_calls().map(|call| format!("{}({})", call.name, call.args));
    Some(reply.text()).filter(|text| !text.is_empty()).into_iter().chain(calls).collect::<Vec<_>>().join("\n")
}
