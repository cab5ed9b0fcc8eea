//! Web worlds: applications of our own, served on loopback and run in a real Chromium.
//!
//! An [`App`] is a page under `web/NAME` with tasks under `suites/web/NAME`; each task has a [`Key`], which marks and solves it.

pub mod apps;

pub use apps::{App, Key};
