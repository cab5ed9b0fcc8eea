//! Web worlds: applications of our own, served on loopback and run in a real Chromium.
//!
//! An [`App`] is a page under `web/NAME` with tasks under `suites/web/NAME`; each task has an [`AnswerKey`], which marks and solves
//! it. The [`WebKind`] opens every trial in a browser context of its own (`page.rs`) of a browser that trials share
//! (`browsers.rs`). An action becomes input events (`input.rs`), app time moves on by a stated slice, and the screen is
//! looked at (`world.rs`). State leaves the page over the DevTools pipe only.

pub mod apps;
mod browsers;
mod hand;
mod input;
mod keys;
mod kind;
mod options;
mod page;
mod task;
mod tree;
mod world;

pub use agon_cdp::find as find_chromium;
pub use apps::{AnswerKey, App};
pub use browsers::{KeeperSource, Running};
pub use kind::{WebKind, folder, site};
pub use options::WebOptions;
pub use page::Clock;
