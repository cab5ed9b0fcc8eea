//! Which trials a page shows in full, when it cannot show all.

use super::View;
use crate::{Comparison, Outcome};
use std::collections::{BTreeMap, BTreeSet};

/// Trials worth a look in the first and in the second run.
pub(super) type Wanted = [BTreeSet<u32>; 2];

/// The trials that came out differently in two runs.
pub(super) fn flipped(comparison: &Comparison) -> Wanted {
    let flips = || comparison.agents.iter().flat_map(|agent| &agent.tasks).flat_map(|task| &task.flips);
    [flips().map(|flip| flip.first_trial).collect(), flips().map(|flip| flip.second_trial).collect()]
}

/// Every trial with a log, the ones to show first in front. Flips come before all else, but fill no more than half of
/// `places`. Then two voids or failures for each success, so that a run full of failures still shows what success looks
/// like; each kind goes round agents and tasks, so that no task takes all the places.
pub(super) fn order(view: &View, wanted: Option<&BTreeSet<u32>>, places: usize) -> Vec<u32> {
    let flips: Vec<u32> = wanted.into_iter().flatten().copied().take(places / 2).collect();
    let chosen: BTreeSet<u32> = flips.iter().copied().collect();
    let of = |kind: Outcome| {
        let trials = view.run.plan().iter().zip(&view.outcomes);
        let mut strata: BTreeMap<(&str, &str), Vec<u32>> = BTreeMap::new();
        for (planned, _) in trials.filter(|(planned, outcome)| **outcome == kind && !chosen.contains(&planned.trial)) {
            strata.entry((&planned.agent, planned.instance.task.as_str())).or_default().push(planned.trial);
        }
        round_robin(strata.into_values().collect())
    };
    let mut trouble = of(Outcome::Void).into_iter().chain(of(Outcome::Failed));
    let mut success = of(Outcome::Passed).into_iter();
    let mut order = flips;
    loop {
        let before = order.len();
        order.extend(trouble.by_ref().take(2));
        order.extend(success.next());
        if order.len() == before {
            return order;
        }
    }
}

fn round_robin(strata: Vec<Vec<u32>>) -> Vec<u32> {
    let longest = strata.iter().map(Vec::len).max().unwrap_or_default();
    (0..longest).flat_map(|i| strata.iter().filter_map(move |stratum| stratum.get(i)).copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_stratum_has_its_turn() {
        assert_eq!(round_robin(vec![vec![1, 2, 3], vec![10], vec![20, 21]]), [1, 10, 20, 2, 21, 3]);
    }
}
