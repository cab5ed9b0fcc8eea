//! Who said what of which item.

use super::RaterFigures;
use crate::outcome::{Outcome, domain_of};
use crate::progress::TrialProgress;
use agon_record::{Layer, RatingScale, RatingValue, Run};
use agon_stats::mean;
use std::collections::{BTreeMap, BTreeSet};

/// The verdict as a rater: 1 where a trial passed, 0 where it failed.
pub const VERDICT: &str = "verdict";
/// Computed progress as a rater, from 0 to 1.
pub const PROGRESS: &str = "progress";

/// One rating: the item's application, who rated, and what.
#[derive(Clone, Debug, PartialEq)]
pub struct Given {
    /// Names the item: run and trial, or what a CSV file says.
    pub item: String,
    pub application: String,
    pub rater: String,
    pub repeat: u32,
    /// `None` where it could not be had.
    pub value: Option<RatingValue>,
}

/// Ratings by rater and item.
#[derive(Clone, Debug, Default)]
pub struct Ratings {
    pub metric: String,
    /// In the order in which they came.
    order: Vec<String>,
    by_rater: BTreeMap<String, OfRater>,
}

#[derive(Clone, Debug, Default)]
struct OfRater {
    /// Application and values, by item.
    items: BTreeMap<String, (String, BTreeMap<u32, RatingValue>)>,
    void: u32,
    /// Absent where no layer says.
    scale: Option<RatingScale>,
}

/// The pairs of values of one item, with its application.
pub(super) type Common<'a> = (&'a str, Vec<(&'a RatingValue, &'a RatingValue)>);

impl Ratings {
    pub fn new(metric: &str) -> Self {
        Self { metric: metric.into(), ..Self::default() }
    }

    pub fn add(&mut self, given: Given) {
        let rater = self.rater(&given.rater);
        match given.value {
            None => rater.void += 1,
            Some(value) => {
                let item = rater.items.entry(given.item).or_insert_with(|| (given.application, BTreeMap::new()));
                item.1.insert(given.repeat, value);
            }
        }
    }

    fn rater(&mut self, name: &str) -> &mut OfRater {
        if !self.by_rater.contains_key(name) {
            self.order.push(name.to_owned());
        }
        self.by_rater.entry(name.to_owned()).or_default()
    }

    /// Takes in a layer of a run. Layers of the same name on several runs are one rater.
    pub fn add_layer(&mut self, run: &Run, layer: &Layer) {
        for rating in &layer.ratings {
            let Some(planned) = run.plan().get(rating.trial as usize) else { continue };
            self.add(Given {
                item: item_of(run, rating.trial),
                application: domain_of(&planned.instance.task).to_owned(),
                rater: layer.head.name.clone(),
                repeat: rating.repeat,
                value: rating.value.clone(),
            });
        }
        self.rater(&layer.head.name).scale = Some(layer.head.scale.clone());
    }

    /// Takes in the verdicts of a run's scored trials.
    pub fn add_verdicts(&mut self, run: &Run) {
        for (planned, result) in run.plan().iter().zip(run.results()) {
            let outcome = Outcome::of(&result);
            if outcome.is_scored() {
                let value = f64::from(u8::from(outcome == Outcome::Passed));
                self.add_number(run, planned.trial, VERDICT, value);
            }
        }
        self.rater(VERDICT).scale = Some(RatingScale::Points { low: 0.0, high: 1.0 });
    }

    /// Takes in computed progress.
    pub fn add_progress(&mut self, run: &Run, progress: &[Option<TrialProgress>]) {
        for found in progress.iter().flatten() {
            self.add_number(run, found.trial, PROGRESS, found.progress);
        }
        self.rater(PROGRESS).scale = Some(RatingScale::Points { low: 0.0, high: 1.0 });
    }

    fn add_number(&mut self, run: &Run, trial: u32, rater: &str, value: f64) {
        let Some(planned) = run.plan().get(trial as usize) else { return };
        let application = domain_of(&planned.instance.task).to_owned();
        self.add(Given { item: item_of(run, trial), application, rater: rater.into(), repeat: 0, value: Some(value.into()) });
    }

