//! `agon report`: tables, JSON, CSV and HTML of one run, a comparison of two, or any number of runs in one table.

use crate::exit;
use crate::home;
use crate::stored;
use crate::suites::{SuiteFolders, progress_of};
use crate::ui::Ui;
use agon_record::{Run, read_layers};
use agon_report::compare::pairs_text;
use agon_report::progress::text as progress_text;
use agon_report::{
    AgentPairs, Comparison, HtmlOptions, Layers, Modes, Paint, Progress, Runs, Summary, TableOptions, compare, csv, html, layers,
    modes, runs as joined, table as tables,
};
use agon_store::Extent;
use anyhow::{Context as _, bail};
use serde::Serialize;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon report runs/mine                     # tables of one run
  agon report runs/before runs/after        # compare, trial by trial
  agon report runs/* --csv > trials.csv     # any number of runs
  agon report runs/mine --html report.html --modes")]
pub(crate) struct Args {
    /// Folders or addresses of runs: one, two to compare, or any number to see in one table
    #[arg(required = true, value_name = "RUN")]
    runs: Vec<PathBuf>,
    /// Print as JSON: the figures of a run, the comparison of two, or `runs` and `comparisons` of more
    #[arg(long)]
    json: bool,
    /// Print one line per trial as CSV; with several runs, the first column is the run
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Read every log for failure modes: loops, repeated illegal moves, early stops, protocol violations, fixed magnitudes
    #[arg(long)]
    modes: bool,
    /// Read every log for how far trials came: the share of the way, stages and checks; and how that goes with judged progress
    #[arg(long)]
    progress: bool,
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

pub(crate) async fn run(args: Args, folders: SuiteFolders, ui: &Ui) -> anyhow::Result<u8> {
    let extent = if args.html.is_some() { Extent::Everything } else { Extent::Logs };
    let runs = stored::all(args.runs, extent, ui).await?;
    let runs = runs.iter().map(|folder| Run::open(folder)).collect::<Result<Vec<_>, _>>()?;
    runs.iter().for_each(|run| home::say_problems(run, ui));
    let all: Vec<&Run> = runs.iter().collect();
    let progress = if args.progress { progress(&runs, &folders)? } else { Vec::new() };
    if let Some(path) = &args.html {
        let options = HtmlOptions {
            progress: progress.clone(),
            max_trials_with_frames: args.frames_of,
            max_bytes: args.max_mib.saturating_mul(1024 * 1024),
            modes: args.modes,
            ..HtmlOptions::default()
        };
        let page = html::page(&all, &options)?;
        write_whole(path, page.as_bytes()).with_context(|| format!("{} could not be written", path.display()))?;
        ui.say(&format!("the report is in {}", path.display()));
    }
    match runs.as_slice() {
        _ if args.csv => ui.out(&csv::text(&all, args.modes, &progress)),
        [_, _, ..] if args.progress && args.html.is_none() => {
            bail!("--progress takes one run; for several add --csv or --html FILE")
        }
        [_, _, ..] if args.modes && args.html.is_none() => bail!("--modes takes one run; for several add --csv or --html FILE"),
        [run] => {
            let summary = Summary::of(run);
            let modes = args.modes.then(|| Modes::of(run));
            let found = Layers::of(run)?;
            if args.json {
                let progress = progress.into_iter().next();
                ui.json(&Whole { summary, agent_pairs: AgentPairs::of(run), layers: found, modes, progress })?;
            } else {
                ui.out(&table(run, &summary, ui));
                if let Some(found) = found {
                    ui.out(&format!("\n{}", layers::text(&found, &options(ui))));
                }
                if let Some(modes) = modes {
                    ui.out(&format!("\n{}", modes::text(&modes, &options(ui))));
                }
                for progress in &progress {
                    ui.out(&format!("\n{}", progress_text(progress, &options(ui))));
                }
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
        _ => {
            let all = Runs::of(&all);
            if args.json {
                ui.json(&all)?;
            } else {
                ui.out(&joined::text(&all, &options(ui)));
            }
        }
    }
    Ok(exit::DONE)
}

/// How far the trials of each run came.
fn progress(runs: &[Run], folders: &SuiteFolders) -> anyhow::Result<Vec<Progress>> {
    let suites = folders.open()?;
    let of = |run: &Run| Ok(Progress::of(run, &read_layers(run.folder())?.0, &progress_of(&suites)));
    runs.iter().map(of).collect()
}

/// Writes a file or leaves what was there: half a page is worse than none, and than the one of yesterday.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    // Pipes and devices cannot be replaced.
    if std::fs::metadata(path).is_ok_and(|known| !known.is_file()) {
        return std::fs::write(path, bytes);
    }
    // A link stays a link to the new page.
    let path = &std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut partial = path.clone().into_os_string();
    partial.push(format!(".{}.part", std::process::id()));
    let written = std::fs::write(&partial, bytes).and_then(|()| std::fs::rename(&partial, path));
    if written.is_err() {
        let _ = std::fs::remove_file(&partial);
    }
    written
}

/// What `--json` prints of one run.
#[derive(Serialize)]
struct Whole {
    #[serde(flatten)]
    summary: Summary,
    /// Its agents against each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    agent_pairs: Option<AgentPairs>,
    /// What judges and people said beside the verdict.
    #[serde(skip_serializing_if = "Option::is_none")]
    layers: Option<Layers>,
    #[serde(skip_serializing_if = "Option::is_none")]
    modes: Option<Modes>,
    #[serde(skip_serializing_if = "Option::is_none")]
    progress: Option<Progress>,
}

/// The summary as this terminal shows it best, with the agents compared where there are several.
pub(crate) fn table(run: &Run, summary: &Summary, ui: &Ui) -> String {
    let options = options(ui);
    let mut text = tables::text(summary, &options);
    if let Some(pairs) = AgentPairs::of(run) {
        text.push_str(&format!("\n{}", pairs_text(&pairs, &options)));
    }
    text
}

/// As wide as the terminal; files and pipes get every column whole.
pub(crate) fn options(ui: &Ui) -> TableOptions {
    let width = rustix::termios::tcgetwinsize(std::io::stdout()).ok().map(|size| usize::from(size.ws_col)).filter(|w| *w > 0);
    TableOptions { paint: if ui.color { Paint::Ansi } else { Paint::Plain }, width: width.map(|width| width.max(60)) }
}
