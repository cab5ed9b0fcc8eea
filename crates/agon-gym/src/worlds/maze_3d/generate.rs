//! Setting an episode: a maze, a start, and a target that takes a fair number of calls.

use super::solve::{self, Step};
use super::{Cell, DIRECTIONS, Grid, Maze, Params};
use crate::ParamError;
use agon_core::Rng;

/// How many mazes are carved before the parameters are called impossible.
const TRIES: usize = 200;

pub(super) fn generate(params: &Params, seed: u64) -> Result<Maze, ParamError> {
    let mut rng = Rng::new("maze-3d", seed);
    for _ in 0..TRIES {
        let grid = Grid::carve(params.width, params.height, params.carving, &mut rng);
        let (agent, end) = params.ends.draw(&grid, &mut rng);
        // With a way ahead: a first view of nothing but a wall tells nothing.
        let open: Vec<usize> = (0..DIRECTIONS.len()).filter(|heading| grid.neighbor(agent, *heading).is_some()).collect();
        let Some(&heading) = rng.choose(&open) else { continue };
        let fair = params.min_solution.max(1)..=params.max_solution;
        let is_fair = |target: &Cell| {
            let steps = solve::steps(&grid.shortest(agent, *target), heading);
            // A target straight ahead is in sight at once; as published, there is something to find.
            fair.contains(&steps.len()) && steps.iter().any(|step| *step != Step::Forward)
        };
        let targets: Vec<Cell> = grid.rooms().filter(|room| end.is_none_or(|end| end == *room)).filter(is_fair).collect();
        if let Some(target) = rng.choose(&targets) {
            return Ok(Maze::new(params, grid, agent, heading, *target));
        }
    }
    Err(ParamError::Invalid(format!(
        "no {} by {} maze has a solution of {} to {} calls; widen min_solution and max_solution",
        params.width, params.height, params.min_solution, params.max_solution
    )))
}
