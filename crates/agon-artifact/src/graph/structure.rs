//! A graph and its simple properties.

use crate::input::Unreadable;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap};

const MOST_NODES: usize = 300_000;
const MOST_EDGES: usize = 2_000_000;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Edge {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) weight: Option<f64>,
}

#[derive(Debug, Default)]
pub(super) struct Graph {
    pub(super) names: Vec<String>,
    pub(super) places: HashMap<String, usize>,
    pub(super) edges: Vec<Edge>,
    pub(super) directed: bool,
}

impl Graph {
    pub(super) fn node(&mut self, name: &str) -> Result<usize, Unreadable> {
        let name = super::name_of(name);
        if let Some(place) = self.places.get(&name) {
            return Ok(*place);
        }
        if self.names.len() >= MOST_NODES {
            return Err(Unreadable::new(format!("has more than {MOST_NODES} nodes")));
        }
        self.places.insert(name.clone(), self.names.len());
        self.names.push(name);
        Ok(self.names.len() - 1)
    }

    pub(super) fn edge(&mut self, from: &str, to: &str, weight: Option<f64>) -> Result<(), Unreadable> {
        let (from, to) = (self.node(from)?, self.node(to)?);
        if self.edges.len() >= MOST_EDGES {
            return Err(Unreadable::new(format!("has more than {MOST_EDGES} edges")));
        }
        self.edges.push(Edge { from, to, weight: weight.filter(|weight| weight.is_finite()) });
        Ok(())
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.places.contains_key(&super::name_of(name))
    }

    /// Where edges lead from each node: of undirected ones in both directions.
    pub(super) fn ways(&self) -> Vec<Vec<(usize, f64)>> {
        let mut ways = vec![Vec::new(); self.names.len()];
        for edge in &self.edges {
            let weight = edge.weight.unwrap_or(1.0);
            ways[edge.from].push((edge.to, weight));
            if !self.directed {
                ways[edge.to].push((edge.from, weight));
            }
        }
        ways
    }

    /// How many pieces hang together, whatever the direction of edges.
    pub(super) fn components(&self) -> usize {
        let mut above: Vec<usize> = (0..self.names.len()).collect();
        fn root(above: &mut [usize], mut node: usize) -> usize {
            while above[node] != node {
                above[node] = above[above[node]];
                node = above[node];
            }
            node
        }
        let mut count = self.names.len();
        for edge in &self.edges {
            let (a, b) = (root(&mut above, edge.from), root(&mut above, edge.to));
            if a != b {
                above[a.max(b)] = a.min(b);
                count -= 1;
            }
        }
        count
    }

    pub(super) fn is_acyclic(&self) -> bool {
        if !self.directed {
            // A forest has as many edges as it lacks pieces.
            return self.edges.len() + self.components() == self.names.len();
        }
        let ways = self.ways();
        let mut waiting = vec![0_usize; self.names.len()];
        self.edges.iter().for_each(|edge| waiting[edge.to] += 1);
        let mut free: Vec<usize> = (0..self.names.len()).filter(|node| waiting[*node] == 0).collect();
        let mut passed = 0;
        while let Some(node) = free.pop() {
            passed += 1;
            for (to, _) in &ways[node] {
                waiting[*to] -= 1;
                if waiting[*to] == 0 {
                    free.push(*to);
                }
            }
        }
        passed == self.names.len()
    }

    /// The length of the shortest path, in edges or in weights; `None` where there is none, or where a weight is negative.
    pub(super) fn shortest(&self, from: &str, to: &str, weighted: bool) -> Option<f64> {
        let (from, to) = (*self.places.get(&super::name_of(from))?, *self.places.get(&super::name_of(to))?);
        if weighted && self.edges.iter().any(|edge| edge.weight.is_some_and(|weight| weight < 0.0)) {
            return None;
        }
        let ways = self.ways();
        let mut best = vec![f64::INFINITY; self.names.len()];
        best[from] = 0.0;
        // Lengths are finite and not negative, so that their bits are in their order.
        let mut open = BinaryHeap::from([Reverse((0_u64, from))]);
        while let Some(Reverse((bits, node))) = open.pop() {
            let length = f64::from_bits(bits);
            if node == to {
                return Some(length);
            }
            if length > best[node] {
                continue;
            }
            for (next, weight) in &ways[node] {
                let further = length + if weighted { *weight } else { 1.0 };
                if further < best[*next] {
                    best[*next] = further;
                    open.push(Reverse((further.to_bits(), *next)));
                }
            }
        }
        None
    }
}

/// How many edges are in both graphs by the names of their ends; each counts once.
pub(super) fn common_edges(one: &Graph, other: &Graph, weight_within: Option<f64>) -> usize {
    let named = |graph: &Graph| {
        let mut named: BTreeMap<(String, String), Vec<f64>> = BTreeMap::new();
        for edge in &graph.edges {
            let (mut from, mut to) = (graph.names[edge.from].clone(), graph.names[edge.to].clone());
            // Only where both are undirected an edge is the same the other way round.
            if !(one.directed || other.directed) && to < from {
                std::mem::swap(&mut from, &mut to);
            }
            named.entry((from, to)).or_default().push(edge.weight.unwrap_or(1.0));
        }
        named
    };
    let (one_named, other_named) = (named(one), named(other));
    let mut common = 0;
    for (ends, weights) in &one_named {
        let Some(others) = other_named.get(ends) else { continue };
        match weight_within {
            None => common += weights.len().min(others.len()),
            Some(within) => {
                let (mut a, mut b) = (weights.clone(), others.clone());
                a.sort_unstable_by(f64::total_cmp);
                b.sort_unstable_by(f64::total_cmp);
                let (mut i, mut j) = (0, 0);
                while i < a.len() && j < b.len() {
                    if (a[i] - b[j]).abs() <= within + 1e-12 {
                        common += 1;
                        i += 1;
                        j += 1;
                    } else if a[i] < b[j] {
                        i += 1;
                    } else {
                        j += 1;
                    }
                }
            }
        }
    }
    common
}
