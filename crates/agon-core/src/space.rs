//! Declared functions and their argument spaces: one description serves validation, random agents, prompts and tools.

use crate::{Call, Rng};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// A function an agent may call. The brief lists them, and the world binds calls to them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Function {
    /// What it is called.
    pub name: String,
    /// One sentence in the imperative.
    pub about: String,
    /// Its arguments, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub params: Vec<Param>,
}

/// An argument of a function.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Param {
    /// What it is called.
    pub name: String,
    /// One sentence.
    pub about: String,
    /// What it may be.
    pub space: Space,
}

/// The values an argument may take.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Space {
    /// A whole number.
    Integer {
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// Any finite real between the bounds. `typical` is the magnitude random agents draw from where a bound is missing.
    Real {
        /// The least.
        min: Option<f64>,
        /// The greatest.
        max: Option<f64>,
        /// The size that random agents draw from, where there is no bound.
        typical: f64,
    },
    /// One of several words.
    Choice {
        /// The words.
        values: Vec<String>,
    },
    /// Any text.
    Text {
        /// The longest.
        max_chars: usize,
    },
    /// Several values, each of its own kind.
    Tuple {
        /// Their kinds.
        items: Vec<Space>,
    },
    /// Each of `len` numbers once, counted from `first`.
    Permutation {
        /// How many.
        len: usize,
        /// 0 or 1, as the world counts.
        #[serde(default, skip_serializing_if = "is_zero")]
        first: usize,
    },
}

fn is_zero(first: &usize) -> bool {
    *first == 0
}

/// Why a call does not fit its function. The three kinds get distinct feedback.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "each is explained by its message")]
pub enum BindError {
    #[error("Unknown function '{name}'. Available functions: {available}.")]
    Unknown { name: String, available: String },
    #[error("Invalid arguments: {0}.")]
    Type(String),
    #[error("Argument out of range: {0}.")]
    Range(String),
}

/// Arguments that were checked against a function: the accessors cannot fail for declared parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Args(Vec<Value>);

impl Args {
    /// The argument at a place.
    pub fn value(&self, index: usize) -> &Value {
        self.0.get(index).unwrap_or(&Value::Null)
    }

    /// The same as a whole number; 0 where it is none.
    pub fn integer(&self, index: usize) -> i64 {
        integer_of(self.value(index)).unwrap_or_default()
    }

    /// The same as a number; 0 where it is none.
    pub fn real(&self, index: usize) -> f64 {
        self.value(index).as_f64().unwrap_or_default()
    }

    /// The same as a text; empty where it is none.
    pub fn text(&self, index: usize) -> &str {
        self.value(index).as_str().unwrap_or_default()
    }

    /// The integers of a tuple or permutation argument.
    pub fn integers(&self, index: usize) -> Vec<i64> {
        self.value(index).as_array().map(|items| items.iter().filter_map(integer_of).collect()).unwrap_or_default()
    }
}

impl Function {
    /// With its name, its sentence and what it takes.
    pub fn new(name: &str, about: &str, params: Vec<Param>) -> Self {
        Self { name: name.into(), about: about.into(), params }
    }

