//! `agon demos`: let the oracle sit what no test starts from, and write training data from the record.

use super::export::{Form, made_by, say, write};
use super::resume;
use super::run::{check_agents, execute, manifest, say_left_out};
use crate::exit;
use crate::home;
use crate::job::setting;
use crate::progress::SpentSoFar;
use crate::suites::SuiteFolders;
use crate::ui::Ui;
use agon_agents::parse;
use agon_core::{InstanceId, Judging, Limits, Settings, TaskId};
use agon_demos::{Choice, Curation, Dataset, Split, choose, trials, world_of};
use agon_record::{AgentEntry, PlannedTrial, Run, RunWriter};
use agon_run::{RunConfig, Runner, Spent, Suites, Todo, left_out, todo};
use anyhow::{Context as _, bail};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon demos gym/maze-2d --count 10000 --out maze
  agon demos gym/maze-2d/easy --strategy 'padded:12-18~0.1' --out maze -n 4
  agon demos gym/matchstick-rotation --curation information-revealing -o m")]
pub(crate) struct Args {
    /// Which tasks: gym, gym/maze-2d, 'gym/*/easy'
    #[arg(required = true)]
    tasks: Vec<String>,
    /// Starts per world, shared out evenly among its chosen presets
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    count: u32,
    /// How often each start is demonstrated; with strategies that leave nothing open, always the same way
    #[arg(short = 'k', long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    repeats: u32,
    /// A strategy of the solver, or a mix: 'shortest=2,padded:12-18~0.1=1'; the task's first unless given
    #[arg(long, value_name = "MIX")]
    strategy: Option<String>,
    /// The VisGym paper's ways by name instead: solve-only, information-revealing, fixed-length or fixed-length:N (calls without stop)
    #[arg(long, value_name = "NAME", conflicts_with = "strategy")]
    curation: Option<Curation>,
    /// Other seeds give other demonstrations
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Instances that are for tests, in every preset of the same worlds
    #[arg(long, default_value = "0-99", value_parser = seeds, value_name = "FIRST-LAST")]
    eval_seeds: (u64, u64),
    /// A recorded run whose instances are for tests too; may be given several times
    #[arg(long, value_name = "RUN")]
    apart_from: Vec<PathBuf>,
    /// A setting of the tasks, such as observation=text; `agon show TASK` lists them
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = setting)]
    settings: Vec<(String, Value)>,
    /// Steps per trial [default: the task's own limit]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    steps: Option<u32>,
    #[command(flatten)]
    form: Form,
    /// Where to write the data; the record is kept beside it, in OUT.run
    #[arg(short, long)]
    out: PathBuf,
    /// Trials at a time [default: the number of cores]
    #[arg(short = 'n', long, value_parser = clap::value_parser!(u16).range(1..))]
    parallel: Option<u16>,
    /// Print as JSON: what was written
    #[arg(long)]
    json: bool,
}

/// Demonstrations with the seed s begin at instance (s + 1) times this, far from what people test on.
const SEEDS_APART: u64 = 1_000_000;

pub(crate) async fn run(args: Args, mut folders: SuiteFolders, ui: &Ui) -> anyhow::Result<u8> {
    let mut config = configuration(&args)?;
    folders.take_paths(&mut config.tasks)?;
    let suites = folders.open()?;
    let order = args.form.order();
    let tasks = tasks(&suites, &config, ui)?;
    let oracles = oracles(&suites, &tasks, &args)?;
    for oracle in oracles.values() {
        if !config.agents.iter().any(|known| known.label == oracle.label) {
            config.agents.push(oracle.clone());
        }
    }
    let agents = home::agents(&config.agents, &[])?;
    check_agents(&suites, &agents, oracles.iter().map(|(task, oracle)| (oracle.label.as_str(), task)))?;
    let split = split(&suites, &tasks, &args, &config.settings)?;
    let mut dataset = Dataset::open(&args.out, &arguments(&args, &config, &split))?;
    let record = record_folder(&args.out);
    let (writer, todo) = if dataset.begun && record.join("run.json").exists() {
        resume::check(&Run::open(&record)?, &suites)?;
        let (writer, run) = RunWriter::resume(&record)?;
        let todo = todo(&run, config.retries, true);
        ui.say(&format!("going on with {}: {} of {} trials are to be run", args.out.display(), todo.len(), run.plan().len()));
        (writer, todo)
    } else {
        let choices = choices(&suites, &tasks, &args, &config.settings, &split, ui)?;
        let plan = plan(&choices, &oracles, config.repeats)?;
        let manifest = manifest(&record, &suites, &config, &plan)?;
        dataset.describe("chosen", serde_json::to_value(&choices)?)?;
        let writer = RunWriter::create(&record, &manifest, &plan)?;
        ui.say(&format!("{} trials, {} at a time, recorded in {}", plan.len(), config.parallel, record.display()));
        (writer, plan.into_iter().map(Todo::first).collect())
    };
    let runner = Runner { suites, agents, config, spent: Spent::default(), judging: Judging::LeftOut };
    let (outcome, stopped) = execute(&runner, writer, todo, SpentSoFar::default(), ui).await?;
    home::say_warnings(ui);
    if stopped {
        ui.hint(&format!("stopped with {} trials missing; the same command goes on", outcome.missing));
        return Ok(exit::INTERRUPTED);
    }
    let run = Run::open(&record)?;
    dataset.describe("made_by", made_by(&run))?;
    let mut kept = trials(&run, None, false);
    if let Some(length) = args.curation.and_then(Curation::length) {
        keep_length(&run, &mut kept, length, ui);
    }
    let exported = write(&run, &kept, &order, &mut dataset, ui)?;
    say(&run, &exported, &args.out, ui);
    if args.json {
        ui.json(&exported)?;
    }
    if outcome.void > 0 {
        ui.hint(&format!("{} trials stayed void; look at them with `agon report {}`", outcome.void, record.display()));
        return Ok(exit::FAULTS);
    }
    Ok(exit::DONE)
}

