//! What an expression comes to.

use super::{Each, Node, Operator, functions, matches};
use serde_json::Value;
use std::borrow::Cow;
use std::cmp::Ordering;

/// The names that every expression knows.
pub const ROOTS: [&str; 6] = ["state", "beside", "probes", "files", "answer", "variant"];

/// What expressions look at: one value for each of [`ROOTS`].
#[derive(Clone, Debug)]
pub struct Facts<'a> {
    roots: [Cow<'a, Value>; ROOTS.len()],
}

/// An evaluation was given up: the state is larger than any task's, or the expression goes over it too often.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it takes too much work to look at")]
pub struct TooMuchWork;

/// So many values and characters may be looked at in one evaluation.
const MOST_WORK: usize = 2_000_000;

impl<'a> Facts<'a> {
    pub fn none() -> Self {
        Self { roots: [const { Cow::Owned(Value::Null) }; ROOTS.len()] }
    }

    /// Sets one of the roots; a name that is none changes nothing.
    pub fn with(mut self, root: &str, value: impl Into<Cow<'a, Value>>) -> Self {
        if let Some(at) = ROOTS.iter().position(|name| *name == root) {
            self.roots[at] = value.into();
        }
        self
    }

    pub fn root(&self, root: &str) -> &Value {
        ROOTS.iter().position(|name| *name == root).map_or(&Value::Null, |at| self.roots[at].as_ref())
    }
}

pub(super) fn evaluate<'a>(node: &'a Node, facts: &'a Facts<'a>) -> Result<Cow<'a, Value>, TooMuchWork> {
    Evaluation { facts, bound: Vec::new(), work_left: MOST_WORK }.value(node)
}

struct Evaluation<'a> {
    facts: &'a Facts<'a>,
    bound: Vec<Cow<'a, Value>>,
    work_left: usize,
}

type Outcome<'a> = Result<Cow<'a, Value>, TooMuchWork>;

const NULL: Cow<'static, Value> = Cow::Owned(Value::Null);

impl<'a> Evaluation<'a> {
    fn value(&mut self, node: &'a Node) -> Outcome<'a> {
        self.work(1)?;
        match node {
            Node::Literal(value) => Ok(Cow::Borrowed(value)),
            Node::Root(root) => Ok(Cow::Borrowed(self.facts.roots[*root].as_ref())),
            Node::Bound(at) => match self.bound.get(*at) {
                Some(Cow::Borrowed(value)) => Ok(Cow::Borrowed(value)),
                Some(Cow::Owned(value)) => {
                    let value = value.clone();
                    self.weigh(&value)?;
                    Ok(Cow::Owned(value))
                }
                None => Ok(NULL),
            },
            Node::List(entries) => {
                let entries: Result<Vec<Value>, _> = entries.iter().map(|entry| self.owned(entry)).collect();
                Ok(Cow::Owned(Value::Array(entries?)))
            }
            Node::Field(of, name) => {
                let of = self.value(of)?;
                self.field(of, name)
            }
            Node::Index(of, index) => {
                let of = self.value(of)?;
                self.bound.push(NULL);
                let index = self.value(index);
                self.bound.pop();
                Ok(at_index(of, index?.as_ref()))
            }
            Node::Filter(of, condition) => {
                let Some(entries) = entries(self.value(of)?) else { return Ok(NULL) };
                let mut kept = Vec::new();
                for entry in entries {
                    if self.with(entry.clone(), condition)?.as_bool() == Some(true) {
                        self.weigh(&entry)?;
                        kept.push(entry.into_owned());
                    }
                }
                Ok(Cow::Owned(Value::Array(kept)))
            }
            Node::Length(of) => Ok(Cow::Owned(length(self.value(of)?.as_ref()))),
            Node::Negative(of) => {
                let value = self.value(of)?;
                Ok(Cow::Owned(value.as_f64().map_or(Value::Null, |value| number(-value))))
            }
            Node::Not(of) => {
                let value = self.value(of)?;
                Ok(Cow::Owned(value.as_bool().map_or(Value::Null, |value| Value::Bool(!value))))
            }
            Node::Two(operator, left, right) => self.two(*operator, left, right),
            Node::Call(function, arguments) => {
                let arguments: Result<Vec<_>, _> = arguments.iter().map(|argument| self.value(argument)).collect();
                let arguments = arguments?;
                for argument in &arguments {
                    self.weigh(argument)?;
                }
                Ok(Cow::Owned(functions::call(function, &arguments)))
            }
            Node::Each(each, list, body) => {
                let list = self.value(list)?;
                self.each(*each, list, body)
            }
        }
    }

    fn each(&mut self, each: Each, list: Cow<'a, Value>, body: &'a Node) -> Outcome<'a> {
        let Some(entries) = entries(list) else { return Ok(NULL) };
        let (mut count, mut unknown, mut failed) = (0, false, false);
        let mut mapped = Vec::new();
        for entry in entries {
            let value = self.with(entry, body)?;
            if each == Each::Map {
                self.weigh(&value)?;
                mapped.push(value.into_owned());
                continue;
            }
            match value.as_bool() {
                Some(true) => count += 1,
                Some(false) => failed = true,
                None => unknown = true,
            }
        }
        Ok(Cow::Owned(match each {
            Each::Map => Value::Array(mapped),
            Each::Any => logic(count > 0, unknown, false),
            Each::All => {
                if failed {
                    Value::Bool(false)
                } else {
                    logic(false, unknown, true)
                }
            }
            Each::Count => {
                if unknown {
                    Value::Null
                } else {
                    count.into()
                }
            }
        }))
    }

