//! Qwen's computer_use function: calls as JSON between tags, in pixels of the resized picture (2.5-VL) or thousandths (3-VL).

use super::click;
use crate::computer::{PIXELS_PER_NOTCH, notches};
use crate::fields::{Fields, pair};
use crate::json::found_values;
use crate::keys::{Spelling, key, spelled};
use crate::text::{Found, short, spoken, stated};
use crate::tools::read_calls;
use crate::{Dialect, MAX_ACTIONS, Policy, Reading, Said, Space, View, words};
use agon_core::{Action, Brief, Button, Call, Surface, Target};
use serde_json::{Value, json};

/// `<tool_call>{"name": "computer_use", "arguments": {…}}</tool_call>`.
pub struct Qwen {
    name: &'static str,
    about: &'static str,
    space: Space,
}

impl Qwen {
    pub const BLOCKS: Self = Self {
        name: "qwen",
        about: "Qwen2.5-VL's computer_use calls, in pixels of the picture resized to multiples of 28",
        space: Space::Blocks,
    };
    pub const THOUSAND: Self = Self {
        name: "qwen-thousand",
        about: "Qwen3-VL's and Qwen2-VL's computer_use calls, in thousandths of the picture",
        space: Space::Thousand,
    };
}

impl Dialect for Qwen {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn teach(&self, brief: &Brief, view: &View) -> String {
        let call = |call: &Value| format!("<tool_call>\n{call}\n</tool_call>");
        let mut parts = Vec::new();
        if !brief.functions.is_empty() {
            let sentence = "Think, then call exactly one function, as JSON with its name and arguments between tags:";
            parts.push(brief.written_as(sentence, |example| call(&json!({"name": example.name, "arguments": example.args}))));
        }
        if brief.functions.is_empty() || brief.surfaces.contains(&Surface::Screen) {
            let (width, height) = self.space.extent(view).unwrap_or((1000.0, 1000.0));
            let click = json!({"name": "computer_use", "arguments": {"action": "left_click", "coordinate": [40, 30]}});
            parts.push(format!(
                "You use a computer by calling the function computer_use. The resolution of its screen is {width}x{height}. Its \
                 arguments are an action and what the action needs:\n{ACTIONS}\n\
                 Think, then call it exactly once, as JSON between tags:\n{}",
                call(&click)
            ));
        }
        parts.join("\n\n")
    }

    fn several(&self) -> Policy {
        Policy::Last
    }

    fn read(&self, said: &Said, view: &View) -> Reading {
        let mut said = said.clone();
        if said.calls.is_empty() {
            let text = spoken(&said.text);
            let found = found_values(text);
            let calls = found.iter().filter_map(|one| Some(Found { span: one.span.clone(), value: call(&one.value)? }));
            let calls = stated(text, calls.collect());
            if calls.is_empty() {
                let values = found.into_iter().take(MAX_ACTIONS + 1).map(|one| one.value).collect();
                return self.grounded(values, view);
            }
            said.calls = calls;
        }
        read_calls(&said, view, |call, view| match call.name.as_str() {
            "computer_use" | "computer" => self.computer(&Fields::new(&call.args)?, view),
            _ => Ok(vec![call.clone().into()]),
        })
    }

    fn write(&self, actions: &[Action], view: &View) -> Option<Said> {
        let mut view = view.clone();
        let mut blocks = Vec::new();
        for action in actions {
            let call = match action {
                Action::Call { name, args } => json!({"name": name, "arguments": args}),
                other => json!({"name": "computer_use", "arguments": self.written(other, &view)?}),
            };
            view.follow(action);
            blocks.push(format!("<tool_call>\n{call}\n</tool_call>"));
        }
        Some(Said::text(blocks.join("\n")))
    }
}

const ACTIONS: &str = "- left_click, right_click, middle_click, double_click, triple_click, mouse_move: coordinate, [x, y]\n\
    - left_click_drag: coordinate, [x, y], where the pointer is dragged to\n\
    - scroll, hscroll: pixels, positive is up (hscroll: right), and optionally coordinate\n\
    - type: text\n\
    - key: keys, a list of keys that are pressed together\n\
    - wait: time, in seconds\n\
    - answer: text, the answer to the task's question\n\
    - terminate: status, success or failure";

/// A call, if an object is one.
fn call(value: &Value) -> Option<Call> {
    let name = value.get("name")?.as_str()?;
    Some(Call::new(name, value.get("arguments").or_else(|| value.get("args"))?.clone()))
}

