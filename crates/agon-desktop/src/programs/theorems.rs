//! What Coq's and Lean's checkers have in common: what they are asked, and how they tell what they found.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Of what a compiler says, this much is kept.
const MAX_LOG: usize = 8000;

/// What is to be proved.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Theorem {
    pub name: String,
    /// As after the colon: `forall n : nat, n + 0 = n`.
    pub statement: String,
}

/// What was found of a file; `P` is what can be told of one proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report<P> {
    /// All is well: everything below says so.
    pub holds: bool,
    pub compiles: bool,
    /// What the compiler said.
    pub log: String,
    /// Words the file uses, outside comments, that a finished proof has no use for.
    pub forbidden: Vec<String>,
    /// By the theorem's name.
    pub theorems: BTreeMap<String, P>,
}

pub(super) fn cut(text: &str) -> String {
    text.chars().take(MAX_LOG).collect()
}
