//! What an attempt does, a line a step, and what becomes of the project by it. Times are in seconds, as in the page's forms; tracks count from 1.
//!
//! ```text
//! add Garden Leap garden               a medium at the end of the selected block's row, with an id for these lines
//! below Cymbal stroke                  a medium on a new track below all others, at the playhead
//! drop Garden Leap garden 2.5 1        a medium dragged to a time of a track (by mouse); `top` and `below` are new tracks
//! text title                           a new text at the playhead
//! effect garden light look             also fade-in, fade-out; the last word is its id
//! set garden start = 2.5               also duration, trim-start, trim-end, track
//! set title text = Welcome             also size, color, background, opacity (of the background, in percent)
//! set look contrast = 3                also brightness, saturation, curve, enabled, extent (full, segment), from, to
//! split garden 2.53 second             the right part is called `second`
//! copy garden again                    Duplicate
//! delete garden                        also ripple
//! move garden 2.5 1                    a block dragged to a time of a track (by mouse)
//! trim garden right 4                  an edge dragged to a time (by mouse)
//! edge look left 2                     an effect's edge dragged to a time (by mouse)
//! slide look contrast most             a slider dragged to its end (by mouse)
//! nudge garden 0.1                     by Ctrl and the arrow keys, 0.05 a press
//! row garden up                        also down
//! playhead 3.5
//! export
//! undo                                 the last line
//! ```

use super::effect::{Curve, EffectKind};
use super::media::{Medium, media};
use super::model::Model;
use super::project::{Edge, LONGEST_MS, Project, Target};

