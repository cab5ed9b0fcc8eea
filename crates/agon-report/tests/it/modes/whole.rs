//! The findings of a run, counted and shown.

use crate::made::{Attempt, Book, scored, step_of, truncated, void};
use agon_core::{Action, Call, Cause, Event, Status};
use agon_report::modes::{Mode, text};
use agon_report::{HtmlOptions, Modes, TableOptions, csv, html};
use serde_json::json;

/// `a` pushes against a wall in one of two failed trials, stops early in the other and passes a third; one trial is void, one
/// missing, and all that `b` does is right.
fn book() -> Book {
    let mut book = Book::new("modes", &["a", "b"]);
    let push = |step: u32| Event::Step(step_of(step, Call::new("move", 0).into(), Status::Blocked, "A wall."));
    let pushing = Attempt { events: (1..=5).map(push).collect(), ..truncated(5) };
    let garbled = Event::Step(step_of(1, Action::Text { text: "<b>what?</b>".into() }, Status::Malformed, "Invalid format."));
    let passing = Attempt { events: vec![garbled], ..scored(true, 1) };
    book.trial("a", "gym/maze-2d/easy@0", 0, vec![pushing]);
    book.trial("a", "gym/maze-2d/easy@1", 0, vec![void(Cause::World, "gone"), scored(false, 3)]);
    book.trial("a", "gym/maze-2d/hard@0", 0, vec![passing]);
    book.trial("a", "gym/maze-2d/hard@1", 0, vec![void(Cause::Model, "overloaded")]);
    book.trial("a", "gym/maze-2d/hard@2", 0, vec![]);
    book.trial("b", "gym/maze-2d/easy@0", 0, vec![scored(true, 3)]);
    book
}

#[test]
fn shares_are_of_failed_and_of_scored_trials() {
    let modes = Modes::of(&book().write().run);
    let [a, b] = modes.agents.as_slice() else { panic!("two agents") };
    assert_eq!((a.scored, a.failed), (3, 2), "the void and the missing trial are not looked at");
    let told = |mode| (a.counts(mode).failed, a.counts(mode).scored);
    assert_eq!(told(Mode::ActionLoop), (1, 1));
    assert_eq!(told(Mode::RepeatedRejection), (1, 1));
    assert_eq!(told(Mode::EarlyStop), (1, 1));
    assert_eq!(told(Mode::ProtocolViolation), (0, 1), "it passed all the same");
    assert_eq!(told(Mode::FixedMagnitude), (0, 0));
    assert!(b.modes.is_empty());
    let hard = modes.tasks.iter().find(|group| group.name.as_deref() == Some("gym/maze-2d/hard")).unwrap();
    assert_eq!((hard.scored, hard.failed), (1, 0));
    assert_eq!(modes.trial(1).unwrap().attempt, 2, "the attempt that counts");
    assert_eq!(modes.trial(5), None);
}

#[test]
fn a_log_that_is_lost_is_told_and_not_counted() {
    let written = book().write();
    std::fs::remove_file(written.run.folder().join("trials/0000/000000-1.jsonl")).unwrap();
    let modes = Modes::of(&written.run);
    assert_eq!((modes.unread.as_slice(), modes.agents[0].scored), ([0].as_slice(), 2));
    assert!(text(&modes, &TableOptions::default()).contains("1 log could not be read"));
}

#[test]
fn the_terminal_tells_shares_and_where_to_look() {
    insta::assert_snapshot!(text(&Modes::of(&book().write().run), &TableOptions::default()), @"
    failure modes
    a
    task              failed       loop  rejected again  early stop  protocol  fixed size
    ─────────────────────────────────────────────────────────────────────────────────────
    gym/maze-2d/easy     2/2  50% (50%)       50% (50%)   50% (50%)   0% (0%)     0% (0%)
    gym/maze-2d/hard     0/1     – (0%)          – (0%)      – (0%)  – (100%)      – (0%)
    ─────────────────────────────────────────────────────────────────────────────────────
    all tasks            2/3  50% (33%)       50% (33%)   50% (33%)  0% (33%)     0% (0%)

    b
    task              failed       loop  rejected again  early stop  protocol  fixed size
    ─────────────────────────────────────────────────────────────────────────────────────
    gym/maze-2d/easy     0/1     – (0%)          – (0%)      – (0%)    – (0%)      – (0%)
    of failed trials, and in brackets of all scored ones, those in which the mode was found at least once

    loop: 1 trial
      trial 0, step 1–5: ('move', 0) 5 times, and nothing changed (a, gym/maze-2d/easy@0)

    rejected again: 1 trial
      trial 0, step 2–5: ('move', 0) was rejected at step 1 and tried again in the same state (a, gym/m…

    early stop: 1 trial
      trial 1, step 3: ended it after 3 of 20 steps (a, gym/maze-2d/easy@1)

    protocol: 1 trial
      trial 2, step 1: text that cannot be read (a, gym/maze-2d/hard@0)
    ");
}

#[test]
fn json_csv_and_page_have_them_and_nothing_has_them_unasked() {
    let written = book().write();
    let modes = Modes::of(&written.run);
    let value = serde_json::to_value(&modes).unwrap();
    assert_eq!(value["format"], 1);
    assert_eq!(value["trials"][0]["findings"][0]["mode"], "action_loop");
    assert_eq!(value["trials"][0]["findings"][0]["steps"], json!([[1, 5]]));
    assert_eq!(value["agents"][0]["modes"]["early_stop"], json!({"scored": 1, "failed": 1}));

    let lines: Vec<String> = csv::text(&[&written.run], true, &[]).lines().map(str::to_owned).collect();
    assert!(
        lines[0]
            .ends_with(",mode_action_loop,mode_repeated_rejection,mode_early_stop,mode_protocol_violation,mode_fixed_magnitude")
    );
    assert!(lines[1].ends_with(",1–5,2–5,,,"), "{}", lines[1]);
    assert!(lines[5].ends_with(",,,,,"), "{}", lines[5]);
    assert!(!csv::text(&[&written.run], false, &[]).contains("mode_"));

    let page = |modes: bool| html::page(&[&written.run], &HtmlOptions { modes, ..HtmlOptions::default() }).unwrap();
    assert!(page(true).contains("<a href=\"#run=0&amp;trial=0&amp;step=1\">0</a>"));
    assert!(page(true).contains("Failure modes") && !page(false).contains("Failure modes"));
}
