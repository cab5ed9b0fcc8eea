//! The desktop world against real programs.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod coq;
mod kalgebra;
mod program;
mod texstudio;
