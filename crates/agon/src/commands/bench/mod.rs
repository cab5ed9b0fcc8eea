//! `agon bench`: measure worlds, the harness and the record on this machine.
//!
//! Every figure is a rate or a ratio from one run of a release build. Targets are stated in the docs, not asserted here.

mod harness;
mod web;
mod worlds;

use crate::exit;
use crate::ui::Ui;
use agon_core::FORMAT_VERSION;
use serde::Serialize;
use serde_json::json;
use std::time::Duration;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// What to measure: gym (frames a second), seat (cost of a step), run (10,000 recorded trials), schedule (1,000
    /// sleeping agents), record (a run of 100,000 trials), web (steps in a browser, beside Playwright); all but the last two
    /// unless given
    #[arg(value_enum)]
    what: Vec<What>,
    /// Of the gym only this world; may be given several times
    #[arg(long = "world", value_name = "NAME")]
    worlds: Vec<String>,
    /// For web: a Python that has Playwright to compare with
    #[arg(long, default_value = "python3", value_name = "PROGRAM")]
    python: String,
    /// Seconds per figure
    #[arg(long, default_value_t = 1.0)]
    secs: f64,
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
            What::Record => harness::record()?,
            What::Web => web::measure(span, &args.python, ui).await?,
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

/// Whole numbers for large values, three digits for small ones.
fn number(value: f64) -> String {
    if value >= 100.0 { format!("{value:.0}") } else { format!("{value:.3}") }
}
