//! Long chains over the small internet: tasks of several stages whose answers are drawn from a seed.
//!
//! A template (`src/templates`) poses a chain: it draws what is asked, computes what is right, and says how an expert goes about it. What agents read stands in
//! `suites/chain/internet/TEMPLATE.toml`, with placeholders for what is drawn.
//!
//! ```
//! let chain = agon_chain::pose("yield-and-alert", 3).unwrap();
//! assert!(chain.stages.len() >= 4);
//! assert_eq!(chain, agon_chain::pose("yield-and-alert", 3).unwrap());
//! ```

#[cfg(test)]
mod browser;
mod chain;
mod leak;
mod mark;
mod pose;
pub mod published;
mod templates;
#[cfg(test)]
mod tests;
mod writer;

pub use chain::{Chain, Found, Goal, GoalState, Move, Slip, Stage};
pub use mark::mark;
pub use pose::{PoseError, pose, templates};

use agon_suitefolder::{TaskFileError, TaskFolder};

/// `suites/chain`, as it is built in.
pub fn folder() -> Result<TaskFolder, TaskFileError> {
    TaskFolder::decompressed("suites/chain", include_bytes!(concat!(env!("OUT_DIR"), "/suite.zlib")))
}
