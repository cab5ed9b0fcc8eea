//! `agon run`: let agents sit tasks.

use super::closing::{Told, conclude};
use super::worker::{self, WorkArgs};
use crate::exit;
use crate::home;
use crate::job::{Job, setting};
use crate::models;
use crate::people::{self, PeopleArgs};
use crate::progress::{RunProgress, SpentSoFar};
use crate::stored;
use crate::suites::SuiteFolders;
use crate::ui::{Ui, visible};
use agon_agents::{can_confine, parse};
use agon_core::{AgentMaker, Difficulty, FORMAT_VERSION, FROM_STAGE, Need, TaskId};
use agon_record::{AgentEntry, Host, Manifest, PlannedTrial, Run, RunWriter, SuiteEntry};
use agon_run::{Frames, Outcome, RunConfig, Runner, Spent, Stop, Suites, Todo, left_out, plan};
use agon_store::{CreateOptions, Extent, Store, StoredRun};
use anyhow::{Context as _, bail};
use clap::ValueEnum;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::signal::unix::{SignalKind, signal};

type Agents = BTreeMap<String, Arc<dyn AgentMaker>>;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon run gym -a oracle -a random              # two agents on a whole suite
  agon run gym/maze-2d -m openai/gpt-x -k 3 -n 8  # 3 repeats, 8 at a time
  agon run 'gym/*/hard@0-9' -a 'process:python3 agent.py' -o runs/mine
  agon run science/algebra -a person            # a person, in a browser
  agon run web -m openai/gpt-x --store s3://bucket/mine --detach
  agon run --job job.toml --dry-run             # print the plan of a job file")]
