//! What decides a judged layer: kept in its head, so that it can be gone on with and verified.

use crate::change::Thresholds;
use crate::error::JudgeError;
use crate::metric::Metric;
use crate::metric::answer::Answers;
use crate::metric::rubric::Rubric;
use agon_core::Settings;
use agon_model::Options;
use agon_record::{LayerHead, Rater, RaterKind};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::Path;

/// The field of `layer.json` that holds it.
const FIELD: &str = "judge";

/// What decides a judged layer, beside the model's name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spec {
    /// What is rated; the head tells it.
    #[serde(skip, default = "any")]
    pub metric: Metric,
    /// The version of the prompts.
    pub prompts: String,
    /// How often each trial is rated.
    pub repeats: u32,
    /// How the model is to answer.
    #[serde(default)]
    pub options: Options,
    /// The settings that were asked for.
    #[serde(default)]
    pub settings: Settings,
    /// When two frames count as different; for progress.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thresholds: Option<Thresholds>,
    /// What trials are held against; for a rubric.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rubric: Option<Rubric>,
    /// Right answers beside those that checks tell; for answers.
    #[serde(default, skip_serializing_if = "Answers::is_empty")]
    pub answers: Answers,
    /// What it may cost, as it was begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_cost_usd: Option<f64>,
    /// The version that began it.
    #[serde(default)]
    pub agon_version: String,
}

fn any() -> Metric {
    Metric::Progress
}

impl Spec {
    /// A metric as this version of agon judges it.
    pub fn new(metric: Metric, repeats: u32, options: Options, settings: Settings) -> Self {
        Self {
            metric,
            prompts: metric.version().into(),
            repeats,
            options,
            settings,
            thresholds: (metric == Metric::Progress).then_some(Thresholds::DEFAULT),
            rubric: None,
            answers: Answers::new(),
            max_cost_usd: None,
            agon_version: env!("CARGO_PKG_VERSION").into(),
        }
    }

    pub(crate) fn thresholds(&self) -> Thresholds {
        self.thresholds.unwrap_or(Thresholds::DEFAULT)
    }

    /// The head of a layer on a run.
    pub(crate) fn head(&self, run: &Path, name: &str, model: &str) -> Result<LayerHead, JudgeError> {
        let rater = Rater { kind: RaterKind::Model, name: model.into() };
        let mut head = LayerHead::new(run, name, self.metric.word(), rater, self.metric.scale())?;
        head.more.insert(FIELD.into(), serde_json::to_value(self).map_err(|error| JudgeError::Layer(error.to_string()))?);
        Ok(head)
    }

    /// Of a layer that a judge made; `Err` says why it is none.
    pub(crate) fn of(head: &LayerHead) -> Result<Self, String> {
        let metric = Metric::of_word(&head.metric).ok_or_else(|| format!("no judge rates {}", head.metric))?;
        let field = head.more.get(FIELD).cloned().unwrap_or(Value::Null);
        let read: Self =
            serde_json::from_value(field).map_err(|error| format!("its head does not tell how it was judged: {error}"))?;
        let spec = Self { metric, ..read };
        if head.scale != metric.scale() {
            return Err(format!("its scale is not that of {}", head.metric));
        }
        if spec.prompts != metric.version() {
            let (had, has) = (&spec.prompts, metric.version());
            return Err(format!("it was judged with the prompts {had}, this agon has {has}: use the agon it was judged with"));
        }
        Ok(spec)
    }

    /// In what another asks for something else, if it does.
    pub(crate) fn difference(&self, other: &Self) -> Option<&'static str> {
        [
            ("metric", self.metric != other.metric),
            ("prompts", self.prompts != other.prompts),
            ("repeats", self.repeats != other.repeats),
            ("judge settings", self.options != other.options),
            ("thresholds", self.thresholds != other.thresholds),
            ("rubric", self.rubric != other.rubric),
            ("answers", self.answers != other.answers),
        ]
        .into_iter()
        .find_map(|(name, differs)| differs.then_some(name))
    }
}
