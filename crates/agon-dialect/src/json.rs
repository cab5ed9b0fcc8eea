//! JSON objects: `{"name": "move", "args": {"direction": 0}}` for functions, `{"kind": "click", …}` for everything else.

use crate::text::{Found, clipped, closing, scan, spoken, stated};
use crate::{Dialect, MAX_ACTIONS, Policy, Reading, Said, Space, View, places};
use agon_core::{Action, Brief, Call, Surface};
use serde_json::{Map, Value, json};

/// One JSON object an action, on a line of its own, alone, in a list or in a fence.
pub struct Json;

impl Dialect for Json {
    fn name(&self) -> &'static str {
        "json"
    }

    fn about(&self) -> &'static str {
        "one JSON object with a function's name and arguments, or with the kind of an action"
    }

    fn teach(&self, brief: &Brief, view: &View) -> String {
        let mut parts = Vec::new();
        if !brief.functions.is_empty() {
            let sentence = "Think as long as you like, then end your answer with exactly one call on a line of its own, written as a \
                            JSON object with the name of the function and its args:";
            parts.push(brief.written_as(sentence, |call| json!({"name": call.name, "args": call.args}).to_string()));
        }
        let mut kinds: Vec<&str> =
            FORMS.iter().filter(|(surface, _)| brief.surfaces.contains(surface)).flat_map(|(_, forms)| *forms).copied().collect();
        if !kinds.is_empty() {
            kinds.extend(ALWAYS);
            let mut text =
                "End your answer with exactly one action on a line of its own, written as a JSON object of one of these forms:\n- "
                    .to_owned();
            text += &kinds.join("\n- ");
            if brief.surfaces.contains(&Surface::Screen) {
                text += &format!("\nCoordinates are {}.", Space::Pixels.words(view));
            }
            if !view.labels.is_empty() {
                text += "\nInstead of a point you can name a label: {\"kind\": \"click\", \"at\": {\"label\": 3}}";
            }
            parts.push(text);
        }
        parts.join("\n\n")
    }

    fn several(&self) -> Policy {
        Policy::Last
    }

    fn read(&self, said: &Said, view: &View) -> Reading {
        let text = spoken(&said.text);
        // Data is no action wherever it stands, so it is left out before lines are looked at.
        let meant =
            found_values(text).into_iter().filter_map(|Found { span, value }| Some(Found { span, value: meant(value, 0)? }));
        let mut actions = Vec::new();
        for action in stated(text, meant.collect()) {
            match action {
                Ok(found) => actions.extend(found),
                Err(problem) => return Reading::problem(problem),
            }
        }
        if actions.is_empty() {
            return Reading::problem("it holds no JSON object of the form {\"name\": …, \"args\": …} on a line of its own");
        }
        let placed: Result<Vec<Action>, String> =
            actions.into_iter().map(|action| places::to_screen(action, Space::Pixels, view)).collect();
        match placed {
            Ok(actions) => Reading::grouped(actions.into_iter().map(|action| vec![action]).collect()),
            Err(problem) => Reading::problem(problem),
        }
    }

    fn write(&self, actions: &[Action], view: &View) -> Option<Said> {
        let line = |action: &Action| match places::from_screen(action.clone(), Space::Pixels, view)? {
            Action::Call { name, args } => Some(json!({"name": name, "args": args}).to_string()),
            Action::Text { .. } | Action::Unread { .. } => None,
            other => serde_json::to_string(&other).ok(),
        };
        let lines: Option<Vec<String>> = actions.iter().map(line).collect();
        Some(Said::text(lines?.join("\n")))
    }
}

