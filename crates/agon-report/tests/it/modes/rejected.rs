use super::Log;
use agon_core::Status::{self, BadArguments, Blocked, Executed, Malformed, OutOfRange, UnknownFunction};
use agon_report::modes::repeated_rejections;

const RIGHT: &str = "('move', 0)";

#[test]
fn the_same_again_after_being_told_is_found() {
    let log = Log::new().call(RIGHT, Blocked, "start").call(RIGHT, Blocked, "start").call(RIGHT, Blocked, "start");
    assert_eq!(log.steps(repeated_rejections), ["2–3"]);
    assert_eq!(log.find(repeated_rejections)[0].detail, "('move', 0) was rejected at step 1 and tried again in the same state");
    for status in [UnknownFunction, BadArguments, OutOfRange] {
        assert_eq!(
            Log::new().call("('x', 9)", status, "start").call("('x', 9)", status, "start").steps(repeated_rejections),
            ["2"]
        );
    }
}

#[test]
fn coming_back_and_trying_again_is_found() {
    let log = Log::new().call(RIGHT, Blocked, "start").call("('move', 1)", Executed, "up").call("('move', 3)", Executed, "start");
    assert_eq!(log.call(RIGHT, Blocked, "start").steps(repeated_rejections), ["4"]);
}

#[test]
fn what_differs_in_anything_is_not() {
    let twice = |second: &str, status: Status| Log::new().call(RIGHT, Blocked, "start").call(second, status, "start");
    assert!(twice("('move', 1)", Blocked).steps(repeated_rejections).is_empty(), "another action");
    assert!(twice(RIGHT, Executed).steps(repeated_rejections).is_empty(), "now it was lawful");
    let moved = Log::new().call(RIGHT, Blocked, "start").call("('move', 1)", Executed, "up").call(RIGHT, Blocked, "up");
    assert!(moved.steps(repeated_rejections).is_empty(), "another state");
    let unread = Log::new().call("right!", Malformed, "start").call("right!", Malformed, "start");
    assert!(unread.steps(repeated_rejections).is_empty(), "a protocol violation, not an illegal move");
}

#[test]
fn who_was_not_told_cannot_have_known() {
    let untold = Log::new().untold(RIGHT, Blocked, "start").untold(RIGHT, Blocked, "start");
    assert!(untold.steps(repeated_rejections).is_empty());
    let late = Log::new().untold(RIGHT, Blocked, "start").call(RIGHT, Blocked, "start").call(RIGHT, Blocked, "start");
    assert_eq!(late.steps(repeated_rejections), ["3"]);
}
