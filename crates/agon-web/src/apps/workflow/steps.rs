//! What an attempt does, a line a step, and what becomes of the workflow by it.
//!
//! ```text
//! new Order Snapshot                   a new workflow, or
//! template API Data Pipeline           a template
//! add noOperation stop                 a node of a kind, with an id for these lines
//! set sort-1 field = city              one setting
//! case router-1 priority_urgent: item.priority === 'urgent'     one more case, with or without an expression
//! json sort-1 {"field": "city"}        all settings, by the JSON tab
//! connect if-1.onTrue -> map-1
//! disconnect map-1 -> sort-1
//! delete sort-1
//! rename Other Name
//! run
//! back                                 to the list of workflows
//! ```

use super::catalogue::{Data, FieldKind, cases, kind_of, templates};
use super::graph::{Edge, Graph, Node};
use super::state::Workflow;
use serde_json::{Value, json};

#[derive(Clone, Debug)]
pub(super) enum Step {
    New(String),
    /// By its place in the list.
    Template(usize),
    Add {
        kind: &'static super::catalogue::Kind,
        id: String,
    },
    Set {
        id: String,
        key: String,
        value: Value,
    },
    Case {
        id: String,
        label: String,
        expression: Option<String>,
    },
    Json {
        id: String,
        data: Data,
    },
    Connect(Edge),
    Disconnect(Edge),
    Delete(String),
    Rename(String),
    Run,
    Back,
}

/// Reads the lines and follows them. `Err` says which line cannot be done.
pub(super) fn read(text: &str) -> Result<(Vec<Step>, Workflow), String> {
    let mut steps = Vec::new();
    let mut workflow = Workflow { name: String::new(), graph: Graph::default() };
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let step = step(line, &workflow.graph).map_err(|problem| format!("{line:?}: {problem}"))?;
        follow(&mut workflow, &step).map_err(|problem| format!("{line:?}: {problem}"))?;
        steps.push(step);
    }
    match steps.first() {
        Some(Step::New(_) | Step::Template(_)) => Ok((steps, workflow)),
        _ => Err("the first line is `new NAME` or `template NAME`".into()),
    }
}

fn step(line: &str, graph: &Graph) -> Result<Step, String> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let rest = rest.trim();
    let node =
        |id: &str| graph.node(id).map(|node| (node.id.clone(), node.kind)).ok_or_else(|| format!("there is no node {id:?}"));
    Ok(match word {
        "new" => Step::New(rest.into()),
        "template" => {
            let index = templates().iter().position(|template| template.name == rest);
            Step::Template(index.ok_or_else(|| format!("there is no template {rest:?}"))?)
        }
        "add" => {
            let (kind, id) = rest.split_once(' ').ok_or("write add KIND ID")?;
            let kind = kind_of(kind).ok_or_else(|| format!("there is no kind of node {kind:?}"))?;
            Step::Add { kind, id: id.trim().into() }
        }
        "set" => {
            let (target, value) = rest.split_once('=').ok_or("write set ID KEY = VALUE")?;
            let (id, key) = target.trim().split_once(' ').ok_or("write set ID KEY = VALUE")?;
            let (id, kind) = node(id)?;
            let field = kind.field(key.trim()).ok_or_else(|| format!("{} has no setting {key:?}", kind.name))?;
            Step::Set { id, key: field.key.clone(), value: value_of(field, value.trim())? }
        }
        "case" => {
            let (id, case) = rest.split_once(' ').ok_or("write case ID LABEL")?;
            let (id, _) = node(id)?;
            let (label, expression) = match case.split_once(": ") {
                Some((label, expression)) => (label, Some(expression.trim().to_owned())),
                None => (case, None),
            };
            Step::Case { id, label: label.trim().into(), expression }
        }
        "json" => {
            let (id, data) = rest.split_once(' ').ok_or("write json ID {…}")?;
            let (id, _) = node(id)?;
            Step::Json { id, data: serde_json::from_str(data).map_err(|error| error.to_string())? }
        }
        "connect" => Step::Connect(Edge::read(rest)?),
        "disconnect" => Step::Disconnect(Edge::read(rest)?),
        "delete" => Step::Delete(node(rest)?.0),
        "rename" => Step::Rename(rest.into()),
        "run" => Step::Run,
        "back" => Step::Back,
        other => return Err(format!("there is no step {other:?}")),
    })
}

