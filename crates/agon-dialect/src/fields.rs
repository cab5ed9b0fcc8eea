//! The arguments of a tool call, read with patience: models send numbers as text and places in four forms.

use crate::keys::MAX_CHORD;
use crate::text::short;
use crate::{Space, View};
use agon_core::{Button, Target};
use serde_json::{Map, Value};
use std::borrow::Cow;

pub(crate) struct Fields<'a>(Cow<'a, Map<String, Value>>);

impl<'a> Fields<'a> {
    /// An object, the text of one, or nothing.
    pub(crate) fn new(args: &'a Value) -> Result<Self, String> {
        match args {
            Value::Object(map) => Ok(Self(Cow::Borrowed(map))),
            Value::Null => Ok(Self(Cow::Owned(Map::new()))),
            Value::String(text) if text.trim().is_empty() => Ok(Self(Cow::Owned(Map::new()))),
            Value::String(text) => match serde_json::from_str(text) {
                Ok(map) => Ok(Self(Cow::Owned(map))),
                Err(_) => Err("the arguments must be an object".into()),
            },
            _ => Err("the arguments must be an object".into()),
        }
    }

    /// A field that is there and not null.
    pub(crate) fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    pub(crate) fn text(&self, name: &str) -> Result<String, String> {
        match self.get(name) {
            Some(Value::String(text)) => Ok(text.clone()),
            Some(value @ (Value::Number(_) | Value::Bool(_))) => Ok(value.to_string()),
            Some(_) => Err(format!("'{name}' must be a text")),
            None => Err(format!("'{name}' is missing")),
        }
    }

    pub(crate) fn number(&self, name: &str) -> Result<f64, String> {
        let value = self.get(name).ok_or_else(|| format!("'{name}' is missing"))?;
        number(value).ok_or_else(|| format!("'{name}' must be a number"))
    }

    pub(crate) fn number_or(&self, name: &str, otherwise: f64) -> Result<f64, String> {
        if self.has(name) { self.number(name) } else { Ok(otherwise) }
    }

    pub(crate) fn flag_or(&self, name: &str, otherwise: bool) -> Result<bool, String> {
        match self.get(name) {
            None => Ok(otherwise),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(Value::String(text)) if text.eq_ignore_ascii_case("true") => Ok(true),
            Some(Value::String(text)) if text.eq_ignore_ascii_case("false") => Ok(false),
            Some(_) => Err(format!("'{name}' must be true or false")),
        }
    }

    /// A list of texts, or one text alone.
    pub(crate) fn texts(&self, name: &str) -> Result<Vec<String>, String> {
        match self.get(name) {
            Some(Value::String(text)) => Ok(vec![text.clone()]),
            Some(Value::Array(items)) if items.len() <= MAX_CHORD => {
                let texts: Option<Vec<String>> = items.iter().map(|item| item.as_str().map(str::to_owned)).collect();
                texts.ok_or_else(|| format!("'{name}' must be a list of texts"))
            }
            Some(_) => Err(format!("'{name}' must be a list of at most {MAX_CHORD} texts")),
            None => Err(format!("'{name}' is missing")),
        }
    }

    pub(crate) fn button(&self, name: &str) -> Result<Button, String> {
        match self.get(name).map(|value| value.as_str().unwrap_or_default().to_lowercase()).as_deref() {
            None | Some("left" | "primary") => Ok(Button::Left),
            Some("middle" | "wheel") => Ok(Button::Middle),
            Some("right" | "secondary") => Ok(Button::Right),
            Some(other) => Err(format!("there is no button '{}'", short(other))),
        }
    }

    /// The place in two fields.
    pub(crate) fn place(&self, x: &str, y: &str, space: Space, view: &View) -> Result<Target, String> {
        let point = space.to_screen(self.number(x)?, self.number(y)?, view)?;
        Ok(Target::Point(point))
    }

    /// The place in one field.
    pub(crate) fn coordinate(&self, name: &str, space: Space, view: &View) -> Result<Target, String> {
        let value = self.get(name).ok_or_else(|| format!("'{name}' is missing"))?;
        let (x, y) = pair(value).ok_or_else(|| format!("'{name}' must be two numbers, [x, y]"))?;
        Ok(Target::Point(space.to_screen(x, y, view)?))
    }

    /// The place in one field, or where the pointer is.
    pub(crate) fn coordinate_or_pointer(&self, name: &str, space: Space, view: &View) -> Result<Target, String> {
        match view.pointer {
            Some(pointer) if !self.has(name) => Ok(pointer),
            _ => self.coordinate(name, space, view),
        }
    }
}

/// A number, or the text of one.
pub(crate) fn number(value: &Value) -> Option<f64> {
    let number = match value {
        Value::Number(number) => number.as_f64()?,
        Value::String(text) => text.trim().parse().ok()?,
        _ => return None,
    };
    number.is_finite().then_some(number)
}

/// Two numbers: a list, an object with x and y, or the text of a list.
pub(crate) fn pair(value: &Value) -> Option<(f64, f64)> {
    match value {
        Value::Array(items) => match items.as_slice() {
            [x, y] => Some((number(x)?, number(y)?)),
            _ => None,
        },
        Value::Object(map) => Some((number(map.get("x")?)?, number(map.get("y")?)?)),
        Value::String(text) => {
            let (x, y) = text.trim().trim_start_matches(['[', '(']).trim_end_matches([']', ')']).split_once(',')?;
            Some((number(&x.into())?, number(&y.into())?))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn places_are_read_in_every_form() {
        for value in [json!([3, 4]), json!({"x": 3, "y": 4}), json!("[3, 4]"), json!("(3,4)"), json!(["3", "4"])] {
            assert_eq!(pair(&value), Some((3.0, 4.0)), "{value}");
        }
        for value in [json!([3]), json!([3, 4, 5]), json!("3"), json!(3), json!({"x": 3}), json!(["a", "b"]), json!(["NaN", 1])] {
            assert_eq!(pair(&value), None, "{value}");
        }
    }

    #[test]
    fn arguments_may_be_the_text_of_an_object() {
        let args = json!("{\"x\": \"12\", \"on\": \"true\", \"nothing\": null}");
        let fields = Fields::new(&args).unwrap();
        assert_eq!(fields.number("x"), Ok(12.0));
        assert_eq!(fields.flag_or("on", false), Ok(true));
        assert_eq!(fields.number_or("nothing", 7.0), Ok(7.0));
        assert!(fields.text("missing").unwrap_err().contains("missing"));
        assert!(Fields::new(&json!([1])).is_err());
    }
}
