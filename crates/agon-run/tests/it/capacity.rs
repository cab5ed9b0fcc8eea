//! No more trials at once than the machine can take.

use crate::{config, run_within};
use agon_core::Weight;
use agon_run::{Capacity, RunConfig, Stop};
use agon_testkit::{FakeSuite, Sleeper};
use std::time::Duration;

/// The most worlds that were open at once, of eight trials with eight places.
async fn most_at_once(weight: Weight, capacity: Capacity) -> u32 {
    let suite = FakeSuite::new().weighing(weight);
    let open = suite.open_worlds();
    let config = RunConfig { parallel: 8, ..config("sound", 8) };
    // The clock stands still while anything else can go on: all that may start has started before the first ends.
    let agent = Sleeper { steps: 1, sleep: Duration::from_secs(10) };
    let (outcome, _run, _folder) = run_within(capacity, suite, config, agent, &Stop::new()).await;
    assert_eq!((outcome.failed, open.now()), (8, 0));
    open.most()
}

#[tokio::test(start_paused = true)]
async fn memory_and_cores_bound_how_many_trials_run_at_once() {
    let machine = Capacity { memory_mib: Some(4000), cores: 2.0 };
    let weight = |memory_mib, cores| Weight { memory_mib, cores };
    assert_eq!(most_at_once(weight(1500, 0.1), machine).await, 2);
    assert_eq!(most_at_once(weight(100, 0.5), machine).await, 4);
    assert_eq!(most_at_once(Weight::default(), machine).await, 8);
    assert_eq!(most_at_once(weight(9000, 16.0), machine).await, 1, "one that is heavier than the machine runs alone");
}
