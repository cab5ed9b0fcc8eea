//! The application and its tasks.

use super::hand;
use super::marking::{self, Marking};
use super::steps::{self, Step};
use crate::apps::script::{Script, ScriptKey, Way};
use crate::apps::{AnswerKey, App};
use agon_core::Action;
use agon_grade::CheckBuilder;
use agon_taskfile::Problem;
use serde_json::Value;

/// The Video Editor.
pub struct VideoEditor;

/// How its attempts are written.
pub(super) struct Lines;

pub(super) type VideoKey = ScriptKey<Lines>;

impl App for VideoEditor {
    fn name(&self) -> &'static str {
        "video"
    }

    fn title(&self) -> &'static str {
        "Video Editor"
    }

    fn key(&self, key: toml::Table) -> Result<Box<dyn AnswerKey>, Problem> {
        Ok(Box::new(VideoKey::read(key)?))
    }
}

impl Script for Lines {
    type Step = Step;
    type Mark = marking::File;
    type Marking = Marking;

    fn read(text: &str) -> Result<(Vec<Step>, Value), String> {
        let (steps, model) = steps::read(text)?;
        Ok((steps, model.state()))
    }

    fn marking(mark: &marking::File, solution: &str) -> Result<Marking, String> {
        Marking::new(mark, solution)
    }

    fn mark(marking: &Marking, state: &Value) -> Option<Vec<CheckBuilder>> {
        marking.mark(state)
    }

    fn act(steps: &[Step], way: Way) -> Result<Vec<Action>, String> {
        hand::act(steps, way)
    }
}

#[cfg(test)]
#[path = "app_tests.rs"]
mod tests;
