//! What the tests of both worlds ask of an episode.

use super::*;
use crate::{Episode, Switches};
use agon_core::{Rng, Status};

pub(super) fn failed(state: &Value) -> Vec<String> {
    agon_grade::all_of(mark(state).unwrap()).failed().into_iter().map(String::from).collect()
}

pub(super) fn act(world: &mut Turned, call: &Call) -> Effect {
    let functions = world.functions();
    let (function, args) = Function::bind(&functions, call).unwrap();
    world.apply(&function.name, &args)
}

pub(super) fn solve(world: &Turned, strategy: &str, length: Option<usize>) -> Vec<Call> {
    world.solve(&mut Solve { strategy, length, rng: &mut Rng::new("test", 5) })
}

/// Plays calls in a fresh episode and gives the end state.
pub(super) fn play(world: &Turned, calls: &[Call]) -> Value {
    let mut episode = Episode::new(Box::new(world.clone()), Switches::default());
    for call in calls {
        assert_eq!(episode.act(&call.clone().into()).status, Status::Executed, "{call}");
    }
    episode.puzzle().state()
}

/// What every instance must keep: unsolved, solvable by all strategies within the steps, near-misses that miss.
pub(super) fn is_fair(world: &Turned, steps: usize) {
    assert_eq!(failed(&world.state()), ["orientation"]);
    for strategy in STRATEGIES {
        let calls = solve(world, strategy, None);
        assert!(calls.len() < steps, "{strategy}: {}", calls.len());
        assert!(failed(&play(world, &calls)).is_empty(), "{strategy}");
    }
    let misses = world.near_misses();
    assert!(misses.len() >= 2);
    for miss in misses {
        assert_eq!(failed(&play(world, &miss.calls)), [miss.fails], "{}", miss.name);
    }
    let secrets = world.secrets();
    let brief = Episode::new(Box::new(world.clone()), Switches::default()).brief("Turning").instruction;
    assert!(!secrets.is_empty() && secrets.iter().all(|secret| !brief.contains(secret)), "{secrets:?}");
}
