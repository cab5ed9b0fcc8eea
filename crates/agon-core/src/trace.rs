//! What a grader can read of a trial's record, beside its evidence.

use crate::{ArtifactRef, Cause, Event, Evidence, Fault, FrameRef, ObservationRecord, StepRecord};
use std::fmt;
use std::io::Read;

/// The record of one trial attempt, read when a grader asks for it and not before. It is the same during the run and years later.
/// Reading takes time: graders run where a thread may block.
pub trait TrialRecord: Send + Sync {
    /// What was seen and done, in order.
    fn trace(&self) -> Result<Trace, Fault>;

    /// The file of a frame that the trace names.
    fn frame(&self, frame: &FrameRef) -> Result<Vec<u8>, Fault>;

    /// The content of a file that the trial handed in, held against its hash before it is given out.
    fn artifact(&self, artifact: &ArtifactRef) -> Result<Box<dyn Read + Send>, Fault>;
}

/// What was seen and done in a trial.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// The first observation; absent where the world could not be looked at.
    pub began: Option<ObservationRecord>,
    /// Every step that was taken.
    pub steps: Vec<StepRecord>,
    /// The world's state between steps, where it was asked for.
    pub checkpoints: Vec<Checkpoint>,
}

/// The state of a world after a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// The step it was read after.
    pub step: u32,
    /// What the private door gave.
    pub evidence: Evidence,
}

/// When the world's state is read between steps. A world can ask for more by [`crate::Step::checkpoint`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CheckpointRule {
    /// Only when the world asks for it.
    #[default]
    WhenAsked,
    /// After every step that the world has performed.
    EveryStep,
}

/// No record at all: of graders that are asked without a trial.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoRecord;

impl Trace {
    /// What the events of an attempt come to.
    pub fn of(events: impl IntoIterator<Item = Event>) -> Self {
        let mut trace = Self::default();
        for event in events {
            match event {
                Event::Began { observation } => trace.began = Some(observation),
                Event::Step(step) => trace.steps.push(step),
                Event::Checkpoint { step, evidence } => trace.checkpoints.push(Checkpoint { step, evidence }),
                _ => {}
            }
        }
        trace
    }

    /// The first step after which the state passes, among those that a checkpoint was taken after.
    pub fn first_passed(&self, mut passes: impl FnMut(&Evidence) -> bool) -> Option<u32> {
        self.checkpoints.iter().find(|checkpoint| passes(&checkpoint.evidence)).map(|checkpoint| checkpoint.step)
    }
}

impl TrialRecord for NoRecord {
    fn trace(&self) -> Result<Trace, Fault> {
        Ok(Trace::default())
    }

    fn frame(&self, frame: &FrameRef) -> Result<Vec<u8>, Fault> {
        Err(Fault::new(Cause::Grader, format!("frame {} cannot be read: there is no record", frame.hash)))
    }

    fn artifact(&self, artifact: &ArtifactRef) -> Result<Box<dyn Read + Send>, Fault> {
        Err(Fault::new(Cause::Grader, format!("{} cannot be read: there is no record", artifact.name)))
    }
}

impl fmt::Debug for dyn TrialRecord + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TrialRecord")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Action, Status};
    use serde_json::json;

    #[test]
    fn a_trace_finds_the_step_after_which_a_state_first_passes() {
        let step = |step| Event::Step(StepRecord::new(step, Action::Done, Status::Executed));
        let checkpoint = |step, count: u32| Event::Checkpoint { step, evidence: Evidence(json!(count)) };
        let events = [step(1), checkpoint(1, 0), step(2), checkpoint(2, 5), step(3), checkpoint(3, 7)];
        let trace = Trace::of(events);
        assert_eq!(trace.steps.iter().map(|step| step.step).collect::<Vec<_>>(), [1, 2, 3]);
        assert_eq!(trace.first_passed(|evidence| evidence.0.as_u64() >= Some(5)), Some(2));
        assert_eq!(trace.first_passed(|evidence| evidence.0.as_u64() > Some(7)), None);
    }
}
