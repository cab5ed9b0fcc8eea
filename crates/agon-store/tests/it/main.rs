//! Tests of the whole crate.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout, reason = "helpers of tests fail and print as tests do")]

mod bad_store;
mod crowd;
mod proxy;
mod records;
mod sim;
mod simulation;
mod stores;
