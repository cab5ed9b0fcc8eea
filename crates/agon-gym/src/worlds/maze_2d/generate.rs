//! Setting a maze: carve a spanning tree, then choose a start and a target a fair distance apart.

use super::{Cell, Grid, Params};
use crate::ParamError;
use agon_core::Rng;

/// How many mazes are carved before the parameters are called impossible.
const TRIES: usize = 200;

pub(super) fn generate(params: &Params, seed: u64) -> Result<(Grid, Cell, Cell), ParamError> {
    let mut rng = Rng::new("maze-2d", seed);
    for _ in 0..TRIES {
        let grid = Grid::carve(params.width, params.height, params.carving, &mut rng);
        let (start, end) = params.ends.draw(&grid, &mut rng);
        let distances = grid.distances(start);
        // Never none: a maze is not solved at the start.
        let fair = params.min_solution.max(1)..=params.max_solution;
        let is_fair = |(row, column): &Cell| fair.contains(&distances[row * grid.width + column]);
        let targets: Vec<Cell> = grid.rooms().filter(|room| end.is_none_or(|end| end == *room)).filter(is_fair).collect();
        if let Some(target) = rng.choose(&targets) {
            return Ok((grid, start, *target));
        }
    }
    Err(ParamError::Invalid(format!(
        "no {} by {} maze has a way of {} to {} steps; widen min_solution and max_solution",
        params.width, params.height, params.min_solution, params.max_solution
    )))
}
