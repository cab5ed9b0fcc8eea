//! A small DevTools client: starts a Chromium and speaks with it over its debugging pipe.
//!
//! The pipe is two inherited file descriptors: no port is open that a page, an agent or another user could find. A
//! [`Browser`] owns the process; a [`Session`] speaks with one page of it. Commands are plain names and JSON: the twenty of
//! them that are used do not need sixty thousand generated lines.
//!
//! Every command has a time limit. [`CdpError::Gone`] means that the whole browser is lost, anything else concerns one page.

mod browser;
mod client;
mod find;

pub use browser::{Browser, Launch};
pub use client::{CdpError, Client, Event, Session};
pub use find::{Chromium, find};
