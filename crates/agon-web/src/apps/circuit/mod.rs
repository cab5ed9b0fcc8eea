//! The Circuit Designer: truth tables, netlists and readings.

mod catalogue;
mod construction;
mod expression;
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

pub use marking::Marking;
