//! A deterministic simulation of workers, their clocks, a store and the network between: discrete events, one seed, no waiting.

mod engine;
mod network;
mod scenario;

pub(crate) use network::Faults;
pub(crate) use scenario::{Cheat, Report, Scenario};
