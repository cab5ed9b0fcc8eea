//! Worlds are closed, and what goes wrong then changes no verdict.

use crate::{Acts, Conduct, config, run};
use agon_core::{Event, Fault};
use agon_record::Run;
use agon_run::{RunConfig, Stop};
use agon_testkit::{CloseFault, FakeSuite};

fn unclosed(run: &Run) -> Vec<Fault> {
    let events = run.attempt(0, 1).unwrap().events;
    let place = |wanted: fn(&Event) -> bool| events.iter().position(wanted);
    if let (Some(evidence), Some(failed)) =
        (place(|event| matches!(event, Event::Evidence { .. })), place(|event| matches!(event, Event::CloseFailed { .. })))
    {
        assert!(evidence < failed, "the world is closed after its evidence was read");
    }
    let fault = |event| match event {
        Event::CloseFailed { fault } => Some(fault),
        _ => None,
    };
    events.into_iter().filter_map(fault).collect()
}

#[tokio::test]
async fn every_world_is_closed_whether_it_broke_or_not() {
    for (task, passed) in [("sound", 2), ("act-error", 0), ("door-error", 0), ("grader-error", 0)] {
        let suite = FakeSuite::new();
        let open = suite.open_worlds();
        let config = RunConfig { retries: 0, ..config(task, 2) };
        let (outcome, run, _folder) = run(suite, config, Acts(|_| Conduct::Solve), &Stop::new()).await;
        assert_eq!((outcome.passed, open.now()), (passed, 0), "{task}");
        assert!(open.most() > 0 && unclosed(&run).is_empty(), "{task}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_world_that_cannot_be_closed_is_written_down_and_keeps_its_verdict() {
    let ways = [
        (CloseFault::Error, "the fake world would not close"),
        (CloseFault::Panic, "panicked when closed"),
        (CloseFault::Hang, "did not answer within"),
    ];
    for (fault, words) in ways {
        let suite = FakeSuite::new().breaking_when_closed(fault);
        let (outcome, run, _folder) = run(suite, config("sound", 1), Acts(|_| Conduct::Solve), &Stop::new()).await;
        assert_eq!((outcome.passed, outcome.void), (1, 0), "{fault:?}");
        let faults = unclosed(&run);
        assert!(faults.len() == 1 && faults[0].detail.contains(words), "{faults:?}");
    }
}
