//! What an agent can do. The serialised form is part of the record and of every wire; see docs/formats.md.

use crate::Call;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;

/// One act of an agent through one surface.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Calls a function that the brief declares.
    Call {
        /// The function's name.
        name: String,
        /// Its arguments: bare, in a list or by name.
        #[serde(default)]
        args: Value,
    },
    /// A call in the text form the brief teaches, read by the world: a text that cannot be read costs a step.
    Text {
        /// The text.
        text: String,
    },

    /// A reply that holds no action, and why. It costs a step and changes nothing.
    Unread {
        /// The text.
        text: String,
        /// Why it could not be read.
        problem: String,
    },

    /// Moves the pointer.
    Move {
        /// Where the pointer goes.
        to: Target,
    },
    /// Clicks, once or several times.
    Click {
        /// The place.
        at: Target,
        /// The button.
        #[serde(default)]
        button: Button,
        /// 2 for a double click.
        #[serde(default = "one")]
        count: u8,
        /// Keys held meanwhile.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        holding: Vec<String>,
    },
    /// Presses a button and holds it.
    Press {
        /// The place.
        at: Target,
        /// The button.
        #[serde(default)]
        button: Button,
    },
    /// Lets a button go.
    Release {
        /// The place.
        at: Target,
        /// The button.
        #[serde(default)]
        button: Button,
    },
    /// Presses at the first place, moves through the others, releases at the last.
    Drag {
        /// The places it leads through, the first and the last included.
        path: Vec<Target>,
        /// The button.
        #[serde(default)]
        button: Button,
        /// Keys that are held meanwhile.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        holding: Vec<String>,
    },
    /// Turns the wheel; positive is right and down, in notches.
    Scroll {
        /// The place.
        at: Target,
        /// Notches to the right.
        #[serde(default)]
        dx: f64,
        /// Notches down.
        #[serde(default)]
        dy: f64,
    },

    /// Types text as a person would.
    Type {
        /// The text.
        text: String,
    },
    /// Presses keys together and lets go: `["ctrl", "s"]`.
    Keys {
        /// The names of the keys.
        keys: Vec<String>,
    },
    /// Presses a key and holds it.
    KeyDown {
        /// The name of the key.
        key: String,
    },
    /// Lets a key go.
    KeyUp {
        /// The name of the key.
        key: String,
    },

    /// Runs a command in the trial's shell.
    Shell {
        /// What the shell is to run.
        command: String,
        /// Its time limit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        timeout_secs: Option<f64>,
    },
    /// Shows a file.
    ReadFile {
        /// Absolute, or below the agent's HOME.
        path: String,
    },
    /// Writes a file, in place of what was there.
    WriteFile {
        /// Absolute, or below the agent's HOME.
        path: String,
        /// What is to stand in it.
        content: String,
    },
    /// Lists a folder.
    ListFiles {
        /// Absolute, or below the agent's HOME.
        path: String,
    },

    /// Goes to a page or along the history.
    Navigate {
        /// The page.
        to: Destination,
    },

    /// Lets the world's time pass.
    Wait {
        /// How long.
        secs: f64,
    },
    /// Asks for a part of the screen at full resolution.
    Zoom {
        /// The part of the screen.
        region: Region,
    },

    /// Hands in an answer. The last one counts; the trial goes on until `done`.
    Answer {
        /// The answer.
        value: Value,
    },
    /// The work is finished.
    Done,
    /// The task cannot be done, and this is why.
    Fail {
        /// Why the agent thinks so.
        #[serde(default)]
        reason: String,
    },
}

fn one() -> u8 {
    1
}

/// A way of touching a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Surface {
    /// Pictures, pointer and keyboard.
    Screen,
    /// The accessibility tree.
    Tree,
    /// The task's functions.
    Calls,
    /// Commands.
    Shell,
    /// Files, read and written by path.
    Files,
    /// An answer that is handed in.
    Answer,
}

/// Where a pointer action lands: a point in screen pixels, or the number of a label drawn on the screenshot.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// A point of the screen.
    Point(Point),
    /// A number drawn on the last screenshot.
    Label(u32),
}

/// Screen pixels, origin at the top left.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// Pixels from the left.
    pub x: f64,
    /// Pixels from the top.
    pub y: f64,
}

