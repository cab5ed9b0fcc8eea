//! A tool for each thing that is done at a desk: the fourteen desktop tools of *Agents' Last Exam* (its Table 5), with a shell, files,
//! an answer and the task's functions beside them. Agents that come over MCP are given these.

use super::own::{AT, Own, Params, SCREEN, chord, count, number_field, own, place, read_own, some, write_own};
use super::{own_tools, read_calls};
use crate::computer::{look, refuse_foreign, while_held};
use crate::fields::{Fields, number};
use crate::{Dialect, Reading, Said, Space, Tool, View, places, words};
use agon_core::{Action, Brief, Call, Region, Surface, Target};
use serde_json::{Map, Value, json};

/// Desktop tools whose places are in one space.
pub struct DesktopTools {
    name: &'static str,
    about: &'static str,
    space: Space,
}

const NUMBER: &str = r#"{"type": "number"}"#;
const TEXT: &str = r#"{"type": "string"}"#;
const SECS: &str = r#"{"type": "number", "minimum": 0}"#;
const BUTTON: &str = r#"{"type": "string", "enum": ["left", "middle", "right"]}"#;
const COUNT: &str = r#"{"type": "integer", "minimum": 1, "maximum": 3, "description": "2 for a double click"}"#;
const DIRECTION: &str = r#"{"type": "string", "enum": ["up", "down", "left", "right"]}"#;
const NOTCHES: &str = r#"{"type": "number", "description": "notches of the wheel; 3 where it is left out"}"#;
const REGION: &str = r#"{"type": "array", "items": {"type": "number"}, "minItems": 4, "maxItems": 4, "description": "left, top, right, bottom of a part to be shown at twice its size"}"#;
const KEYS: &str = r#"{"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 8, "description": "such as ctrl, shift, enter, page_down, f5 or a character"}"#;
const FROM_TO: Params = &[("x", NUMBER), ("y", NUMBER), ("to_x", NUMBER), ("to_y", NUMBER)];
const PLACE: Params = &[("x", NUMBER), ("y", NUMBER), ("button", BUTTON)];

/// Twelve of the fourteen: `wait` is offered with every surface, and `cursor_position` is no action.
const SCREEN_TOOLS: &[Own] = &[
    own("key", SCREEN, "Press keys together and let them go, such as ctrl and c.", &[("keys", KEYS)], &[]),
    own("key_down", SCREEN, "Press keys and hold them. Each key is a step.", &[("keys", KEYS)], &[]),
    own("key_up", SCREEN, "Let go of keys that are held. Each key is a step.", &[("keys", KEYS)], &[]),
    own("type", SCREEN, "Type a text into what has the keyboard.", &[("text", TEXT)], &[]),
    own(
        "hold_key",
        SCREEN,
        "Hold keys for some seconds, then let them go. Pressing, waiting and letting go are a step each.",
        &[("keys", KEYS), ("secs", SECS)],
        &[],
    ),
    own("mouse_move", SCREEN, "Move the pointer to a place.", AT, &[]),
    own("click", SCREEN, "Click a place.", AT, &[("button", BUTTON), ("count", COUNT), ("holding", KEYS)]),
    own("drag", SCREEN, "Drag from one place to another.", FROM_TO, &[("button", BUTTON)]),
    own("mouse_down", SCREEN, "Press a button and hold it, at a place or where the pointer is.", &[], PLACE),
    own("mouse_up", SCREEN, "Let go of a button, at a place or where the pointer is.", &[], PLACE),
    own(
        "scroll",
        SCREEN,
        "Turn the wheel, at a place or where the pointer is.",
        &[("direction", DIRECTION)],
        &[("amount", NOTCHES), ("x", NUMBER), ("y", NUMBER)],
    ),
    own("screenshot", SCREEN, "Look at the screen. Every other tool shows it too.", &[], &[("region", REGION)]),
];

const BASH: Own =
    own("bash", Some(Surface::Shell), "Run a command in the shell.", &[("command", TEXT)], &[("timeout_secs", SECS)]);

impl DesktopTools {
    /// Places in pixels of the picture.
    pub const PIXELS: Self = Self {
        name: "desktop-tools",
        about: "a tool for each desktop action (key, click, drag …), bash and files; places in pixels",
        space: Space::Pixels,
    };
    /// Places in thousandths of the picture.
    pub const THOUSAND: Self = Self {
        name: "desktop-tools-thousand",
        about: "a tool for each desktop action (key, click, drag …), bash and files; places from 0 to 1000",
        space: Space::Thousand,
    };

