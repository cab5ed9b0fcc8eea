//! The tools of our own: what they are called, what they take, and the actions they are.

use crate::fields::Fields;
use crate::{Space, Tool, View, keys, places, words};
use agon_core::{Action, Button, Call, Region, Surface, Target};
use serde_json::{Map, Value, json};

pub(crate) struct Own {
    pub(crate) name: &'static str,
    /// The surface it is for; `None` for those of every surface but functions.
    pub(crate) surface: Option<Surface>,
    about: &'static str,
    required: Params,
    optional: Params,
}

/// Names of parameters, each with its JSON Schema.
pub(super) type Params = &'static [(&'static str, &'static str)];

const NUMBER: &str = r#"{"type": "number"}"#;
const TEXT: &str = r#"{"type": "string"}"#;
const BUTTON: &str = r#"{"type": "string", "enum": ["left", "middle", "right"]}"#;
const COUNT: &str = r#"{"type": "integer", "minimum": 1, "maximum": 3}"#;
const KEYS: &str = r#"{"type": "array", "items": {"type": "string"}, "maxItems": 10}"#;
pub(super) const AT: Params = &[("x", NUMBER), ("y", NUMBER)];
const FROM_TO: Params = &[("x", NUMBER), ("y", NUMBER), ("to_x", NUMBER), ("to_y", NUMBER)];
const WHEEL: Params = &[("x", NUMBER), ("y", NUMBER), ("dy", NUMBER)];
const AREA: Params = &[("x", NUMBER), ("y", NUMBER), ("width", NUMBER), ("height", NUMBER)];
pub(super) const SCREEN: Option<Surface> = Some(Surface::Screen);
const FILES: Option<Surface> = Some(Surface::Files);

pub(crate) const OWN: &[Own] = &[
    own("click", SCREEN, "Click a place.", AT, &[("button", BUTTON), ("count", COUNT), ("holding", KEYS)]),
    own("double_click", SCREEN, "Click a place twice.", AT, &[]),
    own("move_to", SCREEN, "Move the pointer to a place.", AT, &[]),
    own("drag", SCREEN, "Drag from one place to another.", FROM_TO, &[("button", BUTTON)]),
    own("scroll", SCREEN, "Turn the wheel at a place, in notches; positive is right and down.", WHEEL, &[("dx", NUMBER)]),
    own("type", SCREEN, "Type a text.", &[("text", TEXT)], &[]),
    own("keys", SCREEN, "Press keys together and let go, such as ctrl and s.", &[("keys", KEYS)], &[]),
    own("zoom", SCREEN, "Look at a part of the screen at full resolution.", AREA, &[]),
    own("shell", Some(Surface::Shell), "Run a command in the shell.", &[("command", TEXT)], &[("timeout_secs", NUMBER)]),
    own("read_file", FILES, "Read a file.", &[("path", TEXT)], &[]),
    own("write_file", FILES, "Write a file, in place of what was there.", &[("path", TEXT), ("content", TEXT)], &[]),
    own("list_files", FILES, "List a folder.", &[("path", TEXT)], &[]),
    own("answer", Some(Surface::Answer), "Hand in an answer; the last one counts.", &[("value", TEXT)], &[]),
    own("wait", None, "Let time pass.", &[("secs", NUMBER)], &[]),
    own("done", None, "Say that the task is finished.", &[], &[]),
    own("fail", None, "Say that the task cannot be done, and why.", &[("reason", TEXT)], &[]),
];

pub(super) const fn own(
    name: &'static str,
    surface: Option<Surface>,
    about: &'static str,
    required: Params,
    optional: Params,
) -> Own {
    Own { name, surface, about, required, optional }
}

impl Own {
    /// A place on another tool's grid must not be taken for one in pixels.
    fn refuse_foreign(&self, fields: &Fields<'_>) -> Result<(), String> {
        let Some(name) = FOREIGN.iter().find(|name| self.surface == SCREEN && fields.has(name)) else { return Ok(()) };
        let takes: Vec<&str> = self.required.iter().chain(self.optional).map(|(name, _)| *name).collect();
        let takes = takes.join(", ");
        Err(format!("'{name}' belongs to another computer tool; this one counts pixels of the picture and takes {takes}"))
    }

