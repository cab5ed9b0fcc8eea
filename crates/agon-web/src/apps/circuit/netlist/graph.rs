//! A circuit with its freedoms taken out: what may be drawn in several ways looks the same here.

use super::super::catalogue::kind_of;
use super::super::state::{GROUND, Part, State};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
    pub(super) nets: usize,
}

pub(super) struct Node {
    pub(super) part: Part,
    /// Kinds that are one kind of thing: a source and its rail.
    pub(super) family: &'static str,
    /// Pins by what they are, not by which: both ends of a resistor are its ends.
    pub(super) pins: Vec<(String, usize)>,
}

impl Graph {
    pub(super) fn new(mut state: State) -> Self {
        state.parts.iter_mut().for_each(to_rail);
        let idle = idle_rails(&state);
        let is_ground = |part: &Part| part.is("dc-rail") && part.number("voltage") == Some(0.0) && !idle.contains(&part.id);
        state.join(|part| if is_ground(part) { Some((part.net("a")?, GROUND)) } else { None });
        state.parts.retain(|part| !is_ground(part));
        merge_rails(&mut state, &idle);
        Self { nodes: state.parts.into_iter().map(Node::new).collect(), nets: state.nets }
    }

    /// How many there are of each family.
    pub(super) fn families(&self) -> BTreeMap<&'static str, usize> {
        let mut families = BTreeMap::new();
        self.nodes.iter().for_each(|node| *families.entry(node.family).or_insert(0) += 1);
        families
    }
}

impl Node {
    fn new(part: Part) -> Self {
        let alike = matches!(part.kind.kind.as_str(), "resistor" | "capacitor" | "inductor" | "switch");
        let gate = part.kind.is_gate();
        let class = |pin: &str| match () {
            () if alike => "end".to_owned(),
            () if gate && pin != "out" => "in".to_owned(),
            () => pin.to_owned(),
        };
        let pins = part.pins.iter().map(|(pin, net)| (class(pin), *net)).collect();
        let family = match part.kind.kind.as_str() {
            "dc-source" => "dc-rail",
            "ac-source" => "ac-rail",
            "square-source" => "square-rail",
            kind => kind,
        };
        Self { family, pins, part }
    }
}

/// Turns a source with one end on ground into the rail that it is, and a clock into a square wave.
fn to_rail(part: &mut Part) {
    let (plus, minus) = (part.net("plus"), part.net("minus"));
    let (rail, net) = match (part.kind.kind.as_str(), plus, minus) {
        (_, Some(GROUND), Some(GROUND)) => return,
        ("dc-source", Some(net), Some(GROUND)) => ("dc-rail", net),
        ("dc-source", Some(GROUND), Some(net)) => {
            let turned = part.number("voltage").map_or(Value::Null, |volts| json!(-volts));
            part.params.insert("voltage".into(), turned);
            ("dc-rail", net)
        }
        ("ac-source", Some(net), Some(GROUND)) => ("ac-rail", net),
        ("square-source", Some(net), Some(GROUND)) => ("square-rail", net),
        ("clock", ..) => match part.net("a") {
            Some(net) => ("square-rail", net),
            None => return,
        },
        _ => return,
    };
    if let Some(kind) = kind_of(rail) {
        part.kind = kind;
        part.pins = vec![("a".into(), net)];
    }
}

fn is_rail(part: &Part) -> bool {
    matches!(part.kind.kind.as_str(), "dc-rail" | "ac-rail" | "square-rail" | "logic-input")
}

/// Rails that no other part hangs on. They stay what they are: parts that nobody asked for.
fn idle_rails(state: &State) -> BTreeSet<u64> {
    let others = state.parts.iter().filter(|part| !is_rail(part));
    let mut busy: BTreeSet<usize> = others.flat_map(|part| part.pins.iter().map(|(_, net)| *net)).collect();
    busy.insert(GROUND);
    let idle = |part: &&Part| is_rail(part) && part.net("a").is_some_and(|net| !busy.contains(&net));
    state.parts.iter().filter(idle).map(|part| part.id).collect()
}

/// Makes one rail, on one net, of all that give the same voltage. Logic inputs are rails here.
fn merge_rails(state: &mut State, idle: &BTreeSet<u64>) {
    let gives = |part: &Part| {
        let params =
            part.kind.params.iter().map(|param| part.number(&param.key).map_or(String::new(), |value| value.to_string()));
        (is_rail(part) && !idle.contains(&part.id)).then(|| (part.kind.kind.clone(), params.collect::<Vec<_>>()))
    };
    let mut nets = BTreeMap::new();
    for part in &state.parts {
        if let (Some(gives), Some(net)) = (gives(part), part.net("a")) {
            nets.entry(gives).or_insert(net);
        }
    }
    state.join(|part| Some((part.net("a")?, *nets.get(&gives(part)?)?)));
    let mut seen = BTreeSet::new();
    state.parts.retain(|part| gives(part).is_none_or(|gives| seen.insert(gives)));
}
