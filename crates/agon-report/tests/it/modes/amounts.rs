use super::{Log, text};
use agon_core::{Action, Call, Status};
use agon_report::modes::{MIN_CALLS, fixed_magnitudes};
use serde_json::json;

/// Every call in a view of its own, so that nothing else is found.
fn calls(actions: impl IntoIterator<Item = Action>) -> Log {
    actions.into_iter().enumerate().fold(Log::new(), |log, (i, action)| log.act(action, Status::Executed, &i.to_string()))
}

fn rotations(degrees: &[i64]) -> Log {
    calls(degrees.iter().map(|degrees| Call::new("rotate", *degrees).into()))
}

#[test]
fn six_turns_of_one_size_are_found_whatever_their_sign() {
    assert_eq!(rotations(&[15, -15, 15, 15, -15, 15]).steps(fixed_magnitudes), ["1–6"]);
    assert_eq!(rotations(&[15, -15, 15, 15, -15, 15]).find(fixed_magnitudes)[0].detail, "rotate in 6 calls always by ±15");
    assert!(rotations(&[15; MIN_CALLS - 1]).steps(fixed_magnitudes).is_empty());
    assert!(rotations(&[15, 15, 15, 15, 15, 15, 14]).steps(fixed_magnitudes).is_empty(), "one differs");
    assert!(rotations(&[15, 15, 15, 0, 0, 15, 15]).steps(fixed_magnitudes).is_empty(), "zeros are no turns");
    assert_eq!(rotations(&[15, 0, 15, 15, 15, 15, 15]).steps(fixed_magnitudes), ["1, 3–7"]);
}

#[test]
fn vectors_are_looked_at_axis_by_axis() {
    let shift = |by: [f64; 3]| -> Action { Call::new("shift", json!([by])).into() };
    let axes = [[0.1, 0.0, 0.0], [0.0, -0.2, 0.0], [0.1, 0.0, 0.0], [-0.1, 0.2, 0.0], [0.0, 0.2, 0.0], [0.1, 0.0, 0.0]];
    assert_eq!(calls(axes.map(shift)).steps(fixed_magnitudes), ["1–6"]);
    let mut adapted = axes;
    adapted[5] = [0.05, 0.0, 0.0];
    assert!(calls(adapted.map(shift)).steps(fixed_magnitudes).is_empty());
}

#[test]
fn all_forms_of_a_call_count() {
    let forms =
        [text("('rotate', 15)"), Call::new("rotate", json!({"degrees": -15})).into(), Call::new("rotate", json!([15])).into()];
    assert_eq!(calls(forms.clone().into_iter().chain(forms)).steps(fixed_magnitudes), ["1–6"]);
}

#[test]
fn what_is_no_amount_has_no_size() {
    let direction = calls((0..8).map(|_| Call::new("move", 3).into()));
    assert!(direction.steps(fixed_magnitudes).is_empty(), "a direction is a name");
    let unit = calls((0..8).map(|i| Call::new("nudge", if i % 2 == 0 { 1 } else { -1 }).into()));
    assert!(unit.steps(fixed_magnitudes).is_empty(), "there is no other size to choose");
    let place = calls((0..8).map(|_| Call::new("point", json!([0.5, 0.5])).into()));
    assert!(place.steps(fixed_magnitudes).is_empty(), "a place is no amount");
    let wrong = calls((0..8).map(|_| Call::new("rotate", 500).into()));
    assert!(wrong.steps(fixed_magnitudes).is_empty(), "calls that do not fit the function are left out");
}
