//! The accessibility tree of a program as its adapter reads it: whole, hidden parts included.

use crate::Desk;
use crate::tree::{Filter, ReadOptions, Roles};
use agon_core::{Cause, Fault, NodeState, Region, Tree, TreeNode};
use std::time::{Duration, Instant};

const MAX_NODES: usize = 20_000;
const READ_TIMEOUT: Duration = Duration::from_secs(15);
const LOOK_AGAIN: Duration = Duration::from_millis(20);
/// A tree, and who is in whom.
pub(super) struct Nodes {
    tree: Tree,
    children: Vec<Vec<usize>>,
}

/// One node.
#[derive(Clone, Copy)]
pub(super) struct Node<'a> {
    nodes: &'a Nodes,
    place: usize,
}

impl Nodes {
    /// All that the programs of a desk say of themselves.
    pub(super) async fn read(desk: &Desk) -> Result<Self, Fault> {
        let fault = |error| Fault::new(Cause::World, error);
        let reader = desk.reader().await?;
        let filter = Filter { roles: Roles::All, visible: false, available: false };
        let options = ReadOptions { filter, max_nodes: MAX_NODES, timeout: READ_TIMEOUT };
        Ok(Self::new(reader.read_with((u32::MAX, u32::MAX), &options).await.map_err(fault)?))
    }

    /// Reads again and again until something is there. `what` is said where it does not come.
    pub(super) async fn until<T>(desk: &Desk, what: &str, most: Duration, find: impl Fn(&Self) -> Option<T>) -> Result<T, Fault> {
        let deadline = Instant::now() + most;
        loop {
            let nodes = Self::read(desk).await?;
            if let Some(found) = find(&nodes) {
                return Ok(found);
            }
            if Instant::now() >= deadline {
                return Err(Fault::new(Cause::World, format!("{what} was not there within {} s", most.as_secs())));
            }
            desk.check()?;
            tokio::time::sleep(LOOK_AGAIN).await;
        }
    }

    pub(super) fn new(tree: Tree) -> Self {
        let mut children = vec![Vec::new(); tree.nodes.len()];
        for (place, node) in tree.nodes.iter().enumerate() {
            if let Some(parent) = node.parent {
                children[parent as usize].push(place);
            }
        }
        Self { tree, children }
    }

    /// A running program, by the name it gives itself. `Ok(None)` where it has ended; one that hangs cannot be read, which is a fault.
    pub(super) fn application(&self, name: &str) -> Result<Option<Node<'_>>, Fault> {
        let top = || self.all().filter(|node| node.facts().parent.is_none());
        match top().find(|node| node.name().eq_ignore_ascii_case(name)) {
            None if top().any(|node| node.is(NodeState::NotResponding)) => {
                Err(Fault::new(Cause::World, "the program does not answer"))
            }
            found => Ok(found),
        }
    }

    fn all(&self) -> impl Iterator<Item = Node<'_>> {
        (0..self.tree.nodes.len()).map(|place| Node { nodes: self, place })
    }
}

impl<'a> Node<'a> {
    pub(super) fn role(self) -> &'a str {
        &self.facts().role
    }

    pub(super) fn name(self) -> &'a str {
        &self.facts().name
    }

    /// The text or number that stands in it.
    pub(super) fn content(self) -> &'a str {
        &self.facts().value
    }

    pub(super) fn is(self, state: NodeState) -> bool {
        self.facts().is(state)
    }

    /// Whether it is on the screen.
    pub(super) fn shows(self) -> bool {
        self.facts().bounds.is_some()
    }

    pub(super) fn bounds(self) -> Option<Region> {
        self.facts().bounds
    }

    pub(super) fn children(self) -> impl Iterator<Item = Self> + Clone {
        self.nodes.children[self.place].iter().map(move |place| Self { place: *place, ..self })
    }

    /// All that is in it, in the order of reading.
    pub(super) fn inside(self) -> impl Iterator<Item = Self> {
        let mut waiting = vec![self.place];
        let below = std::iter::from_fn(move || {
            let place = waiting.pop()?;
            waiting.extend(self.nodes.children[place].iter().rev());
            Some(Self { place, ..self })
        });
        below.skip(1)
    }

    /// The first node of a role and a name in it.
    pub(super) fn find(self, role: &str, name: &str) -> Option<Self> {
        self.inside().find(|node| node.role() == role && node.name() == name)
    }

    fn facts(self) -> &'a TreeNode {
        &self.nodes.tree.nodes[self.place]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_hangs_is_a_fault_and_one_that_ended_is_not() {
        let hanging =
            Nodes::new(Tree { nodes: vec![TreeNode { states: vec![NodeState::NotResponding], ..TreeNode::new("application") }] });
        assert!(hanging.application("kalgebra").is_err());
        assert!(Nodes::new(Tree::default()).application("kalgebra").unwrap().is_none());
    }
}
