//! What is rated, and how: one file a metric.

pub(crate) mod answer;
pub(crate) mod causes;
pub(crate) mod progress;
pub(crate) mod rubric;

use crate::ask::{Asker, Stopped};
use crate::spec::Spec;
use crate::trial::{Eyes, Trial};
use agon_core::ANSWER_POINTS;
use agon_record::{RatingScale, RatingValue};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What is rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Metric {
    /// How far a trial got, from 1 to 5.
    Progress,
    /// The root cause of a failure.
    Causes,
    /// How right an answer is, from 0 to 10.
    Answer,
    /// The weighted share of a user's criteria that are met.
    Rubric,
}

impl Metric {
    /// Every one.
    pub const ALL: [Self; 4] = [Self::Progress, Self::Causes, Self::Answer, Self::Rubric];

    /// Its name in files and on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::Progress => "progress",
            Self::Causes => "causes",
            Self::Answer => "answer",
            Self::Rubric => "rubric",
        }
    }

    /// The metric of a layer; `None` for one that no judge makes.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|metric| metric.word() == word)
    }

    /// The version of its prompts: ratings by different ones are different measurements.
    pub fn version(self) -> &'static str {
        match self {
            Self::Progress => progress::VERSION,
            Self::Causes => causes::VERSION,
            Self::Answer => answer::VERSION,
            Self::Rubric => rubric::VERSION,
        }
    }

    /// What a rating may be.
    pub fn scale(self) -> RatingScale {
        match self {
            Self::Progress => RatingScale::Points { low: progress::LOW, high: progress::HIGH },
            Self::Causes => RatingScale::Labels { labels: causes::CAUSES.iter().map(|(name, _)| (*name).to_owned()).collect() },
            Self::Answer => RatingScale::Points { low: 0.0, high: f64::from(ANSWER_POINTS) },
            Self::Rubric => RatingScale::Points { low: 0.0, high: 1.0 },
        }
    }

    /// Whether a scored trial is rated at all.
    pub(crate) fn rates(self, passed: bool) -> bool {
        match self {
            Self::Causes => !passed,
            Self::Progress | Self::Answer | Self::Rubric => true,
        }
    }
}

/// A rating as a metric gives it.
pub(crate) struct Rated {
    pub(crate) value: RatingValue,
    pub(crate) reason: String,
    pub(crate) steps: Vec<u32>,
    pub(crate) parts: BTreeMap<String, Value>,
}

impl Rated {
    fn nothing() -> Self {
        Self { value: RatingValue::Number(0.0), reason: String::new(), steps: Vec::new(), parts: BTreeMap::new() }
    }
}

/// What is shown of a trial, read and computed before anybody is asked.
pub(crate) enum Prepared {
    Progress(progress::Prepared),
    Causes(causes::Prepared),
    Answer(answer::Prepared),
    Rubric(rubric::Prepared),
}

impl Prepared {
    /// Reads files and compares frames: on a thread that may block.
    pub(crate) fn of(trial: &Trial, spec: &Spec, model: &str) -> Result<Self, String> {
        let eyes = Eyes::of(model);
        Ok(match spec.metric {
            Metric::Progress => Self::Progress(progress::prepare(trial, &spec.thresholds(), &eyes)?),
            Metric::Causes => Self::Causes(causes::prepare(trial, &eyes)?),
            Metric::Answer => Self::Answer(answer::prepare(trial, &spec.answers)?),
            Metric::Rubric => Self::Rubric(rubric::prepare(trial, &eyes)?),
        })
    }

    pub(crate) async fn rate(&self, spec: &Spec, asker: &mut Asker<'_>) -> Result<Rated, Stopped> {
        match self {
            Self::Progress(prepared) => progress::rate(prepared, asker).await,
            Self::Causes(prepared) => causes::rate(prepared, asker).await,
            Self::Answer(prepared) => answer::rate(prepared, &spec.options, asker).await,
            Self::Rubric(prepared) => match &spec.rubric {
                Some(rubric) => rubric::rate(prepared, rubric, asker).await,
                None => Err(Stopped::Material("the layer holds no rubric".into())),
            },
        }
    }
}

/// The schema of an object that has all of these fields and no others.
fn object(properties: Value) -> Value {
    let required: Vec<&String> = properties.as_object().map(|fields| fields.keys().collect()).unwrap_or_default();
    json!({"type": "object", "required": required, "properties": properties, "additionalProperties": false})
}

fn steps_schema(least: u32) -> Value {
    json!({"type": "array", "items": {"type": "integer", "minimum": 0}, "minItems": least, "maxItems": 30})
}

fn text_of(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or_default().to_owned()
}

fn numbers_of(value: &Value, key: &str) -> Vec<u64> {
    value[key].as_array().into_iter().flatten().filter_map(Value::as_u64).collect()
}

/// The steps that an answer points to, each once and in order. One that is too large for a step is no step of any trial.
fn steps_of(value: &Value) -> Vec<u32> {
    let mut steps: Vec<u32> =
        numbers_of(value, "steps").into_iter().map(|step| u32::try_from(step).unwrap_or(u32::MAX)).collect();
    steps.sort_unstable();
    steps.dedup();
    steps
}
