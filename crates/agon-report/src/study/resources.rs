//! What success costs, and what limits do to it.

use super::data::{Material, Trial};
use super::facets::rate;
use super::table::{Entry, Table};
use crate::outcome::domain_of;
use agon_stats::{Offer, frontier as on_frontier, mean};
use std::collections::BTreeMap;

pub(super) fn frontier(material: &Material) -> Table {
    let how = "Means per planned trial of cost, wall-clock time and tokens, as recorded with the attempt that counts. An agent is on the frontier of a resource if no other agent has at least its success for less, or more for as \
               much. Where no agent used a resource there is no frontier of it.";
    let columns = [
        ("agent", "agent"),
        ("trials", "trials"),
        ("success", "success"),
        ("interval", "95% interval"),
        ("score", "score"),
        ("cost_usd", "cost"),
        ("wall_secs", "time"),
        ("tokens", "tokens"),
        ("steps", "steps"),
        ("cost_frontier", "best by cost"),
        ("time_frontier", "best by time"),
        ("tokens_frontier", "best by tokens"),
    ];
    let mut table = Table::new("frontier", "What success costs", how, &columns);
    let figures: Vec<Spent> =
        (0..material.agents.len()).map(|agent| Spent::of(&material.of_agent(agent).collect::<Vec<_>>())).collect();
    let best = |cost: fn(&Spent) -> f64| -> Option<Vec<usize>> {
        let offers: Vec<Offer> = figures.iter().map(|spent| Offer { cost: cost(spent), gain: spent.success }).collect();
        offers.iter().any(|offer| offer.cost > 0.0).then(|| on_frontier(&offers))
    };
    let bests = [best(|spent| spent.cost), best(|spent| spent.time), best(|spent| spent.tokens)];
    for (place, (agent, spent)) in material.agents.iter().zip(&figures).enumerate() {
        let own: Vec<&Trial> = material.of_agent(place).collect();
        let rate = rate(&own);
        let mut row = vec![
            Entry::text(&agent.label),
            Entry::Count(own.len() as u64),
            Entry::or_nothing(rate.map(|rate| rate.rate), Entry::Share),
            Entry::or_nothing(rate.map(|rate| rate.interval), Entry::Range),
            Entry::Number(spent.score),
            Entry::Dollars(spent.cost),
            Entry::Seconds(spent.time),
            Entry::Tokens(spent.tokens),
            Entry::Number(spent.steps),
        ];
        row.extend(bests.iter().map(|best| Entry::or_nothing(best.as_ref().map(|best| best.contains(&place)), Entry::Flag)));
        table.rows.push(row);
    }
    table
}

/// Means of one agent.
struct Spent {
    success: f64,
    score: f64,
    cost: f64,
    time: f64,
    tokens: f64,
    steps: f64,
}

impl Spent {
    fn of(trials: &[&Trial]) -> Self {
        let over =
            |of: &dyn Fn(&Trial) -> f64| mean(&trials.iter().map(|trial| of(trial)).collect::<Vec<_>>()).unwrap_or_default();
        let total =
            |of: fn(&agon_core::Totals) -> f64| over(&|trial: &Trial| trial.row.as_ref().map_or(0.0, |row| of(&row.totals)));
        Self {
            success: over(&Trial::pass),
            score: over(&Trial::score),
            cost: total(|totals| totals.usage.cost_usd),
            time: total(|totals| totals.wall_secs),
            tokens: total(|totals| totals.usage.tokens() as f64),
            steps: total(|totals| f64::from(totals.steps)),
        }
    }
}

/// How often trials run into a limit, and what they score then.
pub(super) fn limits(material: &Material) -> Table {
    let how = "Scored trials that ended at a limit of steps, time or tokens, with their mean score beside that of the others; such trials are marked as they stand. By agent, by domain, and over all.";
    let columns = [
        ("by", "by"),
        ("value", "value"),
        ("scored", "scored"),
        ("cut_off", "at a limit"),
        ("share", "share"),
        ("limit", "limits"),
        ("score_cut_off", "their score"),
        ("score_others", "score of the others"),
    ];
    let mut table = Table::new("limits", "Trials that ran into a limit", how, &columns);
    let mut groups: Vec<(&str, String, Vec<&Trial>)> = vec![("all", "all trials".into(), material.trials.iter().collect())];
    for (place, agent) in material.agents.iter().enumerate() {
        groups.push(("agent", agent.label.clone(), material.of_agent(place).collect()));
    }
    let mut domains: BTreeMap<&str, Vec<&Trial>> = BTreeMap::new();
    for trial in &material.trials {
        domains.entry(domain_of(&trial.planned.instance.task)).or_default().push(trial);
    }
    groups.extend(domains.into_iter().map(|(domain, trials)| ("domain", domain.to_owned(), trials)));
    for (by, value, trials) in groups {
        let scored: Vec<&Trial> = trials.into_iter().filter(|trial| trial.scored().is_some()).collect();
        let (cut, others): (Vec<&Trial>, Vec<&Trial>) = scored.iter().copied().partition(|trial| trial.is_cut_off());
        let score =
            |of: &[&Trial]| Entry::or_nothing(mean(&of.iter().map(|trial| trial.score()).collect::<Vec<_>>()), Entry::Number);
        let mut limits: BTreeMap<String, u32> = BTreeMap::new();
        for row in cut.iter().filter_map(|trial| trial.scored()) {
            if let Some(agon_core::Ending::Truncated { limit }) = &row.ending {
                *limits.entry(limit.to_string()).or_default() += 1;
            }
        }
        let limits: Vec<String> = limits.into_iter().map(|(limit, count)| format!("{limit} {count}")).collect();
        if !scored.is_empty() {
            table.rows.push(vec![
                Entry::text(by),
                Entry::text(value),
                Entry::Count(scored.len() as u64),
                Entry::Count(cut.len() as u64),
                Entry::Share(cut.len() as f64 / scored.len() as f64),
                Entry::text(limits.join(", ")),
                score(&cut),
                score(&others),
            ]);
        }
    }
    table
}
