//! What CoqIDE's window shows, from its accessibility tree.

use super::super::nodes::{Node, Nodes};
use agon_core::{Fault, NodeState};
use serde_json::{Value, json};

/// Whether all files are open and Coq is waiting for commands.
pub(super) fn is_ready(nodes: &Nodes, files: usize) -> bool {
    let Ok(Some(program)) = nodes.application("coqide") else { return false };
    let greeted = texts(program).any(|text| text.content().contains("You are running"));
    // It reads its keys last, and says so.
    let loading = status(program).is_none_or(|status| status.name().starts_with("Loading"));
    buffers(program).count() == files && greeted && !loading
}

/// The state as `coq.rs` documents it, without the files.
pub(super) fn read(nodes: &Nodes) -> Result<Value, Fault> {
    let Some(program) = nodes.application("coqide")? else { return Ok(json!({"running": false})) };
    let front: Vec<Node<'_>> = buffers(program).filter(|page| page.is(NodeState::Selected)).collect();
    let listed: Vec<Value> =
        buffers(program).map(|page| json!({"name": page.name(), "current": page.is(NodeState::Selected)})).collect();
    let mut shown = front.iter().flat_map(|page| texts(*page)).map(|text| text.content());
    // A page holds the script, the goals and the messages, in this order.
    let (script, goals, messages) = (shown.next(), shown.next(), shown.next());
    let cursor = program.inside().find_map(|node| cursor(node.name()));
    Ok(json!({
        "running": true,
        "buffers": listed,
        "text": script,
        "cursor": cursor,
        "status": status(program).map(Node::name),
        "goals": goals,
        "messages": messages,
    }))
}

/// The pages of the outer notebook; each holds one of its own with messages, errors and jobs.
fn buffers(program: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let outer = program.inside().find(|node| node.role() == "page tab list");
    outer.into_iter().flat_map(|list| list.children()).filter(|node| node.role() == "page tab")
}

fn status(program: Node<'_>) -> Option<Node<'_>> {
    program.inside().find(|node| matches!(node.role(), "status bar" | "statusbar"))
}

fn texts(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    node.inside().filter(|node| node.role() == "text")
}

/// `Line:     3 Char:  22 Offset:    74`.
fn cursor(label: &str) -> Option<Value> {
    let mut words = label.strip_prefix("Line:")?.split_whitespace();
    let line: u32 = words.next()?.parse().ok()?;
    let column: u32 = words.find(|word| word.parse::<u32>().is_ok())?.parse().ok()?;
    Some(json!({"line": line, "column": column}))
}
