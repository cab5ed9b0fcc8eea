//! Whether raters agree: judges with people, judges with judges, and either with the verdict or with computed progress.
//!
//! [`Ratings`] gathers what was said of which trial, from the layers of runs and from CSV files; [`Agreement::of`] compares raters two by two, over all
//! trials and by application. Ratings of one trial are not independent: intervals go by trial.

mod csv;
mod ratings;
mod text;

pub use csv::{CsvError, Rows, read as read_csv, text as csv_text, value_of};
pub use ratings::{Given, PROGRESS, Ratings, Scale, VERDICT};
pub use text::text;

use agon_stats::{Confusion, Interval, Resample, Weights, bootstrap, mean, spearman};
use serde::Serialize;
use std::collections::BTreeMap;

/// How raters agree, two by two.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Agreement {
    pub format: u32,
    /// What was rated.
    pub metric: String,
    pub how: &'static str,
    pub raters: Vec<RaterFigures>,
    /// Of every pair first over all items, then by application.
    pub pairs: Vec<PairAgreement>,
}

/// One rater.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RaterFigures {
    pub name: String,
    /// Items with a rating.
    pub items: u32,
    pub ratings: u32,
    /// Ratings that could not be had.
    pub void: u32,
    /// Of numbers.
    pub mean: Option<f64>,
}

/// Two raters over the items that both rated. The first stands for the truth where the two sides are not alike.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairAgreement {
    pub first: String,
    pub second: String,
    /// Absent where it is all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub application: Option<String>,
    pub items: u32,
    /// Pairs of ratings: more than items where a rater rated several times.
    pub pairs: u32,
    pub first_mean: Option<f64>,
    pub second_mean: Option<f64>,
    /// Cohen's, by linear weights; of labels without weights.
    pub kappa: Figure,
    /// Over the categories that either gave; the first rater's are the truth.
    pub macro_f1: Figure,
    /// The share on which both say the same.
    pub accuracy: Figure,
    /// Of numbers as they were given.
    pub spearman: Figure,
    /// What was compared for kappa and F1.
    pub categories: Vec<String>,
    /// Rows are the first rater's.
    pub confusion: Vec<Vec<u64>>,
    /// How ratings became categories, where they are not the categories themselves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mapped: Option<String>,
}

/// A figure with its 95% interval; neither where it does not exist.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Figure {
    pub value: Option<f64>,
    pub interval: Option<Interval>,
}

/// What stands below the tables.
pub const HOW: &str = "κ is Cohen's with linear weights (of labels without weights), F1 the mean over categories with the first rater as the truth, ρ Spearman's rank \
                       correlation; a rater's repeats are pairs of their own, in the order of their numbers; intervals are 95% by bootstrap over items.";

impl Agreement {
    pub const FORMAT: u32 = 1;

    /// Every pair of raters, or each against one of them.
    pub fn of(ratings: &Ratings, against: Option<&str>) -> Self {
        let names: Vec<&str> = ratings.raters().collect();
        let mut pairs = Vec::new();
        for (place, first) in names.iter().enumerate() {
            for second in &names[place + 1..] {
                let (first, second) = match against {
                    Some(against) if against == *second => (second, first),
                    Some(against) if against != *first => continue,
                    _ => (first, second),
                };
                pairs.extend(pair(ratings, first, second));
            }
        }
        let raters = names.iter().map(|name| ratings.figures(name)).collect();
        Self { format: Self::FORMAT, metric: ratings.metric.clone(), how: HOW, raters, pairs }
    }
}

/// What two raters gave, item by item: the pairs of places among the categories, and of numbers.
struct Compared {
    application: String,
    places: Vec<(usize, usize)>,
    numbers: Vec<(f64, f64)>,
}

/// Over all items, then by application where there are several. Nothing for raters without an item in common.
fn pair(ratings: &Ratings, first: &str, second: &str) -> Vec<PairAgreement> {
    let common = ratings.common(first, second);
    if common.is_empty() {
        return Vec::new();
    }
    let scale = Scale::of(&common, ratings.scale(first), ratings.scale(second));
    let compared: Vec<Compared> = common
        .iter()
        .map(|(application, pairs)| Compared {
            application: (*application).to_owned(),
            places: pairs.iter().filter_map(|(a, b)| scale.places(a, b)).collect(),
            numbers: pairs.iter().filter_map(|(a, b)| Some((a.number()?, b.number()?))).collect(),
        })
        .collect();
    let mut by_application: BTreeMap<&str, Vec<&Compared>> = BTreeMap::new();
    for item in &compared {
        by_application.entry(&item.application).or_default().push(item);
    }
    let whole = of_items(first, second, None, &compared.iter().collect::<Vec<_>>(), &scale);
    let several = by_application.len() > 1;
    let parts = by_application.into_iter().filter(|_| several);
    let parts = parts.map(|(application, items)| of_items(first, second, Some(application), &items, &scale));
    std::iter::once(whole).chain(parts).collect()
}

fn of_items(first: &str, second: &str, application: Option<&str>, items: &[&Compared], scale: &Scale) -> PairAgreement {
    let all: Vec<usize> = (0..items.len()).collect();
    let confusion = |places: &[usize]| {
        Confusion::of(scale.categories.len(), places.iter().flat_map(|place| items[*place].places.iter().copied()))
    };
    let numbers = |places: &[usize]| -> (Vec<f64>, Vec<f64>) {
        places.iter().flat_map(|place| items[*place].numbers.iter().copied()).unzip()
    };
    let figure = |of: &dyn Fn(&[usize]) -> Option<f64>| Figure {
        value: of(&all),
        interval: of(&all).and_then(|_| bootstrap(items.len(), of, Resample::default())),
    };
    let weights = if scale.is_ordered { Weights::Linear } else { Weights::Equal };
    let (firsts, seconds) = numbers(&all);
    PairAgreement {
        first: first.to_owned(),
        second: second.to_owned(),
        application: application.map(str::to_owned),
        items: items.len() as u32,
        pairs: items.iter().map(|item| item.places.len().max(item.numbers.len()) as u32).sum(),
        first_mean: mean(&firsts),
        second_mean: mean(&seconds),
        kappa: figure(&|places| confusion(places).kappa(weights)),
        macro_f1: figure(&|places| confusion(places).macro_f1()),
        accuracy: figure(&|places| confusion(places).accuracy()),
        spearman: figure(&|places| {
            let (first, second) = numbers(places);
            spearman(&first, &second)
        }),
        categories: scale.categories.clone(),
        confusion: confusion(&all).counts().to_vec(),
        mapped: scale.mapped.clone(),
    }
}
