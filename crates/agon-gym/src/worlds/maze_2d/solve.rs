//! Detours that lead back to the way.

use super::{Cell, DIRECTIONS, Grid};
use agon_core::Rng;

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
