//! The accessibility tree: what assistive technology would read, with places on the screen.

use agon_cdp::{CdpError, Session};
use agon_core::{NodeState, Region, Tree, TreeNode};
use serde_json::{Value, json};
use std::collections::HashMap;

/// Roles that say nothing to somebody who acts.
const SILENT: [&str; 6] = ["none", "generic", "InlineTextBox", "StaticText", "LineBreak", "ignored"];
/// A page that has more is cut: an agent could not read it.
const MAX_NODES: usize = 2000;

/// Reads the tree and keeps what is visible and has a meaning. Texts are the names of what holds them.
pub(crate) async fn read(session: &Session, (width, height): (u32, u32)) -> Result<Tree, CdpError> {
    let nodes = session.send("Accessibility.getFullAXTree", json!({}))?;
    let snapshot = session.send("DOMSnapshot.captureSnapshot", json!({"computedStyles": []}))?;
    let (nodes, snapshot) = (nodes.wait().await?, snapshot.wait().await?);
    let places = places(&snapshot);
    let visible = |region: &Region| {
        region.width > 0.0
            && region.height > 0.0
            && region.x < f64::from(width)
            && region.y < f64::from(height)
            && region.x + region.width > 0.0
            && region.y + region.height > 0.0
    };
    let empty = Vec::new();
    let mut kept: HashMap<&str, u32> = HashMap::new();
    let mut parents: HashMap<&str, &str> = HashMap::new();
    let mut tree = Tree::default();
    for node in nodes["nodes"].as_array().unwrap_or(&empty) {
        let Some(id) = node["nodeId"].as_str() else { continue };
        if let Some(parent) = node["parentId"].as_str() {
            parents.insert(id, parent);
        }
        let role = node["role"]["value"].as_str().unwrap_or("none");
        let (name, value) = (plain(&node["name"]), plain(&node["value"]));
        let region = node["backendDOMNodeId"].as_i64().and_then(|id| places.get(&id)).copied();
        let said = role == "StaticText" && !name.is_empty() && !is_said(&tree, &kept, &parents, id, &name);
        let silent = node["ignored"] == true || (SILENT.contains(&role) && !said);
        if silent || !region.as_ref().is_some_and(visible) || tree.nodes.len() >= MAX_NODES {
            continue;
        }
        kept.insert(id, tree.nodes.len() as u32);
        let parent = nearest(&kept, &parents, id);
        let role = if said { "text" } else { role };
        let states = states(node);
        tree.nodes.push(TreeNode { parent, role: role.into(), name, value, states, bounds: region, label: None });
    }
    Ok(tree)
}

/// The nearest ancestor that was kept.
fn nearest(kept: &HashMap<&str, u32>, parents: &HashMap<&str, &str>, id: &str) -> Option<u32> {
    let mut at = id;
    while let Some(parent) = parents.get(at) {
        if let Some(index) = kept.get(parent) {
            return Some(*index);
        }
        at = parent;
    }
    None
}

/// Whether what holds a text already says it.
fn is_said(tree: &Tree, kept: &HashMap<&str, u32>, parents: &HashMap<&str, &str>, id: &str, text: &str) -> bool {
    nearest(kept, parents, id).and_then(|index| tree.nodes.get(index as usize)).is_some_and(|holder| holder.name.contains(text))
}

/// What the page says of an element's state.
fn states(node: &Value) -> Vec<NodeState> {
    let empty = Vec::new();
    let properties = node["properties"].as_array().unwrap_or(&empty);
    let property = |name: &str| properties.iter().find(|property| property["name"] == name).map(|found| &found["value"]["value"]);
    let is = |name: &str| property(name).is_some_and(|value| *value == true || *value == "true");
    let checked = property("checked").or_else(|| property("pressed")).map(|value| match value.as_str() {
        Some("mixed") => NodeState::PartlyChecked,
        Some("true") => NodeState::Checked,
        _ => NodeState::Unchecked,
    });
    let expanded = property("expanded").map(|value| if *value == true { NodeState::Expanded } else { NodeState::Collapsed });
    let selected = is("selected").then_some(NodeState::Selected);
    let others = [("focused", NodeState::Focused), ("readonly", NodeState::ReadOnly), ("disabled", NodeState::Disabled)];
    let others = others.into_iter().filter(|(name, _)| is(name)).map(|(_, state)| state);
    checked.into_iter().chain(selected).chain(expanded).chain(others).collect()
}

fn plain(value: &Value) -> String {
    match &value["value"] {
        Value::String(text) => text.trim().to_owned(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// Where every element is, by its backend id.
fn places(snapshot: &Value) -> HashMap<i64, Region> {
    let document = &snapshot["documents"][0];
    let numbers = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let ids = numbers(&document["nodes"]["backendNodeId"]);
    let (at, bounds) = (numbers(&document["layout"]["nodeIndex"]), numbers(&document["layout"]["bounds"]));
    let scrolled = |key: &str| document[key].as_f64().unwrap_or_default();
    let (left, top) = (scrolled("scrollOffsetX"), scrolled("scrollOffsetY"));
    let mut places = HashMap::new();
    for (index, rectangle) in at.iter().zip(&bounds) {
        let id = index.as_u64().and_then(|index| ids.get(usize::try_from(index).ok()?)?.as_i64());
        let side = |i: usize| rectangle[i].as_f64().unwrap_or_default();
        if let Some(id) = id {
            places.insert(id, Region { x: side(0) - left, y: side(1) - top, width: side(2), height: side(3) });
        }
    }
    places
}
