//! The circuits of `web/circuit/logic-cases`, which the simulator satisfies as well.

use super::*;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

#[derive(Deserialize)]
struct Case {
    about: String,
    parts: Value,
    inputs: BTreeMap<String, u64>,
    outputs: BTreeMap<String, u64>,
    table: Option<Vec<Row>>,
    sequence: Option<Vec<Row>>,
}

#[derive(Deserialize)]
struct Row {
    #[serde(alias = "in")]
    set: BTreeMap<String, u8>,
    out: BTreeMap<String, u8>,
}

impl Case {
    fn logic(&self) -> Logic {
        Logic::new(State::read(&json!({"app": "circuit", "parts": self.parts})).unwrap())
    }

    fn set(&self, machine: &mut Machine, row: &Row) {
        for (name, level) in &row.set {
            let part = part(machine.logic, self.inputs[name]);
            machine.set(part, *level == 1);
            // One after the other, as a user would.
            assert!(machine.settle(), "{}", self.about);
        }
        assert!(machine.settle(), "{}", self.about);
    }

    fn out(&self, machine: &Machine) -> BTreeMap<String, u8> {
        let level = |id: &u64| {
            let part = &machine.logic.parts()[part(machine.logic, *id)];
            let volts = machine.volts(part.net("a").unwrap()).unwrap_or(f64::NAN);
            if volts.is_nan() { 9 } else { u8::from(volts > part.number("threshold").unwrap()) }
        };
        self.outputs.iter().map(|(name, id)| (name.clone(), level(id))).collect()
    }
}

fn part(logic: &Logic, id: u64) -> usize {
    logic.parts().iter().position(|part| part.id == id).unwrap()
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/circuit/logic-cases");
    let mut files: Vec<_> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let read = |path| serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    files.iter().filter(|path| path.extension().is_some_and(|extension| extension == "json")).map(read).collect()
}

#[test]
fn circuits_do_what_they_do_in_the_simulator() {
    let cases = cases();
    assert!(cases.len() >= 20);
    for case in &cases {
        let logic = case.logic();
        let mut machine = Machine::start(&logic, Some(false));
        let rows = case.table.as_ref().or(case.sequence.as_ref()).unwrap();
        for (i, row) in rows.iter().enumerate() {
            case.set(&mut machine, row);
            assert_eq!(case.out(&machine), row.out, "{}, row {i}", case.about);
        }
    }
}

/// As truth tables are marked: every row by itself, from nothing.
#[test]
fn truth_tables_follow_from_the_inputs_alone() {
    let mut tables = 0;
    for case in &cases() {
        let logic = case.logic();
        for (i, row) in case.table.iter().flatten().enumerate() {
            let mut machine = Machine::unknown(&logic);
            case.set(&mut machine, row);
            assert_eq!(case.out(&machine), row.out, "{}, row {i}", case.about);
            tables += 1;
        }
    }
    assert!(tables > 50);
}

#[test]
fn a_ring_that_swings_never_settles() {
    let parts = json!([{"id": 1, "kind": "not", "pins": {"in": 1, "out": 1}}]);
    let logic = Logic::new(State::read(&json!({"app": "circuit", "parts": parts})).unwrap());
    assert!(!Machine::start(&logic, Some(false)).settle());
    let mut machine = Machine::unknown(&logic);
    assert!(machine.settle());
    assert_eq!(machine.volts(1), None);
}
