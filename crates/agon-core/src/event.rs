//! The events of a trial attempt, as the record keeps them: one JSON line each, in this order:
//! `opened`, `began`, any of `step`, `checkpoint`, `note` and `spent`, then `evidence`, any of `judged`, then `closed`. A `fault` may come at any time; a
//! `replayed` may follow it. A `close_failed` comes where the world could not be closed.

use crate::{
    Action, ArtifactRef, ArtifactRefusal, ArtifactStore, CommandOutput, Ending, Evidence, Fault, ImageHash, Instance,
    JudgeTotals, Judgement, Observation, Point, Status, Tree, TrialRecord, Usage, Verdict,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// One line of an attempt's log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The attempt begins.
    Opened(Box<Header>),
    /// The first observation.
    Began {
        /// What was seen.
        observation: ObservationRecord,
    },
    /// An action and what came of it.
    Step(StepRecord),
    /// Something the agent wants remembered.
    Note {
        /// What it is about.
        kind: String,
        /// What is to be remembered.
        content: Value,
    },
    /// What calls of models came to.
    Spent {
        /// Tokens, cost and time.
        usage: Usage,
        /// Which of the agent's models, if it has several.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        who: Option<String>,
        /// The agent says so itself; nobody measured it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        claimed: bool,
    },
    /// What broke, and the action during which it broke.
    Fault {
        /// What broke.
        fault: Fault,
        /// The action in which it broke.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        during: Option<Action>,
    },
    /// After a fault of the world or the grader: the agent's actions were played again in a fresh world, and this broke there.
    /// Nothing broke: the fault was an outage.
    Replayed {
        /// What broke.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fault: Option<Fault>,
    },
    /// The world's state between steps.
    Checkpoint {
        /// The step it was read after.
        step: u32,
        /// What the private door gave.
        evidence: Evidence,
    },
    /// The world's state at the end, and files that came with it.
    Evidence {
        /// What the private door gave.
        evidence: Evidence,
        /// Files that came with it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        artifacts: Vec<ArtifactRef>,
        /// Files that were handed in and not kept.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        refused: Vec<ArtifactRefusal>,
    },
    /// What a judge answered about a file that was handed in.
    Judged(Box<Judgement>),
    /// The world could not be closed in order. It changes no verdict.
    CloseFailed {
        /// What broke.
        fault: Fault,
    },
    /// The attempt is finished.
    Closed {
        /// How it came out.
        #[serde(flatten)]
        verdict: Verdict,
        /// How the agent's sitting ended; absent where it never sat.
        ending: Option<Ending>,
        /// What it came to.
        totals: Totals,
    },
}

/// Which trial this is and everything that decided it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The format of the record.
    pub format: u32,
    /// The trial's place in the run's plan.
    pub trial: u32,
    /// Counted from 1.
    pub attempt: u32,
    /// The agent's label.
    pub agent: String,
    /// Counted from 0.
    pub repeat: u32,
    /// The suite's version.
    pub suite_version: String,
    /// What was sat.
    pub instance: Instance,
    /// When it started, RFC 3339.
    pub started: String,
}

/// A step as the record keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StepRecord {
    /// Counted from 1.
    pub step: u32,
    /// What the agent did.
    pub action: Action,
    /// The points that the action's labels stood for, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<Point>,
    /// How it was taken.
    pub status: Status,
    /// What a command printed, where the action ran one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<CommandOutput>,
    /// What the world said about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub feedback: Option<String>,
    /// What was to be seen then.
    pub observation: ObservationRecord,
    /// Files that the action handed in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub artifacts: Vec<ArtifactRef>,
    /// Milliseconds since the trial began, when the agent acted.
    pub at_ms: f64,
    /// Milliseconds the world took.
    pub world_ms: f64,
}

/// An observation with its frames named instead of held.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ObservationRecord {
    /// Pictures, named by their content.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub frames: Vec<FrameRef>,
    /// What was to be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The accessibility tree.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tree: Option<Tree>,
}

/// A picture in the record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FrameRef {
    /// What it shows: `screen`, `goal`, `zoom`.
    pub name: String,
    /// Names the file below `frames/`.
    pub hash: ImageHash,
    /// The ending of the file.
    pub kind: String,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
}

/// What a trial came to, beside its verdict.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Totals {
    /// Steps that were counted.
    pub steps: u32,
    /// From the first look to the end.
    pub wall_secs: f64,
    /// The part of the wall time that the world took.
    pub world_secs: f64,
    /// Tokens, cost and time of models.
    pub usage: Usage,
    /// The same for each of the agent's models, if it has several.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub usage_by: BTreeMap<String, Usage>,
    /// Some of the usage is what the agent said of itself.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub usage_claimed: bool,
    /// What judging came to, which is not the agent's; absent where no judge was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judge: Option<JudgeTotals>,
    /// How often each action kind was used; calls by their function's name.
    pub actions: BTreeMap<String, u32>,
    /// Steps that were not executed.
    pub rejected: u32,
    /// Pictures in the record.
    pub frames: u32,
    /// What each stage took whose end the agent said, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stages: Vec<StageTotals>,
}

/// What one stage of a trial took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StageTotals {
    /// The one that said its end included.
    pub steps: u32,
    /// From the end of the stage before.
    pub wall_secs: f64,
    /// In and out together.
    pub tokens: u64,
    /// Dollars.
    pub cost_usd: f64,
}

/// Where a seat writes. A failure to write is a fault of cause `record`, and stops the run: the record is the product.
pub trait Recorder: Send {
    /// Appends an event; it is safe from a crash of this process when this returns.
    fn record(&mut self, event: &Event) -> Result<(), Fault>;

    /// Names an observation for the record and takes its frames over, where frames are kept.
    fn keep(&mut self, observation: &Observation) -> ObservationRecord;

    /// Where files go that are handed in; `None` where none are kept.
    fn artifacts(&self) -> Option<Arc<dyn ArtifactStore>> {
        None
    }

    /// What was recorded so far, for a grader; `None` where it cannot be read back.
    fn reader(&self) -> Option<Arc<dyn TrialRecord>> {
        None
    }

    /// The hash that binds everything recorded so far; empty where nothing is bound.
    fn seal(&self) -> String {
        String::new()
    }
}

impl StepRecord {
    /// A step that took no time and left nothing to be seen.
    pub fn new(step: u32, action: Action, status: Status) -> Self {
        Self {
            step,
            action,
            points: Vec::new(),
            status,
            output: None,
            feedback: None,
            observation: ObservationRecord::default(),
            artifacts: Vec::new(),
            at_ms: 0.0,
            world_ms: 0.0,
        }
    }

    /// What the agent was told of it, before the steps that are left; nothing where the task switches feedback off.
    pub fn message(&self) -> Option<Cow<'_, str>> {
        crate::step_message(self.output.as_ref(), self.feedback.as_deref())
    }
}

impl ObservationRecord {
    /// Names an observation's frames; hashing is left out where frames are not kept.
    pub fn of(observation: &Observation, keep_frames: bool) -> Self {
        let name = |frame: &crate::Frame| FrameRef {
            name: frame.name.into(),
            hash: frame.image.hash(),
            kind: crate::Image::EXTENSION.into(),
            width: frame.image.width,
            height: frame.image.height,
        };
        Self {
            frames: if keep_frames { observation.frames.iter().map(name).collect() } else { Vec::new() },
            text: observation.text.clone(),
            tree: observation.tree.clone(),
        }
    }
}
