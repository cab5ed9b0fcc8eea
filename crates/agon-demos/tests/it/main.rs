//! The promise that training and tests share no start, over worlds that are real and small enough to run out.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use agon_core::{InstanceId, Settings, StartHash, Suite, TaskId};
use agon_demos::{Split, choose, world_of};
use agon_gym::GymSuite;
use proptest::prelude::*;
use serde_json::json;
use std::collections::BTreeSet;

/// One photograph in four pieces can be shuffled in twenty-three ways.
const STARTS: usize = 23;

fn tiny() -> (GymSuite, TaskId, Settings) {
    let settings = json!({"picture": 0, "crop": false}).as_object().cloned().unwrap_or_default();
    (GymSuite::new().unwrap(), TaskId::new("gym/jigsaw/easy"), settings)
}

fn starts(suite: &GymSuite, instances: &[InstanceId], settings: &Settings) -> Vec<StartHash> {
    instances.iter().map(|id| suite.instance(id, settings).unwrap().start.unwrap()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn no_start_is_shared_and_none_comes_twice(first in 0u64..1_000_000, tests in 1u64..14, wanted in 1usize..10, overlap: bool) {
        let (suite, task, settings) = tiny();
        let mut split = Split::default();
        // Also where the seeds themselves are the tests'.
        let from = if overlap { first } else { 5_000_000 };
        split.add(&suite, &task, &settings, &(from..from + tests).collect::<Vec<_>>()).unwrap();
        let mut taken = BTreeSet::new();
        let choice = choose(&suite, &task, &settings, first, wanted, &split, &mut taken).unwrap();
        let chosen = starts(&suite, &choice.instances, &settings);
        prop_assert!(chosen.iter().all(|start| !split.contains(start)));
        prop_assert_eq!(chosen.iter().collect::<BTreeSet<_>>().len(), chosen.len());
        prop_assert_eq!(chosen.len(), wanted.min(STARTS - split.len()));
        prop_assert_eq!(choice.chosen, chosen.len());
    }
}

#[test]
fn a_world_that_runs_out_gives_what_it_has() {
    let (suite, task, settings) = tiny();
    let mut split = Split::default();
    split.add(&suite, &task, &settings, &[0, 1, 2, 3, 4]).unwrap();
    let choice = choose(&suite, &task, &settings, 1_000_000, 100, &split, &mut BTreeSet::new()).unwrap();
    assert_eq!(choice.chosen, STARTS - split.len());
    assert!(choice.in_evaluation > 0 && choice.repeated > 0);
    assert_eq!(world_of(&task), "gym/jigsaw");
}

/// Easy and hard differ in how strictly they are marked, not in what is shown.
#[test]
fn presets_of_one_world_share_starts() {
    let suite = GymSuite::new().unwrap();
    let start = |preset: &str, seed| {
        let id = InstanceId { task: TaskId::new(format!("gym/mental-rotation-2d/{preset}")), seed };
        suite.instance(&id, &Settings::new()).unwrap().start.unwrap()
    };
    let shared = (0..10).filter(|seed| start("easy", *seed) == start("hard", *seed)).count();
    assert!(shared > 0, "otherwise training on easy could not leak into hard, and this promise would be idle");
    let mut split = Split::default();
    let hard = TaskId::new("gym/mental-rotation-2d/hard");
    split.add(&suite, &hard, &Settings::new(), &(0..10).collect::<Vec<_>>()).unwrap();
    let easy = TaskId::new("gym/mental-rotation-2d/easy");
    let choice = choose(&suite, &easy, &Settings::new(), 0, 10, &split, &mut BTreeSet::new()).unwrap();
    assert_eq!(choice.in_evaluation, shared, "by content, not by seed");
}
