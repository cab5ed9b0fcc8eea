//! Tasks as files: how they are read, filled in, marked and solved, whatever their world.
//!
//! A [`TaskFolder`] holds `suite.toml` and the task files (`suites/science/README.md` tells how one is written). A
//! [`TaskFileSuite`] reads them all: `task.rs` fills in a variant, `key.rs` marks with the [`templates`], which look at the evidence
//! through [`expression`]s, and [`script`] plays the solutions. Nothing here opens a world: that is what a [`WorldKind`] does
//! (`agon-desktop` and `agon-web` have one each). A [`PresetSuite`] is a folder of another form: tasks of a suite that is there
//! already, under names and with settings of one's own.

pub mod answers;
pub mod expression;
mod fill;
mod folder;
mod handed_in;
mod key;
mod kind;
mod opening;
mod pack;
mod presets;
pub mod script;
mod service;
mod suite;
mod task;
pub mod templates;
mod view;

pub use folder::{SuiteFile, TaskFileError, TaskFolder};
pub use key::AnswerKey;
pub use kind::{BadSetting, Draft, Own, Problem, WorldKind, WorldTask};
pub use opening::{Opening, Probe};
pub use pack::{BadKey, PackKey, is_pack};
pub use presets::PresetSuite;
pub use service::{Argument, Service};
pub use suite::TaskFileSuite;
pub use view::{ObservationMode, View, ViewChoices};
