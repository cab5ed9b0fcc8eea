//! What differs between two runs' configurations.

use crate::protocol::ChangeRow;
use serde_json::Value;

/// What every two runs differ in, and what says nothing about how they were set up; agents stand in the manifest twice.
const LEFT_OUT: [&str; 4] = ["name", "created", "config_hash", "config.agents"];

/// Every place at which two manifests differ, by its path.
pub(crate) fn differences(first: &Value, second: &Value) -> Vec<ChangeRow> {
    let mut found = Vec::new();
    compare("", Some(first), Some(second), &mut found);
    found.retain(|change| !LEFT_OUT.iter().any(|path| is_at(&change.path, path)));
    found
}

fn compare(path: &str, first: Option<&Value>, second: Option<&Value>, found: &mut Vec<ChangeRow>) {
    if first == second {
        return;
    }
    let (of_first, of_second) = (parts(first), parts(second));
    // What is a list of parts on one side and a value on the other is told whole.
    let (Some(of_first), Some(of_second)) = (of_first, of_second) else {
        let text = |value: Option<&Value>| value.map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned));
        found.push(ChangeRow { path: path.into(), first: text(first), second: text(second) });
        return;
    };
    let find = |parts: &[(String, &Value)], name: &str| parts.iter().position(|(known, _)| known == name);
    for (name, value) in &of_first {
        let other = find(&of_second, name).map(|place| of_second[place].1);
        compare(&joined(path, name), Some(value), other, found);
    }
    for (name, value) in of_second.iter().filter(|(name, _)| find(&of_first, name).is_none()) {
        compare(&joined(path, name), None, Some(value), found);
    }
}

/// The named parts of a value: fields of an object, or things in a list that have names of their own.
fn parts(value: Option<&Value>) -> Option<Vec<(String, &Value)>> {
    match value? {
        Value::Object(fields) => Some(fields.iter().map(|(name, value)| (name.clone(), value)).collect()),
        Value::Array(values) => {
            let name = |value: &Value| Some(value.get("label").or_else(|| value.get("name"))?.as_str()?.to_owned());
            values.iter().map(|value| Some((name(value)?, value))).collect()
        }
        _ => None,
    }
}

/// Whether a path is this one, or below it.
fn is_at(path: &str, other: &str) -> bool {
    path.strip_prefix(other).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

fn joined(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn differences_are_named_by_their_paths() {
        let first = json!({"name": "a", "agents": [{"label": "m", "settings": {"t": 0, "same": 1}}, {"label": "gone"}], "config": {"tasks": ["x"], "agents": [{"label": "m"}]}});
        let second = json!({"name": "b", "agents": [{"label": "m", "settings": {"t": 1, "same": 1, "new": "n"}}], "config": {"tasks": ["x", "y"], "agents": []}});
        let found: Vec<String> = differences(&first, &second)
            .into_iter()
            .map(|change| format!("{}: {:?} {:?}", change.path, change.first, change.second))
            .collect();
        let expected = [
            r#"agents.m.settings.t: Some("0") Some("1")"#,
            r#"agents.m.settings.new: None Some("n")"#,
            r#"agents.gone: Some("{\"label\":\"gone\"}") None"#,
            r#"config.tasks: Some("[\"x\"]") Some("[\"x\",\"y\"]")"#,
        ];
        assert_eq!(found, expected);
        assert_eq!(differences(&first, &first).len(), 0);
    }
}
