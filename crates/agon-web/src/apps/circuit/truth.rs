//! Truth tables: for every row of the inputs, every output has the level that its expression gives.

use super::construction::Construction;
use super::expression::Expression;
use super::label::{Labelled, plain};
use super::logic::{Level, Logic, Machine, Volts};
use super::state::State;
use agon_grade::{CheckBuilder, check, partial};

/// Eleven inputs have 2,048 rows; no task needs more than half of that.
const MOST_INPUTS: usize = 10;

/// The parts that are looked at. The largest task needs 30.
const MOST_PARTS: usize = 1_000;

/// What a part reads as 1, for levels as they come.
const HIGH: f64 = 5.0;

pub(super) struct TruthTable {
    pub(super) inputs: Vec<String>,
    outputs: Vec<Output>,
    /// The rows that count: a level for every input.
    pub(super) rows: Vec<Vec<bool>>,
    pub(super) construction: Construction,
}

struct Output {
    name: String,
    is: Expression,
    /// Where it is true the output is free.
    dont_care: Option<Expression>,
}

/// A circuit whose every row has been worked out.
pub(super) struct Solved<'a> {
    pub(super) logic: &'a Logic,
    table: &'a TruthTable,
    /// For every input of the table, the parts with its label.
    inputs: &'a [Vec<usize>],
    /// The nets' voltages by row.
    volts: Vec<Vec<Volts>>,
    /// The outputs that were asked for, by name, with their place where there is exactly one of that name.
    pub(super) outputs: Vec<(&'a str, Option<OutputNet>)>,
}

/// Where an output stands and what it makes of a voltage.
#[derive(Clone, Copy)]
pub(super) struct OutputNet {
    pub(super) net: usize,
    pub(super) threshold: f64,
}

impl TruthTable {
    /// `outputs` and `dont_care` are expressions by the output's name, `rows` is one that is true for the rows that count.
    pub(super) fn new(
        inputs: Vec<String>,
        outputs: Vec<(String, String)>,
        dont_care: Vec<(String, String)>,
        rows: Option<String>,
    ) -> Result<Self, String> {
        distinct("inputs", &inputs)?;
        let names: Vec<String> = outputs.iter().map(|(name, _)| name.clone()).collect();
        distinct("outputs", &names)?;
        if inputs.len() > MOST_INPUTS {
            return Err(format!("inputs: {} are too many, at most {MOST_INPUTS} are possible", inputs.len()));
        }
        let read = |what: &str, text: &str| {
            Expression::read(text, |name| position(&inputs, name)).map_err(|error| format!("{what}: {error}"))
        };
        let counts = rows.map(|text| read("allowed_rows", &text)).transpose()?;
        let mut rows = rows_of(inputs.len());
        rows.retain(|row| counts.as_ref().is_none_or(|counts| counts.value(row)));
        let mut outputs = outputs
            .into_iter()
            .map(|(name, text)| Ok(Output { is: read(&format!("outputs.{name}"), &text)?, name, dont_care: None }))
            .collect::<Result<Vec<_>, String>>()?;
        for (name, text) in dont_care {
            let place = position(&names, &name).ok_or_else(|| format!("dont_care: there is no output {name:?}"))?;
            outputs[place].dont_care = Some(read(&format!("dont_care.{name}"), &text)?);
        }
        if let Some(output) = outputs.iter().find(|output| !rows.iter().any(|row| output.counts(row))) {
            return Err(format!("output {} is free in every row", output.name));
        }
        Ok(Self { inputs, outputs, rows, construction: Construction::default() })
    }

    /// The name of an output as the task spells it.
    pub(super) fn output(&self, name: &str) -> Option<&str> {
        self.outputs.iter().map(|output| output.name.as_str()).find(|known| plain(known) == plain(name))
    }

    pub(super) fn mark(&self, state: &State) -> Vec<CheckBuilder> {
        let mut checks = Vec::new();
        let mut state = state.clone();
        if state.parts.len() > MOST_PARTS {
            let seen = format!("{} parts", state.parts.len());
            checks.push(check("size", false).expected(format!("at most {MOST_PARTS} parts")).seen(seen));
            state.parts.clear();
        }
        let logic = Logic::new(state);
        let inputs: Vec<&str> = self.inputs.iter().map(String::as_str).collect();
        let outputs: Vec<&str> = self.outputs.iter().map(|output| output.name.as_str()).collect();
        let labelled_inputs = Labelled::find(logic.parts(), "logic-input", &inputs);
        let labelled_outputs = Labelled::find(logic.parts(), "logic-output", &outputs);
        checks.push(labels("inputs", &inputs, &labelled_inputs));
        checks.push(labels("outputs", &outputs, &labelled_outputs));

        let volts = self.rows.iter().map(|row| settle(&logic, row, &labelled_inputs.found, &[])).collect();
        let place = |found: &Vec<usize>| match found.as_slice() {
            [part] => {
                let part = &logic.parts()[*part];
                Some(OutputNet { net: part.net("a")?, threshold: part.number("threshold")? })
            }
            _ => None,
        };
        let outputs = outputs.into_iter().zip(labelled_outputs.found.iter().map(place)).collect();
        let solved = Solved { logic: &logic, table: self, inputs: &labelled_inputs.found, volts, outputs };
        checks.extend(self.outputs.iter().enumerate().map(|(i, output)| {
            let count = labelled_outputs.found[i].len();
            self.mark_output(output, &solved, solved.outputs[i].1.ok_or(count))
        }));
        checks.extend(self.construction.mark(&solved));
        checks
    }

