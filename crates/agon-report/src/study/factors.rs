//! What is the model's, what the harness's, what comes of size and effort.

use super::data::{Material, Trial};
use super::table::{Entry, Table};
use agon_core::InstanceId;
use agon_stats::{Additive, Cell, Cluster, Interval, RESAMPLES, Resample, bootstrap_difference, sign_flip};
use std::collections::BTreeMap;

/// Draws for effects: each is a fit of its own.
const DRAWS: u32 = 500;

/// Pairs of agents that differ in one thing: the size of the model, or the effort.
pub(super) fn steps(material: &Material) -> Table {
    let how = "Agents of one family and harness that differ in size, and agents of one model and harness that differ in effort, each against the next smaller: difference of the success rates over the trials that both have, with the \
               95% interval by bootstrap and p by the exact sign-flip test, both over instances. Sizes and families are those of the file given with --agents.";
    let columns = [
        ("factor", "factor"),
        ("of", "family or model"),
        ("agent", "agent"),
        ("value", "value"),
        ("against", "against"),
        ("against_value", "value"),
        ("pairs", "pairs"),
        ("difference", "difference"),
        ("interval", "95% interval"),
        ("p", "p"),
    ];
    let mut table = Table::new("steps", "Size and effort", how, &columns);
    type Of<'a> = (&'static str, String, Option<String>);
    let mut lines: BTreeMap<Of<'_>, Vec<(f64, usize)>> = BTreeMap::new();
    for (place, agent) in material.agents.iter().enumerate() {
        let facts = &agent.facts;
        if let (Some(family), Some(size)) = (&facts.family, facts.size) {
            lines.entry(("size", family.clone(), facts.harness.clone())).or_default().push((size, place));
        }
        if let (Some(model), Some(effort)) = (&facts.model, facts.effort_rank()) {
            lines.entry(("effort", model.clone(), facts.harness.clone())).or_default().push((effort, place));
        }
    }
    for ((factor, of, _), mut line) in lines {
        line.sort_by(|a, b| a.0.total_cmp(&b.0));
        for pair in line.windows(2).filter(|pair| pair[0].0 < pair[1].0) {
            let (less, more) = (pair[0].1, pair[1].1);
            let clusters = clusters(material, less, more);
            let pairs: u64 = clusters.iter().map(|cluster| cluster.pairs).sum();
            if pairs == 0 {
                continue;
            }
            let value = |agent: usize, size: f64| match factor {
                "size" => Entry::Number(size),
                _ => Entry::text(material.agents[agent].facts.effort.clone().unwrap_or_default()),
            };
            let balance: i64 = clusters.iter().map(|cluster| cluster.balance).sum();
            table.rows.push(vec![
                Entry::text(factor),
                Entry::text(&of),
                Entry::text(&material.agents[more].label),
                value(more, pair[1].0),
                Entry::text(&material.agents[less].label),
                value(less, pair[0].0),
                Entry::Count(pairs),
                Entry::Points(balance as f64 / pairs as f64),
                Entry::or_nothing(bootstrap_difference(&clusters, RESAMPLES, 0), Entry::PointsRange),
                Entry::Chance(sign_flip(&clusters)),
            ]);
        }
    }
    table
}

/// The second agent against the first, by instance.
fn clusters(material: &Material, first: usize, second: usize) -> Vec<Cluster> {
    let others = material.keyed(second);
    let mut instances: BTreeMap<&InstanceId, Cluster> = BTreeMap::new();
    for (key, one) in material.keyed(first) {
        if let Some(other) = others.get(&key) {
            let cluster = instances.entry(key.0).or_default();
            cluster.pairs += 1;
            cluster.balance += i64::from(other.passed()) - i64::from(one.passed());
        }
    }
    instances.into_values().collect()
}

/// Models and harnesses with their observations, by instance.
struct Grid<'a> {
    models: Vec<&'a str>,
    harnesses: Vec<&'a str>,
    clusters: Vec<Vec<Cell>>,
}

