//! What KAlgebra's window holds, from its accessibility tree.

use super::super::nodes::{Node, Nodes};
use super::samples::{self, Powers};
use agon_core::{Fault, NodeState, Region};
use serde_json::{Map, Value, json};

/// The state as `kalgebra.rs` documents it.
pub(super) fn read(nodes: &Nodes) -> Result<Value, Fault> {
    if nodes.application("kalgebra")?.is_none() {
        return Ok(json!({"running": false}));
    }
    let variables: Map<String, Value> =
        rows(nodes, "Value").into_iter().map(|(name, value)| (name.name().into(), value.name().into())).collect();
    let names = samples::names(variables.iter().filter_map(|(name, value)| Some((name.as_str(), value.as_str()?))));
    let mut plots = plots(nodes);
    for plot in &mut plots {
        let expression = plot["expression"].as_str().unwrap_or_default().to_owned();
        plot["samples"] = samples::of(&expression, Powers::OfTheNumber, &names);
        plot["other_samples"] = samples::of(&expression, Powers::OfTheNegativeNumber, &names);
        plot["polar"] = samples::polar(&expression, &names);
    }
    Ok(json!({
        "running": true,
        "tab": tab(nodes),
        "variables": variables,
        "history": history(nodes),
        "plots2d": plots,
        "plot3d": surface(nodes),
        "viewport": viewport(nodes),
        "settings": settings(nodes),
    }))
}

/// Whether it can be used: the calculator's field has the keyboard and the history is drawn.
pub(super) fn is_ready(nodes: &Nodes) -> bool {
    let Some(program) = program(nodes) else { return false };
    let typing = program.inside().any(|node| node.role() == "text" && node.is(NodeState::Focused) && node.shows());
    typing && history_page(nodes).is_some() && !rows(nodes, "Value").is_empty()
}

/// The tab in front. The list of tabs is named after it.
pub(super) fn tab(nodes: &Nodes) -> Option<String> {
    tabs(nodes).map(|list| list.name().to_owned())
}

pub(super) fn history(nodes: &Nodes) -> Vec<Value> {
    history_page(nodes).into_iter().flat_map(|page| page.children()).filter_map(entry).collect()
}

pub(super) fn plots(nodes: &Nodes) -> Vec<Value> {
    let plot = |(name, expression): (Node<'_>, Node<'_>)| json!({"name": name.name(), "expression": expression.name(), "visible": name.is(NodeState::Checked)});
    rows(nodes, "Plot").into_iter().map(plot).collect()
}

/// What stands in the input of the 3D graph: the third of the pages behind the tabs.
pub(super) fn surface(nodes: &Nodes) -> Option<String> {
    let pages = program(nodes)?.inside().find(|node| node.role() == "layered pane")?;
    let page = pages.children().nth(2)?;
    let text = page.inside().find(|node| node.role() == "text")?;
    Some(text.content().to_owned())
}

/// Whether the field for a new plot has the keyboard.
pub(super) fn plot_can_be_typed(nodes: &Nodes) -> bool {
    let dock = program(nodes).and_then(|program| program.find("frame", "Functions"));
    dock.is_some_and(|dock| dock.inside().any(|node| node.role() == "text" && node.is(NodeState::Focused) && node.shows()))
}

/// Where something is on the screen.
pub(super) fn part(nodes: &Nodes, role: &str, name: &str) -> Option<Region> {
    program(nodes)?.inside().find(|node| node.role() == role && node.name() == name && node.shows())?.bounds()
}

fn program(nodes: &Nodes) -> Option<Node<'_>> {
    nodes.application("kalgebra").ok().flatten()
}

fn tabs(nodes: &Nodes) -> Option<Node<'_>> {
    let mut lists = program(nodes)?.inside().filter(|node| node.role() == "page tab list");
    lists.find(|list| list.children().any(|tab| tab.name() == "Calculator"))
}

/// The pairs in the table whose second column has this title.
fn rows<'a>(nodes: &'a Nodes, title: &str) -> Vec<(Node<'a>, Node<'a>)> {
    let is_header = |node: Node<'_>| node.role().ends_with("header");
    let wanted = |node: &Node<'_>| node.children().any(|cell| is_header(cell) && cell.name() == title);
    let Some(table) = program(nodes).and_then(|program| program.inside().find(wanted)) else { return Vec::new() };
    let cells: Vec<Node<'_>> = table.children().filter(|cell| !is_header(*cell) && !cell.name().is_empty()).collect();
    cells.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
}

fn history_page(nodes: &Nodes) -> Option<Node<'_>> {
    program(nodes)?.inside().find(|node| matches!(node.role(), "document web" | "web document"))
}

/// A paragraph with the input and the result as links, or a list of problems under the input.
fn entry(block: Node<'_>) -> Option<Value> {
    let links: Vec<&str> = block.children().filter(|node| node.role() == "link").map(Node::name).collect();
    match links.as_slice() {
        [input, result, ..] => Some(json!({"input": input, "result": result})),
        [input] => Some(json!({"input": input, "result": ""})),
        [] => {
            let labels: Vec<&str> = block.inside().filter(|node| node.role() == "label").map(|node| node.name().trim()).collect();
            let place = labels.iter().position(|label| *label == "Error:")?;
            let problems: Vec<&str> = labels[place + 2..].iter().copied().filter(|label| *label != "•").collect();
            Some(json!({"input": labels.get(place + 1)?, "error": problems.join(" ")}))
        }
    }
}

fn viewport(nodes: &Nodes) -> Option<Value> {
    let program = program(nodes)?;
    let number = |name: &str| {
        let field = program.inside().find(|node| node.role().starts_with("spin") && node.name() == name)?;
        field.content().parse::<f64>().ok()
    };
    Some(json!({"left": number("Left:")?, "top": number("Top:")?, "width": number("Width:")?, "height": number("Height:")?}))
}

/// What is ticked in the menus.
fn settings(nodes: &Nodes) -> Option<Value> {
    let menu_bar = program(nodes)?.inside().find(|node| node.role() == "menu bar")?;
    let ticked = |menu: &str, item: &str| {
        menu_bar
            .find("menu item", menu)
            .and_then(|menu| menu.find("menu item", item))
            .is_some_and(|item| item.is(NodeState::Checked))
    };
    let chosen = |menu: &str, items: &[&'static str]| items.iter().copied().find(|item| ticked(menu, item));
    Some(json!({
        "mode": chosen("Calculator", &["Calculate", "Evaluate"]),
        "grid": ticked("2D Graph", "Grid"),
        "keep_aspect_ratio": ticked("2D Graph", "Keep Aspect Ratio"),
        "resolution": chosen("2D Graph", &["Poor", "Normal", "Fine", "Very Fine"]),
        "style3d": chosen("3D Graph", &["Dots", "Lines", "Solid"]),
    }))
}
