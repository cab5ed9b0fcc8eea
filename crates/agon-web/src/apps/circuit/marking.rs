//! How a task is marked: what its file says under `key.mark`.
//!
//! ```toml
//! inputs = ["A", "B", "C"]                        # a truth table: logic inputs by label
//! outputs = { MAJ = "A&B | A&C | B&C" }           # and what each output is of them
//! dont_care = { MAJ = "!A & !B & !C" }            # rows in which an output is free
//! allowed_rows = "!(A & B & C)"                   # only these rows count
//! only = ["and", "or"]                            # kinds that may be used; without it all gates
//! chips = true                                    # adders, multiplexers and the like as well; false without it
//! constants = false                               # no rails and no ground; true without it
//! gates = { and = 3, or = { min = 1, max = 2 } }  # how many of a kind, exactly or between
//! made_by = { MAJ = "or" }                        # the kind of gate whose output it is; a list: one of these
//! made_by.MIN = { by = "nor", of = ["T_AB", "C"] }    # and what its inputs are connected to: each of these, nothing else
//! terms.T_AB = "A & B"                            # some gate on the way to the outputs computes this
//! terms.T_AC = { is = "A & C", by = "and", of = ["A", "C"], single = true }   # single: nothing else computes it from the inputs
//! made_from = { MAJ = ["T_AB", "T_AC"] }          # inputs and terms: the output depends on each, and on nothing but through them
//! apart = ["MAJ", "MIN"]                          # none of these outputs is made from another
//!
//! circuit = ["dc-source V1 plus=P minus=0 voltage=10", "resistor R1 P 0 resistance=1k"]      # a netlist
//!
//! answer.voltage_drop_R4 = { value = "6.812 V", tolerance = 0.05 }      # a share of the value; 0.05 without it
//! answer.frequency = { value = "62.5 Hz", decimals = 1 }                # in this unit, rounded to so many decimals
//! answer.swing = { value = "2.6 V peak-to-peak" }                       # what is said of a voltage besides its unit must fit
//! ```
//!
//! Names in expressions are inputs; [`Netlist`] says how circuits are written and what may differ. In truth tables inputs and
//! outputs must be exactly those that are named, logic levels as they come, and no part may be there that no output depends on.
//! Where constants are forbidden no input of a gate may be left open, for an open input reads 0.
//! An output that nothing drives is wrong, even where it should be 0.

mod file;

use super::construction::{Construction, GATES, Maker, Source, Term};
use super::expression::Expression;
use super::netlist::Netlist;
use super::quantity::Quantity;
use super::reading::{self, Reading};
use super::state::State;
use super::truth::{TruthTable, position};
use agon_grade::CheckBuilder;
use file::{File, FullMaker, OneOrMore, Ordered, ReadingOf};
use serde_json::Value;

/// How a task is marked, from the state that the page reported and the answer alone.
pub struct Marking {
    table: Option<TruthTable>,
    netlist: Option<Netlist>,
    readings: Vec<Reading>,
}

impl Marking {
    /// Reads `key.mark` of a task file. `Err` says what is wrong with it.
    pub(super) fn read(table: toml::Table) -> Result<Self, String> {
        let file: File = toml::Value::Table(table).try_into().map_err(|error: toml::de::Error| error.message().to_owned())?;
        let netlist = file.circuit.as_deref().map(Netlist::read).transpose()?;
        let marking = Self { netlist, readings: readings(&file.answer)?, table: table_of(file)? };
        if marking.table.is_none() && marking.netlist.is_none() && marking.readings.is_empty() {
            return Err("nothing is marked: give inputs and outputs, a circuit or an answer".into());
        }
        Ok(marking)
    }

    /// `None`: this is not a state of the Circuit Designer.
    pub fn mark(&self, state: &Value, answer: Option<&Value>) -> Option<Vec<CheckBuilder>> {
        let state = State::read(state).ok()?;
        let mut checks = Vec::new();
        if let Some(table) = &self.table {
            checks.extend(table.mark(&state));
        }
        if let Some(netlist) = &self.netlist {
            checks.extend(netlist.mark(&state));
        }
        checks.extend(reading::mark(&self.readings, answer));
        Some(checks)
    }
}

