//! Thousands of simulated runs: whatever the seed brings, every trial has one commit, nobody believes otherwise, and it ends.

use crate::sim::{Cheat, Faults, Report, Scenario};
use std::time::{Duration, Instant};

/// `AGON_STORE_SEEDS` tries more.
const SEEDS: u64 = 1000;

#[test]
fn every_trial_is_committed_exactly_once_whatever_the_seed_brings() {
    let mut wasted = 0;
    let seeds = std::env::var("AGON_STORE_SEEDS").map_or(SEEDS, |seeds| seeds.parse().unwrap());
    for seed in 0..seeds {
        match Scenario::of_seed(seed).run() {
            Ok(report) => wasted += report.wasted,
            Err(problem) => panic!("seed {seed}: {problem}"),
        }
    }
    assert!(wasted > 0, "no two workers ever ran the same trial: the seeds are too kind to tell anything");
}

#[test]
fn the_same_seed_is_the_same_run() {
    for seed in 0..20 {
        assert_eq!(Scenario::of_seed(seed).run(), Scenario::of_seed(seed).run());
    }
}

/// A simulation that finds nothing in a broken protocol proves nothing about a whole one.
#[test]
fn a_broken_protocol_is_found() {
    for cheat in [
        Cheat::StoreIgnoresConditions,
        Cheat::CommitWithoutCreate,
        Cheat::ErrorsAreSuccess,
        Cheat::ExistsIsMine,
        Cheat::ClocksStandStill,
    ] {
        let mut broken = (0..SEEDS).map(|seed| Scenario { cheat: Some(cheat), ..Scenario::of_seed(seed) }.run());
        let found = broken.find_map(Result::err);
        println!("{cheat:?}: {}", found.unwrap_or_else(|| panic!("{cheat:?} was not found in {SEEDS} seeds")));
    }
}

/// `AGON_STORE_SIM=TRIALSxWORKERS` simulates a run of that size; `AGON_STORE_SIM=curve` prints the table of docs/scale.md.
#[test]
fn a_large_run_of_choice() {
    let Ok(wanted) = std::env::var("AGON_STORE_SIM") else { return };
    if wanted == "curve" {
        return curve();
    }
    let (trials, workers) = wanted.split_once('x').expect("AGON_STORE_SIM is TRIALSxWORKERS or curve");
    let began = Instant::now();
    let scenario = large(trials.parse().unwrap(), workers.parse().unwrap(), Duration::from_secs(60));
    let report = Scenario { crash_every: Some(Duration::from_secs(20_000)), ..scenario }.run().unwrap();
    println!("{} in {:.0?}", line(&report), began.elapsed());
}

fn curve() {
    println!(
        "| trial | workers | trials | efficiency | ran twice | writes, reads, listings a trial |\n|---|---|---|---|---|---|"
    );
    for trial in [1, 10, 60, 300] {
        for workers in [1, 10, 100, 1000] {
            let trials = (workers as u32 * 100).min(100_000);
            let scenario = large(trials, workers, Duration::from_secs(trial));
            let crash_every = Some(scenario.trial * 1000);
            let report = Scenario { crash_every, ..scenario }.run().unwrap();
            let each = report.requests.map(|requests| format!("{:.2}", requests as f64 / f64::from(trials))).join(", ");
            let (share, wasted) = (100.0 * report.efficiency, report.wasted);
            println!("| {trial} s | {workers} | {trials} | {share:.1}% | {wasted} | {each} |");
        }
    }
}

/// Workers in a data centre on an ordinary day.
fn large(trials: u32, workers: usize, trial: Duration) -> Scenario {
    Scenario {
        seed: 1,
        trials,
        block_size: None,
        group_size: None,
        workers,
        slots: 1,
        lease: Duration::from_secs(60),
        trial,
        faults: Faults { refused: 0.001, lost: 0.0005, late: 0.0001, slow: 0.001, ..Faults::NONE },
        crash_every: None,
        clocks_differ: false,
        calm_after: trial * (trials / workers as u32).max(1),
        cheat: None,
    }
}

fn line(report: &Report) -> String {
    format!(
        "{:.1} h simulated, {:.1}% of worker time useful, {} trials run twice, {:?} writes, reads, listings",
        report.time.as_secs_f64() / 3600.0,
        100.0 * report.efficiency,
        report.wasted,
        report.requests
    )
}
