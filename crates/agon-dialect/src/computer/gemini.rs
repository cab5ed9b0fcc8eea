//! Gemini's computer use: a function for each action, coordinates in thousandths of the picture, made for browsers.

use super::{PIXELS_PER_NOTCH, beside, ends, look, notches, other_call, other_written};
use crate::fields::Fields;
use crate::keys::chord;
use crate::text::short;
use crate::tools::read_calls;
use crate::{Dialect, Reading, Said, Space, Tool, View, words};
use agon_core::{Action, Brief, Button, Call, Place, Surface, Target};
use serde_json::json;

/// Functions such as `click_at` and `type_text_at`.
pub struct GeminiComputer;

impl Dialect for GeminiComputer {
    fn name(&self) -> &'static str {
        "gemini-computer"
    }

    fn about(&self) -> &'static str {
        "Gemini's computer use functions, in thousandths of the picture"
    }

    fn teach(&self, brief: &Brief, _: &View) -> String {
        format!("Act by calling exactly one function. Each call is answered with a new screenshot. {}", ends(brief))
    }

    fn tools(&self, brief: &Brief, view: &View) -> Vec<Tool> {
        let mut tools = Vec::new();
        if brief.surfaces.contains(&Surface::Screen) {
            let definition = json!({"computer_use": {"environment": "ENVIRONMENT_BROWSER"}});
            tools.push(Tool::Native { name: "computer_use".into(), definition });
        }
        tools.extend(beside(brief, view, false));
        tools
    }

    fn read(&self, said: &Said, view: &View) -> Reading {
        read_calls(said, view, |call, view| match CALLS.contains(&call.name.as_str()) {
            true => computer(&call.name, &Fields::new(&call.args)?, view),
            false => other_call(call, view),
        })
    }

    fn write(&self, actions: &[Action], view: &View) -> Option<Said> {
        if let Some((text, count)) = words::written(actions).filter(|_| !matches!(actions, [Action::Wait { .. }, ..])) {
            return (count == actions.len()).then(|| Said::text(text));
        }
        let mut calls = Vec::new();
        let mut rest = actions;
        while let [first, after @ ..] = rest {
            let (call, left) = match (first, after) {
                // Text is typed at a place, so a click comes with it.
                (Action::Click { at, .. }, [Action::Type { text }, after @ ..]) if is_plain_click(first) => {
                    let (x, y) = Space::Thousand.write_target(*at, view)?;
                    let args = json!({"x": x, "y": y, "text": text, "press_enter": false, "clear_before_typing": false});
                    (Call::new("type_text_at", args), after)
                }
                _ => (written(first, view)?, after),
            };
            calls.push(call);
            rest = left;
        }
        Some(Said::calls(calls))
    }
}

const CALLS: [&str; 14] = [
    "open_web_browser",
    "wait_5_seconds",
    "go_back",
    "go_forward",
    "search",
    "navigate",
    "click_at",
    "hover_at",
    "type_text_at",
    "key_combination",
    "scroll_document",
    "scroll_at",
    "drag_and_drop",
    "take_screenshot",
];

