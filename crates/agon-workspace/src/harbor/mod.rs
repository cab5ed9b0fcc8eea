//! Tasks in Harbor's layout: folders with `instruction.md`, `task.toml`, `environment/`, `solution/` and `tests/`.
//!
//! They are made for containers. Where the operator wants that, each is set in a container of its own image (`container.rs`). Those that need
//! none are set without one: [`HarborFolder`] reads a folder of them, `dockerfile.rs` and
//! `recipe.rs` tell what their Dockerfile asks for and refuse what takes a build, and [`HarborSuite`] serves the rest. In its sandbox
//! (`sandbox.rs`) an agent has a root folder of its own over the machine's read-only programs. Once it is gone, the task's tests run over what
//! it left in a fresh sandbox, where they find `/tests` and an empty `/logs/verifier`; `marking.rs` reads the reward they wrote.

mod commands;
mod container;
mod dockerfile;
mod folder;
mod marking;
mod recipe;
#[cfg(test)]
mod recipe_tests;
mod sandbox;
mod settings;
mod suite;
mod task;
mod world;

pub use folder::{HarborError, HarborFolder};
pub use suite::{HarborOpener, HarborSuite};
pub use world::{HarborOpening, open};
