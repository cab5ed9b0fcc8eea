//! The shortest way, and detours that lead back to it.

use super::{Cell, DIRECTIONS, Grid};
use agon_core::Rng;
use std::collections::VecDeque;

/// Steps from a cell to every other; `usize::MAX` where there is no way.
pub(super) fn distances(grid: &Grid, from: Cell) -> Vec<usize> {
    let mut distances = vec![usize::MAX; grid.open.len()];
    distances[from.0 * grid.width + from.1] = 0;
    let mut queue = VecDeque::from([from]);
    while let Some(cell) = queue.pop_front() {
        let next_distance = distances[cell.0 * grid.width + cell.1] + 1;
        for direction in 0..DIRECTIONS.len() {
            if let Some(next) = grid.neighbor(cell, direction)
                && distances[next.0 * grid.width + next.1] == usize::MAX
            {
                distances[next.0 * grid.width + next.1] = next_distance;
                queue.push_back(next);
            }
        }
    }
    distances
}

/// The shortest way in direction numbers; empty if already there.
pub(super) fn shortest(grid: &Grid, from: Cell, to: Cell) -> Vec<usize> {
    let distances = distances(grid, to);
    let mut way = Vec::new();
    let mut cell = from;
    while cell != to {
        let here = distances[cell.0 * grid.width + cell.1];
        let downhill = (0..DIRECTIONS.len()).find_map(|direction| {
            let next = grid.neighbor(cell, direction)?;
            (distances[next.0 * grid.width + next.1] < here).then_some((direction, next))
        });
        let Some((direction, next)) = downhill else { break };
        way.push(direction);
        cell = next;
    }
    way
}

/// Inserts steps and their reversals at random places until the way has `length` steps, or one less: a way's parity
/// is fixed in a maze.
pub(super) fn pad(grid: &Grid, from: Cell, way: &mut Vec<usize>, length: usize, rng: &mut Rng) {
    while way.len() + 2 <= length {
        let at = rng.index(way.len() + 1);
        let mut cell = from;
        for direction in &way[..at] {
            if let Some(next) = grid.neighbor(cell, *direction) {
                cell = next;
            }
        }
        let open: Vec<usize> = (0..DIRECTIONS.len()).filter(|d| grid.neighbor(cell, *d).is_some()).collect();
        let Some(&step) = rng.choose(&open) else { return };
        way.splice(at..at, [step, (step + 2) % 4]);
    }
}