    pub(crate) fn tool(&self, view: &View) -> Tool {
        // With labels on the screen a place can be named instead.
        let labelled = self.required == AT && !view.labels.is_empty();
        let mut params: Vec<(&str, &str)> = [self.required, self.optional].concat();
        if labelled {
            params.push(("label", r#"{"type": "integer", "description": "the number of a label, instead of x and y"}"#));
        }
        let schema = |text: &str| serde_json::from_str(text).unwrap_or(Value::Null);
        let properties: Map<String, Value> = params.iter().map(|(name, text)| ((*name).to_owned(), schema(text))).collect();
        let required: Vec<&str> = if labelled { Vec::new() } else { self.required.iter().map(|(name, _)| *name).collect() };
        Tool::Schema {
            name: self.name.into(),
            about: self.about.into(),
            schema: json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false}),
        }
    }
}

/// The action of a call, if it calls a tool of ours.
pub(crate) fn read_own(call: &Call, view: &View) -> Option<Result<Action, String>> {
    let own = OWN.iter().find(|own| own.name == call.name)?;
    Some(Fields::new(&call.args).and_then(|fields| {
        own.refuse_foreign(&fields)?;
        action(own.name, &fields, view)
    }))
}

/// Arguments by which calls of other computer tools are known: their tools share names with ours, and count otherwise.
const FOREIGN: [&str; 9] = [
    "intent",
    "safety_decision",
    "magnitude_in_pixels",
    "press_enter",
    "direction",
    "coordinate",
    "scroll_direction",
    "scroll_y",
    "start_coordinate",
];

fn action(name: &str, fields: &Fields<'_>, view: &View) -> Result<Action, String> {
    let pixels = |x: &str, y: &str| fields.place(x, y, Space::Pixels, view);
    Ok(match name {
        "click" => Action::Click {
            at: place(fields, Space::Pixels, view)?,
            button: fields.button("button")?,
            count: count(fields.number_or("count", 1.0)?)?,
            holding: if fields.has("holding") { chord(fields, "holding")? } else { Vec::new() },
        },
        "double_click" => {
            Action::Click { at: place(fields, Space::Pixels, view)?, button: Button::Left, count: 2, holding: Vec::new() }
        }
        "move_to" => Action::Move { to: place(fields, Space::Pixels, view)? },
        "drag" => {
            let path = vec![pixels("x", "y")?, pixels("to_x", "to_y")?];
            Action::Drag { path, button: fields.button("button")?, holding: Vec::new() }
        }
        "scroll" => {
            let (dx, dy) = (fields.number_or("dx", 0.0)?, fields.number_or("dy", 0.0)?);
            Action::Scroll { at: place(fields, Space::Pixels, view)?, dx, dy }
        }
        "type" => Action::Type { text: fields.text("text")? },
        "keys" => Action::Keys { keys: chord(fields, "keys")? },
        "zoom" => {
            let [x, y, width, height] = ["x", "y", "width", "height"].map(|name| fields.number(name));
            let (x, y) = (x?, y?);
            Action::Zoom { region: places::region([x, y, x + width?, y + height?], Space::Pixels, view)? }
        }
        "shell" => Action::Shell { command: fields.text("command")?, timeout_secs: number_field(fields, "timeout_secs")? },
        "read_file" => Action::ReadFile { path: fields.text("path")? },
        "write_file" => Action::WriteFile { path: fields.text("path")?, content: fields.text("content")? },
        "list_files" => Action::ListFiles { path: fields.text("path")? },
        "answer" => Action::Answer { value: fields.get("value").ok_or("'value' is missing")?.clone() },
        "wait" => Action::Wait { secs: words::seconds(fields.number_or("secs", 1.0)?)? },
        "done" => Action::Done,
        _ => Action::Fail { reason: fields.text("reason").unwrap_or_default() },
    })
}