pub(crate) struct Args {
    /// Which tasks: gym, gym/maze-2d, 'gym/*/hard', gym/maze-2d/easy@3, gym@0-69
    tasks: Vec<String>,
    /// An agent: oracle, oracle:STRATEGY, noop, random, replay:RUN, process:COMMAND, model:PROVIDER/MODEL,
    /// claw:PROVIDER/MODEL (the reference harness), cli:NAME:MODEL, person:LABEL; may be given several times
    #[arg(short, long = "agent")]
    agents: Vec<String>,
    /// A model as the agent, by PROVIDER/MODEL; may be given several times
    #[arg(short, long = "model")]
    models: Vec<String>,
    /// A setting of the models, such as temperature=0 or history=4; docs/models.md lists them
    #[arg(short = 'M', long = "model-setting", value_name = "KEY=VALUE", value_parser = setting)]
    model_settings: Vec<(String, Value)>,
    /// Keep replies in this folder, and give identical requests the same reply again without asking
    #[arg(long, value_name = "FOLDER")]
    cache: Option<String>,
    /// A file with what models' tokens cost
    #[arg(long, value_name = "FILE")]
    prices: Option<String>,
    /// The model that answers the yes-or-no questions of judged checks, by PROVIDER/MODEL; only some tasks have such checks
    #[arg(long, value_name = "PROVIDER/MODEL")]
    judge: Option<String>,
    /// A setting of the judge, such as temperature=0
    #[arg(long = "judge-setting", value_name = "KEY=VALUE", value_parser = setting)]
    judge_settings: Vec<(String, Value)>,
    /// How often each agent does each instance [default: 1]
    #[arg(short = 'k', long)]
    repeats: Option<u32>,
    /// Trials at a time [default: the number of cores]
    #[arg(short = 'n', long)]
    parallel: Option<usize>,
    /// Instances per task, where a pattern names none [default: 10]
    #[arg(long)]
    instances: Option<u32>,
    /// The first instance's seed, and the root of what agents draw at random [default: 0]
    #[arg(long)]
    seed: Option<u64>,
    /// At most this many instances in all [default: no limit]
    #[arg(long)]
    limit: Option<u32>,
    /// One part of the run: 1/4 is the first of four
    #[arg(long, value_name = "I/N")]
    shard: Option<String>,
    /// Only tasks with this tag; may be given several times
    #[arg(long = "tag")]
    tags: Vec<String>,
    /// Only tasks of this difficulty: easy, medium or hard
    #[arg(long, value_parser = difficulty)]
    difficulty: Vec<Difficulty>,
    /// A setting of the tasks, such as observation=text; `agon show TASK` lists them
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = setting)]
    settings: Vec<(String, Value)>,
    /// Start after this many stages of tasks that have stages: they are played before the trial begins (the same as --set
    /// from_stage=K)
    #[arg(long, value_name = "K", conflicts_with = "stages")]
    from_stage: Option<u32>,
    /// Start each task once from every one of its stages: the success rates SR@0, SR@1 … in one run
    #[arg(long, value_name = "all")]
    stages: Option<AllStages>,
    /// Run the agents' commands in a container of this image, or with `task` of the image that each task names; for workspace tasks and
    /// tasks in Harbor's layout (the same as --set container=IMAGE)
    #[arg(long, value_name = "IMAGE")]
    container: Option<String>,
    /// Steps per trial [default: the task's own limit]
    #[arg(long)]
    steps: Option<u32>,
    /// Seconds of the agent's own time per trial [default: the task's own limit]
    #[arg(long)]
    wall_secs: Option<f64>,
    /// Model tokens per trial [default: the task's own limit]
    #[arg(long)]
    tokens: Option<u64>,
    /// Cost of a trial in US dollars [default: no limit]
    #[arg(long)]
    cost_usd: Option<f64>,
    /// Cost of the whole run in US dollars; a trial whose call goes beyond it is void, and so are those that would start later
    /// [default: no limit]
    #[arg(long)]
    max_cost_usd: Option<f64>,
    /// Which frames to keep: all or none [default: all]
    #[arg(long, value_parser = frames)]
    frames: Option<Frames>,
    /// How often a void trial is tried again [default: 2]
    #[arg(long)]
    retries: Option<u32>,
    /// Start no more trials of an agent once this many of its trials crashed before their first step and none got further; 0 for
    /// never [default: 5]
    #[arg(long, value_name = "N")]
    max_crashes: Option<u32>,
    /// A TOML file with these options; flags override it
    #[arg(long, value_name = "FILE")]
    job: Option<PathBuf>,
    /// Where to write the run [default: a new folder under runs/]
    #[arg(short, long)]
    out: Option<PathBuf>,
    /// Put the run into a store, from where `agon worker` on any machine takes trials: s3://BUCKET/PREFIX, gs://…, az://…, file:///PATH or
    /// a path. This process works on it too, and brings the record into the run's folder at the end
    #[arg(long, value_name = "RUN-URL")]
    store: Option<String>,
    /// With --store: plan the run, put it there and leave it to workers
    #[arg(long, requires = "store")]
    detach: bool,
    /// With --store: after how many seconds without a sign of life a worker's trials are given to others
    #[arg(long, requires = "store", value_name = "SECS", default_value_t = 60)]
    lease: u32,
    /// Print the plan and stop
    #[arg(long)]
    dry_run: bool,
    /// Print as JSON: the figures of the run, or with --dry-run its plan; where people sit, first a line with their addresses and codes
    #[arg(long)]
    json: bool,
    /// Let process agents see and write what you can, the record of this run included
    #[arg(long)]
    no_sandbox: bool,
    /// Hand this variable of the environment to process agents, although its name is a secret's; may be given several times
    #[arg(long, value_name = "NAME")]
    pass_env: Vec<String>,
    /// Exit with 1 if the success rate of any agent is below this share
    #[arg(long, value_name = "SHARE")]
    fail_under: Option<f64>,
    #[command(flatten)]
    people: PeopleArgs,
}

/// The one thing that `--stages` can be.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum AllStages {
    All,
}

