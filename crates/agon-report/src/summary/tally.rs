//! Adding trials up.

use super::figures::{Bounds, Counts, Figures, Rate, Repeats, StageFigures};
use crate::outcome::Outcome;
use crate::stats::{self, Repeated, Spread};
use agon_core::{Cause, InstanceId, Usage};
use agon_record::{PlannedTrial, Row, TrialResult};
use std::collections::{BTreeMap, HashMap};

/// What attempts used, and whether some of it is only what the agent said.
#[derive(Clone, Default)]
pub(super) struct Spent {
    pub(super) usage: Usage,
    pub(super) is_claimed: bool,
}

impl Spent {
    pub(super) fn add(&mut self, usage: &Usage, is_claimed: bool) {
        self.usage.add(usage);
        self.is_claimed |= is_claimed;
    }
}

/// A planned trial with what came of it.
pub(super) struct Trial<'a> {
    pub(super) planned: &'a PlannedTrial,
    pub(super) result: &'a TrialResult,
    /// Over all its attempts.
    pub(super) spent: &'a Spent,
    pub(super) outcome: Outcome,
}

/// The running sums of one group. Names are borrowed: a run has many trials and few words.
#[derive(Default)]
pub(super) struct Tally<'a> {
    counts: Counts,
    /// In the order of their first trials.
    instances: Vec<OfInstance>,
    places: HashMap<&'a InstanceId, usize>,
    steps: Vec<f64>,
    wall_secs: Vec<f64>,
    tokens: Vec<f64>,
    cost_usd: Vec<f64>,
    usage_claimed: bool,
    spent: Spent,
    rejected: u64,
    endings: BTreeMap<&'static str, u32>,
    void_causes: BTreeMap<Cause, u32>,
    actions: BTreeMap<&'a str, u64>,
    /// Passed and planned, by repeat.
    repeats: Vec<(u64, u64)>,
    attempts: u64,
    retried: u32,
    /// In the order of their first appearance.
    stages: Vec<OfStage<'a>>,
}

/// The trials with marks for one stage.
struct OfStage<'a> {
    name: &'a str,
    scored: u32,
    passed: u32,
    score: f64,
}

/// The trials of one instance.
#[derive(Clone, Copy, Default)]
struct OfInstance {
    planned: u64,
    scored: u64,
    passed: u64,
    score: f64,
    score_squares: f64,
}

impl<'a> Tally<'a> {
    pub(super) fn add(&mut self, trial: &Trial<'a>) {
        let counts = &mut self.counts;
        counts.planned += 1;
        counts.scored += u32::from(trial.outcome.is_scored());
        counts.passed += u32::from(trial.outcome == Outcome::Passed);
        counts.void += u32::from(trial.outcome == Outcome::Void);
        counts.missing += u32::from(trial.outcome == Outcome::Missing);
        self.attempts += u64::from(trial.result.attempts);
        self.retried += u32::from(trial.result.attempts > 1);
        self.spent.add(&trial.spent.usage, trial.spent.is_claimed);

        let repeat = trial.planned.repeat as usize;
        if self.repeats.len() <= repeat {
            self.repeats.resize(repeat + 1, (0, 0));
        }
        self.repeats[repeat].0 += u64::from(trial.outcome == Outcome::Passed);
        self.repeats[repeat].1 += 1;

        let place = *self.places.entry(&trial.planned.instance).or_insert_with(|| {
            self.instances.push(OfInstance::default());
            self.instances.len() - 1
        });
        let instance = &mut self.instances[place];
        instance.planned += 1;
        instance.scored += u64::from(trial.outcome.is_scored());
        instance.passed += u64::from(trial.outcome == Outcome::Passed);
        let score = trial.result.row.as_ref().and_then(|row| row.score).unwrap_or_default();
        instance.score += score;
        instance.score_squares += score * score;

        match &trial.result.row {
            Some(row) if row.is_scored() => self.add_scored(row),
            Some(Row { void: Some(fault), .. }) => *self.void_causes.entry(fault.cause).or_default() += 1,
            _ => {}
        }
    }

