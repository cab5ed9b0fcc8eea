//! One binary for all tests that need runs on disk.

// The allowance for tests covers test functions only, not their helpers.
#![allow(clippy::unwrap_used)]

mod ablation;
mod agree;
mod compare;
mod csv;
mod layers;
mod made;
mod modes;
mod page;
mod runs;
mod study;
mod summary;
mod table;
mod trial;
