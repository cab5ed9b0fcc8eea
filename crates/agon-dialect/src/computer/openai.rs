//! OpenAI's computer tool: actions by type, pixels of the screenshot, scrolls in pixels, and lists of actions in one call.

use super::{PIXELS_PER_NOTCH, beside, ends, look, notches, other_call, other_written, while_held};
use crate::fields::{Fields, pair};
use crate::keys::{Spelling, key, spelled};
use crate::text::short;
use crate::tools::read_calls;
use crate::{Dialect, Environment, MAX_ACTIONS, Reading, Said, Space, Tool, View, words};
use agon_core::{Action, Brief, Button, Call, Destination, Surface, Target};
use serde_json::{Value, json};

pub struct OpenAiComputer {
    name: &'static str,
    about: &'static str,
    tool: &'static str,
    /// Whether the tool is told the size of the display. The newer one looks at the screenshots.
    is_told_size: bool,
}

impl OpenAiComputer {
    pub const LATEST: Self = Self {
        name: "openai-computer",
        about: "OpenAI's computer tool, several actions a call",
        tool: "computer",
        is_told_size: false,
    };
    pub const PREVIEW: Self = Self {
        name: "openai-computer-preview",
        about: "OpenAI's computer_use_preview tool, one action a call",
        tool: "computer_use_preview",
        is_told_size: true,
    };
}

impl Dialect for OpenAiComputer {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn teach(&self, brief: &Brief, _: &View) -> String {
        format!(
            "Act by calling the computer tool, or another tool you are given. Each call is answered with a new screenshot. {}",
            ends(brief)
        )
    }

    fn tools(&self, brief: &Brief, view: &View) -> Vec<Tool> {
        let mut tools = Vec::new();
        if let (true, Some((width, height))) = (brief.surfaces.contains(&Surface::Screen), view.seen()) {
            let mut definition = json!({"type": self.tool});
            if self.is_told_size {
                definition["display_width"] = width.into();
                definition["display_height"] = height.into();
                definition["environment"] = if view.environment == Environment::Browser { "browser" } else { "linux" }.into();
            }
            tools.push(Tool::Native { name: self.tool.into(), definition });
        }
        tools.extend(beside(brief, view, false));
        tools
    }

    fn read(&self, said: &Said, view: &View) -> Reading {
        read_calls(said, view, |call, view| match call.name.as_str() {
            "computer" | "computer_use_preview" | "computer_call" => computer(&call.args, view),
            _ => other_call(call, view, false),
        })
    }

    fn write(&self, actions: &[Action], view: &View) -> Option<Said> {
        if let Some((text, count)) = words::written(actions).filter(|_| !matches!(actions, [Action::Wait { .. }, ..])) {
            return (count == actions.len()).then(|| Said::text(text));
        }
        let call = |action: &Action| match written(action, view) {
            Some(args) => Some(Call::new(self.tool, json!({"actions": [args]}))),
            None => other_written(action, view).or_else(|| match action {
                Action::Shell { .. } => crate::tools::write_own(action, view),
                _ => None,
            }),
        };
        actions.iter().map(call).collect::<Option<Vec<Call>>>().map(Said::calls)
    }
}

/// The actions of a call: a list of them, one, or one that is the call itself.
fn computer(args: &Value, view: &View) -> Result<Vec<Action>, String> {
    let fields = Fields::new(args)?;
    if let Some(Value::Array(items)) = fields.get("actions") {
        let mut view = view.clone();
        let mut actions = Vec::new();
        for item in items.iter().take(MAX_ACTIONS + 1) {
            let more = one(&Fields::new(item)?, &view)?;
            more.iter().for_each(|action| view.follow(action));
            actions.extend(more);
        }
        return if actions.is_empty() { Err("'actions' is empty".into()) } else { Ok(actions) };
    }
    match fields.get("action") {
        Some(action @ Value::Object(_)) => one(&Fields::new(action)?, view),
        _ => one(&fields, view),
    }
}

fn one(fields: &Fields<'_>, view: &View) -> Result<Vec<Action>, String> {
    let at = || fields.place("x", "y", Space::Pixels, view);
    let holding = || match fields.has("keys") {
        true => Ok::<_, String>(fields.texts("keys")?.iter().map(|name| pressed(name)).collect()),
        false => Ok(Vec::new()),
    };
    Ok(vec![match fields.text("type")?.as_str() {
        "click" => match fields.get("button").and_then(Value::as_str) {
            Some("back") => Action::Navigate { to: Destination::Back },
            Some("forward") => Action::Navigate { to: Destination::Forward },
            _ => Action::Click { at: at()?, button: fields.button("button")?, count: 1, holding: holding()? },
        },
        "double_click" => Action::Click { at: at()?, button: fields.button("button")?, count: 2, holding: holding()? },
        "move" => Action::Move { to: at()? },
        "drag" => Action::Drag { path: path(fields, view)?, button: Button::Left, holding: holding()? },
        "scroll" => {
            let (dx, dy) = (fields.number_or("scroll_x", 0.0)?, fields.number_or("scroll_y", 0.0)?);
            return Ok(while_held(holding()?, Action::Scroll { at: at()?, dx: notches(dx), dy: notches(dy) }));
        }
        "type" => Action::Type { text: fields.text("text")? },
        "keypress" => match holding()? {
            keys if keys.is_empty() => return Err("'keys' names no key".into()),
            keys => Action::Keys { keys },
        },
        "wait" => Action::Wait { secs: WAIT_SECS },
        "screenshot" => look(),
        other => return Err(format!("there is no action '{}'", short(other))),
    }])
}

