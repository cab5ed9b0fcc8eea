//! What [`Puzzle::situation`](crate::Puzzle::situation) must tell apart, and what it must not, in every world.

use super::kinds;
use crate::Kind;
use agon_core::StartHash;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// How strictly things are marked.
const TOLERANCES: [&str; 4] = ["angle_tolerance_deg", "position_tolerance_px", "accuracy_radius", "threshold_m"];

const SEEDS: std::ops::Range<u64> = 0..12;

fn worlds() -> impl Iterator<Item = &'static dyn Kind> {
    kinds().iter().copied().filter(|kind| kind.needs().iter().all(|need| need.found.is_some()))
}

fn start(kind: &dyn Kind, params: &Map<String, Value>, seed: u64) -> StartHash {
    let puzzle = kind.start(params, seed).unwrap_or_else(|error| panic!("{} @{seed}: {error}", kind.name()));
    StartHash::of(kind.name(), &puzzle.situation())
}

/// The parameters of `keys` that a world has, each made somewhat smaller.
fn smaller(kind: &dyn Kind, keys: &[&str]) -> Map<String, Value> {
    let all = kind.params();
    let less = |value: &Value| match value.as_u64() {
        Some(whole) => Value::from(whole * 9 / 10),
        None => Value::from(value.as_f64().unwrap_or_default() * 0.9),
    };
    keys.iter().filter_map(|key| Some(((*key).to_owned(), less(all.get(*key)?)))).collect()
}

/// How many seeds give the same start under these parameters as under the world's own.
fn alike(kind: &dyn Kind, params: &Map<String, Value>) -> usize {
    SEEDS.filter(|seed| start(kind, params, *seed) == start(kind, &Map::new(), *seed)).count()
}

#[test]
fn another_frame_size_is_the_same_start() {
    // The sticks' canvas is the room they move in: a smaller one is another task.
    for kind in worlds().filter(|kind| kind.name() != "matchstick-rotation") {
        let params = smaller(kind, &["frame_px"]);
        assert_eq!(alike(kind, &params), SEEDS.count(), "{} with {params:?}", kind.name());
    }
}

#[test]
fn another_tolerance_is_the_same_start() {
    for kind in worlds() {
        let params = smaller(kind, &TOLERANCES);
        if !params.is_empty() {
            // Some worlds draw starts that are solved from the outset anew, and a tolerance decides which are.
            assert!(alike(kind, &params) >= SEEDS.count() / 2, "{} with {params:?}", kind.name());
        }
    }
}

#[test]
fn another_seed_is_another_start() {
    for kind in worlds() {
        let starts: BTreeSet<StartHash> = SEEDS.map(|seed| start(kind, &Map::new(), seed)).collect();
        assert!(starts.len() >= SEEDS.count() - 1, "{} has {} starts for {SEEDS:?}", kind.name(), starts.len());
    }
}

/// Whatever an agent does in a world changes its situation, or the state would not tell where it is.
#[test]
fn a_solved_episode_is_in_another_situation() {
    for kind in worlds() {
        let mut episode = crate::Episode::start(kind, Map::new(), 1).unwrap();
        let before = episode.puzzle().situation();
        for call in episode.solve(kind.strategies()[0], None, 0) {
            episode.act(&call.into());
        }
        assert_ne!(episode.puzzle().situation(), before, "{}", kind.name());
    }
}

/// Demonstrations by the hundred thousand must not run out of starts: parts of pictures make them, see `docs/data.md`.
#[test]
fn worlds_of_photographs_have_starts_by_the_million() {
    for name in ["jigsaw", "colorization"] {
        let kind = worlds().find(|kind| kind.name() == name).unwrap();
        let starts: BTreeSet<StartHash> = (0..1000).map(|seed| start(kind, &Map::new(), seed)).collect();
        // Of a hundred thousand starts, 1000 draws meet one again five times on average; of a million, every second time once.
        assert!(starts.len() >= 998, "{name}: {} starts of 1000 seeds", starts.len());
        let whole = Map::from_iter([("crop".to_owned(), Value::from(false))]);
        let without = (0..200).map(|seed| start(kind, &whole, seed)).filter(|start| starts.contains(start)).count();
        assert!(without < 20, "{name}: {without} of 200 starts have no crop");
    }
}
