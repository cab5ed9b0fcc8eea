//! Success by difficulty, domain, capability, surface and suite.

use super::data::{Material, Trial};
use super::table::{Entry, Table};
use crate::facts::{Catalogue, Facet};
use crate::summary::Rate;
use agon_core::InstanceId;
use agon_stats::{Repeated, mean};
use std::collections::BTreeMap;

pub(super) fn table(material: &Material, catalogue: &Catalogue) -> Table {
    let how = "Success is the share of planned trials that passed, with Wilson's 95% interval for the effective number of trials (repeats of an instance are not \
               independent); score and progress are means over planned and over scored trials. Difficulty and capability (tags) are those of the task's card, domain is the part of its name \
               behind the suite, surfaces are those of its brief; a trial may count under several capabilities and surfaces.";
    let columns = [
        ("facet", "facet"),
        ("value", "value"),
        ("agent", "agent"),
        ("planned", "planned"),
        ("passed", "passed"),
        ("success", "success"),
        ("interval", "95% interval"),
        ("score", "score"),
        ("progress", "progress"),
    ];
    let mut table = Table::new("success", "Success by kind of task", how, &columns);
    for facet in ["suite", "difficulty", "domain", "capability", "surface"] {
        let mut groups: BTreeMap<(Order, String, usize), Vec<&Trial>> = BTreeMap::new();
        for trial in &material.trials {
            let values = match Facet::of_word(facet) {
                Some(known) => known.values(&trial.planned, catalogue, &material.surfaces),
                None => vec![trial.planned.instance.task.suite()],
            };
            for value in values {
                groups.entry((Order::of(value), value.to_owned(), trial.agent)).or_default().push(trial);
            }
        }
        for ((_, value, agent), trials) in groups {
            let rate = rate(&trials);
            let scores: Vec<f64> = trials.iter().map(|trial| trial.score()).collect();
            let progress: Vec<f64> = trials.iter().filter_map(|trial| trial.progress).collect();
            table.rows.push(vec![
                Entry::text(facet),
                Entry::text(value),
                Entry::text(&material.agents[agent].label),
                Entry::Count(trials.len() as u64),
                Entry::Count(trials.iter().filter(|trial| trial.passed()).count() as u64),
                Entry::or_nothing(rate.map(|rate| rate.rate), Entry::Share),
                Entry::or_nothing(rate.map(|rate| rate.interval), Entry::Range),
                Entry::or_nothing(mean(&scores), Entry::Number),
                Entry::or_nothing(mean(&progress), Entry::Share),
            ]);
        }
    }
    table
}

/// Easy before medium before hard; all else by name.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Order(u8);

impl Order {
    fn of(value: &str) -> Self {
        Self(match value {
            "easy" => 0,
            "medium" => 1,
            "hard" => 2,
            _ => 3,
        })
    }
}

/// The success rate, with repeats of an instance taken together.
pub(super) fn rate(trials: &[&Trial]) -> Option<Rate> {
    let mut instances: BTreeMap<&InstanceId, Repeated> = BTreeMap::new();
    for trial in trials {
        let known = instances.entry(&trial.planned.instance).or_default();
        known.sum += trial.pass();
        known.squares += trial.pass();
        known.trials += 1;
    }
    Rate::of(&instances.into_values().collect::<Vec<_>>())
}