fn computer(name: &str, fields: &Fields<'_>, view: &View) -> Result<Vec<Action>, String> {
    let at = || fields.place("x", "y", Space::Thousand, view);
    let click = |at| Action::Click { at, button: Button::Left, count: 1, holding: Vec::new() };
    let keys = |keys: &[&str]| Action::Keys { keys: keys.iter().map(|key| (*key).to_owned()).collect() };
    Ok(match name {
        "click_at" => vec![click(at()?)],
        "hover_at" => vec![Action::Move { to: at()? }],
        "type_text_at" => {
            let mut actions = vec![click(at()?)];
            if fields.flag_or("clear_before_typing", true)? {
                actions.extend([keys(&["ctrl", "a"]), keys(&["backspace"])]);
            }
            actions.push(Action::Type { text: fields.text("text")? });
            if fields.flag_or("press_enter", true)? {
                actions.push(keys(&["enter"]));
            }
            actions
        }
        "key_combination" => match chord(&fields.texts("keys")?.join("+"), '+') {
            keys if keys.is_empty() => return Err("'keys' names no key".into()),
            keys => vec![Action::Keys { keys }],
        },
        "scroll_document" => document(&fields.text("direction")?, view)?,
        "scroll_at" => {
            let (right, down) = direction(&fields.text("direction")?)?;
            let (width, height) = screen(view)?;
            // The magnitude is in thousandths too, of the side it goes along.
            let part = fields.number_or("magnitude", DEFAULT_MAGNITUDE)? / 1000.0;
            vec![Action::Scroll { at: at()?, dx: notches(right * part * width), dy: notches(down * part * height) }]
        }
        "drag_and_drop" => {
            let path = vec![at()?, fields.place("destination_x", "destination_y", Space::Thousand, view)?];
            vec![Action::Drag { path, button: Button::Left, holding: Vec::new() }]
        }
        "navigate" => vec![Action::Navigate { to: Place::Url(fields.text("url")?) }],
        "go_back" => vec![Action::Navigate { to: Place::Back }],
        "go_forward" => vec![Action::Navigate { to: Place::Forward }],
        "wait_5_seconds" => vec![Action::Wait { secs: WAIT_SECS }],
        "search" => return Err("there is no search engine here; navigate to an address".into()),
        // The browser is open.
        _ => vec![look()],
    })
}

const WAIT_SECS: f64 = 5.0;
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

fn is_plain_click(action: &Action) -> bool {
    matches!(action, Action::Click { button: Button::Left, count: 1, holding, .. } if holding.is_empty())
}

fn written(action: &Action, view: &View) -> Option<Call> {
    let place = |target: &Target| Space::Thousand.write_target(*target, view);
    Some(match action {
        Action::Click { at, .. } if is_plain_click(action) => {
            let (x, y) = place(at)?;
            Call::new("click_at", json!({"x": x, "y": y}))
        }
        Action::Move { to } => {
            let (x, y) = place(to)?;
            Call::new("hover_at", json!({"x": x, "y": y}))
        }
        Action::Drag { path, button: Button::Left, holding } if holding.is_empty() => {
            let [from, to] = path.as_slice() else { return None };
            let ((x, y), (to_x, to_y)) = (place(from)?, place(to)?);
            Call::new("drag_and_drop", json!({"x": x, "y": y, "destination_x": to_x, "destination_y": to_y}))
        }
        Action::Scroll { at, dx, dy } => {
            let ((x, y), (width, height)) = (place(at)?, screen(view).ok()?);
            let (word, pixels, size) = match (*dx, *dy) {
                (0.0, dy) => (if dy < 0.0 { "up" } else { "down" }, dy, height),
                (dx, 0.0) => (if dx < 0.0 { "left" } else { "right" }, dx, width),
                _ => return None,
            };
            let magnitude = (pixels.abs() * PIXELS_PER_NOTCH / size * 1000.0).round();
            Call::new("scroll_at", json!({"x": x, "y": y, "direction": word, "magnitude": magnitude}))
        }
        Action::Keys { keys } if !keys.is_empty() => Call::new("key_combination", json!({"keys": keys.join("+")})),
        Action::Navigate { to: Place::Url(url) } => Call::new("navigate", json!({"url": url})),
        Action::Navigate { to: Place::Back } => Call::new("go_back", json!({})),
        Action::Navigate { to: Place::Forward } => Call::new("go_forward", json!({})),
        Action::Wait { secs: WAIT_SECS } => Call::new("wait_5_seconds", json!({})),
        Action::Shell { .. } => crate::tools::write_own(action, view)?,
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
                vec![click, text],
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
            ("navigate", json!({"url": "http://app/"}), vec![Action::Navigate { to: Place::Url("http://app/".into()) }]),
            ("go_back", json!({}), vec![Action::Navigate { to: Place::Back }]),
            ("go_forward", Value::Null, vec![Action::Navigate { to: Place::Forward }]),
            ("wait_5_seconds", json!({}), vec![Action::Wait { secs: 5.0 }]),
            ("open_web_browser", json!({}), vec![Action::Wait { secs: 0.0 }]),
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
                Action::Navigate { to: Place::Back },
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