pub(crate) async fn run(args: Args, mut folders: SuiteFolders, ui: &Ui) -> anyhow::Result<u8> {
    let mut config = configuration(&args, &mut folders, ui)?;
    folders.take_paths(&mut config.tasks)?;
    let suites = folders.open()?;
    if args.stages.is_some() {
        crate::ablate::vary_starts(&mut config, &suites)?;
    }
    let folder = args.out.clone().unwrap_or_else(|| default_folder(&config));
    let mut agents = home::agents(&config.agents, &private_folders(&folder, &suites))?;
    let judging = models::judging(&config)?;
    let plan = plan(&suites, &config)?;
    check_agents(&suites, &agents, plan.iter().map(|planned| (planned.agent.as_str(), &planned.instance.task)))?;
    let lacking = left_out(&suites, &config)?;
    if args.dry_run {
        say_left_out(&lacking, ui);
        return dry_run(&plan, args.json, ui);
    }
    models::write_effective(&mut config, &suites, &plan).await?;
    if let Some(url) = &args.store {
        say_left_out(&lacking, ui);
        let stored = put_into_store(url, args.lease, &suites, &config, &plan).await?;
        return run_in_store(&stored, &args, &folder, &folders, ui).await;
    }
    let manifest = manifest(&folder, &suites, &config, &plan)?;
    let writer = RunWriter::create(&folder, &manifest, &plan)?;
    say_left_out(&lacking, ui);
    ui.say(&format!("{} trials, {} at a time, recorded in {}", plan.len(), config.parallel, folder.display()));
    let todo: Vec<Todo> = plan.into_iter().map(Todo::first).collect();
    let _people = people::admit(&args.people, &config.agents, &todo, &mut agents, args.json, ui).await?;
    let runner = Runner { suites, agents, config, spent: Spent::default(), judging };
    let (outcome, stopped) = execute(&runner, writer, todo, SpentSoFar::default(), ui).await?;
    conclude(&folder, outcome, stopped, Told::of(args.json), args.fail_under, ui)
}

/// Plans a run in a store. It is there, whole, when this returns.
async fn put_into_store(
    url: &str,
    lease: u32,
    suites: &Suites,
    config: &RunConfig,
    plan: &[PlannedTrial],
) -> anyhow::Result<StoredRun> {
    if config.agents.iter().any(people::is_person) {
        bail!("people sit at one machine: leave --store out, or the agent person");
    }
    if config.max_cost_usd.is_some() {
        bail!(
            "workers do not know what the others spend, so --max-cost-usd cannot hold with --store; --cost-usd limits each trial"
        );
    }
    let store = Store::open(url)?;
    let place = home::keeper()?.folder()?;
    let name = url.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let folder = place.path().join("run");
    RunWriter::create(&folder, &manifest(Path::new(name), suites, config, plan)?, plan)?;
    let options = CreateOptions { lease: Duration::from_secs(lease.into()), ..CreateOptions::default() };
    Ok(StoredRun::create(&store, &folder, &options).await?)
}

/// Leaves the run to workers, or is one of them and brings the record when all is done.
async fn run_in_store(stored: &StoredRun, args: &Args, folder: &Path, folders: &SuiteFolders, ui: &Ui) -> anyhow::Result<u8> {
    let (url, trials) = (stored.store().url(), stored.terms().trials);
    ui.say(&format!(
        "{trials} trials are planned in {url}; `agon worker {url}` takes trials, `agon status {url}` tells how far it is"
    ));
    if args.detach {
        return Ok(exit::DONE);
    }
    let done = worker::work(stored, &WorkArgs::default(), folders, ui).await?;
    if done.drained {
        ui.hint(&format!("stopped before all trials were run; `agon worker {url}` goes on"));
        return Ok(exit::INTERRUPTED);
    }
    stored::bring(stored, folder, Extent::Everything, ui).await?;
    let void =
        Run::open(folder)?.results().iter().filter(|result| result.row.as_ref().is_some_and(|row| row.void.is_some())).count();
    let outcome = Outcome { void: void as u32, ..Outcome::default() };
    conclude(folder, outcome, false, Told::of(args.json), args.fail_under, ui)
}

