//! What a task file says a circuit is.

use super::super::catalogue::{Kind, kind_of};
use super::super::quantity::Quantity;
use super::super::state::{GROUND, Part, State};
use super::graph::Graph;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

pub(super) struct Reference {
    pub(super) graph: Graph,
    /// What is wanted of parameters otherwise than to have a value, by the part's id.
    pub(super) wishes: BTreeMap<u64, Vec<(String, Wish)>>,
    /// The names of nets, as far as they have one.
    pub(super) net_names: BTreeMap<usize, String>,
}

#[derive(Clone, Debug)]
pub(super) enum Wish {
    Any,
    AtLeast(f64),
}

/// Orders of parts in series, all taken together.
const MOST_ORDERS: usize = 64;

impl Reference {
    /// One reference for each order of the parts in series.
    pub(super) fn read(lines: &[String]) -> Result<Vec<Self>, String> {
        let mut orders: Vec<Vec<String>> = vec![Vec::new()];
        for (i, line) in lines.iter().enumerate() {
            let ways = ways(line, i).map_err(|problem| format!("circuit: {line:?}: {problem}"))?;
            if orders.len() * ways.len() > MOST_ORDERS {
                return Err(format!("circuit: {line:?}: there are more than {MOST_ORDERS} orders"));
            }
            let longer =
                |order: &Vec<String>| ways.iter().map(|way| [order.as_slice(), way.as_slice()].concat()).collect::<Vec<_>>();
            orders = orders.iter().flat_map(longer).collect();
        }
        orders.iter().map(|lines| Self::read_one(lines)).collect()
    }

    fn read_one(lines: &[String]) -> Result<Self, String> {
        let mut reader = Reader { nets: BTreeMap::new(), next_net: GROUND + 1, wishes: BTreeMap::new() };
        let mut parts: Vec<Part> = Vec::new();
        for (i, line) in lines.iter().enumerate() {
            let part = reader.part(i as u64, line).map_err(|problem| format!("circuit: {line:?}: {problem}"))?;
            if parts.iter().any(|other| other.label == part.label) {
                return Err(format!("circuit: {line:?}: there are two parts {}", part.label));
            }
            parts.push(part);
        }
        if parts.is_empty() {
            return Err("circuit: there are no parts".into());
        }
        // The nets get other numbers on the way, so their names go with pins.
        let named: BTreeMap<(u64, String), String> = parts
            .iter()
            .flat_map(|part| part.pins.iter().map(move |(pin, net)| ((part.id, pin.clone()), *net)))
            .filter_map(|(pin, net)| Some((pin, reader.nets.iter().find(|(_, other)| **other == net)?.0.clone())))
            .collect();
        let graph = Graph::new(State { parts, nets: reader.next_net });
        let name = |id: u64, pin: &str| named.get(&(id, pin.to_owned())).cloned();
        let net_names = graph
            .nodes
            .iter()
            .flat_map(|node| node.part.pins.iter().filter_map(move |(pin, net)| Some((*net, name(node.part.id, pin)?))));
        let net_names = net_names.collect();
        Ok(Self { net_names, wishes: reader.wishes, graph })
    }

    /// Its parts by name.
    pub(super) fn summary(&self) -> String {
        self.graph.nodes.iter().map(|node| node.part.label.as_str()).collect::<Vec<_>>().join(", ")
    }
}

/// The lines that a line stands for: itself, or parts in series in each of their orders.
fn ways(line: &str, number: usize) -> Result<Vec<Vec<String>>, String> {
    let Some(series) = line.trim().strip_prefix("series ") else { return Ok(vec![vec![line.to_owned()]]) };
    let (ends, parts) = series.split_once(':').ok_or("a colon is missing after the two nets")?;
    let [from, to] = ends.split_whitespace().collect::<Vec<_>>()[..] else {
        return Err("parts in series stand between two nets".into());
    };
    let parts: Vec<&str> = parts.split(';').map(str::trim).collect();
    if !(2..=4).contains(&parts.len()) {
        return Err(format!("{} parts in series are not possible, 2 to 4 are", parts.len()));
    }
    let in_order = |order: &Vec<usize>| {
        let net = |k: usize| match k {
            0 => from.to_owned(),
            k if k == parts.len() => to.to_owned(),
            k => format!("series.{number}.{k}"),
        };
        let part = |(k, i): (usize, &usize)| {
            let mut words = parts[*i].split_whitespace();
            let (kind, name) = words.next().zip(words.next()).ok_or("a part in series needs a kind and a name")?;
            if !matches!(kind, "resistor" | "capacitor" | "inductor") {
                return Err(format!("the order of a {kind} in series matters"));
            }
            Ok(format!("{kind} {name} {} {} {}", net(k), net(k + 1), words.collect::<Vec<_>>().join(" ")))
        };
        order.iter().enumerate().map(part).collect()
    };
    permutations(parts.len()).iter().map(in_order).collect()
}

