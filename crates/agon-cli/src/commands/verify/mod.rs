//! `agon verify`: sit a recorded run again without its models, and compare.

mod differences;
mod problems;

use super::resume::check;
use super::run::execute;
use crate::exit;
use crate::home;
use crate::progress::SpentSoFar;
use crate::stored;
use crate::suites::SuiteFolders;
use crate::ui::Ui;
use agon_agents::asks_models;
use agon_core::{FORMAT_VERSION, Judging};
use agon_judge::{VerifiedLayer, verify_layers};
use agon_record::{Row, Run, RunWriter};
use agon_run::{Runner, Spent, Suites, Todo, regrade};
use agon_store::Extent;
use differences::{Compared, Outline};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

#[derive(Clone, clap::Args)]
#[command(after_help = "\
Examples:
  agon verify runs/mine
  agon verify runs/mine --digest 0123456789abcdef0123456789abcdef
  agon verify site --publisher RWQ…  # a folder that `agon publish` wrote")]
pub(crate) struct Args {
    /// The run's folder or address, or a folder that `agon publish` wrote
    run: PathBuf,
    /// Where to write the replay [default: a temporary folder]
    #[arg(short, long)]
    out: Option<PathBuf>,
    /// Trials at a time [default: the number of cores]
    #[arg(short = 'n', long)]
    parallel: Option<usize>,
    /// The digest that was published with the run; `agon run` prints it
    #[arg(long)]
    digest: Option<String>,
    /// The public key that a published folder must be signed with
    #[arg(long, value_name = "KEY")]
    publisher: Option<String>,
    /// Print as JSON: every trial's outcome, and what is wrong with the record
    #[arg(long)]
    json: bool,
}

/// How a second sitting of one trial came out.
#[derive(Serialize)]
struct Verified {
    trial: u32,
    agent: String,
    instance: String,
    /// `None` if both sittings agree.
    difference: Option<String>,
    /// What a replay cannot show again, each in a word.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    uncompared: Vec<&'static str>,
}

/// More of an agent's own time than any sitting takes: this machine's pace is not the recorded one's.
const UNHURRIED_SECS: f64 = 1e9;

/// Agents are replaced by their recorded replies and actions; worlds and graders are this machine's own.
pub(crate) async fn run(mut args: Args, folders: SuiteFolders, ui: &Ui) -> anyhow::Result<u8> {
    args.run = stored::folder(args.run, Extent::Everything, ui).await?;
    if agon_publish::is_bundle(&args.run) {
        return bundle(&args, &folders, ui).await;
    }
    if args.publisher.is_some() {
        anyhow::bail!("{} was not written by `agon publish`, so nobody signed it", args.run.display());
    }
    one(&args, &folders, ui).await
}

/// The signature and files of what was published, and if they are as they were, every run in it.
async fn bundle(args: &Args, folders: &SuiteFolders, ui: &Ui) -> anyhow::Result<u8> {
    let checked = agon_publish::check(&args.run, args.publisher.as_deref())?;
    for problem in &checked.problems {
        ui.out(&format!("{problem}\n"));
    }
    if !checked.problems.is_empty() {
        ui.out(&format!("{} is not as it was published: {} problems\n", args.run.display(), checked.problems.len()));
        return Ok(exit::BELOW);
    }
    ui.say(&format!("{} is as {} signed it", args.run.display(), checked.publisher));
    let mut worst = exit::DONE;
    for run in checked.runs {
        let code = one(&Args { run, out: None, ..args.clone() }, folders, ui).await?;
        worst = worst.max(code);
    }
    Ok(worst)
}

async fn one(args: &Args, folders: &SuiteFolders, ui: &Ui) -> anyhow::Result<u8> {
    let recorded = Run::open(&args.run)?;
    let suites = folders.open_for(&recorded)?;
    let mut config = check(&recorded, &suites)?;
    let mut problems = problems::find(&recorded, &suites, &config, args.digest.as_deref())?;
    config.parallel = args.parallel.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)).max(1);
    (config.retries, config.max_cost_usd) = (0, None);
    config.limits.wall_secs = Some(UNHURRIED_SECS);
    let whole = std::path::absolute(&args.run)?.to_string_lossy().into_owned();
    for entry in &mut config.agents {
        entry.kind = "replay".into();
        entry.settings =
            [("run".to_owned(), Value::from(whole.clone())), ("agent".into(), entry.label.clone().into())].into_iter().collect();
    }
    let agents = home::agents(&config.agents, &[])?;
    let counted = scored(&recorded);
    let todo = counted.iter().map(|row| recorded.plan()[row.trial as usize].clone());
    let todo: Vec<Todo> = todo.map(Todo::first).collect();
    ui.say(&format!("{} of {} trials were scored and are replayed", todo.len(), recorded.plan().len()));
    let temporary = home::keeper()?.folder()?;
    let folder = args.out.clone().unwrap_or_else(|| temporary.path().join("run"));
    let writer = RunWriter::create(&folder, recorded.manifest(), recorded.plan())?;
    let runner = Runner { suites: suites.clone(), agents, config, spent: Spent::default(), judging: Judging::LeftOut };
    let (_, stopped) = execute(&runner, writer, todo, SpentSoFar::default(), ui).await?;
    if stopped {
        return Ok(exit::INTERRUPTED);
    }
    let again = Run::open(&folder)?;
    let mut verified = Vec::new();
    for row in &counted {
        let planned = &recorded.plan()[row.trial as usize];
        let compared = compare(&recorded, &again, row, &suites).await;
        let Compared { difference, uncompared, .. } =
            compared.unwrap_or_else(|problem| Compared { difference: Some(problem), ..Compared::default() });
        let (agent, instance) = (planned.agent.clone(), planned.instance.to_string());
        verified.push(Verified { trial: row.trial, agent, instance, difference, uncompared });
    }
    let recorded = Arc::new(recorded);
    let layers = verify_layers(&recorded).await;
    problems.extend(layers.iter().flat_map(|layer| layer.problems.clone()));
    tell(&Findings { recorded: &recorded, problems, layers, verified }, args.json, ui)
}

