//! Agreement of layers, verdicts and computed progress.

use crate::made::{Book, scored};
use agon_record::{Layer, LayerHead, Rater, RaterKind, Rating, RatingScale, RatingValue, Run};
use agon_report::agree::{csv_text, text};
use agon_report::{Agreement, Ratings, TableOptions, TrialProgress};

/// Ten trials of two applications; those with an even number passed.
fn book() -> Book {
    let mut book = Book::new("r", &["a"]);
    for seed in 0..10 {
        let task = if seed < 5 { "web/circuit/adder" } else { "web/video/cut" };
        book.trial("a", &format!("{task}@{seed}"), 0, vec![scored(seed % 2 == 0, 3)]);
    }
    book
}

fn layer(run: &Run, name: &str, scale: RatingScale, values: &[Option<RatingValue>]) -> Layer {
    let rater = Rater { kind: RaterKind::Model, name: name.into() };
    let head = LayerHead::new(run.folder(), name, "progress", rater, scale).unwrap();
    let rating = |(trial, value): (usize, &Option<RatingValue>)| match value {
        Some(value) => Rating::new(trial as u32, 1, 0, value.clone()),
        None => Rating::void(trial as u32, 1, 0, "the judge is away"),
    };
    Layer { head, ratings: values.iter().enumerate().map(rating).collect() }
}

fn points(values: &[f64]) -> Vec<Option<RatingValue>> {
    values.iter().map(|value| Some((*value).into())).collect()
}

const FIVE: RatingScale = RatingScale::Points { low: 1.0, high: 5.0 };

#[test]
fn judges_are_compared_by_application_with_intervals() {
    let written = book().write();
    let run = &written.run;
    let mut ratings = Ratings::new("progress");
    let first = points(&[5.0, 2.0, 5.0, 1.0, 5.0, 3.0, 5.0, 2.0, 4.0, 1.0]);
    let mut second = points(&[5.0, 2.0, 4.0, 1.0, 5.0, 3.0, 5.0, 1.0, 5.0, 1.0]);
    ratings.add_layer(run, &layer(run, "one", FIVE, &first));
    second[9] = None;
    ratings.add_layer(run, &layer(run, "other", FIVE, &second));
    let found = Agreement::of(&ratings, None);
    let names: Vec<_> = found.pairs.iter().map(|pair| (pair.application.as_deref(), pair.items)).collect();
    assert_eq!(names, [(None, 9), (Some("circuit"), 5), (Some("video"), 4)]);
    let whole = &found.pairs[0];
    assert_eq!(whole.categories, ["1", "2", "3", "4", "5"]);
    assert_eq!(whole.confusion[4], [0, 0, 0, 1, 3], "the first rater's fives");
    // Of the nine pairs, six agree and three are one apart; the value is scikit-learn's.
    let kappa = whole.kappa.value.unwrap();
    assert!((kappa - 0.805_755_395_683).abs() < 1e-9, "{kappa}");
    let interval = whole.kappa.interval.unwrap();
    assert!(interval.low < kappa && kappa <= interval.high && interval.high <= 1.0, "{interval:?}");
    assert_eq!((found.raters[1].ratings, found.raters[1].void), (9, 1));
    let shown = text(&found, &TableOptions { width: None, ..TableOptions::default() });
    assert!(shown.contains("one (rows) and other (columns)") && shown.contains("circuit"), "{shown}");
    let csv = csv_text(&found);
    assert_eq!(csv.lines().count(), 4);
    assert!(csv.lines().nth(1).unwrap().starts_with("progress,one,other,,9,9,"), "{csv}");
}

#[test]
fn verdicts_and_shares_are_brought_onto_the_points() {
    let written = book().write();
    let run = &written.run;
    let mut ratings = Ratings::new("progress");
    let judged = points(&[5.0, 2.0, 5.0, 1.0, 5.0, 5.0, 5.0, 2.0, 4.0, 1.0]);
    ratings.add_layer(run, &layer(run, "judge", FIVE, &judged));
    ratings.add_progress(run, &TrialProgress::all(run, &|_, _| None));
    ratings.add_verdicts(run);
    let found = Agreement::of(&ratings, Some("judge"));
    assert!(found.pairs.iter().all(|pair| pair.first == "judge"), "each against one");
    let of = |name: &str| found.pairs.iter().find(|pair| pair.second == name && pair.application.is_none()).unwrap();
    let verdict = of("verdict");
    assert_eq!(verdict.categories, ["failed", "passed"]);
    // The judge gave five points to one that failed, and four to one that passed.
    assert_eq!(verdict.confusion, [[4, 1], [1, 4]]);
    assert_eq!(verdict.mapped.as_deref(), Some("a rating of 5 counts as passed, anything below as failed"));
    // Trials that failed have a quarter of the marks, which is two points of five.
    let progress = of("progress");
    assert_eq!(progress.confusion[1], [0, 2, 0, 0, 0]);
    assert_eq!(progress.confusion[4], [0, 1, 0, 0, 4]);
    assert!(progress.spearman.value.unwrap() > 0.7);
}

#[test]
fn repeats_pair_by_their_number_and_labels_have_no_order() {
    let written = book().write();
    let run = &written.run;
    let labels = RatingScale::Labels { labels: vec!["stuck".into(), "wrong".into(), "right".into()] };
    let mut ratings = Ratings::new("progress");
    for (name, words) in [("one", ["stuck", "right"]), ("other", ["stuck", "wrong"])] {
        let mut layer = layer(run, name, labels.clone(), &[]);
        for trial in 0..4 {
            for (repeat, word) in words.iter().enumerate() {
                layer.ratings.push(Rating::new(trial, 1, repeat as u32, (*word).into()));
            }
        }
        ratings.add_layer(run, &layer);
    }
    let found = &Agreement::of(&ratings, None).pairs[0];
    assert_eq!((found.items, found.pairs, found.spearman.value), (4, 8, None));
    assert_eq!(found.confusion, [[4, 0, 0], [0, 0, 0], [0, 4, 0]]);
    assert_eq!(found.accuracy.value, Some(0.5));
    // By chance they agree on a quarter: half of the first's and half of the other's are "stuck".
    assert!((found.kappa.value.unwrap() - 1.0 / 3.0).abs() < 1e-12);
}
