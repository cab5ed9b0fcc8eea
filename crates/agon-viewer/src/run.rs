//! A run in memory: what its tables and filters need.

use crate::LibraryError;
use crate::facts::SurfaceCache;
use crate::modes::FoundModes;
use crate::protocol::{Counts, FacetChoice, FacetRow, FacetTable, HeatCell, NamedCount, RunPage, RunRow, Share, TrialRow};
use agon_record::{PlannedTrial, Row, RunIndex, TrialResult, is_being_written};
use agon_report::facts::{Catalogue, Facet, Surfaces};
use agon_report::{Group, Outcome, Summary, grouped};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// The most names that a list of causes has.
const MOST_CAUSES: usize = 50;

/// A run's index with its trials as the tables show them.
#[derive(Debug)]
pub struct LoadedRun {
    index: RunIndex,
    counts: Counts,
    summary: OnceLock<Summary>,
    surfaces: OnceLock<Surfaces>,
    /// The logs say what the index says.
    is_checked: AtomicBool,
    pub(crate) kept: Arc<KeptFacts>,
}

/// What was read of a run's logs and need not be read again when the run goes on.
#[derive(Debug, Default)]
pub(crate) struct KeptFacts {
    pub(crate) catalogue: Arc<Catalogue>,
    surfaces: SurfaceCache,
    pub(crate) modes: Arc<FoundModes>,
}

impl KeptFacts {
    pub(crate) fn new(catalogue: Arc<Catalogue>) -> Self {
        Self { catalogue, ..Self::default() }
    }
}

impl LoadedRun {
    pub(crate) fn of(index: RunIndex, kept: Arc<KeptFacts>) -> Self {
        let mut counts = Counts::default();
        for result in index.results() {
            counts.add(Outcome::of(result));
        }
        let is_checked = AtomicBool::new(index.is_checked());
        Self { index, counts, summary: OnceLock::new(), surfaces: OnceLock::new(), is_checked, kept }
    }

    pub(crate) fn index(&self) -> &RunIndex {
        &self.index
    }

    /// Whether these are the figures of the logs.
    pub(crate) fn is_checked(&self) -> bool {
        self.is_checked.load(Ordering::Relaxed)
    }

    /// The logs were read and say the same.
    pub(crate) fn set_checked(&self) {
        self.is_checked.store(true, Ordering::Relaxed);
    }

    /// Every trial with what it came to.
    pub(crate) fn trials(&self) -> impl Iterator<Item = (&PlannedTrial, &TrialResult)> {
        self.index.plan().iter().zip(self.index.results())
    }

    pub(crate) fn trial(&self, trial: u32) -> Result<TrialRow, LibraryError> {
        let found = self.trials().nth(trial as usize).ok_or(LibraryError::NoTrial(trial))?;
        Ok(self.trial_row(found.0, found.1))
    }

    pub(crate) fn trial_row(&self, planned: &PlannedTrial, result: &TrialResult) -> TrialRow {
        let modes = self.kept.modes.of(result).unwrap_or_default();
        TrialRow { modes: modes.into_iter().map(|mode| mode.title().to_owned()).collect(), ..TrialRow::of(planned, result) }
    }

    /// A trial's values of a property of tasks.
    pub(crate) fn values<'a>(&'a self, facet: Facet, planned: &'a PlannedTrial) -> Vec<&'a str> {
        let surfaces = self.surfaces.get_or_init(|| self.kept.surfaces.read(&self.index));
        facet.values(planned, &self.kept.catalogue, surfaces)
    }

    /// How agents did by a property of tasks.
    pub(crate) fn facet(&self, facet: Facet) -> FacetTable {
        let groups = grouped(&self.index, |planned| self.values(facet, planned));
        let row = |group: &Group| FacetRow { value: group.name.clone().unwrap_or_default(), share: Share::of(group) };
        let mut rows: Vec<FacetRow> = groups.iter().map(row).collect();
        // Stable: agents stay in the order of the run.
        rows.sort_by(|a, b| a.value.cmp(&b.value));
        FacetTable { facet: facet.word().into(), rows }
    }

    fn facet_choice(&self, facet: Facet) -> FacetChoice {
        let mut values = BTreeSet::new();
        let mut last = None;
        for planned in self.index.plan() {
            // A plan has its tasks together: most trials are like the one before.
            let key = (&planned.instance.task, &planned.variant);
            if last != Some(key) {
                values.extend(self.values(facet, planned));
                last = Some(key);
            }
        }
        FacetChoice { facet: facet.word(), values: values.into_iter().map(str::to_owned).collect() }
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
            is_checked: self.is_checked(),
            agents: summary.agents.iter().map(Share::of).collect(),
            cells: summary.tasks.iter().filter_map(cell).collect(),
            tasks: tasks.iter().map(|task| (*task).to_owned()).collect(),
            voids: most_frequent(self.rows_that_count().filter_map(|row| row.void.as_ref().map(ToString::to_string))),
            failed_checks: most_frequent(self.rows_that_count().flat_map(|row| row.failed.iter().cloned())),
            facets: Facet::ALL.into_iter().map(|facet| self.facet_choice(facet)).collect(),
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
            steps: figures.steps.map(|spread| spread.mean),
            wall_secs: figures.wall_secs.map(|spread| spread.mean),
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
        *self.of(outcome) += 1;
    }

    /// A trial came out otherwise than it stood.
    pub(crate) fn move_one(&mut self, from: Outcome, to: Outcome) {
        *self.of(from) -= 1;
        *self.of(to) += 1;
    }

    fn of(&mut self, outcome: Outcome) -> &mut u32 {
        match outcome {
            Outcome::Passed => &mut self.passed,
            Outcome::Failed => &mut self.failed,
            Outcome::Void => &mut self.void,
            Outcome::Missing => &mut self.missing,
        }
    }
}

impl TrialRow {
    fn of(planned: &PlannedTrial, result: &TrialResult) -> Self {
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
            modes: Vec::new(),
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
