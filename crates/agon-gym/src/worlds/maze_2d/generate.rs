//! Setting a maze: carve a spanning tree, then choose a start and a target a fair distance apart.

use super::{Cell, Grid, Params, solve};
use crate::ParamError;
use agon_core::Rng;

/// How many mazes are carved before the parameters are called impossible.
const TRIES: usize = 200;

pub(super) fn generate(params: &Params, seed: u64) -> Result<(Grid, Cell, Cell), ParamError> {
    let mut rng = Rng::new("maze-2d", seed);
    for _ in 0..TRIES {
        let grid = carve(params.width, params.height, &mut rng);
        let start = random_room(&grid, &mut rng);
        let distances = solve::distances(&grid, start);
        let fair = params.min_solution..=params.max_solution;
        let targets: Vec<Cell> =
            rooms(&grid).filter(|(row, column)| fair.contains(&distances[row * grid.width + column])).collect();
        if let Some(target) = rng.choose(&targets) {
            return Ok((grid, start, *target));
        }
    }
    Err(ParamError::Invalid(format!(
        "no {} by {} maze has a way of {} to {} steps; widen min_solution and max_solution",
        params.width, params.height, params.min_solution, params.max_solution
    )))
}

/// A depth-first spanning tree over the rooms, which lie at odd rows and columns: winding ways, no loops.
fn carve(width: usize, height: usize, rng: &mut Rng) -> Grid {
    let mut grid = Grid { width, height, open: vec![false; width * height] };
    let first = random_room(&grid, rng);
    grid.open[first.0 * width + first.1] = true;
    let mut trail = vec![first];
    while let Some(&(row, column)) = trail.last() {
        let mut ahead: Vec<(Cell, Cell)> = Vec::with_capacity(4);
        for (down, right) in [(0isize, 1isize), (-1, 0), (0, -1), (1, 0)] {
            let room = (row.wrapping_add_signed(2 * down), column.wrapping_add_signed(2 * right));
            if room.0 < height && room.1 < width && !grid.open[room.0 * width + room.1] {
                ahead.push(((row.wrapping_add_signed(down), column.wrapping_add_signed(right)), room));
            }
        }
        match rng.choose(&ahead) {
            None => {
                trail.pop();
            }
            Some(&(door, room)) => {
                grid.open[door.0 * width + door.1] = true;
                grid.open[room.0 * width + room.1] = true;
                trail.push(room);
            }
        }
    }
    grid
}

fn random_room(grid: &Grid, rng: &mut Rng) -> Cell {
    (2 * rng.index(grid.height / 2) + 1, 2 * rng.index(grid.width / 2) + 1)
}

fn rooms(grid: &Grid) -> impl Iterator<Item = Cell> {
    let (width, height) = (grid.width, grid.height);
    (1..height).step_by(2).flat_map(move |row| (1..width).step_by(2).map(move |column| (row, column)))
}
