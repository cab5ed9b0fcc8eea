//! Two runs over the same instances, trial by trial, or the agents of one run.
//!
//! Trials pair by instance, repeat and variant, and by agent label. A side that is void or missing has not passed; the difference over the
//! pairs with two scores stands beside that over all. Repeats of one instance are one piece of evidence: intervals and tests go
//! by instance.

mod pair;
mod text;
mod within;

pub use text::text;
pub(crate) use text::{evidence, p_value, unpaired_sentence, unscored_sentence};
pub use within::{AgentPair, AgentPairs, pairs_text};
pub(crate) use within::{MEANING, PairRow, pairs_grid};

use crate::ReportError;
use crate::number::plain;
use crate::stats::{Cluster, Interval, RESAMPLES, bootstrap_difference, sign_flip};
use agon_core::{InstanceId, TaskId};
use agon_record::RunResults;
use serde::Serialize;
use std::collections::BTreeMap;

/// The second run seen from the first: a win is a trial that the second passed and the first did not.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    pub format: u32,
    /// The runs' names.
    pub first: String,
    pub second: String,
    /// What a reader should know before believing the figures.
    pub notes: Vec<String>,
    pub agents: Vec<AgentComparison>,
}

/// An agent of the first run against one of the second.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AgentComparison {
    /// The agents' labels.
    pub first: String,
    pub second: String,
    #[serde(flatten)]
    pub paired: Paired,
    /// Over all pairs; absent where there is none.
    pub difference: Option<Difference>,
    /// Over the pairs with two scores, where that is not the same; absent where no pair has.
    pub scored_difference: Option<Difference>,
    /// In the order of the first run's plan; left out where agents of one run are compared.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tasks: Vec<TaskComparison>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TaskComparison {
    pub task: TaskId,
    #[serde(flatten)]
    pub paired: Paired,
    /// The trials that came out differently.
    pub flips: Vec<Flip>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Paired {
    pub wins: u32,
    pub losses: u32,
    pub both_passed: u32,
    pub both_failed: u32,
    /// Pairs that are void or missing in at least one run. They are in the counts above, where such a side has not passed.
    pub unscored: u32,
    /// Planned in one run only.
    pub only_first: u32,
    pub only_second: u32,
}

/// The second run's success rate less the first's, over the pairs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Difference {
    pub first_rate: f64,
    pub second_rate: f64,
    pub difference: f64,
    pub pairs: u64,
    /// The instances that the pairs are of.
    pub instances: u32,
    /// 95%, by bootstrap over instances.
    pub interval: Option<Interval>,
    /// The exact sign-flip test over instances, two-sided: McNemar's where each has one pair.
    pub p_value: f64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Flip {
    pub instance: InstanceId,
    pub repeat: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    pub first_trial: u32,
    pub second_trial: u32,
    /// The second run passed it.
    pub won: bool,
}

impl Flip {
    /// `gym/maze-2d/easy@3 #1 feedback=false`: the parts that a plain run does not have are left out.
    pub fn name(&self) -> String {
        let mut name = self.instance.to_string();
        if self.repeat > 0 {
            name.push_str(&format!(" #{}", self.repeat));
        }
        if let Some(variant) = &self.variant {
            name.push_str(&format!(" {variant}"));
        }
        name
    }
}

impl Comparison {
    pub const FORMAT: u32 = 2;

    pub fn of(first: &impl RunResults, second: &impl RunResults) -> Result<Self, ReportError> {
        let labels = pair::labels(first, second)?;
        let (first_results, second_results) = (first.results(), second.results());
        let mut agents = Vec::new();
        for (one, other) in &labels.pairs {
            let first_trials = pair::trials(first, &first_results, one);
            let second_trials = pair::trials(second, &second_results, other);
            agents.push(agent_comparison(one, other, &first_trials, &second_trials));
        }
        if agents.iter().all(|agent| agent.paired.pairs() == 0) {
            return Err(ReportError::NoCommonTrial);
        }
        let mut notes = labels.notes;
        notes.extend(difference_notes(first, second));
        let (first, second) = (first.manifest().name.clone(), second.manifest().name.clone());
        Ok(Self { format: Self::FORMAT, first, second, notes, agents })
    }
}

