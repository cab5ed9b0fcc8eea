//! How a model's reply becomes actions.
//!
//! Models were trained to write actions in different ways: pairs, JSON, tool calls, pyautogui code, coordinates between
//! 0 and 1000. A [`Dialect`] teaches one way in a prompt block, reads it out of whatever a model prints, and can write it
//! itself. Nothing here does input or output, and nothing a model can print may panic, hang or use unbounded memory.
//!
//! A new dialect is a file in this crate and a line in [`DIALECTS`]; docs/dialects.md shows how.

mod computer;
mod fields;
mod grounder;
mod json;
mod keys;
mod pair;
mod places;
mod policy;
mod pyautogui;
mod python;
mod said;
mod scienceboard;
mod space;
mod text;
mod tools;
mod words;

pub use computer::{AnthropicComputer, AnthropicToolset, GeminiComputer, OpenAiComputer};
pub use grounder::{InternVl, OsAtlas, PointDialect, Qwen, UiTars};
pub use json::Json;
pub use pair::Pair;
pub use policy::{Kept, Policy, PolicyError, keep};
pub use pyautogui::Pyautogui;
pub use said::{Environment, Said, Tool, View};
pub use scienceboard::ScienceBoard;
pub use space::Space;
pub use tools::{DesktopTools, Tools};

use agon_core::{Action, Brief, Button, Point, Surface, Target};
use serde_json::Value;

/// One way of writing actions.
pub trait Dialect: Send + Sync {
    /// What settings and reports call it.
    fn name(&self) -> &'static str;

    /// A line for people who choose one.
    fn about(&self) -> &'static str;

    /// How an action is written, for the prompt; it stands between the list of functions and the rules.
    fn teach(&self, brief: &Brief, view: &View) -> String;

    /// Tools to offer with each request. Dialects of plain text have none.
    fn tools(&self, _brief: &Brief, _view: &View) -> Vec<Tool> {
        Vec::new()
    }

    /// The actions in a reply, in their order. What cannot be read is not an error of ours: it is a [`Reading`] without
    /// actions that says why. A reply of which a part is clearly meant as an action and cannot be read has none at all:
    /// performing the rest would be guessing.
    fn read(&self, said: &Said, view: &View) -> Reading;

    /// Which of several actions in one reply counts unless somebody says otherwise. A dialect whose prompt asks for thoughts
    /// and then an action means the last; calls of tools, and what a model writes in one go, are performed from the first on.
    fn several(&self) -> Policy {
        Policy::First
    }

    /// A reply that says these actions, as a model that speaks this dialect would; `None` if it has no words for one.
    fn write(&self, actions: &[Action], view: &View) -> Option<Said>;

    /// Whether it has words for a surface: pairs cannot click, and pyautogui calls no function.
    fn speaks(&self, surface: Surface) -> bool {
        let at = Target::Point(Point { x: 1.0, y: 1.0 });
        let deed = match surface {
            Surface::Calls => vec![Action::Call { name: "turn".into(), args: Value::Null }],
            // A tree is looked at; what is done there is done on the screen.
            Surface::Screen | Surface::Tree => {
                vec![Action::Click { at, button: Button::Left, count: 1, holding: Vec::new() }]
            }
            Surface::Shell => vec![Action::Shell { command: "ls".into(), timeout_secs: None }],
            Surface::Files => vec![Action::ReadFile { path: "a".into() }],
            Surface::Answer => vec![Action::Answer { value: "a".into() }, Action::Done],
        };
        self.write(&deed, &View::screen(2, 2)).is_some()
    }
}

/// What a reply came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    pub actions: Vec<Action>,
    /// How many actions belong together, in their order, where one thing that was said comes to several: a block of code,
    /// or a tool call that clicks, types and presses enter. Empty where each action stands alone.
    pub together: Vec<usize>,
    /// What is wrong with the reply, in words a model can learn from; set where there are no actions.
    pub problem: Option<String>,
}

impl Reading {
    pub fn actions(actions: Vec<Action>) -> Self {
        Self { actions, ..Self::default() }
    }

    /// Actions of which some belong together.
    pub fn grouped(groups: Vec<Vec<Action>>) -> Self {
        let groups: Vec<Vec<Action>> = groups.into_iter().filter(|group| !group.is_empty()).collect();
        let together: Vec<usize> = groups.iter().map(Vec::len).collect();
        if together.iter().sum::<usize>() > MAX_ACTIONS {
            return Self::problem(format!("it holds more than {MAX_ACTIONS} actions"));
        }
        if let Some(problem) = groups.iter().flatten().find_map(excess) {
            return Self::problem(problem);
        }
        let alone = together.iter().all(|length| *length == 1);
        Self { actions: groups.concat(), together: if alone { Vec::new() } else { together }, problem: None }
    }

    pub fn problem(problem: impl Into<String>) -> Self {
        Self { problem: Some(problem.into()), ..Self::default() }
    }
}

/// What is too much of an action, if anything is: no world should have to turn a wheel a billion times.
fn excess(action: &Action) -> Option<String> {
    match action {
        Action::Scroll { dx, dy, .. } if !(dx.abs() <= MAX_NOTCHES && dy.abs() <= MAX_NOTCHES) => {
            Some(format!("the wheel turns at most {MAX_NOTCHES} notches at once"))
        }
        Action::Wait { secs } => words::seconds(*secs).err(),
        Action::Click { count, .. } if !(1..=3).contains(count) => Some("a place is clicked 1, 2 or 3 times".into()),
        _ => None,
    }
}

const MAX_NOTCHES: f64 = 10_000.0;

/// Every dialect there is.
pub const DIALECTS: &[&dyn Dialect] = &[
    &Pair,
    &Json,
    &Tools,
    &DesktopTools::PIXELS,
    &DesktopTools::THOUSAND,
    &Pyautogui,
    &ScienceBoard,
    &AnthropicToolset,
    &AnthropicComputer::NOVEMBER_2025,
    &AnthropicComputer::JANUARY_2025,
    &OpenAiComputer::LATEST,
    &OpenAiComputer::PREVIEW,
    &GeminiComputer,
    &UiTars::THOUSAND,
    &UiTars::BLOCKS,
    &OsAtlas,
    &PointDialect::UGROUND,
    &Qwen::BLOCKS,
    &Qwen::THOUSAND,
    &InternVl,
    &PointDialect::UNIT,
    &PointDialect::THOUSAND,
    &PointDialect::PIXELS,
];

/// The dialect of a name.
pub fn dialect(name: &str) -> Option<&'static dyn Dialect> {
    DIALECTS.iter().find(|dialect| dialect.name() == name).copied()
}

/// Of longer replies only so much of the end is read: an action is a line, not a book.
pub const MAX_TEXT_BYTES: usize = 256 * 1024;
/// More actions in one reply than anybody means.
pub const MAX_ACTIONS: usize = 64;
