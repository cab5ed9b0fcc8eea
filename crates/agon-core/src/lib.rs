//! The words of Agon as data and traits: no I/O, no runtime, no clock.
//!
//! Read it in the order of one trial. A [`Suite`] offers tasks and fixes one as an [`Instance`]: a [`Brief`] the agent
//! may see, and [`Limits`]. It opens a [`World`]; an [`Agent`] takes the [`Seat`] in front of it and sends [`Action`]s, which
//! the seat checks and hands on as [`Request`]s; every step becomes an [`Event`]. When the agent is done, the world's private [`Door`] gives [`Evidence`], and a
//! [`Grader`] turns that into [`Marks`]. The result is a [`Verdict`]: scored, or void with a [`Fault`].
//!
//! Nothing here waits, reads a file or knows a concrete world. The recording seat is in `agon-seat`, files are in
//! `agon-record`, scheduling is in `agon-run`.
//!
//! ```
//! use agon_core::{Action, Call, CommandOutput, Status, StepRecord};
//!
//! let action: Action = Call::new("move", 0).into();
//! assert_eq!(serde_json::to_string(&action)?, r#"{"kind":"call","name":"move","args":0}"#);
//! let output = CommandOutput { stdout: "moved\n".into(), exit_code: Some(1), ..CommandOutput::default() };
//! let step = StepRecord { output: Some(output), ..StepRecord::new(1, action, Status::Executed) };
//! assert_eq!(step.message().as_deref(), Some("moved\n[exit status 1]"));
//! # Ok::<(), serde_json::Error>(())
//! ```

#![warn(missing_docs)]

mod action;
mod agent;
mod artifact;
mod brief;
mod call;
mod event;
mod evidence;
mod glob;
mod hex;
mod image;
mod judge;
mod key;
mod limits;
mod marks;
mod observation;
mod output;
mod request;
mod rng;
mod seat;
mod space;
mod stage;
mod start;
mod suite;
mod task;
mod trace;
mod verdict;
mod world;

pub use action::{Action, Button, Destination, Point, Region, Surface, Target};
pub use agent::{Agent, AgentError, AgentMaker, Placement, Script, Unsuitable};
pub use artifact::{Artifact, ArtifactContent, ArtifactHash, ArtifactRef, ArtifactRefusal, ArtifactStore, KeptArtifacts};
pub use brief::{Brief, Example};
pub use call::{Call, CallTextError};
pub use event::{Event, FrameRef, Header, ObservationRecord, Recorder, StageTotals, StepRecord, Totals};
pub use evidence::{Case, Evidence, Grader};
pub use glob::glob_matches;
pub use hex::{hex, unhex};
pub use image::{Frame, Image, ImageHash, Pixels};
pub use judge::{
    ANSWER_POINTS, AnswerCount, Exhibit, Judge, JudgeTotals, Judged, Judgement, Judging, Question, Scale, YesNo, median_points,
};
pub use key::Key;
pub use limits::{Budget, Limit, Limits, Usage};
pub use marks::{Check, Marks, Stage};
pub use observation::{NodeState, Observation, Tree, TreeNode};
pub use output::{CommandOutput, step_message};
pub use request::{Capabilities, Input, MAX_SHELL_SECS, MAX_WAIT_SECS, Offer, Refusal, Request, ZOOM};
pub use rng::Rng;
pub use seat::{Ending, Seat, SeatError, Turn};
pub use space::{Args, BindError, Function, Param, Space};
pub use stage::{FROM_STAGE, STAGE_DONE, StageCue, StageReport, stage_done};
pub use start::StartHash;
pub use suite::{NOISE_NOTE, NearMiss, Need, Proof, STRATEGY_NOTE, Suite, SuiteCard, SuiteError, SuiteSource};
pub use task::{Difficulty, Instance, InstanceId, InstanceIdError, Settings, TaskCard, TaskId, Weight};
pub use trace::{Checkpoint, CheckpointRule, NoRecord, Trace, TrialRecord};
pub use verdict::{Cause, Fault, Verdict};
pub use world::{Door, LiveScreen, Status, Step, World};

use std::future::Future;
use std::pin::Pin;

/// The future that async methods of object-safe traits return.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Names the format of everything this crate serialises; bumped when an old reader would misunderstand a new file.
pub const FORMAT_VERSION: u32 = 3;

/// Stands in every task file and every published bundle, so that whoever gathers training data can leave them out, and whoever tests a model can ask for it.
pub const CANARY: &str = "agon-canary-aaed51f2-f1fc-41ef-a739-32d13b53dff6";
