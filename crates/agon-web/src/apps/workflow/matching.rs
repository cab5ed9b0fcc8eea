//! Which node of one graph stands for which of another: the pairing under which they differ least.

use super::expression::Equality;
use super::graph::{Edge, Graph};
use super::settings::{Settings, settings};
use std::collections::{HashMap, HashSet};

/// For every expected node the one that stands for it, if there is any of its kind left.
pub(super) type Pairs = Vec<Option<usize>>;

/// Attempts to go on after which the best pairing so far is taken. A graph with as many nodes of every kind as expected is always
/// searched to the end; one with far too many is wrong however it is paired.
const MOST_STEPS: usize = 200_000;

/// Settings count before connections: what is set tells nodes apart for a reader, too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Cost {
    settings: usize,
    edges: usize,
}

pub(super) fn best_pairs(expected: &Graph, seen: &Graph, equality: Equality) -> Pairs {
    let mut search = Search::new(expected, seen, equality);
    search.go_on(0, Cost::default());
    search.best
}

struct Search {
    /// For each expected node those that may stand for it, the most alike first, with what that costs.
    candidates: Vec<Vec<(usize, usize)>>,
    /// Expected nodes in the order in which they are paired: those with the fewest candidates first.
    order: Vec<usize>,
    /// How many of a node's kind have nobody to stand for them.
    spare: HashMap<String, usize>,
    kinds: Vec<String>,
    expected_edges: HashSet<(usize, Option<String>, usize)>,
    seen_edges: HashSet<(usize, Option<String>, usize)>,
    used: Vec<bool>,
    pairs: Pairs,
    best: Pairs,
    best_cost: Option<Cost>,
    steps: usize,
}

impl Search {
    fn new(expected: &Graph, seen: &Graph, equality: Equality) -> Self {
        let forms = |graph: &Graph| -> Vec<Settings> {
            graph.nodes.iter().map(|node| settings(node.kind, &node.data, equality)).collect()
        };
        let (wanted, there) = (forms(expected), forms(seen));
        let candidates: Vec<Vec<(usize, usize)>> = expected
            .nodes
            .iter()
            .zip(&wanted)
            .map(|(node, wanted)| {
                let same = seen.nodes.iter().enumerate().filter(|(_, other)| other.kind.kind == node.kind.kind);
                let mut found: Vec<(usize, usize)> = same.map(|(i, _)| (i, unlike(wanted, &there[i]))).collect();
                found.sort_by_key(|(i, cost)| (*cost, *i));
                found
            })
            .collect();
        let mut order: Vec<usize> = (0..expected.nodes.len()).collect();
        order.sort_by_key(|i| candidates[*i].len());
        let mut spare = HashMap::new();
        for node in &expected.nodes {
            *spare.entry(node.kind.kind.clone()).or_insert(0_usize) += 1;
        }
        for node in &seen.nodes {
            if let Some(count) = spare.get_mut(&node.kind.kind) {
                *count = count.saturating_sub(1);
            }
        }
        Self {
            candidates,
            order,
            spare,
            kinds: expected.nodes.iter().map(|node| node.kind.kind.clone()).collect(),
            expected_edges: numbered(expected),
            seen_edges: numbered(seen),
            used: vec![false; seen.nodes.len()],
            pairs: vec![None; expected.nodes.len()],
            best: vec![None; expected.nodes.len()],
            best_cost: None,
            steps: 0,
        }
    }

    fn go_on(&mut self, depth: usize, cost: Cost) {
        self.steps += 1;
        let is_hopeless = self.best_cost.is_some_and(|best| cost >= best);
        if is_hopeless || (self.steps > MOST_STEPS && self.best_cost.is_some()) {
            return;
        }
        let Some(node) = self.order.get(depth).copied() else {
            self.best_cost = Some(cost);
            self.best = self.pairs.clone();
            return;
        };
        for (other, unlike) in self.candidates[node].clone() {
            if self.used[other] {
                continue;
            }
            self.used[other] = true;
            self.pairs[node] = Some(other);
            let edges = self.wrong_edges(depth, node, other);
            self.go_on(depth + 1, Cost { settings: cost.settings + unlike, edges: cost.edges + edges });
            self.pairs[node] = None;
            self.used[other] = false;
        }
        let kind = self.kinds[node].clone();
        if self.spare.get(&kind).is_some_and(|count| *count > 0) {
            self.spare.entry(kind.clone()).and_modify(|count| *count -= 1);
            self.go_on(depth + 1, cost);
            self.spare.entry(kind).and_modify(|count| *count += 1);
        }
    }

    /// Edges between a new pair and those made before (and to itself) that are in one graph only.
    fn wrong_edges(&self, depth: usize, node: usize, other: usize) -> usize {
        let before = self.order[..depth].iter().filter_map(|i| Some((*i, self.pairs[*i]?)));
        before.chain([(node, other)]).map(|(i, j)| self.wrong_between((node, other), (i, j))).sum()
    }

    fn wrong_between(&self, (node, other): (usize, usize), (i, j): (usize, usize)) -> usize {
        let handles = |edges: &HashSet<(usize, Option<String>, usize)>, from: usize, to: usize| -> HashSet<Option<String>> {
            edges.iter().filter(|(a, _, b)| (*a, *b) == (from, to)).map(|(_, handle, _)| handle.clone()).collect()
        };
        let one_way = |(from, to): (usize, usize), (seen_from, seen_to): (usize, usize)| {
            let (wanted, there) = (handles(&self.expected_edges, from, to), handles(&self.seen_edges, seen_from, seen_to));
            wanted.symmetric_difference(&there).count()
        };
        let there = one_way((node, i), (other, j));
        if node == i { there } else { there + one_way((i, node), (j, other)) }
    }
}

fn unlike(wanted: &Settings, there: &Settings) -> usize {
    let lacking = wanted.iter().filter(|(key, value)| there.get(*key) != Some(*value)).count();
    lacking + there.keys().filter(|key| !wanted.contains_key(*key)).count()
}

fn numbered(graph: &Graph) -> HashSet<(usize, Option<String>, usize)> {
    let index = |id: &str| graph.nodes.iter().position(|node| node.id == id);
    let edge = |edge: &Edge| Some((index(&edge.source)?, edge.handle.clone(), index(&edge.target)?));
    graph.edges.iter().filter_map(edge).collect()
}
