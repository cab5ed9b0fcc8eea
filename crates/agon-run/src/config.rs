//! What a run is asked to do.

use agon_core::{Difficulty, Limits, Settings};
use agon_record::{Ablation, AgentEntry, Variant};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::str::FromStr;

/// A run's configuration, with everything resolved. It is written to the manifest and read back by resume.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RunConfig {
    /// Patterns over task ids; see [`crate::Selection`].
    pub tasks: Vec<String>,
    /// Only tasks with all of these tags.
    pub tags: Vec<String>,
    /// Only tasks that are as hard as this; all where none is named.
    pub difficulty: Vec<Difficulty>,
    /// Who sits.
    pub agents: Vec<AgentEntry>,
    /// How often each agent sits each instance.
    pub repeats: u32,
    /// Instances per task where a pattern names none, with the seeds from `seed` on.
    pub instances: u32,
    /// The first seed.
    pub seed: u64,
    /// At most this many instances in all.
    pub limit: Option<u32>,
    /// Only one part of the plan.
    pub shard: Option<Shard>,
    /// Trials at a time.
    pub parallel: usize,
    /// Settings of the tasks.
    pub settings: Settings,
    /// What is varied. The agents are already those of all variants; see [`RunConfig::spread`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ablation: Option<Ablation>,
    /// Where set, these replace the tasks' own.
    pub limits: Limits,
    /// Which frames are kept.
    pub frames: Frames,
    /// How often a void trial is tried again.
    pub retries: u32,
    /// No more trials of an agent are started once this many of its trials crashed before their first step and none got further;
    /// 0 for never.
    pub max_crashes: u32,
    /// The wait before the first retry; it doubles with each.
    pub backoff_secs: f64,
    /// A world call that takes longer is a hang.
    pub world_timeout_secs: f64,
    /// What all agents and the judge together may cost; trials beyond it are void.
    pub max_cost_usd: Option<f64>,
    /// The model that answers the questions of judged checks, as settings of a model; a run of tasks that have such checks names one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judge: Option<Settings>,
}

/// Which frames are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Frames {
    /// Every frame.
    #[default]
    All,
    /// No frame.
    None,
}

/// One part of a run that several machines share: every `of`-th trial, from `index` on, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// Which part.
    pub index: u32,
    /// How many parts there are.
    pub of: u32,
}

impl Default for RunConfig {
    fn default() -> Self {
        Self {
            tasks: Vec::new(),
            tags: Vec::new(),
            difficulty: Vec::new(),
            agents: Vec::new(),
            repeats: 1,
            instances: 10,
            seed: 0,
            limit: None,
            shard: None,
            parallel: std::thread::available_parallelism().map_or(1, usize::from),
            settings: Settings::new(),
            ablation: None,
            limits: Limits::default(),
            frames: Frames::All,
            retries: 2,
            max_crashes: 5,
            backoff_secs: 1.0,
            world_timeout_secs: 60.0,
            max_cost_usd: None,
            judge: None,
        }
    }
}

impl RunConfig {
    /// The run's variants: one without factors where nothing is varied.
    pub fn variants(&self) -> Vec<Variant> {
        self.ablation.as_ref().map_or_else(|| vec![Variant::default()], Ablation::variants)
    }

    /// The settings of the tasks in a variant.
    pub fn settings_of(&self, variant: &Variant) -> Settings {
        let mut settings = self.settings.clone();
        settings.extend(variant.task_settings());
        settings
    }

    /// Makes of every agent one for each of its own varied settings. Called once, when a run is asked for: what is recorded
    /// has been spread.
    pub fn spread(&mut self) {
        let mut seen = BTreeSet::new();
        let mut own = self.variants();
        own.retain(|variant| seen.insert(variant.agent_label("")));
        let made = |base: &AgentEntry, variant: &Variant| {
            let mut settings = base.settings.clone();
            settings.extend(variant.agent_settings());
            AgentEntry { label: variant.agent_label(&base.label), settings, ..base.clone() }
        };
        self.agents = self.agents.iter().flat_map(|base| own.iter().map(|variant| made(base, variant))).collect();
    }
}

/// A text that names no part of a run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a shard: write 1/4 for the first of four")]
pub struct ShardError(String);

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parts = text.split_once('/').and_then(|(index, of)| Some((index.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((index, of)) if (1..=of).contains(&index) => Ok(Self { index, of }),
            _ => Err(ShardError(text.into())),
        }
    }
}
