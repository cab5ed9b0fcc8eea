//! Any expression that must be true.

use super::{Expression, Facts, Finding, StartFiles, Template, sound};
use crate::expression::ROOTS;
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Predicate {
    that: Expression,
}

impl Template for Predicate {
    fn mark(&self, facts: &Facts<'_>) -> Finding {
        let seen = match self.that.value(facts).as_deref() {
            Ok(Value::Bool(true)) => return Finding::new(true, self.that.to_string(), "so it is", self.that.pointer()),
            Ok(Value::Bool(false)) => "it is not so".to_owned(),
            Ok(Value::Null) => "it cannot be told: something is missing".into(),
            Ok(_) => "it is neither true nor false".into(),
            Err(problem) => problem.to_string(),
        };
        Finding::new(false, self.that.to_string(), seen, self.that.pointer())
    }

    fn settle(&mut self, _: &StartFiles) -> Result<(), String> {
        let looks = ROOTS.iter().any(|root| *root != "variant" && self.that.looks_at(root));
        sound(looks, "its expression looks at nothing that the agent can change")
    }

    fn expression(&self) -> Option<&Expression> {
        Some(&self.that)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use serde_json::json;

    const ANY: &str = "kind = 'predicate'\nthat = 'any(p in state.plots: p.visible and near(p.slope, 2, 0.1))'";

    #[test]
    fn only_plain_truth_holds() {
        holds(ANY, "state", json!({"plots": [{"visible": false}, {"visible": true, "slope": 2.05}]}));
        for other in [
            json!({"plots": []}),
            json!({"plots": [{"visible": true}]}),
            json!({"plots": [{"visible": 1, "slope": 2}]}),
            json!({}),
        ] {
            fails(ANY, "state", other);
        }
        fails("kind = 'predicate'\nthat = 'state.k'", "state", json!({"k": 1}));
    }

    #[test]
    fn it_says_why_not() {
        let seen = |state| finds(ANY, "state", &state).seen;
        assert_eq!(seen(json!({"plots": []})), "it is not so");
        assert_eq!(seen(json!({})), "it cannot be told: something is missing");
        assert!(refused("kind = 'predicate'\nthat = '1 == 1'").contains("looks at nothing"));
        assert!(refused("kind = 'predicate'\nthat = 'state.('").contains("at character 7"));
    }
}
