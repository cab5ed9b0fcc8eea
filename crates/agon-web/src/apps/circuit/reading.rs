//! Readings: quantities that the agent read off the screen and handed in as its answer.

use super::label::plain;
use super::quantity::{Quantity, written};
use super::state::shown;
use agon_grade::{CheckBuilder, check};
use agon_taskfile::answers::fenced;
use serde_json::Value;
use std::borrow::Cow;

pub(super) struct Reading {
    pub(super) field: String,
    /// As the task writes it.
    pub(super) text: String,
    pub(super) value: Quantity,
    pub(super) nearness: Nearness,
}

/// How near an answer must be.
#[derive(Clone, Copy, Debug)]
pub(super) enum Nearness {
    /// Off by at most this share of the value.
    Share(f64),
    /// The value itself, rounded to so many decimals in its own unit.
    Rounded(usize),
}

/// Marks every reading. The answer is an object of texts or numbers by field; a text that holds such an object, also in a code
/// fence; or, where only one reading is asked for, just the value.
pub(super) fn mark(readings: &[Reading], answer: Option<&Value>) -> Vec<CheckBuilder> {
    let answer = answer.map(unwrapped);
    let single = readings.len() == 1;
    readings
        .iter()
        .map(|reading| reading.mark(answer.as_deref().ok_or("no answer").and_then(|a| field(a, &reading.field, single))))
        .collect()
}

impl Reading {
    fn mark(&self, answer: Result<&Value, &str>) -> CheckBuilder {
        let (passed, seen) = match answer {
            Err(problem) => (false, problem.to_owned()),
            Ok(Value::String(text)) => match Quantity::read(text) {
                Ok(quantity) => (self.accepts(quantity), shown(text)),
                Err(problem) => (false, format!("{}: {problem}", shown(text))),
            },
            Ok(Value::Number(number)) => {
                let quantity = number.as_f64().map(Quantity::bare);
                (quantity.is_some_and(|quantity| self.accepts(quantity)), number.to_string())
            }
            Ok(_) => (false, "neither a text nor a number".into()),
        };
        check(&format!("answer_{}", self.field), passed)
            .expected(match self.nearness {
                Nearness::Share(share) => format!("{} within {}", self.text, written(100.0 * share, "%")),
                Nearness::Rounded(1) => format!("{} in this unit, rounded to one decimal", self.text),
                Nearness::Rounded(decimals) => format!("{} in this unit, rounded to {decimals} decimals", self.text),
            })
            .seen(seen)
            .at("/answer")
    }

    fn accepts(&self, quantity: Quantity) -> bool {
        match self.nearness {
            Nearness::Share(share) => quantity.is_near(self.value, share),
            Nearness::Rounded(decimals) => quantity.is_rounded(self.value, decimals),
        }
    }
}

fn field<'a>(answer: &'a Value, name: &str, single: bool) -> Result<&'a Value, &'static str> {
    match answer {
        Value::Object(fields) => match fields.get(name) {
            Some(value) => Ok(value),
            None => {
                let mut alike = fields.iter().filter(|(key, _)| plain(key) == plain(name));
                match (alike.next(), alike.next()) {
                    (Some((_, value)), None) => Ok(value),
                    _ => Err("the answer has no such field"),
                }
            }
        },
        Value::String(_) | Value::Number(_) if single => Ok(answer),
        _ => Err("the answer is not an object with this field"),
    }
}

/// The object or value inside a text. A text that holds none stays what it is.
fn unwrapped(answer: &Value) -> Cow<'_, Value> {
    const LONGEST: usize = 20_000;
    let Value::String(text) = answer else { return Cow::Borrowed(answer) };
    if text.len() > LONGEST {
        return Cow::Borrowed(answer);
    }
    let inner = fenced(text).unwrap_or(text).trim();
    match serde_json::from_str(inner) {
        Ok(value @ (Value::Object(_) | Value::String(_) | Value::Number(_))) => Cow::Owned(value),
        _ => Cow::Owned(Value::String(inner.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_grade::all_of;
    use proptest::prelude::*;
    use serde_json::json;

    fn readings(of: &[(&str, &str)]) -> Vec<Reading> {
        let reading = |(field, text): &(&str, &str)| Reading {
            field: (*field).into(),
            text: (*text).into(),
            value: Quantity::read(text).unwrap(),
            nearness: Nearness::Share(0.05),
        };
        of.iter().map(reading).collect()
    }

    fn passes(of: &[(&str, &str)], answer: Value) -> bool {
        all_of(mark(&readings(of), Some(&answer))).passed
    }

    const DROP: [(&str, &str); 1] = [("voltage_drop_R4", "6.812 V")];
    const BOTH: [(&str, &str); 2] = [("output_frequency", "260.417 Hz"), ("duty_cycle", "58%")];

    #[test]
    fn an_answer_may_come_in_several_forms() {
        for answer in [
            json!({"voltage_drop_R4": "6.812 V"}),
            json!({"voltage_drop_R4": 6.8}),
            json!({"Voltage drop r4": "6812 mV"}),
            json!("6.812 V"),
            json!(6.812),
            json!("{\"voltage_drop_R4\": \"6.812 V\"}"),
            json!("Here it is:\n```json\n{\"voltage_drop_R4\": \"6.812 V\"}\n```\nDone."),
            json!("```\n6.812 V\n```"),
        ] {
            assert!(passes(&DROP, answer.clone()), "{answer}");
        }
        assert!(passes(&BOTH, json!({"duty_cycle": "58 %", "output_frequency": "0.26 kHz", "note": 1})));
    }

    #[test]
    fn wrong_and_ambiguous_answers_fail() {
        let two = "```json\n{\"voltage_drop_R4\": \"6.812 V\"}\n```\n```json\n{\"voltage_drop_R4\": \"1 V\"}\n```";
        for answer in [
            json!({"voltage_drop_R4": "7.3 V"}),
            json!({"voltage_drop_R4": "6.812 A"}),
            json!({"voltage_drop_R4": ["6.812 V"]}),
            json!({"voltage_drop_R4": {"value": "6.812 V"}}),
            json!({"voltage_drop_R4": null}),
            json!({"voltage_dropR4": "6.812 V", "voltagedrop_R4": "6.812 V"}),
            json!({"other": "6.812 V"}),
            json!([{"voltage_drop_R4": "6.812 V"}]),
            json!(two),
            json!("value"),
            json!(null),
            json!(true),
        ] {
            assert!(!passes(&DROP, answer.clone()), "{answer}");
        }
        assert!(!passes(&BOTH, json!("260.417 Hz")));
        assert!(!passes(&BOTH, json!({"output_frequency": "58%", "duty_cycle": "260.417 Hz"})));
        assert!(!all_of(mark(&readings(&DROP), None)).passed);
    }

    #[test]
    fn huge_answers_are_no_burden() {
        assert!(!passes(&DROP, json!("[".repeat(5_000_000))));
        assert!(!passes(&DROP, json!("[".repeat(19_000))));
        assert!(!passes(&DROP, json!({"voltage_drop_R4": "6".repeat(5_000_000)})));
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in ".{0,60}|[`{}a-z\"\n:]{0,40}") {
            passes(&DROP, json!(text));
        }
    }
}
