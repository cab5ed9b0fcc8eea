//! `agon bench`: measure worlds, the harness and the record on this machine.
//!
//! Every figure is a rate or a ratio from one run of a release build. Targets are stated in the docs, not asserted here.

mod chain;
mod data;
mod desktop;
mod harness;
mod web;
mod workspace;
mod worlds;

use crate::exit;
use crate::ui::Ui;
use agon_core::FORMAT_VERSION;
use anyhow::{Context as _, ensure};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;
use tokio::io::AsyncWriteExt as _;
use tokio::process::Command;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon bench gym --world maze-2d
  agon bench seat run --secs 5 --json")]
pub(crate) struct Args {
    /// What to measure: gym (frames a second), seat (cost of a step), run (10,000 recorded trials), schedule (1,000
    /// sleeping agents), record (a run of 100,000 trials), web (steps in a browser, beside Playwright), chain
    /// (a trial of 500 steps in one), desktop (steps on a
    /// desk, beside a process for each), workspace (sandboxes and commands in them), data (a file of a million
    /// annotations); the first four unless given
    #[arg(value_enum)]
    what: Vec<What>,
    /// Of the gym only this world; may be given several times
    #[arg(long = "world", value_name = "NAME")]
    worlds: Vec<String>,
    /// A Python to compare with, that has Playwright (for web) or pyatspi (for desktop)
    #[arg(long, default_value = "python3", value_name = "PROGRAM")]
    python: String,
    /// Seconds per figure
    #[arg(long, default_value_t = 1.0)]
    secs: f64,
    /// Keep the run of `record` in this folder, to look at
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
    /// Print as JSON: `figures`, each with a name, a value and a unit
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum What {
    Gym,
    Seat,
    Run,
    Schedule,
    Record,
    Web,
    Chain,
    Desktop,
    Workspace,
    Data,
}

/// One figure.
#[derive(Serialize)]
pub(crate) struct Figure {
    name: String,
    value: f64,
    unit: &'static str,
}

impl Figure {
    fn new(name: impl Into<String>, value: f64, unit: &'static str) -> Self {
        Self { name: name.into(), value, unit }
    }
}

/// What a span of stepping gave.
#[derive(Deserialize)]
struct Stepped {
    latencies_ms: Vec<f64>,
    steps: usize,
    secs: f64,
}

impl Stepped {
    fn median_ms(&self) -> f64 {
        median(self.latencies_ms.clone())
    }

    fn rate(&self) -> f64 {
        self.steps as f64 / self.secs
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

pub(crate) async fn run(args: Args, ui: &Ui) -> anyhow::Result<u8> {
    let all = [What::Gym, What::Seat, What::Run, What::Schedule];
    let what = if args.what.is_empty() { all.to_vec() } else { args.what };
    let span = Duration::from_secs_f64(args.secs.clamp(0.01, 600.0));
    if cfg!(debug_assertions) {
        ui.say("this is a debug build; figures mean something only in a release build");
    }
    let mut figures = Vec::new();
    for what in what {
        let measured = match what {
            What::Gym => worlds::measure(span, &args.worlds)?,
            What::Seat => harness::seat(span).await?,
            What::Run => harness::run().await?,
            What::Schedule => harness::schedule().await?,
            What::Record => harness::record(harness::RECORD_TRIALS, args.keep.as_deref())?,
            What::Web => web::measure(span, &args.python, ui).await?,
            What::Chain => chain::measure().await?,
            What::Desktop => desktop::measure(span, &args.python, ui).await?,
            What::Workspace => workspace::measure(span).await?,
            What::Data => data::measure(span)?,
        };
        if !args.json {
            for figure in &measured {
                ui.out(&format!("{:48} {:>12} {}", figure.name, number(figure.value), figure.unit));
            }
        }
        figures.extend(measured);
    }
    if args.json {
        ui.json(&json!({"format": FORMAT_VERSION, "figures": figures}))?;
    }
    Ok(exit::DONE)
}

/// Runs a script of `benches/`, which reads a question and writes an answer.
async fn ask_python<T: DeserializeOwned>(python: &str, script: &str, question: &Value) -> anyhow::Result<T> {
    let mut child = Command::new(python)
        .args(["-c", script])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .with_context(|| format!("{python} could not be started"))?;
    let mut stdin = child.stdin.take().context("no standard input")?;
    stdin.write_all(question.to_string().as_bytes()).await?;
    drop(stdin);
    let output = child.wait_with_output().await?;
    ensure!(output.status.success(), "{python} ended with {}", output.status);
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// Whether a Python has a module.
async fn has_module(python: &str, module: &str) -> bool {
    let import = format!("import {module}");
    let status = Command::new(python).args(["-c", &import]).stderr(Stdio::null()).status().await;
    status.is_ok_and(|status| status.success())
}

/// Whole numbers for large values, three digits for small ones.
fn number(value: f64) -> String {
    if value >= 100.0 { format!("{value:.0}") } else { format!("{value:.3}") }
}
