//! `agon study`: what success depends on, over any number of runs.

use super::report::{options, write_whole};
use crate::suites::{SuiteFolders, progress_of};
use crate::ui::Ui;
use crate::{exit, home, stored};
use agon_record::Run;
use agon_report::facts::Catalogue;
use agon_report::html::study_page;
use agon_report::study::{AgentsFile, csv, text};
use agon_report::{Study, StudyOptions};
use agon_store::Extent;
use anyhow::{Context as _, bail};
use std::path::PathBuf;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon study runs/a runs/b                   # every study as a table
  agon study runs/* --html study.html        # with plots, as a page
  agon study runs/* --table ranking --csv    # one table for a spreadsheet
  agon study runs/* --agents agents.toml -o out")]
pub(crate) struct Args {
    /// Folders or addresses of runs
    #[arg(required = true, value_name = "RUN")]
    runs: Vec<PathBuf>,
    /// A TOML file that says what agents' settings do not: [agents.\"LABEL\"] with model, harness, family, size, effort
    #[arg(long, value_name = "FILE")]
    agents: Option<PathBuf>,
    /// The difference in percentage points that the table `power` is about
    #[arg(long, default_value_t = 5.0)]
    points: f64,
    /// Only this table: success, ranking, pairs, steps, effects, variance, tools, frontier, limits, heat, levels or power
    #[arg(long, value_name = "NAME")]
    table: Option<String>,
    /// Print as JSON
    #[arg(long)]
    json: bool,
    /// Print one table as CSV; name it with --table
    #[arg(long, conflicts_with = "json", requires = "table")]
    csv: bool,
    /// Write one self-contained HTML page
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write every table as CSV, study.json, study.txt and study.html into this folder
    #[arg(short, long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

pub(crate) async fn run(args: Args, folders: SuiteFolders, ui: &Ui) -> anyhow::Result<u8> {
    let runs = stored::all(args.runs, Extent::Logs, ui).await?;
    let runs = runs.iter().map(|folder| Run::open(folder)).collect::<Result<Vec<_>, _>>()?;
    runs.iter().for_each(|run| home::say_problems(run, ui));
    if !(args.points > 0.0 && args.points <= 100.0) {
        bail!("--points must be above 0 and at most 100, got {}", args.points);
    }
    let agents = match &args.agents {
        None => AgentsFile::default(),
        Some(path) => {
            let name = path.display();
            let content = std::fs::read_to_string(path).with_context(|| format!("{name} could not be read"))?;
            toml::from_str(&content).with_context(|| format!("{name} is not a file of agents"))?
        }
    };
    agents.check(runs.iter().flat_map(|run| run.manifest().agents.iter().map(|agent| agent.label.as_str())))?;
    let suites = folders.open()?;
    let catalogue = Catalogue::of(suites.iter().flat_map(|suite| suite.tasks().to_vec()));
    let distance = progress_of(&suites);
    let study_options = StudyOptions { catalogue: &catalogue, distance: &distance, agents, difference: args.points / 100.0 };
    let mut study = Study::of(&runs.iter().collect::<Vec<_>>(), &study_options);
    if let Some(name) = &args.table {
        let known: Vec<&str> = study.tables.iter().map(|table| table.name).collect();
        if study.table(name).is_none() {
            bail!("there is no table {name:?} of these runs; there are: {}", known.join(", "));
        }
        study.tables.retain(|table| table.name == name);
    }
    let shown = study.tables.iter().map(|table| text(table, &options(ui))).collect::<Vec<_>>().join("\n");
    if let Some(path) = &args.html {
        write_whole(path, study_page(&study).as_bytes()).with_context(|| format!("{} could not be written", path.display()))?;
        ui.say(&format!("the study is in {}", path.display()));
    }
    if let Some(folder) = &args.out {
        let write = |name: &str, content: &str| {
            let path = folder.join(name);
            write_whole(&path, content.as_bytes()).with_context(|| format!("{} could not be written", path.display()))
        };
        std::fs::create_dir_all(folder).with_context(|| format!("{} could not be made", folder.display()))?;
        for table in &study.tables {
            write(&format!("{}.csv", table.name), &csv(table))?;
        }
        write("study.json", &serde_json::to_string_pretty(&study)?)?;
        write("study.txt", &study.tables.iter().map(|table| text(table, &Default::default())).collect::<Vec<_>>().join("\n"))?;
        write("study.html", &study_page(&study))?;
        ui.say(&format!("{} tables are in {}", study.tables.len(), folder.display()));
    }
    match () {
        () if args.json => ui.json(&study)?,
        () if args.csv => study.tables.iter().for_each(|table| ui.out(&csv(table))),
        () if args.html.is_some() || args.out.is_some() => {}
        () => ui.out(&shown),
    }
    Ok(exit::DONE)
}
