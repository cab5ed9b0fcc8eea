//! Which objects become nodes of the tree, and what they say.

use super::ReadOptions;
use super::gather::{Application, Facts};
use super::roles;
use agon_core::{NodeState, Region, Tree, TreeNode};
use atspi::{Role, State};

/// What is kept of a desktop: by role, visibility and availability.
#[derive(Clone, Debug)]
pub struct Filter {
    pub roles: Roles,
    /// Only what shows on the screen.
    pub visible: bool,
    /// Only what is enabled. Otherwise what is greyed out is there and says `disabled`.
    pub available: bool,
}

/// A choice of roles. What is in an object that is not kept may still be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Roles {
    /// What one can act on, what says something, and what holds things that belong together; no panels without a name.
    Meaningful,
    /// These, as the tree spells them: `push button`.
    Only(Vec<String>),
    All,
}

impl Default for Filter {
    fn default() -> Self {
        Self { roles: Roles::Meaningful, visible: true, available: false }
    }
}

/// Appends what is kept of an application, in document order.
pub(super) fn append(tree: &mut Tree, application: &Application, screen: (u32, u32), options: &ReadOptions) {
    let Application::Read(facts) = application else {
        let states = vec![NodeState::NotResponding];
        tree.nodes.push(TreeNode { states, ..TreeNode::new(roles::word(Role::Application)) });
        return;
    };
    let before = tree.nodes.len();
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); facts.len()];
    for (place, fact) in facts.iter().enumerate() {
        if let Some(parent) = fact.parent {
            children[parent].push(place);
        }
    }
    let screen = Region { x: 0.0, y: 0.0, width: screen.0.into(), height: screen.1.into() };
    // What is still to be looked at: its place, the node it is in, and the part of the screen that can show it.
    let mut waiting: Vec<(usize, Option<u32>, Region)> = vec![(0, None, screen)];
    while let Some((place, mut parent, mut window)) = waiting.pop() {
        if tree.nodes.len() >= options.max_nodes {
            break;
        }
        if let Some(node) = node(&facts[place], parent, tree, window, &options.filter) {
            parent = Some(tree.nodes.len() as u32);
            tree.nodes.push(node);
        }
        if let Some(bounds) = facts[place].bounds.filter(|_| roles::shows_a_part(facts[place].role)) {
            window = cut(bounds, window);
        }
        waiting.extend(children[place].iter().rev().map(|child| (*child, parent, window)));
    }
    // A service without a window is nobody's concern.
    if tree.nodes.len() == before + 1 && facts.len() == 1 && facts[0].role == Role::Application {
        tree.nodes.truncate(before);
    }
}

fn node(facts: &Facts, parent: Option<u32>, tree: &Tree, window: Region, filter: &Filter) -> Option<TreeNode> {
    let (name, content) = (facts.name.trim(), facts.content.trim_end());
    let word = roles::word(facts.role);
    let chosen = match &filter.roles {
        Roles::All => true,
        Roles::Only(words) => words.iter().any(|wanted| wanted == word),
        Roles::Meaningful => has_meaning(facts, name, content, parent, tree),
    };
    // What is hidden may claim the place it would have.
    let bounds = facts.bounds.filter(|_| facts.shows).map(|bounds| cut(bounds, window));
    let bounds = bounds.filter(|bounds| bounds.width > 0.0 && bounds.height > 0.0);
    let has_place = bounds.is_some() || facts.role == Role::Application;
    if !chosen || (filter.visible && !has_place) || (filter.available && is_disabled(facts)) {
        return None;
    }
    let (name, value, states) = (name.into(), content.into(), states(facts));
    Some(TreeNode { parent, name, value, states, bounds, ..TreeNode::new(word) })
}

fn has_meaning(facts: &Facts, name: &str, content: &str, parent: Option<u32>, tree: &Tree) -> bool {
    let holder = parent.and_then(|parent| tree.nodes.get(parent as usize));
    // The label of a button is the button's name.
    let is_said =
        facts.role == Role::Label && holder.is_some_and(|holder| holder.name == name && roles::can_act_on(&holder.role));
    let says = (!name.is_empty() || !content.is_empty()) && !is_said;
    facts.role != Role::Separator && (says || roles::stands_alone(facts.role))
}

/// The part of the bounds that shows in a window; of no size where none does.
fn cut(bounds: Region, window: Region) -> Region {
    let (x, y) = (bounds.x.max(window.x), bounds.y.max(window.y));
    let right = (bounds.x + bounds.width).min(window.x + window.width);
    let bottom = (bounds.y + bounds.height).min(window.y + window.height);
    Region { x, y, width: (right - x).max(0.0), height: (bottom - y).max(0.0) }
}

fn is_disabled(facts: &Facts) -> bool {
    roles::can_act(facts.role) && !facts.states.has(State::Enabled) && !facts.states.has(State::Sensitive)
}

/// What somebody would see of its state.
fn states(facts: &Facts) -> Vec<NodeState> {
    let has = |state| facts.states.has(state);
    let mut states = Vec::new();
    if has(State::Indeterminate) && roles::can_be_checked(facts.role) {
        states.push(NodeState::PartlyChecked);
    // Qt ticks items of lists without saying that they can be ticked.
    } else if has(State::Checkable) || has(State::Checked) || roles::can_be_checked(facts.role) {
        let pressed = facts.role == Role::ToggleButton && has(State::Pressed);
        states.push(if has(State::Checked) || pressed { NodeState::Checked } else { NodeState::Unchecked });
    }
    // Qt says of the tab in front that it has the focus, which it need not have.
    let is_front_tab = facts.role == Role::PageTab && has(State::Focused);
    if has(State::Selected) || is_front_tab {
        states.push(NodeState::Selected);
    }
    if has(State::Expandable) {
        states.push(if has(State::Expanded) { NodeState::Expanded } else { NodeState::Collapsed });
    }
    if has(State::Focused) && !is_front_tab {
        states.push(NodeState::Focused);
    }
    if roles::holds_text(facts.role) && roles::can_act(facts.role) && !has(State::Editable) {
        states.push(NodeState::ReadOnly);
    }
    if is_disabled(facts) {
        states.push(NodeState::Disabled);
    }
    states
}

#[cfg(test)]
mod tests;