fn agent_comparison(first: &str, second: &str, one: &pair::Trials, other: &pair::Trials) -> AgentComparison {
    let mut tasks: Vec<TaskComparison> = Vec::new();
    let mut places: BTreeMap<&TaskId, usize> = BTreeMap::new();
    let (mut all, mut scored) = (Evidence::default(), Evidence::default());
    for joined in pair::join(one, other) {
        let task = &joined.instance.task;
        let place = *places.entry(task).or_insert_with(|| {
            tasks.push(TaskComparison { task: task.clone(), paired: Paired::default(), flips: Vec::new() });
            tasks.len() - 1
        });
        let task = &mut tasks[place];
        task.paired.add(&joined);
        if let Some((was, is)) = joined.passed() {
            all.add(joined.instance, was, is);
            if joined.is_scored() {
                scored.add(joined.instance, was, is);
            }
            if let (true, Some(a), Some(b)) = (was != is, joined.first, joined.second) {
                task.flips.push(Flip {
                    instance: joined.instance.clone(),
                    repeat: joined.repeat,
                    variant: joined.variant.map(str::to_owned),
                    first_trial: a.trial,
                    second_trial: b.trial,
                    won: is,
                });
            }
        }
    }
    let mut paired = Paired::default();
    tasks.iter().for_each(|task| paired.merge(&task.paired));
    let difference = all.difference();
    let scored_difference = scored.difference().filter(|_| paired.unscored > 0);
    AgentComparison { first: first.to_owned(), second: second.to_owned(), paired, difference, scored_difference, tasks }
}

/// Pairs by instance.
#[derive(Default)]
struct Evidence<'a> {
    clusters: BTreeMap<&'a InstanceId, Cluster>,
    first_passed: u64,
    second_passed: u64,
}

impl<'a> Evidence<'a> {
    fn add(&mut self, instance: &'a InstanceId, was: bool, is: bool) {
        let cluster = self.clusters.entry(instance).or_default();
        cluster.pairs += 1;
        cluster.balance += i64::from(is) - i64::from(was);
        self.first_passed += u64::from(was);
        self.second_passed += u64::from(is);
    }

    fn difference(&self) -> Option<Difference> {
        let clusters: Vec<Cluster> = self.clusters.values().copied().collect();
        let pairs: u64 = clusters.iter().map(|cluster| cluster.pairs).sum();
        let share = |passed: u64| passed as f64 / pairs as f64;
        (pairs > 0).then(|| Difference {
            first_rate: share(self.first_passed),
            second_rate: share(self.second_passed),
            difference: (self.second_passed as f64 - self.first_passed as f64) / pairs as f64,
            pairs,
            instances: clusters.len() as u32,
            interval: bootstrap_difference(&clusters, RESAMPLES, 0),
            p_value: sign_flip(&clusters),
        })
    }
}

impl Paired {
    /// Trials planned in both runs.
    pub fn pairs(&self) -> u32 {
        self.wins + self.losses + self.ties()
    }

    pub fn ties(&self) -> u32 {
        self.both_passed + self.both_failed
    }

    fn add(&mut self, joined: &pair::Joined) {
        self.unscored += u32::from(joined.passed().is_some() && !joined.is_scored());
        let counter = match (joined.passed(), joined.first, joined.second) {
            (Some((false, true)), ..) => &mut self.wins,
            (Some((true, false)), ..) => &mut self.losses,
            (Some((true, true)), ..) => &mut self.both_passed,
            (Some((false, false)), ..) => &mut self.both_failed,
            (None, Some(_), _) => &mut self.only_first,
            (None, None, _) => &mut self.only_second,
        };
        *counter += 1;
    }

    fn merge(&mut self, other: &Paired) {
        self.wins += other.wins;
        self.losses += other.losses;
        self.both_passed += other.both_passed;
        self.both_failed += other.both_failed;
        self.unscored += other.unscored;
        self.only_first += other.only_first;
        self.only_second += other.only_second;
    }
}

/// An instance's name fixes its bytes only within one version of its suite and under the same settings. Comparing
/// settings is what many comparisons are for, so that is told and not refused.
fn difference_notes(first: &impl RunResults, second: &impl RunResults) -> Vec<String> {
    let mut notes = Vec::new();
    let (one, other) = (&first.manifest().config, &second.manifest().config);
    for (key, meaning) in [("settings", "equal names may be other instances"), ("limits", "the agents had other means")] {
        let show = |config: &serde_json::Value| config.get(key).map_or_else(|| "{}".into(), ToString::to_string);
        if show(one) != show(other) {
            let (one, other) = (show(one), show(other));
            notes.push(plain(&format!("the {key} are {one} in the first run and {other} in the second: {meaning}")));
        }
    }
    for suite in &first.manifest().suites {
        let other = second.manifest().suites.iter().find(|other| other.name == suite.name);
        if let Some(other) = other.filter(|other| other.version != suite.version) {
            let versions = format!("{} in the first run and {} in the second", suite.version, other.version);
            notes.push(plain(&format!("suite {} has version {versions}: equal names may be other instances", suite.name)));
        }
    }
    notes
}
