//! Places on the screen, as points or as nodes of the accessibility tree.

use crate::expression::matches;
use agon_core::{Point, Tree, TreeNode};
use serde::Deserialize;
use std::fmt;

#[derive(Clone, Debug, PartialEq)]
pub enum Locator {
    Point(Point),
    Node { node: Name, which: Which },
}

/// `push button: Plot`: role and name, both patterns; a role alone stands for any name.
#[derive(Clone, Debug, PartialEq)]
pub struct Name {
    text: String,
    role: String,
    name: String,
}

/// Which of several nodes of one name, and where on it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Which {
    /// From 1; from -1 counted from the end.
    pub(super) nth: Option<i32>,
    /// A node that holds it.
    pub(super) within: Option<String>,
    pub(super) offset: Option<[f64; 2]>,
}

/// A place inside a list, where options cannot stand beside it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Alone {
    at: toml::Value,
    nth: Option<i32>,
    r#in: Option<String>,
    offset: Option<[f64; 2]>,
}

impl Locator {
    pub(super) fn read(value: toml::Value, which: Which) -> Result<Self, String> {
        if which.nth == Some(0) {
            return Err("`nth` counts from 1, or from -1 backwards".into());
        }
        match value {
            toml::Value::String(text) => {
                which.within.as_deref().map(Name::read).transpose()?;
                Ok(Self::Node { node: Name::read(&text)?, which })
            }
            toml::Value::Array(_) => {
                if which != Which::default() {
                    return Err("`nth`, `in` and `offset` mean nothing for a point".into());
                }
                let [x, y]: [f64; 2] = value.try_into().map_err(|_| "a point is a list of two numbers".to_owned())?;
                Ok(Self::Point(Point { x, y }))
            }
            _ => Err("a place is a point, [100, 200], or a node, \"push button: Plot\"".into()),
        }
    }

    pub(super) fn read_alone(value: toml::Value) -> Result<Self, String> {
        if !value.is_table() {
            return Self::read(value, Which::default());
        }
        let Alone { at, nth, r#in, offset } =
            value.try_into().map_err(|error: toml::de::Error| error.message().trim().to_owned())?;
        Self::read(at, Which { nth, within: r#in, offset })
    }

    /// Where it is now. `Err` says why it cannot be told.
    pub(super) fn find(&self, tree: Option<&Tree>) -> Result<Point, String> {
        let (node, which) = match self {
            Self::Point(point) => return Ok(*point),
            Self::Node { node, which } => (node, which),
        };
        let tree = tree.ok_or("the seat shows no accessibility tree; set observation=both")?;
        let found = self.all(tree);
        let at = match (which.nth, found.len()) {
            (_, 0) => return Err(format!("there is no {self}{}", node.near_misses(tree))),
            (None, 1) => 0,
            (None, several) => return Err(format!("there are {several} of {self}; say which with `nth` or `in`")),
            (Some(nth), several) => {
                let at = if nth > 0 { i64::from(nth) - 1 } else { several as i64 + i64::from(nth) };
                usize::try_from(at)
                    .ok()
                    .filter(|at| *at < several)
                    .ok_or_else(|| format!("there are only {several} of {self}"))?
            }
        };
        let bounds = found[at].bounds.ok_or("it has no place on the screen")?;
        let [dx, dy] = which.offset.unwrap_or_default();
        Ok(Point { x: (bounds.x + bounds.width / 2.0 + dx).round(), y: (bounds.y + bounds.height / 2.0 + dy).round() })
    }

    /// Whether the tree shows at least one. A point is always there.
    pub(super) fn shows(&self, tree: Option<&Tree>) -> bool {
        matches!(self, Self::Point(_)) || tree.is_some_and(|tree| !self.all(tree).is_empty())
    }

    fn all<'a>(&self, tree: &'a Tree) -> Vec<&'a TreeNode> {
        let Self::Node { node, which } = self else { return Vec::new() };
        let holder = which.within.as_deref().and_then(|text| Name::read(text).ok());
        let fits = |candidate: &&TreeNode| {
            showing(candidate) && node.fits(candidate) && holder.as_ref().is_none_or(|holder| is_within(tree, candidate, holder))
        };
        tree.nodes.iter().filter(fits).collect()
    }
}

impl Name {
    fn read(text: &str) -> Result<Self, String> {
        let (role, name) = text.split_once(": ").unwrap_or((text.trim_end_matches(':'), "*"));
        if role.trim().is_empty() {
            return Err(format!("{text:?} names no role; write \"push button: Plot\""));
        }
        Ok(Self { text: text.into(), role: role.trim().to_lowercase(), name: name.trim().into() })
    }

    fn fits(&self, node: &TreeNode) -> bool {
        matches(&node.role.to_lowercase(), &self.role) && matches(node.name.trim(), &self.name)
    }

    /// Others of the role, for whoever looks for the mistake.
    fn near_misses(&self, tree: &Tree) -> String {
        const ENOUGH: usize = 12;
        let alike = tree.nodes.iter().filter(|node| showing(node) && matches(&node.role.to_lowercase(), &self.role));
        let names: Vec<String> = alike.map(|node| format!("{:?}", node.name)).take(ENOUGH).collect();
        match names.is_empty() {
            true => format!("; nothing of the {} nodes has this role", tree.nodes.len()),
            false => format!("; of this role are {}", names.join(", ")),
        }
    }
}

fn showing(node: &TreeNode) -> bool {
    node.bounds.is_some_and(|bounds| bounds.width > 0.0 && bounds.height > 0.0)
}

fn is_within(tree: &Tree, node: &TreeNode, holder: &Name) -> bool {
    let mut parent = node.parent;
    // No tree is deeper than it has nodes: a parent that leads round in a circle ends all the same.
    for _ in 0..tree.nodes.len() {
        let Some(above) = parent.and_then(|parent| tree.nodes.get(parent as usize)) else { return false };
        if holder.fits(above) {
            return true;
        }
        parent = above.parent;
    }
    false
}

impl fmt::Display for Locator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Point(point) => write!(f, "({}, {})", point.x, point.y),
            Self::Node { node, which } => {
                write!(f, "{:?}", node.text)?;
                which.within.as_ref().map_or(Ok(()), |within| write!(f, " in {within:?}"))
            }
        }
    }
}