    /// What the numbers of a place mean, in words.
    pub fn places(&self, view: &View) -> String {
        self.space.words(view)
    }

    /// The space that places are in.
    pub fn space(&self) -> Space {
        self.space
    }

    fn actions(&self, name: &str, fields: &Fields<'_>, view: &View) -> Result<Vec<Action>, String> {
        let at = || place(fields, self.space, view);
        let keys = || chord(fields, "keys");
        // A place that is left out is where the pointer is.
        let here = || match view.pointer {
            Some(pointer) if !fields.has("x") && !fields.has("y") => Ok(pointer),
            None if !fields.has("x") && !fields.has("y") => {
                Err("say where, in 'x' and 'y': the pointer was not moved yet".into())
            }
            _ => at(),
        };
        let alone = |action| Ok(vec![action]);
        match name {
            "key" => alone(Action::Keys { keys: keys()? }),
            "key_down" => Ok(keys()?.into_iter().map(|key| Action::KeyDown { key }).collect()),
            "key_up" => Ok(keys()?.into_iter().map(|key| Action::KeyUp { key }).collect()),
            "type" => alone(Action::Type { text: fields.text("text")? }),
            "hold_key" => Ok(while_held(keys()?, Action::Wait { secs: words::seconds(fields.number("secs")?)? })),
            "mouse_move" => alone(Action::Move { to: at()? }),
            "click" => alone(Action::Click {
                at: at()?,
                button: fields.button("button")?,
                count: count(fields.number_or("count", 1.0)?)?,
                holding: if fields.has("holding") { chord(fields, "holding")? } else { Vec::new() },
            }),
            "drag" => {
                let point = |x: &str, y: &str| fields.place(x, y, self.space, view);
                let path = vec![point("x", "y")?, point("to_x", "to_y")?];
                alone(Action::Drag { path, button: fields.button("button")?, holding: Vec::new() })
            }
            "mouse_down" => alone(Action::Press { at: here()?, button: fields.button("button")? }),
            "mouse_up" => alone(Action::Release { at: here()?, button: fields.button("button")? }),
            "scroll" => {
                let amount = fields.number_or("amount", DEFAULT_NOTCHES)?;
                let (dx, dy) = match fields.text("direction")?.as_str() {
                    "up" => (0.0, -amount),
                    "down" => (0.0, amount),
                    "left" => (-amount, 0.0),
                    "right" => (amount, 0.0),
                    other => return Err(format!("there is no direction '{}'", crate::text::short(other))),
                };
                alone(Action::Scroll { at: here()?, dx: dx + 0.0, dy: dy + 0.0 })
            }
            "screenshot" if fields.has("region") => alone(Action::Zoom { region: self.region(fields, view)? }),
            "screenshot" => alone(look()),
            "bash" => {
                let command = fields.text("command")?;
                alone(Action::Shell { command, timeout_secs: number_field(fields, "timeout_secs")? })
            }
            _ => Err("there is no such tool here".into()),
        }
    }

    fn region(&self, fields: &Fields<'_>, view: &View) -> Result<Region, String> {
        let corners = fields.get("region").and_then(Value::as_array).map(|items| items.iter().map(number).collect::<Vec<_>>());
        match corners.as_deref() {
            Some([Some(left), Some(top), Some(right), Some(bottom)]) => {
                places::region([*left, *top, *right, *bottom], self.space, view)
            }
            _ => Err("'region' must be four numbers, [left, top, right, bottom]".into()),
        }
    }

