//! Who is compared with whom.

use crate::number::plain;
use crate::{Outcome, ReportError};
use agon_core::InstanceId;
use agon_record::{PlannedTrial, RunResults, TrialResult};
use std::collections::HashMap;

/// The labels that are compared, and what to say about the others.
pub(super) struct Labels {
    pub(super) pairs: Vec<(String, String)>,
    pub(super) notes: Vec<String>,
}

#[derive(Clone, Copy)]
pub(super) struct Side {
    pub(super) trial: u32,
    pub(super) outcome: Outcome,
}

/// One instance, repeat and variant, in one run or in both.
pub(super) struct Joined<'a> {
    pub(super) instance: &'a InstanceId,
    pub(super) repeat: u32,
    pub(super) variant: Option<&'a str>,
    pub(super) first: Option<Side>,
    pub(super) second: Option<Side>,
}

/// Instance, repeat and variant. A plan may name these twice; the last part tells them apart, so that none is dropped.
type PairKey<'a> = (&'a InstanceId, u32, Option<&'a str>, u32);

/// One agent's trials in the order of the plan.
pub(super) struct Trials<'a> {
    in_order: Vec<(PairKey<'a>, Side)>,
    by_key: HashMap<PairKey<'a>, Side>,
}

/// Equal labels pair. Where there are none, two runs of one agent each still have only one meaning.
pub(super) fn labels(first: &impl RunResults, second: &impl RunResults) -> Result<Labels, ReportError> {
    let (ours, theirs) = (agents(first), agents(second));
    let common: Vec<String> = ours.iter().filter(|label| theirs.contains(label)).cloned().collect();
    if common.is_empty() {
        return match (ours.as_slice(), theirs.as_slice()) {
            ([one], [other]) => Ok(Labels { pairs: vec![(one.clone(), other.clone())], notes: Vec::new() }),
            _ => Err(ReportError::NoCommonAgent { first: plain(&ours.join(", ")), second: plain(&theirs.join(", ")) }),
        };
    }
    let mut notes = Vec::new();
    for (labels, place) in [(&ours, "first"), (&theirs, "second")] {
        let alone: Vec<&str> = labels.iter().filter(|label| !common.contains(label)).map(String::as_str).collect();
        if !alone.is_empty() {
            notes.push(plain(&format!("only the {place} run has {}, which is not compared", alone.join(", "))));
        }
    }
    Ok(Labels { pairs: common.into_iter().map(|label| (label.clone(), label)).collect(), notes })
}

/// The labels with planned trials, in the manifest's order, then in the plan's.
pub(super) fn agents(run: &impl RunResults) -> Vec<String> {
    let planned: std::collections::HashSet<&str> = run.plan().iter().map(|planned| planned.agent.as_str()).collect();
    let named = run.manifest().agents.iter().map(|agent| &agent.label).filter(|label| planned.contains(label.as_str()));
    let mut labels: Vec<String> = Vec::new();
    for label in named.chain(run.plan().iter().map(|planned| &planned.agent)) {
        if !labels.contains(label) {
            labels.push(label.clone());
        }
    }
    labels
}

pub(super) fn trials<'a>(run: &'a impl RunResults, results: &[TrialResult], agent: &str) -> Trials<'a> {
    let mut trials = Trials { in_order: Vec::new(), by_key: HashMap::new() };
    let mine = |(planned, _): &(&PlannedTrial, &TrialResult)| planned.agent == agent;
    for (planned, result) in run.plan().iter().zip(results).filter(mine) {
        let mut key = (&planned.instance, planned.repeat, planned.variant.as_deref(), 0);
        while trials.by_key.contains_key(&key) {
            key.3 += 1;
        }
        let side = Side { trial: planned.trial, outcome: Outcome::of(result) };
        trials.in_order.push((key, side));
        trials.by_key.insert(key, side);
    }
    trials
}

/// Everything the first has, with its other side where there is one, then what only the second has.
pub(super) fn join<'a>(first: &Trials<'a>, second: &Trials<'a>) -> Vec<Joined<'a>> {
    let ours = first.in_order.iter().map(|(key, side)| Joined {
        instance: key.0,
        repeat: key.1,
        variant: key.2,
        first: Some(*side),
        second: second.by_key.get(key).copied(),
    });
    let alone = second.in_order.iter().filter(|(key, _)| !first.by_key.contains_key(key));
    let theirs =
        alone.map(|(key, side)| Joined { instance: key.0, repeat: key.1, variant: key.2, first: None, second: Some(*side) });
    ours.chain(theirs).collect()
}

impl Joined<'_> {
    /// Whether the first and the second passed, where both are planned.
    pub(super) fn passed(&self) -> Option<(bool, bool)> {
        Some((self.first?.outcome == Outcome::Passed, self.second?.outcome == Outcome::Passed))
    }

    /// Whether both have a score.
    pub(super) fn is_scored(&self) -> bool {
        [self.first, self.second].iter().all(|side| side.is_some_and(|side| side.outcome.is_scored()))
    }
}
