//! What judges and people said of a run's trials, beside the verdict and never in it.

mod text;

pub use text::text;

use crate::outcome::Outcome;
use agon_core::{InstanceId, Usage};
use agon_record::{Layer, Rater, Rating, RatingScale, RatingValue, RecordError, Run, read_layers};
use serde::Serialize;
use std::collections::BTreeMap;

/// The layers of a run in figures.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Layers {
    pub layers: Vec<LayerFigures>,
    /// Layers of the same metric and scale, two by two.
    pub pairs: Vec<LayerPair>,
    /// Layers that cannot be read, each in a sentence.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<String>,
}

/// One layer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LayerFigures {
    pub name: String,
    pub metric: String,
    pub rater: Rater,
    pub scale: RatingScale,
    /// One for each agent with a rating, in the manifest's order.
    pub agents: Vec<AgentRatings>,
    /// Every trial with a rating, in the plan's order.
    pub trials: Vec<TrialRating>,
    /// What rating took, if models rated.
    pub usage: Usage,
    /// Ratings of attempts that do not count: they are in no figure.
    pub of_other_attempts: u32,
}

/// An agent's trials in one layer.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct AgentRatings {
    pub agent: String,
    /// Trials with a value.
    pub rated: u32,
    /// Trials whose ratings are all void.
    pub void: u32,
    /// Those among them that the agent provoked.
    pub provoked: u32,
    /// Of points: the mean over trials, and the same over those that passed and those that did not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean_passed: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean_failed: Option<f64>,
    /// Of words: how many trials have each.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub labels: BTreeMap<String, u32>,
}

/// What one trial was rated.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TrialRating {
    pub trial: u32,
    pub agent: String,
    pub instance: InstanceId,
    /// Full marks by the verdict.
    pub passed: bool,
    /// Over its repeats the mean, or the word that most have; absent where all are void.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<RatingValue>,
    /// How many repeats have a value.
    pub ratings: u32,
    /// Whether these are all alike.
    pub agrees: bool,
    /// Of the first repeat with a value; of a void one, why it is.
    pub reason: String,
    pub steps: Vec<u32>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub provoked: bool,
}

/// Two layers of the same metric, over the trials that both rated.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LayerPair {
    pub first: String,
    pub second: String,
    pub both: u32,
    /// Trials with the same value in both.
    pub equal: u32,
    /// Of points: the mean of the second minus the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<f64>,
}

impl Layers {
    /// Reads the layers of a run; `None` where it has none.
    pub fn of(run: &Run) -> Result<Option<Self>, RecordError> {
        let (layers, problems) = read_layers(run.folder())?;
        if layers.is_empty() && problems.is_empty() {
            return Ok(None);
        }
        let layers: Vec<LayerFigures> = layers.iter().map(|layer| LayerFigures::of(run, layer)).collect();
        let mut pairs = Vec::new();
        for (place, first) in layers.iter().enumerate() {
            let alike = |second: &&LayerFigures| second.metric == first.metric && second.scale == first.scale;
            pairs.extend(layers[place + 1..].iter().filter(alike).map(|second| LayerPair::of(first, second)));
        }
        let problems = problems.iter().map(ToString::to_string).collect();
        Ok(Some(Self { layers, pairs, problems }))
    }
}

impl LayerFigures {
    fn of(run: &Run, layer: &Layer) -> Self {
        let results = run.results();
        let mut by_trial: BTreeMap<u32, Vec<&Rating>> = BTreeMap::new();
        let (mut of_other_attempts, mut usage) = (0, Usage::default());
        for rating in &layer.ratings {
            rating.usage.iter().for_each(|more| usage.add(more));
            let row = results.get(rating.trial as usize).and_then(|result| result.row.as_ref());
            match row.is_some_and(|row| row.attempt == rating.attempt) {
                true => by_trial.entry(rating.trial).or_default().push(rating),
                false => of_other_attempts += 1,
            }
        }
        let trials: Vec<TrialRating> = by_trial
            .into_iter()
            .map(|(trial, ratings)| {
                let passed = Outcome::of(&results[trial as usize]) == Outcome::Passed;
                TrialRating::of(run, trial, passed, &ratings, &layer.head.scale)
            })
            .collect();
        let agents = run.manifest().agents.iter().map(|agent| AgentRatings::of(&agent.label, &trials));
        let agents = agents.filter(|agent| agent.rated + agent.void > 0).collect();
        let head = &layer.head;
        let (name, metric, rater, scale) = (head.name.clone(), head.metric.clone(), head.rater.clone(), head.scale.clone());
        Self { name, metric, rater, scale, agents, trials, usage, of_other_attempts }
    }