    fn two(&mut self, operator: Operator, left: &'a Node, right: &'a Node) -> Outcome<'a> {
        let asks_for_null = [left, right].iter().any(|side| matches!(side, Node::Literal(Value::Null)));
        let left = self.value(left)?;
        // What cannot change the outcome is not looked at.
        match (operator, left.as_bool()) {
            (Operator::And, Some(false)) => return Ok(Cow::Owned(Value::Bool(false))),
            (Operator::Or, Some(true)) => return Ok(Cow::Owned(Value::Bool(true))),
            _ => {}
        }
        let right = self.value(right)?;
        self.weigh(&left)?;
        self.weigh(&right)?;
        let unknown = !asks_for_null && (left.is_null() || right.is_null());
        let value = match operator {
            Operator::And | Operator::Or => joined(operator, left.as_bool(), right.as_bool()),
            _ if unknown => Value::Null,
            Operator::Equal => Value::Bool(equal(&left, &right)),
            Operator::Unequal => Value::Bool(!equal(&left, &right)),
            Operator::In => in_container(&left, &right).map_or(Value::Null, Value::Bool),
            Operator::NotIn => in_container(&left, &right).map_or(Value::Null, |inside| Value::Bool(!inside)),
            Operator::Matches => match (left.as_str(), right.as_str()) {
                (Some(text), Some(pattern)) => {
                    self.work(text.len().saturating_mul(pattern.len()) / 8)?;
                    Value::Bool(matches(text, pattern))
                }
                _ => Value::Null,
            },
            Operator::Less => ordered(&left, &right, Ordering::is_lt),
            Operator::AtMost => ordered(&left, &right, Ordering::is_le),
            Operator::Greater => ordered(&left, &right, Ordering::is_gt),
            Operator::AtLeast => ordered(&left, &right, Ordering::is_ge),
            Operator::Add => match (left.as_str(), right.as_str()) {
                (Some(left), Some(right)) => Value::String(format!("{left}{right}")),
                _ => arithmetic(&left, &right, |a, b| a + b),
            },
            Operator::Subtract => arithmetic(&left, &right, |a, b| a - b),
            Operator::Multiply => arithmetic(&left, &right, |a, b| a * b),
            Operator::Divide => arithmetic(&left, &right, |a, b| a / b),
            // As in mathematics: the remainder has the divisor's sign.
            Operator::Remainder => arithmetic(&left, &right, |a, b| a - b * (a / b).floor()),
        };
        Ok(Cow::Owned(value))
    }

    /// The body's value with one more thing bound.
    fn with(&mut self, entry: Cow<'a, Value>, body: &'a Node) -> Outcome<'a> {
        self.bound.push(entry);
        let value = self.value(body);
        self.bound.pop();
        value
    }

    /// A field of an object; of a list, the fields of its entries.
    fn field(&mut self, of: Cow<'a, Value>, name: &str) -> Outcome<'a> {
        match of {
            Cow::Borrowed(Value::Object(fields)) => Ok(fields.get(name).map_or(NULL, Cow::Borrowed)),
            Cow::Owned(Value::Object(mut fields)) => Ok(fields.swap_remove(name).map_or(NULL, Cow::Owned)),
            list if list.is_array() => {
                let fields = entries(list).unwrap_or_default().into_iter().map(|entry| match entry.get(name) {
                    Some(field) => {
                        self.weigh(field)?;
                        Ok(field.clone())
                    }
                    None => self.work(1).map(|()| Value::Null),
                });
                Ok(Cow::Owned(Value::Array(fields.collect::<Result<_, _>>()?)))
            }
            _ => Ok(NULL),
        }
    }

    fn owned(&mut self, node: &'a Node) -> Result<Value, TooMuchWork> {
        let value = self.value(node)?;
        self.weigh(&value)?;
        Ok(value.into_owned())
    }

    fn work(&mut self, amount: usize) -> Result<(), TooMuchWork> {
        self.work_left = self.work_left.checked_sub(amount).ok_or(TooMuchWork)?;
        Ok(())
    }

    /// Counts everything in a value as work.
    fn weigh(&mut self, value: &Value) -> Result<(), TooMuchWork> {
        self.work(1)?;
        match value {
            Value::String(text) => self.work(text.len() / 4),
            Value::Array(entries) => entries.iter().try_for_each(|entry| self.weigh(entry)),
            Value::Object(fields) => fields.values().try_for_each(|field| self.weigh(field)),
            _ => Ok(()),
        }
    }
}

