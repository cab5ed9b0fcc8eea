use super::Log;
use agon_core::{Ending, Limit, Status};
use agon_report::modes::early_stop;

/// A trial of so many steps out of twenty.
fn after(steps: u32, ending: Ending, passed: bool) -> Log {
    let walked = (0..steps).fold(Log::new(), |log, step| log.call("('move', 0)", Status::Executed, &step.to_string()));
    walked.end(ending, passed)
}

#[test]
fn failing_by_own_will_with_half_of_the_steps_left_is_early() {
    let own = [Ending::Stopped, Ending::Done, Ending::Failed { reason: "no way".into() }, Ending::Left];
    for ending in own {
        let log = after(10, ending.clone(), false);
        assert_eq!(log.steps(early_stop), ["10"], "{ending}");
        assert_eq!(log.find(early_stop)[0].detail, "ended it after 10 of 20 steps");
        assert!(after(11, ending.clone(), false).steps(early_stop).is_empty(), "{ending}: less than half is left");
        assert!(after(3, ending, true).steps(early_stop).is_empty(), "success is never too early");
    }
    assert_eq!(after(0, Ending::Left, false).steps(early_stop), ["1"]);
}

#[test]
fn being_ended_is_not_stopping() {
    assert!(after(5, Ending::Truncated { limit: Limit::WallSecs }, false).steps(early_stop).is_empty());
    assert!(after(5, Ending::Crashed { detail: "oh".into() }, false).steps(early_stop).is_empty());
}

#[test]
fn without_a_limit_nothing_is_left_or_used_up() {
    assert!(after(1, Ending::Stopped, false).limit(None).steps(early_stop).is_empty());
    assert!(Log::new().call("('move', 0)", Status::Executed, "b").steps(early_stop).is_empty(), "it has no ending at all");
}
