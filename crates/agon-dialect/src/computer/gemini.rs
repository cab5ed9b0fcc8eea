//! Gemini's computer use: a function for each action, coordinates in thousandths of the picture. Models of 2026 have `click`,
//! `type` and their like, for browsers and desktops; those of 2025 `click_at`, `type_text_at` and their like, for browsers.

use super::{PIXELS_PER_NOTCH, beside, ends, look, notches, other_call, other_written};
use crate::fields::Fields;
use crate::keys::{chord, key};
use crate::text::short;
use crate::tools::read_calls;
use crate::{Dialect, Environment, Reading, Said, Space, Tool, View, words};
use agon_core::{Action, Brief, Button, Call, Destination, Surface, Target};
use serde_json::json;

/// Functions such as `click` and `press_key`.
pub struct GeminiComputer;

impl Dialect for GeminiComputer {
    fn name(&self) -> &'static str {
        "gemini-computer"
    }

    fn about(&self) -> &'static str {
        "Gemini's computer use functions of 2026 and 2025, in thousandths of the picture"
    }

    fn teach(&self, brief: &Brief, _: &View) -> String {
        format!("Act by calling exactly one function. Each call is answered with a new screenshot. {}", ends(brief))
    }

    fn tools(&self, brief: &Brief, view: &View) -> Vec<Tool> {
        let mut tools = Vec::new();
        if brief.surfaces.contains(&Surface::Screen) {
            let environment = match view.environment {
                Environment::Browser => "ENVIRONMENT_BROWSER",
                Environment::Desktop => "ENVIRONMENT_DESKTOP",
            };
            let definition = json!({"computerUse": {"environment": environment}});
            tools.push(Tool::Native { name: "computer_use".into(), definition });
        }
        tools.extend(beside(brief, view, false));
        tools
    }

    fn read(&self, said: &Said, view: &View) -> Reading {
        read_calls(said, view, |call, view| {
            let is_function = view.functions.contains(&call.name);
            match CALLS.contains(&call.name.as_str()) && !is_function {
                true => computer(&call.name, &Fields::new(&call.args)?, view),
                false => other_call(call, view, false),
            }
        })
    }

    fn write(&self, actions: &[Action], view: &View) -> Option<Said> {
        if let Some((text, count)) = words::written(actions).filter(|_| !matches!(actions, [Action::Wait { .. }, ..])) {
            return (count == actions.len()).then(|| Said::text(text));
        }
        // A call by the name of one of the task's functions would be the function's.
        let is_clear =
            |action: &Action, call: &Call| matches!(action, Action::Call { .. }) || !view.functions.contains(&call.name);
        let call = |action: &Action| written(action, view).filter(|call| is_clear(action, call));
        actions.iter().map(call).collect::<Option<Vec<Call>>>().map(Said::calls)
    }
}

/// The names of 2026, then those that only the models of 2025 use.
pub(super) const CALLS: [&str; 31] = [
    "click",
    "double_click",
    "triple_click",
    "middle_click",
    "right_click",
    "mouse_down",
    "mouse_up",
    "move",
    "type",
    "drag_and_drop",
    "wait",
    "press_key",
    "key_down",
    "key_up",
    "hotkey",
    "take_screenshot",
    "scroll",
    "go_back",
    "go_forward",
    "navigate",
    "open_web_browser",
    "wait_5_seconds",
    "search",
    "click_at",
    "hover_at",
    "type_text_at",
    "key_combination",
    "scroll_document",
    "scroll_at",
    "open_app",
    "long_press",
];

