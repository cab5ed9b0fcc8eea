//! The whole system from outside: the laws, each in a file named after it, and the command line.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod ablation;
mod agents;
mod agree;
mod architecture;
mod bad_input;
mod chains;
mod claw;
mod cli;
mod container;
mod data;
mod demos;
mod harness;
mod help;
mod hostile;
mod judging;
mod laws;
mod models;
mod modes;
mod pages;
mod publish;
mod serve;
mod stages;
mod suites;
mod support;
mod view;
mod web;
mod workers;
