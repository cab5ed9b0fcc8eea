//! Many agents: who is better than whom, who cannot be told apart, and what it would take.

use super::data::{Material, Trial};
use super::facets::rate;
use super::table::{Entry, Table};
use agon_core::InstanceId;
use agon_stats::{
    BradleyTerry, Cluster, Differences, Game, RESAMPLES, Resample, Wanted, bootstrap_difference, holm, indistinguishable,
    sign_flip,
};
use std::collections::BTreeMap;

/// Beyond this corrected p two agents cannot be told apart.
const LEVEL: f64 = 0.05;
/// The power that is asked for.
const POWER: f64 = 0.8;
/// Draws for strengths: each is a fit of its own.
const STRENGTH_RESAMPLES: u32 = 500;

/// Two agents over the trials that both have.
struct Pair {
    first: usize,
    second: usize,
    /// By instance.
    clusters: Vec<Cluster>,
    differences: Vec<Vec<f64>>,
    pairs: u64,
    p_value: f64,
    p_corrected: f64,
}

impl Pair {
    fn difference(&self) -> f64 {
        self.clusters.iter().map(|cluster| cluster.balance).sum::<i64>() as f64 / self.pairs.max(1) as f64
    }
}

fn all_pairs(material: &Material) -> Vec<Pair> {
    let keyed: Vec<_> = (0..material.agents.len()).map(|agent| material.keyed(agent)).collect();
    let mut pairs = Vec::new();
    for first in 0..keyed.len() {
        for second in first + 1..keyed.len() {
            let mut instances: BTreeMap<&InstanceId, (Cluster, Vec<f64>)> = BTreeMap::new();
            for (key, one) in &keyed[first] {
                let Some(other) = keyed[second].get(key) else { continue };
                let (cluster, differences) = instances.entry(key.0).or_default();
                cluster.pairs += 1;
                cluster.balance += i64::from(other.passed()) - i64::from(one.passed());
                differences.push(other.pass() - one.pass());
            }
            if instances.is_empty() {
                continue;
            }
            let (clusters, differences): (Vec<Cluster>, Vec<Vec<f64>>) = instances.into_values().unzip();
            let pairs_of = clusters.iter().map(|cluster| cluster.pairs).sum();
            let p_value = sign_flip(&clusters);
            pairs.push(Pair { first, second, clusters, differences, pairs: pairs_of, p_value, p_corrected: p_value });
        }
    }
    let corrected = holm(&pairs.iter().map(|pair| pair.p_value).collect::<Vec<_>>());
    pairs.iter_mut().zip(corrected).for_each(|(pair, corrected)| pair.p_corrected = corrected);
    pairs
}

pub(super) fn table(material: &Material) -> Table {
    let how = format!(
        "Strength is that of the model of Bradley and Terry, on the scale of log odds with a mean of 0: an agent beats another on a trial that it alone passed, and a trial that both \
         passed or both failed is half a win for each; every agent has also won and lost {} games against an agent of strength 0. Intervals are 95% by bootstrap over instances ({STRENGTH_RESAMPLES} draws). Agents that share a letter cannot \
         be told apart: the exact sign-flip test over instances, corrected by Holm's method for all pairs, is at {LEVEL} or above.",
        BradleyTerry::PRIOR
    );
    let columns = [
        ("rank", "rank"),
        ("agent", "agent"),
        ("trials", "trials"),
        ("success", "success"),
        ("interval", "95% interval"),
        ("strength", "strength"),
        ("strength_interval", "95% interval"),
        ("group", "group"),
    ];
    let mut table = Table::new("ranking", "Agents compared over the same trials", how, &columns);
    let agents = material.agents.len();
    if agents < 2 {
        return table;
    }
    let clusters = games(material);
    let all: Vec<Game> = clusters.concat();
    let Some(fit) = BradleyTerry::fit(agents, &all, BradleyTerry::PRIOR) else { return table };
    let intervals =
        BradleyTerry::intervals(agents, &clusters, BradleyTerry::PRIOR, Resample { times: STRENGTH_RESAMPLES, seed: 0 });
    let mut order: Vec<usize> = (0..agents).collect();
    order.sort_by(|a, b| fit.strengths[*b].total_cmp(&fit.strengths[*a]));
    let pairs = all_pairs(material);
    let differ = |a: usize, b: usize| {
        let is_this = |pair: &&Pair| [(pair.first, pair.second), (pair.second, pair.first)].contains(&(order[a], order[b]));
        pairs.iter().find(is_this).is_some_and(|pair| pair.p_corrected < LEVEL)
    };
    let groups = indistinguishable(agents, differ);
    for (place, agent) in order.iter().enumerate() {
        let own: Vec<&Trial> = material.of_agent(*agent).collect();
        let rate = rate(&own);
        let letters: String =
            groups.iter().enumerate().filter(|(_, group)| group.contains(&place)).map(|(number, _)| letter(number)).collect();
        table.rows.push(vec![
            Entry::Count(place as u64 + 1),
            Entry::text(&material.agents[*agent].label),
            Entry::Count(own.len() as u64),
            Entry::or_nothing(rate.map(|rate| rate.rate), Entry::Share),
            Entry::or_nothing(rate.map(|rate| rate.interval), Entry::Range),
            Entry::Number(fit.strengths[*agent]),
            Entry::or_nothing(intervals[*agent], Entry::NumberRange),
            Entry::text(letters),
        ]);
    }
    if !fit.is_identified {
        let words = "The trials alone do not settle the strengths: some agent never won or never lost against the others, or was never compared with them. How far apart they lie is then a \
                     matter of the games against the agent of strength 0.";
        table.notes.push(words.into());
    }
    table
}

