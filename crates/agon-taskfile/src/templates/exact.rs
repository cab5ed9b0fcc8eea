//! A value is exactly this one.

use super::{Expression, Facts, Finding, Template, look, shown};
use crate::expression::equal;
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Exact {
    of: Expression,
    value: Value,
    #[serde(default)]
    ignore_case: bool,
    #[serde(default)]
    ignore_space: bool,
}

impl Template for Exact {
    fn mark(&self, facts: &Facts<'_>) -> Finding {
        look(&self.of, facts, shown(&self.value), |seen| equal(&self.plain(seen), &self.plain(&self.value)))
    }

    fn expression(&self) -> Option<&Expression> {
        Some(&self.of)
    }
}

impl Exact {
    /// A value without what does not count. Only texts have such things, also inside lists.
    fn plain(&self, value: &Value) -> Value {
        match value {
            Value::String(text) => {
                let mut text = text.clone();
                if self.ignore_space {
                    text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                }
                Value::String(if self.ignore_case { text.to_lowercase() } else { text })
            }
            Value::Array(entries) => entries.iter().map(|entry| self.plain(entry)).collect(),
            other => other.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use serde_json::json;

    #[test]
    fn the_same_value_and_no_other() {
        let three = "kind = 'exact'\nof = 'state.k'\nvalue = 3";
        holds(three, "state", json!({"k": 3}));
        holds(three, "state", json!({"k": 3.0}));
        for other in [json!({"k": 4}), json!({"k": "3"}), json!({"k": [3]}), json!({}), json!(3)] {
            fails(three, "state", other);
        }
        let name = "kind = 'exact'\nof = 'state'\nvalue = 'Main  Road'\nignore_case = true\nignore_space = true";
        holds(name, "state", json!(" main road\n"));
        fails("kind = 'exact'\nof = 'state'\nvalue = 'Main Road'", "state", json!("main road"));
        holds("kind = 'exact'\nof = 'state'\nvalue = ['a', 2]", "state", json!(["a", 2.0]));
    }

    #[test]
    fn it_explains_itself() {
        let finding = finds("kind = 'exact'\nof = 'state.k'\nvalue = 3", "state", &json!({"k": "x"}));
        assert_eq!((finding.expected.as_str(), finding.seen.as_str(), finding.at.as_str()), ("3", "\"x\"", "/state/k"));
    }

    #[test]
    fn mistakes_are_refused() {
        assert!(refused("kind = 'exact'\nof = 'state.k'").contains("missing field `value`"));
        assert!(refused("kind = 'exact'\nof = 'stat'\nvalue = 1").contains("there is no \"stat\""));
        assert!(refused("kind = 'exact'\nof = 'state'\nvalue = 1\ntolerance = 1").contains("unknown field `tolerance`"));
        assert!(refused("kind = 'exakt'").contains("there is no kind \"exakt\""));
        assert!(refused("kind = 'exact'\nof = 'state'\nvalue = 1\nweight = -1").contains("weight"));
    }
}
