//! `agon verify`: sit a recorded run again without its models, and compare.

use super::resume::check;
use super::run::execute;
use crate::exit;
use crate::home;
use crate::ui::Ui;
use agon_core::{Event, FORMAT_VERSION, StepRecord, Verdict};
use agon_record::{Row, Run, RunWriter};
use agon_run::{Runner, Todo};
use serde::Serialize;
use serde_json::{Value, json};
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
}

/// Agents are replaced by their recorded replies and actions; worlds and graders are this machine's own.
pub(crate) async fn run(args: Args, ui: &Ui) -> anyhow::Result<u8> {
    let recorded = Run::open(&args.run)?;
    let suites = home::suites()?;
    let mut config = check(&recorded, &suites)?;
    config.parallel = args.parallel.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)).max(1);
    (config.retries, config.max_cost_usd) = (0, None);
    let whole = std::path::absolute(&args.run)?.to_string_lossy().into_owned();
    for entry in &mut config.agents {
        entry.kind = "replay".into();
        entry.settings =
            [("run".to_owned(), Value::from(whole.clone())), ("agent".into(), entry.label.clone().into())].into_iter().collect();
    }
    let agents = home::agents(&config.agents)?;
    // Only what was scored can be compared; a void trial has no outcome.
    let pairs = recorded.plan().iter().zip(recorded.results());
    let scored = pairs.filter(|(_, result)| result.row.as_ref().is_some_and(Row::is_scored));
    let todo: Vec<Todo> = scored.map(|(planned, _)| Todo { planned: planned.clone(), attempt: 1, faults: 0 }).collect();
    let temporary = home::keeper()?.folder()?;
    let folder = args.out.clone().unwrap_or_else(|| temporary.path().join("run"));
    let writer = RunWriter::create(&folder, recorded.manifest(), recorded.plan())?;
    ui.say(&format!("{} of {} trials were scored and sit again", todo.len(), recorded.plan().len()));
    let trials: Vec<u32> = todo.iter().map(|todo| todo.planned.trial).collect();
    let (_, stopped) = execute(&Runner { suites, agents, config, spent_usd: 0.0 }, writer, todo, ui).await?;
    if stopped {
        return Ok(exit::INTERRUPTED);
    }
    let verified = compare(&recorded, &Run::open(&folder)?, &trials);
    tell(&verified, recorded.plan().len(), args.json, &args.run, ui)
}

fn tell(verified: &[Verified], planned: usize, as_json: bool, folder: &Path, ui: &Ui) -> anyhow::Result<u8> {
    let differing = verified.iter().filter(|trial| trial.difference.is_some()).count();
    if as_json {
        ui.json(&json!({"format": FORMAT_VERSION, "planned": planned, "differing": differing, "trials": verified}))?;
    } else {
        let mut text = String::new();
        for Verified { trial, agent, instance, difference } in verified {
            if let Some(difference) = difference {
                text.push_str(&format!("trial {trial}, {agent} on {instance}: {difference}\n"));
            }
        }
        let same = verified.len() - differing;
        text.push_str(&format!(
            "{same} of {} scored trials of {} verified, {differing} differ\n",
            verified.len(),
            folder.display()
        ));
        ui.out(&text);
    }
    Ok(if differing == 0 { exit::DONE } else { exit::BELOW })
}

fn compare(recorded: &Run, again: &Run, trials: &[u32]) -> Vec<Verified> {
    let (first, second) = (recorded.results(), again.results());
    let compare_one = |trial: &u32| {
        let at = *trial as usize;
        let planned = &recorded.plan()[at];
        let difference = match (&first[at].row, &second[at].row) {
            (Some(first), Some(second)) => difference(recorded, again, (*trial, first.attempt), (*trial, second.attempt)),
            _ => Some("it could not sit again".into()),
        };
        Verified { trial: *trial, agent: planned.agent.clone(), instance: planned.instance.to_string(), difference }
    };
    trials.iter().map(compare_one).collect()
}

/// Where two sittings part: a step, or the verdict.
fn difference(recorded: &Run, again: &Run, first: (u32, u32), second: (u32, u32)) -> Option<String> {
    let read = |run: &Run, (trial, attempt)| run.attempt(trial, attempt).map(|log| log.events).map_err(|error| error.to_string());
    let (first, second) = match (read(recorded, first), read(again, second)) {
        (Ok(first), Ok(second)) => (first, second),
        (Err(error), _) | (_, Err(error)) => return Some(error),
    };
    let (steps, verdict) = outline(&first);
    let (steps_again, verdict_again) = outline(&second);
    if let Some(Verdict::Void(fault)) = verdict_again {
        return Some(format!("it could not sit again: {fault}"));
    }
    let parted = steps.iter().zip(&steps_again).find(|(a, b)| !same_step(a, b));
    if let Some((step, _)) = parted {
        return Some(format!("step {} is another", step.step));
    }
    if steps.len() != steps_again.len() {
        return Some(format!("it had {} steps, now it has {}", steps.len(), steps_again.len()));
    }
    (verdict != verdict_again).then(|| "the verdict is another".into())
}

fn outline(events: &[Event]) -> (Vec<&StepRecord>, Option<&Verdict>) {
    let steps = events.iter().filter_map(|event| match event {
        Event::Step(step) => Some(step),
        _ => None,
    });
    let verdict = events.iter().find_map(|event| match event {
        Event::Closed { verdict, .. } => Some(verdict),
        _ => None,
    });
    (steps.collect(), verdict)
}

/// All but the time it took. Frames are named by their pixels, so that comparing the names compares what was seen.
fn same_step(a: &StepRecord, b: &StepRecord) -> bool {
    (&a.action, a.status, &a.feedback, &a.observation) == (&b.action, b.status, &b.feedback, &b.observation)
}
