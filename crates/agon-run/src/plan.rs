//! Fixing every trial before the first starts.

use crate::{RunConfig, Selection, SelectionError};
use agon_core::{FROM_STAGE, InstanceId, Need, Settings, Suite, SuiteError, TaskCard, TaskId};
use agon_record::{AgentEntry, PlannedTrial, Variant};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};

/// The suites there are, by name.
#[derive(Clone, Default)]
pub struct Suites(BTreeMap<String, Arc<ReadWhenAsked>>);

/// A suite that costs nothing until somebody asks for it: most commands need one of many.
type ReadWhenAsked = LazyLock<Arc<dyn Suite>, Box<dyn FnOnce() -> Arc<dyn Suite> + Send>>;

/// Why a configuration makes no plan.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "each is explained by its message")]
pub enum PlanError {
    #[error("say which tasks to run; `agon list` shows them")]
    NothingAsked,
    #[error("no agent given: use -m PROVIDER/MODEL or -a oracle")]
    NoAgents,
    #[error("two agents are called {0:?}; give one of them another label")]
    SameLabel(String),
    #[error("there is no suite {name:?}; there are: {known}")]
    UnknownSuite { name: String, known: String },
    #[error("no task matches {0:?}; `agon list` shows them")]
    NoMatch(String),
    #[error("no task is left after the filters on tags and difficulty")]
    AllFiltered,
    #[error("the plan has no trial left: look at --limit, --shard, --instances and -k")]
    Empty,
    #[error("the plan has {0} trials, more than {max}; use --limit or --shard", max = MAX_TRIALS)]
    TooLarge(u64),
    #[error("from seed {seed} on there are not {instances} seeds left; the largest is {}", u64::MAX)]
    SeedTooLarge { seed: u64, instances: u32 },
    #[error("{task} needs {name}, which is missing: {remedy}")]
    Unmet { task: TaskId, name: String, remedy: String },
    #[error(transparent)]
    Selection(#[from] SelectionError),
    #[error(transparent)]
    Suite(#[from] SuiteError),
}

/// More than this is surely a slip of the keyboard.
const MAX_TRIALS: u64 = 10_000_000;

impl Suites {
    /// These suites, by their names.
    pub fn new(suites: impl IntoIterator<Item = Arc<dyn Suite>>) -> Self {
        let mut all = Self::default();
        for suite in suites {
            let name = suite.card().name.clone();
            all.add(name, move || suite);
        }
        all.iter().for_each(drop);
        all
    }

    /// One more, which is read when it is first asked for. A suite that has its name is replaced.
    pub fn add(&mut self, name: String, read: impl FnOnce() -> Arc<dyn Suite> + Send + 'static) {
        self.0.insert(name, Arc::new(LazyLock::new(Box::new(read))));
    }

    /// All of them, by name.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<dyn Suite>> {
        self.0.values().map(|suite| &***suite)
    }

    /// Those that have been read.
    pub fn iter_read(&self) -> impl Iterator<Item = &Arc<dyn Suite>> {
        self.0.values().filter_map(|suite| LazyLock::get(suite))
    }

    /// The suite of this name.
    pub fn get(&self, name: &str) -> Result<&Arc<dyn Suite>, PlanError> {
        self.0.get(name).map(|suite| &***suite).ok_or_else(|| PlanError::UnknownSuite {
            name: name.into(),
            known: self.0.keys().map(String::as_str).collect::<Vec<_>>().join(", "),
        })
    }

    /// The tasks a pattern selects, in the suites' order.
    pub fn select(&self, pattern: &str) -> Result<(Selection, Vec<&TaskCard>), PlanError> {
        let selection: Selection = pattern.parse()?;
        let name = pattern.split(['/', '@']).next().unwrap_or_default();
        let suites: Vec<&Arc<dyn Suite>> = match name.contains(['*', '?']) {
            true => self.iter().collect(),
            false => vec![self.get(name)?],
        };
        let tasks: Vec<&TaskCard> =
            suites.into_iter().flat_map(|s| s.tasks()).filter(|card| selection.matches(&card.id)).collect();
        if tasks.is_empty() {
            return Err(PlanError::NoMatch(pattern.into()));
        }
        Ok((selection, tasks))
    }
}

/// The trials of a run: for every instance, repeat and variant, every agent. The same configuration gives the same plan.
pub fn plan(suites: &Suites, config: &RunConfig) -> Result<Vec<PlannedTrial>, PlanError> {
    if config.agents.is_empty() {
        return Err(PlanError::NoAgents);
    }
    let mut labels = BTreeSet::new();
    if let Some(twice) = config.agents.iter().find(|agent| !labels.insert(&agent.label)) {
        return Err(PlanError::SameLabel(twice.label.clone()));
    }
    let instances = instances(suites, config)?;
    let seats = seats(config);
    let trials = (instances.len() as u64).saturating_mul(u64::from(config.repeats)).saturating_mul(seats.len() as u64);
    if trials > MAX_TRIALS {
        return Err(PlanError::TooLarge(trials));
    }
    let mut plan = Vec::with_capacity(trials as usize);
    for instance in &instances {
        let suite = suites.get(instance.task.suite())?;
        for repeat in 0..config.repeats {
            for (variant, agent) in seats.iter().filter(|(variant, _)| has_start(suite.as_ref(), &instance.task, variant)) {
                let (agent, instance) = (agent.label.clone(), instance.clone());
                let variant = (!variant.factors.is_empty()).then(|| variant.label.clone());
                plan.push(PlannedTrial { trial: 0, agent, instance, repeat, variant });
            }
        }
    }
    if let Some(shard) = config.shard {
        let mut number = 0;
        plan.retain(|_| {
            number += 1;
            number % shard.of == shard.index % shard.of
        });
    }
    for (number, planned) in plan.iter_mut().enumerate() {
        planned.trial = number as u32;
    }
    if plan.is_empty() { Err(PlanError::Empty) } else { Ok(plan) }
}

/// Whether a task has the stage from which a variant starts: where starts are varied, tasks differ in how many they have.
fn has_start(suite: &dyn Suite, task: &TaskId, variant: &Variant) -> bool {
    let from = variant.factors.get(FROM_STAGE).and_then(Value::as_u64);
    from.is_none_or(|from| from < suite.stage_count(task).max(1) as u64)
}

/// Which agent sits in which variant: those that were made with the variant's own settings of agents.
fn seats(config: &RunConfig) -> Vec<(Variant, &AgentEntry)> {
    let variants = config.variants();
    let varied = variants.first().map(Variant::agent_settings).unwrap_or_default();
    let of_agents =
        |settings: &Settings| -> Vec<String> { varied.keys().map(|key| json!(settings.get(key)).to_string()).collect() };
    let mut by_settings: BTreeMap<Vec<String>, Vec<&AgentEntry>> = BTreeMap::new();
    for agent in &config.agents {
        by_settings.entry(of_agents(&agent.settings)).or_default().push(agent);
    }
    let mut seats = Vec::new();
    for variant in variants {
        let agents = by_settings.get(&of_agents(&variant.agent_settings())).into_iter().flatten();
        seats.extend(agents.map(|agent| (variant.clone(), *agent)));
    }
    seats
}

/// The tasks that a configuration asks for and a plan leaves out, because this machine lacks what they need or the configuration
/// names no judge.
pub fn left_out(suites: &Suites, config: &RunConfig) -> Result<Vec<(TaskId, Need)>, PlanError> {
    let mut lacking = BTreeMap::new();
    for pattern in &config.tasks {
        for card in suites.select(pattern)?.1.into_iter().filter(|card| is_wanted(card, config)) {
            if let Some(need) = lacks(suites.get(card.id.suite())?.as_ref(), &card.id, config) {
                lacking.insert(card.id.clone(), need);
            }
        }
    }
    Ok(lacking.into_iter().collect())
}

/// What a task lacks on this machine or in this configuration.
fn lacks(suite: &dyn Suite, task: &TaskId, config: &RunConfig) -> Option<Need> {
    let judge = || {
        let remedy = "name a model with --judge PROVIDER/MODEL".to_owned();
        Need { name: "a judge".into(), found: None, remedy, tasks: vec![task.clone()] }
    };
    let mut settings = config.variants().into_iter().map(|variant| config.settings_of(&variant));
    let unmet = settings.find_map(|settings| suite.unmet(task, &settings));
    unmet.or_else(|| (config.judge.is_none() && suite.is_judged(task)).then(judge))
}

fn is_wanted(card: &TaskCard, config: &RunConfig) -> bool {
    config.tags.iter().all(|tag| card.tags.contains(tag))
        && (config.difficulty.is_empty() || config.difficulty.contains(&card.difficulty))
}

/// The instances selected, each once, in the order of the patterns.
fn instances(suites: &Suites, config: &RunConfig) -> Result<Vec<InstanceId>, PlanError> {
    if config.tasks.is_empty() {
        return Err(PlanError::NothingAsked);
    }
    let mut seen = BTreeSet::new();
    let mut instances = Vec::new();
    let mut lacking = None;
    let mut variants: Vec<Variant> = config.variants();
    let mut seen_settings = BTreeSet::new();
    variants.retain(|variant| seen_settings.insert(json!(config.settings_of(variant)).to_string()));
    for pattern in &config.tasks {
        let (selection, tasks) = suites.select(pattern)?;
        let wanted = u64::from(config.instances.max(1)) - 1;
        let last = config.seed.checked_add(wanted).or(selection.seeds.map(|_| u64::MAX));
        let last = last.ok_or(PlanError::SeedTooLarge { seed: config.seed, instances: config.instances })?;
        let (first, last) = selection.seeds.unwrap_or((config.seed, last));
        for card in tasks.into_iter().filter(|card| is_wanted(card, config)) {
            let suite = suites.get(card.id.suite())?;
            if let Some(need) = lacks(suite.as_ref(), &card.id, config) {
                lacking = lacking.or(Some((card.id.clone(), need)));
                continue;
            }
            // Seeds beyond a task's variants would only set the same instances again.
            let count = suite.variants(&card.id).map(|count| count.max(1));
            let within = |seed: u64| count.map_or(seed, |count| seed % count);
            // Settings that do not fit are the operator's slip, to be told now and not by a thousand void trials.
            for variant in variants.iter().filter(|variant| has_start(suite.as_ref(), &card.id, variant)) {
                suite.instance(&InstanceId { task: card.id.clone(), seed: within(first) }, &config.settings_of(variant))?;
            }
            let asked = (last - first).saturating_add(1).saturating_add(instances.len() as u64);
            if asked.min(config.limit.map_or(u64::MAX, u64::from)) > MAX_TRIALS {
                return Err(PlanError::TooLarge(asked));
            }
            for seed in first..=last {
                if config.limit.is_some_and(|limit| instances.len() >= limit as usize) {
                    break;
                }
                let id = InstanceId { task: card.id.clone(), seed: within(seed) };
                if seen.insert(id.clone()) {
                    instances.push(id);
                }
            }
        }
    }
    if instances.is_empty()
        && let Some((task, Need { name, remedy, .. })) = lacking
    {
        return Err(PlanError::Unmet { task, name, remedy });
    }
    if instances.is_empty() && config.limit != Some(0) {
        return Err(PlanError::AllFiltered);
    }
    Ok(instances)
}
