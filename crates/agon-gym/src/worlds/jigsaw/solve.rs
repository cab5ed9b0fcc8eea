//! The order that solves, the fewest swaps that do, and detours between them.

use agon_core::{Call, Rng};

/// The argument of the one reordering that puts every piece in place.
pub(super) fn order(pieces: &[usize]) -> Vec<usize> {
    let mut order = vec![0; pieces.len()];
    for (place, piece) in pieces.iter().enumerate() {
        order[*piece] = place;
    }
    order
}

/// The fewest swaps that solve: each puts a piece in place, and the last one of a cycle two.
pub(super) fn swaps(pieces: &[usize]) -> Vec<(usize, usize)> {
    let mut pieces = pieces.to_vec();
    let mut swaps = Vec::new();
    for place in 0..pieces.len() {
        while pieces[place] != place {
            let home = pieces[place];
            swaps.push((place, home));
            pieces.swap(place, home);
        }
    }
    swaps
}

/// Inserts swaps, each at once undone, at random places until there are `length` swaps or one less.
pub(super) fn pad(swaps: &mut Vec<(usize, usize)>, count: usize, length: usize, rng: &mut Rng) {
    while swaps.len() + 2 <= length {
        let at = rng.index(swaps.len() + 1);
        let a = rng.index(count);
        let b = (a + 1 + rng.index(count - 1)) % count;
        swaps.splice(at..at, [(a, b), (a, b)]);
    }
}

pub(super) fn reorder_call(order: &[usize]) -> Call {
    Call::new("reorder", order.to_vec())
}