fn value_of(field: &super::catalogue::Field, text: &str) -> Result<Value, String> {
    match field.kind {
        FieldKind::Text | FieldKind::Long | FieldKind::Expression if !text.is_empty() => Ok(text.into()),
        FieldKind::Choice if field.choices.iter().any(|choice| choice == text) => Ok(text.into()),
        FieldKind::Choice => Err(format!("{} is one of {}", field.name, field.choices.join(", "))),
        // As the page's own reading gives it: whole numbers without a point.
        FieldKind::Number => serde_json::from_str(text).map_err(|_| format!("{text:?} is no number")),
        FieldKind::Tick => text.parse::<bool>().map(Value::from).map_err(|_| format!("{text:?} is neither true nor false")),
        _ => Err(format!("{} cannot be set to {text:?} by a line; write json", field.name)),
    }
}

/// Does to a workflow what the page does at a step.
pub(super) fn follow(workflow: &mut Workflow, step: &Step) -> Result<(), String> {
    let graph = &mut workflow.graph;
    match step {
        Step::New(name) => *workflow = Workflow { name: name.clone(), graph: Graph::default() },
        Step::Template(index) => {
            let template = templates().get(*index).ok_or("there is no such template")?;
            *workflow = Workflow { name: template.name.clone(), graph: template.graph.clone() };
        }
        Step::Add { kind, id } => {
            if graph.node(id).is_some() {
                return Err(format!("there is a node {id:?} already"));
            }
            graph.nodes.push(Node { id: id.clone(), kind, data: kind.defaults(), at: (0.0, 0.0) });
        }
        Step::Set { id, key, value } => change(graph, id, |data| {
            data.insert(key.clone(), value.clone());
        })?,
        Step::Case { id, label, expression } => change(graph, id, |data| {
            let case = match expression {
                Some(expression) => json!({"label": label, "expr": expression}),
                None => json!({"label": label}),
            };
            let all: Vec<Value> = cases(data).iter().cloned().chain([case]).collect();
            data.insert("cases".into(), all.into());
        })?,
        Step::Json { id, data: new } => change(graph, id, |data| *data = new.clone())?,
        Step::Connect(edge) => {
            let source = graph.node(&edge.source).ok_or_else(|| format!("there is no node {:?}", edge.source))?;
            let target = graph.node(&edge.target).ok_or_else(|| format!("there is no node {:?}", edge.target))?;
            if !source.ports().iter().any(|port| port.handle == edge.handle) {
                return Err(format!("{} has no such output", edge.source));
            }
            if !target.kind.has_input() || edge.source == edge.target || graph.edges.contains(edge) {
                return Err("the page would not connect these".into());
            }
            graph.edges.push(edge.clone());
        }
        Step::Disconnect(edge) => {
            let index = graph.edges.iter().position(|other| other == edge).ok_or("there is no such connection")?;
            graph.edges.remove(index);
        }
        Step::Delete(id) => graph.remove(id),
        Step::Rename(name) => workflow.name.clone_from(name),
        Step::Run | Step::Back => {}
    }
    Ok(())
}

fn change(graph: &mut Graph, id: &str, change: impl FnOnce(&mut Data)) -> Result<(), String> {
    let mut data = graph.node(id).ok_or_else(|| format!("there is no node {id:?}"))?.data.clone();
    change(&mut data);
    graph.set_data(id, data);
    Ok(())
}

/// The state that the page would report.
pub(super) fn state_of(workflow: &Workflow) -> Value {
    let nodes = workflow.graph.nodes.iter().map(
        |node| json!({"id": node.id, "type": node.kind.kind, "position": {"x": node.at.0, "y": node.at.1}, "data": node.data}),
    );
    let edges = workflow.graph.edges.iter().map(|edge| {
        json!({"id": edge.to_string(), "source": edge.source, "sourceHandle": edge.handle, "target": edge.target, "targetHandle": null})
    });
    let graph = json!({"nodes": nodes.collect::<Vec<_>>(), "edges": edges.collect::<Vec<_>>()});
    json!({"app": "workflow", "view": "editor", "current": "w", "workflows": [{"id": "w", "name": workflow.name, "graph": graph}]})
}
