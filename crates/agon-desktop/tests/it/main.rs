//! The desktop world against real programs.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "helpers of tests fail as tests do")]

mod tree;
