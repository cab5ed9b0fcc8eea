use crate::made::{self, Book, scored, void};
use agon_core::Cause;
use agon_report::Summary;
use agon_report::stats::wilson;

#[test]
fn every_planned_trial_is_counted_once() {
    let written = made::small().write();
    let summary = Summary::of(&written.run);
    let counts = summary.counts;
    assert_eq!((counts.planned, counts.scored, counts.passed, counts.void, counts.missing), (16, 14, 11, 1, 1));
    for groups in [&summary.agents, &summary.tasks, &summary.worlds, &summary.presets] {
        assert_eq!(groups.iter().map(|group| group.figures.counts.planned).sum::<u32>(), 16);
        for group in groups {
            let counts = group.figures.counts;
            assert_eq!(counts.planned, counts.scored + counts.void + counts.missing);
        }
    }
    assert_eq!((summary.attempts, summary.retried, summary.repeats), (17, 2, 2));
    let names: Vec<_> = summary.tasks.iter().map(|g| (g.agent.as_str(), g.name.as_deref().unwrap())).collect();
    let (easy, hard) = ("gym/maze-2d/easy", "gym/maze-2d/hard");
    assert_eq!(names, [("oracle", easy), ("oracle", hard), ("model-a", easy), ("model-a", hard)]);
    assert_eq!(summary.worlds[0].name.as_deref(), Some("gym/maze-2d"));
    assert_eq!(summary.presets[1].name.as_deref(), Some("hard"));
}

#[test]
fn voids_and_missing_are_never_zeros_and_never_dropped() {
    let written = made::small().write();
    let summary = Summary::of(&written.run);
    let figures = summary.agent("model-a").unwrap();
    let success = figures.success.unwrap();
    assert_eq!(success.rate, 3.0 / 6.0, "void and missing are not failures");
    assert_eq!(success.interval, wilson(3, 6).unwrap());
    let bounds = figures.bounds.unwrap();
    assert_eq!((bounds.if_failed, bounds.if_passed), (3.0 / 8.0, 5.0 / 8.0));
    assert_eq!(figures.void_causes, [(Cause::Model, 1)].into());
    assert_eq!(summary.agent("oracle").unwrap().bounds, None);

    assert_eq!(summary.voids.len(), 1);
    let void = &summary.voids[0];
    assert_eq!((void.attempts, void.cause, void.instance.to_string().as_str()), (2, Cause::Model, "gym/maze-2d/hard@1"));
    assert!(void.detail.starts_with("still"), "the last attempt speaks");
}

#[test]
fn figures_are_those_of_scored_trials_and_spending_is_of_all() {
    let written = made::small().write();
    let summary = Summary::of(&written.run);
    let figures = summary.agent("model-a").unwrap();
    let steps = figures.steps.unwrap();
    assert_eq!((steps.mean, steps.median, steps.max), (52.0 / 6.0, 7.0, 20.0));
    assert_eq!(figures.endings, [("stopped".to_owned(), 5), ("truncated".to_owned(), 1)].into());
    assert_eq!(figures.actions, [("move".to_owned(), 46), ("stop".to_owned(), 6)].into());
    assert_eq!(figures.rejected_share, Some(4.0 / 52.0));
    assert_eq!(figures.spent.tokens_in, 55_000, "three void attempts spent tokens as well");
    let repeats = figures.repeats.as_ref().unwrap();
    assert_eq!(repeats.rates, [Some(1.0 / 3.0), Some(2.0 / 3.0)]);
    assert!((repeats.mean - 0.5).abs() < 1e-12 && (repeats.deviation.unwrap() - 0.2357).abs() < 1e-4);
}

#[test]
fn a_group_without_a_score_has_no_rate() {
    let mut book = Book::new("broken", &["model"]);
    book.trial("model", "gym/maze-2d/easy@1", 0, vec![void(Cause::World, "gone")]);
    book.trial("model", "gym/maze-2d/easy@2", 0, vec![]);
    let summary = Summary::of(&book.write().run);
    let figures = summary.agent("model").unwrap();
    assert_eq!((figures.success, figures.mean_score, figures.steps), (None, None, None));
    assert_eq!(figures.bounds.map(|b| (b.if_failed, b.if_passed)), Some((0.0, 1.0)));
}

#[test]
fn the_serialised_form_is_versioned() {
    let mut book = Book::new("one", &["oracle"]);
    book.trial("oracle", "gym/maze-2d/easy@1", 0, vec![scored(true, 4)]);
    let json = serde_json::to_value(Summary::of(&book.write().run)).unwrap();
    insta::assert_json_snapshot!(json["agents"][0], @r#"
    {
      "agent": "oracle",
      "planned": 1,
      "scored": 1,
      "passed": 1,
      "void": 0,
      "missing": 0,
      "success": {
        "rate": 1.0,
        "low": 0.20654931437723745,
        "high": 1.0,
        "standard_error": null
      },
      "bounds": null,
      "mean_score": 1.0,
      "repeats": null,
      "steps": {
        "mean": 4.0,
        "median": 4.0,
        "p90": 4.0,
        "max": 4.0
      },
      "wall_secs": {
        "mean": 2.0,
        "median": 2.0,
        "p90": 2.0,
        "max": 2.0
      },
      "tokens": {
        "mean": 4050.0,
        "median": 4050.0,
        "p90": 4050.0,
        "max": 4050.0
      },
      "cost_usd": {
        "mean": 0.01,
        "median": 0.01,
        "p90": 0.01,
        "max": 0.01
      },
      "spent": {
        "tokens_in": 4000,
        "tokens_out": 50,
        "tokens_cached": 0,
        "tokens_reasoning": 0,
        "cost_usd": 0.01,
        "model_secs": 0.0
      },
      "rejected_share": 0.0,
      "endings": {
        "stopped": 1
      },
      "void_causes": {},
      "actions": {
        "move": 3,
        "stop": 1
      },
      "attempts": 1,
      "retried": 0
    }
    "#);
    assert_eq!(json["format"], 2);
}

#[test]
fn many_trials_are_all_counted() {
    let written = made_of(5_000).write();
    let summary = Summary::of(&written.run);
    assert_eq!(summary.counts.planned, 5_000);
    assert_eq!(summary.counts.scored + summary.counts.void + summary.counts.missing, 5_000);
    assert!(summary.counts.void > 0 && summary.counts.missing > 0);
}

fn made_of(trials: u32) -> Book {
    let mut book = Book::new("large", &["a", "b", "c", "d"]);
    for i in 0..trials {
        let agent = ["a", "b", "c", "d"][i as usize % 4];
        let instance = format!("gym/world-{}/{}@{}", i % 29, ["easy", "hard"][i as usize % 2], i / 200);
        let attempts = match i % 50 {
            0 => vec![],
            1 => vec![void(Cause::Model, "overloaded")],
            n => vec![scored(n % 3 == 0, 3 + n)],
        };
        book.trial(agent, &instance, i % 2, attempts);
    }
    book
}
