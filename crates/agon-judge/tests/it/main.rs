//! Layers made by a stand-in for a model's service that judges well, badly, in broken JSON, slowly, and not at all.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod bad_days;
mod lab;
mod metrics;
mod resumed;
mod verified;