fn computer(name: &str, fields: &Fields<'_>, view: &View) -> Result<Vec<Action>, String> {
    let at = || fields.place("x", "y", Space::Thousand, view);
    let click = |button, count| Ok(vec![Action::Click { at: at()?, button, count, holding: Vec::new() }]);
    let keys = |keys: &[&str]| Action::Keys { keys: keys.iter().map(|key| (*key).to_owned()).collect() };
    let one_key = || match chord(&fields.text("key")?, '+').as_slice() {
        [key] => Ok(key.clone()),
        _ => Err("'key' must name one key".to_owned()),
    };
    match name {
        "click" | "click_at" => click(Button::Left, 1),
        "double_click" => click(Button::Left, 2),
        "triple_click" => click(Button::Left, 3),
        "middle_click" => click(Button::Middle, 1),
        "right_click" => click(Button::Right, 1),
        "mouse_down" => Ok(vec![Action::Press { at: at()?, button: Button::Left }]),
        "mouse_up" => Ok(vec![Action::Release { at: at()?, button: Button::Left }]),
        "move" | "hover_at" => Ok(vec![Action::Move { to: at()? }]),
        "type" => {
            let mut actions = vec![Action::Type { text: fields.text("text")? }];
            if fields.flag_or("press_enter", false)? {
                actions.push(keys(&["enter"]));
            }
            Ok(actions)
        }
        "type_text_at" => {
            let mut actions = click(Button::Left, 1)?;
            if fields.flag_or("clear_before_typing", true)? {
                actions.extend([keys(&["ctrl", "a"]), keys(&["backspace"])]);
            }
            actions.push(Action::Type { text: fields.text("text")? });
            if fields.flag_or("press_enter", true)? {
                actions.push(keys(&["enter"]));
            }
            Ok(actions)
        }
        "press_key" => match chord(&fields.text("key")?, '+') {
            keys if keys.is_empty() => Err("'key' names no key".into()),
            keys => Ok(vec![Action::Keys { keys }]),
        },
        "key_down" => Ok(vec![Action::KeyDown { key: one_key()? }]),
        "key_up" => Ok(vec![Action::KeyUp { key: one_key()? }]),
        "hotkey" => match fields.texts("keys")?.iter().map(|name| key(name)).collect::<Vec<_>>() {
            keys if keys.is_empty() => Err("'keys' names no key".into()),
            keys => Ok(vec![Action::Keys { keys }]),
        },
        "key_combination" => match chord(&fields.texts("keys")?.join("+"), '+') {
            keys if keys.is_empty() => Err("'keys' names no key".into()),
            keys => Ok(vec![Action::Keys { keys }]),
        },
        "scroll" => {
            let (right, down) = direction(&fields.text("direction")?)?;
            let pixels = fields.number_or("magnitude_in_pixels", DEFAULT_PIXELS)?;
            Ok(vec![Action::Scroll { at: at()?, dx: notches(right * pixels), dy: notches(down * pixels) }])
        }
        "scroll_document" => document(&fields.text("direction")?, view),
        "scroll_at" => {
            let (right, down) = direction(&fields.text("direction")?)?;
            let (width, height) = screen(view)?;
            // The magnitude is in thousandths too, of the side it goes along.
            let part = fields.number_or("magnitude", DEFAULT_MAGNITUDE)? / 1000.0;
            Ok(vec![Action::Scroll { at: at()?, dx: notches(right * part * width), dy: notches(down * part * height) }])
        }
        "drag_and_drop" => {
            let place = |x: &str, y: &str| fields.place(x, y, Space::Thousand, view);
            let path = match fields.has("start_x") || fields.has("end_x") {
                true => vec![place("start_x", "start_y")?, place("end_x", "end_y")?],
                false => vec![at()?, place("destination_x", "destination_y")?],
            };
            Ok(vec![Action::Drag { path, button: Button::Left, holding: Vec::new() }])
        }
        "navigate" => Ok(vec![Action::Navigate { to: Destination::Url(fields.text("url")?) }]),
        "go_back" => Ok(vec![Action::Navigate { to: Destination::Back }]),
        "go_forward" => Ok(vec![Action::Navigate { to: Destination::Forward }]),
        "wait" => Ok(vec![Action::Wait { secs: words::seconds(fields.number_or("seconds", 1.0)?)? }]),
        "wait_5_seconds" => Ok(vec![Action::Wait { secs: 5.0 }]),
        "search" => Err("there is no search engine here; navigate to an address".into()),
        "open_app" | "long_press" => Err("this is no mobile device; use the pointer and the keyboard".into()),
        // The browser is open, and every call is answered with a picture.
        _ => Ok(vec![look()]),
    }
}

