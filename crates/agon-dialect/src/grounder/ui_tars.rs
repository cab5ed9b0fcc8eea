//! UI-TARS: a thought, then `Action: click(start_box='(x,y)')`, in thousandths (1.0) or pixels of the resized picture (1.5).

use super::places::place_in_tags;
use super::{SCROLL_NOTCHES, click, directed, direction, middle};
use crate::keys::{Spelling, chord, spelled};
use crate::python::{Literal, Statement, calls, quoted};
use crate::text::{short, spoken};
use crate::{Dialect, MAX_ACTIONS, Reading, Said, Space, View};
use agon_core::{Action, Brief, Button, Target};
use serde_json::Value;

/// Calls with named arguments behind `Action:`.
pub struct UiTars {
    name: &'static str,
    about: &'static str,
    space: Space,
}

impl UiTars {
    pub const THOUSAND: Self = Self {
        name: "ui-tars",
        about: "UI-TARS 1.0's: Thought, Action: click(start_box='(x,y)'), in thousandths",
        space: Space::Thousand,
    };
    pub const BLOCKS: Self = Self {
        name: "ui-tars-pixels",
        about: "UI-TARS 1.5's: the same, in pixels of the picture resized to multiples of 28",
        space: Space::Blocks,
    };
}

impl Dialect for UiTars {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn teach(&self, _: &Brief, view: &View) -> String {
        format!(
            "You are a GUI agent. Answer in this form, with exactly one action:\n\
             Thought: what you see, and what you do next\n\
             Action: click(start_box='(40,30)')\n\
             The actions:\n\
             - click(start_box='(x,y)'), left_double(start_box='(x,y)'), right_single(start_box='(x,y)'), hover(start_box='(x,y)')\n\
             - drag(start_box='(x,y)', end_box='(x,y)')\n\
             - scroll(start_box='(x,y)', direction='down'): or up, left, right\n\
             - type(content='text'): with \\n at its end to submit; quotation marks in it need a backslash\n\
             - hotkey(key='ctrl c'): keys in lower case with a space between them\n\
             - wait(): five seconds\n\
             - finished(content='answer'): the task is done; the content is the answer, if there is a question\n\
             - call_user(): the task cannot be done\n\
             Coordinates are {}.",
            self.space.words(view)
        )
    }

    fn read(&self, said: &Said, view: &View) -> Reading {
        let mut view = view.clone();
        let mut groups = Vec::new();
        for chunk in chunks(spoken(&said.text)) {
            match self.actions(&chunk, &view) {
                Ok(actions) => {
                    actions.iter().for_each(|action| view.follow(action));
                    groups.push(actions);
                }
                Err(problem) => return Reading::problem(problem),
            }
        }
        match groups.is_empty() {
            true => Reading::problem("it holds no line of the form Action: click(start_box='(x,y)')"),
            false => Reading::grouped(groups),
        }
    }

    fn write(&self, actions: &[Action], view: &View) -> Option<Said> {
        let mut view = view.clone();
        let mut lines = Vec::new();
        let mut rest = actions;
        while let [first, after @ ..] = rest {
            let (line, left) = match (first, after) {
                (Action::Answer { value: Value::String(text) }, [Action::Done, after @ ..]) if !text.is_empty() => {
                    (format!("finished(content={})", quoted(text)), after)
                }
                _ => (self.written(first, &view)?, after),
            };
            view.follow(first);
            lines.push(line);
            rest = left;
        }
        Some(Said::text(format!("Thought: I go on.\nAction: {}", lines.join("\n\n"))))
    }
}

const NAMES: [&str; 15] = [
    "click",
    "left_single",
    "left_double",
    "right_single",
    "hover",
    "drag",
    "select",
    "scroll",
    "type",
    "hotkey",
    "press",
    "wait",
    "finished",
    "call_user",
    "long_press",
];

/// The calls of a reply, each from its name to its last bracket. Behind `Action:` or, without one, on lines of their own.
fn chunks(text: &str) -> Vec<String> {
    let text = text.rfind("Action:").map_or(text, |at| &text[at + "Action:".len()..]);
    let mut chunks: Vec<String> = Vec::new();
    for line in text.lines() {
        let line = line.trim().trim_matches('`');
        let starts = NAMES.iter().any(|name| line.strip_prefix(name).is_some_and(|rest| rest.trim_start().starts_with('(')));
        if starts && chunks.len() > MAX_ACTIONS {
            break;
        }
        if starts {
            chunks.push(line.to_owned());
        } else if let Some(last) = chunks.last_mut() {
            // What is typed may go on in the next line.
            last.push('\n');
            last.push_str(line);
        }
    }
    for chunk in &mut chunks {
        chunk.truncate(chunk.rfind(')').map_or(chunk.len(), |end| end + 1));
    }
    chunks
}

