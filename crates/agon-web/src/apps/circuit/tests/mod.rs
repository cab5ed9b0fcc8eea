//! Circuits as text, and what the marking says of them.

mod attacks;
mod netlist;
mod truth;

use super::Marking;
use super::catalogue::kind_of;
use agon_core::{Check, Marks};
use agon_grade::all_of;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// A circuit: `kind label net … key=value …` on each line, the nets in the order of the kind's pins. `0` is ground, `-` no label, `_` a
/// pin that hangs on nothing.
#[derive(Clone, Debug)]
pub(super) struct Bench {
    pub(super) parts: Vec<BenchPart>,
}

#[derive(Clone, Debug)]
pub(super) struct BenchPart {
    pub(super) kind: String,
    pub(super) label: String,
    pub(super) params: Map<String, Value>,
    pub(super) nets: Vec<String>,
}

pub(super) fn bench(text: &str) -> Bench {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let parts = lines.enumerate().map(|(i, line)| {
        let mut words = line.split_whitespace();
        let kind = words.next().unwrap().to_owned();
        let label = words.next().unwrap().trim_start_matches('-').to_owned();
        let (params, nets): (Vec<&str>, Vec<&str>) = words.partition(|word| word.contains('='));
        let param = |word: &str| {
            let (key, value) = word.split_once('=').unwrap();
            (key.to_owned(), serde_json::from_str(value).unwrap())
        };
        let of = kind_of(&kind).unwrap();
        let mut all: Map<String, Value> = of.params.iter().map(|param| (param.key.clone(), param.default.clone())).collect();
        all.extend(params.into_iter().map(param));
        let net = |(k, net): (usize, &str)| if net == "_" { format!("alone {i} {k}") } else { net.to_owned() };
        BenchPart { kind, label, params: all, nets: nets.into_iter().enumerate().map(net).collect() }
    });
    Bench { parts: parts.collect() }
}

impl Bench {
    pub(super) fn state(&self) -> Value {
        let mut numbers: BTreeMap<&str, usize> = BTreeMap::from([("0", 0)]);
        let mut parts = Vec::new();
        for (id, part) in self.parts.iter().enumerate() {
            let names = kind_of(&part.kind).unwrap().pin_names(part.nets.len().saturating_sub(1));
            assert_eq!(names.len(), part.nets.len(), "{part:?}");
            let mut pins = Map::new();
            for (name, net) in names.into_iter().zip(&part.nets) {
                let next = numbers.len();
                pins.insert(name, json!(*numbers.entry(net).or_insert(next)));
            }
            parts.push(json!({
                "id": id + 1, "kind": part.kind, "label": part.label, "params": part.params,
                "a": [0, 0], "b": [4, 0], "flip": false, "turns": 0, "pins": pins,
            }));
        }
        json!({"app": "circuit", "time": 0.5, "running": true, "timeStep": 5e-6, "parts": parts, "scopes": [], "problem": null})
    }
}

pub(super) fn marking(text: &str) -> Marking {
    read(text).unwrap()
}

pub(super) fn read(text: &str) -> Result<Marking, String> {
    Marking::read(text.parse().unwrap())
}

pub(super) fn marks(marking: &Marking, bench: &Bench) -> Marks {
    all_of(marking.mark(&bench.state(), None).unwrap())
}

/// The names of the checks that fail.
pub(super) fn failing(marking: &Marking, bench: &Bench) -> Vec<String> {
    marks(marking, bench).checks.into_iter().filter(|check| !check.passed).map(|check| check.name).collect()
}

pub(super) fn named(marks: &Marks, name: &str) -> Check {
    marks.checks.iter().find(|check| check.name == name).unwrap_or_else(|| panic!("no check {name}: {marks:?}")).clone()
}

/// What one check saw.
pub(super) fn seen(marking: &Marking, bench: &Bench, name: &str) -> String {
    named(&marks(marking, bench), name).seen
}
