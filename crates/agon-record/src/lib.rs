//! Runs on disk. What is here can be marked again, replayed and reported without the world it came from.
//!
//! ```text
//! RUN/run.json                  the manifest: what was run, by which version, where
//! RUN/plan.jsonl                every planned trial, written before the first starts
//! RUN/trials/0012/001234-1.jsonl  attempt 1 of trial 1234: its events, appended as they happen
//! RUN/frames/3f/3f….png         every frame once, named by content
//! RUN/results.jsonl             one line per closed attempt: the index, which can be rebuilt from the trials
//! ```
//!
//! Writing starts at [`RunWriter`], reading at [`Run`]. An attempt counts as finished when its log ends with a `closed`
//! event; anything shorter was interrupted, is kept, and is tried again on resume. A torn last line is cut off by
//! [`RunWriter::resume`] and ignored by readers.

mod ablation;
mod error;
mod frames;
mod layout;
mod lines;
mod manifest;
mod read;
mod results;
mod write;

pub use ablation::{Ablation, AblationError, AblationMode, Factor, Variant, value_text};
pub use error::RecordError;
pub use frames::FrameStore;
pub use manifest::{AgentEntry, Host, Manifest, PlannedTrial, SuiteEntry, now};
pub use read::{AttemptLog, Run};
pub use results::{Row, TrialResult};
pub use write::{AttemptOpener, AttemptWriter, RunWriter};
