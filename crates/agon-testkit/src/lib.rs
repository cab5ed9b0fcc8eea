//! Fakes for tests: a suite whose worlds break on command, and agents that misbehave.
//!
//! [`FakeSuite`] has one task per way of breaking ([`FAULTS`]) and one sound one; its world counts `tick`s and is solved
//! at three. [`conformance`] is the suite that every world passes. [`standin`] is a model's API on this machine, which
//! misbehaves as asked.

pub mod conformance;
mod fake;
pub mod standin;
mod step;

pub use fake::{CloseFault, FAULTS, FakeSuite, OpenWorlds, Sleeper};
pub use step::step;