    /// In the order in which they came.
    pub fn raters(&self) -> impl Iterator<Item = &str> {
        self.order.iter().map(String::as_str)
    }

    pub(super) fn scale(&self, rater: &str) -> Option<&RatingScale> {
        self.by_rater.get(rater).and_then(|rater| rater.scale.as_ref())
    }

    pub(super) fn figures(&self, name: &str) -> RaterFigures {
        let empty = OfRater::default();
        let rater = self.by_rater.get(name).unwrap_or(&empty);
        let values = || rater.items.values().flat_map(|(_, values)| values.values());
        let numbers: Vec<f64> = values().filter_map(RatingValue::number).collect();
        RaterFigures {
            name: name.to_owned(),
            items: rater.items.len() as u32,
            ratings: values().count() as u32,
            void: rater.void,
            mean: mean(&numbers),
        }
    }

    /// The items that both rated. A rater who rated once is paired with every repeat of the other; else repeats pair by their numbers.
    pub(super) fn common(&self, first: &str, second: &str) -> Vec<Common<'_>> {
        let (Some(one), Some(other)) = (self.by_rater.get(first), self.by_rater.get(second)) else { return Vec::new() };
        let mut common = Vec::new();
        for (item, (application, values)) in &one.items {
            let Some((_, others)) = other.items.get(item) else { continue };
            let pairs: Vec<_> = match (values.len(), others.len()) {
                (1, _) => values.values().flat_map(|value| others.values().map(move |other| (value, other))).collect(),
                (_, 1) => others.values().flat_map(|other| values.values().map(move |value| (value, other))).collect(),
                _ => values.iter().filter_map(|(repeat, value)| Some((value, others.get(repeat)?))).collect(),
            };
            if !pairs.is_empty() {
                common.push((application.as_str(), pairs));
            }
        }
        common
    }
}

/// Names a trial among those of several runs.
fn item_of(run: &Run, trial: u32) -> String {
    format!("{}#{trial}", run.manifest().name)
}

/// The categories into which both raters' values fall.
pub struct Scale {
    pub(super) categories: Vec<String>,
    /// Whether categories lie on a line.
    pub(super) is_ordered: bool,
    pub(super) mapped: Option<String>,
    first: Fall,
    second: Fall,
}

/// How a value finds its category.
enum Fall {
    Label(Vec<String>),
    /// A whole number from this on.
    Whole(f64),
    /// Both ends of a scale, and the number of steps between them.
    Stretched {
        low: f64,
        high: f64,
        steps: f64,
    },
    /// The top of the scale, or anything below it.
    Top(f64),
    /// Into none.
    Nowhere,
}

/// More whole numbers than this are no categories.
const MOST_CATEGORIES: f64 = 50.0;

