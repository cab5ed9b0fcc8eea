//! The science suite: tasks as data, their marking and their oracles.
//!
//! A task is a file of `suites/science` (its README tells how one is written). [`ScienceSuite`] reads them all; `task.rs` fills in
//! a variant; `key.rs` marks with the [`templates`], which look at the evidence through [`expression`]s; [`script`] plays the
//! solutions. Nothing here knows a display or a program: [`Opening`] is what a world is told, and an [`Opener`] opens it.

pub mod expression;
mod files;
mod fill;
mod folder;
mod key;
mod opening;
pub mod script;
mod service;
mod suite;
mod task;
pub mod templates;

pub use files::collect as collect_files;
pub use folder::TaskFolder;
pub use opening::{ObservationMode, Opener, Opening, Probe};
pub use service::{Argument, Service};
pub use suite::{ScienceOptions, ScienceSuite};
pub use task::TaskFileError;

/// The built-in task files by `DOMAIN/NAME`, and the files under `data/` that they may copy.
mod embedded {
    include!(concat!(env!("OUT_DIR"), "/science.rs"));
}
