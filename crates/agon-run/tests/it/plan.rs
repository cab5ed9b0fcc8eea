//! Which trials a configuration asks for.

use crate::{config, entry, suites};
use agon_record::PlannedTrial;
use agon_run::{PlanError, RunConfig, Shard, plan};
use agon_testkit::FakeSuite;

fn planned(config: &RunConfig) -> Vec<PlannedTrial> {
    plan(&suites(FakeSuite::new()), config).unwrap()
}

#[test]
fn every_agent_meets_every_instance_as_often_as_asked() {
    let config = RunConfig { agents: vec![entry("a"), entry("b")], repeats: 3, seed: 5, ..config("sound", 2) };
    let plan = planned(&config);
    assert_eq!(plan.len(), 12);
    assert_eq!(plan, planned(&config), "the same configuration gives the same plan");
    assert!(plan.iter().zip(0..).all(|(trial, place)| trial.trial == place));
    for agent in ["a", "b"] {
        for seed in [5, 6] {
            let repeats = plan.iter().filter(|trial| trial.agent == agent && trial.instance.seed == seed);
            assert_eq!(repeats.map(|trial| trial.repeat).collect::<Vec<_>>(), [0, 1, 2], "{agent}, seed {seed}");
        }
    }
}

#[test]
fn shards_share_a_plan_without_gap_or_overlap() {
    let key = |trial: &PlannedTrial| (trial.instance.clone(), trial.agent.clone(), trial.repeat);
    let config = RunConfig { repeats: 2, ..config("sound", 5) };
    let mut shared: Vec<_> = (1..=3)
        .flat_map(|index| planned(&RunConfig { shard: Some(Shard { index, of: 3 }), ..config.clone() }))
        .map(|trial| key(&trial))
        .collect();
    let mut whole: Vec<_> = planned(&config).iter().map(key).collect();
    shared.sort();
    whole.sort();
    assert_eq!(shared, whole);
}

#[test]
fn what_cannot_be_planned_says_why() {
    let refused = |config: RunConfig| plan(&suites(FakeSuite::new()), &config).unwrap_err();
    assert!(matches!(refused(RunConfig { agents: vec![], ..config("sound", 1) }), PlanError::NoAgents));
    let twice = RunConfig { agents: vec![entry("a"), entry("a")], ..config("sound", 1) };
    assert!(matches!(refused(twice), PlanError::SameLabel(label) if label == "a"));
    assert!(matches!(refused(config("no-such-task", 1)), PlanError::NoMatch(_)));
    assert!(matches!(refused(RunConfig { limit: Some(0), ..config("sound", 1) }), PlanError::Empty));
    let beyond = RunConfig { seed: u64::MAX, ..config("sound", 2) };
    assert!(matches!(refused(beyond), PlanError::SeedTooLarge { .. }));
}