/// What programs that sit the run are not to see: its record, and the folders of suites.
pub(crate) fn private_folders(record: &Path, suites: &Suites) -> Vec<PathBuf> {
    let mut folders = SuiteFolders::private_folders(suites);
    folders.push(record.to_owned());
    folders
}

/// One line for each thing that is missing.
pub(crate) fn say_left_out(lacking: &[(TaskId, Need)], ui: &Ui) {
    let mut needs: Vec<&Need> = lacking.iter().map(|(_, need)| need).collect();
    needs.dedup();
    for need in needs {
        let tasks: Vec<&str> = lacking.iter().filter(|(_, other)| other == need).map(|(task, _)| task.as_str()).collect();
        ui.say(&format!("left out for lack of {}: {} (to have it, {})", need.name, tasks.join(", "), need.remedy));
    }
}

/// Tells now what would make trials of an agent void one by one.
pub(crate) fn check_agents<'a>(
    suites: &Suites,
    agents: &Agents,
    pairs: impl Iterator<Item = (&'a str, &'a TaskId)>,
) -> anyhow::Result<()> {
    let pairs: BTreeSet<(&str, &TaskId)> = pairs.collect();
    for (label, task) in pairs {
        if let Some(agent) = agents.get(label) {
            let suits = agent.suits(suites.get(task.suite())?.as_ref(), task);
            suits.map_err(|problem| anyhow::anyhow!("agent {label}: {problem}"))?;
        }
    }
    Ok(())
}

/// Runs trials until done or until the user stops them. `spent` is what the run came to before.
pub(crate) async fn execute(
    runner: &Runner,
    writer: RunWriter,
    todo: Vec<Todo>,
    spent: SpentSoFar,
    ui: &Ui,
) -> anyhow::Result<(Outcome, bool)> {
    let stop = Stop::new();
    let listener = tokio::spawn(listen(stop.clone()));
    let mut progress = RunProgress::new(ui, todo.len(), spent);
    let folder = writer.folder().to_owned();
    let outcome = runner.run(writer, todo, &stop, &mut progress).await;
    progress.finish();
    listener.abort();
    let stopped = *stop.watch().borrow();
    let outcome = outcome.inspect_err(|_| {
        ui.hint(&format!("what was recorded is kept; once that is fixed, `agon resume {}` goes on", folder.display()));
    })?;
    Ok((outcome, stopped))
}

/// The first Ctrl-C (or a polite kill, or a closed terminal) ends the run in order; the second ends the process.
pub(crate) async fn listen(stop: Stop) {
    told_to_stop().await;
    stop.ask();
    if tokio::signal::ctrl_c().await.is_ok() {
        std::process::exit(i32::from(exit::INTERRUPTED));
    }
}

/// Waits for Ctrl-C, a polite kill or a closed terminal. Whoever has waited once must go on listening: the signals no
/// longer end the process by themselves.
pub(crate) async fn told_to_stop() {
    let told = |kind: SignalKind| async move {
        match signal(kind) {
            Ok(mut signal) => drop(signal.recv().await),
            Err(_) => std::future::pending().await,
        }
    };
    // A closed terminal must not leave agents running, any more than a kill.
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        () = told(SignalKind::terminate()) => {}
        () = told(SignalKind::hangup()) => {}
    }
}

