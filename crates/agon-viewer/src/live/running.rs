//! Attempts that are going on, as far as their logs tell it without what is said or seen in them.

use crate::follow::LineFollower;
use crate::protocol::RunningTrial;
use agon_core::Event;
use agon_record::{PlannedTrial, RunIndex};

/// An attempt whose log grows.
pub(crate) struct RunningAttempt {
    log: LineFollower<Event>,
    row: RunningTrial,
    pub(crate) is_closed: bool,
}

impl RunningAttempt {
    pub(crate) fn new(index: &RunIndex, planned: &PlannedTrial, attempt: u32) -> Self {
        let row = RunningTrial {
            trial: planned.trial,
            attempt,
            task: planned.instance.task.to_string(),
            seed: planned.instance.seed.to_string(),
            agent: planned.agent.clone(),
            steps: 0,
            status: None,
            started: String::new(),
            tokens: 0,
            cost_usd: 0.0,
        };
        Self { log: LineFollower::new(index.attempt_path(planned.trial, attempt)), row, is_closed: false }
    }

    /// Reads on, and tells how the attempt stands.
    pub(crate) fn look(&mut self) -> RunningTrial {
        for event in self.log.read() {
            match event {
                Event::Opened(header) => self.row.started = header.started,
                Event::Step(step) => {
                    self.row.steps = step.step;
                    self.row.status = Some(step.status.word().into());
                }
                Event::Spent { usage, .. } => {
                    self.row.tokens += usage.tokens();
                    self.row.cost_usd += usage.cost_usd;
                }
                Event::Closed { .. } => self.is_closed = true,
                _ => {}
            }
        }
        self.row.clone()
    }
}
