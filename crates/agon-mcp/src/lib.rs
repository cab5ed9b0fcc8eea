//! A seat for agents that come from outside: over MCP, on standard input and output or HTTP, and over a small HTTP API of its own.
//!
//! A [`SharedSeat`] is the seat of one trial as servers see it: they run beside the trial and hand in what is to be done, one thing
//! after another. Whoever sits for them is an [`Attendant`], which is an [`Agent`](agon_core::Agent). [`McpServer`] offers what the
//! brief offers as tools; [`serve_http`] serves it, and the API, on loopback behind a path that nobody can guess.
//!
//! ```no_run
//! use agon_core::{AgentError, Seat};
//! use agon_mcp::{ServeSettings, SharedSeat, serve_http};
//!
//! /// Lets whoever knows the address sit here.
//! async fn sit(seat: &mut dyn Seat) -> Result<(), AgentError> {
//!     let (shared, mut attendant) = SharedSeat::new(seat.brief().clone());
//!     let server = serve_http(shared, ServeSettings::default(), 0).await.map_err(|error| AgentError::Crashed(error.to_string()))?;
//!     // Hand `server.mcp_url()` to the program that is to sit.
//!     let left = attendant.attend(seat).await;
//!     server.finish().await;
//!     left
//! }
//! ```

#![warn(missing_docs)]

mod http;
mod mcp;
mod rest;
mod screen;
mod shared;
mod socket;
mod streams;
mod tools;

pub use http::{HttpServer, serve_http};
pub use mcp::McpServer;
pub use screen::{Coordinates, ServeSettings};
pub use shared::{Attendant, Departure, Over, SharedSeat};
pub use streams::{serve_stdio, serve_streams};
