//! Netlists: the circuit must be the one that the task describes, whatever its nets are called and however it is drawn.
//!
//! Each line of a reference is a part: its kind, its name (for messages only), its nets, and the parameters that the task states.
//!
//! ```text
//! dc-source V1 plus=P minus=0 voltage=10      pins by name; those that are not named hang on nothing; 0 is ground
//! resistor R1 P M1 resistance=1k              or all nets in the order of parts.json
//! capacitor Cp N 0 capacitance=10n initialVoltage>=0.1
//! npn Q1 IN OUT TAIL beta=any                 parameters that are not stated have their defaults
//! series A 0: inductor L1 inductance=100m; resistor R2 resistance=2.2k        one after the other, in any order
//! ```
//!
//! Numbers may be off by one per cent. Resistors, capacitors, inductors, switches and the inputs of gates may be turned round. A source
//! with its minus on ground is the rail of its voltage, a clock is a square wave, several rails of one voltage are one net, and a rail
//! of 0 V is ground. Scopes, texts and wires do not matter. Other parts than those of the reference are wrong, connected or not: a
//! logic output that nobody asked for, a rail that nothing hangs on.

mod difference;
mod graph;
mod reference;
mod search;
mod values;

use super::state::State;
use agon_grade::{CheckBuilder, check};
use difference::difference;
use graph::Graph;
use reference::Reference;
use search::{Found, search};
use values::Pairing;

/// The parts that are looked at. The largest task has 20.
const MOST_PARTS: usize = 500;

pub(super) struct Netlist {
    /// One for each order of the parts in series.
    references: Vec<Reference>,
}

impl Netlist {
    pub(super) fn read(lines: &[String]) -> Result<Self, String> {
        Ok(Self { references: Reference::read(lines)? })
    }

    /// The checks `parts`, `values` and `wiring`, by the reference that comes nearest.
    pub(super) fn mark(&self, state: &State) -> Vec<CheckBuilder> {
        let results = self.references.iter().map(|reference| compare(reference, state));
        let nearest =
            results.min_by_key(|result| [&result.parts, &result.values, &result.wiring].iter().filter(|p| p.is_some()).count());
        let Some(nearest) = nearest else { return Vec::new() };
        let expected = |what: &str| format!("{what} of {}", self.references[0].summary());
        let build = |name: &str, what: &str, problem: Option<String>| {
            let passed = problem.is_none();
            check(name, passed).expected(expected(what)).seen(problem.unwrap_or_else(|| "as expected".into())).at("/state/parts")
        };
        vec![
            build("parts", "the parts", nearest.parts),
            build("values", "the values", nearest.values),
            build("wiring", "the connections", nearest.wiring),
        ]
    }
}

/// What is wrong with each, if something is.
#[derive(Default)]
struct Comparison {
    parts: Option<String>,
    values: Option<String>,
    wiring: Option<String>,
}

fn compare(reference: &Reference, state: &State) -> Comparison {
    if state.parts.len() > MOST_PARTS {
        let problem = Some(format!("the circuit has {} parts, and at most {MOST_PARTS} are looked at", state.parts.len()));
        return Comparison { parts: problem.clone(), values: problem.clone(), wiring: problem };
    }
    let circuit = Graph::new(state.clone());
    let pairing = Pairing::find(reference, &circuit);
    if let Some(problem) = pairing.differences(reference, &circuit) {
        let values = pairing.wrong_values(reference, &circuit);
        let missing = (!pairing.missing.is_empty()).then(|| "parts are missing".to_owned());
        return Comparison {
            parts: Some(problem),
            values: values.or(missing),
            wiring: Some("not compared, since the parts differ".into()),
        };
    }
    match search(reference, &circuit, true) {
        Found::Match(_) => Comparison::default(),
        Found::GaveUp => Comparison { wiring: Some("there are too many ways to compare it".into()), ..Comparison::default() },
        Found::Nothing => {
            let values = pairing.wrong_values(reference, &circuit);
            let shape = match search(reference, &circuit, false) {
                Found::Match(pairs) => Some(Pairing::of(pairs).wrong_values(reference, &circuit).unwrap_or_default()),
                _ => None,
            };
            match (values, shape) {
                // The shape tells which part has the wrong value better than a guess.
                (Some(_), Some(by_place)) => Comparison { values: Some(by_place), ..Comparison::default() },
                (None, Some(by_place)) => {
                    let wiring = format!("all parts are there, but they stand in one another's places: {by_place}");
                    Comparison { wiring: Some(wiring), ..Comparison::default() }
                }
                (values, None) => Comparison { values, wiring: Some(difference(reference, &circuit)), ..Comparison::default() },
            }
        }
    }
}
