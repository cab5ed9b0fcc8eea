//! Whether two circuits are the same: a search for the part and the net that stands for each.
//!
//! Colours first: parts and nets that cannot stand for one another, by what is around them, are told apart. Then parts are tried
//! one after the other, beginning at ground, so that most have only one or two places left.

use super::super::state::GROUND;
use super::graph::Graph;
use super::reference::Reference;
use super::values::fits;
use std::collections::{BTreeMap, BTreeSet};

pub(super) enum Found {
    /// Parts of the reference and of the circuit, with as few wrong values as possible.
    Match(Vec<(usize, usize)>),
    Nothing,
    /// The bound on the work was reached.
    GaveUp,
}

/// Pins that are tried at most.
const MOST_STEPS: usize = 200_000;

/// Looks for the reference in the circuit. `strict`: with the right values.
pub(super) fn search(reference: &Reference, circuit: &Graph, strict: bool) -> Found {
    let wanted = &reference.graph;
    if wanted.families() != circuit.families() {
        return Found::Nothing;
    }
    let (parts_colours, net_colours) = colours(&[wanted, circuit]);
    if !(0..2).all(|which| histogram(&parts_colours[which]) == histogram(&parts_colours[0])) {
        return Found::Nothing;
    }
    let right = |r: usize, c: usize| fits(reference, &wanted.nodes[r].part, &circuit.nodes[c].part);
    let candidates = (0..wanted.nodes.len()).map(|r| {
        let alike = (0..circuit.nodes.len()).filter(|c| parts_colours[0][r] == parts_colours[1][*c]);
        let mut list: Vec<(bool, usize)> = alike.map(|c| (!right(r, c), c)).filter(|(wrong, _)| !(strict && *wrong)).collect();
        list.sort_unstable();
        list
    });
    let mut search = Search {
        wanted,
        circuit,
        candidates: candidates.collect(),
        order: order(wanted),
        net_colours,
        nets: vec![None; wanted.nets],
        taken: vec![false; circuit.nets],
        partners: vec![None; wanted.nodes.len()],
        used: vec![false; circuit.nodes.len()],
        best: None,
        steps: 0,
    };
    search.nets[GROUND] = Some(GROUND);
    search.taken[GROUND] = true;
    search.part(0, 0);
    match search.best {
        Some((_, pairs)) => Found::Match(pairs),
        None if search.steps >= MOST_STEPS => Found::GaveUp,
        None => Found::Nothing,
    }
}

/// Colours of the parts and nets of several graphs, the same for what looks the same from every distance.
fn colours(graphs: &[&Graph]) -> (Vec<Vec<usize>>, Vec<Vec<usize>>) {
    let mut parts: Vec<Vec<usize>> = Vec::new();
    let mut names = BTreeMap::new();
    for graph in graphs {
        parts.push(graph.nodes.iter().map(|node| number(&mut names, (node.family, node.pins.len()))).collect());
    }
    let mut nets: Vec<Vec<usize>> =
        graphs.iter().map(|graph| (0..graph.nets).map(|net| usize::from(net != GROUND)).collect()).collect();
    let rounds = graphs.iter().map(|graph| graph.nodes.len() + graph.nets).max().unwrap_or(0);
    let mut before = 0;
    for _ in 0..rounds {
        let mut names = BTreeMap::new();
        for (which, graph) in graphs.iter().enumerate() {
            let mut around: Vec<Vec<(usize, &str)>> = vec![Vec::new(); graph.nets];
            for (i, node) in graph.nodes.iter().enumerate() {
                node.pins.iter().for_each(|(pin, net)| around[*net].push((parts[which][i], pin)));
            }
            around.iter_mut().for_each(|around| around.sort_unstable());
            let coloured = nets[which].iter().zip(around).map(|(old, around)| number(&mut names, (*old, around)));
            nets[which] = coloured.collect();
        }
        let mut part_names = BTreeMap::new();
        for (which, graph) in graphs.iter().enumerate() {
            for (i, node) in graph.nodes.iter().enumerate() {
                let mut around: Vec<(&str, usize)> =
                    node.pins.iter().map(|(pin, net)| (pin.as_str(), nets[which][*net])).collect();
                around.sort_unstable();
                parts[which][i] = number(&mut part_names, (parts[which][i], around));
            }
        }
        let now = names.len() + part_names.len();
        if now == before {
            break;
        }
        before = now;
    }
    (parts, nets)
}