impl Qwen {
    /// Where there is no call there may be what these models answer when they are asked where something is.
    fn grounded(&self, found: Vec<Value>, view: &View) -> Reading {
        let flat = found.into_iter().flat_map(|value| match value {
            Value::Array(items) => items,
            other => vec![other],
        });
        let place =
            |value: Value| match (value.get("point_2d"), value.get("bbox_2d").and_then(Value::as_array).map(Vec::as_slice)) {
                (Some(point), _) => pair(point),
                (None, Some([left, top, right, bottom])) => {
                    Some(((left.as_f64()? + right.as_f64()?) / 2.0, (top.as_f64()? + bottom.as_f64()?) / 2.0))
                }
                _ => None,
            };
        let none = "it holds no call <tool_call>{\"name\": \"computer_use\", \"arguments\": {…}}</tool_call>";
        super::clicks(flat.filter_map(place).take(crate::MAX_ACTIONS + 1).collect(), self.space, view, none)
    }

    fn computer(&self, fields: &Fields<'_>, view: &View) -> Result<Vec<Action>, String> {
        let at = || fields.coordinate_or_pointer("coordinate", self.space, view);
        Ok(vec![match fields.text("action")?.as_str() {
            "left_click" | "click" => click(at()?, Button::Left, 1),
            "right_click" => click(at()?, Button::Right, 1),
            "middle_click" => click(at()?, Button::Middle, 1),
            "double_click" => click(at()?, Button::Left, 2),
            "triple_click" => click(at()?, Button::Left, 3),
            "mouse_move" => Action::Move { to: fields.coordinate("coordinate", self.space, view)? },
            "left_click_drag" => {
                let to = fields.coordinate("coordinate", self.space, view)?;
                let from = match fields.has("start_coordinate") {
                    true => fields.coordinate("start_coordinate", self.space, view)?,
                    false => view.pointer.ok_or("it is not known where the pointer is; move it first with mouse_move")?,
                };
                Action::Drag { path: vec![from, to], button: Button::Left, holding: Vec::new() }
            }
            name @ ("scroll" | "hscroll") => {
                let amount = at_least_one(notches(fields.number("pixels")?));
                let (dx, dy) = if name == "scroll" { (0.0, -amount) } else { (amount, 0.0) };
                let at = match fields.has("coordinate") || view.pointer.is_some() {
                    true => at()?,
                    false => super::middle(view)?,
                };
                Action::Scroll { at, dx, dy }
            }
            "type" => Action::Type { text: fields.text("text")? },
            "key" => match fields.texts("keys")?.iter().map(|name| key(name)).collect::<Vec<_>>() {
                keys if keys.is_empty() => return Err("'keys' names no key".into()),
                keys => Action::Keys { keys },
            },
            "wait" => Action::Wait { secs: words::seconds(fields.number_or("time", 1.0)?)? },
            "answer" => Action::Answer { value: fields.text("text")?.into() },
            "terminate" => match fields.text("status")?.as_str() {
                "success" => Action::Done,
                "failure" => Action::Fail { reason: String::new() },
                other => return Err(format!("there is no status '{}'", short(other))),
            },
            other => return Err(format!("there is no action '{}'", short(other))),
        }])
    }

    fn written(&self, action: &Action, view: &View) -> Option<Value> {
        let place = |target: &Target| self.space.write_target(*target, view).map(|(x, y)| json!([x, y]));
        Some(match action {
            Action::Click { at, button, count, holding } if holding.is_empty() => {
                let name = match (button, count) {
                    (Button::Left, 1) => "left_click",
                    (Button::Left, 2) => "double_click",
                    (Button::Left, 3) => "triple_click",
                    (Button::Right, 1) => "right_click",
                    (Button::Middle, 1) => "middle_click",
                    _ => return None,
                };
                json!({"action": name, "coordinate": place(at)?})
            }
            Action::Move { to } => json!({"action": "mouse_move", "coordinate": place(to)?}),
            Action::Drag { path, button: Button::Left, holding } if holding.is_empty() => match path.as_slice() {
                [from, to] if view.pointer == Some(*from) => json!({"action": "left_click_drag", "coordinate": place(to)?}),
                _ => return None,
            },
            Action::Scroll { at, dx: 0.0, dy } if dy.abs() >= 1.0 => {
                json!({"action": "scroll", "pixels": (-dy * PIXELS_PER_NOTCH).round(), "coordinate": place(at)?})
            }
            Action::Scroll { at, dx, dy: 0.0 } if dx.abs() >= 1.0 => {
                json!({"action": "hscroll", "pixels": (dx * PIXELS_PER_NOTCH).round(), "coordinate": place(at)?})
            }
            Action::Type { text } => json!({"action": "type", "text": text}),
            Action::Keys { keys } if !keys.is_empty() => {
                json!({"action": "key", "keys": keys.iter().map(|key| spelled(key, Spelling::Pyautogui)).collect::<Vec<_>>()})
            }
            Action::Wait { secs } => json!({"action": "wait", "time": secs}),
            Action::Answer { value: Value::String(text) } => json!({"action": "answer", "text": text}),
            Action::Done => json!({"action": "terminate", "status": "success"}),
            Action::Fail { reason } if reason.is_empty() => json!({"action": "terminate", "status": "failure"}),
            _ => return None,
        })
    }
}

