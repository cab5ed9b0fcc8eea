//! The kinds of nodes and the templates: the files that the page reads, too.

use super::graph::{Edge, Graph, Node};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::sync::LazyLock;

/// What is set on a node.
pub(super) type Data = Map<String, Value>;

#[derive(Debug, Deserialize)]
pub(super) struct Kind {
    #[serde(rename = "type")]
    pub(super) kind: String,
    pub(super) name: String,
    #[serde(default)]
    ports: Option<String>,
    category: String,
    pub(super) fields: Vec<Field>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Field {
    pub(super) key: String,
    pub(super) name: String,
    pub(super) kind: FieldKind,
    #[serde(default)]
    pub(super) choices: Vec<String>,
    default: Option<Value>,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(super) enum FieldKind {
    Text,
    Long,
    Expression,
    Number,
    Choice,
    Tick,
    Pairs,
    Assignments,
    Cases,
    Reducers,
    Checks,
}

#[derive(Deserialize)]
struct Catalogue {
    nodes: Vec<Kind>,
}

#[derive(Deserialize)]
struct TemplateFile {
    name: String,
    nodes: Vec<TemplateNode>,
    edges: Vec<String>,
}

#[derive(Deserialize)]
struct TemplateNode {
    id: String,
    #[serde(rename = "type")]
    kind: String,
    at: (f64, f64),
    data: Data,
}

/// A workflow to begin with.
pub(super) struct Template {
    pub(super) name: String,
    pub(super) graph: Graph,
}

static KINDS: LazyLock<Result<Vec<Kind>, String>> = LazyLock::new(|| {
    let catalogue: Result<Catalogue, _> = serde_json::from_str(include_str!("../../../../../web/workflow/nodes.json"));
    catalogue.map(|catalogue| catalogue.nodes).map_err(|error| error.to_string())
});

static TEMPLATES: LazyLock<Result<Vec<Template>, String>> = LazyLock::new(|| {
    let files: Vec<TemplateFile> = serde_json::from_str(include_str!("../../../../../web/workflow/templates.json"))
        .map_err(|error: serde_json::Error| error.to_string())?;
    files.into_iter().map(template).collect()
});

fn template(file: TemplateFile) -> Result<Template, String> {
    let node = |node: TemplateNode| {
        let kind = kind_of(&node.kind).ok_or_else(|| format!("there is no kind of node {:?}", node.kind))?;
        Ok(Node { id: node.id, kind, data: node.data, at: node.at })
    };
    let nodes = file.nodes.into_iter().map(node).collect::<Result<_, String>>()?;
    let edges = file.edges.iter().map(|text| Edge::read(text)).collect::<Result<_, String>>()?;
    Ok(Template { name: file.name, graph: Graph { nodes, edges } })
}

pub(super) fn kinds() -> &'static [Kind] {
    KINDS.as_deref().unwrap_or_default()
}

pub(super) fn kind_of(kind: &str) -> Option<&'static Kind> {
    kinds().iter().find(|other| other.kind == kind)
}

pub(super) fn templates() -> &'static [Template] {
    TEMPLATES.as_deref().unwrap_or_default()
}

impl Kind {
    /// What is set on a node that was just added.
    pub(super) fn defaults(&self) -> Data {
        self.fields.iter().filter_map(|field| Some((field.key.clone(), field.default.clone()?))).collect()
    }

    pub(super) fn field(&self, key: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.key == key)
    }

    pub(super) fn has_input(&self) -> bool {
        self.category != "Triggers"
    }

    /// The outputs: what edges call them, and what the card says.
    pub(super) fn ports(&self, data: &Data) -> Vec<Port> {
        let port = |handle: &str, label: &str| Port { handle: Some(handle.to_owned()), label: label.to_owned() };
        match self.ports.as_deref() {
            Some("trigger") => vec![port("trigger", "")],
            Some("if") => vec![port("onTrue", "true"), port("onFalse", "false")],
            Some("switch") => {
                let handles = (0..cases(data).len()).map(|index| case_handle(data, index));
                let default = (data.get("default") == Some(&Value::Bool(true))).then(|| "default".to_owned());
                handles.chain(default).map(|handle| port(&handle, &handle)).collect()
            }
            _ => vec![Port { handle: None, label: String::new() }],
        }
    }
}

/// An output of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Port {
    pub(super) handle: Option<String>,
    pub(super) label: String,
}

/// The cases of a switch.
pub(super) fn cases(data: &Data) -> &[Value] {
    data.get("cases").and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// Edges call a case by its label; one without a label by its place.
pub(super) fn case_handle(data: &Data, index: usize) -> String {
    match cases(data).get(index).and_then(|case| case["label"].as_str()).map(str::trim) {
        Some(label) if !label.is_empty() => label.to_owned(),
        _ => format!("case {}", index + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_and_templates_are_the_pages_own() {
        assert_eq!(KINDS.as_ref().map(Vec::len), Ok(25));
        let sizes: Vec<(&str, usize, usize)> =
            templates().iter().map(|t| (t.name.as_str(), t.graph.nodes.len(), t.graph.edges.len())).collect();
        assert_eq!(TEMPLATES.as_ref().err(), None);
        assert_eq!(
            sizes,
            [
                ("API Data Pipeline", 5, 4),
                ("Order Processing Pipeline", 7, 7),
                ("Enterprise Data Pipeline", 16, 15),
                ("Data Categorization Pipeline", 12, 14),
                ("Range -> Map -> Table", 3, 2)
            ]
        );
    }

    #[test]
    fn every_edge_of_a_template_leaves_an_output_that_is_there() {
        for template in templates() {
            for edge in &template.graph.edges {
                let source = template.graph.node(&edge.source).unwrap();
                assert!(source.ports().iter().any(|port| port.handle == edge.handle), "{}: {edge}", template.name);
                assert!(template.graph.node(&edge.target).unwrap().kind.has_input(), "{}: {edge}", template.name);
            }
        }
    }
}
