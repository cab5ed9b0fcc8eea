//! Queue, retries, parallelism, and agents that are given up.

use crate::{Acts, Conduct, config, run};
use agon_core::Ending;
use agon_run::{RunConfig, Stop};
use agon_testkit::{FakeSuite, Sleeper};
use std::time::Duration;

const SOLVE: fn(u64) -> Conduct = |_| Conduct::Solve;

#[tokio::test]
async fn a_world_that_heals_is_tried_again_and_every_attempt_is_kept() {
    let config = RunConfig { retries: 2, ..config("open-error", 1) };
    let (outcome, run, _folder) = run(FakeSuite::healing_after(2), config, Acts(SOLVE), &Stop::new()).await;
    assert_eq!((outcome.passed, outcome.void), (1, 0));
    let rows = run.rows();
    assert_eq!(rows.iter().map(|row| (row.attempt, row.is_scored())).collect::<Vec<_>>(), [(1, false), (2, false), (3, true)]);
}

#[tokio::test]
async fn a_world_that_stays_broken_is_void_when_its_retries_are_used_up() {
    let config = RunConfig { retries: 1, ..config("open-error", 2) };
    let (outcome, run, _folder) = run(FakeSuite::new(), config, Acts(SOLVE), &Stop::new()).await;
    assert_eq!((outcome.passed, outcome.failed, outcome.void), (0, 0, 2));
    assert_eq!(run.results().iter().map(|result| result.attempts).collect::<Vec<_>>(), [2, 2]);
}

#[tokio::test]
async fn an_agent_that_only_crashes_at_once_is_given_up() {
    let config = RunConfig { max_crashes: 3, ..config("sound", 10) };
    let (outcome, run, _folder) = run(FakeSuite::new(), config, Acts(|_| Conduct::Crash { ticks: 0 }), &Stop::new()).await;
    assert_eq!((outcome.failed, outcome.missing), (3, 7));
    let crashed = |ending: &Option<Ending>| matches!(ending, Some(Ending::Crashed { .. }));
    assert!(run.rows().iter().all(|row| crashed(&row.ending) && row.totals.steps == 0));
}

#[tokio::test]
async fn an_agent_that_got_further_once_is_not_given_up() {
    let config = RunConfig { max_crashes: 2, ..config("sound", 6) };
    let conduct = |seed| if seed == 0 { Conduct::Solve } else { Conduct::Crash { ticks: 0 } };
    let (outcome, _run, _folder) = run(FakeSuite::new(), config, Acts(conduct), &Stop::new()).await;
    assert_eq!((outcome.passed, outcome.failed, outcome.missing), (1, 5, 0));
}

#[tokio::test]
async fn crashes_after_a_step_or_with_no_bound_give_nobody_up() {
    for (max_crashes, ticks) in [(2, 1), (0, 0)] {
        let config = RunConfig { max_crashes, ..config("sound", 6) };
        let (outcome, _run, _folder) = run(FakeSuite::new(), config, Acts(move |_| Conduct::Crash { ticks }), &Stop::new()).await;
        assert_eq!((outcome.failed, outcome.missing), (6, 0));
    }
}

#[tokio::test]
async fn a_run_that_is_stopped_leaves_the_rest_missing() {
    let stop = Stop::new();
    stop.ask();
    let sleeper = Sleeper { steps: 1, sleep: Duration::from_secs(600) };
    let (outcome, run, _folder) = run(FakeSuite::new(), config("sound", 4), sleeper, &stop).await;
    assert_eq!(outcome.missing, 4);
    assert!(run.results().iter().all(|result| result.row.is_none()));
}
