use crate::made::{self, Book, provoked, scored, void};
use agon_core::Cause;
use agon_report::Summary;
use agon_report::stats::wilson;
use agon_report::{Rate, csv, html};

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
fn voids_and_missing_have_not_passed_and_are_never_dropped() {
    let written = made::small().write();
    let summary = Summary::of(&written.run);
    let figures = summary.agent("model-a").unwrap();
    let success = figures.success.unwrap();
    assert_eq!(success.rate, 3.0 / 8.0, "over all that was planned");
    assert_eq!(figures.scored_success.unwrap().rate, 3.0 / 6.0, "and beside it over what was scored");
    assert_eq!(figures.mean_score, Some(3.75 / 8.0));
    assert_eq!(figures.scored_mean_score, Some(3.75 / 6.0));
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
    assert_eq!(repeats.rates, [Some(1.0 / 4.0), Some(2.0 / 4.0)]);
    assert!((repeats.mean - 0.375).abs() < 1e-12 && (repeats.deviation.unwrap() - 0.1768).abs() < 1e-4);
}

#[test]
fn a_group_without_a_score_has_passed_nothing() {
    let mut book = Book::new("broken", &["model"]);
    book.trial("model", "gym/maze-2d/easy@1", 0, vec![void(Cause::World, "gone")]);
    book.trial("model", "gym/maze-2d/easy@2", 0, vec![]);
    let summary = Summary::of(&book.write().run);
    let figures = summary.agent("model").unwrap();
    assert_eq!((figures.success.unwrap().rate, figures.mean_score), (0.0, Some(0.0)));
    assert_eq!((figures.scored_success, figures.scored_mean_score, figures.steps), (None, None, None));
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
      "instances": 1,
      "success": {
        "rate": 1.0,
        "low": 0.20654931437723745,
        "high": 1.0,
        "standard_error": null,
        "effective": 1.0
      },
      "scored_success": {
        "rate": 1.0,
        "low": 0.20654931437723745,
        "high": 1.0,
        "standard_error": null,
        "effective": 1.0
      },
      "bounds": null,
      "mean_score": 1.0,
      "mean_score_error": null,
      "scored_mean_score": 1.0,
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
      "usage_claimed": false,
      "spent": {
        "tokens_in": 4000,
        "tokens_out": 50,
        "tokens_cached": 0,
        "tokens_reasoning": 0,
        "cost_usd": 0.01,
        "model_secs": 0.0
      },
      "spent_claimed": false,
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

/// An agent that solves one task and breaks the others has solved one, whatever broke them.
#[test]
fn a_void_does_not_pay() {
    let mut book = Book::new("voider", &["voider"]);
    book.trial("voider", "web/circuit/not-from-nand@0", 0, vec![scored(true, 9)]);
    book.trial("voider", "web/circuit/odd-parity@0", 0, vec![provoked("too much recursion")]);
    book.trial("voider", "web/circuit/full-adder@0", 0, vec![provoked("too <much> recursion")]);
    book.trial("voider", "web/circuit/alu-1-bit@0", 0, vec![void(Cause::World, "the browser was killed")]);
    let written = book.write();
    let summary = Summary::of(&written.run);
    let figures = summary.agent("voider").unwrap();
    assert_eq!((figures.success.unwrap().rate, figures.mean_score), (0.25, Some(0.25)));
    assert_eq!(figures.success.unwrap().interval, wilson(0.25, 4.0).unwrap());
    let tasks: Vec<&str> = summary.defects.iter().map(|defects| defects.task.as_str()).collect();
    assert_eq!(tasks, ["web/circuit/odd-parity", "web/circuit/full-adder"]);
    assert_eq!(summary.voids.iter().filter(|void| !void.provoked).count(), 1);

    let text = agon_report::table::text(&summary, &agon_report::TableOptions::default());
    assert!(!text.lines().next().is_some_and(|line| line.contains("100")));
    insta::assert_snapshot!(text, @"
    voider
    4 trials planned, 1 scored, 1 passed, 3 void, in total 12.0k tokens in, 200 out, $0.0400

    voider                                                               mean per trial
    task                       success  95% interval  passed  of scored  score  steps   time  tokens
    ────────────────────────────────────────────────────────────────────────────────────────────────
    web/circuit/not-from-nand  100.0%   20.7–100.0       1/1     1 of 1   1.00    9.0  4.5 s    9.1k
    web/circuit/odd-parity       0.0%*  0.0–79.3         0/1          –   0.00      –      –       –
    web/circuit/full-adder       0.0%*  0.0–79.3         0/1          –   0.00      –      –       –
    web/circuit/alu-1-bit        0.0%*  0.0–79.3         0/1          –   0.00      –      –       –
    ────────────────────────────────────────────────────────────────────────────────────────────────
    all tasks                   25.0%*  4.6–69.9         1/4     1 of 1   0.25    9.0  4.5 s    9.1k

    * voider: 3 of 4 planned trials have no score and count as not passed: 3 void (world 3); of the 1
      scored 1 passed
      void: trial 3, voider, web/circuit/alu-1-bit@0, 1 attempt: world: the browser was killed
    Defects of tasks: faults that an agent's own actions reproduce, for the tasks' authors
      web/circuit/odd-parity
        provoked: trial 1, voider, web/circuit/odd-parity@0, 1 attempt: world: too much recursion
      web/circuit/full-adder
        provoked: trial 2, voider, web/circuit/full-adder@0, 1 attempt: world: too <much> recursion
    ");
    let page = html::page(&[&written.run], &agon_report::HtmlOptions::default()).unwrap();
    assert!(page.contains("Defects of tasks: faults that an agent's own actions reproduce"), "the page names them");
    assert!(page.contains("web/circuit/full-adder: 1 trial</summary>") && page.contains("too &lt;much&gt; recursion"));
    assert!(page.contains("1 void trial: an outage</summary>"));
    let json = serde_json::to_value(&summary).unwrap();
    assert_eq!(json["defects"][0]["trials"][0]["detail"], "too much recursion");
    let csv = csv::text(&[&written.run], false, &[]);
    assert!(csv.lines().nth(2).unwrap().contains("too much recursion,true,"), "{csv}");
    assert!(csv.lines().nth(4).unwrap().contains("the browser was killed,false,"), "{csv}");
}

/// Ten instances, of which eight pass, each sat so many times with the same outcome.
fn deterministic(repeats: u32) -> Summary {
    let mut book = Book::new("deterministic", &["agent"]);
    for repeat in 0..repeats {
        for seed in 0..10 {
            book.trial("agent", &format!("gym/maze-2d/easy@{seed}"), repeat, vec![scored(seed > 1, 4)]);
        }
    }
    Summary::of(&book.write().run)
}

#[test]
fn repeats_of_a_deterministic_agent_are_no_more_evidence() {
    let (once, again) = (deterministic(1), deterministic(5));
    let rate = |summary: &Summary| summary.agent("agent").unwrap().success.unwrap();
    let (one, five) = (rate(&once), rate(&again));
    assert_eq!(one.interval, wilson(0.8, 10.0).unwrap(), "with one repeat it is Wilson's");
    let same = |a: f64, b: f64| (a - b).abs() < 1e-9;
    assert!(same(one.interval.low, five.interval.low) && same(one.interval.high, five.interval.high), "{one:?} {five:?}");
    assert!(same(one.standard_error.unwrap(), five.standard_error.unwrap()) && same(five.effective, 10.0));
    let error = |summary: &Summary| summary.agent("agent").unwrap().mean_score_error.unwrap();
    assert!(same(error(&once), error(&again)));
    assert_eq!(again.agent("agent").unwrap().instances, 10);
    let text = agon_report::table::text(&again, &agon_report::TableOptions::default());
    assert!(text.contains("n = 10 instances × 5 repeats"), "{text}");
    assert!(!agon_report::table::text(&once, &agon_report::TableOptions::default()).contains("repeats"));
    assert!(Rate::of(&[]).is_none());
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
