//! `agon grade`: mark a recorded run again.

use crate::exit;
use crate::home;
use crate::ui::Ui;
use agon_core::{FORMAT_VERSION, Verdict};
use agon_record::Run;
use agon_run::{Remark, remark};
use serde_json::json;
use std::path::PathBuf;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The run's folder
    run: PathBuf,
    /// Print every trial's old and new verdict as JSON
    #[arg(long)]
    json: bool,
}

/// Nothing in the run is changed: the record says what was said then.
pub(crate) async fn run(args: Args, ui: &Ui) -> anyhow::Result<u8> {
    let run = Run::open(&args.run)?;
    let suites = home::suites()?;
    let mut remarks = Vec::new();
    let mut unreadable = Vec::new();
    for planned in run.plan() {
        // One damaged log must not hide the others.
        match remark(&run, &suites, planned.trial).await {
            Ok(remark) => remarks.extend(remark),
            Err(error) => unreadable.push(format!("trial {}: {:#}", planned.trial, anyhow::Error::new(error))),
        }
    }
    let differing: Vec<&Remark> = remarks.iter().filter(|remark| remark.differs).collect();
    if args.json {
        ui.json(&json!({"format": FORMAT_VERSION, "differing": differing.len(), "trials": remarks}))?;
    } else {
        let mut text = String::new();
        for remark in &differing {
            let mut now = remark.now.as_ref().map_or_else(|| "not to be marked".into(), describe);
            if remark.index_differs {
                now.push_str("; results.jsonl says something else than the log, `agon resume` brings it in line");
            }
            text.push_str(&format!(
                "trial {}, {} on {}: recorded {}, now {now}\n",
                remark.trial,
                remark.agent,
                remark.instance,
                describe(&remark.recorded)
            ));
        }
        let without = remarks.iter().filter(|remark| remark.now.is_none()).count();
        let missing = run.plan().len() - remarks.len() - unreadable.len();
        text.push_str(&format!(
            "{} of {} trials marked again, {} differ; {without} have no evidence to mark, {missing} have no result\n",
            remarks.len() - without,
            run.plan().len(),
            differing.len(),
        ));
        ui.out(&text);
    }
    if !unreadable.is_empty() {
        anyhow::bail!("{} trials cannot be marked again: {}", unreadable.len(), unreadable.join("; "));
    }
    Ok(if differing.is_empty() { exit::DONE } else { exit::BELOW })
}

fn describe(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Void(fault) => format!("void ({fault})"),
        Verdict::Scored(marks) if marks.passed => "passed".into(),
        Verdict::Scored(marks) => format!("{:.3}, failing {}", marks.score, marks.failed().join(", ")),
    }
}
