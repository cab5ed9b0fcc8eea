//! The answer that the agent handed in, whatever its clothes: case, quotes, units, the form of numbers, the order of lists.

use super::near::Closeness;
use super::quantity::Quantity;
use super::{Facts, Finding, StartFiles, Template, agreement, shown, sound};
use crate::answers::fenced;
use serde::Deserialize;
use serde_json::Value;
use std::borrow::Cow;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Answer {
    value: Value,
    /// Other right answers.
    #[serde(default)]
    accept: Vec<Value>,
    #[serde(rename = "as")]
    form: Option<Form>,
    /// The field of an answer that is an object.
    field: Option<String>,
    tolerance: Option<f64>,
    relative: Option<f64>,
    #[serde(default)]
    ordered: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Form {
    Text,
    Number,
    Quantity,
    List,
}

impl Template for Answer {
    fn mark(&self, facts: &Facts<'_>) -> Finding {
        let answer = facts.root("answer");
        let at = match &self.field {
            Some(field) => format!("/answer/{field}"),
            None => "/answer".to_owned(),
        };
        if answer.is_null() {
            return Finding::new(false, self.expected(), "no answer", at);
        }
        let Some(given) = self.given(answer) else {
            return Finding::new(false, self.expected(), format!("no such field in {}", shown(answer)), at);
        };
        let scores = self.right().map(|right| self.score(&given, right));
        let (score, problem) = scores.max_by(|one, other| one.0.total_cmp(&other.0)).unwrap_or((0.0, None));
        let seen = match problem {
            Some(problem) => format!("{}: {problem}", shown(&given)),
            None => shown(&given),
        };
        Finding { score, expected: self.expected(), seen, at }
    }

    fn settle(&mut self, _: &StartFiles) -> Result<(), String> {
        self.closeness().settle()?;
        for right in self.right() {
            let readable = match (self.form_of(right), right) {
                (Form::Text, Value::String(text)) => !plain(text).is_empty(),
                (Form::Number, Value::Number(_)) => true,
                (Form::Quantity, Value::String(text)) => Quantity::read(text).is_ok_and(Quantity::has_unit),
                (Form::List, Value::Array(entries)) => {
                    !entries.is_empty()
                        && entries
                            .iter()
                            .all(|entry| entry.is_number() || entry.as_str().is_some_and(|text| !plain(text).is_empty()))
                }
                _ => false,
            };
            sound(readable, format!("{} is no {}", shown(right), self.form_of(right).word()))?;
        }
        Ok(())
    }
}

impl Answer {
    fn right(&self) -> impl Iterator<Item = &Value> {
        std::iter::once(&self.value).chain(&self.accept)
    }

    fn closeness(&self) -> Closeness {
        Closeness { tolerance: self.tolerance, relative: self.relative }
    }

    fn form_of(&self, right: &Value) -> Form {
        self.form.unwrap_or(match right {
            Value::Number(_) => Form::Number,
            Value::Array(_) => Form::List,
            _ => Form::Text,
        })
    }

    fn expected(&self) -> String {
        let right: Vec<String> = self.right().map(shown).collect();
        let order = if self.ordered { " in this order" } else { "" };
        format!("{}{}{order}", right.join(" or "), self.closeness().words())
    }

    /// The part of the answer that is asked for. An object of one field stands for what is in it.
    fn given<'a>(&self, answer: &'a Value) -> Option<Cow<'a, Value>> {
        let answer = unwrapped(answer);
        let Value::Object(fields) = answer.as_ref() else { return self.field.is_none().then_some(answer) };
        let found = match &self.field {
            Some(field) => fields.get(field).or_else(|| {
                let mut alike = fields.iter().filter(|(name, _)| same_name(name, field));
                match (alike.next(), alike.next()) {
                    (Some((_, value)), None) => Some(value),
                    _ => None,
                }
            }),
            None if fields.len() == 1 => fields.values().next(),
            None => None,
        };
        found.map(|value| Cow::Owned(value.clone()))
    }

    /// How right it is, and what is wrong with its form.
    fn score(&self, given: &Value, right: &Value) -> (f64, Option<String>) {
        let outcome = match self.form_of(right) {
            Form::Text => text(given).map(|given| same_text(&given, right)),
            Form::Number | Form::Quantity => self.same_number(given, right),
            Form::List => {
                let score = self.same_list(given, right);
                return score.map_or_else(|problem| (0.0, Some(problem)), |score| (score, None));
            }
        };
        match outcome {
            Ok(same) => (if same { 1.0 } else { 0.0 }, None),
            Err(problem) => (0.0, Some(problem)),
        }
    }

    fn same_number(&self, given: &Value, right: &Value) -> Result<bool, String> {
        let reference = quantity(right)?;
        let given = quantity(given)?;
        match given.difference(reference) {
            Some((difference, size)) => Ok(self.closeness().holds(difference, size)),
            None if reference.has_unit() => Err("its unit is of another kind".into()),
            None => Err("it has a unit, and none is asked for".into()),
        }
    }

    fn same_list(&self, given: &Value, right: &Value) -> Result<f64, String> {
        let right = right.as_array().map(Vec::as_slice).unwrap_or_default();
        let given = entries(given)?;
        let same = |given: &Value, right: &Value| match right {
            Value::Number(_) => self.same_number(given, right).unwrap_or(false),
            _ => text(given).is_ok_and(|given| same_text(&given, right)),
        };
        let longer = given.len().max(right.len());
        if self.ordered {
            let alike = given.iter().zip(right).filter(|(given, right)| same(given, right)).count();
            return Ok(agreement(alike, longer));
        }
        let mut left: Vec<&Value> = given.iter().collect();
        let found = right.iter().filter(|right| match left.iter().position(|given| same(given, right)) {
            Some(at) => {
                left.swap_remove(at);
                true
            }
            None => false,
        });
        Ok(agreement(found.count(), longer))
    }
}

