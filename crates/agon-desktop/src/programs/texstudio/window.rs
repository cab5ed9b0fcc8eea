//! What TeXstudio's window shows, from its accessibility tree.

use super::super::nodes::{Node, Nodes};
use agon_core::Fault;
use serde_json::{Value, json};

/// Whether the files are open and the one in front can be typed in.
pub(super) fn is_ready(nodes: &Nodes, files: usize) -> bool {
    let Ok(Some(program)) = nodes.application("TeXstudio") else { return false };
    let open = documents(program).count();
    open == files && program.inside().any(|node| node.role() == "label" && node.name().trim() == "Ready")
}

/// The state as `texstudio.rs` documents it, without the files.
pub(super) fn read(nodes: &Nodes) -> Result<Value, Fault> {
    let Some(program) = nodes.application("TeXstudio")? else { return Ok(json!({"running": false})) };
    let front = editors(program).map(Node::name);
    let listed: Vec<Value> =
        documents(program).map(|tab| json!({"name": tab.name(), "current": Some(tab.name()) == front})).collect();
    let title = program.children().find(|node| node.role() == "frame").map(Node::name);
    Ok(json!({"running": true, "title": title, "documents": listed, "messages": messages(program)}))
}

/// The tabs of the editor. Their list is named after the one in front.
fn editors(program: Node<'_>) -> Option<Node<'_>> {
    let mut lists = program.inside().filter(|node| node.role() == "page tab list");
    lists.find(|list| list.shows() && !list.children().any(|tab| tab.name() == "Messages"))
}

fn documents(program: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    editors(program).into_iter().flat_map(|list| list.children()).filter(|node| node.role() == "page tab")
}

/// What builds have said: the first text in the panel under the editor, which has a bar with the tab `Messages`.
fn messages(program: Node<'_>) -> Option<&str> {
    let is_bar = |node: Node<'_>| node.role() == "tool bar" && node.find("page tab", "Messages").is_some();
    let panel = program.inside().find(|node| node.role() == "frame" && node.children().any(is_bar))?;
    panel.inside().find(|node| node.role() == "text").map(Node::content)
}