/// The tool's wait says no length.
const WAIT_SECS: f64 = 2.0;

fn path(fields: &Fields<'_>, view: &View) -> Result<Vec<Target>, String> {
    let Some(Value::Array(items)) = fields.get("path") else { return Err("'path' must be a list of places".into()) };
    if !(2..=MAX_ACTIONS).contains(&items.len()) {
        return Err(format!("'path' must have between 2 and {MAX_ACTIONS} places"));
    }
    let place = |item: &Value| {
        let (x, y) = pair(item).ok_or("each place of 'path' must have x and y")?;
        Space::Pixels.to_screen(x, y, view).map(Target::Point)
    };
    items.iter().map(place).collect()
}

/// The models print letters in upper case and mean the key, not the letter.
fn pressed(name: &str) -> String {
    let key = key(name);
    if key.chars().count() == 1 { key.to_lowercase() } else { key }
}

/// The tool's own words for an action.
fn written(action: &Action, view: &View) -> Option<Value> {
    let place = |target: &Target| Space::Pixels.write_target(*target, view);
    let named = |button: &Button| match button {
        Button::Left => "left",
        Button::Middle => "wheel",
        Button::Right => "right",
    };
    let upper = |keys: &[String]| keys.iter().map(|key| spelled(key, Spelling::Upper)).collect::<Vec<_>>();
    let with = |mut args: Value, holding: &[String]| {
        if !holding.is_empty() {
            args["keys"] = upper(holding).into();
        }
        args
    };
    Some(match action {
        Action::Click { at, button, count: count @ (1 | 2), holding } => {
            let (x, y) = place(at)?;
            let name = if *count == 1 { "click" } else { "double_click" };
            with(json!({"type": name, "button": named(button), "x": x, "y": y}), holding)
        }
        Action::Navigate { to: Destination::Back } => json!({"type": "click", "button": "back", "x": 0, "y": 0}),
        Action::Navigate { to: Destination::Forward } => json!({"type": "click", "button": "forward", "x": 0, "y": 0}),
        Action::Move { to } => {
            let (x, y) = place(to)?;
            json!({"type": "move", "x": x, "y": y})
        }
        Action::Drag { path, button: Button::Left, holding } if path.len() >= 2 => {
            let places: Option<Vec<(f64, f64)>> = path.iter().map(place).collect();
            let path: Vec<Value> = places?.into_iter().map(|(x, y)| json!({"x": x, "y": y})).collect();
            with(json!({"type": "drag", "path": path}), holding)
        }
        Action::Scroll { at, dx, dy } => {
            let (x, y) = place(at)?;
            let pixels = |notches: f64| (notches * PIXELS_PER_NOTCH).round();
            json!({"type": "scroll", "x": x, "y": y, "scroll_x": pixels(*dx), "scroll_y": pixels(*dy)})
        }
        Action::Type { text } => json!({"type": "type", "text": text}),
        Action::Keys { keys } if !keys.is_empty() => json!({"type": "keypress", "keys": upper(keys)}),
        Action::Wait { secs: 0.0 } => json!({"type": "screenshot"}),
        Action::Wait { secs: WAIT_SECS } => json!({"type": "wait"}),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::Point;
    use proptest::prelude::*;

    fn read(args: Value) -> Reading {
        OpenAiComputer::LATEST.read(&Said::calls(vec![Call::new("computer", args)]), &View::screen(1280, 720))
    }

    fn point(x: f64, y: f64) -> Target {
        Target::Point(Point { x, y })
    }

    #[test]
    fn every_action_of_the_tool_is_understood() {
        let at = point(3.0, 4.0);
        let keys = |keys: &[&str]| keys.iter().map(|key| (*key).to_owned()).collect::<Vec<_>>();
        for (args, action) in [
            (
                json!({"type": "click", "x": 3, "y": 4, "button": "left"}),
                Action::Click { at, button: Button::Left, count: 1, holding: vec![] },
            ),
            (
                json!({"type": "click", "x": 3, "y": 4, "button": "wheel", "keys": ["SHIFT"]}),
                Action::Click { at, button: Button::Middle, count: 1, holding: keys(&["shift"]) },
            ),
            (json!({"type": "click", "x": 3, "y": 4, "button": "back"}), Action::Navigate { to: Destination::Back }),
            (
                json!({"type": "double_click", "x": 3, "y": 4}),
                Action::Click { at, button: Button::Left, count: 2, holding: vec![] },
            ),
            (
                json!({"type": "scroll", "x": 3, "y": 4, "scroll_x": 0, "scroll_y": -250}),
                Action::Scroll { at, dx: 0.0, dy: -2.5 },
            ),
            (json!({"type": "type", "text": "hello"}), Action::Type { text: "hello".into() }),
            (json!({"type": "wait"}), Action::Wait { secs: 2.0 }),
            (json!({"type": "screenshot"}), Action::Wait { secs: 0.0 }),
            (json!({"type": "keypress", "keys": ["CTRL", "A"]}), Action::Keys { keys: keys(&["ctrl", "a"]) }),
            (json!({"type": "keypress", "keys": ["ARROWLEFT"]}), Action::Keys { keys: keys(&["left"]) }),
            (json!({"type": "move", "x": 3, "y": 4}), Action::Move { to: at }),
            (
                json!({"type": "drag", "path": [{"x": 3, "y": 4}, [5, 6]]}),
                Action::Drag { path: vec![at, point(5.0, 6.0)], button: Button::Left, holding: vec![] },
            ),
        ] {
            let alone = Reading::actions(vec![action.clone()]);
            assert_eq!(read(args.clone()), alone, "{args}");
            assert_eq!(read(json!({"action": args})), alone, "{args}");
            let batch = read(json!({"actions": [args, {"type": "screenshot"}]}));
            assert_eq!(batch.actions, [action, look()]);
            assert_eq!(batch.together, [2], "a call's list belongs together");
        }
    }

    #[test]
    fn keys_are_held_while_the_wheel_turns() {
        let zoomed = read(json!({"type": "scroll", "x": 3, "y": 4, "scroll_x": 0, "scroll_y": -100, "keys": ["CTRL"]}));
        let key = || "ctrl".to_owned();
        let turned = Action::Scroll { at: point(3.0, 4.0), dx: 0.0, dy: -1.0 };
        assert_eq!(zoomed.actions, [Action::KeyDown { key: key() }, turned, Action::KeyUp { key: key() }]);
        assert_eq!(zoomed.together, [3]);
    }

    #[test]
    fn what_cannot_be_read_is_told() {
        for (args, part) in [
            (json!({"type": "click", "x": 1281, "y": 4}), "outside"),
            (json!({"type": "drag", "path": [{"x": 3, "y": 4}]}), "between 2 and 64"),
            (json!({"type": "drag", "path": [{"x": 3}, {"y": 4}]}), "must have x and y"),
            (json!({"type": "keypress", "keys": []}), "no key"),
            (json!({"type": "click", "x": 3, "y": 4, "button": "fourth"}), "no button 'fourth'"),
            (json!({"type": "sing"}), "no action 'sing'"),
            (json!({"actions": []}), "empty"),
            (json!({"actions": [3]}), "must be an object"),
            (json!({"actions": vec![json!({"type": "screenshot"}); 100]}), "more than 64"),
        ] {
            let problem = read(args.clone()).problem.unwrap();
            assert!(problem.contains(part), "{args} gave {problem}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(x in 0_u16..1280, y in 0_u16..720, text in ".{0,30}", key in prop::sample::select(crate::keys::known()), n in -9_i8..9) {
            let at = point(x.into(), y.into());
            let actions = vec![
                Action::Click { at, button: Button::Middle, count: 1, holding: vec!["shift".into()] },
                Action::Click { at, button: Button::Right, count: 2, holding: vec![] },
                Action::Move { to: at },
                Action::Drag { path: vec![at, at, point(0.0, 0.0)], button: Button::Left, holding: vec!["alt".into()] },
                Action::Scroll { at, dx: n.into(), dy: f64::from(n) / 2.0 },
                Action::Keys { keys: vec!["ctrl".into(), key] },
                Action::Type { text },
                Action::Wait { secs: 2.0 },
                Action::Navigate { to: Destination::Forward },
            ];
            let view = View::screen(1280, 720);
            let said = OpenAiComputer::LATEST.write(&actions, &view).unwrap();
            prop_assert_eq!(OpenAiComputer::LATEST.read(&said, &view), Reading::actions(actions));
        }

        #[test]
        fn nothing_panics(action in "click|drag|scroll|keypress|[a-z]{0,4}", field in "x|y|path|keys|scroll_x|actions|action", value in ".{0,20}") {
            for value in [json!(value), json!([value]), json!([[1, 2], [3]]), json!(-1e300), Value::Null] {
                let _ = read(json!({"type": action, field.clone(): value, "x": 1}));
            }
        }
    }
}