    fn written(&self, action: &Action, view: &View) -> Option<Call> {
        let at = |target: &Target| -> Option<Map<String, Value>> {
            let place = match target {
                Target::Label(label) => json!({"label": label}),
                Target::Point(point) => self.space.from_screen(*point, view).map(|(x, y)| json!({"x": x, "y": y}))?,
            };
            place.as_object().cloned()
        };
        let call = |name: &str, mut args: Map<String, Value>, more: Value| {
            args.extend(more.as_object().cloned().unwrap_or_default());
            Some(Call::new(name, args))
        };
        // A place by its label is a click's or a move's.
        let point = |target: &Target| at(target).filter(|_| matches!(target, Target::Point(_)));
        match action {
            Action::Keys { keys } => Some(Call::new("key", json!({"keys": keys}))),
            Action::KeyDown { key } => Some(Call::new("key_down", json!({"keys": [key]}))),
            Action::KeyUp { key } => Some(Call::new("key_up", json!({"keys": [key]}))),
            Action::Type { text } => Some(Call::new("type", json!({"text": text}))),
            Action::Move { to } => call("mouse_move", at(to)?, json!({})),
            Action::Click { at: target, button, count, holding } => {
                call("click", at(target)?, json!({"button": button, "count": count, "holding": some(holding)}))
            }
            Action::Press { at, button } => call("mouse_down", point(at)?, json!({"button": button})),
            Action::Release { at, button } => call("mouse_up", point(at)?, json!({"button": button})),
            Action::Drag { path, button, holding } => {
                let ([from, to], true) = (path.as_slice(), holding.is_empty()) else { return None };
                let (from, to) = (self.space.write_target(*from, view)?, self.space.write_target(*to, view)?);
                let args = json!({"x": from.0, "y": from.1, "to_x": to.0, "to_y": to.1, "button": button});
                Some(Call::new("drag", args))
            }
            Action::Scroll { at, dx, dy } => {
                let (direction, amount) = match (*dx, *dy) {
                    (0.0, dy) if dy >= 0.0 => ("down", dy),
                    (0.0, dy) => ("up", -dy),
                    (dx, 0.0) if dx > 0.0 => ("right", dx),
                    (dx, 0.0) => ("left", -dx),
                    _ => return None,
                };
                call("scroll", point(at)?, json!({"direction": direction, "amount": amount}))
            }
            Action::Zoom { .. } => match places::from_screen(action.clone(), self.space, view)? {
                // A part that is smaller than the space can tell has no words.
                Action::Zoom { region: Region { x, y, width, height } } if width > 0.0 && height > 0.0 => {
                    Some(Call::new("screenshot", json!({"region": [x, y, x + width, y + height]})))
                }
                _ => None,
            },
            Action::Shell { command, timeout_secs } => {
                Some(Call::new("bash", json!({"command": command, "timeout_secs": timeout_secs})))
            }
            Action::Navigate { .. } => None,
            // A function by the name of a tool could not be told apart.
            Action::Call { name, args } => {
                let is_clear = view.functions.contains(name) || !is_tool(name);
                is_clear.then(|| Call::new(name, args.clone()))
            }
            other => write_own(other, view),
        }
    }
}

/// What other tools of the field scroll by, if nobody says how far.
const DEFAULT_NOTCHES: f64 = 3.0;

/// The tools of our own that are offered beside those of a desk.
const BESIDE: [&str; 7] = ["read_file", "write_file", "list_files", "answer", "wait", "done", "fail"];

fn is_tool(name: &str) -> bool {
    name == BASH.name || BESIDE.contains(&name) || SCREEN_TOOLS.iter().any(|tool| tool.name == name)
}

impl Dialect for DesktopTools {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn teach(&self, brief: &Brief, view: &View) -> String {
        let mut text = "Act by calling exactly one of the tools you are given. Nothing happens without a call.".to_owned();
        if brief.surfaces.contains(&Surface::Screen) {
            text += &format!(" Coordinates are {}.", self.space.words(view));
        }
        text
    }

    fn tools(&self, brief: &Brief, view: &View) -> Vec<Tool> {
        let taken = |name: &str| brief.functions.iter().any(|function| function.name == name);
        let offered = |tool: &&Own| tool.surface.is_some_and(|surface| brief.surfaces.contains(&surface)) && !taken(tool.name);
        let mut tools: Vec<Tool> = brief.functions.iter().cloned().map(Tool::Function).collect();
        tools.extend(SCREEN_TOOLS.iter().chain([&BASH]).filter(offered).map(|tool| tool.tool(view)));
        let beside = |surface| !matches!(surface, Some(Surface::Screen | Surface::Shell));
        tools.extend(own_tools(brief, view, beside));
        tools
    }

    fn read(&self, said: &Said, view: &View) -> Reading {
        read_calls(said, view, |call, view| match call.name.as_str() {
            name if view.functions.iter().any(|function| function == name) => Ok(vec![call.clone().into()]),
            "cursor_position" => Err("the pointer's place is not told; look for it on the screenshot".into()),
            name if BESIDE.contains(&name) => read_own(call, view).transpose().map(|action| action.into_iter().collect()),
            name if is_tool(name) => self.actions(name, &Fields::new(&call.args)?, view),
            // A name that no set of tools has is the world's to answer.
            _ => refuse_foreign(call).map(|()| vec![call.clone().into()]),
        })
    }

    fn write(&self, actions: &[Action], view: &View) -> Option<Said> {
        actions.iter().map(|action| self.written(action, view)).collect::<Option<Vec<Call>>>().map(Said::calls)
    }
}

#[cfg(test)]
#[path = "desktop_tests.rs"]
mod tests;
