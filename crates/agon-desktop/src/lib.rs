//! Desktop worlds: real programs on a virtual X display, each trial in a sandbox of its own.
//!
//! A [`Desk`] is one trial's computer: X server, window manager, buses, HOME and one [`Program`], started from cold. Its
//! display is captured and acted on from outside (`display.rs`, `input.rs`), its accessibility tree is read (`tree.rs`), and the
//! program's own state is read through a channel that the agent's surfaces cannot reach. [`DesktopKind`] opens desks for task
//! files, such as those of the science suite.

pub mod desk;
pub mod display;
pub mod input;
mod keysyms;
mod kind;
pub mod labels;
pub mod programs;
mod sandbox;
pub mod science;
pub mod tree;
pub mod world;
mod x_filter;

pub use desk::{Desk, DeskError, DeskOptions, Launch};
pub use kind::{DesktopKind, Opener};
pub use programs::Program;
pub use sandbox::{HOME, RUN, TASK};
