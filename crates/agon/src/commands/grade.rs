//! `agon grade`: mark a recorded run again.

use crate::exit;
use crate::home;
use crate::ui::Ui;
use agon_core::{FORMAT_VERSION, Verdict};
use agon_record::Run;
use agon_run::{Remark, remark};
use serde_json::json;
use std::collections::BTreeSet;
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
    let untrusted: BTreeSet<u32> = run.problems().iter().filter_map(|problem| problem.trial).collect();
    for row in run.results().into_iter().filter_map(|result| result.row).filter(|row| !untrusted.contains(&row.trial)) {
        // One damaged log must not hide the others.
        match remark(&run, &suites, &row).await {
            Ok(remark) => remarks.push(remark),
            Err(error) => unreadable.push(format!("trial {}: {:#}", row.trial, anyhow::Error::new(error))),
        }
    }
    let differing: Vec<&Remark> = remarks.iter().filter(|remark| remark.differs).collect();
    if args.json {
        ui.json(
            &json!({"format": FORMAT_VERSION, "differing": differing.len(), "problems": home::problems(&run), "trials": remarks}),
        )?;
    } else {
        let mut text = String::new();
        for remark in &differing {
            let now = remark.now.as_ref().map_or_else(|| "not to be marked".into(), describe);
            text.push_str(&format!(
                "trial {}, {} on {}: recorded {}, now {now}\n",
                remark.trial,
                remark.agent,
                remark.instance,
                describe(&remark.recorded)
            ));
        }
        let without = remarks.iter().filter(|remark| remark.now.is_none()).count();
        let missing = run.plan().len() - remarks.len() - unreadable.len() - untrusted.len();
        text.push_str(&format!(
            "{} of {} trials marked again, {} differ; {without} have no evidence to mark, {missing} have no result\n",
            remarks.len() - without,
            run.plan().len(),
            differing.len(),
        ));
        ui.out(&text);
    }
    home::say_problems(&run, ui);
    if !home::problems(&run).is_empty() {
        return Ok(exit::BELOW);
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
