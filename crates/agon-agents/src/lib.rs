//! Whatever takes the seat.
//!
//! [`make`] turns a kind and its settings into an [`AgentMaker`](agon_core::AgentMaker), which gives a fresh agent to each
//! trial: [`Oracle`], [`Noop`], [`Random`], [`Replay`], [`Models`], [`Claw`], [`Harness`] or [`Process`]. [`JudgeModel`] takes no seat:
//! it is a model that judges (`agon-judge`), asked by the same clients.

pub mod claw;
mod confine;
pub mod harness;
mod judge_model;
mod mix;
pub mod model;
mod noop;
mod oracle;
mod process;
mod random;
mod replay;
mod setting;
mod spec;
mod until;

pub use claw::{Claw, ClawConfig};
pub use confine::{Confinement, can_confine};
pub use harness::{Harness, HarnessFile};
pub use judge_model::JudgeModel;
pub use model::{ModelConfig, Models};
pub use noop::Noop;
pub use oracle::Oracle;
pub use process::{FrameForm, Process};
pub use random::Random;
pub use replay::Replay;
pub use setting::SettingError;
pub use spec::{EXTERNAL, KINDS, PERSON, SpecError, asks_models, make, parse};