const FORMS: &[(Surface, &[&str])] = &[
    (
        Surface::Screen,
        &[
            r#"{"kind": "click", "at": {"point": {"x": 40, "y": 30}}, "button": "left", "count": 1}"#,
            r#"{"kind": "move", "to": {"point": {"x": 40, "y": 30}}}"#,
            r#"{"kind": "drag", "path": [{"point": {"x": 40, "y": 30}}, {"point": {"x": 90, "y": 30}}]}"#,
            r#"{"kind": "scroll", "at": {"point": {"x": 40, "y": 30}}, "dx": 0, "dy": 3} (notches; positive is right and down)"#,
            r#"{"kind": "type", "text": "hello"}"#,
            r#"{"kind": "keys", "keys": ["ctrl", "s"]}"#,
        ],
    ),
    (Surface::Shell, &[r#"{"kind": "shell", "command": "ls"}"#]),
    (
        Surface::Files,
        &[
            r#"{"kind": "read_file", "path": "notes.txt"}"#,
            r#"{"kind": "write_file", "path": "notes.txt", "content": "hello"}"#,
            r#"{"kind": "list_files", "path": "notes"}"#,
        ],
    ),
    (Surface::Answer, &[r#"{"kind": "answer", "value": 42}"#]),
];
const ALWAYS: [&str; 3] =
    [r#"{"kind": "wait", "secs": 2}"#, r#"{"kind": "done"}"#, r#"{"kind": "fail", "reason": "there is no such file"}"#];

/// The actions a value means: `None` if it is data like any other, an error if it is meant as one and cannot be.
fn meant(value: Value, depth: usize) -> Option<Result<Vec<Action>, String>> {
    match value {
        // A list counts only if all of it is actions.
        Value::Array(items) if depth < MAX_DEPTH && !items.is_empty() => {
            let found: Option<Vec<_>> = items.into_iter().take(MAX_ACTIONS + 1).map(|item| meant(item, depth + 1)).collect();
            Some(found?.into_iter().collect::<Result<Vec<_>, _>>().map(|lists| lists.concat()))
        }
        Value::Object(mut map) => {
            if let Some(kind) = map.get("kind").and_then(Value::as_str) {
                if !KINDS.contains(&kind) {
                    return None;
                }
                let kind = kind.to_owned();
                let action = serde_json::from_value(Value::Object(map));
                let action = action.map_err(|error| clipped(&format!("{kind} is not written so: {error}"), 200));
                return Some(action.map(|action| vec![action]));
            }
            for list in ["actions", "tool_calls", "action", "function", "tool_call"] {
                if depth < MAX_DEPTH && map.get(list).is_some_and(|value| value.is_array() || value.is_object()) {
                    return meant(map.remove(list)?, depth + 1);
                }
            }
            call(map).map(|call| Ok(vec![Action::from(call)]))
        }
        _ => None,
    }
}

const MAX_DEPTH: usize = 3;
/// What may be asked for by its kind. `text` and `unread` may not: they are what the loop makes of a reply, and a model that
/// wrote them itself would escape being counted.
const KINDS: [&str; 21] = [
    "call",
    "move",
    "click",
    "press",
    "release",
    "drag",
    "scroll",
    "type",
    "keys",
    "key_down",
    "key_up",
    "shell",
    "read_file",
    "write_file",
    "list_files",
    "navigate",
    "wait",
    "zoom",
    "answer",
    "done",
    "fail",
];

/// A function and its arguments. A name needs arguments beside it, or nothing: an object with a name and an age is a person.
fn call(mut map: Map<String, Value>) -> Option<Call> {
    map.retain(|key, _| !ASIDES.contains(&key.to_lowercase().as_str()));
    let named = ["name", "action", "function", "tool"].into_iter().find(|key| map.get(*key).is_some_and(Value::is_string))?;
    let Some(Value::String(name)) = map.shift_remove(named) else { return None };
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    if name.is_empty() || name.len() > MAX_NAME_BYTES || !name.chars().all(is_name) {
        return None;
    }
    for key in ["args", "arguments", "parameters", "params", "input", "kwargs", "action_input"] {
        match map.shift_remove(key) {
            // Some servers send arguments as the text of an object.
            Some(Value::String(text)) if text.trim_start().starts_with('{') => {
                let args = serde_json::from_str(&text).unwrap_or(Value::String(text));
                return Some(Call { name, args });
            }
            Some(args) => return Some(Call { name, args }),
            None => {}
        }
    }
    match (named, map.is_empty()) {
        (_, true) => Some(Call { name, args: Value::Null }),
        // {"action": "move", "direction": 0}
        ("action", false) => Some(Call { name, args: Value::Object(map) }),
        _ => None,
    }
}

/// What models put beside a call to explain it.
const ASIDES: [&str; 9] =
    ["thought", "thoughts", "thinking", "reasoning", "reason", "explanation", "rationale", "observation", "plan"];
const MAX_NAME_BYTES: usize = 64;

/// Every object and list of objects in a text, and where each stands.
pub(crate) fn found_values(text: &str) -> Vec<Found<Value>> {
    scan(text, ['{', '['], opens_objects, value_at)
}

/// Python's way of writing is tried on shorter texts only: it is slower, and nobody writes files in it.
const MAX_LITERAL_BYTES: usize = 32 * 1024;

fn opens_objects(text: &str, open: usize) -> bool {
    let rest = text[open + 1..].trim_start();
    if text[open..].starts_with('{') { rest.starts_with(['"', '\'', '}']) } else { rest.starts_with('{') }
}

/// The value that begins here and where it ends: JSON, or as Python writes it (single quotes, trailing commas, True).
fn value_at(text: &str, open: usize) -> Option<(Value, usize)> {
    let mut stream = serde_json::Deserializer::from_str(&text[open..]).into_iter::<Value>();
    if let Some(Ok(value)) = stream.next() {
        return Some((value, open + stream.byte_offset()));
    }
    let end = closing(text, open, MAX_LITERAL_BYTES)?;
    let literal = format!("('literal', {})", &text[open..end]);
    Some((literal.parse::<Call>().ok()?.args, end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::{Button, Point, Target};
    use proptest::prelude::*;

    fn read(text: &str) -> Vec<Action> {
        Json.read(&Said::text(text), &View::screen(1920, 1080)).actions
    }

    #[test]
    fn calls_are_found_wherever_models_put_them() {
        let right = vec![Action::from(Call::new("move", json!({"direction": 0})))];
        for text in [
            r#"{"name": "move", "args": {"direction": 0}}"#,
            "I see {a wall}.\n```json\n{\"name\": \"move\", \"arguments\": {\"direction\": 0}}\n```\nThat is all.",
            r#"{"thought": "right", "action": {"name": "move", "args": {"direction": 0}}}"#,
            r#"{"action": "move", "direction": 0}"#,
            r#"{"action": "move", "action_input": {"direction": 0}, "reason": "free"}"#,
            r#"{'name': 'move', 'args': {'direction': 0,},}"#,
            r#"{"function": {"name": "move", "arguments": "{\"direction\": 0}"}}"#,
            r#"{"tool_calls": [{"id": "1", "type": "function", "function": {"name": "move", "arguments": "{\"direction\": 0}"}}]}"#,
            r#"[{"name": "move", "args": {"direction": 0}}]"#,
            r#"<think>{"name": "move", "args": {"direction": 3}}</think>{"name": "move", "args": {"direction": 0}}"#,
        ] {
            assert_eq!(read(text), right, "{text}");
        }
        let weighed = "{\"name\": \"stop\"} would be wrong now.\n\n{\"name\": \"move\", \"args\": {\"direction\": 0}}";
        assert_eq!(read(weighed), right);
        assert_eq!(read("I will not say {\"name\": \"stop\"} before I am there."), []);
        assert_eq!(read("{\n  \"name\": \"move\",\n  \"args\": {\"direction\": 0}\n}"), right);
        assert_eq!(read(r#"{"name": "stop"}"#), [Action::from(Call::new("stop", Value::Null))]);
        assert_eq!(read(r#"[{"name": "a"}, {"name": "b"}] and {"name": "c"}"#).len(), 3);
    }

    #[test]
    fn our_own_actions_are_read_in_the_pixels_of_the_picture() {
        let view = View { sent: Some((960, 540)), ..View::screen(1920, 1080) };
        let said = Said::text(r#"Here: {"kind": "click", "at": {"point": {"x": 10, "y": 20}}, "button": "right"}"#);
        let at = Target::Point(Point { x: 20.0, y: 40.0 });
        let click = Action::Click { at, button: Button::Right, count: 1, holding: vec![] };
        assert_eq!(Json.read(&said, &view).actions, [click]);
        assert_eq!(read(r#"{"kind":"done"}"#), [Action::Done]);
        let problem = |text: &str| Json.read(&Said::text(text), &view).problem.unwrap();
        assert!(problem(r#"{"kind": "click"}"#).contains("missing field"));
        assert!(problem(r#"{"kind": "click", "at": {"point": {"x": 1000, "y": 20}}}"#).contains("outside"));
    }

    #[test]
    fn data_is_not_an_action() {
        for text in [
            r#"{"name": "Ann", "age": 3}"#,
            r#"{"action": "Click on the big button", "x": 1}"#,
            r#"{"kind": "fruit"}"#,
            r#"{"kind": "unread", "text": "hello", "problem": "none at all"}"#,
            r#"{"kind": "text", "text": "('move', 0)"}"#,
            r#"[{"x": 1}, {"y": 2}]"#,
            r#"[{"name": "move", "args": 0}, {"x": 1}]"#,
            r#"{"move": 0}"#,
            "move(0)",
            r#"{"name": "move", "args": {"direction": 0}"#,
        ] {
            assert_eq!(read(text), [], "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(name in "[a-z_]{1,12}", number in any::<i32>(), text in ".{0,40}", x in 0_u16..1920, y in 0_u16..1080) {
            let at = Target::Point(Point { x: x.into(), y: y.into() });
            let actions = vec![
                Action::Call { name, args: json!({"number": number, "text": text}) },
                Action::Click { at, button: Button::Left, count: 2, holding: vec!["ctrl".into()] },
                Action::Drag { path: vec![at, Target::Label(4)], button: Button::Left, holding: vec![] },
                Action::WriteFile { path: text.clone(), content: text.clone() },
                Action::Answer { value: json!([text, number]) },
            ];
            let view = View::screen(1920, 1080);
            let said = Json.write(&actions, &view).unwrap();
            prop_assert_eq!(Json.read(&said, &view), Reading::actions(actions));
        }

        #[test]
        fn nothing_panics(text in "[{}\\[\\]\",:'\\\\a-z0-9é \n]{0,300}") {
            let _ = read(&text);
        }
    }
}