    fn add_scored(&mut self, row: &'a Row) {
        let totals = &row.totals;
        self.steps.push(f64::from(totals.steps));
        self.wall_secs.push(totals.wall_secs);
        self.tokens.push(totals.usage.tokens() as f64);
        self.cost_usd.push(totals.usage.cost_usd);
        self.usage_claimed |= totals.usage_claimed;
        self.rejected += u64::from(totals.rejected);
        let ending = row.ending.as_ref().map_or("unknown", |ending| ending.word());
        *self.endings.entry(ending).or_default() += 1;
        for stage in &row.stages {
            let place = self.stages.iter().position(|known| known.name == stage.name).unwrap_or_else(|| {
                self.stages.push(OfStage { name: &stage.name, scored: 0, passed: 0, score: 0.0 });
                self.stages.len() - 1
            });
            let known = &mut self.stages[place];
            known.scored += 1;
            known.passed += u32::from(stage.passed);
            known.score += stage.score;
        }
        for (action, count) in &totals.actions {
            *self.actions.entry(action).or_default() += u64::from(*count);
        }
    }

    pub(super) fn finish(self) -> Figures {
        let steps: f64 = self.steps.iter().sum();
        let repeated = |of: fn(&OfInstance) -> Repeated| -> Vec<Repeated> {
            self.instances.iter().map(of).filter(|instance| instance.trials > 0).collect()
        };
        let score = self.instances.iter().map(|instance| instance.score).sum::<f64>();
        let over = |trials: u32| (trials > 0).then(|| score / f64::from(trials));
        Figures {
            counts: self.counts,
            instances: self.instances.len() as u32,
            success: Rate::of(&repeated(|of| of.passed_of(of.planned))),
            scored_success: Rate::of(&repeated(|of| of.passed_of(of.scored))),
            bounds: Bounds::of(&self.counts),
            mean_score: over(self.counts.planned),
            mean_score_error: stats::standard_error(&repeated(OfInstance::scores)),
            scored_mean_score: over(self.counts.scored),
            repeats: over_repeats(&self.repeats),
            steps: Spread::of(self.steps),
            wall_secs: Spread::of(self.wall_secs),
            tokens: Spread::of(self.tokens),
            cost_usd: Spread::of(self.cost_usd),
            usage_claimed: self.usage_claimed,
            spent: self.spent.usage,
            spent_claimed: self.spent.is_claimed,
            rejected_share: (steps > 0.0).then(|| self.rejected as f64 / steps),
            endings: self.endings.into_iter().map(|(word, count)| (word.to_owned(), count)).collect(),
            void_causes: self.void_causes,
            actions: self.actions.into_iter().map(|(name, count)| (name.to_owned(), count)).collect(),
            attempts: self.attempts,
            retried: self.retried,
            stages: self.stages.into_iter().map(OfStage::finish).collect(),
        }
    }
}

impl OfStage<'_> {
    fn finish(self) -> StageFigures {
        let Self { name, scored, passed, score } = self;
        StageFigures { name: name.to_owned(), scored, passed, mean_score: score / f64::from(scored.max(1)) }
    }
}

impl OfInstance {
    fn passed_of(&self, trials: u64) -> Repeated {
        let passed = self.passed as f64;
        Repeated { sum: passed, squares: passed, trials }
    }

    fn scores(&self) -> Repeated {
        Repeated { sum: self.score, squares: self.score_squares, trials: self.planned }
    }
}

fn over_repeats(repeats: &[(u64, u64)]) -> Option<Repeats> {
    if repeats.len() < 2 {
        return None;
    }
    let rate = |(passed, planned): &(u64, u64)| (*planned > 0).then(|| *passed as f64 / *planned as f64);
    let rates: Vec<Option<f64>> = repeats.iter().map(rate).collect();
    let known: Vec<f64> = rates.iter().flatten().copied().collect();
    Some(Repeats { mean: stats::mean(&known)?, deviation: stats::deviation(&known), rates })
}
