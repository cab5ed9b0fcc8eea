//! The functions that expressions may call. Each is total: what it cannot make sense of is null.

use super::{equal, number};
use serde_json::Value;
use std::borrow::Cow;
use std::cmp::Ordering;
use std::ops::RangeInclusive;

#[derive(Debug)]
pub(super) struct Function {
    name: &'static str,
    pub(super) arguments: RangeInclusive<usize>,
    does: fn(&[&Value]) -> Option<Value>,
}

pub(super) fn find(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|function| function.name == name)
}

pub(super) fn call(function: &Function, arguments: &[Cow<'_, Value>]) -> Value {
    let arguments: Vec<&Value> = arguments.iter().map(Cow::as_ref).collect();
    (function.does)(&arguments).unwrap_or(Value::Null)
}

const fn function(name: &'static str, arguments: RangeInclusive<usize>, does: fn(&[&Value]) -> Option<Value>) -> Function {
    Function { name, arguments, does }
}

static FUNCTIONS: [Function; 20] = [
    function("abs", 1..=1, |a| Some(number(a[0].as_f64()?.abs()))),
    function("floor", 1..=1, |a| Some(number(a[0].as_f64()?.floor()))),
    function("sqrt", 1..=1, |a| Some(number(a[0].as_f64()?.sqrt()))),
    function("round", 1..=2, |a| round(a[0].as_f64()?, a.get(1).map_or(Some(0), |digits| digits.as_i64())?)),
    function("min", 1..=1, |a| extreme(numbers(a[0])?, f64::min)),
    function("max", 1..=1, |a| extreme(numbers(a[0])?, f64::max)),
    function("sum", 1..=1, |a| Some(number(numbers(a[0])?.iter().sum()))),
    function("near", 3..=3, |a| {
        let difference = a[0].as_f64()? - a[1].as_f64()?;
        Some(Value::Bool(difference.abs() <= a[2].as_f64()?))
    }),
    function("number", 1..=1, |a| match a[0] {
        Value::Number(value) => Some(Value::Number(value.clone())),
        Value::String(text) => text.trim().parse().ok().map(number),
        _ => None,
    }),
    function("text", 1..=1, |a| match a[0] {
        Value::Null => None,
        Value::String(text) => Some(Value::String(text.clone())),
        value => Some(Value::String(value.to_string())),
    }),
    function("lower", 1..=1, |a| Some(Value::String(a[0].as_str()?.to_lowercase()))),
    function("upper", 1..=1, |a| Some(Value::String(a[0].as_str()?.to_uppercase()))),
    function("trim", 1..=1, |a| Some(Value::String(a[0].as_str()?.trim().to_owned()))),
    function("lines", 1..=1, |a| Some(texts(a[0].as_str()?.lines()))),
    function("split", 2..=2, |a| {
        let separator = a[1].as_str().filter(|separator| !separator.is_empty())?;
        Some(texts(a[0].as_str()?.split(separator)))
    }),
    function("keys", 1..=1, |a| Some(a[0].as_object()?.keys().cloned().map(Value::String).collect())),
    function("values", 1..=1, |a| Some(a[0].as_object()?.values().cloned().collect())),
    function("sorted", 1..=1, |a| Some(Value::Array(sorted(a[0])?))),
    function("set", 1..=1, |a| {
        let mut entries = sorted(a[0])?;
        entries.dedup_by(|one, other| equal(one, other));
        Some(Value::Array(entries))
    }),
    function("first", 1..=1, |a| a[0].as_array()?.first().cloned()),
];

fn round(value: f64, digits: i64) -> Option<Value> {
    let digits = i32::try_from(digits).ok().filter(|digits| (-15..=15).contains(digits))?;
    let scale = 10f64.powi(digits.abs());
    Some(number(if digits < 0 { (value / scale).round() * scale } else { (value * scale).round() / scale }))
}

/// The numbers of a list that has nothing else.
fn numbers(list: &Value) -> Option<Vec<f64>> {
    list.as_array()?.iter().map(Value::as_f64).collect()
}

fn extreme(numbers: Vec<f64>, of: fn(f64, f64) -> f64) -> Option<Value> {
    numbers.into_iter().reduce(of).map(number)
}

fn texts<'a>(all: impl Iterator<Item = &'a str>) -> Value {
    all.map(|text| Value::String(text.to_owned())).collect()
}

/// In a fixed order: numbers by size, texts by their letters, all else by how it is written.
fn sorted(list: &Value) -> Option<Vec<Value>> {
    let mut entries: Vec<(String, Value)> = list.as_array()?.iter().map(|entry| (entry.to_string(), entry.clone())).collect();
    entries.sort_by(|(one_text, one), (other_text, other)| match (one.as_f64(), other.as_f64()) {
        (Some(one), Some(other)) => one.total_cmp(&other),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => one_text.cmp(other_text),
    });
    Some(entries.into_iter().map(|(_, entry)| entry).collect())
}
