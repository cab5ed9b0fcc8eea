//! Attempts at a task as its file tells them: the solution in full, others as what they change in it.

use super::design::Design;
use crate::apps::attempts::{Named, changed_lines};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// A circuit, the readings taken from it and the answer handed in.
#[derive(Clone, Debug)]
pub(super) struct Attempt {
    pub(super) design: Design,
    /// The part that the pointer rests on.
    pub(super) hover: Option<String>,
    pub(super) scope: Option<Scope>,
    /// Whether the simulation starts anew once the circuit is complete.
    pub(super) reset: bool,
    /// Simulated seconds to wait before the reading.
    pub(super) seconds: f64,
    pub(super) answer: Value,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Scope {
    pub(super) pin: String,
    /// Its measurements, as the state names them.
    pub(super) shows: Vec<String>,
}

/// The `solution` table of a task file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Solution {
    design: String,
    hover: Option<String>,
    scope: Option<Scope>,
    #[serde(default)]
    reset: bool,
    #[serde(default)]
    seconds: f64,
    answer: Value,
}

/// An `alternative` or `near_miss` table: a whole design or changes of lines, and the answer if it is another.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Variant {
    name: String,
    /// Near-misses: the check that fails.
    fails: Option<String>,
    design: Option<String>,
    #[serde(default)]
    remove: Vec<String>,
    #[serde(default)]
    replace: BTreeMap<String, String>,
    #[serde(default)]
    add: Vec<String>,
    answer: Option<Value>,
}

impl Solution {
    pub(super) fn attempt(&self) -> Result<Attempt, String> {
        self.with(&self.design, self.answer.clone()).map_err(|problem| format!("solution: {problem}"))
    }

    pub(super) fn named(&self, variant: &Variant) -> Result<Named<Attempt>, String> {
        Ok(Named { name: variant.name.clone(), fails: variant.fails.clone(), attempt: self.variant(variant)? })
    }

    fn variant(&self, variant: &Variant) -> Result<Attempt, String> {
        let answer = variant.answer.as_ref().unwrap_or(&self.answer).clone();
        let design = variant.design.as_ref().unwrap_or(&self.design);
        let changed = variant.change(design).and_then(|design| self.with(&design, answer));
        changed.map_err(|problem| format!("{}: {problem}", variant.name))
    }

    fn with(&self, design: &str, answer: Value) -> Result<Attempt, String> {
        let design = Design::read(design).map_err(|error| error.to_string())?;
        let Self { hover, scope, reset, seconds, .. } = self.clone();
        Ok(Attempt { design, hover, scope, reset, seconds, answer })
    }
}

impl Variant {
    fn change(&self, design: &str) -> Result<String, String> {
        changed_lines(design, &self.replace, &self.remove, &self.add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variant_changes_lines_of_the_solution() {
        let solution: Solution = toml::from_str(
            r#"design = """
            logic-input A 10,6 -> 6,6
            nand N 16,6 -> 20,6
            A -> N.in1
            """
            answer = { answer = "done" }"#,
        )
        .unwrap();
        let variant = |text: &str| solution.variant(&toml::from_str(&format!("name = 'other'\n{text}")).unwrap());
        let lines = |attempt: Attempt| attempt.design.parts.iter().map(|part| part.line.clone()).collect::<Vec<_>>();
        let changed =
            variant("replace = { 'nand N 16,6 -> 20,6' = 'nor N 16,6 -> 20,6' }\nremove = ['A -> N.in1']\nadd = ['A -> N.in2']");
        assert_eq!(lines(changed.unwrap()), ["logic-input A 10,6 -> 6,6", "nor N 16,6 -> 20,6", "A -> N.in2"]);
        assert_eq!(variant("remove = ['B -> N.in1']").unwrap_err(), r#"other: the solution has no line "B -> N.in1""#);
        assert_eq!(variant("answer = 3").unwrap().answer, 3);
    }
}
