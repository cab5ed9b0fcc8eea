//! A run in memory: what its tables and filters need.

use crate::LibraryError;
use crate::protocol::{Counts, HeatCell, NamedCount, RunPage, RunRow, Share, TrialRow};
use agon_record::{PlannedTrial, Row, RunIndex, TrialResult, is_being_written};
use agon_report::{Group, Outcome, Summary};
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The most names that a list of causes has.
const MOST_CAUSES: usize = 50;

/// A run's index with its trials as the tables show them.
#[derive(Debug)]
pub struct LoadedRun {
    index: RunIndex,
    counts: Counts,
    summary: OnceLock<Summary>,
}

impl LoadedRun {
    pub(crate) fn of(index: RunIndex) -> Self {
        let mut counts = Counts::default();
        for result in index.results() {
            counts.add(Outcome::of(result));
        }
        Self { index, counts, summary: OnceLock::new() }
    }

    pub(crate) fn index(&self) -> &RunIndex {
        &self.index
    }

    /// Every trial with what it came to.
    pub(crate) fn trials(&self) -> impl Iterator<Item = (&PlannedTrial, &TrialResult)> {
        self.index.plan().iter().zip(self.index.results())
    }

    pub(crate) fn trial(&self, trial: u32) -> Result<TrialRow, LibraryError> {
        let found = self.trials().nth(trial as usize).ok_or(LibraryError::NoTrial(trial))?;
        Ok(TrialRow::of(found.0, found.1))
    }

    pub(crate) fn row(&self, id: &str) -> RunRow {
        let manifest = self.index.manifest();
        RunRow {
            id: id.into(),
            name: manifest.name.clone(),
            created: manifest.created.clone(),
            suites: manifest.suites.iter().map(|suite| suite.name.clone()).collect(),
            agents: manifest.agents.iter().map(|agent| agent.label.clone()).collect(),
            counts: self.counts,
            is_live: is_being_written(self.index.folder()),
            problem: None,
        }
    }

    pub(crate) fn page(&self, id: &str) -> RunPage {
        // The same figures as in every report: no two tables count differently.
        let summary = self.summary.get_or_init(|| Summary::of(&self.index));
        let mut tasks: Vec<&str> = summary.tasks.iter().filter_map(|group| group.name.as_deref()).collect();
        tasks.sort_unstable();
        tasks.dedup();
        let cell = |group: &Group| {
            Some(HeatCell {
                agent: summary.agents.iter().position(|agent| agent.agent == group.agent)?,
                task: tasks.binary_search(&group.name.as_deref()?).ok()?,
                trials: group.figures.counts.planned,
                passed: group.figures.counts.passed,
            })
        };
        RunPage {
            row: self.row(id),
            is_checked: self.index.is_checked(),
            agents: summary.agents.iter().map(Share::of).collect(),
            cells: summary.tasks.iter().filter_map(cell).collect(),
            tasks: tasks.iter().map(|task| (*task).to_owned()).collect(),
            voids: most_frequent(self.rows_that_count().filter_map(|row| row.void.as_ref().map(ToString::to_string))),
            failed_checks: most_frequent(self.rows_that_count().flat_map(|row| row.failed.iter().cloned())),
            manifest: json!(self.index.manifest()),
        }
    }

    fn rows_that_count(&self) -> impl Iterator<Item = &Row> {
        self.index.results().iter().filter_map(|result| result.row.as_ref())
    }
}

impl Share {
    fn of(group: &Group) -> Self {
        let figures = &group.figures;
        let counts = &figures.counts;
        Self {
            name: group.agent.clone(),
            counts: Counts {
                trials: counts.planned,
                passed: counts.passed,
                failed: counts.scored - counts.passed,
                void: counts.void,
                missing: counts.missing,
            },
            success: figures.success.as_ref().map(|rate| rate.rate),
            interval: figures.success.as_ref().map(|rate| [rate.interval.low, rate.interval.high]),
            mean_score: figures.mean_score,
            cost_usd: figures.spent.cost_usd,
            tokens: figures.spent.tokens_in + figures.spent.tokens_out,
        }
    }
}

impl RunRow {
    /// A run that cannot be read, with the reason.
    pub(crate) fn broken(id: &str, error: &LibraryError) -> Self {
        Self {
            id: id.into(),
            name: id.into(),
            created: String::new(),
            suites: Vec::new(),
            agents: Vec::new(),
            counts: Counts::default(),
            is_live: false,
            problem: Some(error.to_string()),
        }
    }
}

impl Counts {
    fn add(&mut self, outcome: Outcome) {
        self.trials += 1;
        let counted = match outcome {
            Outcome::Passed => &mut self.passed,
            Outcome::Failed => &mut self.failed,
            Outcome::Void => &mut self.void,
            Outcome::Missing => &mut self.missing,
        };
        *counted += 1;
    }
}

impl TrialRow {
    pub(crate) fn of(planned: &PlannedTrial, result: &TrialResult) -> Self {
        let row = result.row.as_ref();
        let usage = row.map(|row| &row.totals.usage);
        let why = row.and_then(|row| match &row.void {
            Some(fault) => Some(fault.to_string()),
            None => row.failed.first().cloned(),
        });
        Self {
            trial: planned.trial,
            agent: planned.agent.clone(),
            task: planned.instance.task.to_string(),
            seed: planned.instance.seed.to_string(),
            repeat: planned.repeat,
            variant: planned.variant.clone(),
            status: Outcome::of(result),
            score: row.and_then(|row| row.score),
            steps: row.map(|row| row.totals.steps),
            wall_secs: row.map(|row| row.totals.wall_secs),
            cost_usd: usage.map(|usage| usage.cost_usd),
            tokens: usage.map(|usage| usage.tokens_in + usage.tokens_out),
            attempts: result.attempts,
            why,
        }
    }
}

fn most_frequent(named: impl Iterator<Item = String>) -> Vec<NamedCount> {
    let mut counted: BTreeMap<String, u32> = BTreeMap::new();
    for name in named {
        *counted.entry(name).or_default() += 1;
    }
    let mut list: Vec<NamedCount> = counted.into_iter().map(|(name, count)| NamedCount { name, count }).collect();
    list.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.name.cmp(&b.name)));
    list.truncate(MOST_CAUSES);
    list
}