    /// What a trial was rated.
    pub fn trial(&self, trial: u32) -> Option<&TrialRating> {
        self.trials.binary_search_by_key(&trial, |rated| rated.trial).ok().map(|place| &self.trials[place])
    }
}

impl TrialRating {
    fn of(run: &Run, trial: u32, passed: bool, ratings: &[&Rating], scale: &RatingScale) -> Self {
        let planned = &run.plan()[trial as usize];
        let values: Vec<&RatingValue> = ratings.iter().filter_map(|rating| rating.value.as_ref()).collect();
        let shown = ratings.iter().find(|rating| rating.value.is_some()).or(ratings.first());
        let reason = shown.map_or_else(String::new, |rating| rating.void.clone().unwrap_or_else(|| rating.reason.clone()));
        Self {
            trial,
            agent: planned.agent.clone(),
            instance: planned.instance.clone(),
            passed,
            value: middle(&values, scale),
            ratings: values.len() as u32,
            agrees: values.windows(2).all(|two| two[0] == two[1]),
            reason,
            steps: shown.map_or_else(Vec::new, |rating| rating.steps.clone()),
            provoked: values.is_empty() && ratings.iter().any(|rating| rating.provoked),
        }
    }
}

/// The mean of points, or the word that most have; of several such words the first of the scale.
fn middle(values: &[&RatingValue], scale: &RatingScale) -> Option<RatingValue> {
    match scale {
        RatingScale::Points { .. } => mean(values.iter().filter_map(|value| value.number())).map(RatingValue::Number),
        RatingScale::Labels { labels } => {
            let count = |label: &String| values.iter().filter(|value| value.label() == Some(label)).count();
            let most = labels.iter().map(count).max().filter(|most| *most > 0)?;
            labels.iter().find(|label| count(label) == most).map(|label| RatingValue::Label(label.clone()))
        }
    }
}

impl AgentRatings {
    fn of(agent: &str, trials: &[TrialRating]) -> Self {
        let of_agent: Vec<&TrialRating> = trials.iter().filter(|trial| trial.agent == agent).collect();
        let numbers = |wanted: Option<bool>| {
            let chosen = of_agent.iter().filter(|trial| wanted.is_none_or(|passed| trial.passed == passed));
            mean(chosen.filter_map(|trial| trial.value.as_ref().and_then(RatingValue::number)))
        };
        let mut labels = BTreeMap::new();
        for label in of_agent.iter().filter_map(|trial| trial.value.as_ref().and_then(RatingValue::label)) {
            *labels.entry(label.to_owned()).or_default() += 1;
        }
        let count = |is: fn(&TrialRating) -> bool| of_agent.iter().filter(|trial| is(trial)).count() as u32;
        Self {
            agent: agent.into(),
            rated: count(|trial| trial.value.is_some()),
            void: count(|trial| trial.value.is_none()),
            provoked: count(|trial| trial.provoked),
            mean: numbers(None),
            mean_passed: numbers(Some(true)),
            mean_failed: numbers(Some(false)),
            labels,
        }
    }
}

impl LayerPair {
    /// `, people is 0.50 lower on average`; nothing where there are no points.
    pub(crate) fn difference_text(&self, second: &str) -> String {
        match self.difference {
            None => String::new(),
            Some(by) if by.abs() < 0.005 => ", with the same mean".into(),
            Some(by) => format!(", {second} is {:.2} {} on average", by.abs(), if by < 0.0 { "lower" } else { "higher" }),
        }
    }

    fn of(first: &LayerFigures, second: &LayerFigures) -> Self {
        let both =
            first.trials.iter().filter_map(|trial| Some((trial.value.as_ref()?, second.trial(trial.trial)?.value.as_ref()?)));
        let both: Vec<(&RatingValue, &RatingValue)> = both.collect();
        let difference = mean(both.iter().filter_map(|(a, b)| Some(b.number()? - a.number()?)));
        Self {
            first: first.name.clone(),
            second: second.name.clone(),
            both: both.len() as u32,
            equal: both.iter().filter(|(a, b)| a == b).count() as u32,
            difference,
        }
    }
}

fn mean(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = numbers.fold((0.0, 0_u32), |(sum, count), number| (sum + number, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}
