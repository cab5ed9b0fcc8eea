//! Which part is which, as far as kinds, values and labels tell, and what values are wrong.

use super::super::label::plain;
use super::super::quantity::written;
use super::super::state::{Part, shown};
use super::graph::Graph;
use super::reference::{Reference, Wish};
use serde_json::Value;

/// Parts of a reference and the parts of a circuit that stand for them, by their place in the graphs.
pub(super) struct Pairing {
    pairs: Vec<(usize, usize)>,
    /// Parts of the reference without a partner.
    pub(super) missing: Vec<usize>,
    /// Parts of the circuit without one.
    extra: Vec<usize>,
}

/// Numbers may be off by this share.
const TOLERANCE: f64 = 0.01;

impl Pairing {
    pub(super) fn of(pairs: Vec<(usize, usize)>) -> Self {
        Self { pairs, missing: Vec::new(), extra: Vec::new() }
    }

    /// Pairs parts of a family: first by values and label, then by values, by label, and in order.
    pub(super) fn find(reference: &Reference, circuit: &Graph) -> Self {
        let mut missing: Vec<usize> = (0..reference.graph.nodes.len()).collect();
        let mut extra: Vec<usize> = (0..circuit.nodes.len()).collect();
        let mut pairs = Vec::new();
        for (by_values, by_label) in [(true, true), (true, false), (false, true), (false, false)] {
            missing.retain(|wanted| {
                let node = &reference.graph.nodes[*wanted];
                let is_it = |found: &usize| {
                    let other = &circuit.nodes[*found];
                    node.family == other.family
                        && (!by_label || plain(&node.part.label) == plain(&other.part.label))
                        && (!by_values || fits(reference, &node.part, &other.part))
                };
                let found = extra.iter().position(is_it);
                pairs.extend(found.map(|place| (*wanted, extra.remove(place))));
                found.is_none()
            });
        }
        Self { pairs, missing, extra }
    }

    /// What is missing and what is too many.
    pub(super) fn differences(&self, reference: &Reference, circuit: &Graph) -> Option<String> {
        let missing = self.missing.iter().map(|i| {
            let part = &reference.graph.nodes[*i].part;
            format!("{} is missing ({}{})", part.label, part.kind.name, described(part))
        });
        let extra = self.extra.iter().map(|i| {
            let part = &circuit.nodes[*i].part;
            format!("{}{} was not asked for", part.title(), described(part))
        });
        let all: Vec<String> = missing.chain(extra).collect();
        (!all.is_empty()).then(|| some_of(&all))
    }

    pub(super) fn wrong_values(&self, reference: &Reference, circuit: &Graph) -> Option<String> {
        let wrong = self
            .pairs
            .iter()
            .flat_map(|(wanted, found)| mismatches(reference, &reference.graph.nodes[*wanted].part, &circuit.nodes[*found].part));
        let wrong: Vec<String> = wrong.collect();
        (!wrong.is_empty()).then(|| some_of(&wrong))
    }
}

/// The first few of what may be very many.
fn some_of(all: &[String]) -> String {
    const MOST_NAMED: usize = 6;
    let more = all.len().saturating_sub(MOST_NAMED);
    let text = all[..all.len() - more].join("; ");
    if more > 0 { format!("{text}; and {more} more") } else { text }
}

pub(super) fn fits(reference: &Reference, wanted: &Part, found: &Part) -> bool {
    mismatches(reference, wanted, found).is_empty()
}

/// A part's values: `, 2.2 kΩ`, with those that are not the default.
fn described(part: &Part) -> String {
    let told = part.kind.params.iter().enumerate().filter(|(i, param)| {
        *i == 0 || part.params.get(&param.key).is_some_and(|value| value.as_f64() != param.default.as_f64())
    });
    told.filter(|(_, param)| param.default.is_number())
        .map(|(_, param)| format!(", {}", said(part.param(&param.key), &param.unit)))
        .collect()
}

fn mismatches(reference: &Reference, wanted: &Part, found: &Part) -> Vec<String> {
    let wishes = reference.wishes.get(&wanted.id);
    let mut wrong = Vec::new();
    for param in &wanted.kind.params {
        // The number of inputs shows in the pins, and a colour changes nothing.
        if matches!(param.key.as_str(), "inputs" | "colour") {
            continue;
        }
        let wish = wishes.into_iter().flatten().find(|(key, _)| *key == param.key).map(|(_, wish)| wish);
        let (expected, value) = (wanted.param(&param.key), found.param(&param.key));
        let (right, expected) = match wish {
            Some(Wish::Any) => (true, String::new()),
            Some(Wish::AtLeast(least)) => {
                let enough = value.and_then(Value::as_f64).is_some_and(|value| value >= least - TOLERANCE * least.abs());
                (enough, format!("at least {}", written(*least, &param.unit)))
            }
            None => (same(expected, value), said(expected, &param.unit)),
        };
        if !right {
            // The first parameter is what a part is known by; others are named.
            let name = if wanted.kind.params[0].key == param.key { String::new() } else { format!(" {}", param.name) };
            wrong.push(format!("{}{name}: expected {expected}, found {}", wanted.label, said(value, &param.unit)));
        }
    }
    wrong
}

fn same(expected: Option<&Value>, value: Option<&Value>) -> bool {
    match (expected.and_then(Value::as_f64), value.and_then(Value::as_f64)) {
        (Some(expected), Some(value)) => (value - expected).abs() <= TOLERANCE * expected.abs(),
        _ => expected == value,
    }
}

fn said(value: Option<&Value>, unit: &str) -> String {
    match value {
        None | Some(Value::Null) => "nothing".into(),
        Some(Value::String(text)) => shown(text),
        Some(Value::Bool(value)) => value.to_string(),
        Some(value) => value.as_f64().map_or_else(|| "no value".into(), |number| written(number, unit)),
    }
}
