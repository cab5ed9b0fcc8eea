//! `agon check`: the proof that tasks and graders are sound.

use crate::exit;
use crate::job::setting;
use crate::models;
use crate::suites::SuiteFolders;
use crate::ui::Ui;
use agon_agents::{Noop, Random};
use agon_core::{FORMAT_VERSION, Settings, Suite, TaskId};
use agon_run::{Capacity, Load, ProofOptions, RunConfig, TaskProof, Timeouts, prove};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinSet;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon check gym/maze-2d
  agon check science --tag algebra --instances 2 -n 1")]
pub(crate) struct Args {
    /// Which tasks: gym, gym/maze-2d, 'gym/*/hard'
    #[arg(required = true)]
    tasks: Vec<String>,
    /// Only tasks with this tag
    #[arg(long)]
    tag: Option<String>,
    /// Instances per task
    #[arg(long, default_value_t = 5)]
    instances: u32,
    /// Trials of the random agent per instance
    #[arg(long, default_value_t = 5)]
    random: u32,
    /// Tasks at a time [default: the number of cores]
    #[arg(short = 'n', long)]
    parallel: Option<usize>,
    /// A setting of the tasks, such as observation=text
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = setting)]
    settings: Vec<(String, Value)>,
    /// Run commands in a container of this image, or with `task` of the image that each task names (the same as --set container=IMAGE)
    #[arg(long, value_name = "IMAGE")]
    container: Option<String>,
    /// The model that answers the yes-or-no questions of judged checks, by PROVIDER/MODEL [default: these checks are left out, with a
    /// notice]
    #[arg(long, value_name = "PROVIDER/MODEL")]
    judge: Option<String>,
    /// A setting of the judge, such as temperature=0
    #[arg(long = "judge-setting", value_name = "KEY=VALUE", value_parser = setting)]
    judge_settings: Vec<(String, Value)>,
    /// Print as JSON: each task's findings, and how many are broken
    #[arg(long)]
    json: bool,
}

pub(crate) async fn run(mut args: Args, mut folders: SuiteFolders, ui: &Ui) -> anyhow::Result<u8> {
    folders.take_paths(&mut args.tasks)?;
    let suites = folders.open()?;
    let mut settings: Settings = args.settings.into_iter().collect();
    settings.extend(args.container.map(|image| ("container".to_owned(), Value::from(image))));
    let mut tasks: VecDeque<(usize, Arc<dyn Suite>, TaskId)> = VecDeque::new();
    let mut skipped = Vec::new();
    for pattern in &args.tasks {
        for card in suites.select(pattern)?.1 {
            if args.tag.as_ref().is_some_and(|tag| !card.tags.contains(tag)) {
                continue;
            }
            // A task that cannot be set here is neither sound nor broken.
            if let Some(need) = suites.get(card.id.suite())?.unmet(&card.id, &settings) {
                ui.say(&format!("skipped {}: needs {}, which is missing: {}", card.id, need.name, need.remedy));
                skipped.push(card.id.clone());
                continue;
            }
            tasks.push_back((tasks.len(), suites.get(card.id.suite())?.clone(), card.id.clone()));
        }
    }
    anyhow::ensure!(!tasks.is_empty() || !skipped.is_empty(), "no task is left after the filter on tags");
    let mut config = RunConfig::default();
    models::set_up_judge(&mut config, args.judge.as_deref(), &args.judge_settings, None)?;
    let options = ProofOptions {
        settings,
        instances: args.instances.max(1),
        random_sittings: args.random,
        noop: Arc::new(Noop),
        random: Arc::new(Random),
        timeouts: Timeouts::for_world(Duration::from_secs(60)),
        judging: models::judging(&config)?,
    };
    let parallel = args.parallel.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)).max(1);
    let mut load = Load::new(Capacity::here(), parallel);
    let mut running = JoinSet::new();
    let mut proofs = Vec::new();
    loop {
        while tasks.front().is_some_and(|(_, suite, task)| load.admits(suite.weight(task)))
            && let Some((number, suite, task)) = tasks.pop_front()
        {
            let (options, weight) = (options.clone(), suite.weight(&task));
            load.add(weight);
            running.spawn(async move { (number, weight, prove(&suite, &task, &options).await) });
        }
        let Some(proven) = running.join_next().await else { break };
        let (number, weight, proof) = proven?;
        load.remove(weight);
        if !args.json {
            ui.out(&line(&proof));
        }
        proofs.push((number, proof));
    }
    proofs.sort_by_key(|(number, _)| *number);
    let proofs: Vec<TaskProof> = proofs.into_iter().map(|(_, proof)| proof).collect();
    let broken = proofs.iter().filter(|proof| !proof.holds()).count();
    if args.json {
        ui.json(
            &json!({"format": FORMAT_VERSION, "tasks": proofs.len(), "broken": broken, "skipped": skipped, "proofs": proofs}),
        )?;
    } else {
        let sittings: u32 = proofs.iter().map(|proof| proof.sittings).sum();
        ui.say(&format!("{} of {} tasks passed their self-test, in {sittings} trials", proofs.len() - broken, proofs.len()));
    }
    Ok(if broken == 0 { exit::DONE } else { exit::BELOW })
}

/// One line per task, and one below it for every rule that does not hold.
fn line(proof: &TaskProof) -> String {
    let word = if proof.holds() { "ok    " } else { "BROKEN" };
    let mut text = format!(
        "{word} {}: {} instances, strategies {}, {} near-misses, {} trials",
        proof.task,
        proof.instances,
        proof.strategies.join(" "),
        proof.near_misses,
        proof.sittings
    );
    if proof.unjudged > 0 {
        let misses =
            if proof.unjudged == 1 { "1 near-miss was".to_owned() } else { format!("{} near-misses were", proof.unjudged) };
        text.push_str(&format!("\n       {misses} not made: only a judge can tell, and none was named (--judge PROVIDER/MODEL)"));
    }
    for finding in &proof.findings {
        text.push_str(&format!("\n       {} does not hold for {}: {}", finding.rule, finding.instance, finding.detail));
    }
    text
}
