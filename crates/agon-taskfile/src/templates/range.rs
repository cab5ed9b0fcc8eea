//! A number lies within bounds.

use super::{Expression, Facts, Finding, StartFiles, Template, look, sound};
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Range {
    of: Expression,
    min: Option<f64>,
    max: Option<f64>,
    above: Option<f64>,
    below: Option<f64>,
}

impl Template for Range {
    fn mark(&self, facts: &Facts<'_>) -> Finding {
        look(&self.of, facts, self.expected(), |seen| self.has(seen))
    }

    fn settle(&mut self, _: &StartFiles) -> Result<(), String> {
        let low = [self.min, self.above].into_iter().flatten().fold(f64::NEG_INFINITY, f64::max);
        let high = [self.max, self.below].into_iter().flatten().fold(f64::INFINITY, f64::min);
        sound(low.is_finite() || high.is_finite(), "it has no bound; there are `min`, `max`, `above` and `below`")?;
        sound(low <= high, format!("no number is at least {low} and at most {high}"))
    }

    fn expression(&self) -> Option<&Expression> {
        Some(&self.of)
    }
}

impl Range {
    fn has(&self, seen: &Value) -> bool {
        seen.as_f64().is_some_and(|seen| {
            self.min.is_none_or(|bound| seen >= bound)
                && self.max.is_none_or(|bound| seen <= bound)
                && self.above.is_none_or(|bound| seen > bound)
                && self.below.is_none_or(|bound| seen < bound)
        })
    }

    fn expected(&self) -> String {
        let bounds = [("at least", self.min), ("above", self.above), ("at most", self.max), ("below", self.below)];
        let bounds: Vec<String> =
            bounds.iter().filter_map(|(word, bound)| bound.map(|bound| format!("{word} {bound}"))).collect();
        format!("a number {}", bounds.join(" and "))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use serde_json::json;

    #[test]
    fn bounds_are_in_or_out_as_they_are_called() {
        let closed = "kind = 'range'\nof = 'state'\nmin = 1\nmax = 2.5";
        for inside in [json!(1), json!(2.5), json!(2)] {
            holds(closed, "state", inside);
        }
        for outside in [json!(0.999), json!(2.6), json!("2"), json!(null), json!([2])] {
            fails(closed, "state", outside);
        }
        let open = "kind = 'range'\nof = 'state'\nabove = 1\nbelow = 2";
        holds(open, "state", json!(1.5));
        fails(open, "state", json!(1));
        fails(open, "state", json!(2));
        assert_eq!(finds(open, "state", &json!(3)).expected, "a number above 1 and below 2");
    }

    #[test]
    fn bounds_that_nothing_meets_are_refused() {
        assert!(refused("kind = 'range'\nof = 'state'").contains("no bound"));
        assert!(refused("kind = 'range'\nof = 'state'\nmin = 3\nmax = 2").contains("no number"));
    }
}