fn permutations(count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let insert = |shorter: &Vec<usize>| {
        let at = |place: usize| {
            let mut longer = shorter.clone();
            longer.insert(place, count - 1);
            longer
        };
        (0..count).map(at).collect::<Vec<_>>()
    };
    permutations(count - 1).iter().flat_map(insert).collect()
}

struct Reader {
    nets: BTreeMap<String, usize>,
    next_net: usize,
    wishes: BTreeMap<u64, Vec<(String, Wish)>>,
}

impl Reader {
    fn part(&mut self, id: u64, line: &str) -> Result<Part, String> {
        let mut words = line.split_whitespace();
        let (kind, label) = words.next().zip(words.next()).ok_or("a part needs a kind and a name")?;
        let kind = kind_of(kind).ok_or_else(|| format!("there is no part of kind {kind:?}"))?;
        if matches!(kind.kind.as_str(), "wire" | "ground" | "text") {
            return Err(format!("a {} is no part of a netlist; nets of one name are one, and 0 is ground", kind.kind));
        }
        let (given, in_order): (Vec<&str>, Vec<&str>) = words.partition(|word| word.contains('='));
        let mut params = Map::new();
        let mut by_name = BTreeMap::new();
        for word in given {
            let (key, value) = word.split_once('=').ok_or("")?;
            let (key, at_least) = key.strip_suffix('>').map_or((key, false), |key| (key, true));
            if let Some(param) = kind.param(key) {
                let read = || number(value, &param.unit).map_err(|problem| format!("{key}: {problem}"));
                let wishes = self.wishes.entry(id).or_default();
                match (value, &param.default) {
                    ("any", _) if !at_least => wishes.push((key.into(), Wish::Any)),
                    (_, Value::Number(_)) if at_least => wishes.push((key.into(), Wish::AtLeast(read()?))),
                    (_, Value::Number(_)) => _ = params.insert(key.into(), json!(read()?)),
                    ("true" | "false", Value::Bool(_)) => _ = params.insert(key.into(), json!(value == "true")),
                    (_, Value::String(_)) => _ = params.insert(key.into(), json!(value)),
                    _ => return Err(format!("{key} cannot be {value:?}")),
                }
            } else if by_name.insert(key, value).is_some() {
                return Err(format!("{key} is there twice"));
            }
        }
        let names = pins(kind, in_order.len(), &by_name);
        if let Some(unknown) = by_name.keys().find(|key| !names.iter().any(|name| name == *key)) {
            return Err(format!("a {} has neither a pin nor a parameter {unknown:?}", kind.name));
        }
        let all_in_order = by_name.is_empty() && in_order.len() == names.len();
        if !(all_in_order || in_order.is_empty() && !by_name.is_empty()) {
            return Err(format!("give the nets of all pins in order ({}), or some by name", names.join(", ")));
        }
        let pins = names.into_iter().enumerate().map(|(i, name)| {
            let net = in_order.get(i).or_else(|| by_name.get(name.as_str())).copied();
            (name, self.net(net))
        });
        Ok(Part { id, kind, label: label.into(), params, pins: pins.collect() })
    }

    /// The number of a net; a pin that hangs on nothing has a net of its own.
    fn net(&mut self, name: Option<&str>) -> usize {
        if name == Some("0") {
            return GROUND;
        }
        let fresh = self.next_net;
        let net = name.map_or(fresh, |name| *self.nets.entry(name.to_owned()).or_insert(fresh));
        self.next_net += usize::from(net == fresh);
        net
    }
}

/// The names of the pins. A gate has as many inputs as nets are given, by name or in order.
fn pins(kind: &Kind, in_order: usize, by_name: &BTreeMap<&str, &str>) -> Vec<String> {
    let numbers = by_name.keys().filter_map(|key| key.strip_prefix("in")?.parse().ok());
    kind.pin_names(numbers.max().unwrap_or(0).max(in_order.saturating_sub(1)).clamp(2, 8))
}

fn number(text: &str, unit: &str) -> Result<f64, String> {
    let quantity = Quantity::read(text)?;
    let expected = Quantity::read(&format!("1 {unit}")).ok().and_then(|quantity| quantity.unit);
    match quantity.unit {
        Some(unit) if Some(unit) != expected => Err(format!("{text:?} has the wrong unit")),
        _ => Ok(quantity.value),
    }
}
