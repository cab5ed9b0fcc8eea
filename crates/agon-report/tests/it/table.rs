use crate::made::{self, Book, scored, void};
use agon_core::Cause;
use agon_report::{Paint, Summary, TableOptions, table};

fn text(book: &Book, width: usize) -> String {
    table::text(&Summary::of(&book.write().run), &TableOptions { paint: Paint::Plain, width: Some(width) })
}

#[test]
fn agents_stand_side_by_side_where_there_is_room() {
    insta::assert_snapshot!(text(&made::small(), 120), @r#"
    small
    16 trials planned, 14 scored, 11 passed, 1 void, 1 missing, 17 attempts (2 trials retried), in total 87.0k tokens in,
    850 out, $0.1700

                                                       mean per trial
    agent    success  95% interval  passed  of scored  score  steps   time  tokens     cost  over repeats  effective n
    ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────
    oracle   100.0%   51.0–100.0       8/8     8 of 8   1.00    4.0  2.0 s    4.0k  $0.0100  100.0% ± 0.0          4.0
    model-a   37.5%*  11.1–74.2        3/8     3 of 6   0.47    8.7  4.3 s    8.7k  $0.0100  37.5% ± 17.7          5.5

                      oracle                                     model-a
    task              success  95% interval  passed  mean steps  success  95% interval  passed  mean steps
    ──────────────────────────────────────────────────────────────────────────────────────────────────────
    gym/maze-2d/easy  100.0%   34.2–100.0       4/4         4.0   75.0%   30.1–95.4        3/4         6.0
    gym/maze-2d/hard  100.0%   34.2–100.0       4/4         4.0    0.0%*  0.0–65.8         0/4        14.0
    ──────────────────────────────────────────────────────────────────────────────────────────────────────
    all tasks         100.0%   51.0–100.0       8/8         4.0   37.5%*  11.1–74.2        3/8         8.7

    * model-a: 2 of 8 planned trials have no score and count as not passed: 1 void (model 1), 1 missing; of the 6 scored 3
      passed
      void: trial 5, model-a, gym/maze-2d/hard@1, 2 attempts: model: still "overloaded", sorry
    n = 4 instances × 2 repeats: repeats of one instance are not independent, so intervals and errors go by instance
    "#);
}

#[test]
fn only_their_rates_where_there_is_little_room() {
    insta::assert_snapshot!(text(&made::small(), 80), @r#"
    small
    16 trials planned, 14 scored, 11 passed, 1 void, 1 missing, 17 attempts (2
    trials retried), in total 87.0k tokens in, 850 out, $0.1700

                                                       mean per trial
    agent    success  95% interval  passed  of scored  score  steps   time  tokens
    ──────────────────────────────────────────────────────────────────────────────
    oracle   100.0%   51.0–100.0       8/8     8 of 8   1.00    4.0  2.0 s    4.0k
    model-a   37.5%*  11.1–74.2        3/8     3 of 6   0.47    8.7  4.3 s    8.7k

                      oracle                 model-a
    task              success  95% interval  success  95% interval
    ──────────────────────────────────────────────────────────────
    gym/maze-2d/easy  100.0%   34.2–100.0     75.0%   30.1–95.4
    gym/maze-2d/hard  100.0%   34.2–100.0      0.0%*  0.0–65.8
    ──────────────────────────────────────────────────────────────
    all tasks         100.0%   51.0–100.0     37.5%*  11.1–74.2

    * model-a: 2 of 8 planned trials have no score and count as not passed: 1 void
      (model 1), 1 missing; of the 6 scored 3 passed
      void: trial 5, model-a, gym/maze-2d/hard@1, 2 attempts: model: still "overloa…
    n = 4 instances × 2 repeats: repeats of one instance are not independent, so
      intervals and errors go by instance
    "#);
}

#[test]
fn agents_stand_below_each_other_where_there_is_none() {
    insta::assert_snapshot!(text(&made::small(), 60), @"
    small
    16 trials planned, 14 scored, 11 passed, 1 void, 1 missing,
    17 attempts (2 trials retried), in total 87.0k tokens in,
    850 out, $0.1700

                                                       mean per trial
    agent    success  95% interval  passed  of scored  score  steps   time
    ──────────────────────────────────────────────────────────────────────
    oracle   100.0%   51.0–100.0       8/8     8 of 8   1.00    4.0  2.0 s
    model-a   37.5%*  11.1–74.2        3/8     3 of 6   0.47    8.7  4.3 s

    oracle                                                  mean per trial
    task          success  95% interval  passed  of scored  score  steps   time
    ───────────────────────────────────────────────────────────────────────────
    gym/maze-2d…  100.0%   34.2–100.0       4/4     4 of 4   1.00    4.0  2.0 s
    gym/maze-2d…  100.0%   34.2–100.0       4/4     4 of 4   1.00    4.0  2.0 s
    ───────────────────────────────────────────────────────────────────────────
    all tasks     100.0%   51.0–100.0       8/8     8 of 8   1.00    4.0  2.0 s

    model-a                                                 mean per trial
    task          success  95% interval  passed  of scored  score  steps   time
    ───────────────────────────────────────────────────────────────────────────
    gym/maze-2d…   75.0%   30.1–95.4        3/4     3 of 4   0.81    6.0  3.0 s
    gym/maze-2d…    0.0%*  0.0–65.8         0/4     0 of 2   0.12   14.0  7.0 s
    ───────────────────────────────────────────────────────────────────────────
    all tasks      37.5%*  11.1–74.2        3/8     3 of 6   0.47    8.7  4.3 s

    * model-a: 2 of 8 planned trials have no score and count as
      not passed: 1 void (model 1), 1 missing; of the 6 scored 3
      passed
      void: trial 5, model-a, gym/maze-2d/hard@1, 2 attempts: m…
    n = 4 instances × 2 repeats: repeats of one instance are not
      independent, so intervals and errors go by instance
    ");
}

#[test]
fn one_agent_has_one_table() {
    let mut book = Book::new("lone", &["model"]);
    for seed in 0..10 {
        book.trial("model", &format!("gym/maze-2d/easy@{seed}"), 0, vec![scored(seed < 8, 5 + seed)]);
    }
    insta::assert_snapshot!(text(&book, 100), @"
    lone
    10 trials planned, 10 scored, 8 passed, in total 95.0k tokens in, 500 out, $0.1000

    model                                            mean per trial
    task              success  95% interval  passed  score  steps   time  tokens     cost
    ─────────────────────────────────────────────────────────────────────────────────────
    gym/maze-2d/easy   80.0%   49.0–94.3       8/10   0.85    9.5  4.8 s    9.6k  $0.0100
    ─────────────────────────────────────────────────────────────────────────────────────
    all tasks          80.0%   49.0–94.3       8/10   0.85    9.5  4.8 s    9.6k  $0.0100
    ");
}

#[test]
fn ansi_colours_change_nothing_else() {
    let summary = Summary::of(&made::small().write().run);
    let plain = table::text(&summary, &TableOptions { paint: Paint::Plain, width: Some(120) });
    let ansi = table::text(&summary, &TableOptions { paint: Paint::Ansi, width: Some(120) });
    let mut stripped = String::new();
    let mut parts = ansi.split('\x1b');
    stripped.push_str(parts.next().unwrap());
    parts.for_each(|part| stripped.push_str(part.split_once('m').unwrap().1));
    let trimmed = |text: &str| text.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>();
    assert_eq!(trimmed(&stripped), trimmed(&plain));
    assert!(ansi.contains("\x1b[1m"));
}

#[test]
fn no_line_is_wider_than_asked_and_no_control_gets_through() {
    let mut book = Book::new("hostile\x1b[2J", &["a\x1b]0;owned\x07b"]);
    let long = "gym/a-world-with-a-very-long-name-indeed/and-a-long-preset@1";
    book.trial("a\x1b]0;owned\x07b", long, 0, vec![void(Cause::Model, &format!("\x1b[31m{}\r\n", "x".repeat(500)))]);
    book.trial("a\x1b]0;owned\x07b", long, 1, vec![scored(true, 3)]);
    let text = text(&book, 80);
    assert!(!text.contains(['\x1b', '\x07', '\r']));
    for line in text.lines().filter(|line| !line.starts_with('*')) {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

#[test]
fn what_rests_on_an_agents_word_is_marked() {
    insta::assert_snapshot!(text(&made::half_claimed(), 120), @"
    claims
    4 trials planned, 4 scored, 4 passed, in total 16.0k† tokens in, 200† out, $0.0400†

                                            mean per trial
    agent    success  95% interval  passed  score  steps   time  tokens      cost
    ─────────────────────────────────────────────────────────────────────────────
    model-a  100.0%   34.2–100.0       2/2   1.00    4.0  2.0 s   4.0k   $0.0100
    outside  100.0%   34.2–100.0       2/2   1.00    4.0  2.0 s   4.0k†  $0.0100†

                      model-a                                    outside
    task              success  95% interval  passed  mean steps  success  95% interval  passed  mean steps
    ──────────────────────────────────────────────────────────────────────────────────────────────────────
    gym/maze-2d/easy  100.0%   34.2–100.0       2/2         4.0  100.0%   34.2–100.0       2/2         4.0
    ──────────────────────────────────────────────────────────────────────────────────────────────────────
    all tasks         100.0%   34.2–100.0       2/2         4.0  100.0%   34.2–100.0       2/2         4.0

    † tokens and cost as the agent reported, in whole or in part: not measured by Agon
    ");
    let measured = text(&made::small(), 120);
    assert!(!measured.contains('†') && !measured.contains("as the agent reported"), "{measured}");
}

#[test]
fn a_claim_in_a_void_attempt_marks_what_was_spent_and_no_mean() {
    let mut book = Book::new("claims", &["outside", "model-a"]);
    book.trial("outside", "gym/maze-2d/easy@1", 0, vec![made::claimed(void(Cause::Agent, "gone")), scored(true, 4)]);
    book.trial("model-a", "gym/maze-2d/easy@1", 0, vec![scored(true, 4)]);
    let summary = Summary::of(&book.write().run);
    let marks = |label: &str| summary.agent(label).map(|figures| (figures.usage_claimed, figures.spent_claimed));
    assert_eq!([marks("outside"), marks("model-a")], [Some((false, true)), Some((false, false))]);
    assert!(summary.spent_claimed);
    let shown = text(&book, 120);
    assert_eq!(shown.matches('†').count(), 4, "three figures and the legend: {shown}");
}
