//! Tasks as files: how they are read, filled in, marked and solved, whatever their world.
//!
//! A [`TaskFolder`] holds `suite.toml` and the task files (`suites/science/README.md` tells how one is written). A
//! [`TaskFileSuite`] reads them all: `task.rs` fills in a variant, `key.rs` marks with the [`templates`], which look at the evidence
//! through [`expression`]s, and [`script`] plays the solutions. Nothing here opens a world: that is what a [`WorldKind`] does
//! (`agon-desktop`, `agon-web` and `agon-workspace` have one each).

pub mod answers;
pub mod expression;
mod fill;
mod handed_in;
mod judged;
mod key;
mod kind;
mod opening;
pub mod script;
mod service;
mod stages;
mod suite;
mod task;
pub mod templates;
mod view;

pub use agon_suitefolder::{TaskFileError, TaskFolder};
pub use key::AnswerKey;
pub use kind::{BadSetting, Draft, Own, Problem, WorldKind, WorldTask};
pub use opening::{Opening, Probe};
pub use service::{Argument, Service};
pub use suite::TaskFileSuite;
pub use view::{ObservationMode, View, ViewChoices};
