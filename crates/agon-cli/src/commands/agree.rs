//! `agon agree`: whether judges, people, verdicts and computed progress say the same.

use super::report::options;
use crate::suites::{SuiteFolders, progress_of};
use crate::ui::Ui;
use crate::{exit, home, stored};
use agon_record::{Run, read_layers};
use agon_report::agree::{PROGRESS, VERDICT, csv_text, read_csv, text};
use agon_report::{Agreement, Ratings, TrialProgress, domain_of};
use agon_store::Extent;
use anyhow::{Context as _, bail};
use std::path::PathBuf;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon agree runs/mine                       # layers, verdict, own progress
  agon agree runs/mine people.csv --against anna
  agon agree runs/* --metric causes --json
  agon agree ratings.csv                     # columns item, rater, value")]
pub(crate) struct Args {
    /// Folders of runs with layers, and CSV files with the columns item (or run and trial), rater and value
    #[arg(required = true, value_name = "RUN|FILE.csv")]
    inputs: Vec<PathBuf>,
    /// What was rated: layers of other metrics are left out
    #[arg(long, default_value = PROGRESS)]
    metric: String,
    /// Only these raters: names of layers, raters of CSV files, `verdict`, `progress`; may be given several times
    #[arg(long = "rater", value_name = "NAME")]
    raters: Vec<String>,
    /// Compare each with this rater only, who stands for the truth
    #[arg(long, value_name = "NAME")]
    against: Option<String>,
    /// Print as JSON
    #[arg(long)]
    json: bool,
    /// Print one line per pair and application as CSV
    #[arg(long, conflicts_with = "json")]
    csv: bool,
}

pub(crate) async fn run(args: Args, folders: SuiteFolders, ui: &Ui) -> anyhow::Result<u8> {
    let (files, runs): (Vec<PathBuf>, Vec<PathBuf>) = args.inputs.into_iter().partition(|path| path.is_file());
    let runs = stored::all(runs, Extent::Logs, ui).await?;
    let runs = runs.iter().map(|folder| Run::open(folder)).collect::<Result<Vec<_>, _>>()?;
    runs.iter().for_each(|run| home::say_problems(run, ui));
    let is_wanted = |name: &str| args.raters.is_empty() || args.raters.iter().any(|wanted| wanted == name);
    let mut ratings = Ratings::new(&args.metric);
    for file in &files {
        let name = file.display();
        let content = std::fs::read_to_string(file).with_context(|| format!("{name} could not be read"))?;
        let only = if let [run] = runs.as_slice() { Some(run.manifest().name.as_str()) } else { None };
        let application = |run: &str, trial: u32| {
            let run = runs.iter().find(|known| known.manifest().name == run)?;
            run.plan().get(trial as usize).map(|planned| domain_of(&planned.instance.task).to_owned())
        };
        let given = read_csv(&content, only, application).with_context(|| format!("{name} cannot be used"))?;
        given.into_iter().filter(|given| is_wanted(&given.rater)).for_each(|given| ratings.add(given));
    }
    let suites = folders.open()?;
    for run in &runs {
        let (layers, problems) = read_layers(run.folder())?;
        problems.iter().for_each(|problem| ui.say(&format!("{}: {problem}", run.folder().display())));
        for layer in layers.iter().filter(|layer| layer.head.metric == args.metric && is_wanted(&layer.head.name)) {
            ratings.add_layer(run, layer);
        }
    }
    // Names of causes cannot be compared with numbers.
    if args.metric != "causes" {
        for run in &runs {
            if is_wanted(PROGRESS) {
                ratings.add_progress(run, &TrialProgress::all(run, &progress_of(&suites)));
            }
            if is_wanted(VERDICT) {
                ratings.add_verdicts(run);
            }
        }
    }
    let known: Vec<&str> = ratings.raters().collect();
    let missing = args.raters.iter().chain(&args.against).find(|name| !known.contains(&name.as_str()));
    if let Some(name) = missing {
        bail!("there is no rater {name:?} of {}; there are: {}", args.metric, known.join(", "));
    }
    if known.len() < 2 {
        let there = known.first().map_or("there is no rater".to_owned(), |only| format!("there is one rater alone, {only}"));
        bail!(
            "{there} of {}; `agon rate RUN` takes people's ratings, and CSV files and layers of judges bring others",
            args.metric
        );
    }
    let agreement = Agreement::of(&ratings, args.against.as_deref());
    match () {
        () if args.json => ui.json(&agreement)?,
        () if args.csv => ui.out(&csv_text(&agreement)),
        () => ui.out(&text(&agreement, &options(ui))),
    }
    Ok(exit::DONE)
}
