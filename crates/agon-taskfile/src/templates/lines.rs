//! The lines of a text, or the entries of a list, as a set.

use super::{Expression, Facts, Finding, StartFiles, Template, agreement, shown, sound};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeSet;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Lines {
    of: Expression,
    lines: Vec<String>,
    #[serde(default)]
    ordered: bool,
    #[serde(default)]
    extra_allowed: bool,
    #[serde(default)]
    ignore_case: bool,
}

impl Template for Lines {
    fn mark(&self, facts: &Facts<'_>) -> Finding {
        let value = match self.of.value(facts) {
            Ok(value) => value,
            Err(problem) => return Finding::new(false, self.expected(), problem.to_string(), self.of.pointer()),
        };
        let finding = Finding::new(false, self.expected(), shown(&value), self.of.pointer());
        match lines(&value) {
            Some(lines) => Finding { score: self.score(&lines), ..finding },
            None => finding,
        }
    }

    fn settle(&mut self, _: &StartFiles) -> Result<(), String> {
        sound(!(self.ordered && self.extra_allowed), "`ordered` lines cannot have `extra_allowed`")
    }

    fn expression(&self) -> Option<&Expression> {
        Some(&self.of)
    }
}

impl Lines {
    fn expected(&self) -> String {
        let how = match (self.ordered, self.extra_allowed) {
            (true, _) => "in this order",
            (false, true) => "among others",
            (false, false) => "in any order",
        };
        format!("{} {how}", shown(&self.lines.iter().cloned().map(Value::String).collect()))
    }

    fn score(&self, seen: &[String]) -> f64 {
        score(seen, &self.lines, Order { kept: self.ordered, extra_allowed: self.extra_allowed }, self.ignore_case)
    }
}

#[derive(Clone, Copy)]
pub(super) struct Order {
    pub(super) kept: bool,
    pub(super) extra_allowed: bool,
}

/// How far the lines are those expected; 1 exactly when they are.
pub(super) fn score(seen: &[String], expected: &[String], order: Order, ignore_case: bool) -> f64 {
    let plain = |line: &String| if ignore_case { line.trim().to_lowercase() } else { line.trim().to_owned() };
    let seen: Vec<String> = seen.iter().map(plain).filter(|line| !line.is_empty()).collect();
    let expected: Vec<String> = expected.iter().map(plain).filter(|line| !line.is_empty()).collect();
    if order.kept {
        let alike = seen.iter().zip(&expected).take_while(|(seen, expected)| seen == expected).count();
        return agreement(alike, seen.len().max(expected.len()));
    }
    let (seen, expected): (BTreeSet<String>, BTreeSet<String>) = (seen.into_iter().collect(), expected.into_iter().collect());
    let both = seen.intersection(&expected).count();
    let all = if order.extra_allowed { expected.len() } else { seen.union(&expected).count() };
    agreement(both, all)
}

/// The lines of a text, or a list of texts and numbers.
pub(super) fn lines(value: &Value) -> Option<Vec<String>> {
    match value {
        Value::String(text) => Some(text.lines().map(str::to_owned).collect()),
        Value::Array(entries) => entries
            .iter()
            .map(|entry| match entry {
                Value::String(text) => Some(text.clone()),
                Value::Number(number) => Some(number.to_string()),
                _ => None,
            })
            .collect(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use serde_json::json;

    const SET: &str = "kind = 'lines'\nof = 'state'\nlines = ['roads', 'rivers']";

    #[test]
    fn a_set_has_no_order_and_no_doubles() {
        holds(SET, "state", json!(["rivers", "roads"]));
        holds(SET, "state", json!("rivers\n  roads \n\nroads\n"));
        for other in
            [json!(["roads"]), json!(["roads", "rivers", "lakes"]), json!([]), json!(["Roads", "rivers"]), json!([["roads"]])]
        {
            fails(SET, "state", other);
        }
        assert_eq!(finds(SET, "state", &json!(["roads"])).score, 0.5);
        assert_eq!(finds(SET, "state", &json!(["roads", "lakes"])).score, 1.0 / 3.0);
    }

    #[test]
    fn order_case_and_extras_as_told() {
        let with = |more: &str| format!("{SET}\n{more}");
        holds(&with("ordered = true"), "state", json!("roads\nrivers"));
        fails(&with("ordered = true"), "state", json!("rivers\nroads"));
        fails(&with("ordered = true"), "state", json!("roads\nrivers\nlakes"));
        holds(&with("extra_allowed = true"), "state", json!("lakes\nrivers\nroads"));
        fails(&with("extra_allowed = true"), "state", json!("lakes\nroads"));
        holds(&with("ignore_case = true"), "state", json!("Roads\nRIVERS"));
        assert!(refused(&with("ordered = true\nextra_allowed = true")).contains("cannot"));
        assert_eq!(finds(SET, "state", &json!([])).expected, r#"["roads","rivers"] in any order"#);
    }
}
