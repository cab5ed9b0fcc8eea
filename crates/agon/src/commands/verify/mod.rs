//! `agon verify`: sit a recorded run again without its models, and compare.

mod differences;

use super::resume::check;
use super::run::execute;
use crate::exit;
use crate::home;
use crate::ui::Ui;
use agon_core::FORMAT_VERSION;
use agon_record::{Row, Run, RunWriter};
use agon_run::{Runner, Suites, Todo, remark};
use differences::{Compared, Outline};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The run's folder
    run: PathBuf,
    /// Where to write the second sitting; a temporary folder unless given
    #[arg(short, long)]
    out: Option<PathBuf>,
    /// Trials at a time; the number of cores unless given
    #[arg(short = 'n', long)]
    parallel: Option<usize>,
    /// Print every trial's outcome as JSON
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
pub(crate) async fn run(args: Args, ui: &Ui) -> anyhow::Result<u8> {
    let recorded = Run::open(&args.run)?;
    let suites = home::suites()?;
    let mut config = check(&recorded, &suites)?;
    config.parallel = args.parallel.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)).max(1);
    (config.retries, config.max_cost_usd) = (0, None);
    config.limits.wall_secs = Some(UNHURRIED_SECS);
    let whole = std::path::absolute(&args.run)?.to_string_lossy().into_owned();
    for entry in &mut config.agents {
        entry.kind = "replay".into();
        entry.settings =
            [("run".to_owned(), Value::from(whole.clone())), ("agent".into(), entry.label.clone().into())].into_iter().collect();
    }
    let agents = home::agents(&config.agents)?;
    let counted = scored(&recorded);
    let todo = counted.iter().map(|row| recorded.plan()[row.trial as usize].clone());
    let todo: Vec<Todo> = todo.map(|planned| Todo { planned, attempt: 1, faults: 0 }).collect();
    ui.say(&format!("{} of {} trials were scored and sit again", todo.len(), recorded.plan().len()));
    let temporary = home::keeper()?.folder()?;
    let folder = args.out.clone().unwrap_or_else(|| temporary.path().join("run"));
    let writer = RunWriter::create(&folder, recorded.manifest(), recorded.plan())?;
    let (_, stopped) = execute(&Runner { suites: suites.clone(), agents, config, spent_usd: 0.0 }, writer, todo, ui).await?;
    if stopped {
        return Ok(exit::INTERRUPTED);
    }
    let again = Run::open(&folder)?;
    let mut verified = Vec::new();
    for row in &counted {
        let planned = &recorded.plan()[row.trial as usize];
        let compared = compare(&recorded, &again, row, &suites).await;
        let Compared { difference, uncompared } =
            compared.unwrap_or_else(|problem| Compared { difference: Some(problem), uncompared: Vec::new() });
        let (agent, instance) = (planned.agent.clone(), planned.instance.to_string());
        verified.push(Verified { trial: row.trial, agent, instance, difference, uncompared });
    }
    tell(&verified, recorded.plan().len(), args.json, &args.run, ui)
}

/// The rows that count and hold a score, or whose log does: a void trial has no outcome to compare.
fn scored(recorded: &Run) -> Vec<Row> {
    let is_scored =
        |row: &Row| row.is_scored() || Outline::read(recorded, row.trial, row.attempt).is_ok_and(|outline| outline.is_scored());
    recorded.results().into_iter().filter_map(|result| result.row).filter(is_scored).collect()
}

/// A trial's row with its log, then its log with that of the second sitting.
async fn compare(recorded: &Run, again: &Run, row: &Row, suites: &Suites) -> Result<Compared, String> {
    let planned = &recorded.plan()[row.trial as usize];
    let first = Outline::read(recorded, row.trial, row.attempt)?;
    if let Some(difference) = first.contradicts(planned, row) {
        return Err(difference);
    }
    let second = Outline::read(again, row.trial, 1).map_err(|problem| format!("it could not sit again: {problem}"))?;
    let is_model = recorded.manifest().agents.iter().any(|entry| entry.label == planned.agent && entry.kind == "model");
    let mut compared = first.compare(&second, is_model);
    if compared.difference.is_none() && compared.uncompared.contains(&"ending") {
        // The evidence is the same, so that marking the recorded one with the recorded ending tells about the verdict.
        let marked = remark(recorded, suites, row.trial).await.map_err(|error| error.to_string())?;
        let agrees = marked.is_some_and(|marked| marked.attempt == row.attempt && !marked.differs);
        compared.difference = (!agrees).then(|| "the verdict is another".into());
    }
    Ok(compared)
}

fn tell(verified: &[Verified], planned: usize, as_json: bool, folder: &Path, ui: &Ui) -> anyhow::Result<u8> {
    let differing = verified.iter().filter(|trial| trial.difference.is_some()).count();
    if as_json {
        ui.json(&json!({"format": FORMAT_VERSION, "planned": planned, "differing": differing, "trials": verified}))?;
    } else if verified.is_empty() {
        ui.out(&format!("no trial of {} was scored: there is nothing to verify\n", folder.display()));
    } else {
        ui.out(&in_words(verified, differing, folder));
    }
    Ok(if differing == 0 && !verified.is_empty() { exit::DONE } else { exit::BELOW })
}

fn in_words(verified: &[Verified], differing: usize, folder: &Path) -> String {
    let mut text = String::new();
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
    let (all, folder) = (verified.len(), folder.display());
    text.push_str(&format!("{} of {all} scored trials of {folder} verified, {differing} differ\n", all - differing));
    text
}
