//! No instance of a preset is degenerate, by stated rules: it is not solved at the start, its shortest solution and `stop` fit the step
//! limit, and the shortest solution has at least the calls that the preset names.

use crate::worlds::{Task, tasks};
use std::collections::{BTreeMap, BTreeSet};

/// The worlds whose instances are drawn and not taken from pictures or clips.
const DRAWN: [&str; 10] = [
    "fetch-pick-and-place",
    "fetch-reach",
    "matchstick-equation",
    "matchstick-rotation",
    "maze-2d",
    "maze-3d",
    "mental-rotation-cube",
    "mental-rotation-object",
    "patch-reassembly",
    "sliding-block",
];

/// The strategy with the fewest calls: where it is not the first, it is named.
fn shortest(task: &Task) -> &'static str {
    let strategies = task.kind.strategies();
    strategies.iter().find(|name| ["single", "diagonal"].contains(name)).unwrap_or(&strategies[0])
}

/// The lengths of shortest solutions without `stop`, with how many instances have each. Panics where an instance is degenerate.
fn lengths(task: &Task, seeds: u64) -> BTreeMap<usize, usize> {
    let mut lengths = BTreeMap::new();
    for seed in 0..seeds {
        let (episode, id) = (task.start(seed), format!("{}@{seed}", task.id));
        assert!(!task.failed(&episode.puzzle().state()).is_empty(), "{id} is solved at the start");
        let calls = episode.solve(shortest(task), None, seed).len();
        assert!(calls <= task.steps, "{id} takes {calls} calls with stop, and {} are allowed", task.steps);
        assert!(calls > task.least_solution(), "{id} takes {} calls and stop", calls - 1);
        *lengths.entry(calls - 1).or_default() += 1;
    }
    lengths
}

fn drawn() -> impl Iterator<Item = Task> {
    tasks().into_iter().filter(|task| DRAWN.contains(&task.kind.name()))
}

#[test]
fn no_instance_of_a_thousand_is_degenerate() {
    for task in drawn() {
        lengths(&task, if task.is_physical() { 4 } else { 1000 });
    }
}

/// How many of the first thousand starts differ, as docs/data.md says.
const PHOTOGRAPHS: [(&str, usize); 2] = [("gym/counting/photographs", 854), ("gym/referring/photographs", 820)];

/// What is shown and asked is held by the tests of the two worlds.
#[test]
fn no_photograph_of_a_thousand_is_degenerate() {
    let mut different = Vec::new();
    for task in tasks().into_iter().filter(|task| task.id.ends_with("/photographs")) {
        let mut starts = BTreeSet::new();
        for seed in 0..1000 {
            let (episode, id) = (task.start(seed), format!("{}@{seed}", task.id));
            assert!(!task.failed(&episode.puzzle().state()).is_empty(), "{id} is solved at the start");
            for strategy in task.kind.strategies() {
                let calls = episode.solve(strategy, None, seed).len();
                assert!((2..=task.steps).contains(&calls), "{id} takes {calls} calls with stop by {strategy}");
            }
            starts.insert(episode.puzzle().situation().to_string());
        }
        different.push((task.id.clone(), starts.len()));
    }
    assert_eq!(different, PHOTOGRAPHS.map(|(id, starts)| (id.to_owned(), starts)));
}

#[test]
fn hard_mazes_and_boards_take_twelve_calls_at_least() {
    for task in drawn().filter(|task| ["maze-2d", "maze-3d", "sliding-block"].contains(&task.kind.name())) {
        if task.id.ends_with("/hard") {
            assert!(task.least_solution() >= 12, "{}", task.id);
        }
    }
}

/// The table in docs/visgym.md: `cargo nextest run -p agon-gym --run-ignored only lengths_of --no-capture`.
#[test]
#[ignore = "prints a table for docs/visgym.md"]
fn lengths_of_the_shortest_solutions() {
    println!("| task | least | quarter | half | three quarters | most | mean |\n|---|--:|--:|--:|--:|--:|--:|");
    for task in drawn() {
        let all: Vec<usize> = lengths(&task, if task.is_physical() { 100 } else { 1000 })
            .into_iter()
            .flat_map(|(length, count)| std::iter::repeat_n(length, count))
            .collect();
        let part = |share: usize| all[(all.len() - 1) * share / 4];
        let mean = all.iter().sum::<usize>() as f64 / all.len() as f64;
        println!("| {} | {} | {} | {} | {} | {} | {mean:.1} |", task.id, part(0), part(1), part(2), part(3), part(4));
    }
}
