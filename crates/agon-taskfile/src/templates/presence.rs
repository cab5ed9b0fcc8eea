//! Something is there, or is not.

use super::{Expression, Facts, Finding, Template, look, shown};
use crate::expression::in_container;
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Present {
    of: Expression,
    value: Option<Value>,
}

/// With a value the container itself must be there: what has vanished altogether proves nothing about what was in it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Absent {
    of: Expression,
    value: Option<Value>,
}

impl Template for Present {
    fn mark(&self, facts: &Facts<'_>) -> Finding {
        match &self.value {
            None => look(&self.of, facts, format!("{} is there", self.of), |seen| !seen.is_null()),
            Some(value) => {
                let expected = format!("{} contains {}", self.of, shown(value));
                look(&self.of, facts, expected, |seen| in_container(value, seen) == Some(true))
            }
        }
    }

    fn expression(&self) -> Option<&Expression> {
        Some(&self.of)
    }
}

impl Template for Absent {
    fn mark(&self, facts: &Facts<'_>) -> Finding {
        match &self.value {
            None => look(&self.of, facts, format!("{} is not there", self.of), Value::is_null),
            Some(value) => {
                let expected = format!("{} does not contain {}", self.of, shown(value));
                look(&self.of, facts, expected, |seen| in_container(value, seen) == Some(false))
            }
        }
    }

    fn expression(&self) -> Option<&Expression> {
        Some(&self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use serde_json::json;

    #[test]
    fn what_is_there_is_present() {
        let it = "kind = 'present'\nof = 'state.a'";
        holds(it, "state", json!({"a": false}));
        fails(it, "state", json!({"a": null}));
        fails(it, "state", json!({}));
        let roads = "kind = 'present'\nof = 'state.layers'\nvalue = 'roads'";
        for there in [json!(["roads", "x"]), json!({"roads": 1}), json!("all roads")] {
            holds(roads, "state", json!({"layers": there}));
        }
        for missing in [json!(["road"]), json!({"x": "roads"}), json!("rivers"), json!(null), json!(3)] {
            fails(roads, "state", json!({"layers": missing}));
        }
    }

    #[test]
    fn what_is_gone_is_absent_but_its_container_must_be_there() {
        let it = "kind = 'absent'\nof = 'state.a'";
        holds(it, "state", json!({}));
        fails(it, "state", json!({"a": 0}));
        let roads = "kind = 'absent'\nof = 'state.layers'\nvalue = 'roads'";
        holds(roads, "state", json!({"layers": []}));
        for other in [json!({"layers": ["roads"]}), json!({}), json!({"layers": 3})] {
            fails(roads, "state", other);
        }
    }
}
