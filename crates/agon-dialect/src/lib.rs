//! How a model's reply becomes actions.
//!
//! Models were trained to write actions in different ways: pairs, JSON, tool calls, pyautogui code, coordinates between
//! 0 and 1000. A [`Dialect`] teaches one way in a prompt block, reads it out of whatever a model prints, and can write it
//! itself. Nothing here does input or output, and nothing a model can print may panic, hang or use unbounded memory.
//!
//! A new dialect is a file in this crate and a line in [`DIALECTS`]; docs/dialects.md shows how.

mod pair;
mod policy;
mod said;

pub use pair::Pair;
pub use policy::{Policy, keep};
pub use said::{Said, Tool, View};

use agon_core::{Action, Brief};

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
    /// actions that says why.
    fn read(&self, said: &Said, view: &View) -> Reading;

    /// A reply that says these actions, as a model that speaks this dialect would; `None` if it has no words for one.
    fn write(&self, actions: &[Action], view: &View) -> Option<Said>;
}

/// What a reply came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    pub actions: Vec<Action>,
    /// What is wrong with the reply, in words a model can learn from; set where there are no actions.
    pub problem: Option<String>,
}

impl Reading {
    pub fn actions(actions: Vec<Action>) -> Self {
        Self { actions, problem: None }
    }

    pub fn problem(problem: impl Into<String>) -> Self {
        Self { actions: Vec::new(), problem: Some(problem.into()) }
    }
}

/// Every dialect there is.
pub const DIALECTS: &[&dyn Dialect] = &[&Pair];

/// The dialect of a name.
pub fn dialect(name: &str) -> Option<&'static dyn Dialect> {
    DIALECTS.iter().find(|dialect| dialect.name() == name).copied()
}

/// Of longer replies only so much of the end is read: an action is a line, not a book.
pub const MAX_TEXT_BYTES: usize = 256 * 1024;
/// More actions in one reply than anybody means.
pub const MAX_ACTIONS: usize = 64;