    /// Finds the call's function and checks its arguments.
    pub fn bind<'f>(functions: &'f [Function], call: &Call) -> Result<(&'f Function, Args), BindError> {
        let function = functions.iter().find(|f| f.name == call.name).ok_or_else(|| BindError::Unknown {
            name: clip(&call.name),
            available: functions.iter().map(|f| f.name.as_str()).collect::<Vec<_>>().join(", "),
        })?;
        Ok((function, function.bind_args(&call.args)?))
    }

    /// Arguments may come bare (one parameter), as a list, or as an object by name (what tool calls send).
    fn bind_args(&self, args: &Value) -> Result<Args, BindError> {
        if let Value::Object(map) = args {
            if let Some(key) = map.keys().find(|k| !self.params.iter().any(|p| p.name == **k)) {
                return Err(BindError::Type(format!("{} has no parameter '{}'", self.name, clip(key))));
            }
            let mut values = Vec::with_capacity(self.params.len());
            for param in &self.params {
                let value = map.get(&param.name).ok_or_else(|| BindError::Type(format!("'{}' is missing", param.name)))?;
                param.check(value)?;
                values.push(value.clone());
            }
            return Ok(Args(values));
        }
        match self.params.as_slice() {
            [] => match args {
                Value::Null => Ok(Args(vec![])),
                Value::String(s) if s.is_empty() || *s == self.name => Ok(Args(vec![])),
                Value::Array(items) if items.is_empty() => Ok(Args(vec![])),
                other => Err(BindError::Type(format!("{} takes no arguments, got {}", self.name, brief(other)))),
            },
            [param] => match (param.check(args), args) {
                (Ok(()), _) => Ok(Args(vec![args.clone()])),
                // `('move', (0,))` and a tool call's `[0]` mean the same as `('move', 0)`.
                (Err(_), Value::Array(items)) if items.len() == 1 => {
                    param.check(&items[0])?;
                    Ok(Args(items.clone()))
                }
                (Err(error), _) => Err(error),
            },
            params => match args {
                Value::Array(items) if items.len() == params.len() => {
                    for (param, item) in params.iter().zip(items) {
                        param.check(item)?;
                    }
                    Ok(Args(items.clone()))
                }
                other => Err(BindError::Type(format!(
                    "{} takes {} ({}), got {}",
                    self.name,
                    params.len(),
                    params.iter().map(|p| p.name.as_str()).collect::<Vec<_>>().join(", "),
                    brief(other)
                ))),
            },
        }
    }

    /// A random call of this function, uniform over its argument space.
    pub fn sample(&self, rng: &mut Rng) -> Call {
        let mut values: Vec<Value> = self.params.iter().map(|p| p.space.sample(rng)).collect();
        match values.len() {
            0 => Call::bare(&self.name),
            1 => Call::new(&self.name, values.remove(0)),
            _ => Call::new(&self.name, values),
        }
    }

    /// The parameters as JSON Schema, for APIs with native tool calls.
    pub fn json_schema(&self) -> Value {
        let properties: Map<String, Value> = self
            .params
            .iter()
            .map(|p| {
                let mut schema = p.space.json_schema();
                if let Some(object) = schema.as_object_mut() {
                    object.insert("description".into(), p.about.clone().into());
                }
                (p.name.clone(), schema)
            })
            .collect();
        let required: Vec<&str> = self.params.iter().map(|p| p.name.as_str()).collect();
        json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
    }
}

impl Param {
    /// With its name, its sentence and what it takes.
    pub fn new(name: &str, about: &str, space: Space) -> Self {
        Self { name: name.into(), about: about.into(), space }
    }

    fn check(&self, value: &Value) -> Result<(), BindError> {
        self.space.check(&self.name, value)
    }
}

impl Space {
    /// Any finite real number.
    pub fn real(typical: f64) -> Self {
        Self::Real { min: None, max: None, typical }
    }

    fn check(&self, name: &str, value: &Value) -> Result<(), BindError> {
        let wrong = |want: &str| Err(BindError::Type(format!("'{name}' must be {want}, got {}", brief(value))));
        match self {
            Self::Integer { min, max } => match integer_of(value) {
                None => wrong("an integer"),
                Some(n) if n < *min || n > *max => {
                    Err(BindError::Range(format!("'{name}' must be between {min} and {max}, got {n}")))
                }
                Some(_) => Ok(()),
            },
            Self::Real { min, max, .. } => match value.as_f64() {
                None => wrong("a number"),
                Some(x) if min.is_some_and(|m| x < m) || max.is_some_and(|m| x > m) => {
                    let bound = |b: &Option<f64>, none: &str| b.map_or(none.into(), |b| b.to_string());
                    let (min, max) = (bound(min, "minus infinity"), bound(max, "infinity"));
                    Err(BindError::Range(format!("'{name}' must be between {min} and {max}, got {x}")))
                }
                Some(_) => Ok(()),
            },
            Self::Choice { values } => match value.as_str() {
                None => wrong("a string"),
                Some(s) if values.iter().any(|v| v == s) => Ok(()),
                Some(s) => Err(BindError::Range(format!("'{name}' must be one of {}, got '{}'", values.join(", "), clip(s)))),
            },
            Self::Text { max_chars } => match value.as_str() {
                None => wrong("a string"),
                Some(s) if s.chars().count() > *max_chars => {
                    Err(BindError::Range(format!("'{name}' may have at most {max_chars} characters")))
                }
                Some(_) => Ok(()),
            },
            Self::Tuple { items } => match value.as_array() {
                Some(values) if values.len() == items.len() => {
                    items.iter().zip(values).try_for_each(|(space, value)| space.check(name, value))
                }
                _ => wrong(&format!("a tuple of {}", items.len())),
            },
            Self::Permutation { len, first } => {
                let numbers: Option<Vec<i64>> = value.as_array().and_then(|a| a.iter().map(integer_of).collect());
                let Some(numbers) = numbers else { return wrong("a list of integers") };
                let mut sorted = numbers.clone();
                sorted.sort_unstable();
                if sorted.iter().copied().eq(*first as i64..(first + len) as i64) {
                    return Ok(());
                }
                let last = (first + len).saturating_sub(1);
                Err(BindError::Range(format!("'{name}' must hold each number from {first} to {last} exactly once")))
            }
        }
    }

