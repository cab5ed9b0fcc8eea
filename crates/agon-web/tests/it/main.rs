//! The web world against a real Chromium, with a page of the test's own.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod circuit;
mod faults;
mod flight;
mod hostile;
mod modeller;
mod probe;
mod sitting;
mod video;
mod workflow;
mod world;
