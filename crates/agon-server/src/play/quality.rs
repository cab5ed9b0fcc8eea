//! How a trial was sat, for whoever decides whether a demonstration is to be used.

use super::protocol::{RawEvent, RawKind};
use agon_core::{Status, Turn};
use serde::Serialize;
use serde_json::Value;
use std::time::{Duration, Instant};
#[cfg(test)]
use ts_rs::TS;

/// A longer time without a step is a pause.
const PAUSE: Duration = Duration::from_secs(30);

/// What can be told of a sitting without its verdict.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Quality {
    pub steps: u32,
    /// Steps that were refused.
    pub refused: u32,
    /// Parts of the task that were marked as done.
    pub subtasks: u32,
    /// How often the instructions were opened again.
    pub instructions: u32,
    /// How often the person went to another tab or window.
    pub tab_changes: u32,
    /// Times of more than half a minute without a step.
    pub pauses: u32,
    #[serde(skip)]
    last: Option<Instant>,
}

impl Quality {
    pub(super) fn step(&mut self, turn: &Turn, events: &[RawEvent]) {
        self.steps += 1;
        self.refused += u32::from(turn.status.is_some_and(|status| status != Status::Executed));
        self.tab_changes += events.iter().filter(|event| event.kind == RawKind::TabChange).count() as u32;
        self.pauses += u32::from(self.last.is_some_and(|last| last.elapsed() > PAUSE));
        self.last = Some(Instant::now());
    }

    pub(super) fn note(&mut self, kind: &str, content: &Value) {
        match kind {
            "subtask" => self.subtasks += 1,
            "instructions" if content["open"] == true => self.instructions += 1,
            _ => {}
        }
    }
}