/// A number that may be left out.
pub(super) fn number_field(fields: &Fields<'_>, name: &str) -> Result<Option<f64>, String> {
    fields.has(name).then(|| fields.number(name)).transpose()
}

/// A place by its numbers or by a label.
pub(super) fn place(fields: &Fields<'_>, space: Space, view: &View) -> Result<Target, String> {
    if fields.has("label") { label(fields.number("label")?) } else { fields.place("x", "y", space, view) }
}

fn label(number: f64) -> Result<Target, String> {
    let whole = number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&number);
    whole.then_some(Target::Label(number as u32)).ok_or_else(|| "'label' must be the number of a label".into())
}

/// How often a button is clicked: once, twice or three times.
pub(crate) fn count(number: f64) -> Result<u8, String> {
    match number {
        1.0 => Ok(1),
        2.0 => Ok(2),
        3.0 => Ok(3),
        _ => Err("a place is clicked 1, 2 or 3 times".into()),
    }
}

/// Keys as a list, or as a text with plus signs.
pub(super) fn chord(fields: &Fields<'_>, name: &str) -> Result<Vec<String>, String> {
    let keys = match fields.get(name) {
        Some(Value::String(text)) => keys::chord(text, '+'),
        _ => fields.texts(name)?.iter().map(|key| keys::key(key)).collect(),
    };
    if keys.is_empty() { Err(format!("'{name}' names no key")) } else { Ok(keys) }
}

/// The call that says an action.
pub(crate) fn write_own(action: &Action, view: &View) -> Option<Call> {
    let at = |target: &Target| match target {
        Target::Label(label) => Some(json!({"label": label})),
        Target::Point(point) => Space::Pixels.from_screen(*point, view).map(|(x, y)| json!({"x": x, "y": y})),
    };
    let with = |mut args: Value, more: Value| {
        if let (Some(args), Value::Object(more)) = (args.as_object_mut(), more) {
            args.extend(more);
        }
        args
    };
    Some(match action {
        Action::Click { at: target, button, count, holding } => {
            Call::new("click", with(at(target)?, json!({"button": button, "count": count, "holding": some(holding)})))
        }
        Action::Move { to } => Call::new("move_to", at(to)?),
        Action::Drag { path, button, holding } => {
            let ([from, to], true) = (path.as_slice(), holding.is_empty()) else { return None };
            let (from, to) = (Space::Pixels.write_target(*from, view)?, Space::Pixels.write_target(*to, view)?);
            Call::new("drag", json!({"x": from.0, "y": from.1, "to_x": to.0, "to_y": to.1, "button": button}))
        }
        Action::Scroll { at: target, dx, dy } => Call::new("scroll", with(at(target)?, json!({"dx": dx, "dy": dy}))),
        Action::Type { text } => Call::new("type", json!({"text": text})),
        Action::Keys { keys } => Call::new("keys", json!({"keys": keys})),
        Action::Zoom { region: Region { .. } } => match places::from_screen(action.clone(), Space::Pixels, view)? {
            Action::Zoom { region } => Call::new("zoom", json!(region)),
            _ => return None,
        },
        Action::Shell { command, timeout_secs } => Call::new("shell", json!({"command": command, "timeout_secs": timeout_secs})),
        Action::ReadFile { path } => Call::new("read_file", json!({"path": path})),
        Action::WriteFile { path, content } => Call::new("write_file", json!({"path": path, "content": content})),
        Action::ListFiles { path } => Call::new("list_files", json!({"path": path})),
        Action::Answer { value } => Call::new("answer", json!({"value": value})),
        Action::Wait { secs } => Call::new("wait", json!({"secs": secs})),
        Action::Done => Call::new("done", json!({})),
        Action::Fail { reason } => Call::new("fail", json!({"reason": reason})),
        _ => return None,
    })
}

/// Null instead of an empty list: fields that are null are not there.
pub(super) fn some(list: &[String]) -> Option<&[String]> {
    (!list.is_empty()).then_some(list)
}
