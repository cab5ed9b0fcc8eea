//! A workflow's graph, and the edits of it, as the page makes them.

use super::catalogue::{Data, Kind, Port, case_handle, cases};
use std::collections::HashMap;
use std::fmt;

#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) id: String,
    pub(super) kind: &'static Kind,
    pub(super) data: Data,
    /// The top left corner of its card.
    pub(super) at: (f64, f64),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Edge {
    pub(super) source: String,
    /// The output that it leaves; none for the only one.
    pub(super) handle: Option<String>,
    pub(super) target: String,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
    pub(super) edges: Vec<Edge>,
}

impl Node {
    pub(super) fn ports(&self) -> Vec<Port> {
        self.kind.ports(&self.data)
    }
}

impl Edge {
    /// Reads `source.output -> target`; what follows ` : ` is a label and means nothing.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let wrong = || format!("{text:?} is no connection; write source.output -> target");
        let (ends, _) = text.split_once(" : ").unwrap_or((text, ""));
        let (source, target) = ends.split_once("->").ok_or_else(wrong)?;
        let (source, handle) = match source.trim().split_once('.') {
            Some((source, handle)) => (source, Some(handle.trim().to_owned())),
            None => (source.trim(), None),
        };
        let target = target.trim();
        if source.is_empty() || target.is_empty() || target.contains(char::is_whitespace) {
            return Err(wrong());
        }
        Ok(Self { source: source.to_owned(), handle, target: target.to_owned() })
    }
}

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.handle {
            Some(handle) => write!(f, "{}.{handle} -> {}", self.source, self.target),
            None => write!(f, "{} -> {}", self.source, self.target),
        }
    }
}

impl Graph {
    pub(super) fn node(&self, id: &str) -> Option<&Node> {
        self.nodes.iter().find(|node| node.id == id)
    }

    pub(super) fn remove(&mut self, id: &str) {
        self.nodes.retain(|node| node.id != id);
        self.edges.retain(|edge| edge.source != id && edge.target != id);
    }

    /// Sets a node's data. Edges of a case follow its label; those of an output that is gone go with it.
    pub(super) fn set_data(&mut self, id: &str, data: Data) {
        let Some(node) = self.nodes.iter_mut().find(|node| node.id == id) else { return };
        let mut renamed = HashMap::new();
        if cases(&node.data).len() == cases(&data).len() {
            for index in 0..cases(&data).len() {
                renamed.insert(case_handle(&node.data, index), case_handle(&data, index));
            }
        }
        node.data = data;
        let ports = node.ports();
        for edge in self.edges.iter_mut().filter(|edge| edge.source == id) {
            if let Some(handle) = edge.handle.as_ref().and_then(|handle| renamed.get(handle)) {
                edge.handle = Some(handle.clone());
            }
        }
        self.edges.retain(|edge| edge.source != id || ports.iter().any(|port| port.handle == edge.handle));
    }

    /// What the page calls each node: the name of its kind, with a number where there are several.
    pub(super) fn titles(&self) -> Vec<String> {
        let mut seen: HashMap<&str, usize> = HashMap::new();
        let title = |node: &Node| {
            let count = self.nodes.iter().filter(|other| other.kind.kind == node.kind.kind).count();
            let number = seen.entry(&node.kind.kind).and_modify(|number| *number += 1).or_insert(1);
            if count > 1 { format!("{} {number}", node.kind.name) } else { node.kind.name.clone() }
        };
        self.nodes.iter().map(title).collect()
    }

    pub(super) fn title(&self, id: &str) -> String {
        let index = self.nodes.iter().position(|node| node.id == id);
        index.and_then(|index| self.titles().into_iter().nth(index)).unwrap_or_else(|| id.to_owned())
    }

    /// What the page calls an edge.
    pub(super) fn edge_title(&self, edge: &Edge) -> String {
        let label = self.node(&edge.source).and_then(|node| node.ports().into_iter().find(|port| port.handle == edge.handle));
        let output = label.filter(|port| !port.label.is_empty()).map_or_else(String::new, |port| format!(", {}", port.label));
        format!("{}{output} › {}", self.title(&edge.source), self.title(&edge.target))
    }
}