impl Form {
    fn word(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Number => "number",
            Self::Quantity => "quantity with a unit, such as \"12.5 km\"",
            Self::List => "list of texts and numbers",
        }
    }
}

/// Longer answers are none.
const LONGEST: usize = 20_000;
const MOST_ENTRIES: usize = 1000;

/// The object, list or value inside a text, also in a code fence. A text that holds none stays what it is.
fn unwrapped(answer: &Value) -> Cow<'_, Value> {
    let Value::String(text) = answer else { return Cow::Borrowed(answer) };
    if text.len() > LONGEST {
        return Cow::Borrowed(answer);
    }
    let inner = fenced(text).unwrap_or(text).trim();
    match serde_json::from_str(inner) {
        Ok(value @ (Value::Object(_) | Value::Array(_) | Value::String(_))) => Cow::Owned(value),
        _ => Cow::Owned(Value::String(inner.to_owned())),
    }
}

fn text(given: &Value) -> Result<Cow<'_, str>, String> {
    match given {
        Value::String(text) if text.len() <= LONGEST => Ok(Cow::Borrowed(text)),
        Value::String(_) => Err("it is too long".into()),
        Value::Number(number) => Ok(Cow::Owned(number.to_string())),
        Value::Bool(value) => Ok(Cow::Owned(value.to_string())),
        _ => Err("it is no text".into()),
    }
}

fn quantity(given: &Value) -> Result<Quantity, String> {
    match given {
        Value::Number(number) => number.as_f64().map(Quantity::bare).ok_or_else(|| "it is no number".into()),
        Value::String(text) => Quantity::read(unquoted(text)),
        _ => Err("it is no number".into()),
    }
}

/// A list, or a text that lists: `a, b and c`, by commas, semicolons or lines.
fn entries(given: &Value) -> Result<Vec<Value>, String> {
    let entries = match given {
        Value::Array(entries) => entries.clone(),
        Value::String(text) if text.len() <= LONGEST => {
            let inner = text.trim().trim_start_matches(['[', '(', '{']).trim_end_matches([']', ')', '}']);
            let separators: &[char] = if inner.contains('\n') {
                &['\n']
            } else if inner.contains(';') {
                &[';']
            } else {
                &[',']
            };
            let pieces = inner.split(separators).flat_map(|piece| piece.split(" and ")).map(listed);
            pieces.filter(|piece| !piece.is_empty()).map(|piece| Value::String(piece.to_owned())).collect()
        }
        Value::Number(_) => vec![given.clone()],
        _ => return Err("it is no list".into()),
    };
    if entries.len() > MOST_ENTRIES { Err("it is too long".into()) } else { Ok(entries) }
}

/// An entry without the bullet before it and the `and` that is left of `, and`.
fn listed(piece: &str) -> &str {
    let piece = piece.trim().trim_end_matches(',').trim_start_matches(['*', '•']).trim();
    piece.strip_prefix("- ").or_else(|| piece.strip_prefix("and ")).unwrap_or(piece).trim()
}

fn same_text(given: &str, right: &Value) -> bool {
    right.as_str().is_some_and(|right| plain(given) == plain(right))
}

/// A text without case, outer quotes, a full stop at the end and extra space.
fn plain(text: &str) -> String {
    let text = unquoted(text);
    let text = unquoted(text.strip_suffix('.').unwrap_or(text));
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

fn unquoted(text: &str) -> &str {
    let text = text.trim();
    for (open, close) in [('"', '"'), ('\'', '\''), ('`', '`'), ('“', '”'), ('‘', '’')] {
        if let Some(inner) = text.strip_prefix(open).and_then(|rest| rest.strip_suffix(close)) {
            return inner.trim();
        }
    }
    text
}

/// Names of fields with the same letters and digits.
fn same_name(one: &str, other: &str) -> bool {
    let letters = |name: &str| name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>();
    letters(one) == letters(other)
}

#[cfg(test)]
#[path = "answer_tests.rs"]
mod tests;