    /// `place` is the output's, or says how many outputs there are of that name if not one.
    fn mark_output(&self, output: &Output, solved: &Solved, place: Result<OutputNet, usize>) -> CheckBuilder {
        let name = &output.name;
        let fails = |seen: String| check(&format!("output_{name}"), false).seen(seen);
        let trouble = |net: usize| solved.logic.trouble(net, &format!("output {name}"));
        let counting = self.rows.iter().enumerate().filter(|(_, row)| output.counts(row));
        let result = match place.map(|place| (place, trouble(place.net))) {
            Err(0) => fails(format!("there is no output {name}")),
            Err(count) => fails(format!("there are {count} outputs {name}")),
            Ok((_, Some(trouble))) => fails(trouble),
            Ok((place, None)) => {
                let column: Vec<Level> = solved.column(place.net, place.threshold).collect();
                let count = counting.clone().count();
                let right = |(i, row): &(usize, &Vec<bool>)| column[*i] == Some(output.is.value(row));
                let wrong = counting.clone().filter(|row| !right(row)).count();
                let seen = match counting.clone().find(|row| !right(row)) {
                    None => format!("right in all {count} rows that count"),
                    Some((i, row)) => format!(
                        "wrong in {wrong} of {count} rows, first with {}: {}",
                        self.row(row),
                        said(name, column[i], output.is.value(row))
                    ),
                };
                partial(&format!("output_{name}"), (count - wrong) as f64 / count as f64).seen(seen)
            }
        };
        let free = if output.dont_care.is_some() { ", some rows free" } else { "" };
        result.expected(format!("{name} as the task defines it in {} rows{free}", counting.count())).at("/state/parts")
    }

    /// A row in words: `A=0, B=1`.
    fn row(&self, row: &[bool]) -> String {
        let inputs = self.inputs.iter().zip(row).map(|(name, level)| format!("{name}={}", u8::from(*level)));
        inputs.collect::<Vec<_>>().join(", ")
    }
}

impl Output {
    fn counts(&self, row: &[bool]) -> bool {
        !self.dont_care.as_ref().is_some_and(|free| free.value(row))
    }
}

impl Solved<'_> {
    /// What a net does in every row, to one who reads it with this threshold.
    pub(super) fn column(&self, net: usize, threshold: f64) -> impl Iterator<Item = Level> {
        self.volts.iter().map(move |volts| volts[net].map(|volts| volts > threshold))
    }

    /// What an output does in every row while some nets are held at a level.
    pub(super) fn column_with(&self, output: OutputNet, nets: &[usize], level: bool) -> Vec<Level> {
        let held: Vec<(usize, f64)> = nets.iter().map(|net| (*net, if level { HIGH } else { 0.0 })).collect();
        let rows = self.table.rows.iter();
        rows.map(|row| settle(self.logic, row, self.inputs, &held)[output.net].map(|volts| volts > output.threshold)).collect()
    }

    pub(super) fn place_of(&self, output: &str) -> Option<OutputNet> {
        self.outputs.iter().find(|(name, _)| *name == output)?.1
    }

    pub(super) fn net_of(&self, output: &str) -> Option<usize> {
        self.place_of(output).map(|place| place.net)
    }

    /// The nets that an input of the table drives.
    pub(super) fn input_nets(&self, name: &str) -> Vec<usize> {
        let parts = position(&self.table.inputs, name).map_or(&[][..], |input| &self.inputs[input]);
        parts.iter().filter_map(|part| self.logic.parts()[*part].net("a")).collect()
    }
}

pub(super) fn position(names: &[String], name: &str) -> Option<usize> {
    names.iter().position(|known| plain(known) == plain(name))
}

fn distinct(what: &str, names: &[String]) -> Result<(), String> {
    if names.is_empty() {
        return Err(format!("{what}: none are named"));
    }
    let twin = names.iter().enumerate().find(|(i, name)| position(names, name) != Some(*i));
    match twin {
        Some((_, name)) => Err(format!("{what}: {name:?} is there twice")),
        None => Ok(()),
    }
}

/// All rows in the order of binary numbers, the first input being the highest bit.
fn rows_of(inputs: usize) -> Vec<Vec<bool>> {
    (0..1usize << inputs).map(|row| (0..inputs).rev().map(|bit| row >> bit & 1 == 1).collect()).collect()
}

/// The voltage of every net in one row. Inputs that were not asked for stay unknown, and so does what depends on them.
fn settle(logic: &Logic, row: &[bool], inputs: &[Vec<usize>], held: &[(usize, f64)]) -> Vec<Volts> {
    let mut machine = Machine::unknown(logic);
    held.iter().for_each(|(net, volts)| machine.hold(*net, *volts));
    for (parts, level) in inputs.iter().zip(row) {
        parts.iter().for_each(|part| machine.set(*part, *level));
    }
    machine.settle();
    (0..logic.nets()).map(|net| machine.volts(net)).collect()
}

fn labels(name: &str, names: &[&str], labelled: &Labelled) -> CheckBuilder {
    let seen = if labelled.problems.is_empty() { "exactly these".to_owned() } else { labelled.problems.join("; ") };
    check(name, labelled.problems.is_empty())
        .expected(format!("logic {name} labelled {}", names.join(", ")))
        .seen(seen)
        .at("/state/parts")
}

fn said(name: &str, level: Level, expected: bool) -> String {
    match level {
        Some(level) => format!("{name} is {}, not {}", u8::from(level), u8::from(expected)),
        None => format!("{name} does not follow from the inputs (a loop, a flip-flop or an input that was not asked for)"),
    }
}
