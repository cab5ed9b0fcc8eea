//! Graphs from files.

use super::dot;
use super::structure::Graph;
use crate::input::Unreadable;
use crate::number::NumberStyle;
use crate::sheet::{self, Cell, SheetFormat};
use crate::written::{self, extension};
use crate::xml;
use roxmltree::Node;
use serde_json::Value;

#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum GraphFormat {
    Csv,
    Graphml,
    Dot,
    Json,
}

impl GraphFormat {
    pub(super) fn guess(path: &str) -> Self {
        match extension(path).as_str() {
            "graphml" | "xml" => Self::Graphml,
            "dot" | "gv" => Self::Dot,
            "json" => Self::Json,
            _ => Self::Csv,
        }
    }
}

pub(super) fn read(bytes: &[u8], format: GraphFormat) -> Result<Graph, Unreadable> {
    let graph = match format {
        GraphFormat::Csv => read_edges(bytes)?,
        GraphFormat::Graphml => read_graphml(&written::decode(bytes)?)?,
        GraphFormat::Dot => dot::read(&written::decode(bytes)?)?,
        GraphFormat::Json => read_json(&written::decode(bytes)?)?,
    };
    if graph.names.is_empty() { Err(Unreadable::new("has no nodes")) } else { Ok(graph) }
}

fn read_edges(bytes: &[u8]) -> Result<Graph, Unreadable> {
    let sheet = sheet::read(bytes, SheetFormat::Csv, None)?;
    if sheet.rows() == 0 || sheet.width < 2 {
        return Err(Unreadable::new("is not a list of edges: it has fewer than two columns"));
    }
    let header: Vec<String> = sheet.row(0).iter().map(|cell| written::folded(&cell.written())).collect();
    let place = |names: &[&str]| header.iter().position(|name| names.contains(&name.as_str()));
    let (from, to) = (place(&["source", "from", "start", "u"]), place(&["target", "to", "end", "v"]));
    let has_header = from.is_some() && to.is_some();
    let (from, to) = (from.filter(|_| has_header).unwrap_or(0), to.filter(|_| has_header).unwrap_or(1));
    let weight =
        if has_header { place(&["weight", "cost", "length", "distance", "value"]) } else { (sheet.width > 2).then_some(2) };
    let mut graph = Graph { directed: true, ..Graph::default() };
    for row in usize::from(has_header)..sheet.rows() {
        let name = |column| sheet.cell(row, column).written();
        let value = weight.and_then(|column| sheet.cell(row, column).number(NumberStyle::default()));
        match (*sheet.cell(row, from) == Cell::Empty, *sheet.cell(row, to) == Cell::Empty) {
            (false, false) => graph.edge(&name(from), &name(to), value)?,
            // A node without edges stands alone.
            (false, true) => drop(graph.node(&name(from))?),
            (true, _) => {}
        }
    }
    Ok(graph)
}

fn read_graphml(text: &str) -> Result<Graph, Unreadable> {
    let document = xml::parse(text)?;
    let graph_node = document
        .descendants()
        .find(|node| node.tag_name().name() == "graph")
        .ok_or_else(|| Unreadable::new("is XML without a graph"))?;
    let keys: Vec<&str> = document
        .descendants()
        .filter(|node| node.tag_name().name() == "key" && node.attribute("attr.name") == Some("weight"))
        .filter_map(|node| node.attribute("id"))
        .collect();
    let mut graph = Graph { directed: graph_node.attribute("edgedefault") != Some("undirected"), ..Graph::default() };
    for node in graph_node.children().filter(Node::is_element) {
        let attribute =
            |name: &str| node.attribute(name).ok_or_else(|| Unreadable::new(format!("has an element without `{name}`")));
        match node.tag_name().name() {
            "node" => drop(graph.node(attribute("id")?)?),
            "edge" => {
                let data = node.children().find(|child| child.attribute("key").is_some_and(|key| keys.contains(&key)));
                let weight = data.and_then(|data| data.text()).and_then(|text| text.trim().parse().ok());
                graph.edge(attribute("source")?, attribute("target")?, weight)?;
            }
            _ => {}
        }
    }
    Ok(graph)
}

fn read_json(text: &str) -> Result<Graph, Unreadable> {
    let value: Value = serde_json::from_str(text).map_err(|error| Unreadable::from_error("is not JSON", &error))?;
    let wrong = || Unreadable::new("is JSON without a list `edges` of pairs or of objects with `source` and `target`");
    let name = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Object(object) => {
            object.get("id").or_else(|| object.get("name")).map(|id| id.as_str().map_or_else(|| id.to_string(), str::to_owned))
        }
        _ => None,
    };
    let mut graph = Graph { directed: value.get("directed").and_then(Value::as_bool).unwrap_or(true), ..Graph::default() };
    for node in value.get("nodes").and_then(Value::as_array).into_iter().flatten() {
        graph.node(&name(node).ok_or_else(wrong)?)?;
    }
    let edges = value.get("edges").or_else(|| value.get("links")).and_then(Value::as_array).ok_or_else(wrong)?;
    for edge in edges {
        let (from, to, weight) = match edge {
            Value::Array(ends) => (ends.first(), ends.get(1), ends.get(2)),
            Value::Object(object) => (
                object.get("source").or_else(|| object.get("from")),
                object.get("target").or_else(|| object.get("to")),
                object.get("weight"),
            ),
            _ => return Err(wrong()),
        };
        let (from, to) = (from.and_then(name).ok_or_else(wrong)?, to.and_then(name).ok_or_else(wrong)?);
        graph.edge(&from, &to, weight.and_then(Value::as_f64))?;
    }
    Ok(graph)
}
