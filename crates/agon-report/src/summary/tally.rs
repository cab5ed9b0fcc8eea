//! Adding trials up.

use super::figures::{Bounds, Counts, Figures, Rate, Repeats};
use crate::outcome::Outcome;
use crate::stats::{self, Spread};
use agon_core::{Cause, Usage};
use agon_record::{PlannedTrial, Row, TrialResult};
use std::collections::BTreeMap;

/// A planned trial with what came of it.
pub(super) struct Trial<'a> {
    pub(super) planned: &'a PlannedTrial,
    pub(super) result: &'a TrialResult,
    /// Over all its attempts.
    pub(super) spent: &'a Usage,
    pub(super) outcome: Outcome,
}

/// The running sums of one group. Names are borrowed: a run has many trials and few words.
#[derive(Default)]
pub(super) struct Tally<'a> {
    counts: Counts,
    scores: Vec<f64>,
    steps: Vec<f64>,
    wall_secs: Vec<f64>,
    tokens: Vec<f64>,
    cost_usd: Vec<f64>,
    spent: Usage,
    rejected: u64,
    endings: BTreeMap<&'static str, u32>,
    void_causes: BTreeMap<Cause, u32>,
    actions: BTreeMap<&'a str, u64>,
    /// Passed and scored, by repeat.
    repeats: Vec<(u64, u64)>,
    attempts: u64,
    retried: u32,
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
        self.spent.add(trial.spent);

        let repeat = trial.planned.repeat as usize;
        if self.repeats.len() <= repeat {
            self.repeats.resize(repeat + 1, (0, 0));
        }
        self.repeats[repeat].0 += u64::from(trial.outcome == Outcome::Passed);
        self.repeats[repeat].1 += u64::from(trial.outcome.is_scored());

        match &trial.result.row {
            Some(row) if row.is_scored() => self.add_scored(row),
            Some(Row { void: Some(fault), .. }) => *self.void_causes.entry(fault.cause).or_default() += 1,
            _ => {}
        }
    }

    fn add_scored(&mut self, row: &'a Row) {
        let totals = &row.totals;
        self.scores.extend(row.score);
        self.steps.push(f64::from(totals.steps));
        self.wall_secs.push(totals.wall_secs);
        self.tokens.push(totals.usage.tokens() as f64);
        self.cost_usd.push(totals.usage.cost_usd);
        self.rejected += u64::from(totals.rejected);
        let ending = row.ending.as_ref().map_or("unknown", |ending| ending.word());
        *self.endings.entry(ending).or_default() += 1;
        for (action, count) in &totals.actions {
            *self.actions.entry(action).or_default() += u64::from(*count);
        }
    }

    pub(super) fn finish(self) -> Figures {
        let steps: f64 = self.steps.iter().sum();
        Figures {
            counts: self.counts,
            success: Rate::of(self.counts.passed.into(), self.counts.scored.into()),
            bounds: Bounds::of(&self.counts),
            mean_score: stats::mean(&self.scores),
            repeats: over_repeats(&self.repeats),
            steps: Spread::of(self.steps),
            wall_secs: Spread::of(self.wall_secs),
            tokens: Spread::of(self.tokens),
            cost_usd: Spread::of(self.cost_usd),
            spent: self.spent,
            rejected_share: (steps > 0.0).then(|| self.rejected as f64 / steps),
            endings: self.endings.into_iter().map(|(word, count)| (word.to_owned(), count)).collect(),
            void_causes: self.void_causes,
            actions: self.actions.into_iter().map(|(name, count)| (name.to_owned(), count)).collect(),
            attempts: self.attempts,
            retried: self.retried,
        }
    }
}

fn over_repeats(repeats: &[(u64, u64)]) -> Option<Repeats> {
    if repeats.len() < 2 {
        return None;
    }
    let rate = |(passed, scored): &(u64, u64)| (*scored > 0).then(|| *passed as f64 / *scored as f64);
    let rates: Vec<Option<f64>> = repeats.iter().map(rate).collect();
    let known: Vec<f64> = rates.iter().flatten().copied().collect();
    Some(Repeats { mean: stats::mean(&known)?, deviation: stats::deviation(&known), rates })
}
