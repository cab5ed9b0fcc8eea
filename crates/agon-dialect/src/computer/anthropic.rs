//! Anthropic's computer tool: xdotool's keys, notches, and pixels of the display size that the tool announces.

use super::{beside, ends, look, other_call, other_written, while_held};
use crate::fields::{Fields, number};
use crate::keys::{Spelling, chord, spelled};
use crate::text::short;
use crate::tools::read_calls;
use crate::{Dialect, Reading, Said, Space, Tool, View, places, words};
use agon_core::{Action, Brief, Button, Call, Region, Surface, Target};
use serde_json::{Value, json};

pub struct AnthropicComputer {
    name: &'static str,
    about: &'static str,
    /// The tool's type, which names its version.
    tool: &'static str,
    has_zoom: bool,
}

impl AnthropicComputer {
    pub const NOVEMBER_2025: Self = Self {
        name: "anthropic-computer-2025-11",
        about: "Anthropic's computer tool computer_20251124, which can zoom, for models before Claude 5.5",
        tool: "computer_20251124",
        has_zoom: true,
    };
    pub const JANUARY_2025: Self = Self {
        name: "anthropic-computer-2025-01",
        about: "Anthropic's computer tool computer_20250124, for older models",
        tool: "computer_20250124",
        has_zoom: false,
    };
}

impl Dialect for AnthropicComputer {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn teach(&self, brief: &Brief, _: &View) -> String {
        format!("Act by calling exactly one tool. Each call is answered with a new screenshot. {}", ends(brief))
    }

    fn tools(&self, brief: &Brief, view: &View) -> Vec<Tool> {
        let mut tools = Vec::new();
        if let (true, Some((width, height))) = (brief.surfaces.contains(&Surface::Screen), view.seen()) {
            let mut definition =
                json!({"type": self.tool, "name": "computer", "display_width_px": width, "display_height_px": height});
            if self.has_zoom {
                definition["enable_zoom"] = true.into();
            }
            tools.push(Tool::Native { name: "computer".into(), definition });
        }
        if brief.surfaces.contains(&Surface::Shell) {
            tools.push(Tool::Native { name: "bash".into(), definition: json!({"type": "bash_20250124", "name": "bash"}) });
        }
        tools.extend(beside(brief, view, true));
        tools
    }

    fn read(&self, said: &Said, view: &View) -> Reading {
        read_calls(said, view, |call, view| match call.name.as_str() {
            "computer" => computer(&Fields::new(&call.args)?, view),
            "bash" => bash(&Fields::new(&call.args)?),
            _ => other_call(call, view, true),
        })
    }

    fn write(&self, actions: &[Action], view: &View) -> Option<Said> {
        if let Some((text, count)) = words::written(actions).filter(|_| !matches!(actions, [Action::Wait { .. }, ..])) {
            return (count == actions.len()).then(|| Said::text(text));
        }
        let mut view = view.clone();
        let mut call = |action: &Action| {
            let call = written(action, &view).map(|args| Call::new("computer", args)).or_else(|| match action {
                Action::Shell { command, timeout_secs: None } => Some(Call::new("bash", json!({"command": command}))),
                other => other_written(other, &view),
            });
            view.follow(action);
            call
        };
        actions.iter().map(&mut call).collect::<Option<Vec<Call>>>().map(Said::calls)
    }
}

pub(super) fn bash(fields: &Fields<'_>) -> Result<Vec<Action>, String> {
    if fields.flag_or("restart", false)? {
        return Err("the shell cannot be restarted; run the next command".into());
    }
    Ok(vec![Action::Shell { command: fields.text("command")?, timeout_secs: None }])
}

fn computer(fields: &Fields<'_>, view: &View) -> Result<Vec<Action>, String> {
    action(&fields.text("action")?, fields, view)
}

/// An action of the tool by its name; newer tools have a tool of that name for each.
pub(super) fn action(name: &str, fields: &Fields<'_>, view: &View) -> Result<Vec<Action>, String> {
    let at = || fields.coordinate_or_pointer("coordinate", Space::Pixels, view);
    let click = |button, count| {
        let holding = if fields.has("text") { chord(&fields.text("text")?, '+') } else { Vec::new() };
        Ok(vec![Action::Click { at: at()?, button, count, holding }])
    };
    let keys = || match chord(&fields.text("text")?, '+') {
        keys if keys.is_empty() => Err("'text' names no key".to_owned()),
        keys => Ok(keys),
    };
    match name {
        "left_click" => click(Button::Left, 1),
        "right_click" => click(Button::Right, 1),
        "middle_click" => click(Button::Middle, 1),
        "double_click" => click(Button::Left, 2),
        "triple_click" => click(Button::Left, 3),
        "mouse_move" => Ok(vec![Action::Move { to: fields.coordinate("coordinate", Space::Pixels, view)? }]),
        "left_click_drag" => {
            let from = fields.coordinate_or_pointer("start_coordinate", Space::Pixels, view)?;
            let to = fields.coordinate("coordinate", Space::Pixels, view)?;
            let holding = if fields.has("text") { chord(&fields.text("text")?, '+') } else { Vec::new() };
            Ok(vec![Action::Drag { path: vec![from, to], button: Button::Left, holding }])
        }
        "left_mouse_down" => Ok(vec![Action::Press { at: at()?, button: Button::Left }]),
        "left_mouse_up" => Ok(vec![Action::Release { at: at()?, button: Button::Left }]),
        "scroll" => scroll(fields, at()?),
        "key" => Ok(vec![Action::Keys { keys: keys()? }; repeats(fields)?]),
        "type" => Ok(vec![Action::Type { text: fields.text("text")? }]),
        "hold_key" => {
            let secs = words::seconds(fields.number("duration")?)?;
            Ok(while_held(keys()?, Action::Wait { secs }))
        }
        "wait" => Ok(vec![Action::Wait { secs: words::seconds(fields.number_or("duration", 1.0)?)? }]),
        "screenshot" => Ok(vec![look()]),
        "zoom" => match fields
            .get("region")
            .and_then(Value::as_array)
            .map(|items| items.iter().map(number).collect::<Vec<_>>())
            .as_deref()
        {
            Some([Some(left), Some(top), Some(right), Some(bottom)]) => {
                Ok(vec![Action::Zoom { region: places::region([*left, *top, *right, *bottom], Space::Pixels, view)? }])
            }
            _ => Err("'region' must be four numbers, [left, top, right, bottom]".into()),
        },
        "cursor_position" => Err("the pointer's place is not told; look for it on the screenshot".into()),
        other => Err(format!("there is no action '{}'", short(other))),
    }
}

