//! What an agent sees.

use crate::{Frame, Region};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;

/// Deeper nodes stand no further to the right.
const MAX_INDENT: usize = 20;

/// What the world shows at one moment. Which parts are filled depends on the world's surfaces and settings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Observation {
    /// Pictures.
    pub frames: Vec<Frame>,
    /// What is to be read.
    pub text: Option<String>,
    /// The accessibility tree.
    pub tree: Option<Tree>,
}

/// An accessibility tree, flat: nodes in document order, each with its parent's index.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tree {
    /// In document order.
    pub nodes: Vec<TreeNode>,
}

/// An element of the screen as assistive programs are told it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TreeNode {
    /// The index of the node it is in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<u32>,
    /// What it is, such as `button`.
    pub role: String,
    /// What it is called.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// What it holds.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub value: String,
    /// What state it is in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<NodeState>,
    /// Where it is on the screen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bounds: Option<Region>,
    /// The number drawn on the screenshot, where labels are on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<u32>,
}

/// What somebody would see of a node's state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NodeState {
    /// A box with its tick.
    Checked,
    /// A box without its tick.
    Unchecked,
    /// A box that stands for several, some of them ticked.
    PartlyChecked,
    /// Chosen among others.
    Selected,
    /// What is in it is shown.
    Expanded,
    /// What is in it is not shown.
    Collapsed,
    /// It has the keyboard.
    Focused,
    /// It cannot be changed.
    ReadOnly,
    /// It cannot be used now.
    Disabled,
    /// The program did not answer in time.
    NotResponding,
}

impl TreeNode {
    /// A node of which nothing but its role is known.
    pub fn new(role: impl Into<String>) -> Self {
        Self {
            parent: None,
            role: role.into(),
            name: String::new(),
            value: String::new(),
            states: Vec::new(),
            bounds: None,
            label: None,
        }
    }

    /// Whether it is in this state.
    pub fn is(&self, state: NodeState) -> bool {
        self.states.contains(&state)
    }

    /// The value and the states as a person reads them: `4 [selected, focused]`.
    pub fn value_and_states(&self) -> String {
        let states = self.states.iter().map(|state| state.words()).collect::<Vec<_>>().join(", ");
        match (self.value.as_str(), states.as_str()) {
            (value, "") => value.to_owned(),
            ("", states) => format!("[{states}]"),
            (value, states) => format!("{value} [{states}]"),
        }
    }
}

impl NodeState {
    /// As a person reads it.
    pub fn words(self) -> &'static str {
        match self {
            Self::Checked => "checked",
            Self::Unchecked => "unchecked",
            Self::PartlyChecked => "partly checked",
            Self::Selected => "selected",
            Self::Expanded => "expanded",
            Self::Collapsed => "collapsed",
            Self::Focused => "focused",
            Self::ReadOnly => "read-only",
            Self::Disabled => "disabled",
            Self::NotResponding => "not responding",
        }
    }
}

impl Tree {
    /// The tree as a person reads it: a line for each node, indented below its parent, with its label, value, states and place.
    pub fn outline(&self) -> String {
        let mut depths: Vec<usize> = Vec::with_capacity(self.nodes.len());
        let mut text = String::new();
        for node in &self.nodes {
            let depth = node.parent.and_then(|parent| depths.get(parent as usize)).map_or(0, |depth| depth + 1);
            depths.push(depth);
            let label = node.label.map_or_else(String::new, |label| format!("[{label}] "));
            let name = if node.name.is_empty() { String::new() } else { format!(" {:?}", node.name) };
            let value = node.value_and_states();
            let value = if value.is_empty() { value } else { format!(" = {value}") };
            let place = node.bounds.map_or_else(String::new, |bounds| {
                let Region { x, y, width, height } = bounds;
                format!(" at ({x:.0}, {y:.0}), {width:.0}×{height:.0}")
            });
            let _ = writeln!(text, "{:1$}{label}{2}{name}{value}{place}", "", 2 * depth.min(MAX_INDENT), node.role);
        }
        text
    }
}

impl Observation {
    /// Nothing but a text.
    pub fn text(text: impl Into<String>) -> Self {
        Self { text: Some(text.into()), ..Self::default() }
    }

    /// Nothing but a picture.
    pub fn frame(frame: Frame) -> Self {
        Self { frames: vec![frame], ..Self::default() }
    }

    /// The current screen, where the observation has one.
    pub fn screen(&self) -> Option<&Frame> {
        self.frames.iter().find(|f| f.name == Frame::SCREEN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outline_tells_labels_states_and_places() {
        let bounds = Some(Region { x: 10.0, y: 20.4, width: 30.0, height: 5.0 });
        let window = TreeNode { name: "Notes".into(), ..TreeNode::new("window") };
        let states = vec![NodeState::Checked, NodeState::ReadOnly];
        let child = TreeNode { parent: Some(0), value: "4".into(), states, bounds, label: Some(7), ..TreeNode::new("entry") };
        let tree = Tree { nodes: vec![window, child] };
        assert_eq!(tree.outline(), "window \"Notes\"\n  [7] entry = 4 [checked, read-only] at (10, 20), 30×5\n");
    }
}
