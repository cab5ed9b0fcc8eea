//! `agon grade`: mark a recorded run again.

use crate::exit;
use crate::home;
use crate::stored;
use crate::suites::{self, SuiteFolders};
use crate::ui::Ui;
use agon_core::{FORMAT_VERSION, Verdict};
use agon_record::Run;
use agon_run::{Regraded, regrade};
use agon_store::Extent;
use serde_json::json;
use std::collections::BTreeSet;
use std::path::PathBuf;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon grade runs/mine
  agon grade runs/mine --json")]
pub(crate) struct Args {
    /// The run's folder or address
    run: PathBuf,
    /// Print as JSON: every trial's recorded and new verdict
    #[arg(long)]
    json: bool,
}

/// Nothing in the run is changed: the record says what was said then.
pub(crate) async fn run(args: Args, folders: SuiteFolders, ui: &Ui) -> anyhow::Result<u8> {
    let run = Run::open(&stored::folder(args.run, Extent::Everything, ui).await?)?;
    let suites = folders.open_for(&run)?;
    suites::say_changed(&run, &suites, ui);
    let mut regraded = Vec::new();
    let mut unreadable = Vec::new();
    let untrusted: BTreeSet<u32> = run.problems().iter().filter_map(|problem| problem.trial).collect();
    for row in run.results().into_iter().filter_map(|result| result.row).filter(|row| !untrusted.contains(&row.trial)) {
        // One damaged log must not hide the others.
        match regrade(&run, &suites, &row).await {
            Ok(trial) => regraded.push(trial),
            Err(error) => unreadable.push(format!("trial {}: {:#}", row.trial, anyhow::Error::new(error))),
        }
    }
    let differing: Vec<&Regraded> = regraded.iter().filter(|trial| trial.differs).collect();
    if args.json {
        ui.json(
            &json!({"format": FORMAT_VERSION, "differing": differing.len(), "problems": home::problems(&run), "trials": regraded}),
        )?;
    } else {
        let mut text = String::new();
        for trial in &differing {
            let now = trial.now.as_ref().map_or_else(|| "without evidence".into(), describe);
            text.push_str(&format!(
                "trial {}, {} on {}: recorded {}, now {now}\n",
                trial.trial,
                trial.agent,
                trial.instance,
                describe(&trial.recorded)
            ));
        }
        let without = regraded.iter().filter(|trial| trial.now.is_none()).count();
        let missing = run.plan().len() - regraded.len() - unreadable.len() - untrusted.len();
        text.push_str(&closing_line(regraded.len() - without, run.plan().len(), differing.len(), without, missing));
        ui.out(&text);
    }
    home::say_problems(&run, ui);
    if !home::problems(&run).is_empty() {
        return Ok(exit::BELOW);
    }
    if !unreadable.is_empty() {
        anyhow::bail!("{} trials cannot be re-graded: {}", unreadable.len(), unreadable.join("; "));
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

/// How many were graded, and whether anything changed.
fn closing_line(graded: usize, planned: usize, changed: usize, without: usize, missing: usize) -> String {
    let of = if graded == planned { String::new() } else { format!(" of {planned}") };
    let changed = match changed {
        0 => "all verdicts unchanged".to_owned(),
        1 => "1 verdict changed".to_owned(),
        more => format!("{more} verdicts changed"),
    };
    let gaps = [(without, "without evidence"), (missing, "without a result")];
    let gaps: String = gaps.iter().filter(|gap| gap.0 > 0).map(|(count, what)| format!("; {count} {what}")).collect();
    format!("Re-graded {graded}{of} trials: {changed}{gaps}\n")
}
