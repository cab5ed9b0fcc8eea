//! The science suite: tasks as data, their marking and their oracles.

pub mod expression;
pub mod templates;
