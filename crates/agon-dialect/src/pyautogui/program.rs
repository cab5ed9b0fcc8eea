//! What calls of pyautogui do.

use crate::python::{Literal, Statement, calls};
use crate::text::short;
use crate::tools::count;
use crate::{MAX_ACTIONS, Space, View, keys, words};
use agon_core::{Action, Button, Target};

/// The actions of a piece of code; an error names the line and what is wrong with it.
pub(crate) fn program(code: &str, view: &View) -> Result<Vec<Action>, String> {
    let mut view = view.clone();
    let mut actions = Vec::new();
    for statement in calls(code)? {
        let done = perform(&statement, &view).map_err(|what| format!("line {}: {what}", statement.line))?;
        done.iter().for_each(|action| view.follow(action));
        actions.extend(done);
        if actions.len() > MAX_ACTIONS {
            return Err(format!("line {}: the code holds more than {MAX_ACTIONS} actions", statement.line));
        }
    }
    Ok(actions)
}

fn perform(statement: &Statement, view: &View) -> Result<Vec<Action>, String> {
    let name = match statement.name.split_once('.') {
        Some(("pyautogui", name)) => name,
        Some(("time", "sleep")) => "sleep",
        _ => &statement.name,
    };
    let arguments = |params: &'static [&'static str]| Arguments::bind(statement, params, view);
    let click = |params, times: Option<u8>, fixed: Option<Button>| {
        let arguments = arguments(params)?;
        let count = times.map_or_else(|| count(arguments.number("clicks", 1.0)?), Ok)?;
        let button = fixed.map_or_else(|| arguments.button(), Ok)?;
        Ok(vec![Action::Click { at: arguments.place()?, button, count, holding: Vec::new() }])
    };
    match name {
        "click" => click(&["x", "y", "clicks", "interval", "button", "duration"], None, None),
        "leftClick" => click(&["x", "y", "interval", "duration"], Some(1), Some(Button::Left)),
        "rightClick" => click(&["x", "y", "interval", "duration"], Some(1), Some(Button::Right)),
        "middleClick" => click(&["x", "y", "interval", "duration"], Some(1), Some(Button::Middle)),
        "doubleClick" => click(&["x", "y", "interval", "button", "duration"], Some(2), None),
        "tripleClick" => click(&["x", "y", "interval", "button", "duration"], Some(3), None),
        "moveTo" => Ok(vec![Action::Move { to: arguments(&["x", "y", "duration", "tween"])?.place()? }]),
        "move" | "moveRel" => Ok(vec![Action::Move { to: arguments(&["xOffset", "yOffset", "duration", "tween"])?.offset()? }]),
        "dragTo" => {
            let arguments = arguments(&["x", "y", "duration", "tween", "button"])?;
            Ok(vec![drag(arguments.place()?, arguments.button()?, view)?])
        }
        "drag" | "dragRel" => {
            let arguments = arguments(&["xOffset", "yOffset", "duration", "tween", "button"])?;
            Ok(vec![drag(arguments.offset()?, arguments.button()?, view)?])
        }
        "mouseDown" | "mouseUp" => {
            let arguments = arguments(&["x", "y", "button", "duration", "tween"])?;
            let (at, button) = (arguments.place()?, arguments.button()?);
            Ok(vec![if name == "mouseDown" { Action::Press { at, button } } else { Action::Release { at, button } }])
        }
        "scroll" | "vscroll" | "hscroll" => {
            let arguments = arguments(&["clicks", "x", "y"])?;
            let (clicks, at) = (arguments.required("clicks")?, arguments.place_or_middle()?);
            let (dx, dy) = if name == "hscroll" { (clicks, 0.0) } else { (0.0, -clicks) };
            Ok(vec![Action::Scroll { at, dx, dy }])
        }
        "write" | "typewrite" => typed(arguments(&["message", "interval"])?.get("message")),
        "press" => {
            let arguments = arguments(&["keys", "presses", "interval"])?;
            let keys = key_list(arguments.get("keys"))?;
            let presses = arguments.number("presses", 1.0)?;
            let total = presses * keys.len() as f64;
            if presses.fract() != 0.0 || !(1.0..=MAX_ACTIONS as f64).contains(&total) {
                return Err(format!("at most {MAX_ACTIONS} keys are pressed in one call, each a whole number of times"));
            }
            let once = keys.into_iter().map(|key| Action::Keys { keys: vec![key] }).collect::<Vec<_>>();
            Ok(vec![once; presses as usize].concat())
        }
        "hotkey" => {
            let listed = Literal::List(statement.args.clone());
            let keys = key_list(Some(match statement.args.as_slice() {
                [list @ Literal::List(_)] => list,
                _ => &listed,
            }))?;
            if keys.len() > keys::MAX_CHORD {
                return Err("a hotkey has too many keys".into());
            }
            Ok(vec![Action::Keys { keys }])
        }
        "keyDown" | "keyUp" => {
            let keys = key_list(arguments(&["key"])?.get("key"))?;
            let [key] = keys.as_slice() else { return Err(format!("{name} takes one key")) };
            let key = key.clone();
            Ok(vec![if name == "keyDown" { Action::KeyDown { key } } else { Action::KeyUp { key } }])
        }
        "sleep" => Ok(vec![Action::Wait { secs: words::seconds(arguments(&["seconds"])?.required("seconds")?)? }]),
        _ => Err(format!("{} is not available", short(&statement.name))),
    }
}

fn drag(to: Target, button: Button, view: &View) -> Result<Action, String> {
    let from = view.pointer.ok_or(NO_POINTER)?;
    Ok(Action::Drag { path: vec![from, to], button, holding: Vec::new() })
}

const NO_POINTER: &str = "it is not known where the pointer is; move it first with moveTo, or give x and y";

