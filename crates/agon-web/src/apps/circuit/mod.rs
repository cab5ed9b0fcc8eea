//! The Circuit Designer: truth tables, netlists and readings.

mod design;
mod geometry;
