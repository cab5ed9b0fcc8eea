//! A numbered collection of pictures.

use super::photos;
use crate::{Canvas, ParamError};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;

/// The pictures a world draws on. The same source gives the same pictures in the same order.
pub(crate) struct Pictures;

impl Pictures {
    /// Opens a collection: the built-in one for an empty `source`, else a folder of picture files.
    pub(crate) fn open(source: &str) -> Result<Arc<Self>, ParamError> {
        if !source.is_empty() {
            return Err(ParamError::key("pictures", format!("{source:?} cannot be read: only the built-in pictures are there")));
        }
        Ok(Arc::new(Self))
    }

    pub(crate) fn count(&self) -> usize {
        photos::count()
    }

    /// One word for what a picture shows; empty past the last one.
    pub(crate) fn name(&self, index: usize) -> &str {
        photos::name(index)
    }

    /// A square picture of at least 384 by 384 pixels; `None` past the last one. [`Canvas::resized`] brings it to size.
    pub(crate) fn picture(&self, index: usize) -> Option<Arc<Canvas>> {
        photos::photo(index)
    }
}

/// Which item of a collection: a number, or `"any"` to let the seed choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Value", try_from = "Value")]
pub(crate) enum Choice {
    Any,
    Number(usize),
}

impl From<Choice> for Value {
    fn from(choice: Choice) -> Self {
        match choice {
            Choice::Any => "any".into(),
            Choice::Number(number) => number.into(),
        }
    }
}

impl TryFrom<Value> for Choice {
    type Error = String;

    fn try_from(value: Value) -> Result<Self, Self::Error> {
        match (value.as_str(), value.as_u64()) {
            (Some("any"), _) => Ok(Self::Any),
            (_, Some(number)) => Ok(Self::Number(number as usize)),
            _ => Err(format!("must be \"any\" or an item's number, got {value}")),
        }
    }
}
