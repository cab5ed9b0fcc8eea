//! The shortest mending, a search with all its detours, and a padded mending.

use super::equation::{self, Move, Symbols};
use agon_core::Rng;
use std::collections::HashSet;

/// What a solver does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    Move(Move),
    Undo,
}

/// How many calls a depth-first search may take where no length is asked for. Left alone it could take thousands.
const SEARCH_LENGTH: usize = 400;
/// How many moves a detour has at most before they are undone.
const DETOUR_MOVES: usize = 2;

/// The fewest moves that make the equation true, if at most `limit` do; none if it is true already.
pub(super) fn shortest(symbols: &Symbols, limit: usize) -> Option<Vec<Move>> {
    if equation::is_true(&equation::written(symbols)) {
        return Some(Vec::new());
    }
    // Each state with the one it was reached from, level by level.
    let mut reached: Vec<(Symbols, usize, Option<Move>)> = vec![(symbols.clone(), 0, None)];
    let mut known = HashSet::from([symbols.clone()]);
    let mut level = 0..1;
    for _ in 0..limit {
        for parent in level.clone() {
            let state = reached[parent].0.clone();
            for step in equation::moves(&state) {
                let mut next = state.clone();
                if equation::perform(&mut next, step).is_err() || !known.insert(next.clone()) {
                    continue;
                }
                let solved = equation::is_true(&equation::written(&next));
                reached.push((next, parent, Some(step)));
                if solved {
                    return Some(way_to(&reached, reached.len() - 1));
                }
            }
        }
        level = level.end..reached.len();
    }
    None
}

fn way_to(reached: &[(Symbols, usize, Option<Move>)], mut at: usize) -> Vec<Move> {
    let mut way = Vec::new();
    while let (_, parent, Some(step)) = &reached[at] {
        way.push(*step);
        at = *parent;
    }
    way.reverse();
    way
}

/// A depth-first search as it happens: moves in random order, each that leads nowhere explored to the end and undone. A
/// branch whose exploration would not fit `length` is left for later, that is, never reached.
pub(super) fn search(symbols: &Symbols, depth: usize, length: Option<usize>, rng: &mut Rng) -> Vec<Action> {
    let mut actions = Vec::new();
    let mut state = symbols.clone();
    descend(&mut state, depth, length.unwrap_or(SEARCH_LENGTH), rng, &mut actions);
    actions
}

/// Goes from a state that can be mended in `depth` moves until it is mended.
fn descend(state: &mut Symbols, depth: usize, length: usize, rng: &mut Rng, actions: &mut Vec<Action>) {
    if equation::is_true(&equation::written(state)) {
        return;
    }
    let mut order = equation::moves(state);
    rng.shuffle(&mut order);
    for step in order {
        let _ = equation::perform(state, step);
        if shortest(state, depth.saturating_sub(1)).is_some() {
            actions.push(Action::Move(step));
            return descend(state, depth - 1, length, rng, actions);
        }
        let room = length.saturating_sub(actions.len() + depth);
        let mut dead_end = vec![Action::Move(step)];
        if explore(state, depth - 1, room.saturating_sub(1), rng, &mut dead_end) && dead_end.len() < room {
            dead_end.push(Action::Undo);
            actions.append(&mut dead_end);
        }
        let _ = equation::perform(state, step.reversed());
    }
}

/// Explores everything below a state that cannot be mended in `depth` moves; false if that takes more than `room`.
fn explore(state: &mut Symbols, depth: usize, room: usize, rng: &mut Rng, actions: &mut Vec<Action>) -> bool {
    if depth == 0 {
        return true;
    }
    let mut order = equation::moves(state);
    rng.shuffle(&mut order);
    for step in order {
        actions.push(Action::Move(step));
        let _ = equation::perform(state, step);
        let fits = explore(state, depth - 1, room, rng, actions);
        let _ = equation::perform(state, step.reversed());
        actions.push(Action::Undo);
        if !fits || actions.len() > room {
            return false;
        }
    }
    true
}

/// Puts detours, each at once undone, before random steps of a way until it has `length` calls or one less. No more moves than
/// `budget` ever stand at once.
pub(super) fn detours(symbols: &Symbols, way: &[Move], budget: usize, length: usize, rng: &mut Rng) -> Vec<Action> {
    let mut pairs = length.saturating_sub(way.len()) / 2;
    let mut before: Vec<Vec<Action>> = vec![Vec::new(); way.len()];
    while pairs > 0 && !way.is_empty() {
        let at = rng.index(way.len());
        let mut state = symbols.clone();
        for step in &way[..at] {
            let _ = equation::perform(&mut state, *step);
        }
        let wanted = (1 + rng.index(DETOUR_MOVES)).min(pairs).min(budget.saturating_sub(at).max(1));
        for _ in 0..wanted {
            if let Some(step) = rng.choose(&equation::moves(&state)) {
                let _ = equation::perform(&mut state, *step);
                before[at].push(Action::Move(*step));
            }
        }
        before[at].extend((0..wanted).map(|_| Action::Undo));
        pairs -= wanted;
    }
    before.into_iter().zip(way).flat_map(|(detour, step)| detour.into_iter().chain([Action::Move(*step)])).collect()
}
