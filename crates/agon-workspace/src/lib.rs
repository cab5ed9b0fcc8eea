//! Workspace worlds: an agent works on files with a shell, and on a screen where the task has one; what it hands in is marked.
//!
//! A trial has a folder with `input/` and `software/`, which can be read, and `output/`, whose files are handed in. [`WorkspaceKind`]
//! reads what a task file says of it, `world.rs` is the world, `sandbox.rs` what its commands see; with a screen (`screen.rs`, on
//! agon-screen), they share a session (`session.rs`). Where the operator or the task names an image (`container.rs`), the agent's commands run
//! in a container of it (agon-container) over the same folders. References lie elsewhere: only
//! verifiers, which run after the agent has left and in a sandbox of their own, are shown them. [`exam`] has the files of the suite.
//! [`harbor`] sets tasks that are written in Harbor's layout instead.

mod container;
pub mod exam;
pub mod harbor;
mod kind;
mod network;
mod sandbox;
mod screen;
mod session;
mod software;
mod world;

pub use kind::{Opener, WorkspaceKind};
pub use network::{BadHost, NamedHost};
pub use screen::{Opened, ScreenOpening};
pub use world::{Bounds, ContainerOpening, WorkspaceOpening, open};
