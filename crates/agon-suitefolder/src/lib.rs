//! Suites as folders: `suite.toml` and the files beside it.
//!
//! A [`TaskFolder`] holds the files, read from disk, built in, or unlocked from an encrypted pack ([`PackKey`]). What its task files mean
//! is agon-taskfile's work. A [`PresetSuite`] is a folder without task files: tasks of a suite that is there already, under names and
//! with settings of one's own.

mod folder;
mod pack;
mod presets;

pub use folder::{SuiteFile, TaskFileError, TaskFolder, in_line};
pub use pack::{BadKey, PackKey, is_pack};
pub use presets::PresetSuite;
