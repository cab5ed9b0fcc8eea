//! The agent's side of a world.
//!
//! [`LiveSeat`] is the real [`Seat`](agon_core::Seat): here an action becomes a step. It runs the world in a task of its
//! own, so that a world that panics or hangs is a fault and not a crash; it writes every step to the record before the
//! agent sees the result; it counts steps, seconds, tokens and cost, and refuses to act after the end.
//!
//! [`stepwise()`] drives a seat with a [`Policy`] that is asked for one action a turn. [`wire`] is the same seat as lines of
//! JSON, for whoever drives from outside.

mod clock;
mod handed_in;
mod live;
mod stepwise;
pub mod wire;

pub use clock::AgentClock;
pub use handed_in::keep_artifacts;
pub use live::{Finished, LiveSeat, SeatOptions, guard};
pub use stepwise::{Policy, stepwise};

#[cfg(test)]
mod tests;