impl<'a> Grid<'a> {
    /// `None` where there are not several of both.
    fn of(material: &'a Material) -> Option<Self> {
        let (mut models, mut harnesses) = (Vec::new(), Vec::new());
        let mut instances: BTreeMap<&InstanceId, Vec<Cell>> = BTreeMap::new();
        for trial in &material.trials {
            let facts = &material.agents[trial.agent].facts;
            let (Some(model), Some(harness)) = (facts.model.as_deref(), facts.harness.as_deref()) else { continue };
            let cell =
                Cell { first: place(&mut models, model), second: place(&mut harnesses, harness), value: Trial::pass(trial) };
            instances.entry(&trial.planned.instance).or_default().push(cell);
        }
        let clusters = instances.into_values().collect();
        (models.len() > 1 && harnesses.len() > 1).then_some(Self { models, harnesses, clusters })
    }

    fn levels(&self) -> (usize, usize) {
        (self.models.len(), self.harnesses.len())
    }

    fn fit(&self) -> Option<Additive> {
        Additive::fit(self.levels(), &self.clusters.concat())
    }

    fn intervals(&self) -> Vec<Option<Interval>> {
        Additive::intervals(self.levels(), &self.clusters, Resample { times: DRAWS, seed: 0 })
    }
}

fn place<'a>(words: &mut Vec<&'a str>, word: &'a str) -> usize {
    words.iter().position(|known| *known == word).unwrap_or_else(|| {
        words.push(word);
        words.len() - 1
    })
}

pub(super) fn effects(material: &Material) -> Table {
    let how = format!(
        "An additive model by least squares over all planned trials: success = mean + effect of the model + effect of the harness, where the effects of each factor add up to 0. The spread is the distance between the best and the worst \
         level. Intervals are 95% by bootstrap over instances ({DRAWS} draws)."
    );
    let columns = [("factor", "factor"), ("level", "level"), ("effect", "effect"), ("interval", "95% interval")];
    let mut table = Table::new("effects", "Model and harness", how, &columns);
    let Some(grid) = Grid::of(material) else { return table };
    let Some(fit) = grid.fit() else {
        table.rows.push(vec![Entry::text("model and harness"), Entry::text("not settled"), Entry::Nothing, Entry::Nothing]);
        table
            .notes
            .push("The agents do not settle the effects: no chain of shared models and harnesses connects them all.".into());
        return table;
    };
    let intervals = grid.intervals();
    let names =
        grid.models.iter().map(|model| ("model", *model)).chain(grid.harnesses.iter().map(|harness| ("harness", *harness)));
    let effects = fit.first.iter().chain(&fit.second);
    for (((factor, level), effect), interval) in names.zip(effects).zip(&intervals) {
        table.rows.push(vec![
            Entry::text(factor),
            Entry::text(level),
            Entry::Points(*effect),
            Entry::or_nothing(*interval, Entry::PointsRange),
        ]);
    }
    let spreads = [("model", Additive::spread(&fit.first)), ("harness", Additive::spread(&fit.second))];
    for ((factor, spread), interval) in spreads.into_iter().zip(intervals.iter().skip(grid.models.len() + grid.harnesses.len())) {
        table.rows.push(vec![
            Entry::text(factor),
            Entry::text("spread"),
            Entry::Points(spread),
            Entry::or_nothing(*interval, Entry::PointsRange),
        ]);
    }
    table
}

pub(super) fn variance(material: &Material) -> Table {
    let how = "The analysis of variance of the same additive model: sums of squares of type II (what a factor explains beyond the other), of the combinations beyond both, and within combinations, which is the tasks and chance; as shares of their sum.";
    let columns = [("source", "source"), ("squares", "sum of squares"), ("share", "share")];
    let mut table = Table::new("variance", "What success varies with", how, &columns);
    let Some(fit) = Grid::of(material).and_then(|grid| grid.fit()) else { return table };
    let sources = [
        ("model", fit.first_squares),
        ("harness", fit.second_squares),
        ("model × harness", fit.interaction_squares),
        ("tasks and chance", fit.within_squares),
    ];
    let total: f64 = sources.iter().map(|(_, squares)| squares).sum();
    for (source, squares) in sources {
        let share = if total > 0.0 { Entry::Share(squares / total) } else { Entry::Nothing };
        table.rows.push(vec![Entry::text(source), Entry::Number(squares), share]);
    }
    table
}
