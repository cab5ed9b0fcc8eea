//! The workflow that the page reported, as graders see it.

use super::catalogue::{Data, kind_of};
use super::graph::{Edge, Graph, Node};
use serde::Deserialize;
use serde_json::Value;
use std::collections::HashSet;

/// The workflow that counts: the one that is, or was last, in the editor.
#[derive(Clone, Debug)]
pub(super) struct Workflow {
    pub(super) name: String,
    pub(super) graph: Graph,
}

/// As the page writes it. What is not named here is not looked at.
#[derive(Deserialize)]
struct Reported {
    app: String,
    current: Option<String>,
    workflows: Vec<ReportedWorkflow>,
}

#[derive(Deserialize)]
struct ReportedWorkflow {
    id: String,
    name: String,
    graph: ReportedGraph,
}

#[derive(Deserialize)]
struct ReportedGraph {
    nodes: Vec<ReportedNode>,
    edges: Vec<ReportedEdge>,
}

#[derive(Deserialize)]
struct ReportedNode {
    id: String,
    #[serde(rename = "type")]
    kind: String,
    position: Position,
    #[serde(default)]
    data: Data,
}

#[derive(Deserialize)]
struct Position {
    x: f64,
    y: f64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReportedEdge {
    source: String,
    #[serde(default)]
    source_handle: Option<String>,
    target: String,
}

/// `None` where no workflow was ever opened, or the last one was deleted. `Err` says why this is not a state of the Workflow Builder.
pub(super) fn read(state: &Value) -> Result<Option<Workflow>, String> {
    let reported = Reported::deserialize(state).map_err(|error| error.to_string())?;
    if reported.app != "workflow" {
        return Err(format!("the state is of the application {:?}", reported.app));
    }
    let Some(current) = reported.current else { return Ok(None) };
    let Some(workflow) = reported.workflows.into_iter().find(|workflow| workflow.id == current) else {
        return Err("the current workflow is not among the workflows".into());
    };
    Ok(Some(Workflow { name: workflow.name, graph: graph(workflow.graph)? }))
}

fn graph(reported: ReportedGraph) -> Result<Graph, String> {
    let mut seen = HashSet::new();
    let mut nodes = Vec::with_capacity(reported.nodes.len());
    for ReportedNode { id, kind, position, data } in reported.nodes {
        if !seen.insert(id.clone()) {
            return Err(format!("two nodes have the id {id:?}"));
        }
        let kind = kind_of(&kind).ok_or_else(|| format!("there is no kind of node {kind:?}"))?;
        nodes.push(Node { id, kind, data, at: (position.x, position.y) });
    }
    let edge = |edge: ReportedEdge| {
        let handle = edge.source_handle.filter(|handle| !handle.is_empty());
        if !seen.contains(&edge.source) || !seen.contains(&edge.target) {
            return Err(format!("an edge leads from {:?} to {:?}, and one of them is not there", edge.source, edge.target));
        }
        Ok(Edge { source: edge.source, handle, target: edge.target })
    };
    let edges = reported.edges.into_iter().map(edge).collect::<Result<_, String>>()?;
    Ok(Graph { nodes, edges })
}