fn number<K: Ord>(names: &mut BTreeMap<K, usize>, key: K) -> usize {
    let next = names.len();
    *names.entry(key).or_insert(next)
}

fn histogram(colours: &[usize]) -> BTreeMap<usize, usize> {
    let mut counts = BTreeMap::new();
    colours.iter().for_each(|colour| *counts.entry(*colour).or_insert(0) += 1);
    counts
}

/// The parts of a graph, each with as many nets as possible in common with those before.
fn order(graph: &Graph) -> Vec<usize> {
    let mut known = BTreeSet::from([GROUND]);
    let mut rest: Vec<usize> = (0..graph.nodes.len()).collect();
    let mut order = Vec::new();
    while !rest.is_empty() {
        let unknown = |i: &usize| graph.nodes[*i].pins.iter().filter(|(_, net)| !known.contains(net)).count();
        let shared = |i: &usize| graph.nodes[*i].pins.len() - unknown(i);
        let next =
            (0..rest.len()).max_by_key(|place| (shared(&rest[*place]) > 0, usize::MAX - unknown(&rest[*place]))).unwrap_or(0);
        let next = rest.remove(next);
        known.extend(graph.nodes[next].pins.iter().map(|(_, net)| *net));
        order.push(next);
    }
    order
}

struct Search<'a> {
    wanted: &'a Graph,
    circuit: &'a Graph,
    /// For each part of the reference, the parts that may stand for it and whether their values are wrong, right ones first.
    candidates: Vec<Vec<(bool, usize)>>,
    order: Vec<usize>,
    net_colours: Vec<Vec<usize>>,
    /// The circuit's net for each net of the reference, and which of them are taken.
    nets: Vec<Option<usize>>,
    taken: Vec<bool>,
    partners: Vec<Option<usize>>,
    used: Vec<bool>,
    /// The fewest wrong values so far.
    best: Option<(usize, Vec<(usize, usize)>)>,
    steps: usize,
}

impl Search<'_> {
    /// Finds a partner for the part at a place in the order, then for all behind it. `wrong` values so far.
    fn part(&mut self, place: usize, wrong: usize) {
        if self.is_over(wrong) {
            return;
        }
        let Some(part) = self.order.get(place).copied() else {
            let pairs = self.partners.iter().enumerate().filter_map(|(r, c)| Some((r, (*c)?)));
            self.best = Some((wrong, pairs.collect()));
            return;
        };
        for i in 0..self.candidates[part].len() {
            let (is_wrong, partner) = self.candidates[part][i];
            if !self.used[partner] {
                self.used[partner] = true;
                self.partners[part] = Some(partner);
                self.pin(place, wrong + usize::from(is_wrong), part, partner, 0, 0);
                self.partners[part] = None;
                self.used[partner] = false;
            }
        }
    }

    /// Finds the partner's pin for the `k`th pin of the part. `gone` are the pins that have one already, as bits.
    fn pin(&mut self, place: usize, wrong: usize, part: usize, partner: usize, k: usize, gone: u64) {
        self.steps += 1;
        if self.is_over(wrong) {
            return;
        }
        let (wanted, circuit) = (self.wanted, self.circuit);
        let Some((class, net)) = wanted.nodes[part].pins.get(k) else { return self.part(place + 1, wrong) };
        let pins = &circuit.nodes[partner].pins;
        for (i, (other_class, other)) in pins.iter().enumerate() {
            // Two like pins on one net are the same choice.
            let is_repeated = (0..i).any(|j| gone >> j & 1 == 0 && pins[j] == pins[i]);
            if gone >> i & 1 == 1 || class != other_class || is_repeated {
                continue;
            }
            match self.nets[*net] {
                Some(known) if known == *other => self.pin(place, wrong, part, partner, k + 1, gone | 1 << i),
                None if !self.taken[*other] && self.net_colours[0][*net] == self.net_colours[1][*other] => {
                    self.nets[*net] = Some(*other);
                    self.taken[*other] = true;
                    self.pin(place, wrong, part, partner, k + 1, gone | 1 << i);
                    self.nets[*net] = None;
                    self.taken[*other] = false;
                }
                _ => {}
            }
        }
    }

    fn is_over(&self, wrong: usize) -> bool {
        self.steps >= MOST_STEPS || self.best.as_ref().is_some_and(|(best, _)| wrong >= *best)
    }
}