fn configuration(args: &Args) -> anyhow::Result<RunConfig> {
    let default = RunConfig::default();
    Ok(RunConfig {
        tasks: args.tasks.clone(),
        agents: Vec::new(),
        repeats: args.repeats,
        seed: args.seed,
        parallel: args.parallel.map_or(default.parallel, usize::from),
        settings: args.settings.iter().cloned().collect(),
        limits: Limits { steps: args.steps, ..Limits::default() },
        ..default
    })
}

/// Who demonstrates each task. With a curation, worlds have strategies of their own.
fn oracles(suites: &Suites, worlds: &BTreeMap<String, Vec<TaskId>>, args: &Args) -> anyhow::Result<BTreeMap<TaskId, AgentEntry>> {
    let mut oracles = BTreeMap::new();
    for task in worlds.values().flatten() {
        let strategy = match args.curation {
            Some(curation) => Some(curation.strategy(task, &suites.get(task.suite())?.strategies(task))?),
            None => args.strategy.clone(),
        };
        let oracle = strategy.map_or_else(|| "oracle".to_owned(), |strategy| format!("oracle:{strategy}"));
        oracles.insert(task.clone(), parse(&oracle));
    }
    Ok(oracles)
}

/// Leaves out what is not of this length: some worlds' detours come in pairs, and some solutions are longer.
fn keep_length(run: &Run, kept: &mut Vec<(u32, u32)>, length: usize, ui: &Ui) {
    let steps: BTreeMap<u32, u32> = run
        .plan()
        .iter()
        .zip(run.results())
        .filter_map(|(planned, result)| Some((planned.trial, result.row?.totals.steps)))
        .collect();
    let before = kept.len();
    // And `stop`.
    kept.retain(|(trial, _)| steps.get(trial).is_some_and(|steps| *steps as usize == length + 1));
    if kept.len() < before {
        ui.say(&format!("{} of {before} demonstrations are not {length} calls long and are left out", before - kept.len()));
    }
}

/// The chosen tasks, by world. Those that this machine cannot set are left out, and said to be.
fn tasks(suites: &Suites, config: &RunConfig, ui: &Ui) -> anyhow::Result<BTreeMap<String, Vec<TaskId>>> {
    let lacking = left_out(suites, config)?;
    say_left_out(&lacking, ui);
    let mut worlds: BTreeMap<String, Vec<TaskId>> = BTreeMap::new();
    for pattern in &config.tasks {
        let (selection, cards) = suites.select(pattern)?;
        if selection.seeds.is_some() {
            bail!("{pattern:?} names instances, but demonstrations choose their own; leave the @ and what follows out");
        }
        for card in cards.into_iter().filter(|card| !lacking.iter().any(|(task, _)| *task == card.id)) {
            let tasks = worlds.entry(world_of(&card.id).to_owned()).or_default();
            if !tasks.contains(&card.id) {
                tasks.push(card.id.clone());
            }
        }
    }
    if worlds.is_empty() {
        bail!("none of these tasks can be set on this machine");
    }
    Ok(worlds)
}