impl Scale {
    pub(super) fn of(common: &[Common<'_>], first: Option<&RatingScale>, second: Option<&RatingScale>) -> Self {
        let pairs = || common.iter().flat_map(|(_, pairs)| pairs.iter());
        let values: Vec<&RatingValue> = pairs().flat_map(|(a, b)| [*a, *b]).collect();
        if values.iter().any(|value| value.label().is_some()) {
            return Self::labels(&values, [first, second]);
        }
        let side = |of: &dyn Fn(&(&RatingValue, &RatingValue)) -> Option<f64>, scale: Option<&RatingScale>| {
            Side::of(&pairs().filter_map(of).collect::<Vec<_>>(), scale)
        };
        let (one, other) = (side(&|pair| pair.0.number(), first), side(&|pair| pair.1.number(), second));
        match (&one, &other) {
            _ if one.is_whole() && other.is_whole() && (one.is_yes_or_no() == other.is_yes_or_no()) => {
                let (low, high) = (one.low.min(other.low), one.high.max(other.high));
                Self::whole(low, high, Fall::Whole(low), Fall::Whole(low), None)
            }
            // The verdict says yes or no: full points are a yes.
            _ if one.is_yes_or_no() => Self::passed(Fall::Top(1.0), other.top(), other.high),
            _ if other.is_yes_or_no() => Self::passed(one.top(), Fall::Top(1.0), one.high),
            // A share, and points: the share is stretched over the points.
            _ if one.is_whole() => Self::stretched(&one, |stretched| (Fall::Whole(one.low), stretched), &other),
            _ if other.is_whole() => Self::stretched(&other, |stretched| (stretched, Fall::Whole(other.low)), &one),
            _ => Self { categories: Vec::new(), is_ordered: true, mapped: None, first: Fall::Nowhere, second: Fall::Nowhere },
        }
    }

    fn labels(values: &[&RatingValue], scales: [Option<&RatingScale>; 2]) -> Self {
        let mut categories: Vec<String> = Vec::new();
        for scale in scales.into_iter().flatten() {
            if let RatingScale::Labels { labels } = scale {
                categories.extend(labels.iter().filter(|label| !categories.contains(label)).cloned().collect::<Vec<_>>());
            }
        }
        let given: BTreeSet<&str> = values.iter().filter_map(|value| value.label()).collect();
        categories.extend(
            given
                .into_iter()
                .filter(|label| !categories.iter().any(|known| known == label))
                .map(str::to_owned)
                .collect::<Vec<_>>(),
        );
        let fall = || Fall::Label(categories.clone());
        Self { first: fall(), second: fall(), is_ordered: false, mapped: None, categories }
    }

    fn whole(low: f64, high: f64, first: Fall, second: Fall, mapped: Option<String>) -> Self {
        let categories = (low as i64..=high as i64).map(|number| number.to_string()).collect();
        Self { categories, is_ordered: true, mapped, first, second }
    }

    fn passed(first: Fall, second: Fall, top: f64) -> Self {
        let mapped = Some(format!("a rating of {top} counts as passed, anything below as failed"));
        Self { categories: vec!["failed".into(), "passed".into()], is_ordered: true, mapped, first, second }
    }

    fn stretched(points: &Side, sides: impl FnOnce(Fall) -> (Fall, Fall), share: &Side) -> Self {
        let steps = points.high - points.low;
        let (first, second) = sides(Fall::Stretched { low: share.low, high: share.high, steps });
        let mapped =
            format!("from {} to {} is stretched over {} to {} and rounded", share.low, share.high, points.low, points.high);
        Self::whole(points.low, points.high, first, second, Some(mapped))
    }

    pub(super) fn places(&self, first: &RatingValue, second: &RatingValue) -> Option<(usize, usize)> {
        Some((self.first.place(first)?, self.second.place(second)?))
    }
}

/// The numbers of one rater.
struct Side {
    low: f64,
    high: f64,
    all_whole: bool,
}

impl Side {
    fn of(numbers: &[f64], scale: Option<&RatingScale>) -> Self {
        let seen =
            (numbers.iter().copied().fold(f64::INFINITY, f64::min), numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max));
        let is_share = seen.0 >= 0.0 && seen.1 <= 1.0 && numbers.iter().any(|number| number.fract() != 0.0);
        let (low, high) = match scale {
            Some(RatingScale::Points { low, high }) => (*low, *high),
            // A file does not say its scale.
            _ if is_share => (0.0, 1.0),
            _ => seen,
        };
        Self { low, high, all_whole: numbers.iter().chain([&low, &high]).all(|number| number.fract() == 0.0) }
    }

    fn is_whole(&self) -> bool {
        self.all_whole && self.high - self.low < MOST_CATEGORIES
    }

    fn is_yes_or_no(&self) -> bool {
        self.all_whole && (self.low, self.high) == (0.0, 1.0)
    }

    fn top(&self) -> Fall {
        Fall::Top(self.high)
    }
}

impl Fall {
    fn place(&self, value: &RatingValue) -> Option<usize> {
        match self {
            Self::Label(labels) => labels.iter().position(|label| Some(label.as_str()) == value.label()),
            Self::Whole(low) => Some((value.number()? - low).round() as usize),
            Self::Stretched { low, high, steps } => {
                Some(((value.number()? - low) / (high - low).max(f64::MIN_POSITIVE) * steps).round() as usize)
            }
            Self::Top(top) => Some(usize::from(value.number()? >= *top)),
            Self::Nowhere => None,
        }
    }
}
