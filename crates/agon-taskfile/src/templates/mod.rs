//! The ways of marking that task files choose from by `kind`. One file each: what it reads from the task file, and what it finds.
//!
//! A template is total: whatever the state or the answer is, it finds something. What is missing from the evidence by our own
//! fault is noticed before any template looks (`key.rs`).

mod answer;
mod compile;
mod exact;
mod file;
mod lines;
mod near;
mod output;
mod predicate;
mod presence;
mod quantity;
mod range;
mod rows;
#[cfg(test)]
mod testing;

use super::expression::{Expression, Facts};
use agon_grade::{CheckBuilder, partial};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// One way of marking.
pub trait Template: Send + Sync {
    fn mark(&self, facts: &Facts<'_>) -> Finding;

    /// Settles what depends on the files at the start. `Err` says what makes no sense, where the form alone does not tell.
    fn settle(&mut self, _start: &StartFiles) -> Result<(), String> {
        Ok(())
    }

    /// The expression that it looks through.
    fn expression(&self) -> Option<&Expression> {
        None
    }

    /// The probe whose outcome it looks at, beside those that its expression names.
    fn probe(&self) -> Option<&str> {
        None
    }

    /// The file in HOME that it looks at, beside those that its expression names.
    fn file(&self) -> Option<&str> {
        None
    }
}

/// The text files that HOME has at the start.
pub type StartFiles = BTreeMap<String, String>;

/// What a template found.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// From 0 to 1; only a full 1 passes.
    pub score: f64,
    pub expected: String,
    pub seen: String,
    /// Where the evidence is.
    pub at: String,
}

/// A `[[key.check]]` of a task file.
pub struct Check {
    pub name: String,
    pub weight: f64,
    pub gate: bool,
    /// Whether it looks at the answer and nothing else.
    pub marks_answer: bool,
    says: Option<String>,
    pub template: Box<dyn Template>,
}

impl Check {
    pub(crate) fn read(mut table: toml::Table, start: &StartFiles) -> Result<Self, String> {
        let name = take::<String>(&mut table, "name")?.ok_or("a check has no `name`")?;
        let about = |problem: String| format!("check {name:?}: {problem}");
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        if name.is_empty() || !name.chars().all(plain) {
            return Err(about("its name should be made of small letters, digits and _".into()));
        }
        let kind = take::<String>(&mut table, "kind").map_err(about)?.ok_or_else(|| about("it has no `kind`".into()))?;
        let weight = take(&mut table, "weight").map_err(about)?.unwrap_or(1.0);
        if !(weight > 0.0 && weight <= 1000.0) {
            return Err(about(format!("its weight {weight} is not between 0 and 1000")));
        }
        let gate = take(&mut table, "gate").map_err(about)?.unwrap_or(false);
        let says = take(&mut table, "says").map_err(about)?;
        let mut template = template(&kind, table).map_err(about)?;
        template.settle(start).map_err(about)?;
        Ok(Self { name, weight, gate, marks_answer: kind == "answer", says, template })
    }

    /// The probes whose outcome it looks at.
    pub fn probes(&self) -> Vec<&str> {
        let named = self.template.expression().map(|expression| expression.names_in("probes")).unwrap_or_default();
        named.into_iter().chain(self.template.probe()).collect()
    }

    /// The files in HOME that it looks at.
    pub fn files(&self) -> Vec<&str> {
        let named = self.template.expression().map(|expression| expression.names_in("files")).unwrap_or_default();
        named.into_iter().chain(self.template.file()).collect()
    }

    pub fn mark(&self, facts: &Facts<'_>) -> CheckBuilder {
        let Finding { score, expected, seen, at } = self.template.mark(facts);
        partial(&self.name, score).expected(self.says.as_ref().unwrap_or(&expected)).seen(seen).at(at)
    }
}

fn template(kind: &str, table: toml::Table) -> Result<Box<dyn Template>, String> {
    Ok(match kind {
        "exact" => Box::new(read::<exact::Exact>(table)?),
        "lines" => Box::new(read::<lines::Lines>(table)?),
        "present" => Box::new(read::<presence::Present>(table)?),
        "absent" => Box::new(read::<presence::Absent>(table)?),
        "range" => Box::new(read::<range::Range>(table)?),
        "near" => Box::new(read::<near::Near>(table)?),
        "predicate" => Box::new(read::<predicate::Predicate>(table)?),
        "file" => Box::new(read::<file::FileIs>(table)?),
        "output" => Box::new(read::<output::Output>(table)?),
        "rows" => Box::new(read::<rows::Rows>(table)?),
        "compile" => Box::new(read::<compile::Compile>(table)?),
        "answer" => Box::new(read::<answer::Answer>(table)?),
        _ => {
            let known = "exact, lines, present, absent, range, near, predicate, file, output, rows, compile, answer";
            return Err(format!("there is no kind {kind:?}; there are {known}"));
        }
    })
}

/// `Err` with this problem unless it is sound.
fn sound(sound: bool, problem: impl Into<String>) -> Result<(), String> {
    if sound { Ok(()) } else { Err(problem.into()) }
}

fn read<T: DeserializeOwned>(table: toml::Table) -> Result<T, String> {
    toml::Value::Table(table).try_into().map_err(|error: toml::de::Error| error.message().trim().to_owned())
}

fn take<T: DeserializeOwned>(table: &mut toml::Table, field: &str) -> Result<Option<T>, String> {
    let Some(value) = table.remove(field) else { return Ok(None) };
    value.try_into().map(Some).map_err(|error: toml::de::Error| format!("`{field}`: {}", error.message()))
}

impl Finding {
    fn new(holds: bool, expected: impl Into<String>, seen: impl Into<String>, at: impl Into<String>) -> Self {
        Self { score: if holds { 1.0 } else { 0.0 }, expected: expected.into(), seen: seen.into(), at: at.into() }
    }
}

/// Looks at an expression's value; an evaluation that was given up is a finding that does not hold.
fn look(of: &Expression, facts: &Facts<'_>, expected: impl Into<String>, holds: impl FnOnce(&Value) -> bool) -> Finding {
    match of.value(facts) {
        Ok(value) => Finding::new(holds(&value), expected, shown(&value), of.pointer()),
        Err(problem) => Finding::new(false, expected, problem.to_string(), of.pointer()),
    }
}

/// A value as marks show it: whole if it is short.
fn shown(value: &Value) -> String {
    match value {
        Value::Null => "nothing".into(),
        Value::String(text) => format!("{:?}", shortened(text)),
        value => shortened(&value.to_string()).into_owned(),
    }
}

pub(crate) fn shortened(text: &str) -> Cow<'_, str> {
    const ENOUGH: usize = 300;
    match text.char_indices().nth(ENOUGH) {
        Some((end, _)) => Cow::Owned(format!("{}… ({} bytes)", &text[..end], text.len())),
        None => Cow::Borrowed(text),
    }
}

/// The share of entries in which two sets agree, of all that are in either: 1 exactly when they are the same.
fn agreement(both: usize, either: usize) -> f64 {
    if either == 0 { 1.0 } else { both as f64 / either as f64 }
}
