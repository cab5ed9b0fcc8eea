//! `agon resume`: finish a run that was stopped.

use super::closing::{Told, conclude};
use super::run::{execute, private_folders};
use crate::home;
use crate::models;
use crate::people::{self, PeopleArgs};
use crate::progress::SpentSoFar;
use crate::suites::{self, SuiteFolders};
use crate::ui::Ui;
use agon_record::{Run, RunWriter};
use agon_run::{RunConfig, Runner, Spent, Suites, todo};
use anyhow::{Context as _, bail};
use std::path::PathBuf;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon resume runs/20261115-093000-gym
  agon resume runs/mine --retry-voids -n 2")]
pub(crate) struct Args {
    /// The run's folder
    run: PathBuf,
    /// Try also the trials that stayed void after all retries
    #[arg(long)]
    retry_voids: bool,
    /// Trials at a time [default: what the run was started with]
    #[arg(short = 'n', long)]
    parallel: Option<usize>,
    /// Cost of the whole run in US dollars [default: what it was started with]
    #[arg(long)]
    max_cost_usd: Option<f64>,
    /// Print as JSON: the figures of the run
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    people: PeopleArgs,
}

pub(crate) async fn run(args: Args, folders: SuiteFolders, ui: &Ui) -> anyhow::Result<u8> {
    let begun = Run::open(&args.run)?;
    let suites = folders.open_for(&begun)?;
    let mut config = check(&begun, &suites)?;
    drop(begun);
    if let Some(parallel) = args.parallel {
        config.parallel = parallel.max(1);
    }
    config.max_cost_usd = args.max_cost_usd.or(config.max_cost_usd);
    let mut agents = home::agents(&config.agents, &private_folders(&args.run, &suites))?;
    let judging = models::judging(&config)?;
    let (writer, run) = RunWriter::resume(&args.run)?;
    home::say_problems(&run, ui);
    let todo = todo(&run, config.retries, args.retry_voids);
    let (spent, so_far) = (Spent::of(&run), SpentSoFar::of(&run));
    ui.say(&format!("{} of {} trials are to be run in {}", todo.len(), run.plan().len(), args.run.display()));
    drop(run);
    let _people = people::admit(&args.people, &config.agents, &todo, &mut agents, args.json, ui).await?;
    let runner = Runner { suites, agents, config, spent, judging };
    let (outcome, stopped) = execute(&runner, writer, todo, so_far, ui).await?;
    conclude(&args.run, outcome, stopped, Told::of(args.json), None, ui)
}

/// The run's configuration, if this binary has the suites it was made with: half a run from another version would be
/// two measurements under one name.
pub(crate) fn check(run: &Run, suites: &Suites) -> anyhow::Result<RunConfig> {
    if let Some(problem) = suites::changed(run, suites).first() {
        bail!("{problem}: what goes on from here would be another measurement; put the folder back, or begin a new run");
    }
    let folder = run.folder().display();
    for entry in &run.manifest().suites {
        let card = suites.get(&entry.name)?.card();
        if card.version != entry.version {
            bail!(
                "{folder} was begun with suite {} {}, this agon has {}; resume it with the agon it was begun with ({})",
                entry.name,
                entry.version,
                card.version,
                run.manifest().agon_version
            );
        }
    }
    serde_json::from_value(run.manifest().config.clone())
        .with_context(|| format!("the configuration in {folder}/run.json cannot be read"))
}
