//! Where two circuits differ, in words.

use super::super::state::GROUND;
use super::graph::Graph;
use super::reference::Reference;
use super::values::fits;
use std::collections::{BTreeMap, BTreeSet};

/// Where two circuits of the same parts differ, in words: a net of the reference that has no like.
pub(super) fn difference(reference: &Reference, circuit: &Graph) -> String {
    const SO_FAR: &str = "all parts are there, but they are connected differently";
    let meets = |graph: &Graph| {
        let mut meets: BTreeMap<usize, Vec<(String, usize)>> = BTreeMap::new();
        for (i, node) in graph.nodes.iter().enumerate() {
            node.pins.iter().for_each(|(pin, net)| meets.entry(*net).or_default().push((format!("{} {pin}", node.family), i)));
        }
        meets
    };
    let kinds = |pins: &Vec<(String, usize)>| {
        let mut kinds: Vec<String> = pins.iter().map(|(pin, _)| pin.clone()).collect();
        kinds.sort_unstable();
        kinds
    };
    // A part is told by its values where it can be, so that a net with the wrong resistor shows.
    let told = |pins: &Vec<(String, usize)>, part: &dyn Fn(usize) -> Option<usize>| {
        let mut told: Vec<(String, Option<usize>)> = pins.iter().map(|(pin, i)| (pin.clone(), part(*i))).collect();
        told.sort_unstable();
        told
    };
    let wanted = &reference.graph;
    let first_like = |test: &dyn Fn(usize) -> bool| (0..wanted.nodes.len()).find(|r| test(*r));
    let by_reference = |i: usize| {
        first_like(&|r| {
            wanted.nodes[r].family == wanted.nodes[i].family && fits(reference, &wanted.nodes[r].part, &wanted.nodes[i].part)
        })
    };
    let by_circuit = |i: usize| {
        first_like(&|r| {
            wanted.nodes[r].family == circuit.nodes[i].family && fits(reference, &wanted.nodes[r].part, &circuit.nodes[i].part)
        })
    };
    let (expected, found) = (meets(wanted), meets(circuit));
    let coarse: BTreeSet<_> = found.values().map(kinds).collect();
    let fine: BTreeSet<_> = found.values().map(|pins| told(pins, &by_circuit)).collect();
    let odd = expected.iter().find(|(_, pins)| !coarse.contains(&kinds(pins)));
    let odd = odd.or_else(|| expected.iter().find(|(_, pins)| !fine.contains(&told(pins, &by_reference))));
    let Some((net, pins)) = odd else { return SO_FAR.into() };
    let pins: Vec<String> = pins
        .iter()
        .map(|(pin, i)| {
            let label = &wanted.nodes[*i].part.label;
            match pin.rsplit(' ').next() {
                Some("end" | "a") | None => label.clone(),
                Some(pin) => format!("{label} {pin}"),
            }
        })
        .collect();
    let name = match (*net, reference.net_names.get(net)) {
        (GROUND, _) => "ground".to_owned(),
        (_, Some(name)) => format!("the net {name}"),
        (_, None) => "a net".to_owned(),
    };
    match pins.as_slice() {
        [one] => format!("{SO_FAR}: {one} should hang on nothing"),
        pins => format!("{SO_FAR}: {name} should join just {}", pins.join(", ")),
    }
}
