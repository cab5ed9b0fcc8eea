//! Setting a puzzle: let patches grow over a grid until it is full.

use super::board::{Cell, Patch, Set};
use super::params::{Cutting, Params};
use crate::ParamError;
use agon_core::Rng;

/// How many partitions are tried before the parameters are called impossible.
const TRIES: usize = 5000;

pub(super) fn generate(params: &Params, seed: u64) -> Result<Set, ParamError> {
    let mut rng = Rng::new("patch-reassembly", seed);
    for _ in 0..TRIES {
        let mut regions = match params.cutting {
            Cutting::Cells => grow(params, &mut rng),
            Cutting::Published => grow_in_turn(params, &mut rng),
        };
        if regions.iter().all(|region| region.len() >= params.min_cells) {
            // The numbers tell nothing about where a patch belongs.
            rng.shuffle(&mut regions);
            let patches: Option<Vec<Patch>> = regions.iter().map(|region| Patch::new(region)).collect();
            if let Some(patches) = patches {
                return Ok(Set { rows: params.rows, cols: params.cols, patches });
            }
        }
    }
    Err(ParamError::Invalid(format!(
        "no way was found to cut {} by {} cells into {} patches of at least {}; lower min_cells or patches",
        params.rows, params.cols, params.patches, params.min_cells
    )))
}

/// Cuts the grid into connected regions. The smaller of two random ones grows, so that sizes differ but not wildly.
fn grow(params: &Params, rng: &mut Rng) -> Vec<Vec<Cell>> {
    let (rows, cols) = (params.rows, params.cols);
    let mut cells: Vec<Cell> = (0..rows).flat_map(|row| (0..cols).map(move |column| (row, column))).collect();
    rng.shuffle(&mut cells);
    let mut regions: Vec<Vec<Cell>> = cells.iter().take(params.patches).map(|cell| vec![*cell]).collect();
    let mut taken = vec![false; rows * cols];
    for (row, column) in regions.iter().flatten() {
        taken[row * cols + column] = true;
    }
    for _ in params.patches..rows * cols {
        let frontiers: Vec<(usize, Vec<Cell>)> = regions
            .iter()
            .enumerate()
            .map(|(index, region)| (index, region.iter().flat_map(|cell| free_around(*cell, rows, cols, &taken)).collect()))
            .filter(|(_, frontier): &(usize, Vec<Cell>)| !frontier.is_empty())
            .collect();
        let (a, b) = (rng.index(frontiers.len()), rng.index(frontiers.len()));
        let smaller = |pick: &usize| frontiers.get(*pick).map_or(0, |(region, _)| regions[*region].len());
        let Some((region, frontier)) = frontiers.get(if smaller(&a) <= smaller(&b) { a } else { b }) else { break };
        if let Some((row, column)) = rng.choose(frontier) {
            taken[row * cols + column] = true;
            regions[*region].push((*row, *column));
        }
    }
    for region in &mut regions {
        region.sort_unstable();
    }
    regions
}

/// Cuts the grid as published: a patch's oldest cell, whose turn it is, takes all that is free around it.
fn grow_in_turn(params: &Params, rng: &mut Rng) -> Vec<Vec<Cell>> {
    let (rows, cols) = (params.rows, params.cols);
    let mut cells: Vec<Cell> = (0..rows).flat_map(|row| (0..cols).map(move |column| (row, column))).collect();
    rng.shuffle(&mut cells);
    let mut regions: Vec<Vec<Cell>> = cells.iter().take(params.patches).map(|cell| vec![*cell]).collect();
    let mut taken = vec![false; rows * cols];
    for (row, column) in regions.iter().flatten() {
        taken[row * cols + column] = true;
    }
    // How many cells of each patch have had their turn; every free cell is reached by some patch.
    let mut done = vec![0; regions.len()];
    while let Some(at) = (0..regions.len()).filter(|at| done[*at] < regions[*at].len()).min_by_key(|at| (done[*at], *at)) {
        let cell = regions[at][done[at]];
        done[at] += 1;
        for (row, column) in free_around(cell, rows, cols, &taken) {
            taken[row * cols + column] = true;
            regions[at].push((row, column));
        }
    }
    for region in &mut regions {
        region.sort_unstable();
    }
    regions
}

fn free_around((row, column): Cell, rows: usize, cols: usize, taken: &[bool]) -> Vec<Cell> {
    let around = [(-1, 0), (0, 1), (1, 0), (0, -1)]
        .into_iter()
        .filter_map(|(down, right)| Some((row.checked_add_signed(down)?, column.checked_add_signed(right)?)));
    around.filter(|(row, column)| *row < rows && *column < cols && !taken[row * cols + column]).collect()
}
