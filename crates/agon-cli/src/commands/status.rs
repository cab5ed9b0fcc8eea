//! `agon status`: how far a run in a store has come, and who works on it.

use crate::exit;
use crate::stored;
use crate::ui::Ui;
use agon_core::FORMAT_VERSION;
use agon_store::{Status, StoredRun, WorkerStatus};
use serde_json::{Value, json};
use std::time::Duration;

/// How often a run that is followed is looked at.
const EVERY: Duration = Duration::from_secs(5);

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon status s3://bucket/mine
  agon status s3://bucket/mine --follow
  agon status /shared/runs/mine --json")]
pub(crate) struct Args {
    /// The run's address: s3://BUCKET/PREFIX, gs://…, az://…, file:///PATH or a path
    #[arg(value_name = "RUN-URL")]
    run: String,
    /// Say it again whenever it has changed, until every trial is committed
    #[arg(short, long)]
    follow: bool,
    /// Print as JSON; with --follow one line each time
    #[arg(long)]
    json: bool,
}

pub(crate) async fn run(args: Args, ui: &Ui) -> anyhow::Result<u8> {
    let run = stored::open(&args.run).await?;
    let mut told = None;
    loop {
        let status = run.status().await?;
        if told.as_ref() != Some(&status) {
            match args.json {
                true if args.follow => ui.out(&as_json(&run, &status).to_string()),
                true => ui.json(&as_json(&run, &status))?,
                false => ui.out(&in_words(&run, &status)),
            }
        }
        if !args.follow || status.is_finished() {
            return Ok(exit::DONE);
        }
        told = Some(status);
        // Stores tell nobody of changes.
        tokio::time::sleep(EVERY).await;
    }
}

fn in_words(run: &StoredRun, status: &Status) -> String {
    let Status { trials, committed, .. } = status;
    let share = f64::from(*committed) / f64::from((*trials).max(1)) * 100.0;
    let mut text = format!("{committed} of {trials} trials committed ({share:.1}%)");
    let states: Vec<&str> = status.workers.iter().map(|worker| state(run, worker)).collect();
    let count = |wanted: &str| states.iter().filter(|state| **state == wanted).count();
    text.push_str(&format!("; workers: {} at work, {} left, {} silent\n", count("at work"), count("left"), count("silent")));
    for (worker, state) in status.workers.iter().zip(&states) {
        let beat = &worker.beat;
        text.push_str(&format!("  {}  {state}, {} committed, {} running\n", beat.worker, beat.committed, beat.running));
    }
    text
}

fn as_json(run: &StoredRun, status: &Status) -> Value {
    let workers = status.workers.iter().map(|worker| {
        let beat = &worker.beat;
        json!({
            "worker": beat.worker, "session": beat.session, "state": state(run, worker), "committed": beat.committed,
            "running": beat.running, "behind_secs": worker.behind.as_secs_f64(),
        })
    });
    json!({
        "format": FORMAT_VERSION, "run": run.store().url(), "trials": status.trials, "committed": status.committed,
        "finished": status.is_finished(), "workers": workers.collect::<Vec<_>>(),
    })
}

/// Whoever says nothing for a lease is dead, unless everybody is.
fn state(run: &StoredRun, worker: &WorkerStatus) -> &'static str {
    match () {
        () if worker.beat.ended => "left",
        () if worker.behind > run.terms().lease() => "silent",
        () => "at work",
    }
}