/// How often a key is pressed.
fn repeats(fields: &Fields<'_>) -> Result<usize, String> {
    let repeat = fields.number_or("repeat", 1.0)?;
    let may = repeat.fract() == 0.0 && (1.0..=crate::MAX_ACTIONS as f64).contains(&repeat);
    may.then_some(repeat as usize).ok_or_else(|| format!("'repeat' must be between 1 and {}", crate::MAX_ACTIONS))
}

/// Turns the wheel while the keys in `text` are held.
fn scroll(fields: &Fields<'_>, at: Target) -> Result<Vec<Action>, String> {
    let amount = fields.number_or("scroll_amount", 3.0)?;
    let (dx, dy) = match fields.text("scroll_direction")?.as_str() {
        "up" => (0.0, -amount),
        "down" => (0.0, amount),
        "left" => (-amount, 0.0),
        "right" => (amount, 0.0),
        other => return Err(format!("there is no direction '{}'", short(other))),
    };
    let held = if fields.has("text") { chord(&fields.text("text")?, '+') } else { Vec::new() };
    Ok(while_held(held, Action::Scroll { at, dx, dy }))
}

/// The computer's arguments for an action, with the action's name among them.
pub(super) fn written(action: &Action, view: &View) -> Option<Value> {
    let place = |target: &Target| Space::Pixels.write_target(*target, view).map(|(x, y)| json!([x, y]));
    let keys = |keys: &[String]| {
        let spelled: Vec<String> = keys.iter().map(|key| spelled(key, Spelling::Keysym)).collect();
        (!keys.is_empty()).then(|| spelled.join("+"))
    };
    Some(match action {
        Action::Click { at, button, count, holding } => {
            let name = match (button, count) {
                (Button::Left, 1) => "left_click",
                (Button::Left, 2) => "double_click",
                (Button::Left, 3) => "triple_click",
                (Button::Right, 1) => "right_click",
                (Button::Middle, 1) => "middle_click",
                _ => return None,
            };
            match keys(holding) {
                Some(held) => json!({"action": name, "coordinate": place(at)?, "text": held}),
                None => json!({"action": name, "coordinate": place(at)?}),
            }
        }
        Action::Move { to } => json!({"action": "mouse_move", "coordinate": place(to)?}),
        Action::Press { at, button: Button::Left } if view.pointer == Some(*at) => json!({"action": "left_mouse_down"}),
        Action::Release { at, button: Button::Left } if view.pointer == Some(*at) => json!({"action": "left_mouse_up"}),
        Action::Drag { path, button: Button::Left, holding } if holding.is_empty() => match path.as_slice() {
            [from, to] => json!({"action": "left_click_drag", "start_coordinate": place(from)?, "coordinate": place(to)?}),
            _ => return None,
        },
        Action::Scroll { at, dx, dy } => {
            let (direction, amount) = match (*dx, *dy) {
                (0.0, dy) if dy >= 0.0 => ("down", dy),
                (0.0, dy) => ("up", -dy),
                (dx, 0.0) if dx > 0.0 => ("right", dx),
                (dx, 0.0) => ("left", -dx),
                _ => return None,
            };
            json!({"action": "scroll", "coordinate": place(at)?, "scroll_direction": direction, "scroll_amount": amount})
        }
        Action::Keys { keys: pressed } => json!({"action": "key", "text": keys(pressed)?}),
        Action::Type { text } => json!({"action": "type", "text": text}),
        Action::Wait { secs } => json!({"action": "wait", "duration": secs}),
        Action::Zoom { .. } => match places::from_screen(action.clone(), Space::Pixels, view)? {
            Action::Zoom { region: Region { x, y, width, height } } => {
                json!({"action": "zoom", "region": [x, y, x + width, y + height]})
            }
            _ => return None,
        },
        _ => return None,
    })
}

#[cfg(test)]
#[path = "anthropic_tests.rs"]
mod tests;