#[derive(Clone, Debug)]
pub(super) enum Step {
    Add { medium: &'static Medium, id: String },
    Below { medium: &'static Medium, id: String },
    Drop { medium: &'static Medium, id: String, start: i64, row: Row },
    Text { id: String },
    Effect { block: String, kind: EffectKind, id: String },
    Set { id: String, field: Field, entry: Entry },
    Split { id: String, at: i64, right: String },
    Copy { id: String, copy: String },
    Delete { id: String, is_ripple: bool },
    Move { id: String, start: i64, row: Row },
    Trim { id: String, edge: Edge, to: i64 },
    EffectEdge { id: String, edge: Edge, to: i64 },
    Slide { id: String, part: LightPart },
    Nudge { id: String, presses: i64 },
    ByRow { id: String, is_up: bool },
    Playhead(i64),
    Export,
    Undo,
}

/// What a press of an arrow key with Ctrl moves a block by.
pub(super) const NUDGE_MS: i64 = 50;

/// Where a drag ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Row {
    /// A new one above all others.
    Top,
    There(usize),
    /// A new one below all others.
    Below,
}

/// A field of the properties. Those of one tab are in the order of Tab.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Field {
    Start,
    Duration,
    TrimStart,
    TrimEnd,
    Track,
    Text,
    Size,
    Color,
    Background,
    Opacity,
    Enabled,
    Extent,
    From,
    To,
    Light(LightPart),
    Curve,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum LightPart {
    Brightness,
    Contrast,
    Saturation,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tab {
    Time,
    Text,
    Effects,
}

/// What a field is set to.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Entry {
    Time(i64),
    Text(String),
    Number(f64),
    Whole(i64),
    /// `#rrggbb`
    Color(String),
    Tick(bool),
    /// Whether the effect is for a segment.
    Segment(bool),
    Curve(Curve),
}

/// The swatches of the page: `web/video/src/model/colors.ts`.
pub(super) const SWATCHES: [(&str, &str); 10] = [
    ("white", "#ffffff"),
    ("black", "#000000"),
    ("red", "#ff0000"),
    ("orange", "#ff8000"),
    ("yellow", "#ffff00"),
    ("green", "#00ff00"),
    ("cyan", "#00ffff"),
    ("blue", "#0000ff"),
    ("purple", "#8000ff"),
    ("gray", "#808080"),
];

impl Row {
    fn read(word: &str) -> Result<Self, String> {
        match word {
            "top" => Ok(Self::Top),
            "below" => Ok(Self::Below),
            number => {
                let row = number.parse().ok().filter(|row| *row > 0);
                row.map(|row: usize| Self::There(row - 1)).ok_or_else(|| format!("there is no track {number:?}"))
            }
        }
    }

    pub(super) fn target(self, project: &Project) -> Result<Target, String> {
        let rows = project.rows.len();
        match self {
            Self::Top => Ok(Target { row: 0, is_new: true }),
            Self::Below => Ok(Target { row: rows, is_new: true }),
            Self::There(row) if row < rows => Ok(Target { row, is_new: false }),
            Self::There(row) => Err(format!("there is no track {}", row + 1)),
        }
    }
}

impl Field {
    fn read(word: &str) -> Option<Self> {
        Some(match word {
            "start" => Self::Start,
            "duration" => Self::Duration,
            "trim-start" => Self::TrimStart,
            "trim-end" => Self::TrimEnd,
            "track" => Self::Track,
            "text" => Self::Text,
            "size" => Self::Size,
            "color" => Self::Color,
            "background" => Self::Background,
            "opacity" => Self::Opacity,
            "enabled" => Self::Enabled,
            "extent" => Self::Extent,
            "from" => Self::From,
            "to" => Self::To,
            "curve" => Self::Curve,
            word => Self::Light(LightPart::read(word)?),
        })
    }

    pub(super) fn tab(self) -> Tab {
        match self {
            Self::Start | Self::Duration | Self::TrimStart | Self::TrimEnd | Self::Track => Tab::Time,
            Self::Text | Self::Size | Self::Color | Self::Background | Self::Opacity => Tab::Text,
            _ => Tab::Effects,
        }
    }

    fn entry(self, text: &str) -> Result<Entry, String> {
        let whole = || text.parse().map_err(|_| format!("{text:?} is no whole number"));
        match self {
            Self::Start | Self::Duration | Self::TrimStart | Self::TrimEnd | Self::From | Self::To => {
                Ok(Entry::Time(time(text)?))
            }
            Self::Track | Self::Size | Self::Opacity => Ok(Entry::Whole(whole()?)),
            Self::Text => Ok(Entry::Text(text.to_owned())),
            Self::Color | Self::Background => Ok(Entry::Color(color(text)?)),
            Self::Enabled => text.parse().map(Entry::Tick).map_err(|_| format!("{text:?} is neither true nor false")),
            Self::Extent => match text {
                "full" => Ok(Entry::Segment(false)),
                "segment" => Ok(Entry::Segment(true)),
                other => Err(format!("{other:?} is neither full nor segment")),
            },
            Self::Light(_) => text.parse().map(Entry::Number).map_err(|_| format!("{text:?} is no number")),
            Self::Curve => {
                let curve = Curve::ALL.into_iter().find(|curve| curve.word() == text);
                curve.map(Entry::Curve).ok_or_else(|| format!("there is no curve {text:?}"))
            }
        }
    }
}

impl LightPart {
    fn read(word: &str) -> Option<Self> {
        match word {
            "brightness" => Some(Self::Brightness),
            "contrast" => Some(Self::Contrast),
            "saturation" => Some(Self::Saturation),
            _ => None,
        }
    }

    pub(super) fn index(self) -> usize {
        self as usize
    }
}

/// Milliseconds as the page's forms write them: 2530 is 2.53.
pub(super) fn seconds(ms: i64) -> String {
    (ms as f64 / 1000.0).to_string()
}

fn time(text: &str) -> Result<i64, String> {
    let seconds: f64 = text.parse().map_err(|_| format!("{text:?} is no time in seconds"))?;
    match (0.0..=LONGEST_MS as f64 / 1000.0).contains(&seconds) {
        true => Ok((seconds * 1000.0).round() as i64),
        false => Err(format!("{text} is no time on the timeline")),
    }
}

fn color(text: &str) -> Result<String, String> {
    let named = SWATCHES.iter().find(|(name, _)| *name == text).map(|(_, hex)| (*hex).to_owned());
    let hex = text.strip_prefix('#').filter(|hex| hex.len() == 6 && hex.bytes().all(|byte| byte.is_ascii_hexdigit()));
    named.or_else(|| hex.map(|_| text.to_lowercase())).ok_or_else(|| format!("{text:?} is no color"))
}

/// Reads the lines and follows them. `Err` says which line cannot be done.
pub(super) fn read(text: &str) -> Result<(Vec<Step>, Model), String> {
    let mut steps = Vec::new();
    let mut model = Model::default();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let in_line = |problem: String| format!("{line:?}: {problem}");
        let step = read_line(line).map_err(in_line)?;
        model.follow(&step).map_err(in_line)?;
        steps.push(step);
    }
    Ok((steps, model))
}

fn read_line(line: &str) -> Result<Step, String> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let rest = rest.trim();
    let words: Vec<&str> = rest.split_whitespace().collect();
    let id = |index: usize| words.get(index).map(|word| (*word).to_owned()).ok_or_else(|| format!("{word} needs a name"));
    let edge = |word: Option<&&str>| match word {
        Some(&"left") => Ok(Edge::Left),
        Some(&"right") => Ok(Edge::Right),
        _ => Err("an edge is left or right".to_owned()),
    };
    let time_at = |index: usize| time(words.get(index).copied().unwrap_or_default());
    Ok(match word {
        "add" | "below" => {
            let (medium, rest) = read_medium(rest)?;
            let id = rest.to_owned();
            if word == "add" { Step::Add { medium, id } } else { Step::Below { medium, id } }
        }
        "drop" => {
            let (medium, rest) = read_medium(rest)?;
            let [id, start, row] = rest.split_whitespace().collect::<Vec<_>>()[..] else {
                return Err("write drop MEDIUM ID TIME TRACK".into());
            };
            Step::Drop { medium, id: id.to_owned(), start: time(start)?, row: Row::read(row)? }
        }
        "text" => Step::Text { id: id(0)? },
        "effect" => {
            let kind = words.get(1).and_then(|word| EffectKind::named(word)).ok_or("write effect BLOCK KIND ID")?;
            Step::Effect { block: id(0)?, kind, id: id(2)? }
        }
        "set" => {
            let (target, value) = rest.split_once('=').ok_or("write set ID FIELD = VALUE")?;
            let (id, field) = target.trim().split_once(' ').ok_or("write set ID FIELD = VALUE")?;
            let field = Field::read(field.trim()).ok_or_else(|| format!("there is no field {field:?}"))?;
            Step::Set { id: id.to_owned(), field, entry: field.entry(value.trim())? }
        }
        "split" => Step::Split { id: id(0)?, at: time_at(1)?, right: id(2)? },
        "copy" => Step::Copy { id: id(0)?, copy: id(1)? },
        "delete" | "ripple" => Step::Delete { id: id(0)?, is_ripple: word == "ripple" },
        "move" => Step::Move { id: id(0)?, start: time_at(1)?, row: Row::read(words.get(2).copied().unwrap_or_default())? },
        "trim" => Step::Trim { id: id(0)?, edge: edge(words.get(1))?, to: time_at(2)? },
        "edge" => Step::EffectEdge { id: id(0)?, edge: edge(words.get(1))?, to: time_at(2)? },
        "slide" => {
            let part = words.get(1).and_then(|word| LightPart::read(word)).filter(|_| words.get(2) == Some(&"most"));
            Step::Slide { id: id(0)?, part: part.ok_or("write slide EFFECT contrast most")? }
        }
        "nudge" => {
            let by: f64 = words.get(1).and_then(|word| word.parse().ok()).ok_or("write nudge ID SECONDS")?;
            Step::Nudge { id: id(0)?, presses: (by * 1000.0 / NUDGE_MS as f64).round() as i64 }
        }
        "row" => Step::ByRow { id: id(0)?, is_up: words.get(1) == Some(&"up") },
        "playhead" => Step::Playhead(time_at(0)?),
        "export" => Step::Export,
        "undo" => Step::Undo,
        other => return Err(format!("there is no step {other:?}")),
    })
}

/// The medium that a text begins with, and what follows.
fn read_medium(text: &str) -> Result<(&'static Medium, &str), String> {
    let found = media().iter().find_map(|medium| Some((medium, text.strip_prefix(medium.title())?)));
    match found.map(|(medium, rest)| (medium, rest.trim())) {
        Some((medium, rest)) if !rest.is_empty() => Ok((medium, rest)),
        _ => Err(format!("{text:?} is no medium and a name for it")),
    }
}
