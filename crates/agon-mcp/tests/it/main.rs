//! The seat over MCP and over its own API, with the official Rust client and with hostile ones.

mod api;
mod hostile;
mod http;
mod streams;
mod support;