const DEFAULT_PIXELS: f64 = 300.0;
const DEFAULT_MAGNITUDE: f64 = 800.0;

/// A page up or down by its key; half a page to the sides, for which there is none.
fn document(word: &str, view: &View) -> Result<Vec<Action>, String> {
    let key = |key: &str| Ok(vec![Action::Keys { keys: vec![key.to_owned()] }]);
    match direction(word)? {
        (_, 1.0) => key("page_down"),
        (_, -1.0) => key("page_up"),
        (right, _) => {
            let middle = Space::Thousand.to_screen(500.0, 500.0, view)?;
            let (width, _) = screen(view)?;
            Ok(vec![Action::Scroll { at: Target::Point(middle), dx: notches(right * width / 2.0), dy: 0.0 }])
        }
    }
}

fn direction(word: &str) -> Result<(f64, f64), String> {
    match word.to_lowercase().as_str() {
        "up" => Ok((0.0, -1.0)),
        "down" => Ok((0.0, 1.0)),
        "left" => Ok((-1.0, 0.0)),
        "right" => Ok((1.0, 0.0)),
        other => Err(format!("there is no direction '{}'", short(other))),
    }
}

fn screen(view: &View) -> Result<(f64, f64), String> {
    let (width, height) = view.screen.or(view.sent).ok_or("there is no screen to scroll")?;
    Ok((width.into(), height.into()))
}

