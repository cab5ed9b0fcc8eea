//! Desktop worlds: real programs on a virtual X display, each trial in a sandbox of its own.
//!
//! A [`Desk`] is one trial's computer: a screen (of agon-screen), HOME and one [`Program`], started from cold. The program's own state
//! is read through a channel that the agent's surfaces cannot reach. [`DesktopKind`] opens desks for task
//! files, such as those of the science suite.

pub mod desk;
mod imported;
mod kind;
pub mod osworld;
pub mod programs;
mod sandbox;
pub mod science;
pub mod scienceboard;
pub mod world;

pub use agon_screen::{RUN, ScreenError as DeskError, display, labels, tree};
pub use desk::{Desk, DeskOptions, Launch};
pub use imported::Imported;
pub use kind::{DesktopKind, Opener};
pub use programs::Program;
pub use sandbox::{HOME, TASK};
