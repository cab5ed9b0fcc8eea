//! One step of a script.

use super::place::{Locator, Which};
use agon_core::{Button, Surface};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use toml::Table;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Step {
    pub(super) id: Option<String>,
    pub(super) act: Act,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Act {
    Click { at: Locator, button: Button, count: u8, holding: Vec<String> },
    Move(Locator),
    Drag { path: Vec<Locator>, button: Button, holding: Vec<String> },
    Scroll { at: Locator, dx: f64, dy: f64 },
    Type(String),
    Keys(Vec<Vec<String>>),
    Wait(f64),
    WaitFor { what: Sight, gone: bool, tries: u32, secs: f64 },
    Shell { command: String, timeout_secs: Option<f64> },
    Call { name: String, args: Value },
    ReadFile(String),
    WriteFile { path: String, content: String },
    Answer(Value),
    Done,
    Fail(String),
    Leave,
}

/// What a script waits to see.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Sight {
    Locator(Locator),
    /// A pattern for a name or value in the tree, or for the observation's text.
    Text(String),
}

/// What a step is called; a table has exactly one of these.
const VERBS: [&str; 17] = [
    "click",
    "move",
    "drag",
    "scroll",
    "type",
    "keys",
    "wait",
    "wait_for",
    "wait_for_text",
    "shell",
    "call",
    "read_file",
    "write_file",
    "answer",
    "done",
    "fail",
    "leave",
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Clicking {
    #[serde(default)]
    button: Button,
    #[serde(default = "one")]
    count: u8,
    #[serde(default)]
    holding: Vec<String>,
    nth: Option<i32>,
    r#in: Option<String>,
    offset: Option<[f64; 2]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pointing {
    nth: Option<i32>,
    r#in: Option<String>,
    offset: Option<[f64; 2]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Calling {
    #[serde(default)]
    args: Value,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Dragging {
    #[serde(default)]
    button: Button,
    #[serde(default)]
    holding: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Scrolling {
    #[serde(default)]
    dx: f64,
    #[serde(default)]
    dy: f64,
    nth: Option<i32>,
    r#in: Option<String>,
    offset: Option<[f64; 2]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Waiting {
    #[serde(default = "sixty")]
    tries: u32,
    #[serde(default = "half")]
    secs: f64,
    #[serde(default)]
    gone: bool,
    nth: Option<i32>,
    r#in: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reading {
    #[serde(default = "sixty")]
    tries: u32,
    #[serde(default = "half")]
    secs: f64,
    #[serde(default)]
    gone: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Running {
    timeout_secs: Option<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Writing {
    content: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

#[derive(Deserialize)]
#[serde(untagged)]
enum Chords {
    One(String),
    Several(Vec<String>),
}

fn one() -> u8 {
    1
}

fn sixty() -> u32 {
    60
}

fn half() -> f64 {
    0.5
}

impl Step {
    pub(super) fn done() -> Self {
        Self { id: None, act: Act::Done }
    }

    pub(super) fn read(mut table: Table) -> Result<Self, String> {
        let id = table.remove("id").map(|id| read::<String>(id, "id")).transpose()?;
        let verbs: Vec<&str> = VERBS.into_iter().filter(|verb| table.contains_key(*verb)).collect();
        let [verb] = verbs[..] else {
            return Err(match verbs.len() {
                0 => format!("it does nothing that is known; there are {}", VERBS.join(", ")),
                _ => format!("it does several things at once: {}", verbs.join(", ")),
            });
        };
        let object = table.remove(verb).unwrap_or(toml::Value::Boolean(true));
        let act = Act::read(verb, object, toml::Value::Table(table))?;
        Ok(Self { id, act })
    }
}

impl Act {
    fn read(verb: &str, object: toml::Value, rest: toml::Value) -> Result<Self, String> {
        let which = |nth, within, offset: Option<[f64; 2]>| Which { nth, within, offset };
        Ok(match verb {
            "click" => {
                let Clicking { button, count, holding, nth, r#in, offset } = read(rest, verb)?;
                Self::Click { at: Locator::read(object, which(nth, r#in, offset))?, button, count, holding }
            }
            "move" => {
                let Pointing { nth, r#in, offset } = read(rest, verb)?;
                Self::Move(Locator::read(object, which(nth, r#in, offset))?)
            }
            "drag" => {
                let Dragging { button, holding } = read(rest, verb)?;
                let path: Vec<toml::Value> = read(object, verb)?;
                if path.len() < 2 {
                    return Err("a drag goes through at least two places".into());
                }
                let path = path.into_iter().map(Locator::read_alone).collect::<Result<_, _>>()?;
                Self::Drag { path, button, holding }
            }
            "scroll" => {
                let Scrolling { dx, dy, nth, r#in, offset } = read(rest, verb)?;
                Self::Scroll { at: Locator::read(object, which(nth, r#in, offset))?, dx, dy }
            }
            "wait_for" => {
                let Waiting { tries, secs, gone, nth, r#in } = read(rest, verb)?;
                let what = Sight::Locator(Locator::read(object, which(nth, r#in, None))?);
                Self::WaitFor { what, gone, tries, secs }
            }
            "wait_for_text" => {
                let Reading { tries, secs, gone } = read(rest, verb)?;
                Self::WaitFor { what: Sight::Text(read(object, verb)?), gone, tries, secs }
            }
            "shell" => {
                let Running { timeout_secs } = read(rest, verb)?;
                Self::Shell { command: read(object, verb)?, timeout_secs }
            }
            "call" => {
                let Calling { args } = read(rest, verb)?;
                Self::Call { name: read(object, verb)?, args }
            }
            "write_file" => {
                let Writing { content } = read(rest, verb)?;
                Self::WriteFile { path: read(object, verb)?, content }
            }
            verb => {
                let Nothing {} = read(rest, verb)?;
                match verb {
                    "type" => Self::Type(text(object)?),
                    "keys" => Self::Keys(chords(read(object, verb)?)?),
                    "wait" => Self::Wait(read(object, verb)?),
                    "read_file" => Self::ReadFile(read(object, verb)?),
                    "answer" => Self::Answer(read(object, verb)?),
                    "fail" => Self::Fail(read(object, verb)?),
                    "done" => Self::Done,
                    _ => Self::Leave,
                }
            }
        })
    }

    pub(super) fn ends(&self) -> bool {
        matches!(self, Self::Done | Self::Fail(_) | Self::Leave)
    }

    pub(super) fn answer(&self) -> Option<&Value> {
        match self {
            Self::Answer(value) => Some(value),
            _ => None,
        }
    }

    pub(super) fn answer_mut(&mut self) -> Option<&mut Value> {
        match self {
            Self::Answer(value) => Some(value),
            _ => None,
        }
    }

    pub(super) fn least_steps(&self) -> usize {
        match self {
            Self::WaitFor { .. } | Self::Leave => 0,
            Self::Keys(chords) => chords.len(),
            _ => 1,
        }
    }

    pub(super) fn needs_tree(&self) -> bool {
        let node = |place: &Locator| matches!(place, Locator::Node { .. });
        match self {
            Self::Click { at, .. } | Self::Move(at) | Self::Scroll { at, .. } => node(at),
            Self::Drag { path, .. } => path.iter().any(node),
            Self::WaitFor { .. } => true,
            _ => false,
        }
    }

    pub(super) fn surface(&self) -> Option<Surface> {
        match self {
            Self::Click { .. } | Self::Move(_) | Self::Drag { .. } | Self::Scroll { .. } | Self::Type(_) | Self::Keys(_) => {
                Some(Surface::Screen)
            }
            Self::Shell { .. } => Some(Surface::Shell),
            Self::Call { .. } => Some(Surface::Calls),
            Self::ReadFile(_) | Self::WriteFile { .. } => Some(Surface::Files),
            Self::Answer(_) => Some(Surface::Answer),
            Self::Wait(_) | Self::WaitFor { .. } | Self::Done | Self::Fail(_) | Self::Leave => None,
        }
    }
}

fn read<T: DeserializeOwned>(value: toml::Value, what: &str) -> Result<T, String> {
    value.try_into().map_err(|error: toml::de::Error| format!("{what}: {}", error.message().trim()))
}

/// What is typed may be a number that a variant gave.
fn text(value: toml::Value) -> Result<String, String> {
    match value {
        toml::Value::String(text) => Ok(text),
        number @ (toml::Value::Integer(_) | toml::Value::Float(_)) => Ok(number.to_string()),
        other => Err(format!("type: {} is no text", other.type_str())),
    }
}

/// `ctrl+shift+s`. The plus key itself is `plus`.
fn chords(chords: Chords) -> Result<Vec<Vec<String>>, String> {
    let all = match chords {
        Chords::One(chord) => vec![chord],
        Chords::Several(chords) => chords,
    };
    let chord = |chord: &String| {
        let keys: Vec<String> = chord.split('+').map(|key| key.trim().to_owned()).collect();
        if keys.iter().any(String::is_empty) { Err(format!("keys: {chord:?} is no chord such as \"ctrl+s\"")) } else { Ok(keys) }
    };
    if all.is_empty() { Err("keys: there are none".into()) } else { all.iter().map(chord).collect() }
}