/// The job file with the flags laid over it.
fn configuration(args: &Args, folders: &mut SuiteFolders, ui: &Ui) -> anyhow::Result<RunConfig> {
    let mut job = match &args.job {
        Some(path) => Job::read(path)?,
        None => Job::default(),
    };
    folders.extend(std::mem::take(&mut job.suites));
    fn over<T>(value: Option<T>, slot: &mut Option<T>) {
        if value.is_some() {
            *slot = value;
        }
    }
    fn over_list<T: Clone>(values: &[T], slot: &mut Option<Vec<T>>) {
        if !values.is_empty() {
            *slot = Some(values.to_vec());
        }
    }
    over_list(&args.tasks, &mut job.tasks);
    over_list(&args.tags, &mut job.tags);
    over_list(&args.difficulty, &mut job.difficulty);
    over(args.repeats, &mut job.repeats);
    over(args.parallel, &mut job.parallel);
    over(args.instances, &mut job.instances);
    over(args.seed, &mut job.seed);
    over(args.limit, &mut job.limit);
    over(args.shard.clone(), &mut job.shard);
    over(args.frames, &mut job.frames);
    over(args.retries, &mut job.retries);
    over(args.max_crashes, &mut job.max_crashes);
    over(args.max_cost_usd, &mut job.max_cost_usd);
    over(args.steps, &mut job.limits.steps);
    over(args.wall_secs, &mut job.limits.wall_secs);
    over(args.tokens, &mut job.limits.tokens);
    over(args.cost_usd, &mut job.limits.cost_usd);
    job.settings.extend(args.settings.iter().cloned());
    job.settings.extend(args.from_stage.map(|stage| (FROM_STAGE.to_owned(), stage.into())));
    job.settings.extend(args.container.iter().map(|image| ("container".to_owned(), Value::from(image.as_str()))));
    let says_parallel = job.parallel.is_some();
    let mut config = job.resolve()?;
    if !args.agents.is_empty() || !args.models.is_empty() {
        // `-a model -m X` and `-m X` are the same.
        let named = args.agents.iter().filter(|text| args.models.is_empty() || *text != "model");
        let models = args.models.iter().map(|model| AgentEntry { label: model.clone(), ..parse(&format!("model:{model}")) });
        config.agents = named.map(|text| parse(text)).chain(models).collect();
    }
    if !says_parallel && config.agents.iter().all(people::is_person) {
        // Each has a task of their own; who comes late does not keep the others waiting.
        config.parallel = config.agents.len().max(1);
    }
    let mut given = args.model_settings.clone();
    given.extend(args.cache.iter().map(|folder| ("cache".to_owned(), Value::from(folder.as_str()))));
    given.extend(args.prices.iter().map(|file| ("prices".to_owned(), Value::from(file.as_str()))));
    models::set_up(&mut config.agents, &given)?;
    models::set_up_judge(&mut config, args.judge.as_deref(), &args.judge_settings, args.prices.as_deref())?;
    if args.fail_under.is_some_and(|share| !(0.0..=1.0).contains(&share)) {
        bail!("--fail-under is a share between 0 and 1");
    }
    confine(&mut config.agents, args, ui);
    let mut config = crate::ablate::spread(config)?;
    make_paths_absolute(&mut config.agents);
    models::check_prices(&config)?;
    // Last, for it must not pass for asked.
    models::write_defaults(&mut config.agents);
    Ok(config)
}

/// Decides how process agents are confined; the manifest says it.
fn confine(agents: &mut [AgentEntry], args: &Args, ui: &Ui) {
    let mut process = agents.iter_mut().filter(|agent| ["process", "cli"].contains(&agent.kind.as_str())).peekable();
    let sandbox = process.peek().is_some() && !args.no_sandbox && can_confine();
    if process.peek().is_some() && !sandbox && !args.no_sandbox {
        ui.say("warning: bubblewrap (bwrap) does not work here, so programs at the seat can reach the record of their own run");
    }
    for agent in process {
        agent.settings.entry("sandbox").or_insert(sandbox.into());
        if !args.pass_env.is_empty() {
            agent.settings.insert("pass_env".into(), args.pass_env.clone().into());
        }
    }
}

