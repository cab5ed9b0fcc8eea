//! `agon report`: tables, JSON, CSV and HTML of one run, or a comparison of two.

use crate::exit;
use crate::ui::Ui;
use agon_record::Run;
use agon_report::{Comparison, HtmlOptions, Paint, Summary, TableOptions, compare, csv, html, table as tables};
use anyhow::{Context as _, bail};
use std::path::PathBuf;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// One run, or two to compare
    #[arg(required = true, num_args = 1..=2)]
    runs: Vec<PathBuf>,
    /// Print as JSON
    #[arg(long)]
    json: bool,
    /// Print one line per trial as CSV
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Write one self-contained HTML page
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Trials whose frames go into the page
    #[arg(long, default_value_t = HtmlOptions::default().max_trials_with_frames)]
    frames_of: usize,
    /// The most that frames and steps may add to the page
    #[arg(long, default_value_t = HtmlOptions::default().max_bytes / (1024 * 1024))]
    max_mib: usize,
}

pub(crate) fn run(args: Args, ui: &Ui) -> anyhow::Result<u8> {
    let runs = args.runs.iter().map(|folder| Run::open(folder)).collect::<Result<Vec<_>, _>>()?;
    if let Some(path) = &args.html {
        let options = HtmlOptions {
            max_trials_with_frames: args.frames_of,
            max_bytes: args.max_mib.saturating_mul(1024 * 1024),
            ..HtmlOptions::default()
        };
        let page = html::page(&runs.iter().collect::<Vec<_>>(), &options)?;
        std::fs::write(path, page).with_context(|| format!("{} could not be written", path.display()))?;
        ui.say(&format!("the report is in {}", path.display()));
    }
    match runs.as_slice() {
        [run] if args.csv => ui.out(&csv::text(run)),
        _ if args.csv => bail!("--csv takes one run"),
        [run] => {
            let summary = Summary::of(run);
            if args.json {
                ui.json(&summary)?;
            } else {
                ui.out(&table(&summary, ui));
            }
        }
        [first, second] => {
            let comparison = Comparison::of(first, second)?;
            if args.json {
                ui.json(&comparison)?;
            } else {
                ui.out(&compare::text(&comparison, &options(ui)));
            }
        }
        _ => bail!("give one run, or two to compare"),
    }
    Ok(exit::DONE)
}

/// The summary as this terminal shows it best.
pub(crate) fn table(summary: &Summary, ui: &Ui) -> String {
    tables::text(summary, &options(ui))
}

fn options(ui: &Ui) -> TableOptions {
    let width = rustix::termios::tcgetwinsize(std::io::stdout()).ok().map(|size| usize::from(size.ws_col)).filter(|w| *w > 0);
    TableOptions { paint: if ui.color { Paint::Ansi } else { Paint::Plain }, width: width.unwrap_or(100).max(60) }
}
