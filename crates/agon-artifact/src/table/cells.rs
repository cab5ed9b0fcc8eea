//! When a cell is right.

use crate::number::NumberStyle;
use crate::settings::{Rule, Tolerance};
use crate::sheet::Cell;
use crate::written;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Comparing {
    /// As a number where the reference has one, else folded.
    #[default]
    Auto,
    Number,
    Text,
    Folded,
}

/// A column that is compared.
pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) is_key: bool,
    pub(crate) expected: usize,
    pub(crate) seen: Option<usize>,
    pub(crate) comparing: Comparing,
    pub(crate) tolerance: Tolerance,
    pub(crate) rule: Rule,
}

/// How cells are read.
pub(crate) struct Context<'a> {
    pub(crate) style: NumberStyle,
    pub(crate) empty: &'a [String],
}

impl Context<'_> {
    pub(crate) fn is_empty(&self, cell: &Cell) -> bool {
        match cell {
            Cell::Empty => true,
            Cell::Text(text) => self.empty.iter().any(|empty| written::folded(empty) == written::folded(text)),
            Cell::Number(_) | Cell::Bool(_) => false,
        }
    }

    /// References are written with a decimal point, whatever agents are asked for.
    pub(crate) fn number_of_reference(&self, cell: &Cell) -> Option<f64> {
        cell.number(NumberStyle { percent: self.style.percent, ..NumberStyle::default() }).or_else(|| cell.number(self.style))
    }
}

impl Column {
    pub(crate) fn right(&self, expected: &Cell, seen: &Cell, context: &Context<'_>) -> bool {
        right(self.comparing, &self.tolerance, expected, seen, context)
    }

    pub(crate) fn tolerance_words(&self) -> String {
        if self.comparing == Comparing::Text || self.is_key { String::new() } else { self.tolerance.words() }
    }
}

pub(crate) fn right(comparing: Comparing, tolerance: &Tolerance, expected: &Cell, seen: &Cell, context: &Context<'_>) -> bool {
    match (context.is_empty(expected), context.is_empty(seen)) {
        (true, true) => return true,
        (true, false) | (false, true) => return false,
        (false, false) => {}
    }
    match comparing {
        Comparing::Text => written::spaced(&expected.written()) == written::spaced(&seen.written()),
        Comparing::Folded => same_folded(expected, seen),
        Comparing::Number | Comparing::Auto => match context.number_of_reference(expected) {
            Some(wanted) => seen.number(context.style).is_some_and(|given| tolerance.score(wanted, given) >= 1.0),
            None => match (expected.boolean(), seen.boolean()) {
                (Some(wanted), Some(given)) => wanted == given,
                _ => same_folded(expected, seen),
            },
        },
    }
}

fn same_folded(expected: &Cell, seen: &Cell) -> bool {
    written::folded(&expected.written()) == written::folded(&seen.written())
}

pub(crate) fn of_toml(value: &toml::Value) -> Cell {
    match value {
        toml::Value::Integer(value) => Cell::Number(*value as f64),
        toml::Value::Float(value) => Cell::finite(*value),
        toml::Value::Boolean(value) => Cell::Bool(*value),
        toml::Value::String(text) => Cell::text(text),
        other => Cell::text(&other.to_string()),
    }
}
