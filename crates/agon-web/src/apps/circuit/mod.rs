//! The Circuit Designer: truth tables, netlists and readings.