/// A run may be resumed from anywhere, so what it names must not depend on where it was begun.
fn make_paths_absolute(agents: &mut [AgentEntry]) {
    for agent in agents {
        let paths: &[&str] = match agent.kind.as_str() {
            "replay" => &["run"],
            "model" | "claw" => &["cache", "prices"],
            "cli" => &["harness"],
            _ => &[],
        };
        for key in paths {
            if let Some(Value::String(path)) = agent.settings.get_mut(*key)
                && (agent.kind != "cli" || path.ends_with(".toml"))
                && let Ok(whole) = std::path::absolute(&*path)
            {
                *path = whole.to_string_lossy().into_owned();
            }
        }
    }
}

/// What is written before the first trial.
pub(crate) fn manifest(folder: &Path, suites: &Suites, config: &RunConfig, plan: &[PlannedTrial]) -> anyhow::Result<Manifest> {
    let names: BTreeSet<&str> = plan.iter().map(|planned| planned.instance.task.suite()).collect();
    let suite_entry = |name: &&str| -> anyhow::Result<SuiteEntry> {
        let card = suites.get(name)?.card();
        Ok(SuiteEntry { name: card.name.clone(), version: card.version.clone(), source: card.source.clone() })
    };
    Ok(Manifest {
        format: FORMAT_VERSION,
        name: folder.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        created: agon_record::now(),
        agon_version: env!("CARGO_PKG_VERSION").into(),
        commit: env!("AGON_COMMIT").into(),
        host: Host::here(),
        suites: names.iter().map(suite_entry).collect::<anyhow::Result<_>>()?,
        agents: config.agents.clone(),
        trials: u32::try_from(plan.len()).context("the plan is too long")?,
        config: serde_json::to_value(config)?,
        config_hash: config_hash(config, plan)?,
    })
}

/// Names what is asked for. How it is run (parallelism, retries) is not part of that, nor what a service said of its model.
pub(crate) fn config_hash(config: &RunConfig, plan: &[PlannedTrial]) -> anyhow::Result<String> {
    let agents = models::without_effective(&config.agents);
    let mut asked =
        json!({"seed": config.seed, "agents": agents, "settings": config.settings, "limits": config.limits, "plan": plan});
    if let Some(judge) = &config.judge {
        asked["judge"] = json!(judge);
    }
    Ok(blake3::hash(&serde_json::to_vec(&asked)?).to_hex()[..16].into())
}

/// `runs/20261115-093000-gym`, with a number behind it if that is taken.
pub(crate) fn default_folder(config: &RunConfig) -> PathBuf {
    let time = jiff::Timestamp::now().strftime("%Y%m%d-%H%M%S").to_string();
    let suite = config.tasks.first().and_then(|task| task.split(['/', '@', '*']).next()).unwrap_or("run");
    let name = format!("{time}-{suite}");
    let taken = |name: &str| Path::new("runs").join(name).exists();
    let free = (2..).map(|n| format!("{name}-{n}")).find(|name| !taken(name));
    let name = if taken(&name) { free.unwrap_or(name) } else { name };
    Path::new("runs").join(name)
}

fn dry_run(plan: &[PlannedTrial], as_json: bool, ui: &Ui) -> anyhow::Result<u8> {
    if as_json {
        ui.json(&json!({"format": FORMAT_VERSION, "trials": plan}))?;
        return Ok(exit::DONE);
    }
    let mut text = String::new();
    for planned in plan {
        let variant = planned.variant.as_ref().map_or_else(String::new, |label| format!("  {label}"));
        let PlannedTrial { trial, agent, instance, repeat, .. } = planned;
        text.push_str(&format!("{trial:>6}  {agent}  {instance}  repeat {repeat}{variant}\n"));
    }
    ui.out(&visible(&text));
    ui.say(&format!("{} trials; nothing was run", plan.len()));
    Ok(exit::DONE)
}

fn difficulty(text: &str) -> Result<Difficulty, String> {
    serde_json::from_value(text.into()).map_err(|_| "it is easy, medium or hard".into())
}

fn frames(text: &str) -> Result<Frames, String> {
    serde_json::from_value(text.into()).map_err(|_| "it is all or none".into())
}