    fn sample(&self, rng: &mut Rng) -> Value {
        match self {
            Self::Integer { min, max } => rng.integer(*min, *max).into(),
            Self::Real { min, max, typical } => {
                let drawn = rng.real(min.unwrap_or(-typical), max.unwrap_or(*typical));
                ((drawn * 100.0).round() / 100.0).into()
            }
            Self::Choice { values } => rng.choose(values).cloned().unwrap_or_default().into(),
            Self::Text { max_chars } => {
                let len = rng.index((*max_chars).min(8) + 1);
                (0..len).map(|_| char::from(b'a' + rng.below(26) as u8)).collect::<String>().into()
            }
            Self::Tuple { items } => items.iter().map(|s| s.sample(rng)).collect::<Vec<_>>().into(),
            Self::Permutation { len, first } => {
                let mut order: Vec<usize> = (*first..first + len).collect();
                rng.shuffle(&mut order);
                order.into()
            }
        }
    }

    fn json_schema(&self) -> Value {
        match self {
            Self::Integer { min, max } => json!({"type": "integer", "minimum": min, "maximum": max}),
            Self::Real { min, max, .. } => {
                let mut schema = json!({"type": "number"});
                for (key, bound) in [("minimum", min), ("maximum", max)] {
                    if let Some(bound) = bound {
                        schema[key] = json!(bound);
                    }
                }
                schema
            }
            Self::Choice { values } => json!({"type": "string", "enum": values}),
            Self::Text { max_chars } => json!({"type": "string", "maxLength": max_chars}),
            Self::Tuple { items } => json!({
                "type": "array",
                "prefixItems": items.iter().map(Space::json_schema).collect::<Vec<_>>(),
                "minItems": items.len(),
                "maxItems": items.len(),
            }),
            Self::Permutation { len, first } => json!({
                "type": "array",
                "items": {"type": "integer", "minimum": first, "maximum": (first + len).saturating_sub(1)},
                "minItems": len,
                "maxItems": len,
                "uniqueItems": true,
            }),
        }
    }
}

/// Models write `3.0` for 3; a whole float is an integer, anything else is not.
fn integer_of(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| value.as_f64().filter(|x| x.fract() == 0.0 && x.abs() < 9e15).map(|x| x as i64))
}

/// A value as feedback shows it: never longer than a line.
fn brief(value: &Value) -> String {
    match value {
        Value::Null => "nothing".into(),
        other => clip(&other.to_string()),
    }
}

fn clip(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn functions() -> Vec<Function> {
        let cell = Space::Tuple { items: vec![Space::Integer { min: 0, max: 2 }; 2] };
        vec![
            Function::new("turn", "Turn.", vec![Param::new("direction", "where", Space::Integer { min: 0, max: 3 })]),
            Function::new("swap", "Swap.", vec![Param::new("a", "one", cell.clone()), Param::new("b", "other", cell)]),
            Function::new("reorder", "Reorder.", vec![Param::new("order", "all", Space::Permutation { len: 3, first: 0 })]),
            Function::new("push", "Push.", vec![Param::new("by", "how far", Space::real(10.0))]),
            Function::new("stop", "Stop.", vec![]),
        ]
    }

    fn bind(text: &str) -> Result<Args, BindError> {
        Function::bind(&functions(), &text.parse().expect("a call")).map(|(_, args)| args)
    }

    #[test]
    fn accepts_bare_list_and_named_arguments() {
        for text in ["('turn', 2)", "('turn', (2,))", "('turn', [2])", "('turn', 2.0)", "('turn', {'direction': 2})"] {
            assert_eq!(bind(text).unwrap().integer(0), 2, "{text}");
        }
        assert_eq!(bind("('reorder', [2, 0, 1])").unwrap().integers(0), [2, 0, 1]);
        assert_eq!(bind("('swap', ((0, 1), (2, 2)))").unwrap().integers(1), [2, 2]);
        for text in ["('stop', 'stop')", "('stop', None)", "('stop', ())", "('stop', {})"] {
            assert!(bind(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn tells_unknown_type_and_range_apart() {
        assert!(matches!(bind("('jump', 1)"), Err(BindError::Unknown { .. })));
        for text in ["('turn', 'up')", "('turn', 1.5)", "('turn', (1, 2))", "('swap', (0, 1))", "('stop', 3)", "('push', None)"] {
            assert!(matches!(bind(text), Err(BindError::Type(_))), "{text}");
        }
        for text in ["('turn', 4)", "('swap', ((0, 0), (3, 0)))", "('reorder', [0, 0, 1])", "('reorder', [0, 1])"] {
            assert!(matches!(bind(text), Err(BindError::Range(_))), "{text}");
        }
    }

    proptest! {
        #[test]
        fn samples_always_bind(seed: u64) {
            let mut rng = crate::Rng::new("sample", seed);
            for function in functions() {
                let call = function.sample(&mut rng);
                prop_assert!(Function::bind(&functions(), &call).is_ok(), "{}", call);
            }
        }
    }
}
