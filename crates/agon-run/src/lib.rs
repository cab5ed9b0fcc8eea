//! From a configuration to a finished run.
//!
//! [`plan()`] fixes every trial before the first starts. [`Runner`] works the plan off: one dispatcher owns the run's state
//! and its index, and each attempt is a task of its own ([`sit`] is its heart: open the world, seat the agent, read the
//! door, mark). Faults are retried with backoff and every attempt is kept. [`prove`] runs a suite's proof, and [`regrade()`]
//! marks a recorded run again.

mod attempt;
mod budget;
mod capacity;
mod catch;
mod config;
mod dispatch;
mod memory;
mod plan;
mod proof;
mod regrade;
mod select;
mod sitting;

pub use budget::Spent;
pub use capacity::{Capacity, Load};
pub use config::{Frames, RunConfig, Shard};
pub use dispatch::{Outcome, Progress, RunError, Runner, Stop, Todo, todo};
pub use memory::MemoryRecorder;
pub use plan::{PlanError, Suites, left_out, plan};
pub use proof::{ProofFinding, ProofOptions, TaskProof, prove};
pub use regrade::{RegradeError, Regraded, regrade};
pub use select::{Selection, SelectionError};
pub use sitting::{Collected, Sitting, SittingResult, Timeouts, sit};