/// The starts that belong to tests: the evaluation seeds of every preset of the worlds, as the presets have them and with
/// the settings of these demonstrations, and the instances of recorded runs.
fn split(suites: &Suites, worlds: &BTreeMap<String, Vec<TaskId>>, args: &Args, settings: &Settings) -> anyhow::Result<Split> {
    let mut split = Split::default();
    let seeds: Vec<u64> = (args.eval_seeds.0..=args.eval_seeds.1).collect();
    for (world, chosen) in worlds {
        let suite = suites.get(chosen[0].suite())?;
        for card in suite.tasks().iter().filter(|card| world_of(&card.id) == world) {
            split.add(suite.as_ref(), &card.id, &Settings::new(), &seeds)?;
            // Settings that do not fit a preset nobody asked for set no test either.
            let fits = chosen.contains(&card.id)
                || suite.instance(&InstanceId { task: card.id.clone(), seed: seeds[0] }, settings).is_ok();
            if !settings.is_empty() && fits {
                split.add(suite.as_ref(), &card.id, settings, &seeds)?;
            }
        }
    }
    for folder in &args.apart_from {
        let run = Run::open(folder)?;
        let config: RunConfig = serde_json::from_value(run.manifest().config.clone())
            .with_context(|| format!("the configuration in {}/run.json cannot be read", folder.display()))?;
        let mut seeds: BTreeMap<&TaskId, BTreeSet<u64>> = BTreeMap::new();
        for planned in run.plan() {
            seeds.entry(&planned.instance.task).or_default().insert(planned.instance.seed);
        }
        for (task, seeds) in seeds {
            let seeds: Vec<u64> = seeds.into_iter().collect();
            split.add(suites.get(task.suite())?.as_ref(), task, &config.settings, &seeds)?;
        }
    }
    Ok(split)
}

/// What makes these demonstrations what they are: the same arguments give the same files.
fn arguments(args: &Args, config: &RunConfig, split: &Split) -> Value {
    let order = args.form.order();
    let mut arguments = json!({
        "tasks": args.tasks,
        "count": args.count,
        "repeats": args.repeats,
        "strategy": args.strategy,
        "seed": args.seed,
        "settings": config.settings,
        "steps": args.steps,
        "formats": order.formats,
        "history": order.history,
        "per_shard": order.per_shard,
        "evaluation": {
            "seeds": format!("{}-{}", args.eval_seeds.0, args.eval_seeds.1),
            "runs": args.apart_from.len(),
            "starts": split.len(),
            "hash": split.hash(),
        },
    });
    if let (Some(curation), Some(all)) = (args.curation, arguments.as_object_mut()) {
        all.insert("curation".into(), curation.to_string().into());
    }
    arguments
}

/// Starts for every task, with a sentence for each that has fewer than asked for.
fn choices(
    suites: &Suites,
    worlds: &BTreeMap<String, Vec<TaskId>>,
    args: &Args,
    settings: &Settings,
    split: &Split,
    ui: &Ui,
) -> anyhow::Result<Vec<Choice>> {
    let first = args.seed.checked_add(1).and_then(|seed| seed.checked_mul(SEEDS_APART)).context("--seed is too large")?;
    let mut choices = Vec::new();
    for tasks in worlds.values() {
        let mut taken = BTreeSet::new();
        let (each, more) = (args.count as usize / tasks.len(), args.count as usize % tasks.len());
        for (number, task) in tasks.iter().enumerate() {
            let wanted = each + usize::from(number < more);
            let suite = suites.get(task.suite())?;
            let choice = choose(suite.as_ref(), task, settings, first, wanted, split, &mut taken)?;
            if choice.chosen < wanted {
                ui.say(&format!(
                    "{task} has no more than {} starts apart from the tests where {wanted} were asked for: all of them are taken",
                    choice.chosen
                ));
            }
            choices.push(choice);
        }
    }
    let sum = |count: fn(&Choice) -> usize| choices.iter().map(count).sum::<usize>();
    ui.say(&format!(
        "{} starts chosen; {} were left out because tests start so ({} starts are the tests'), {} because they came before",
        sum(|choice| choice.chosen),
        sum(|choice| choice.in_evaluation),
        split.len(),
        sum(|choice| choice.repeated),
    ));
    Ok(choices)
}

fn plan(choices: &[Choice], oracles: &BTreeMap<TaskId, AgentEntry>, repeats: u32) -> anyhow::Result<Vec<PlannedTrial>> {
    let mut plan = Vec::new();
    for instance in choices.iter().flat_map(|choice| &choice.instances) {
        let oracle = oracles.get(&instance.task).with_context(|| format!("nobody demonstrates {}", instance.task))?;
        for repeat in 0..repeats {
            let trial = u32::try_from(plan.len()).context("the plan is too long")?;
            plan.push(PlannedTrial { trial, agent: oracle.label.clone(), instance: instance.clone(), repeat, variant: None });
        }
    }
    if plan.is_empty() {
        bail!("every start of these tasks belongs to a test: choose fewer with --eval-seeds");
    }
    Ok(plan)
}

/// `maze` is recorded in `maze.run`.
fn record_folder(out: &Path) -> PathBuf {
    let mut name = out.file_name().unwrap_or_default().to_owned();
    name.push(".run");
    out.with_file_name(name)
}

fn seeds(text: &str) -> Result<(u64, u64), String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    match (first.parse(), last.parse()) {
        (Ok(first), Ok(last)) if first <= last && last - first < 100_000 => Ok((first, last)),
        _ => Err("write 0-99, or one seed".into()),
    }
}
