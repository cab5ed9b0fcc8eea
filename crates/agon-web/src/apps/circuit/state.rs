//! The circuit that the page reported, as graders see it: parts on nets, without wires, grounds and texts.

use super::catalogue::{Kind, kind_of};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// The net of ground.
pub(super) const GROUND: usize = 0;

/// Parts on nets. Wires and grounds have been worked into the nets, which are numbered from 0 without gaps.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) parts: Vec<Part>,
    pub(super) nets: usize,
}

#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) id: u64,
    pub(super) kind: &'static Kind,
    pub(super) label: String,
    pub(super) params: Map<String, Value>,
    /// Pins and their nets, in the order of the kind.
    pub(super) pins: Vec<(String, usize)>,
}

/// As the page writes it. What is not named here is not looked at.
#[derive(Deserialize)]
struct Reported {
    app: String,
    parts: Vec<ReportedPart>,
}

#[derive(Deserialize)]
struct ReportedPart {
    id: u64,
    kind: String,
    #[serde(default)]
    label: String,
    #[serde(default)]
    params: Map<String, Value>,
    pins: BTreeMap<String, u64>,
}

impl State {
    /// `Err` says why this is not a state of the Circuit Designer.
    pub(super) fn read(state: &Value) -> Result<Self, String> {
        let reported = Reported::deserialize(state).map_err(|error| error.to_string())?;
        if reported.app != "circuit" {
            return Err(format!("the state is of the application {:?}", reported.app));
        }
        let mut numbers = BTreeMap::from([(0, GROUND)]);
        let mut seen = BTreeSet::new();
        let mut parts = Vec::with_capacity(reported.parts.len());
        for part in reported.parts {
            if !seen.insert(part.id) {
                return Err(format!("two parts have the id {}", part.id));
            }
            let mut part = read_part(part)?;
            for (_, net) in &mut part.pins {
                let next = numbers.len();
                *net = *numbers.entry(*net as u64).or_insert(next);
            }
            parts.push(part);
        }
        let mut state = Self { parts, nets: numbers.len() };
        state.join(|part| match (part.kind.kind.as_str(), part.pins.as_slice()) {
            ("wire", [(_, a), (_, b)]) => Some((*a, *b)),
            ("ground", [(_, a)]) => Some((*a, GROUND)),
            _ => None,
        });
        state.parts.retain(|part| !matches!(part.kind.kind.as_str(), "wire" | "ground" | "net-label" | "text"));
        Ok(state)
    }

    /// Makes one net of two wherever `which` says so of a part.
    pub(super) fn join(&mut self, which: impl Fn(&Part) -> Option<(usize, usize)>) {
        let mut joined = Joined::new(self.nets);
        for (a, b) in self.parts.iter().filter_map(which) {
            joined.join(a, b);
        }
        let mut numbers = BTreeMap::from([(joined.find(GROUND), GROUND)]);
        for (_, net) in self.parts.iter_mut().flat_map(|part| &mut part.pins) {
            let next = numbers.len();
            *net = *numbers.entry(joined.find(*net)).or_insert(next);
        }
        self.nets = numbers.len();
    }
}

impl Part {
    pub(super) fn is(&self, kind: &str) -> bool {
        self.kind.kind == kind
    }

    pub(super) fn net(&self, pin: &str) -> Option<usize> {
        self.pins.iter().find(|(name, _)| name == pin).map(|(_, net)| *net)
    }

    /// A parameter, or what it is by default.
    pub(super) fn param(&self, key: &str) -> Option<&Value> {
        self.params.get(key).or_else(|| self.kind.param(key).map(|param| &param.default))
    }

    pub(super) fn number(&self, key: &str) -> Option<f64> {
        self.param(key)?.as_f64()
    }

    /// What a reader of the marks knows it by.
    pub(super) fn title(&self) -> String {
        match self.label.trim() {
            "" => format!("the {} without a label (part {})", self.kind.name, self.id),
            label => format!("the {} {}", self.kind.name, shown(label)),
        }
    }
}

/// Text from the page as it may stand in a report: short, and with everything beyond ASCII spelt out, since an А may be Cyrillic.
pub(super) fn shown(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut result: String = text.chars().take(LONGEST).flat_map(spelt).collect();
    if text.chars().nth(LONGEST).is_some() {
        result.push('…');
    }
    result
}

fn spelt(c: char) -> Vec<char> {
    // What engineers write every day needs no spelling.
    if matches!(c, ' '..='~' | 'Ω' | 'µ' | 'μ' | '°' | '₀'..='₉' | '−') {
        vec![c]
    } else {
        format!("<U+{:04X}>", c as u32).chars().collect()
    }
}

fn read_part(part: ReportedPart) -> Result<Part, String> {
    let kind = kind_of(&part.kind).ok_or_else(|| format!("there is no part of kind {:?}", shown(&part.kind)))?;
    let inputs = part.pins.keys().filter(|pin| pin.starts_with("in") && pin.len() > 2).count();
    let names = kind.pin_names(inputs);
    if names.len() != part.pins.len() {
        return Err(format!("part {} has {} pins, and a {} has {}", part.id, part.pins.len(), kind.name, names.len()));
    }
    let pins = names.into_iter().map(|name| {
        let net = part.pins.get(&name).ok_or_else(|| format!("part {} has no pin {name:?}", part.id))?;
        let net = usize::try_from(*net).map_err(|_| format!("part {} has a pin on net {net}", part.id))?;
        Ok((name, net))
    });
    let pins = pins.collect::<Result<_, String>>()?;
    Ok(Part { id: part.id, kind, label: part.label, params: part.params, pins })
}

/// Which nets are one: a forest in which every net points towards the one that stands for all.
struct Joined(Vec<usize>);

impl Joined {
    fn new(nets: usize) -> Self {
        Self((0..nets).collect())
    }

    fn find(&mut self, mut net: usize) -> usize {
        while self.0[net] != net {
            self.0[net] = self.0[self.0[net]];
            net = self.0[net];
        }
        net
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a] = b;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn states_with_every_kind_of_part_are_read_and_net_labels_are_no_parts() {
        let parts: Vec<Value> = super::super::catalogue::kinds()
            .iter()
            .enumerate()
            .map(|(id, kind)| {
                let pins: Map<String, Value> =
                    kind.pin_names(2).into_iter().enumerate().map(|(net, pin)| (pin, json!(net + 1))).collect();
                json!({"id": id + 1, "kind": kind.kind, "label": "X", "params": {}, "pins": pins})
            })
            .collect();
        let state = State::read(&json!({"app": "circuit", "parts": parts})).unwrap();
        let has = |kind: &str| state.parts.iter().any(|part| part.is(kind));
        for kind in ["transformer", "zener", "potentiometer", "current-source", "voltmeter", "ammeter", "njfet", "scr"] {
            assert!(has(kind), "{kind}");
        }
        assert!(!has("net-label") && !has("wire") && !has("text"));
    }
}