/// Everything that was found out.
struct Findings<'a> {
    recorded: &'a Run,
    /// What is wrong with the record itself, before anything was sat again.
    problems: Vec<String>,
    layers: Vec<VerifiedLayer>,
    verified: Vec<Verified>,
}

/// The rows that count and hold a score: a void trial has no outcome to compare.
fn scored(recorded: &Run) -> Vec<Row> {
    recorded.results().into_iter().filter_map(|result| result.row).filter(Row::is_scored).collect()
}

/// A trial's log with that of the second sitting.
async fn compare(recorded: &Run, again: &Run, row: &Row, suites: &Suites) -> Result<Compared, String> {
    let planned = &recorded.plan()[row.trial as usize];
    let first = Outline::read(recorded, row.trial, row.attempt)?;
    let second = Outline::read(again, row.trial, 1).map_err(|problem| format!("it could not be replayed: {problem}"))?;
    let is_model = recorded.manifest().agents.iter().any(|entry| entry.label == planned.agent && asks_models(&entry.kind));
    let mut compared = first.compare(&second, is_model);
    if compared.difference.is_none() && compared.is_to_mark {
        // The evidence is the same, so that marking the recorded one with the recorded ending and answers tells about the verdict.
        let marked = regrade(recorded, suites, row).await.map_err(|error| error.to_string())?;
        compared.difference = marked.differs.then(|| "the verdict is another".into());
    }
    Ok(compared)
}

fn tell(findings: &Findings<'_>, as_json: bool, ui: &Ui) -> anyhow::Result<u8> {
    let Findings { recorded, problems, layers, verified } = findings;
    let differing = verified.iter().filter(|trial| trial.difference.is_some()).count();
    if as_json {
        let (planned, digest) = (recorded.plan().len(), recorded.digest());
        let ratings: BTreeMap<&str, usize> = layers.iter().map(|layer| (layer.name.as_str(), layer.verified)).collect();
        ui.json(&json!({
            "format": FORMAT_VERSION, "planned": planned, "digest": digest, "problems": problems, "differing": differing, "ratings": ratings, "trials": verified,
        }))?;
    } else {
        ui.out(&in_words(findings, differing));
    }
    Ok(if differing == 0 && problems.is_empty() && !verified.is_empty() { exit::DONE } else { exit::BELOW })
}

fn in_words(findings: &Findings<'_>, differing: usize) -> String {
    let Findings { recorded, problems, layers, verified } = findings;
    let folder = recorded.folder().display();
    let mut text: String = problems.iter().map(|problem| format!("{problem}\n")).collect();
    let mut uncompared = BTreeMap::<&str, usize>::new();
    for Verified { trial, agent, instance, difference, uncompared: words } in verified {
        match difference {
            Some(difference) => text.push_str(&format!("trial {trial}, {agent} on {instance}: {difference}\n")),
            None => words.iter().for_each(|word| *uncompared.entry(word).or_default() += 1),
        }
    }
    for (word, count) in uncompared {
        text.push_str(&format!("not compared in {count} trials: {word}\n"));
    }
    if !problems.is_empty() {
        text.push_str(&format!("the record in {folder} is not as its run wrote it: {} problems\n", problems.len()));
    }
    let (all, planned) = (verified.len(), recorded.plan().len());
    if all < planned {
        text.push_str(&format!("{} of {planned} planned trials are void or missing and were not replayed\n", planned - all));
    }
    match all {
        0 => text.push_str(&format!("no trial of {folder} was scored: there is nothing to verify\n")),
        _ => text.push_str(&format!("{} of {all} scored trials of {folder} verified, {differing} differ\n", all - differing)),
    }
    for layer in layers.iter().filter(|layer| layer.verified > 0) {
        text.push_str(&format!("{} ratings of the layer {} verified\n", layer.verified, layer.name));
    }
    text.push_str(&format!("digest {}\n", recorded.digest()));
    text
}
