use crate::made::{self, Book, scored, void};
use agon_core::Cause;
use agon_report::stats::mcnemar;
use agon_report::{Comparison, HtmlOptions, ReportError, TableOptions, compare, html};

/// Twelve instances of two tasks; those in `passes` pass, those in `broken` are void.
fn book(name: &str, agent: &str, passes: std::ops::Range<u64>, broken: &[u64]) -> Book {
    let mut book = Book::new(name, &[agent]);
    for seed in 0..12 {
        let task = if seed % 2 == 0 { "easy" } else { "hard" };
        let attempt = if broken.contains(&seed) { void(Cause::Judge, "down") } else { scored(passes.contains(&seed), 5) };
        book.trial(agent, &format!("gym/maze-2d/{task}@{seed}"), 0, vec![attempt]);
    }
    book
}

#[test]
fn pairs_are_won_lost_or_tied() {
    let first = book("before", "model", 0..4, &[11]).write();
    let second = book("after", "model", 2..10, &[]).write();
    let comparison = Comparison::of(&first.run, &second.run).unwrap();
    let agent = &comparison.agents[0];
    let paired = agent.paired;
    assert_eq!((paired.wins, paired.losses, paired.both_passed, paired.both_failed, paired.unscored), (6, 2, 2, 2, 1));
    let difference = agent.difference.unwrap();
    assert_eq!((difference.difference, difference.pairs), (4.0 / 12.0, 12), "a void has not passed");
    assert_eq!(difference.p_value, mcnemar(6, 2));
    let scored = agent.scored_difference.unwrap();
    assert_eq!((scored.difference, scored.pairs), (4.0 / 11.0, 11));
    let interval = difference.interval.unwrap();
    assert!(interval.low < difference.difference && difference.difference < interval.high);
    let won: Vec<u64> = agent.tasks.iter().flat_map(|t| &t.flips).filter(|f| f.won).map(|f| f.instance.seed).collect();
    assert_eq!(won, [4, 6, 8, 5, 7, 9]);
    assert_eq!(serde_json::to_value(&comparison).unwrap()["format"], 2);
    insta::assert_snapshot!(compare::text(&comparison, &TableOptions::default()), @"
    after against before

    model
    task              pairs  first  second  difference  won  lost  same  unscored
    ─────────────────────────────────────────────────────────────────────────────
    gym/maze-2d/easy      6  33.3%   66.7%       +33.3    3     1     2         0
    gym/maze-2d/hard      6  33.3%   66.7%       +33.3    3     1     2         1
    ─────────────────────────────────────────────────────────────────────────────
    all tasks            12  33.3%   66.7%       +33.3    6     2     4         1

    success 33.3% → 66.7% over 12 pairs: +33.3 points (95% interval −8.3 to +75.0), McNemar p = 0.2891
    1 pair is void or missing in at least one run, counted as not passed; over those with two scores:
      success 36.4% → 72.7% over 11 pairs: +36.4 points (95% interval −9.1 to +81.8), McNemar p = 0.2891
      won  gym/maze-2d/easy@4, gym/maze-2d/easy@6, gym/maze-2d/easy@8
      lost gym/maze-2d/easy@0
      won  gym/maze-2d/hard@5, gym/maze-2d/hard@7, gym/maze-2d/hard@9
      lost gym/maze-2d/hard@1
    ");
}

/// A void on the second side is a loss where the first passed: breaking what is hard must not look like getting better.
#[test]
fn voids_do_not_pay_in_comparisons() {
    let first = book("before", "model", 0..8, &[]).write();
    let second = book("after", "model", 0..6, &[6, 7, 8, 9, 10, 11]).write();
    let agent = Comparison::of(&first.run, &second.run).unwrap().agents.remove(0);
    let difference = agent.difference.unwrap();
    assert_eq!((difference.first_rate, difference.second_rate), (8.0 / 12.0, 6.0 / 12.0));
    assert_eq!((agent.paired.losses, agent.paired.unscored), (2, 6));
    assert_eq!(agent.scored_difference.unwrap().second_rate, 1.0, "which alone would read 100 %");
}

#[test]
fn repeats_of_deterministic_agents_change_neither_p_nor_interval() {
    let sat = |name: &str, passes: u64, repeats: u32| {
        let mut book = Book::new(name, &["model"]);
        for repeat in 0..repeats {
            for seed in 0..7 {
                book.trial("model", &format!("gym/maze-2d/easy@{seed}"), repeat, vec![scored(seed < passes, 5)]);
            }
        }
        book.write()
    };
    let compared = |repeats| {
        let (first, second) = (sat("before", 1, repeats), sat("after", 6, repeats));
        Comparison::of(&first.run, &second.run).unwrap()
    };
    let (once, again) = (compared(1), compared(5));
    let (one, five) = (once.agents[0].difference.unwrap(), again.agents[0].difference.unwrap());
    assert_eq!((one.p_value, five.p_value), (0.0625, 0.0625));
    assert_eq!(one.interval, five.interval);
    assert_eq!((five.pairs, five.instances), (35, 7));
    let text = |comparison: &Comparison| compare::text(comparison, &TableOptions::default());
    assert!(text(&once).contains("McNemar p = 0.0625"), "{}", text(&once));
    let words = text(&again).replace("\n  ", " ");
    assert!(
        words.contains("over 35 pairs of 7 instances") && words.contains("sign-flip test by instance, p = 0.0625"),
        "{words}"
    );
}

#[test]
fn one_agent_each_pairs_whatever_the_labels() {
    let (first, second) = (book("a", "old", 0..6, &[]).write(), book("b", "new", 0..6, &[]).write());
    let comparison = Comparison::of(&first.run, &second.run).unwrap();
    let agent = &comparison.agents[0];
    assert_eq!((agent.first.as_str(), agent.second.as_str(), agent.paired.ties()), ("old", "new", 12));
    assert_eq!(agent.difference.unwrap().p_value, 1.0);
}

#[test]
fn what_cannot_be_compared_says_why() {
    let (small, other) = (made::small().write(), book("b", "new", 0..6, &[]).write());
    let error = Comparison::of(&small.run, &other.run).unwrap_err();
    assert!(matches!(error, ReportError::NoCommonAgent { .. }));
    insta::assert_snapshot!(error, @"the runs have no agent label in common (oracle, model-a against new); give the agents the same label, or compare two runs of one agent each");
    let page = html::page(&[&small.run, &other.run], &HtmlOptions::default()).unwrap();
    assert!(page.contains("Not compared: the runs have no agent label in common"));

    let mut elsewhere = Book::new("elsewhere", &["new"]);
    elsewhere.trial("new", "gym/other/easy@1", 0, vec![scored(true, 1)]);
    let error = Comparison::of(&other.run, &elsewhere.write().run).unwrap_err();
    assert!(matches!(error, ReportError::NoCommonTrial));
}

#[test]
fn labels_and_versions_that_differ_are_noted() {
    let mut first = Book::new("a", &["model", "gone"]);
    first.trial("model", "gym/maze-2d/easy@1", 0, vec![scored(true, 1)]);
    first.trial("gone", "gym/maze-2d/easy@1", 0, vec![scored(true, 1)]);
    let mut second = Book::new("b", &["model"]).suite_version("0.2.0");
    second.trial("model", "gym/maze-2d/easy@1", 0, vec![scored(true, 1)]);
    second.trial("model", "gym/maze-2d/easy@2", 0, vec![scored(true, 1)]);
    let comparison = Comparison::of(&first.write().run, &second.write().run).unwrap();
    assert_eq!(comparison.notes.len(), 2, "{:?}", comparison.notes);
    assert_eq!(comparison.agents[0].paired.only_second, 1);
}

#[test]
fn two_runs_make_one_page_with_a_comparison() {
    let first = book("before", "model", 0..4, &[11]).write();
    let second = book("after", "model", 2..10, &[]).write();
    let page = html::page(&[&first.run, &second.run], &HtmlOptions::default()).unwrap();
    assert!(page.contains("<h2>Comparison</h2>"));
    assert!(page.contains("href=\"#run=1&amp;trial=4\""));
    assert!(matches!(html::page(&[], &HtmlOptions::default()), Err(ReportError::NoRuns)));
}
