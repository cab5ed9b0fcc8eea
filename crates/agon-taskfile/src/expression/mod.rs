//! The expressions of task files: `any(plot in state.plots: plot.visible and near(plot.slope, 2, 1e-6))`.
//!
//! They look at JSON and nothing else. There is nothing to call but a fixed list of functions, no recursion and no assignment, and
//! the work of one evaluation is bounded. What is missing or makes no sense is null, and logic with null is three-valued: only a
//! plain `true` passes, so that a slip in a path never does. `suites/science/README.md` has the language for those who write
//! tasks.

mod functions;
mod lexer;
mod reader;
#[cfg(test)]
mod tests;
mod value;

pub use agon_core::glob_matches as matches;
pub use value::{Facts, ROOTS, TooMuchWork, equal, in_container, number};

use serde_json::Value;
use std::borrow::Cow;
use std::fmt;

/// An expression that has been read and is sound.
#[derive(Clone, Debug)]
pub struct Expression {
    text: String,
    node: Node,
}

/// What is wrong with an expression, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the expression {text:?}, at character {place}: {problem}")]
pub struct ExpressionError {
    pub text: String,
    /// Counted from 1.
    pub place: usize,
    pub problem: String,
}

impl Expression {
    pub fn read(text: &str) -> Result<Self, ExpressionError> {
        Ok(Self { text: text.trim().to_owned(), node: reader::read(text)? })
    }

    /// Its value. The only error is that it took too much work.
    pub fn value<'a>(&'a self, facts: &'a Facts<'a>) -> Result<Cow<'a, Value>, TooMuchWork> {
        value::evaluate(&self.node, facts)
    }

    /// A plain path as a JSON pointer into the evidence; anything else as it is written.
    pub fn pointer(&self) -> String {
        self.node.pointer().unwrap_or_else(|| self.text.clone())
    }

    /// The fields of this root (`probes`, `files`) that it names outright.
    pub fn names_in(&self, root: &str) -> Vec<&str> {
        let mut names = Vec::new();
        self.node.walk(&mut |node| match node {
            Node::Field(of, name) if of.is_root(root) => names.push(name.as_str()),
            Node::Index(of, index) if of.is_root(root) => {
                if let Node::Literal(Value::String(name)) = index.as_ref() {
                    names.push(name);
                }
            }
            _ => {}
        });
        names
    }

    pub fn looks_at(&self, root: &str) -> bool {
        let mut looks = false;
        self.node.walk(&mut |node| looks |= node.is_root(root));
        looks
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl<'de> serde::Deserialize<'de> for Expression {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::read(&String::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}

#[derive(Clone, Debug)]
enum Node {
    Literal(Value),
    List(Vec<Node>),
    /// One of [`ROOTS`].
    Root(usize),
    /// A variable, by how many are bound outside it.
    Bound(usize),
    Field(Box<Node>, String),
    /// Binds null while its index is evaluated, as a filter binds the entry: which of the two it is shows only after reading.
    Index(Box<Node>, Box<Node>),
    Filter(Box<Node>, Box<Node>),
    Length(Box<Node>),
    Negative(Box<Node>),
    Not(Box<Node>),
    Two(Operator, Box<Node>, Box<Node>),
    Call(&'static functions::Function, Vec<Node>),
    Each(Each, Box<Node>, Box<Node>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Or,
    And,
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
    In,
    NotIn,
    Matches,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

/// What is done with every entry of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Each {
    Any,
    All,
    Count,
    Map,
}

impl Node {
    fn pointer(&self) -> Option<String> {
        match self {
            Self::Root(root) => Some(format!("/{}", ROOTS[*root])),
            Self::Field(of, name) => Some(format!("{}/{}", of.pointer()?, escaped(name))),
            Self::Index(of, index) => match index.as_ref() {
                Self::Literal(Value::String(name)) => Some(format!("{}/{}", of.pointer()?, escaped(name))),
                Self::Literal(Value::Number(at)) => Some(format!("{}/{at}", of.pointer()?)),
                _ => None,
            },
            Self::Length(of) => of.pointer(),
            _ => None,
        }
    }

    /// Shows every node, itself first.
    fn walk<'a>(&'a self, see: &mut dyn FnMut(&'a Node)) {
        see(self);
        match self {
            Self::Field(of, _) | Self::Length(of) | Self::Negative(of) | Self::Not(of) => of.walk(see),
            Self::Index(one, other) | Self::Filter(one, other) | Self::Two(_, one, other) | Self::Each(_, one, other) => {
                one.walk(see);
                other.walk(see);
            }
            Self::List(all) | Self::Call(_, all) => all.iter().for_each(|node| node.walk(see)),
            Self::Literal(_) | Self::Root(_) | Self::Bound(_) => {}
        }
    }

    fn is_root(&self, name: &str) -> bool {
        matches!(self, Self::Root(root) if ROOTS[*root] == name)
    }
}

/// A field's name inside a JSON pointer.
fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