/// A number as JSON: whole ones without a point, and null for what is none.
pub fn number(value: f64) -> Value {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if value.fract() == 0.0 && value.abs() < EXACT {
        return Value::from(value as i64);
    }
    serde_json::Number::from_f64(value).map_or(Value::Null, Value::Number)
}

/// Whether two values are the same; numbers by what they mean, not by how they are written.
pub fn equal(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => one == other || one.as_f64() == other.as_f64(),
        (Value::Array(one), Value::Array(other)) => one.len() == other.len() && one.iter().zip(other).all(|(a, b)| equal(a, b)),
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len() && one.iter().all(|(key, value)| other.get(key).is_some_and(|other| equal(value, other)))
        }
        (one, other) => one == other,
    }
}

/// Whether a list has the entry, an object the key, or a text the text; `None` where the question makes no sense.
pub fn in_container(what: &Value, container: &Value) -> Option<bool> {
    match container {
        Value::Array(entries) => Some(entries.iter().any(|entry| equal(entry, what))),
        Value::Object(fields) => Some(fields.contains_key(what.as_str()?)),
        Value::String(text) => Some(text.contains(what.as_str()?)),
        _ => None,
    }
}

fn entries(list: Cow<'_, Value>) -> Option<Vec<Cow<'_, Value>>> {
    match list {
        Cow::Borrowed(Value::Array(entries)) => Some(entries.iter().map(Cow::Borrowed).collect()),
        Cow::Owned(Value::Array(entries)) => Some(entries.into_iter().map(Cow::Owned).collect()),
        _ => None,
    }
}

fn at_index<'a>(of: Cow<'a, Value>, index: &Value) -> Cow<'a, Value> {
    let place = |length: usize| {
        let at = index.as_i64()?;
        usize::try_from(if at < 0 { at.checked_add(i64::try_from(length).ok()?)? } else { at }).ok()
    };
    let found = match of {
        Cow::Borrowed(Value::Array(entries)) => place(entries.len()).and_then(|at| entries.get(at)).map(Cow::Borrowed),
        Cow::Owned(Value::Array(mut entries)) => {
            place(entries.len()).filter(|at| *at < entries.len()).map(|at| Cow::Owned(entries.swap_remove(at)))
        }
        Cow::Borrowed(Value::Object(fields)) => index.as_str().and_then(|name| fields.get(name)).map(Cow::Borrowed),
        Cow::Owned(Value::Object(mut fields)) => index.as_str().and_then(|name| fields.swap_remove(name)).map(Cow::Owned),
        _ => None,
    };
    found.unwrap_or(NULL)
}

fn length(value: &Value) -> Value {
    match value {
        Value::String(text) => text.chars().count().into(),
        Value::Array(entries) => entries.len().into(),
        Value::Object(fields) => fields.len().into(),
        _ => Value::Null,
    }
}

fn logic(certain: bool, unknown: bool, otherwise: bool) -> Value {
    match (certain, unknown) {
        (true, _) => Value::Bool(true),
        (false, true) => Value::Null,
        (false, false) => Value::Bool(otherwise),
    }
}

/// `and` and `or` of three values.
fn joined(operator: Operator, left: Option<bool>, right: Option<bool>) -> Value {
    let decisive = operator == Operator::Or;
    match (left, right) {
        (Some(left), Some(right)) => Value::Bool(if decisive { left || right } else { left && right }),
        (Some(known), None) | (None, Some(known)) if known == decisive => Value::Bool(decisive),
        _ => Value::Null,
    }
}

fn ordered(left: &Value, right: &Value, holds: fn(Ordering) -> bool) -> Value {
    let ordering = match (left, right) {
        (Value::Number(left), Value::Number(right)) => left.as_f64().partial_cmp(&right.as_f64()),
        (Value::String(left), Value::String(right)) => Some(left.cmp(right)),
        _ => None,
    };
    ordering.map_or(Value::Null, |ordering| Value::Bool(holds(ordering)))
}

fn arithmetic(left: &Value, right: &Value, of: impl Fn(f64, f64) -> f64) -> Value {
    match (left.as_f64(), right.as_f64()) {
        (Some(left), Some(right)) => number(of(left, right)),
        _ => Value::Null,
    }
}
