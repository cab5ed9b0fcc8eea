//! The published forms of requests, as far as a client for models needs them: which fields an object has, which it must have,
//! and what they hold. Fields that are not known are refused, as the real services do.
//!
//! After the types of the official Python packages (openai 3, anthropic 2, google-genai 3), which `python/tests` holds the same
//! requests to.

use serde_json::Value;

/// What a value may be.
pub(super) enum Shape {
    Any,
    Text,
    Number,
    Whole,
    Bool,
    Map,
    OneOf(&'static [&'static str]),
    List(&'static Shape),
    Fields(&'static [Field]),
    /// An object whose form is told by one of its fields.
    Tagged(&'static str, &'static [(&'static str, &'static [Field])]),
    /// An object whose form is told by the field that it has.
    Keyed(&'static [(&'static str, &'static [Field])]),
    Either(&'static Shape, &'static Shape),
}

pub(super) struct Field {
    name: &'static str,
    shape: &'static Shape,
    is_required: bool,
}

pub(super) const fn must(name: &'static str, shape: &'static Shape) -> Field {
    Field { name, shape, is_required: true }
}

pub(super) const fn may(name: &'static str, shape: &'static Shape) -> Field {
    Field { name, shape, is_required: false }
}

impl Shape {
    /// What is wrong with a value, if anything is, with its place.
    pub(super) fn complaint(&self, value: &Value, place: &str) -> Option<String> {
        let wrong = |what: &str| Some(format!("{place}: must be {what}"));
        match self {
            Self::Any => None,
            Self::Text if !value.is_string() => wrong("a string"),
            Self::Number if !value.is_number() => wrong("a number"),
            Self::Whole if !value.is_u64() && !value.is_i64() => wrong("an integer"),
            Self::Bool if !value.is_boolean() => wrong("a boolean"),
            Self::Map if !value.is_object() => wrong("an object"),
            Self::OneOf(words) if !value.as_str().is_some_and(|word| words.contains(&word)) => {
                wrong(&format!("one of {words:?}"))
            }
            Self::List(item) => match value.as_array() {
                None => wrong("a list"),
                Some(items) => items.iter().enumerate().find_map(|(at, value)| item.complaint(value, &format!("{place}.{at}"))),
            },
            Self::Fields(fields) => complaint(fields, value, place),
            Self::Tagged(tag, forms) => {
                let word = value[*tag].as_str().unwrap_or_default();
                match forms.iter().find(|(name, _)| *name == word) {
                    Some((_, fields)) => complaint(fields, value, place),
                    None => Some(format!("{place}.{tag}: there is no {word:?}")),
                }
            }
            Self::Keyed(forms) => match forms.iter().find(|(name, _)| value.get(*name).is_some()) {
                Some((_, fields)) => complaint(fields, value, place),
                None => Some(format!("{place}: holds nothing that is known")),
            },
            Self::Either(one, other) => one.complaint(value, place).and_then(|_| other.complaint(value, place)),
            Self::Text | Self::Number | Self::Whole | Self::Bool | Self::Map | Self::OneOf(_) => None,
        }
    }
}

fn complaint(fields: &[Field], value: &Value, place: &str) -> Option<String> {
    let Some(map) = value.as_object() else { return Some(format!("{place}: must be an object")) };
    if let Some(missing) = fields.iter().find(|field| field.is_required && !map.contains_key(field.name)) {
        return Some(format!("{place}.{}: field required", missing.name));
    }
    map.iter().find_map(|(name, value)| match fields.iter().find(|field| field.name == name) {
        None => Some(format!("{place}.{name}: extra inputs are not permitted")),
        Some(field) if value.is_null() && !field.is_required => None,
        Some(field) => field.shape.complaint(value, &format!("{place}.{name}")),
    })
}