/// A rectangle in screen pixels.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Region {
    /// Pixels from the left.
    pub x: f64,
    /// Pixels from the top.
    pub y: f64,
    /// Pixels across.
    pub width: f64,
    /// Pixels down.
    pub height: f64,
}

impl Region {
    /// The point that a click on it means.
    pub fn middle(&self) -> Point {
        Point { x: self.x + self.width / 2.0, y: self.y + self.height / 2.0 }
    }
}

/// A button of the mouse.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Button {
    /// The usual one.
    #[default]
    Left,
    /// The wheel.
    Middle,
    /// The one for menus.
    Right,
}

/// Where a browser goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Destination {
    /// An address.
    Url(String),
    /// The page before.
    Back,
    /// The page after.
    Forward,
    /// The same page again.
    Reload,
}

impl Action {
    /// The surface an action needs; `None` for those every seat takes (unread, wait, done, fail).
    pub fn surface(&self) -> Option<Surface> {
        match self {
            Self::Call { .. } | Self::Text { .. } => Some(Surface::Calls),
            Self::Move { .. }
            | Self::Click { .. }
            | Self::Press { .. }
            | Self::Release { .. }
            | Self::Drag { .. }
            | Self::Scroll { .. }
            | Self::Type { .. }
            | Self::Keys { .. }
            | Self::KeyDown { .. }
            | Self::KeyUp { .. }
            | Self::Navigate { .. }
            | Self::Zoom { .. } => Some(Surface::Screen),
            Self::Shell { .. } => Some(Surface::Shell),
            Self::ReadFile { .. } | Self::WriteFile { .. } | Self::ListFiles { .. } => Some(Surface::Files),
            Self::Answer { .. } => Some(Surface::Answer),
            Self::Unread { .. } | Self::Wait { .. } | Self::Done | Self::Fail { .. } => None,
        }
    }

    /// Where it points, in order.
    pub fn targets(&self) -> &[Target] {
        match self {
            Self::Move { to } => std::slice::from_ref(to),
            Self::Click { at, .. } | Self::Press { at, .. } | Self::Release { at, .. } | Self::Scroll { at, .. } => {
                std::slice::from_ref(at)
            }
            Self::Drag { path, .. } => path,
            _ => &[],
        }
    }

    /// The word in the `kind` field, as reports count it.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Call { .. } => "call",
            Self::Text { .. } => "text",
            Self::Unread { .. } => "unread",
            Self::Move { .. } => "move",
            Self::Click { .. } => "click",
            Self::Press { .. } => "press",
            Self::Release { .. } => "release",
            Self::Drag { .. } => "drag",
            Self::Scroll { .. } => "scroll",
            Self::Type { .. } => "type",
            Self::Keys { .. } => "keys",
            Self::KeyDown { .. } => "key_down",
            Self::KeyUp { .. } => "key_up",
            Self::Shell { .. } => "shell",
            Self::ReadFile { .. } => "read_file",
            Self::WriteFile { .. } => "write_file",
            Self::ListFiles { .. } => "list_files",
            Self::Navigate { .. } => "navigate",
            Self::Wait { .. } => "wait",
            Self::Zoom { .. } => "zoom",
            Self::Answer { .. } => "answer",
            Self::Done => "done",
            Self::Fail { .. } => "fail",
        }
    }

    /// A line a person can read; calls in the form the prompts teach.
    pub fn summary(&self) -> String {
        let keys = |holding: &[String]| holding.iter().map(|key| format!("{key}+")).collect::<String>();
        match self {
            Self::Call { name, args } => Call::new(name, args.clone()).to_string(),
            Self::Text { text } => text.clone(),
            Self::Unread { problem, .. } => format!("no action: {problem}"),
            Self::Move { to } => format!("move to {to}"),
            Self::Click { at, button, count, holding } => {
                let times = if *count == 1 { String::new() } else { format!(" ×{count}") };
                format!("{}{} click{times} {at}", keys(holding), button.word())
            }
            Self::Press { at, button } => format!("press {} {at}", button.word()),
            Self::Release { at, button } => format!("release {} {at}", button.word()),
            Self::Drag { path, button, holding } => {
                let places: Vec<String> = path.iter().map(Target::to_string).collect();
                format!("{}{} drag {}", keys(holding), button.word(), places.join(" → "))
            }
            Self::Scroll { at, dx, dy } => format!("scroll ({dx}, {dy}) at {at}"),
            Self::Type { text } => format!("type {text:?}"),
            Self::Keys { keys } => format!("keys {}", keys.join("+")),
            Self::KeyDown { key } => format!("key down {key}"),
            Self::KeyUp { key } => format!("key up {key}"),
            Self::Shell { command, .. } => format!("$ {command}"),
            Self::ReadFile { path } => format!("read {path}"),
            Self::WriteFile { path, content } => format!("write {path} ({} bytes)", content.len()),
            Self::ListFiles { path } => format!("list {path}"),
            Self::Navigate { to: Destination::Url(url) } => format!("go to {url}"),
            Self::Navigate { to: Destination::Back } => "go back".into(),
            Self::Navigate { to: Destination::Forward } => "go forward".into(),
            Self::Navigate { to: Destination::Reload } => "reload".into(),
            Self::Wait { secs } => format!("wait {secs} s"),
            Self::Zoom { region } => format!("zoom to {}×{} at ({}, {})", region.width, region.height, region.x, region.y),
            Self::Answer { value } => format!("answer {value}"),
            Self::Done => "done".into(),
            Self::Fail { reason } => format!("fail: {reason}"),
        }
    }
}

