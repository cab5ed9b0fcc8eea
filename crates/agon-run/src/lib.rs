//! From a configuration to a finished run.
//!
//! [`plan()`] fixes every trial before the first starts. [`Runner`] works the plan off: one dispatcher owns the run's state
//! and its index, and each attempt is a task of its own ([`sit`] is its heart: open the world, seat the agent, read the
//! door, mark). Faults are retried with backoff and every attempt is kept. [`prove`] runs a suite's proof, and [`regrade()`]
//! marks a recorded run again.
//!
//! ```
//! use agon_core::{TaskId, Weight};
//! use agon_run::{Capacity, Load, Selection, SelectionError};
//!
//! let selection: Selection = "gym/*/easy@0-9".parse()?;
//! assert!(selection.matches(&TaskId::new("gym/maze-2d/easy")));
//!
//! // Of trials that take 1.5 GiB each, a machine with 4,000 MiB runs two at once, whatever was asked for.
//! let mut load = Load::new(Capacity { memory_mib: Some(4000), cores: 8.0 }, 8);
//! let weight = Weight { memory_mib: 1536, cores: 1.0 };
//! load.add(weight);
//! load.add(weight);
//! assert!(!load.admits(weight));
//! # Ok::<(), SelectionError>(())
//! ```

#![warn(missing_docs)]

mod attempt;
mod budget;
mod capacity;
mod catch;
mod config;
mod control;
mod dispatch;
mod judging;
mod memory;
mod plan;
mod proof;
mod regrade;
mod select;
mod sitting;

pub use budget::Spent;
pub use capacity::{Capacity, Load};
pub use config::{Frames, RunConfig, Shard, ShardError};
pub use dispatch::{Arriving, Outcome, Progress, RunError, Runner, Stop, Todo, todo};
pub use memory::MemoryRecorder;
pub use plan::{PlanError, Suites, left_out, plan};
pub use proof::{ProofFinding, ProofOptions, TaskProof, prove};
pub use regrade::{RegradeError, Regraded, regrade};
pub use select::{Selection, SelectionError};
pub use sitting::{Collected, Sitting, SittingResult, Timeouts, sit};