fn table_of(file: File) -> Result<Option<TruthTable>, String> {
    if file.inputs.is_empty() && file.outputs.0.is_empty() {
        let rest = [
            ("dont_care", file.dont_care.0.is_empty()),
            ("allowed_rows", file.allowed_rows.is_none()),
            ("only", file.only.is_empty()),
            ("gates", file.gates.0.is_empty()),
            ("made_by", file.made_by.0.is_empty()),
            ("made_from", file.made_from.0.is_empty()),
            ("apart", file.apart.is_empty()),
            ("terms", file.terms.0.is_empty()),
            ("chips", !file.chips),
            ("constants", file.constants),
        ];
        return match rest.iter().find(|(_, absent)| !absent) {
            Some((name, _)) => Err(format!("{name} means nothing without inputs and outputs")),
            None => Ok(None),
        };
    }
    let mut table = TruthTable::new(file.inputs, file.outputs.0, file.dont_care.0, file.allowed_rows)?;
    let output = |name: &str, what: &str| {
        table.output(name).map(str::to_owned).ok_or_else(|| format!("{what}: there is no output {name:?}"))
    };
    let mut construction =
        Construction { only: kinds(file.only, "only")?, chips: file.chips, constants: file.constants, ..Construction::default() };
    for (kind, count) in file.gates.0 {
        known(&kind, "gates")?;
        construction.gates.push((kind, count.count()?));
    }
    for (name, term) in file.terms.0 {
        let what = format!("terms.{name}");
        let term = term.full();
        let is = Expression::read(&term.is, |name| position(&table.inputs, name)).map_err(|error| format!("{what}: {error}"))?;
        if position(&table.inputs, &name).is_some() {
            return Err(format!("{what}: an input has this name"));
        }
        let column = Term::column(&is, &table.rows);
        let maker = maker(FullMaker { by: term.by, of: term.of }, &what, &table, &construction)?;
        construction.terms.push((name, Term { text: term.is, column, maker, single: term.single }));
    }
    for (name, by) in file.made_by.0 {
        let what = format!("made_by.{name}");
        construction.made_by.push((output(&name, "made_by")?, maker(by.full(), &what, &table, &construction)?));
    }
    for (name, from) in file.made_from.0 {
        let what = format!("made_from.{name}");
        let from = from.iter().map(|name| source(name, &what, &table, &construction)).collect::<Result<_, _>>()?;
        construction.made_from.push(Source { output: output(&name, "made_from")?, from });
    }
    construction.apart = file.apart.iter().map(|name| output(name, "apart")).collect::<Result<_, _>>()?;
    table.construction = construction;
    Ok(Some(table))
}

fn maker(maker: FullMaker, what: &str, table: &TruthTable, construction: &Construction) -> Result<Maker, String> {
    Ok(Maker {
        by: kinds(maker.by.map_or_else(Vec::new, OneOrMore::list), what)?,
        of: maker.of.iter().map(|name| source(name, what, table, construction)).collect::<Result<_, _>>()?,
    })
}

/// A name that must be an input's or a term's that was told before.
fn source(name: &str, what: &str, table: &TruthTable, construction: &Construction) -> Result<String, String> {
    let is_known = position(&table.inputs, name).is_some() || construction.terms.iter().any(|(term, _)| term == name);
    if is_known { Ok(name.to_owned()) } else { Err(format!("{what}: {name:?} is neither an input nor a term above")) }
}

fn readings(answer: &Ordered<ReadingOf>) -> Result<Vec<Reading>, String> {
    let read = |(field, of): &(String, ReadingOf)| {
        let value = Quantity::read(&of.value).map_err(|problem| format!("answer.{field}: {:?}: {problem}", of.value))?;
        if value.value == 0.0 {
            return Err(format!("answer.{field}: a share of zero is no tolerance; ask for another value"));
        }
        let nearness = of.nearness().map_err(|problem| format!("answer.{field}: {problem}"))?;
        Ok(Reading { field: field.clone(), text: of.value.clone(), value, nearness })
    };
    answer.0.iter().map(read).collect()
}

/// Kinds of gates and chips, if that is what they are.
fn kinds(kinds: Vec<String>, what: &str) -> Result<Vec<String>, String> {
    kinds.iter().try_for_each(|kind| known(kind, what))?;
    Ok(kinds)
}

fn known(kind: &str, what: &str) -> Result<(), String> {
    const CHIPS: [&str; 8] =
        ["half-adder", "full-adder", "multiplexer", "d-flip-flop", "jk-flip-flop", "t-flip-flop", "sr-flip-flop", "counter"];
    if GATES.contains(&kind) || CHIPS.contains(&kind) {
        Ok(())
    } else {
        Err(format!("{what}: {kind:?} is no kind of gate or chip"))
    }
}
