//! Fakes for tests: a suite whose worlds break on command, and agents that misbehave.
//!
//! [`FakeSuite`] has one task per way of breaking ([`FAULTS`]) and one sound one; its world counts `tick`s and is solved
//! at three. [`conformance`] is the suite that every world passes.

pub mod conformance;
mod fake;

pub use fake::{FAULTS, FakeSuite, Sleeper};
