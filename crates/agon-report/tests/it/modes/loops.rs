use super::{Log, text};
use agon_core::{Action, Call, Status};
use agon_report::modes::{LONGEST_CYCLE, MIN_ROUNDS, MIN_STEPS, action_loops};
use proptest::prelude::*;
use serde_json::json;

use Status::{Blocked, Executed};

/// Steps `(call, what is seen then)`, all executed.
fn walk(steps: &[(&str, &str)]) -> Log {
    steps.iter().fold(Log::new(), |log, (call, seen)| log.call(call, Executed, seen))
}

#[test]
fn one_action_four_times_without_a_change_is_a_loop() {
    let push = |times: usize| (0..times).fold(Log::new(), |log, _| log.call("('move', 0)", Blocked, "start"));
    assert_eq!(push(4).steps(action_loops), ["1–4"]);
    assert_eq!(push(9).steps(action_loops), ["1–9"], "one stretch, not many");
    assert!(push(3).steps(action_loops).is_empty());
    assert_eq!(push(4).find(action_loops)[0].detail, "('move', 0) 4 times, and nothing changed");
}

#[test]
fn walking_on_is_none() {
    assert!(
        walk(&[("('move', 0)", "b"), ("('move', 0)", "c"), ("('move', 0)", "d"), ("('move', 0)", "e")])
            .steps(action_loops)
            .is_empty()
    );
}

#[test]
fn to_and_fro_three_times_is_a_loop() {
    let there = ("('move', 0)", "there");
    let back = ("('move', 2)", "start");
    assert_eq!(walk(&[there, back, there, back, there, back]).steps(action_loops), ["1–6"]);
    assert!(walk(&[there, back, there, back, there]).steps(action_loops).is_empty(), "two rounds and a half");
    let elsewhere = [
        ("('move', 0)", "b"),
        ("('move', 2)", "c"),
        ("('move', 0)", "d"),
        ("('move', 2)", "e"),
        ("('move', 0)", "f"),
        ("('move', 2)", "g"),
    ];
    assert!(walk(&elsewhere).steps(action_loops).is_empty(), "the state does not return");
    let first = ("('move', 1)", "other");
    assert_eq!(walk(&[first, ("('move', 3)", "start"), there, back, there, back, there, back]).steps(action_loops), ["3–8"]);
}

#[test]
fn turning_round_and_round_is_a_loop_of_four_states() {
    let views = ["east", "south", "west", "start"];
    let turned = |times: usize| walk(&(0..times).map(|i| ("('move', 1)", views[i % 4])).collect::<Vec<_>>());
    assert_eq!(turned(12).steps(action_loops), ["1–12"]);
    assert!(turned(11).steps(action_loops).is_empty());
}

#[test]
fn longer_cycles_are_not_looked_for() {
    let views = ["b", "c", "d", "e", "start"];
    assert!(walk(&(0..20).map(|i| ("('move', 1)", views[i % 5])).collect::<Vec<_>>()).steps(action_loops).is_empty());
}

#[test]
fn calls_that_mean_the_same_are_the_same() {
    let forms = [
        text("('move', 0)"),
        Call::new("move", json!([0])).into(),
        Call::new("move", json!({"direction": 0})).into(),
        text("('move', (0,))"),
    ];
    let log = forms.into_iter().fold(Log::new(), |log, action| log.act(action, Blocked, "start"));
    assert_eq!(log.steps(action_loops), ["1–4"]);
}

#[test]
fn where_no_view_is_kept_only_rejections_tell_that_nothing_changed() {
    let unseen = |status: Status| (0..8).fold(Log::new(), |log, _| log.unseen("('move', 0)", status));
    assert_eq!(unseen(Blocked).steps(action_loops), ["1–8"]);
    assert!(unseen(Executed).steps(action_loops).is_empty());
}

#[test]
fn waiting_is_no_loop() {
    assert!(
        (0..8).fold(Log::new(), |log, _| log.act(Action::Wait { secs: 1.0 }, Executed, "start")).steps(action_loops).is_empty()
    );
}

#[test]
fn two_loops_are_two_findings() {
    let push = |log: Log, call: &str, seen: &str| (0..4).fold(log, |log, _| log.call(call, Blocked, seen));
    let log = push(push(Log::new(), "('move', 0)", "start").call("('move', 1)", Executed, "b"), "('move', 2)", "b");
    assert_eq!(log.steps(action_loops), ["1–4", "6–9"]);
}

/// Whether the steps from `begin` on, `length` of them, are a loop by the words of the rule.
fn is_loop(steps: &[(u8, u8)], begin: usize, length: usize) -> bool {
    let state = |at: usize| if at == 0 { 0 } else { steps[at - 1].1 };
    (1..=LONGEST_CYCLE).any(|cycle| {
        length >= cycle * MIN_ROUNDS
            && length >= MIN_STEPS
            && (begin + cycle..begin + length).all(|at| steps[at].0 == steps[at - cycle].0)
            && (begin + cycle..=begin + length).all(|at| state(at) == state(at - cycle))
    })
}

proptest! {
    #[test]
    fn what_is_found_is_a_loop_and_every_loop_is_found(steps in prop::collection::vec((0u8..2, 0u8..2), 0..24)) {
        let views = ["start", "other"];
        let log = steps.iter().fold(Log::new(), |log, (direction, state)| {
            log.call(&format!("('move', {direction})"), Executed, views[usize::from(*state)])
        });
        let found = log.find(action_loops);
        let mut covered = vec![false; steps.len()];
        for (first, last) in found.iter().flat_map(|finding| &finding.steps) {
            let (begin, length) = (*first as usize - 1, (last - first + 1) as usize);
            prop_assert!(is_loop(&steps, begin, length), "{first}–{last}");
            covered[begin..begin + length].fill(true);
        }
        for begin in 0..steps.len() {
            let least = (MIN_STEPS..=steps.len() - begin).find(|length| is_loop(&steps, begin, *length));
            if let Some(length) = least {
                prop_assert!(covered[begin..begin + length].contains(&true), "{begin} for {length} was missed");
            }
        }
    }
}
