//! Fakes for tests: a suite whose worlds break on command, and agents that misbehave.
//!
//! [`FakeSuite`] has one task per way of breaking ([`FAULTS`]) and one sound one; its world counts `tick`s and is solved
//! at three. [`ToySuite`] has a world with every surface, in one file to begin a new kind of world from. [`conformance`] is the suite that every world passes. [`standin`] is a model's API on this machine, which
//! misbehaves as asked. [`Podman`] is a real container engine, where this machine has one.

pub mod conformance;
mod fake;
mod generated;
mod podman;
pub mod standin;
mod step;
mod toy;

pub use fake::{CloseFault, FAULTS, FakeSuite, OpenWorlds, Sleeper};
pub use generated::check_page_types;
pub use podman::Podman;
pub use step::step;
pub use toy::ToySuite;
