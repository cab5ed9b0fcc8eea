//! A perfect tiling, and mistakes that are corrected on the way to it.

use super::board::{Cell, Places, Set};
use agon_core::Rng;

/// What a solver does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    Place(usize, Cell),
    Remove(usize),
}

/// Where every patch goes in a perfect tiling, found by filling the first empty cell again and again.
pub(super) fn tiling(set: &Set) -> Option<Vec<Cell>> {
    let mut places: Places = vec![None; set.patches.len()];
    let mut taken = vec![false; set.rows * set.cols];
    fill(set, &mut places, &mut taken).then(|| places.into_iter().flatten().collect())
}

fn fill(set: &Set, places: &mut Places, taken: &mut [bool]) -> bool {
    let Some(empty) = taken.iter().position(|taken| !taken) else { return places.iter().all(Option::is_some) };
    // A patch's anchor is its first cell in reading order, so the patch that covers this cell has its anchor here.
    let place = (empty / set.cols, empty % set.cols);
    for patch in 0..set.patches.len() {
        if places[patch].is_some() {
            continue;
        }
        let Some(cells) = set.covered(patch, place) else { continue };
        let indexes: Vec<usize> = cells.iter().map(|(row, column)| row * set.cols + column).collect();
        if indexes.iter().any(|index| taken[*index]) {
            continue;
        }
        places[patch] = Some(place);
        indexes.iter().for_each(|index| taken[*index] = true);
        if fill(set, places, taken) {
            return true;
        }
        places[patch] = None;
        indexes.iter().for_each(|index| taken[*index] = false);
    }
    false
}

/// The fewest placements from a position: what lies wrong is removed first, then the rest is placed in order of number.
pub(super) fn shortest(set: &Set, places: &Places, target: &[Cell]) -> (Vec<usize>, Vec<usize>) {
    let wrong = |patch: &usize| places[*patch].is_some_and(|place| place != target[*patch]);
    let missing = |patch: &usize| places[*patch] != Some(target[*patch]);
    let all = 0..set.patches.len();
    (all.clone().filter(wrong).collect(), all.filter(missing).collect())
}

/// Lays patches in the given order, with mistakes put in until there are `length` calls: a patch is first laid where it
/// fits but does not belong. Where no mistake is possible, patches are laid, removed and laid again, which takes two calls,
/// so that one may be left over.
pub(super) fn with_mistakes(
    set: &Set,
    places: &Places,
    order: &[usize],
    target: &[Cell],
    length: usize,
    rng: &mut Rng,
) -> Vec<Action> {
    let mut before: Vec<Vec<Action>> = vec![Vec::new(); order.len()];
    // Where each patch would fit when its turn comes, without the right place.
    let mut rooms: Vec<Vec<Cell>> = Vec::with_capacity(order.len());
    let mut now = places.clone();
    for patch in order {
        rooms.push(set.room(&now, *patch).into_iter().filter(|place| *place != target[*patch]).collect());
        now[*patch] = Some(target[*patch]);
    }
    let mut left = length.saturating_sub(order.len());
    let mut turns: Vec<usize> = (0..order.len()).collect();
    while left > 0 && !turns.is_empty() {
        let turn = turns.swap_remove(rng.index(turns.len()));
        let patch = order[turn];
        // Laying a patch where it already lies is no move, so two mistakes in a row must differ.
        let last = before[turn].last().copied();
        let room: Vec<Cell> = rooms[turn].iter().copied().filter(|place| last != Some(Action::Place(patch, *place))).collect();
        if let Some(place) = rng.choose(&room) {
            before[turn].push(Action::Place(patch, *place));
            left -= 1;
            turns = (0..order.len()).collect();
        }
    }
    // No mistake was possible any more.
    while left >= 2 && !order.is_empty() {
        let turn = rng.index(order.len());
        before[turn].extend([Action::Place(order[turn], target[order[turn]]), Action::Remove(order[turn])]);
        left -= 2;
    }
    before
        .into_iter()
        .zip(order)
        .flat_map(|(mistakes, patch)| mistakes.into_iter().chain([Action::Place(*patch, target[*patch])]))
        .collect()
}
