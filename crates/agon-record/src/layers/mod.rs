//! Layers: what judges and people said of a run's trials, afterwards and beside the verdict.
//!
//! ```text
//! RUN/layers/NAME/layer.json       who rated what, on which scale: written once
//! RUN/layers/NAME/ratings.jsonl    one line per rating
//! RUN/layers/NAME/calls/…          what a model judge was asked and answered (`calls.rs`)
//! ```
//!
//! A layer changes nothing else in the run: results, digest and logs are the same with it and without.

mod calls;
mod file;

use crate::read::read_head;
use crate::{Problem, RecordError};
use agon_core::Usage;
pub use calls::{CallLog, CallLogs, CallWriter};
pub use file::{LayerWriter, layer_names, read_layer, read_layers};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::path::Path;

/// The format of `layer.json` and `ratings.jsonl`.
pub const LAYER_FORMAT: u32 = 1;

/// `layer.json`: who rated what, and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LayerHead {
    /// [`LAYER_FORMAT`].
    pub format: u32,
    /// The folder's name.
    pub name: String,
    /// What was rated: `progress`, `causes`, `answer`, `rubric`, or another word.
    pub metric: String,
    /// Who rated.
    pub rater: Rater,
    /// What a rating may be.
    pub scale: RatingScale,
    /// The hash of the run's manifest and plan, so that a layer is not taken for another run's.
    pub run: String,
    /// RFC 3339.
    pub created: String,
    /// What else its maker keeps: a judge its prompts' version, settings, repeats and budget.
    #[serde(flatten)]
    pub more: Map<String, Value>,
}

/// Who rated.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Rater {
    /// What kind.
    pub kind: RaterKind,
    /// `openai/gpt-x`, a person's name, or the rule's.
    pub name: String,
}

/// What kind of rater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RaterKind {
    /// A model judge.
    Model,
    /// A person.
    Person,
    /// A computation.
    Rule,
}

/// What a rating may be.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum RatingScale {
    /// A number between these two, both included.
    Points {
        /// The least.
        low: f64,
        /// The most.
        high: f64,
    },
    /// One of these words.
    Labels {
        /// In the order in which tables show them.
        labels: Vec<String>,
    },
}

/// A line of `ratings.jsonl`: a value, or why there is none.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rating {
    /// The trial's place in the plan.
    pub trial: u32,
    /// The attempt that was looked at, counted from 1.
    pub attempt: u32,
    /// Counted from 0: raters may be asked several times.
    #[serde(default)]
    pub repeat: u32,
    /// Absent when void.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<RatingValue>,
    /// Why.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// The steps that the reason points to; 0 is the start.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<u32>,
    /// What the value was made of: the criteria of a rubric, the confidence of a cause.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub parts: BTreeMap<String, Value>,
    /// Why there is no value, in one sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub void: Option<String>,
    /// It is void by what the rated agent wrote: asking again is of no use.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub provoked: bool,
    /// What rating took, if a model rated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
}

/// A number, or a word of the scale. A whole number is written without a point.
#[derive(Clone, Debug, PartialEq)]
pub enum RatingValue {
    /// A number.
    Number(f64),
    /// A word.
    Label(String),
}

/// A layer as it is on disk.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// Who rated what.
    pub head: LayerHead,
    /// In the order of trials, attempts and repeats.
    pub ratings: Vec<Rating>,
}

impl LayerHead {
    /// A layer on the run in this folder, begun now.
    pub fn new(run: &Path, name: &str, metric: &str, rater: Rater, scale: RatingScale) -> Result<Self, RecordError> {
        let (_, _, run) = read_head(run)?;
        Ok(Self {
            format: LAYER_FORMAT,
            name: name.into(),
            metric: metric.into(),
            rater,
            scale,
            run,
            created: crate::now(),
            more: Map::new(),
        })
    }
}

impl RatingScale {
    /// Whether a rating may be this.
    pub fn holds(&self, value: &RatingValue) -> bool {
        match (self, value) {
            (Self::Points { low, high }, RatingValue::Number(number)) => (*low..=*high).contains(number),
            (Self::Labels { labels }, RatingValue::Label(label)) => labels.contains(label),
            _ => false,
        }
    }
}

impl std::fmt::Display for RatingScale {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Points { low, high } => write!(f, "{low} to {high}"),
            Self::Labels { labels } => f.write_str(&labels.join(", ")),
        }
    }
}

impl Rating {
    /// A rating with a value and nothing else.
    pub fn new(trial: u32, attempt: u32, repeat: u32, value: RatingValue) -> Self {
        Self { trial, attempt, repeat, value: Some(value), ..Self::default() }
    }

    /// A rating that could not be had.
    pub fn void(trial: u32, attempt: u32, repeat: u32, why: impl Into<String>) -> Self {
        Self { trial, attempt, repeat, void: Some(why.into()), ..Self::default() }
    }

    /// Where it stands among the ratings of a layer.
    pub fn place(&self) -> (u32, u32, u32) {
        (self.trial, self.attempt, self.repeat)
    }

    /// What is wrong with it on this scale and in a run of so many trials, in one sentence.
    fn problem(&self, scale: &RatingScale, trials: usize) -> Option<String> {
        if self.trial as usize >= trials {
            return Some(format!("the run has {trials} trials, this is a rating of trial {}", self.trial));
        }
        if self.attempt == 0 {
            return Some("attempts are counted from 1".into());
        }
        match (&self.value, &self.void) {
            (Some(value), None) if scale.holds(value) => None,
            (Some(value), None) => Some(format!("{value} is not on the scale of this layer: {scale}")),
            (None, Some(_)) => None,
            (Some(_), Some(_)) => Some("it has a value and is void as well".into()),
            (None, None) => Some("it has neither a value nor says why it is void".into()),
        }
    }
}

impl RatingValue {
    /// The number; `None` for a word.
    pub fn number(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Label(_) => None,
        }
    }

    /// The word; `None` for a number.
    pub fn label(&self) -> Option<&str> {
        match self {
            Self::Number(_) => None,
            Self::Label(label) => Some(label),
        }
    }
}

impl From<f64> for RatingValue {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<&str> for RatingValue {
    fn from(label: &str) -> Self {
        Self::Label(label.into())
    }
}

impl std::fmt::Display for RatingValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Label(label) => f.write_str(label),
        }
    }
}

/// Whole numbers up to here are exact as `f64`.
const MOST_WHOLE: f64 = 9_007_199_254_740_992.0;

impl Serialize for RatingValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(number) if number.fract() == 0.0 && number.abs() <= MOST_WHOLE => {
                serializer.serialize_i64(*number as i64)
            }
            Self::Number(number) => serializer.serialize_f64(*number),
            Self::Label(label) => serializer.serialize_str(label),
        }
    }
}

impl<'de> Deserialize<'de> for RatingValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::String(label) => Ok(Self::Label(label)),
            Value::Number(number) => {
                number.as_f64().map(Self::Number).ok_or_else(|| serde::de::Error::custom("this number is too large"))
            }
            other => Err(serde::de::Error::custom(format!("a rating is a number or a word, not {other}"))),
        }
    }
}

/// What makes a layer's files something else than a layer of this run.
fn problem(folder: &str, what: impl Into<String>) -> Problem {
    Problem { file: folder.into(), what: what.into(), trial: None }
}

#[cfg(test)]
mod tests;