/// A call of the functions of 2026.
fn written(action: &Action, view: &View) -> Option<Call> {
    let at = |target: &Target| Space::Thousand.write_target(*target, view).map(|(x, y)| json!({"x": x, "y": y}));
    Some(match action {
        Action::Click { at: target, button, count, holding } if holding.is_empty() => {
            let name = match (button, count) {
                (Button::Left, 1) => "click",
                (Button::Left, 2) => "double_click",
                (Button::Left, 3) => "triple_click",
                (Button::Middle, 1) => "middle_click",
                (Button::Right, 1) => "right_click",
                _ => return None,
            };
            Call::new(name, at(target)?)
        }
        Action::Press { at: target, button: Button::Left } => Call::new("mouse_down", at(target)?),
        Action::Release { at: target, button: Button::Left } => Call::new("mouse_up", at(target)?),
        Action::Move { to } if view.functions.iter().any(|name| name == "move") => Call::new("hover_at", at(to)?),
        Action::Move { to } => Call::new("move", at(to)?),
        Action::Drag { path, button: Button::Left, holding } if holding.is_empty() => {
            let [from, to] = path.as_slice() else { return None };
            let place = |target: &Target| Space::Thousand.write_target(*target, view);
            let ((x, y), (to_x, to_y)) = (place(from)?, place(to)?);
            Call::new("drag_and_drop", json!({"start_x": x, "start_y": y, "end_x": to_x, "end_y": to_y}))
        }
        Action::Scroll { at: target, dx, dy } => {
            let (word, notches) = match (*dx, *dy) {
                (0.0, dy) => (if dy < 0.0 { "up" } else { "down" }, dy),
                (dx, 0.0) => (if dx < 0.0 { "left" } else { "right" }, dx),
                _ => return None,
            };
            let mut args = at(target)?;
            args["direction"] = word.into();
            args["magnitude_in_pixels"] = (notches.abs() * PIXELS_PER_NOTCH).round().into();
            Call::new("scroll", args)
        }
        Action::Type { text } => Call::new("type", json!({"text": text})),
        Action::Keys { keys } if !keys.is_empty() => Call::new("hotkey", json!({"keys": keys})),
        Action::KeyDown { key } if chord(key, '+').len() == 1 => Call::new("key_down", json!({"key": key})),
        Action::KeyUp { key } if chord(key, '+').len() == 1 => Call::new("key_up", json!({"key": key})),
        Action::Navigate { to: Destination::Url(url) } => Call::new("navigate", json!({"url": url})),
        Action::Navigate { to: Destination::Back } => Call::new("go_back", json!({})),
        Action::Navigate { to: Destination::Forward } => Call::new("go_forward", json!({})),
        Action::Wait { secs } => Call::new("wait", json!({"seconds": secs})),
        Action::Shell { .. } => crate::tools::write_own(action, view)?,
        // A function by one of these names could not be told from it.
        Action::Call { name, .. } if CALLS.contains(&name.as_str()) && !view.functions.contains(name) => return None,
        other => return other_written(other, view),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::Point;
    use proptest::prelude::*;
    use serde_json::Value;

    fn read(name: &str, args: Value) -> Reading {
        GeminiComputer.read(&Said::calls(vec![Call::new(name, args)]), &View::screen(2000, 1000))
    }

    fn point(x: f64, y: f64) -> Target {
        Target::Point(Point { x, y })
    }

    #[test]
    fn every_function_is_understood() {
        let at = point(500.0, 500.0);
        let click = Action::Click { at, button: Button::Left, count: 1, holding: vec![] };
        let keys = |text: &str| Action::Keys { keys: text.split('+').map(str::to_owned).collect() };
        let text = Action::Type { text: "hello".into() };
        for (name, args, actions) in [
            ("click_at", json!({"x": 250, "y": 500}), vec![click.clone()]),
            ("hover_at", json!({"x": 250, "y": 500}), vec![Action::Move { to: at }]),
            (
                "type_text_at",
                json!({"x": 250, "y": 500, "text": "hello"}),
                vec![click.clone(), keys("ctrl+a"), keys("backspace"), text.clone(), keys("enter")],
            ),
            (
                "type_text_at",
                json!({"x": 250, "y": 500, "text": "hello", "press_enter": false, "clear_before_typing": false}),
                vec![click.clone(), text.clone()],
            ),
            ("key_combination", json!({"keys": "Control+A"}), vec![Action::Keys { keys: vec!["ctrl".into(), "A".into()] }]),
            ("key_combination", json!({"keys": ["control", "c"]}), vec![keys("ctrl+c")]),
            ("scroll_document", json!({"direction": "down"}), vec![keys("page_down")]),
            (
                "scroll_document",
                json!({"direction": "left"}),
                vec![Action::Scroll { at: point(1000.0, 500.0), dx: -10.0, dy: 0.0 }],
            ),
            ("scroll_at", json!({"x": 250, "y": 500, "direction": "up"}), vec![Action::Scroll { at, dx: 0.0, dy: -8.0 }]),
            (
                "drag_and_drop",
                json!({"x": 250, "y": 500, "destination_x": 999, "destination_y": 0}),
                vec![Action::Drag { path: vec![at, point(1998.0, 0.0)], button: Button::Left, holding: vec![] }],
            ),
            ("navigate", json!({"url": "http://app/"}), vec![Action::Navigate { to: Destination::Url("http://app/".into()) }]),
            ("go_back", json!({}), vec![Action::Navigate { to: Destination::Back }]),
            ("go_forward", Value::Null, vec![Action::Navigate { to: Destination::Forward }]),
            ("wait_5_seconds", json!({}), vec![Action::Wait { secs: 5.0 }]),
            ("open_web_browser", json!({}), vec![Action::Wait { secs: 0.0 }]),
            ("click", json!({"x": 250, "y": 500, "intent": "open"}), vec![click.clone()]),
            (
                "right_click",
                json!({"x": 250, "y": 500}),
                vec![Action::Click { at, button: Button::Right, count: 1, holding: vec![] }],
            ),
            ("move", json!({"x": 250, "y": 500}), vec![Action::Move { to: at }]),
            ("type", json!({"text": "hello"}), vec![text.clone()]),
            ("type", json!({"text": "hello", "press_enter": true}), vec![text.clone(), keys("enter")]),
            ("press_key", json!({"key": "Enter"}), vec![keys("enter")]),
            ("hotkey", json!({"keys": ["Control", "c"]}), vec![keys("ctrl+c")]),
            ("scroll", json!({"x": 250, "y": 500, "direction": "down"}), vec![Action::Scroll { at, dx: 0.0, dy: 3.0 }]),
            (
                "drag_and_drop",
                json!({"start_x": 250, "start_y": 500, "end_x": 999, "end_y": 0}),
                vec![Action::Drag { path: vec![at, point(1998.0, 0.0)], button: Button::Left, holding: vec![] }],
            ),
            ("mouse_down", json!({"x": 250, "y": 500}), vec![Action::Press { at, button: Button::Left }]),
            ("key_down", json!({"key": "Shift"}), vec![Action::KeyDown { key: "shift".into() }]),
            ("wait", json!({"seconds": 2}), vec![Action::Wait { secs: 2.0 }]),
            ("take_screenshot", json!({}), vec![Action::Wait { secs: 0.0 }]),
        ] {
            let reading = read(name, args);
            assert_eq!(reading.problem, None, "{name}");
            assert_eq!(reading.actions, actions, "{name}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_told() {
        assert!(read("click_at", json!({"x": 1200, "y": 1})).problem.unwrap().contains("outside"));
        assert!(read("search", json!({})).problem.unwrap().contains("no search engine"));
        assert!(read("scroll_at", json!({"x": 1, "y": 1, "direction": "in"})).problem.unwrap().contains("no direction 'in'"));
        assert!(read("type_text_at", json!({"x": 1, "y": 1})).problem.unwrap().contains("'text' is missing"));
        for name in ["move_to", "keys", "drag", "left_click", "computer", "zoom"] {
            let problem = read(name, json!({"x": 1, "y": 1, "keys": ["a"], "action": "left_click"})).problem.unwrap();
            assert!(problem.contains("no such tool here"), "{name}: {problem}");
        }
    }

    #[test]
    fn a_function_of_the_task_is_the_tasks_whatever_its_name() {
        let view = View { functions: vec!["move".into()], ..View::screen(2000, 1000) };
        let call = Call::new("move", json!({"direction": 0}));
        assert_eq!(GeminiComputer.read(&Said::calls(vec![call.clone()]), &view).actions, [Action::from(call)]);
    }

    #[test]
    fn the_tool_is_told_whether_it_is_a_browser_or_a_desktop() {
        let brief = Brief { surfaces: vec![Surface::Screen], ..Brief::default() };
        for (environment, word) in [(Environment::Browser, "ENVIRONMENT_BROWSER"), (Environment::Desktop, "ENVIRONMENT_DESKTOP")]
        {
            let tools = GeminiComputer.tools(&brief, &View { environment, ..View::screen(10, 10) });
            let definition = json!({"computerUse": {"environment": word}});
            assert_eq!(tools, [Tool::Native { name: "computer_use".into(), definition }]);
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(x in 0_u16..1000, y in 0_u16..1000, text in ".{0,30}", key in prop::sample::select(crate::keys::known()), n in 1_i8..9) {
            let at = point(f64::from(x) * 2.0, y.into());
            let actions = vec![
                Action::Click { at, button: Button::Left, count: 1, holding: vec![] },
                Action::Type { text },
                Action::Move { to: at },
                Action::Drag { path: vec![at, at], button: Button::Left, holding: vec![] },
                Action::Scroll { at, dx: 0.0, dy: n.into() },
                Action::Scroll { at, dx: -f64::from(n), dy: 0.0 },
                Action::Keys { keys: vec!["ctrl".into(), key] },
                Action::Wait { secs: 5.0 },
                Action::Navigate { to: Destination::Back },
            ];
            let view = View::screen(2000, 1000);
            let said = GeminiComputer.write(&actions, &view).unwrap();
            prop_assert_eq!(GeminiComputer.read(&said, &view).actions, actions);
        }

        #[test]
        fn nothing_panics(name in prop::sample::select(CALLS.to_vec()), field in "x|y|text|keys|direction|magnitude|url", value in ".{0,20}") {
            for value in [json!(value), json!([value]), json!(-1e300), json!(f64::MAX), Value::Null] {
                let _ = read(name, json!({"x": 1, "y": 1, "direction": "down", field.clone(): value}));
            }
        }
    }
}
