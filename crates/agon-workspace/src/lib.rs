//! Workspace worlds: an agent works on files with a shell, and what it hands in is marked.
//!
//! A trial has a folder with `input/` and `software/`, which can be read, and `output/`, whose files are handed in. [`WorkspaceKind`]
//! reads what a task file says of it, `world.rs` is the world, `sandbox.rs` what its commands see. References lie elsewhere: only
//! verifiers, which run after the agent has left and in a sandbox of their own, are shown them. [`exam`] has the files of the suite.

pub mod exam;
mod kind;
mod sandbox;
mod software;
mod world;

pub use kind::{Opener, WorkspaceKind};
pub use world::{WorkspaceOpening, open};
