//! The Circuit Designer: truth tables, netlists and readings.

mod app;
mod attempt;
mod catalogue;
mod construction;
mod design;
mod expression;
mod geometry;
mod hand;
mod label;
mod logic;
mod marking;
mod netlist;
mod quantity;
mod reading;
mod state;
#[cfg(test)]
mod tests;
mod truth;

pub use app::Circuit;
pub use marking::Marking;
