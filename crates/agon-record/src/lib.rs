//! Runs on disk. What is here can be marked again, replayed and reported without the world it came from.
//!
//! ```text
//! RUN/run.json                  the manifest: what was run, by which version, where
//! RUN/plan.jsonl                every planned trial, written before the first starts
//! RUN/trials/0012/001234-1.jsonl  attempt 1 of trial 1234: its events, appended as they happen
//! RUN/frames/3f/3f….png         every frame once, named by content
//! RUN/artifacts/ba/ba78…       every file that a trial handed in once, named by its SHA-256
//! RUN/results.jsonl             one line per closed attempt: an index for people and scripts, never trusted
//! RUN/control.json              what somebody outside asks of the run while it goes on
//! RUN/layers/NAME/              what a judge or a person said of the trials afterwards
//! ```
//!
//! Writing starts at [`RunWriter`], reading at [`Run`]. The logs are the only truth: each names the run it belongs to, and its
//! lines are bound by hashes (`chain.rs`), so that a changed, forged or misplaced log is found whenever a run is opened. An
//! attempt is finished when its log ends with a `closed` event; anything shorter was interrupted, is kept as it is, and is
//! tried again on resume. A torn last line is ignored.
//!
//! ```
//! use agon_record::{RecordError, Run};
//! use std::path::Path;
//!
//! /// How many of a run's planned trials passed.
//! fn passed(folder: &Path) -> Result<usize, RecordError> {
//!     let run = Run::open(folder)?;
//!     Ok(run.results().iter().filter(|result| result.row.as_ref().is_some_and(|row| row.passed)).count())
//! }
//!
//! assert!(matches!(passed(Path::new("no-such-run")), Err(RecordError::NoRun { .. })));
//! ```

#![warn(missing_docs)]

mod ablation;
mod artifacts;
mod chain;
mod control;
mod error;
mod frames;
mod index;
mod layers;
mod layout;
mod lines;
mod log;
mod manifest;
mod read;
mod results;
mod trial;
mod write;

pub use ablation::{Ablation, AblationError, AblationMode, Factor, Variant, value_text};
pub use artifacts::{ArtifactProblem, MAX_ARTIFACT_BYTES, MemoryArtifacts};
pub use chain::seal_of;
pub use control::Control;
pub use error::RecordError;
pub use frames::FrameStore;
pub use index::{IndexStamp, RunIndex, RunResults, is_being_written};
pub use layers::{
    CallLog, CallLogs, CallWriter, LAYER_FORMAT, Layer, LayerHead, LayerWriter, Rater, RaterKind, Rating, RatingScale,
    RatingValue, layer_names, read_layer, read_layers,
};
pub use log::{AttemptLog, Problem};
pub use manifest::{AgentEntry, Host, Manifest, PlannedTrial, SuiteEntry, now};
pub use read::{Run, artifact_file, attempt_file, frame_file};
pub use results::{Row, TrialResult};
pub use write::{AttemptOpener, AttemptWriter, RunWriter};

const RESULTS: &str = "results.jsonl";
const FRAMES: &str = "frames";
const ARTIFACTS: &str = "artifacts";
const LAYERS: &str = "layers";
