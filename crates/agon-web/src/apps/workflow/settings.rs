//! What is set on nodes, compared by what it means: blank is absent, texts are trimmed, expressions go by their meaning, and lists
//! without an order of their own by what they hold.

use super::catalogue::{Data, FieldKind, Kind};
use super::expression::{Equality, canonical};
use serde_json::Value;
use std::collections::BTreeMap;

/// The settings of a node in a form that all of one meaning share, by their keys.
pub(super) type Settings = BTreeMap<String, String>;

pub(super) fn settings(kind: &Kind, data: &Data, equality: Equality) -> Settings {
    let form = |(key, value): (&String, &Value)| {
        let form = match kind.field(key) {
            Some(field) => known(field.kind, value, equality),
            None => other(value),
        };
        form.map(|form| (key.clone(), form))
    };
    data.iter().filter_map(form).collect()
}

/// How two nodes of a kind differ, in words.
pub(super) fn differences(kind: &Kind, expected: &Data, seen: &Data, equality: Equality) -> Vec<String> {
    let (wanted, there) = (settings(kind, expected, equality), settings(kind, seen, equality));
    let keys = wanted.keys().chain(there.keys().filter(|key| !wanted.contains_key(*key)));
    let differs = keys.filter(|key| wanted.get(*key) != there.get(*key));
    let name = |key: &str| kind.field(key).map_or_else(|| key.to_owned(), |field| field.name.clone());
    differs.map(|key| format!("{} is {} instead of {}", name(key), shown(seen.get(key)), shown(expected.get(key)))).collect()
}

/// `None`: it is blank.
fn known(kind: FieldKind, value: &Value, equality: Equality) -> Option<String> {
    let text = |value: &Value| value.as_str().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned);
    match kind {
        FieldKind::Text | FieldKind::Long | FieldKind::Choice => text(value),
        FieldKind::Expression => text(value).map(|text| canonical(&text, equality)),
        FieldKind::Number => value.as_f64().map(|number| number.to_string()),
        FieldKind::Tick => (*value == Value::Bool(true)).then(|| "true".to_owned()),
        FieldKind::Checks => listed(value, &text),
        FieldKind::Pairs => {
            // Names of headers are the same in capitals.
            entries(value, |name, entry| Some(format!("{}: {}", name.trim().to_lowercase(), text(entry).unwrap_or_default())))
        }
        FieldKind::Assignments => entries(value, |name, entry| {
            let entry = text(entry).unwrap_or_default();
            let entry = entry.strip_prefix('=').map_or(entry.clone(), |source| format!("={}", canonical(source, equality)));
            Some(format!("{}: {entry}", name.trim()))
        }),
        FieldKind::Cases => listed(value, &|case| {
            let expression = text(&case["expr"]).map(|source| canonical(&source, equality));
            Some(format!("{}: {}", text(&case["label"]).unwrap_or_default(), expression.unwrap_or_default()))
        }),
        FieldKind::Reducers => listed(value, &|reducer| {
            let part = |key: &str| text(&reducer[key]).unwrap_or_default();
            Some(format!("{} of {} as {}", part("op"), part("field"), part("as")))
        }),
    }
}

fn other(value: &Value) -> Option<String> {
    let is_blank = match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(list) => list.is_empty(),
        Value::Object(map) => map.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    };
    (!is_blank).then(|| value.to_string())
}

/// What a list holds, in no order.
fn listed(value: &Value, form: &dyn Fn(&Value) -> Option<String>) -> Option<String> {
    let mut forms: Vec<String> = value.as_array()?.iter().filter_map(form).collect();
    forms.sort();
    (!forms.is_empty()).then(|| forms.join("\n"))
}

fn entries(value: &Value, form: impl Fn(&str, &Value) -> Option<String>) -> Option<String> {
    let mut forms: Vec<String> = value.as_object()?.iter().filter_map(|(name, entry)| form(name, entry)).collect();
    forms.sort();
    (!forms.is_empty()).then(|| forms.join("\n"))
}

/// A value as it may stand in a report.
fn shown(value: Option<&Value>) -> String {
    const LONGEST: usize = 80;
    let text = match value {
        None | Some(Value::Null) => return "blank".into(),
        Some(Value::String(text)) if text.trim().is_empty() => return "blank".into(),
        Some(Value::String(text)) => format!("{text:?}"),
        Some(value) => value.to_string(),
    };
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
