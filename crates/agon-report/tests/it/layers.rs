//! Ratings beside the verdict, in every form of the report.

use crate::made::{Book, Written, scored, void};
use agon_core::Cause;
use agon_record::{LayerHead, LayerWriter, Rater, RaterKind, Rating, RatingScale};
use agon_report::{HtmlOptions, Layers, Summary, TableOptions, csv, html, layers};

fn book() -> Written {
    let mut book = Book::new("judged", &["careful", "hasty"]);
    book.trial("careful", "gym/maze-2d/easy@0", 0, vec![scored(true, 3)]);
    book.trial("careful", "gym/maze-2d/easy@1", 0, vec![void(Cause::World, "it broke"), scored(false, 5)]);
    book.trial("hasty", "gym/maze-2d/easy@0", 0, vec![scored(false, 2)]);
    book.trial("hasty", "gym/maze-2d/easy@1", 0, vec![scored(false, 2)]);
    book.write()
}

fn layer(written: &Written, name: &str, metric: &str, kind: RaterKind, scale: RatingScale, ratings: Vec<Rating>) {
    let run = written.run.folder();
    let head = LayerHead::new(run, name, metric, Rater { kind, name: format!("by-{name}") }, scale).unwrap();
    LayerWriter::create(run, head).unwrap().replace(ratings).unwrap();
}

fn five() -> RatingScale {
    RatingScale::Points { low: 1.0, high: 5.0 }
}

fn judged() -> Written {
    let written = book();
    let rating = |trial, attempt, repeat, value: f64| Rating::new(trial, attempt, repeat, value.into());
    let provoked = Rating { provoked: true, ..Rating::void(3, 1, 0, "the judge gave no answer") };
    let first = vec![
        Rating { reason: "there".into(), steps: vec![2], ..rating(0, 1, 0, 5.0) },
        rating(1, 2, 0, 2.0),
        rating(1, 2, 1, 3.0),
        // Of an attempt that does not count.
        rating(1, 1, 0, 5.0),
        rating(2, 1, 0, 2.0),
        provoked,
    ];
    layer(&written, "first", "progress", RaterKind::Model, five(), first);
    let second = vec![rating(0, 1, 0, 5.0), rating(1, 2, 0, 2.0), rating(2, 1, 0, 1.0), rating(3, 1, 0, 1.0)];
    layer(&written, "people", "progress", RaterKind::Person, five(), second);
    let labels = RatingScale::Labels { labels: vec!["approach/incomplete".into(), "unclear".into()] };
    let cause = |trial, attempt, label: &str| Rating {
        reason: "<script>alert(1)</script> =cmd".into(),
        steps: vec![1, 2],
        ..Rating::new(trial, attempt, 0, label.into())
    };
    let causes = vec![cause(1, 2, "unclear"), cause(2, 1, "approach/incomplete"), cause(3, 1, "approach/incomplete")];
    layer(&written, "why", "causes", RaterKind::Model, labels, causes);
    written
}

#[test]
fn figures_go_by_the_attempts_that_count_and_change_no_verdict() {
    let before = serde_json::to_value(Summary::of(&book().run)).unwrap();
    let written = judged();
    assert_eq!(serde_json::to_value(Summary::of(&written.run)).unwrap(), before);
    let found = Layers::of(&written.run).unwrap().unwrap();
    let first = &found.layers[0];
    assert_eq!((first.of_other_attempts, first.trials.len()), (1, 4));
    let [careful, hasty] = first.agents.as_slice() else { panic!("two agents") };
    assert_eq!((careful.rated, careful.mean, careful.mean_passed, careful.mean_failed), (2, Some(3.75), Some(5.0), Some(2.5)));
    assert_eq!((hasty.rated, hasty.void, hasty.provoked, hasty.mean), (1, 1, 1, Some(2.0)));
    let repeated = first.trial(1).unwrap();
    assert_eq!((repeated.ratings, repeated.agrees), (2, false));
    assert_eq!(found.layers[2].agents[1].labels["approach/incomplete"], 2);
    let pair = &found.pairs[..1];
    assert_eq!((pair[0].first.as_str(), pair[0].second.as_str(), pair[0].both, pair[0].equal), ("first", "people", 3, 1));
    assert_eq!(pair[0].difference, Some(-0.5));
    assert_eq!(found.pairs.len(), 1, "layers of different metrics are not compared");
    assert!(Layers::of(&book().run).unwrap().is_none());
}

#[test]
fn layers_are_shown_as_text() {
    let written = judged();
    let found = Layers::of(&written.run).unwrap().unwrap();
    insta::assert_snapshot!(layers::text(&found, &TableOptions::default()), @r"
    ratings beside the verdict
    layer   metric    by         agent    rated            void  mean  passed  failed
    ─────────────────────────────────────────────────────────────────────────────────
    first   progress  by-first   careful      2               0  3.75    5.00    2.50
                                 hasty        1  1 (1 provoked)  2.00       –    2.00
    people  progress  by-people  careful      2               0  3.50    5.00    2.00
                                 hasty        2               0  1.00       –    1.00
    means over trials; passed and failed are by the verdict
    first: left out, as of attempts that do not count: 1

    why: causes by by-why
    causes                careful     hasty
    ───────────────────────────────────────
    approach/incomplete         –  2 (100%)
    unclear              1 (100%)         –
    first and people: 1 of 3 trials rated alike, people is 0.50 lower on average
    ");
}

#[test]
fn every_layer_has_a_column() {
    let text = csv::text(&[&judged().run], false, &[]);
    let ends: Vec<String> = text.lines().map(|line| line.rsplit(',').take(3).collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(ends[0], "rating_why rating_people rating_first");
    assert_eq!(ends[1], " 5 5");
    assert_eq!(ends[2], "unclear 2 2.5");
    assert_eq!(ends[4], "approach/incomplete 1 void");
}

#[test]
fn the_page_lists_trials_by_cause_and_hostile_reasons_are_text() {
    let page = html::page(&[&judged().run], &HtmlOptions::default()).unwrap();
    assert!(page.contains("why: approach/incomplete (2 trials)") && page.contains("first: void (1 trial)"));
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;") && !page.contains("<script>alert(1)"));
    assert!(page.contains("#run=0&amp;trial=2&amp;step=1"));
}

#[test]
fn a_broken_layer_is_named_and_hides_no_other() {
    let written = judged();
    std::fs::write(written.run.folder().join("layers/people/ratings.jsonl"), "{\"trial\":99,\"attempt\":1,\"value\":3}\n")
        .unwrap();
    let found = Layers::of(&written.run).unwrap().unwrap();
    assert_eq!(found.layers.len(), 2);
    assert!(found.problems[0].starts_with("layers/people: ") && found.problems[0].contains("this is a rating of trial 99"));
    assert!(layers::text(&found, &TableOptions::default()).contains("layers/people: "));
}