fn typed(message: Option<&Literal>) -> Result<Vec<Action>, String> {
    match message {
        Some(Literal::Text(text)) => Ok(vec![Action::Type { text: text.clone() }]),
        Some(list @ Literal::List(_)) => {
            Ok(key_list(Some(list))?.into_iter().map(|key| Action::Keys { keys: vec![key] }).collect())
        }
        _ => Err("what is typed must be a string".into()),
    }
}

fn key_list(literal: Option<&Literal>) -> Result<Vec<String>, String> {
    let key = |literal: &Literal| match literal {
        Literal::Text(text) if !text.is_empty() => Ok(keys::key(text)),
        _ => Err("keys must be strings".to_owned()),
    };
    match literal {
        Some(Literal::List(items)) if !items.is_empty() => items.iter().map(key).collect(),
        Some(literal) => key(literal).map(|key| vec![key]),
        None => Err("keys must be strings".into()),
    }
}

/// A call's arguments by the names of its parameters.
struct Arguments<'a> {
    named: Vec<(&'a str, &'a Literal)>,
    view: &'a View,
}

impl<'a> Arguments<'a> {
    fn bind(statement: &'a Statement, params: &'static [&'static str], view: &'a View) -> Result<Self, String> {
        let mut names = params.iter().copied();
        let mut named = Vec::new();
        for value in &statement.args {
            let name = names.next().ok_or_else(|| format!("{} takes at most {} arguments", statement.name, params.len()))?;
            named.push((name, value));
            // A label and a pair stand for x and y together.
            if name == "x" && matches!(value, Literal::Label(_) | Literal::List(_)) {
                names.next();
            }
        }
        for (name, value) in &statement.keywords {
            if !params.contains(&name.as_str()) && !ANYWHERE.contains(&name.as_str()) {
                return Err(format!("{} has no parameter {}", statement.name, short(name)));
            }
            if named.iter().any(|(taken, _)| taken == name) {
                return Err(format!("{} got {} twice", statement.name, short(name)));
            }
            named.push((name, value));
        }
        Ok(Self { named, view })
    }

    fn get(&self, name: &str) -> Option<&'a Literal> {
        self.named.iter().find(|(named, value)| *named == name && **value != Literal::None).map(|(_, value)| *value)
    }

    fn number(&self, name: &str, otherwise: f64) -> Result<f64, String> {
        match self.get(name) {
            Some(Literal::Number(number)) => Ok(*number),
            Some(_) => Err(format!("{name} must be a number")),
            None => Ok(otherwise),
        }
    }

    fn required(&self, name: &str) -> Result<f64, String> {
        self.get(name).ok_or_else(|| format!("{name} is missing"))?;
        self.number(name, 0.0)
    }

    fn button(&self) -> Result<Button, String> {
        match self.get("button") {
            None => Ok(Button::Left),
            Some(Literal::Text(text)) => match text.to_lowercase().as_str() {
                "left" | "primary" => Ok(Button::Left),
                "middle" => Ok(Button::Middle),
                "right" | "secondary" => Ok(Button::Right),
                other => Err(format!("there is no button '{}'", short(other))),
            },
            Some(_) => Err("button must be 'left', 'middle' or 'right'".into()),
        }
    }

    fn place(&self) -> Result<Target, String> {
        let (x, y) = match (self.get("x"), self.get("y")) {
            (Some(Literal::Label(label)), None) => return Ok(Target::Label(*label)),
            (Some(Literal::List(items)), None) => match items.as_slice() {
                [Literal::Number(x), Literal::Number(y)] => (*x, *y),
                _ => return Err("a place is two numbers".into()),
            },
            (None, None) => return self.view.pointer.ok_or_else(|| NO_POINTER.into()),
            (Some(Literal::Text(_)), _) => return Err("pictures are not looked for on the screen; give x and y".into()),
            (x, y) => {
                let x = if x.is_some() { self.number("x", 0.0)? } else { self.pointer()?.0 };
                (x, if y.is_some() { self.number("y", 0.0)? } else { self.pointer()?.1 })
            }
        };
        Ok(Target::Point(Space::Pixels.to_screen(x, y, self.view)?))
    }

    /// The wheel turns where the pointer is, and if nobody knows where that is, in the middle of the screen.
    fn place_or_middle(&self) -> Result<Target, String> {
        match (self.get("x"), self.get("y"), self.view.pointer, Space::Pixels.extent(self.view)) {
            (None, None, None, Some((width, height))) => {
                Ok(Target::Point(Space::Pixels.to_screen(width / 2.0, height / 2.0, self.view)?))
            }
            _ => self.place(),
        }
    }

    /// A place so far from the pointer.
    fn offset(&self) -> Result<Target, String> {
        let (x, y) = self.pointer()?;
        let (right, down) = match self.get("xOffset") {
            Some(Literal::List(items)) => match items.as_slice() {
                [Literal::Number(right), Literal::Number(down)] => (*right, *down),
                _ => return Err("an offset is two numbers".into()),
            },
            _ => (self.number("xOffset", 0.0)?, self.number("yOffset", 0.0)?),
        };
        Ok(Target::Point(Space::Pixels.to_screen(x + right, y + down, self.view)?))
    }

    /// Where the pointer is, in pixels of the picture.
    fn pointer(&self) -> Result<(f64, f64), String> {
        let middle = self.view.pointer.and_then(|pointer| self.view.middle(pointer));
        Ok(middle.and_then(|point| Space::Pixels.from_screen(point, self.view)).ok_or(NO_POINTER)?)
    }
}

/// What changes how fast something is done, but not what.
const ANYWHERE: [&str; 5] = ["interval", "duration", "tween", "logScreenshot", "_pause"];
