use crate::made::{self, Book, claimed, scored, step_of, void};
use agon_core::{Action, Cause, Event, Status};
use agon_report::trial::{TrialLine, list_text, text};
use agon_report::{ReportError, TableOptions, TrialView};

fn shown(book: &Book, trial: usize, options: &TableOptions) -> String {
    let written = book.write();
    text(&TrialView::of(&written.run, &written.run.plan()[trial], None).unwrap(), options)
}

fn step(number: u32, action: Action, status: Status, feedback: &str) -> Event {
    Event::Step(step_of(number, action, status, feedback))
}

/// Failed at the second attempt, with a hostile and endless answer of the world.
fn troubled() -> Book {
    let mut book = Book::new("troubled", &["model-a"]);
    let mut failed = claimed(scored(false, 2));
    failed.events = vec![
        step(1, Action::Text { text: "('move', 9)".into() }, Status::Malformed, &format!("No\x1b[2J such {}", "way ".repeat(60))),
        step(2, Action::Done, Status::Executed, ""),
    ];
    book.trial("model-a", "gym/maze-2d/easy@3", 1, vec![void(Cause::Model, "overloaded"), failed]);
    book.trial("model-a", "gym/maze-2d/easy@4", 0, vec![]);
    book
}

#[test]
fn a_trial_is_shown_with_its_checks_and_steps() {
    insta::assert_snapshot!(shown(&troubled(), 0, &TableOptions::default()), @r#"
    trial 0 of troubled: failed, score 0.25
    task      gym/maze-2d/easy (Maze 2D)
    instance  gym/maze-2d/easy@3, repeat 1
    agent     model-a
    attempts  2, attempt 2 is shown; attempt 1: void, model: overloaded
    ending    the agent stopped
    usage     2 steps, 1.0 s (the world 0.1 s), 2.0k† tokens in, 50† out, $0.0100†
    limits    {"steps":20}

    checks: 1 of 2 passed
      passed  stopped: expected the agent stops, seen stopped
      failed  reached: expected at (7, 1), seen at (3, 4)

    step  action       status     feedback
    ────────────────────────────────────────────────────────────────────────────────────────────────────
       1  ('move', 9)  malformed  No [2J such way way way way way way way way way way way way way way w…
       2  done         executed
    "#);
}

#[test]
fn a_trial_that_was_not_begun_is_shown_too() {
    insta::assert_snapshot!(shown(&troubled(), 1, &TableOptions::default()), @"
    trial 1 of troubled: missing
    task      gym/maze-2d/easy
    instance  gym/maze-2d/easy@4, repeat 0
    agent     model-a
    attempts  none has been closed
    ");
}

#[test]
fn on_a_terminal_the_feedback_gives_way() {
    let narrow = shown(&troubled(), 0, &TableOptions { width: Some(70), ..TableOptions::default() });
    assert!(narrow.lines().all(|line| line.chars().count() <= 70), "{narrow}");
    assert!(!narrow.contains('\x1b'), "{narrow}");
}

#[test]
fn another_attempt_is_shown_when_it_is_asked_for() {
    let written = troubled().write();
    let planned = &written.run.plan()[0];
    let first = TrialView::of(&written.run, planned, Some(1)).unwrap();
    let shown = text(&first, &TableOptions::default());
    assert!(shown.contains("void      model: overloaded") && shown.contains("attempt 2: score 0.25"), "{shown}");
    assert!(!shown.contains("checks:"), "a void attempt has none: {shown}");
    let error = TrialView::of(&written.run, planned, Some(7)).unwrap_err();
    assert!(matches!(error, ReportError::NoAttempt { .. }));
    insta::assert_snapshot!(error, @"trial 0 has no attempt 7; its attempts: 1, 2");
}

#[test]
fn json_has_the_whole_log() {
    let written = troubled().write();
    let value = serde_json::to_value(TrialView::of(&written.run, &written.run.plan()[0], None).unwrap()).unwrap();
    assert_eq!((&value["trial"], &value["agent"], &value["status"]), (&0.into(), &"model-a".into(), &"failed".into()));
    assert_eq!((value["attempt"].as_u64(), value["attempts"].as_array().unwrap().len()), (Some(2), 2));
    let events: Vec<&str> = value["events"].as_array().unwrap().iter().map(|event| event["event"].as_str().unwrap()).collect();
    assert_eq!(events, ["opened", "began", "step", "step", "evidence", "closed"]);
    assert!(value["events"][2]["feedback"].as_str().unwrap().len() > 200, "nothing is shortened");
}

#[test]
fn trials_are_listed() {
    insta::assert_snapshot!(list_text(&TrialLine::all(&made::small().write().run), &TableOptions::default()), @"
    trial  agent    instance            repeat  status   score  steps    time  attempts
    ───────────────────────────────────────────────────────────────────────────────────
        0  oracle   gym/maze-2d/easy@1       0  passed    1.00      4   2.0 s         1
        1  model-a  gym/maze-2d/easy@1       0  failed    0.25      8   4.0 s         1
        2  oracle   gym/maze-2d/easy@2       0  passed    1.00      4   2.0 s         1
        3  model-a  gym/maze-2d/easy@2       0  passed    1.00      6   3.0 s         2
        4  oracle   gym/maze-2d/hard@1       0  passed    1.00      4   2.0 s         1
        5  model-a  gym/maze-2d/hard@1       0  void         –      1   0.5 s         2
        6  oracle   gym/maze-2d/hard@2       0  passed    1.00      4   2.0 s         1
        7  model-a  gym/maze-2d/hard@2       0  failed    0.25      8   4.0 s         1
        8  oracle   gym/maze-2d/easy@1       1  passed    1.00      4   2.0 s         1
        9  model-a  gym/maze-2d/easy@1       1  passed    1.00      5   2.5 s         1
       10  oracle   gym/maze-2d/easy@2       1  passed    1.00      4   2.0 s         1
       11  model-a  gym/maze-2d/easy@2       1  passed    1.00      5   2.5 s         1
       12  oracle   gym/maze-2d/hard@1       1  passed    1.00      4   2.0 s         1
       13  model-a  gym/maze-2d/hard@1       1  failed    0.25     20  10.0 s         1
       14  oracle   gym/maze-2d/hard@2       1  passed    1.00      4   2.0 s         1
       15  model-a  gym/maze-2d/hard@2       1  missing      –      –       –         0
    ");
}
