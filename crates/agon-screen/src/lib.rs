//! A virtual X screen in a sandbox: shown, acted on and read from outside.
//!
//! A [`Screen`] is X server, window manager and buses, in a sandbox that nothing of an agent's runs in. Programs in other sandboxes of
//! the same trial reach it through a filter (`x_filter.rs`): [`Folders`] has what their views share with it. It is captured and acted on from
//! outside (`display.rs`, `input.rs`), and its accessibility tree is read (`tree.rs`). A [`Crew`] is a sandbox whose parts are started
//! one by one and watched. Desktop worlds put their programs on such a screen, and so do workspaces that have one.

mod buses;
mod crew;
pub mod display;
mod error;
mod folders;
mod input;
mod keysyms;
pub mod labels;
mod live;
mod log;
mod look;
mod needs;
mod screen;
pub mod tree;
mod x_filter;

pub use crew::{Crew, Ended, Part, words};
pub use error::ScreenError;
pub use folders::{Folders, LIMITS, RUN};
pub use log::Log;
pub use look::Looking;
pub use needs::{find, needs};
pub use screen::Screen;