/// `a`, `b` and so on; those after `z` are numbers in brackets.
fn letter(number: usize) -> String {
    u8::try_from(number)
        .ok()
        .filter(|number| *number < 26)
        .map_or_else(|| format!("({number})"), |number| char::from(b'a' + number).to_string())
}

/// What was played, by instance.
fn games(material: &Material) -> Vec<Vec<Game>> {
    let mut trials: BTreeMap<(&InstanceId, u32, Option<&str>), Vec<&Trial>> = BTreeMap::new();
    for trial in &material.trials {
        trials.entry(trial.key()).or_default().push(trial);
    }
    let mut clusters: BTreeMap<&InstanceId, Vec<Game>> = BTreeMap::new();
    for ((instance, ..), met) in &trials {
        let games = clusters.entry(instance).or_default();
        for (place, one) in met.iter().enumerate() {
            for other in &met[place + 1..] {
                let (first, second) = if one.agent < other.agent { (one, other) } else { (other, one) };
                let (a, b) = (first.pass(), second.pass());
                let [first_wins, second_wins] = [(a - b).max(0.0), (b - a).max(0.0)];
                let ties = f64::from(u8::from(a == b));
                games.push(Game { first: first.agent, second: second.agent, first_wins, second_wins, ties });
            }
        }
    }
    clusters.into_values().filter(|games| !games.is_empty()).collect()
}

pub(super) fn pairs(material: &Material) -> Table {
    let how = "Difference of the success rates in percentage points over the trials that both have; 95% interval by bootstrap over instances, p by the exact sign-flip test over instances, corrected by \
               Holm's method for all pairs.";
    let columns = [
        ("agent", "agent"),
        ("against", "against"),
        ("pairs", "pairs"),
        ("instances", "instances"),
        ("difference", "difference"),
        ("interval", "95% interval"),
        ("p", "p"),
        ("p_corrected", "p corrected"),
    ];
    let mut table = Table::new("pairs", "Pairs of agents", how, &columns);
    for pair in all_pairs(material) {
        table.rows.push(vec![
            Entry::text(&material.agents[pair.second].label),
            Entry::text(&material.agents[pair.first].label),
            Entry::Count(pair.pairs),
            Entry::Count(pair.clusters.len() as u64),
            Entry::Points(pair.difference()),
            Entry::or_nothing(bootstrap_difference(&pair.clusters, RESAMPLES, 0), Entry::PointsRange),
            Entry::Chance(pair.p_value),
            Entry::Chance(pair.p_corrected),
        ]);
    }
    table
}

pub(super) fn power(material: &Material, difference: f64) -> Table {
    let name = format!("{:.0} points", difference * 100.0);
    let how = format!(
        "The chance that a two-sided test at 5% over the same instances finds a true difference of {name}, by the normal distribution; how the difference varies from instance to instance and from repeat to repeat is \
         estimated from the pairs (analysis of variance with instances as a random factor). Repeats and instances: how many of each would find it with a chance of {:.0}%, the other number being as it is.",
        POWER * 100.0
    );
    let columns = [
        ("agent", "agent"),
        ("against", "against"),
        ("instances", "instances"),
        ("repeats", "repeats"),
        ("between", "deviation between instances"),
        ("within", "of a repeat"),
        ("power", "power"),
        ("repeats_needed", "repeats needed"),
        ("instances_needed", "instances needed"),
    ];
    let mut table = Table::new("power", "How many repeats show a difference", how, &columns);
    let wanted = Wanted { difference, power: POWER };
    let (mut is_unsplit, mut has_flat) = (false, false);
    for pair in all_pairs(material) {
        let Some(found) = Differences::of(&pair.differences) else { continue };
        let instances = pair.clusters.len() as f64;
        let repeats = pair.pairs as f64 / instances;
        is_unsplit |= !found.is_split;
        // Pairs that all came out alike say nothing of how others would vary.
        let is_flat = found.between + found.within <= 0.0;
        has_flat |= is_flat;
        let needed = |number: Option<u64>| match number {
            _ if is_flat => Entry::Nothing,
            None => Entry::text("no number"),
            Some(number) => Entry::Count(number),
        };
        table.rows.push(vec![
            Entry::text(&material.agents[pair.second].label),
            Entry::text(&material.agents[pair.first].label),
            Entry::Count(instances as u64),
            Entry::Number(repeats),
            Entry::Number(found.between.sqrt()),
            Entry::Number(found.within.sqrt()),
            Entry::or_nothing(found.power(difference, instances, repeats).filter(|_| !is_flat), Entry::Share),
            needed(found.repeats_for(wanted, instances)),
            needed(found.instances_for(wanted, repeats)),
        ]);
    }
    if has_flat {
        table.notes.push(
            "Where every pair came out alike, nothing is known of how the difference varies, and so nothing of the power.".into(),
        );
    }
    if is_unsplit {
        let words = "Where instances were not repeated, repeats cannot be told from instances: all variation is taken to be between instances, against which repeats are of no use.";
        table.notes.push(words.into());
    }
    table
}
