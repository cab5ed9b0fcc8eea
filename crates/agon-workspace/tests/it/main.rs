//! The workspace world, with real sandboxes: what it gives, what it marks, and what hostile agents try on it.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod attacks;
mod bench;
mod container;
mod exam;
mod harbor;
mod marking;
mod mcp;
mod network;
mod screen;
mod world;
