//! How a task is marked: the workflow that is open at the end must be the one that the solution makes, whatever its nodes are called inside,
//! wherever they lie and in whatever order they were added.
//!
//! ```toml
//! name = true                    # the workflow's name is asked for, and checked
//! nodes = 6                      # how many the solution ends with: an author's slip in the solution is found when the file is read
//! connections = 7
//! loose_equality = true          # the brief says that == is as good as ===
//! free = ["wait.reason"]         # settings that the brief leaves to the agent
//! ```
//!
//! Checks: `name`, `nodes` (how many of each kind), `settings` (what is set on them) and `connections`. Nodes are paired so that they differ least
//! ([`best_pairs`]); those that are alike may stand for each other.

use super::expression::Equality;
use super::graph::{Edge, Graph};
use super::matching::{Pairs, best_pairs};
use super::settings::differences;
use super::state::{self, Workflow};
use agon_grade::{CheckBuilder, check};
use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, HashSet};

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    #[serde(default)]
    name: bool,
    nodes: usize,
    connections: usize,
    #[serde(default)]
    loose_equality: bool,
    #[serde(default)]
    free: Vec<String>,
}

/// The workflow that is wanted, and what of it counts.
pub(super) struct Marking {
    wanted: Workflow,
    checks_name: bool,
    equality: Equality,
    /// Kind and key of settings that do not count.
    free: Vec<(String, String)>,
}

impl Marking {
    /// `Err`: the file says something else than its solution makes.
    pub(super) fn new(file: &File, wanted: Workflow) -> Result<Self, String> {
        let (nodes, connections) = (wanted.graph.nodes.len(), wanted.graph.edges.len());
        if (nodes, connections) != (file.nodes, file.connections) {
            return Err(format!(
                "the solution ends with {nodes} nodes and {connections} connections, and {} and {} are said",
                file.nodes, file.connections
            ));
        }
        let free = |text: &String| {
            let (kind, key) = text.split_once('.').ok_or_else(|| format!("free: {text:?} is not written kind.key"))?;
            let known = super::catalogue::kind_of(kind).and_then(|kind| kind.field(key));
            known.map(|_| (kind.to_owned(), key.to_owned())).ok_or_else(|| format!("free: there is no setting {text:?}"))
        };
        let equality = if file.loose_equality { Equality::Loose } else { Equality::Strict };
        let free = file.free.iter().map(free).collect::<Result<_, String>>()?;
        let mut marking = Self { wanted, checks_name: file.name, equality, free };
        marking.wanted.graph = marking.without_free(marking.wanted.graph.clone());
        Ok(marking)
    }

    /// `None`: this is not a state of the Workflow Builder.
    pub(super) fn mark(&self, state: &Value) -> Option<Vec<CheckBuilder>> {
        let seen = state::read(state).ok()?;
        let (name, graph) = match seen {
            Some(workflow) => (Some(workflow.name), self.without_free(workflow.graph)),
            None => (None, Graph::default()),
        };
        let mut checks = Vec::new();
        if self.checks_name {
            let wanted = self.wanted.name.trim();
            let passed = name.as_deref().is_some_and(|name| name.trim() == wanted);
            let shown = name.as_deref().map_or("no workflow was opened".into(), |name| format!("{name:?}"));
            checks.push(check("name", passed).expected(format!("{wanted:?}")).seen(shown).at("/state/workflows"));
        }
        let pairs = best_pairs(&self.wanted.graph, &graph, self.equality);
        checks.push(self.nodes(&graph));
        checks.push(self.settings(&graph, &pairs));
        checks.push(self.connections(&graph, &pairs));
        Some(checks)
    }

    fn nodes(&self, seen: &Graph) -> CheckBuilder {
        let count = |graph: &Graph| {
            let mut counts: BTreeMap<String, usize> = BTreeMap::new();
            for node in &graph.nodes {
                *counts.entry(node.kind.name.clone()).or_default() += 1;
            }
            counts
        };
        let (wanted, there) = (count(&self.wanted.graph), count(seen));
        let said = |counts: &BTreeMap<String, usize>| match counts.is_empty() {
            true => "no nodes".to_owned(),
            false => counts.iter().map(|(name, count)| format!("{count} {name}")).collect::<Vec<_>>().join(", "),
        };
        check("nodes", wanted == there).expected(said(&wanted)).seen(said(&there)).at(GRAPH)
    }

    fn settings(&self, seen: &Graph, pairs: &Pairs) -> CheckBuilder {
        let (wanted, titles) = (&self.wanted.graph, seen.titles());
        let mut wrong = Vec::new();
        let mut lacking = 0;
        for (node, pair) in wanted.nodes.iter().zip(pairs) {
            match pair {
                Some(other) => {
                    let found = differences(node.kind, &node.data, &seen.nodes[*other].data, self.equality);
                    wrong.extend(found.into_iter().map(|difference| format!("{}: {difference}", titles[*other])));
                }
                // That a node is missing is said by `nodes`; one that is there alone cannot be set rightly.
                None => lacking += 1,
            }
        }
        let passed = wrong.is_empty() && (lacking < wanted.nodes.len() || wanted.nodes.is_empty());
        let shown = match (wrong.is_empty(), passed) {
            (true, true) => "all as asked for".to_owned(),
            (true, false) => "no node that is asked for is there".to_owned(),
            (false, _) => wrong.join("; "),
        };
        check("settings", passed)
            .expected("what is set on every node is as the task says, and the rest as it was")
            .seen(shown)
            .at(GRAPH)
    }

    fn connections(&self, seen: &Graph, pairs: &Pairs) -> CheckBuilder {
        let wanted = &self.wanted.graph;
        let stands_for = |id: &str| {
            let index = wanted.nodes.iter().position(|node| node.id == id)?;
            pairs.get(index).copied().flatten().map(|other| seen.nodes[other].id.clone())
        };
        let mut missing = Vec::new();
        let mut met = HashSet::new();
        for edge in &wanted.edges {
            let found = stands_for(&edge.source).zip(stands_for(&edge.target)).and_then(|(source, target)| {
                let same = Edge { source, handle: edge.handle.clone(), target };
                seen.edges.iter().position(|other| *other == same)
            });
            match found {
                Some(index) => {
                    met.insert(index);
                }
                None => missing.push(wanted.edge_title(edge)),
            }
        }
        let extra: Vec<String> =
            seen.edges.iter().enumerate().filter(|(i, _)| !met.contains(i)).map(|(_, edge)| seen.edge_title(edge)).collect();
        let said = |what: &str, titles: &[String]| match titles.is_empty() {
            true => None,
            false => Some(format!("{what}: {}", titles.join("; "))),
        };
        let parts: Vec<String> = said("missing", &missing).into_iter().chain(said("too many", &extra)).collect();
        let shown = if parts.is_empty() { "all as asked for".to_owned() } else { parts.join(". ") };
        let all: Vec<String> = wanted.edges.iter().map(|edge| wanted.edge_title(edge)).collect();
        check("connections", parts.is_empty()).expected(all.join("; ")).seen(shown).at(GRAPH)
    }

    fn without_free(&self, mut graph: Graph) -> Graph {
        for node in &mut graph.nodes {
            for (_, key) in self.free.iter().filter(|(kind, _)| *kind == node.kind.kind) {
                node.data.remove(key);
            }
        }
        graph
    }
}

/// Where graders read it.
const GRAPH: &str = "/state/workflows";
