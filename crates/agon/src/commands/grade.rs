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
    for planned in run.plan() {
        remarks.extend(remark(&run, &suites, planned.trial).await?);
    }
    let differing: Vec<&Remark> = remarks.iter().filter(|remark| remark.differs).collect();
    if args.json {
        ui.json(&json!({"format": FORMAT_VERSION, "differing": differing.len(), "trials": remarks}))?;
    } else {
        let mut text = String::new();
        for remark in &differing {
            let now = remark.now.as_ref().map_or_else(String::new, describe);
            text.push_str(&format!(
                "trial {}, {} on {}: recorded {}, now {now}\n",
                remark.trial,
                remark.agent,
                remark.instance,
                describe(&remark.recorded)
            ));
        }
        let without = remarks.iter().filter(|remark| remark.now.is_none()).count();
        let missing = run.plan().len() - remarks.len();
        text.push_str(&format!(
            "{} of {} trials marked again, {} differ; {without} have no evidence to mark, {missing} have no result\n",
            remarks.len() - without,
            run.plan().len(),
            differing.len(),
        ));
        ui.out(&text);
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
