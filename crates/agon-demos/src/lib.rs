//! Demonstrations: recorded trials as training data.
//!
//! Nothing here sits tasks. A [`Curation`] names the paper's strategies, [`Split`] and [`choose()`] pick starts that no test
//! shares, the ordinary runner lets the oracle sit them, and [`export()`] turns the record, or that of any other run, into what
//! trainers and other tools read ([`Format`]). An exported folder is a [`Dataset`]: it
//! knows what it was asked for, so that an interrupted export goes on and one with other arguments is refused.
//!
//! Everything written is a function of the run's actions and frames: no times, no paths, no order of completion.

mod card;
mod choose;
mod curation;
mod dataset;
mod demonstration;
mod error;
mod export;
mod files;
mod format;
mod sample;

pub use choose::{Choice, Split, choose, world_of};
pub use curation::Curation;
pub use dataset::Dataset;
pub use demonstration::{Demonstration, Turn};
pub use error::DemosError;
pub use export::{Exported, Order, Tally, export, trials};
pub use format::Format;
pub use sample::{History, Message, Role, Sample, samples};
