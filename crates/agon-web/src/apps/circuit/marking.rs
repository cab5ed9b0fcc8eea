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
//! terms.T_AB = "A & B"                            # some gate on the way to the outputs computes this
//! terms.T_AC = { is = "A & C", by = "and", single = true, feeds = ["MAJ"] }
//!
//! answer = { voltage_drop_R4 = { value = "6.812 V", tolerance = 0.05 } }
//! ```
//!
//! Names in expressions are inputs. Parts that no output depends on are allowed and change nothing; only inputs and outputs must be
//! exactly those that are named.

use super::construction::{Construction, Count, GATES, Term};
use super::expression::Expression;
use super::quantity::Quantity;
use super::reading::{self, Reading};
use super::state::State;
use super::truth::{TruthTable, position};
use agon_grade::CheckBuilder;
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::Value;
use std::marker::PhantomData;

/// How a task is marked, from the state that the page reported and the answer alone.
pub struct Marking {
    table: Option<TruthTable>,
    readings: Vec<Reading>,
}

impl Marking {
    /// Reads `key.mark` of a task file. `Err` says what is wrong with it.
    pub fn read(table: toml::Table) -> Result<Self, String> {
        let file: File = toml::Value::Table(table).try_into().map_err(|error: toml::de::Error| error.message().to_owned())?;
        let marking = Self { readings: readings(&file.answer)?, table: table_of(file)? };
        if marking.table.is_none() && marking.readings.is_empty() {
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
        checks.extend(reading::mark(&self.readings, answer));
        Some(checks)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    inputs: Vec<String>,
    #[serde(default)]
    outputs: Ordered<String>,
    #[serde(default)]
    dont_care: Ordered<String>,
    allowed_rows: Option<String>,
    #[serde(default)]
    only: Vec<String>,
    #[serde(default)]
    chips: bool,
    #[serde(default = "yes")]
    constants: bool,
    #[serde(default)]
    gates: Ordered<CountOf>,
    #[serde(default)]
    made_by: Ordered<OneOrMore>,
    #[serde(default)]
    terms: Ordered<TermOf>,
    #[serde(default)]
    answer: Ordered<ReadingOf>,
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "a number, or a table with `min` and `max`")]
enum CountOf {
    Exactly(usize),
    Between(Between),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Between {
    #[serde(default)]
    min: usize,
    max: Option<usize>,
}

#[derive(Clone, Deserialize)]
#[serde(untagged, expecting = "a text or a list of texts")]
enum OneOrMore {
    One(String),
    More(Vec<String>),
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "an expression, or a table with `is` and, if needed, `by`, `single` and `feeds`")]
enum TermOf {
    Is(String),
    Full(FullTerm),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FullTerm {
    is: String,
    by: Option<OneOrMore>,
    #[serde(default)]
    single: bool,
    #[serde(default)]
    feeds: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReadingOf {
    value: String,
    #[serde(default = "five_per_cent")]
    tolerance: f64,
}

fn yes() -> bool {
    true
}

fn five_per_cent() -> f64 {
    0.05
}

fn table_of(file: File) -> Result<Option<TruthTable>, String> {
    if file.inputs.is_empty() && file.outputs.0.is_empty() {
        let rest = [
            ("dont_care", file.dont_care.0.is_empty()),
            ("allowed_rows", file.allowed_rows.is_none()),
            ("only", file.only.is_empty()),
            ("gates", file.gates.0.is_empty()),
            ("made_by", file.made_by.0.is_empty()),
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
    for (name, by) in file.made_by.0 {
        construction.made_by.push((output(&name, "made_by")?, kinds(by.list(), "made_by")?));
    }
    for (name, term) in file.terms.0 {
        let what = format!("terms.{name}");
        let term = term.full();
        let is = Expression::read(&term.is, |name| position(&table.inputs, name)).map_err(|error| format!("{what}: {error}"))?;
        construction.terms.push((
            name,
            Term {
                text: term.is,
                column: Term::column(&is, &table.rows),
                by: kinds(term.by.map_or_else(Vec::new, OneOrMore::list), &what)?,
                single: term.single,
                feeds: term.feeds.iter().map(|name| output(name, &what)).collect::<Result<_, _>>()?,
            },
        ));
    }
    table.construction = construction;
    Ok(Some(table))
}

fn readings(answer: &Ordered<ReadingOf>) -> Result<Vec<Reading>, String> {
    let read = |(field, of): &(String, ReadingOf)| {
        let value = Quantity::read(&of.value).map_err(|problem| format!("answer.{field}: {:?}: {problem}", of.value))?;
        if value.value == 0.0 {
            return Err(format!("answer.{field}: a share of zero is no tolerance; ask for another value"));
        }
        if !(0.0..1.0).contains(&of.tolerance) {
            return Err(format!("answer.{field}: the tolerance is a share from 0 to 1, not {}", of.tolerance));
        }
        Ok(Reading { field: field.clone(), text: of.value.clone(), value, tolerance: of.tolerance })
    };
    answer.0.iter().map(read).collect()
}

impl CountOf {
    fn count(self) -> Result<Count, String> {
        let count = match self {
            Self::Exactly(count) => Count { min: count, max: count },
            Self::Between(Between { min, max }) => Count { min, max: max.unwrap_or(usize::MAX) },
        };
        if count.min <= count.max { Ok(count) } else { Err(format!("gates: {} is more than {}", count.min, count.max)) }
    }
}

impl OneOrMore {
    fn list(self) -> Vec<String> {
        match self {
            Self::One(one) => vec![one],
            Self::More(more) => more,
        }
    }
}

impl TermOf {
    fn full(self) -> FullTerm {
        match self {
            Self::Is(is) => FullTerm { is, by: None, single: false, feeds: Vec::new() },
            Self::Full(term) => term,
        }
    }
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

/// A table in the order of the file.
struct Ordered<T>(Vec<(String, T)>);

impl<T> Default for Ordered<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Ordered<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<T> {
            type Value = Ordered<T>;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a table")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Ordered(entries))
            }
        }
        deserializer.deserialize_map(Entries(PhantomData))
    }
}
