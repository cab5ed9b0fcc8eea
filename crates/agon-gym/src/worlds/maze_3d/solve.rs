//! The shortest way in turns and steps, and looks to the side that change nothing.

use super::{DIRECTIONS, TURNS};
use agon_core::{Call, Rng};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Forward,
    /// A number of [`TURNS`].
    Turn(i64),
}

const LEFT: Step = Step::Turn(1);
const RIGHT: Step = Step::Turn(2);
const AROUND: Step = Step::Turn(3);

impl Step {
    pub(super) fn to_call(self) -> Call {
        match self {
            Self::Forward => Call::new("move", 0),
            Self::Turn(number) => Call::new("turn", number),
        }
    }
}

/// A way over the map as one walks it who first looks to `heading`.
pub(super) fn steps(way: &[usize], mut heading: usize) -> Vec<Step> {
    let mut steps = Vec::with_capacity(2 * way.len());
    for direction in way {
        let turn = (direction + DIRECTIONS.len() - heading) % DIRECTIONS.len();
        steps.extend(TURNS.iter().find(|(.., by)| *by == turn).map(|(number, ..)| Step::Turn(*number)));
        steps.push(Step::Forward);
        heading = *direction;
    }
    steps
}

/// Inserts turns that cancel out at random places until the way has `length` steps. A way without a turn cannot grow by
/// just one, and stays one below.
pub(super) fn pad(way: &mut Vec<Step>, length: usize, rng: &mut Rng) {
    const PAIRS: [[Step; 2]; 3] = [[LEFT, RIGHT], [RIGHT, LEFT], [AROUND, AROUND]];
    const TRIPLES: [[Step; 3]; 2] = [[LEFT, LEFT, AROUND], [RIGHT, RIGHT, AROUND]];
    while way.len() + 2 <= length {
        let at = rng.index(way.len() + 1);
        if way.len() + 3 == length {
            way.splice(at..at, TRIPLES[rng.index(TRIPLES.len())]);
        } else {
            way.splice(at..at, PAIRS[rng.index(PAIRS.len())]);
        }
    }
    // One turn can be made as two others.
    if way.len() < length
        && let Some(at) = way.iter().position(|step| *step != Step::Forward)
    {
        let two = match way[at] {
            LEFT => [RIGHT, AROUND],
            RIGHT => [LEFT, AROUND],
            _ => [LEFT, LEFT],
        };
        way.splice(at..=at, two);
    }
}
