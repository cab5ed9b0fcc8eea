//! What holds in every world alike, seen from outside. The rules of each world are in its own tests.

#![expect(clippy::expect_used, reason = "helpers of tests fail as tests do")]

mod degenerate;
mod every_world;
mod published;
mod restored;
mod survey;
mod unlawful;
mod worlds;
