//! The applications. One folder each: what its page is called, how its tasks are marked and solved.

mod attempts;
pub mod circuit;
pub mod flight;
pub mod internet;
pub mod modeller;
mod script;
#[cfg(test)]
mod script_tests;
pub mod video;
pub mod workflow;

use agon_core::{Action, Args, Function, NearMiss};
use agon_grade::CheckBuilder;
use agon_taskfile::Problem;
use serde_json::Value;

/// The built-in applications.
pub const APPS: &[&dyn App] = &[
    &circuit::Circuit,
    &workflow::WorkflowBuilder,
    &modeller::Modeller,
    &video::VideoEditor,
    &flight::FlightAnalyser,
    &internet::SmallInternet,
];

pub(crate) const NOTHING_DRAWN: &str = "this application draws nothing from seeds";

/// An application whose tasks have a form of their own: its page is `web/NAME`, its tasks are `suites/web/NAME/*.toml`, and what their briefs
/// say of it before the task is `background.md` beside them.
pub trait App: Send + Sync {
    fn name(&self) -> &'static str;

    fn title(&self) -> &'static str;

    /// Reads what a task file says under `key`: how it is marked and solved. `Err` says what is wrong with it.
    fn key(&self, key: toml::Table) -> Result<Box<dyn AnswerKey>, Problem>;

    /// Whether it can draw what a task's table `draw` says. Quick: no question is posed yet.
    fn can_draw(&self, _draw: &toml::Table) -> Result<(), Problem> {
        Err(NOTHING_DRAWN.into())
    }

    /// Draws the values of a task for a seed: they are filled into the file, `key` and `start` included.
    fn draw(&self, draw: &toml::Table, _seed: u64) -> Result<toml::Table, Problem> {
        self.can_draw(draw).map(|()| toml::Table::new())
    }

    /// A file of its page that is made when it is asked for; the path has no `/` in front. Nothing in it is private.
    fn made(&self, _path: &str) -> Option<Vec<u8>> {
        None
    }

    /// Functions for agents that work without the page; the setting `access` offers them.
    fn functions(&self) -> Vec<Function> {
        Vec::new()
    }

    /// What a function answers. `start` is what the page was given before it began.
    fn call(&self, _start: Option<&Value>, _name: &str, _args: &Args) -> String {
        String::new()
    }

    /// Whether agents are shown the accessibility tree.
    fn shows_tree(&self) -> bool {
        false
    }
}

/// A file that an application makes when it is asked for.
pub fn made(app: &str, path: &str) -> Option<Vec<u8>> {
    APPS.iter().find(|known| known.name() == app)?.made(path)
}

/// What only the examiner knows of a task.
pub trait AnswerKey: Send + Sync {
    /// Marks the state that the page reported and the answer that was handed in. `None`: the state is not of this app.
    fn mark(&self, state: &Value, answer: Option<&Value>) -> Option<Vec<CheckBuilder>>;

    /// Ways to solve it, the default first.
    fn strategies(&self) -> Vec<String>;

    /// Mouse and keys that solve it on the default screen, the answer and `done` included.
    fn solve(&self, strategy: &str) -> Option<Vec<Action>>;

    fn near_misses(&self) -> Vec<NearMiss>;

    /// Other valid ways, which must pass.
    fn alternatives(&self) -> Vec<(String, Vec<Action>)>;

    /// Texts that must not leak to the agent.
    fn secrets(&self) -> Vec<String> {
        Vec::new()
    }
}
