//! Figures of any groups of trials.

use super::tally::{Spent, Trial};
use super::{Group, Groups, Outcome};
use agon_record::{PlannedTrial, RunResults};

/// Each agent's trials by the names that `names` gives them, in the order of the names' first appearance. A trial with several names is
/// in several groups, one without is in none.
pub fn grouped<'a, R: RunResults>(run: &'a R, names: impl Fn(&'a PlannedTrial) -> Vec<&'a str>) -> Vec<Group> {
    let (plan, results) = (run.plan(), run.results());
    let mut spent = vec![Spent::default(); plan.len()];
    for row in run.attempts() {
        spent[row.trial as usize].add(&row.totals.usage, row.totals.usage_claimed);
    }
    let mut groups = Groups::default();
    for ((planned, result), spent) in plan.iter().zip(&*results).zip(&spent) {
        let trial = Trial { planned, result, spent, outcome: Outcome::of(result) };
        for name in names(planned) {
            groups.tally(&planned.agent, Some(name)).add(&trial);
        }
    }
    let order: Vec<&str> = run.manifest().agents.iter().map(|agent| agent.label.as_str()).collect();
    groups.finish(&order)
}
