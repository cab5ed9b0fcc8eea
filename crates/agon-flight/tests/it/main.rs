//! Answers against what the briefs say, worked out once more in the simplest way: by looking at every flight at every minute.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod naive;

use agon_flight::questions::{answer, kinds, pose};
use agon_flight::{day, decode, file};
use naive::Looking;

/// `AGON_FLIGHT_SEEDS=1000` tries more.
fn seeds() -> u64 {
    std::env::var("AGON_FLIGHT_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

#[test]
fn answers_are_what_briefs_ask_for() {
    for seed in 100..100 + seeds() {
        for kind in kinds() {
            let question = pose(kind, seed, day).unwrap();
            // As the page gets it.
            let day = decode(&file(&question.day_seed.to_string()).unwrap()).unwrap();
            let found = Looking { day: &day, values: &question.values }.answer(kind);
            assert_eq!(found, answer(&question.fields), "{kind} {seed}: {:?}", question.values);
        }
    }
}
