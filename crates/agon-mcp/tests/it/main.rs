//! The seat over MCP and over its own API, with the official Rust client and with hostile ones.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod api;
mod hostile;
mod http;
mod streams;
mod support;