impl UiTars {
    fn actions(&self, chunk: &str, view: &View) -> Result<Vec<Action>, String> {
        let (name, inside) = chunk.split_once('(').unwrap_or((chunk, ""));
        match name.trim() {
            "type" => {
                return Ok(vec![Action::Type { text: content(inside).ok_or("type needs its content, type(content='text')")? }]);
            }
            "finished" => {
                let answer = content(inside).filter(|text| !text.is_empty()).map(|text| Action::Answer { value: text.into() });
                return Ok(answer.into_iter().chain([Action::Done]).collect());
            }
            _ => {}
        }
        let statements = calls(chunk).map_err(|error| format!("{} is not written so: {error}", short(chunk)))?;
        let [call] = statements.as_slice() else { return Err(format!("{} is not one call", short(chunk))) };
        let at = || self.place(call, &["start_box", "point", "start_point", "box"], view);
        Ok(vec![match call.name.as_str() {
            "click" | "left_single" => click(at()?, Button::Left, 1),
            "left_double" => click(at()?, Button::Left, 2),
            "right_single" => click(at()?, Button::Right, 1),
            "hover" => Action::Move { to: at()? },
            "drag" | "select" => {
                let path = vec![at()?, self.place(call, &["end_box", "end_point"], view)?];
                Action::Drag { path, button: Button::Left, holding: Vec::new() }
            }
            "scroll" => {
                let (dx, dy) = direction(text(call, "direction")?, SCROLL_NOTCHES)?;
                let place = at().or_else(|problem| match has_place(call) {
                    true => Err(problem),
                    false => view.pointer.map_or_else(|| middle(view), Ok),
                })?;
                Action::Scroll { at: place, dx, dy }
            }
            "hotkey" | "press" => {
                let written = text(call, "key")?;
                match chord(written, if written.trim().contains(' ') { ' ' } else { '+' }) {
                    keys if keys.is_empty() => return Err(format!("{} names no key", short(chunk))),
                    keys => Action::Keys { keys },
                }
            }
            "wait" => Action::Wait { secs: WAIT_SECS },
            "call_user" => Action::Fail { reason: CALLED.into() },
            other => return Err(format!("there is no action {}", short(other))),
        }])
    }

    fn place(&self, call: &Statement, names: &[&str], view: &View) -> Result<Target, String> {
        let value = call.keywords.iter().find(|(name, _)| names.contains(&name.as_str())).map(|(_, value)| value);
        let (x, y) = match value {
            Some(Literal::Text(text)) => place_in_tags(text),
            Some(Literal::List(items)) => match items.as_slice() {
                [Literal::Number(x), Literal::Number(y)] => Some((*x, *y)),
                _ => None,
            },
            _ => None,
        }
        .ok_or_else(|| format!("{} needs {}='(x,y)'", call.name, names[0]))?;
        self.space.to_screen(x, y, view).map(Target::Point)
    }

    fn written(&self, action: &Action, view: &View) -> Option<String> {
        let place = |target: &Target| self.space.write_target(*target, view).map(|(x, y)| format!("'({x},{y})'"));
        Some(match action {
            Action::Click { at, button, count, holding } if holding.is_empty() => {
                let name = match (button, count) {
                    (Button::Left, 1) => "click",
                    (Button::Left, 2) => "left_double",
                    (Button::Right, 1) => "right_single",
                    _ => return None,
                };
                format!("{name}(start_box={})", place(at)?)
            }
            Action::Move { to } => format!("hover(start_box={})", place(to)?),
            Action::Drag { path, button: Button::Left, holding } if holding.is_empty() => match path.as_slice() {
                [from, to] => format!("drag(start_box={}, end_box={})", place(from)?, place(to)?),
                _ => return None,
            },
            Action::Scroll { at, dx, dy } => format!("scroll(start_box={}, direction='{}')", place(at)?, directed(*dx, *dy)?),
            Action::Type { text } => format!("type(content={})", quoted(text)),
            Action::Keys { keys } if !keys.is_empty() => {
                let keys: Vec<String> = keys.iter().map(|key| spelled(key, Spelling::Pyautogui)).collect();
                format!("hotkey(key={})", quoted(&keys.join(" ")))
            }
            Action::Wait { secs: WAIT_SECS } => "wait()".into(),
            Action::Done => "finished()".into(),
            Action::Fail { reason } if reason == CALLED => "call_user()".into(),
            _ => return None,
        })
    }
}

const WAIT_SECS: f64 = 5.0;
const CALLED: &str = "the user was called";

fn has_place(call: &Statement) -> bool {
    call.keywords.iter().any(|(name, _)| name.contains("box") || name.contains("point"))
}

fn text<'a>(call: &'a Statement, name: &str) -> Result<&'a str, String> {
    match call.keywords.iter().find(|(keyword, _)| keyword == name) {
        Some((_, Literal::Text(text))) => Ok(text),
        _ => Err(format!("{} needs {name}=''", call.name)),
    }
}

/// What is typed, between the first quotation mark and the last: these models forget to escape those within.
fn content(inside: &str) -> Option<String> {
    let (_, after) = inside.split_once("content")?;
    let after = after.trim_start().strip_prefix('=')?.trim_start();
    let quote = after.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
    let body = &after[1..];
    let body = &body[..body.rfind(quote)?];
    // Reading it as Python is right if all marks within are escaped; then nothing is lost.
    let python = calls(&format!("c({quote}{body}{quote})")).unwrap_or_default();
    if let Some([Literal::Text(text)]) = python.first().map(|call| call.args.as_slice()) {
        return Some(text.clone());
    }
    let plain = body.replace("\\n", "\n").replace("\\t", "\t").replace("\\'", "'").replace("\\\"", "\"").replace("\\\\", "\\");
    Some(plain)
}

#[cfg(test)]
#[path = "ui_tars_tests.rs"]
mod tests;
