//! Models as judges, of two kinds.
//!
//! [`ModelJudge`] answers narrow questions about what was handed in, while a trial is graded (docs/judges.md): its answers are evidence, and the
//! grader computes what they are worth.
//!
//! [`Judging`] rates whole recorded trials afterwards, as a run of its own over a record (docs/judging.md): how far they got, why they failed, how
//! right their answers are, or what a rubric asks. What comes of it is a layer on the run (`agon_record::Layer`), beside the verdict and never part of it.
//! Every call is recorded; [`verify_layers`] computes the ratings from the records again.
//!
//! The judged agent is hostile. What it wrote stands between lines that it cannot foresee, only an answer in the exact form is an answer, pointers to
//! evidence must exist, and a trial that keeps its judge from answering is void and never a good score.

mod ask;
mod boundary;
mod budget;
pub mod change;
mod error;
mod layer;
mod metric;
mod question;
mod rating;
mod shape;
mod spec;
mod trial;
mod verify;

pub use error::JudgeError;
pub use layer::{JudgedRun, Judging};
pub use metric::Metric;
pub use metric::answer::Answers;
pub use metric::causes::CAUSES;
pub use metric::rubric::{Criterion, Rubric};
pub use question::ModelJudge;
pub use spec::Spec;
pub use verify::{VerifiedLayer, verify_layers};