impl Surface {
    /// Its name in briefs and records.
    pub fn word(self) -> &'static str {
        match self {
            Self::Screen => "screen",
            Self::Tree => "tree",
            Self::Calls => "calls",
            Self::Shell => "shell",
            Self::Files => "files",
            Self::Answer => "answer",
        }
    }
}

impl Button {
    fn word(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Middle => "middle",
            Self::Right => "right",
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Point(point) => write!(f, "({}, {})", point.x, point.y),
            Self::Label(label) => write!(f, "label {label}"),
        }
    }
}

impl From<Call> for Action {
    fn from(call: Call) -> Self {
        Self::Call { name: call.name, args: call.args }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One of each, so that a new variant cannot be forgotten in the format document's example list.
    fn one_of_each() -> Vec<Action> {
        let at = Target::Point(Point { x: 3.0, y: 4.5 });
        vec![
            Call::new("move", 0).into(),
            Action::Text { text: "('move', 0)".into() },
            Action::Unread { text: "Hm.".into(), problem: "it holds no call".into() },
            Action::Move { to: at },
            Action::Click { at: Target::Label(3), button: Button::Right, count: 2, holding: vec!["ctrl".into()] },
            Action::Press { at, button: Button::Left },
            Action::Release { at, button: Button::Left },
            Action::Drag { path: vec![at, at], button: Button::Middle, holding: vec![] },
            Action::Scroll { at, dx: 0.0, dy: 3.0 },
            Action::Type { text: "naïve".into() },
            Action::Keys { keys: vec!["ctrl".into(), "s".into()] },
            Action::KeyDown { key: "shift".into() },
            Action::KeyUp { key: "shift".into() },
            Action::Shell { command: "ls".into(), timeout_secs: Some(5.0) },
            Action::ReadFile { path: "a.txt".into() },
            Action::WriteFile { path: "a.txt".into(), content: "x".into() },
            Action::ListFiles { path: ".".into() },
            Action::Navigate { to: Destination::Url("http://app/".into()) },
            Action::Navigate { to: Destination::Back },
            Action::Wait { secs: 1.0 },
            Action::Zoom { region: Region { x: 0.0, y: 0.0, width: 10.0, height: 10.0 } },
            Action::Answer { value: 42.into() },
            Action::Done,
            Action::Fail { reason: "no such layer".into() },
        ]
    }

    #[test]
    fn json_round_trips_and_names_its_kind() {
        for action in one_of_each() {
            let json = serde_json::to_value(&action).unwrap();
            assert_eq!(json["kind"], action.kind());
            assert_eq!(serde_json::from_value::<Action>(json).unwrap(), action);
        }
    }

    #[test]
    fn defaults_are_what_a_person_means() {
        let click: Action = serde_json::from_str(r#"{"kind":"click","at":{"point":{"x":1,"y":2}}}"#).unwrap();
        assert!(matches!(click, Action::Click { button: Button::Left, count: 1, .. }));
        assert!(serde_json::from_str::<Action>(r#"{"kind":"click","at":{"point":{"x":1,"y":2}},"colour":1}"#).is_err());
    }
}
