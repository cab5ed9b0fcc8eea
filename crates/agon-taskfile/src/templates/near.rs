//! A number, or each of a list of numbers, is close to a reference.

use super::{Expression, Facts, Finding, StartFiles, Template, look, shown, sound};
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Near {
    of: Expression,
    value: Value,
    #[serde(flatten)]
    closeness: Closeness,
    /// Where numbers start again: 360 for degrees.
    modulo: Option<f64>,
}

/// How far off a number may be: by an amount, by a share of the reference, or by either. Neither: one part in 10⁹.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
pub(super) struct Closeness {
    pub(super) tolerance: Option<f64>,
    pub(super) relative: Option<f64>,
}

impl Closeness {
    const EXACT: f64 = 1e-9;

    /// 3.85 is within 0.01 of 3.84, although binary fractions differ by a hair more.
    pub(super) fn holds(self, difference: f64, reference: f64) -> bool {
        difference.abs() <= self.most(reference) + 4.0 * f64::EPSILON * reference.abs()
    }

    /// The largest difference that is still close.
    fn most(self, reference: f64) -> f64 {
        match (self.tolerance, self.relative) {
            (None, None) => Self::EXACT * reference.abs().max(1.0),
            (tolerance, relative) => tolerance.unwrap_or(0.0).max(relative.unwrap_or(0.0) * reference.abs()),
        }
    }

    pub(super) fn settle(self) -> Result<(), String> {
        let fine = |value: Option<f64>| value.is_none_or(|value| value.is_finite() && value >= 0.0);
        sound(fine(self.tolerance) && fine(self.relative), "`tolerance` and `relative` are not negative")
    }

    /// ` ± 0.1`, for what was expected.
    pub(super) fn words(self) -> String {
        match (self.tolerance, self.relative) {
            (None, None) => String::new(),
            (Some(tolerance), None) => format!(" ± {tolerance}"),
            (None, Some(relative)) => format!(" ± {} %", relative * 100.0),
            (Some(tolerance), Some(relative)) => format!(" ± {tolerance} or {} %", relative * 100.0),
        }
    }
}

impl Template for Near {
    fn mark(&self, facts: &Facts<'_>) -> Finding {
        let around = self.modulo.map_or(String::new(), |modulo| format!(", modulo {modulo}"));
        let expected = format!("{}{}{around}", shown(&self.value), self.closeness.words());
        look(&self.of, facts, expected, |seen| self.near(seen, &self.value))
    }

    fn settle(&mut self, _: &StartFiles) -> Result<(), String> {
        let numbers = |value: &Value| value.as_array().is_some_and(|all| !all.is_empty() && all.iter().all(Value::is_number));
        sound(self.value.is_number() || numbers(&self.value), "its `value` is neither a number nor a list of numbers")?;
        sound(self.modulo.is_none_or(|modulo| modulo.is_finite() && modulo > 0.0), "its `modulo` is not positive")?;
        self.closeness.settle()
    }

    fn expression(&self) -> Option<&Expression> {
        Some(&self.of)
    }
}

impl Near {
    fn near(&self, seen: &Value, reference: &Value) -> bool {
        match (seen, reference) {
            (Value::Number(seen), Value::Number(reference)) => match (seen.as_f64(), reference.as_f64()) {
                (Some(seen), Some(reference)) => self.closeness.holds(self.difference(seen, reference), reference),
                _ => false,
            },
            (Value::Array(seen), Value::Array(reference)) => {
                seen.len() == reference.len() && seen.iter().zip(reference).all(|(seen, reference)| self.near(seen, reference))
            }
            _ => false,
        }
    }

    fn difference(&self, seen: f64, reference: f64) -> f64 {
        let difference = seen - reference;
        match self.modulo {
            None => difference,
            Some(modulo) => {
                let rest = difference.rem_euclid(modulo);
                rest.min(modulo - rest)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use serde_json::json;

    #[test]
    fn close_by_an_amount_a_share_or_hardly_at_all() {
        let by = |more: &str| format!("kind = 'near'\nof = 'state'\nvalue = 200\n{more}");
        holds(&by("tolerance = 0.5"), "state", json!(200.5));
        fails(&by("tolerance = 0.5"), "state", json!(200.51));
        holds(&by("relative = 0.01"), "state", json!(198));
        fails(&by("relative = 0.01"), "state", json!(197.9));
        holds(&by("relative = 0.01\ntolerance = 5"), "state", json!(196));
        holds(&by(""), "state", json!(200.0));
        fails(&by(""), "state", json!(200.00001));
        fails(&by("tolerance = 1"), "state", json!("200"));
        assert_eq!(finds(&by("relative = 0.01"), "state", &json!(1)).expected, "200 ± 1 %");
    }

    #[test]
    fn angles_go_round_and_lists_go_by_entry() {
        let angle = "kind = 'near'\nof = 'state'\nvalue = 359\ntolerance = 2\nmodulo = 360";
        for close in [json!(359), json!(1), json!(-1), json!(719), json!(0.5)] {
            holds(angle, "state", close);
        }
        fails(angle, "state", json!(1.5));
        fails(angle, "state", json!(180));
        let point = "kind = 'near'\nof = 'state'\nvalue = [1, 2]\ntolerance = 0.1";
        holds(point, "state", json!([1.05, 1.95]));
        for other in [json!([1, 2.2]), json!([1]), json!([1, 2, 3]), json!(1)] {
            fails(point, "state", other);
        }
    }

    #[test]
    fn mistakes_are_refused() {
        assert!(refused("kind = 'near'\nof = 'state'\nvalue = 'x'").contains("neither a number"));
        assert!(refused("kind = 'near'\nof = 'state'\nvalue = 1\ntolerance = -1").contains("not negative"));
        assert!(refused("kind = 'near'\nof = 'state'\nvalue = 1\nmodulo = 0").contains("positive"));
        assert!(refused("kind = 'near'\nof = 'state'\nvalue = 1\ntolerence = 1").contains("unknown field `tolerence`"));
    }
}