/// These models count pixels in one reply and notches in the next; who scrolls at all means a notch or more.
fn at_least_one(notches: f64) -> f64 {
    if notches == 0.0 { 0.0 } else { notches.signum() * notches.abs().max(1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::Point;
    use proptest::prelude::*;

    fn view() -> View {
        View::screen(1932, 1092)
    }

    fn read(text: &str) -> Reading {
        Qwen::BLOCKS.read(&Said::text(text), &view())
    }

    fn point(x: f64, y: f64) -> Target {
        Target::Point(Point { x, y })
    }

    #[test]
    fn calls_are_found_between_tags_and_without() {
        let here = [click(point(10.0, 20.0), Button::Left, 1)];
        let call = r#"{"name": "computer_use", "arguments": {"action": "left_click", "coordinate": [10, 20]}}"#;
        for text in [
            format!("<tool_call>\n{call}\n</tool_call>"),
            format!("I click it.\n<tool_call>{call}"),
            format!("<think><tool_call>{{}}</tool_call></think>\n```json\n{call}\n```"),
            call.replace("[10, 20]", "\"[10, 20]\""),
            call.replace('"', "'"),
            r#"```json
[{"point_2d": [10, 20], "label": "OK"}]
```"#
                .to_owned(),
            r#"{"bbox_2d": [5, 15, 15, 25], "label": "OK"}"#.to_owned(),
        ] {
            assert_eq!(read(&text).actions, here, "{text}");
        }
        let native = Said::calls(vec![Call::new("computer_use", json!({"action": "left_click", "coordinate": [10, 20]}))]);
        assert_eq!(Qwen::BLOCKS.read(&native, &view()).actions, here);
        let half = r#"{"name": "computer_use", "arguments": {"action": "mouse_move", "coordinate": [500, 500]}}"#;
        let moved = Qwen::THOUSAND.read(&Said::text(half), &view()).actions;
        assert_eq!(moved, [Action::Move { to: point(966.0, 546.0) }]);
    }

    #[test]
    fn what_cannot_be_read_is_told() {
        let call = |args: &str| read(&format!(r#"{{"name": "computer_use", "arguments": {args}}}"#)).problem.unwrap();
        assert!(call(r#"{"action": "left_click", "coordinate": [5000, 1]}"#).contains("outside"));
        assert!(call(r#"{"action": "left_click_drag", "coordinate": [5, 1]}"#).contains("where the pointer is"));
        assert!(call(r#"{"action": "terminate", "status": "maybe"}"#).contains("no status 'maybe'"));
        assert!(call(r#"{"action": "scroll"}"#).contains("'pixels' is missing"));
        assert!(read("I would click at (10, 20).").problem.unwrap().contains("no call"));
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(x in 0_u16..1932, y in 0_u16..1092, text in ".{0,30}", key in prop::sample::select(crate::keys::known()), n in 1_i8..9) {
            let at = point(x.into(), y.into());
            let actions = vec![
                click(at, Button::Left, 3),
                Action::Move { to: at },
                Action::Drag { path: vec![at, at], button: Button::Left, holding: vec![] },
                Action::Scroll { at, dx: 0.0, dy: n.into() },
                Action::Scroll { at, dx: -f64::from(n), dy: 0.0 },
                Action::Keys { keys: vec!["ctrl".into(), key] },
                Action::Type { text: text.clone() },
                Action::Wait { secs: n.into() },
                Action::Answer { value: text.into() },
                Action::Done,
            ];
            let said = Qwen::BLOCKS.write(&actions, &view()).unwrap();
            prop_assert_eq!(Qwen::BLOCKS.read(&said, &view()), Reading::actions(actions));
        }

        #[test]
        fn nothing_panics(text in "(<tool_call>|</tool_call>|\\{|\\}|\"name\":|\"computer_use\"|\"arguments\":|\"action\":|\"key\"|,|\\[|\\]|[0-9])*") {
            let _ = read(&text);
        }
    }
}
