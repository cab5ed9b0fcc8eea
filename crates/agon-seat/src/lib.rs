//! The agent's side of a world.
//!
//! [`LiveSeat`] is the real [`Seat`](agon_core::Seat): here an action becomes a step. It runs the world in a task of its
//! own, so that a world that panics or hangs is a fault and not a crash; it writes every step to the record before the
//! agent sees the result; it counts steps, seconds, tokens and cost, and refuses to act after the end.
//!
//! [`stepwise()`] drives a seat with a [`Policy`] that is asked for one action a turn. [`wire`] is the same seat as lines of
//! JSON, for whoever drives from outside.
//!
//! ```
//! use agon_core::{Action, AgentError, BoxFuture, Brief, Call, Seat, Turn};
//! use agon_seat::{Policy, stepwise};
//!
//! /// Ticks until the world says that it is enough.
//! struct Ticker;
//!
//! impl Policy for Ticker {
//!     fn next<'a>(&'a mut self, _: &'a Brief, turn: &'a Turn) -> BoxFuture<'a, Result<Option<Action>, AgentError>> {
//!         let is_enough = turn.message.contains("enough");
//!         Box::pin(async move { Ok(Some(if is_enough { Action::Done } else { Call::bare("tick").into() })) })
//!     }
//! }
//!
//! async fn sit(seat: &mut dyn Seat) -> Result<(), AgentError> {
//!     stepwise(seat, &mut Ticker).await
//! }
//! ```

#![warn(missing_docs)]

mod actions;
mod clock;
mod handed_in;
mod live;
mod stepwise;
pub mod wire;
mod world_calls;

pub use clock::AgentClock;
pub use handed_in::keep_artifacts;
pub use live::{Finished, LiveSeat, SeatOptions};
pub use stepwise::{Policy, stepwise};
pub use world_calls::guard;

#[cfg(test)]
mod tests;
