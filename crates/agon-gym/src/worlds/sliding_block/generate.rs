//! Setting a puzzle: pack a target, then shuffle it a fair distance away.

use super::board::{BLOCKS, Board, CELLS, Cells, SHAPES, Slide};
use super::{Params, solve};
use crate::ParamError;
use agon_core::Rng;

/// How many targets are packed before the parameters are called impossible.
const TRIES: usize = 3000;

/// The current and the target configuration.
pub(super) fn generate(params: &Params, seed: u64) -> Result<(Board, Board), ParamError> {
    let mut rng = Rng::new("sliding-block", seed);
    for _ in 0..TRIES {
        // Some packings are frozen or nearly so; their walks end early or stay too near, and the next one is tried.
        let Some(target) = pack(&mut rng) else { continue };
        let Some(current) = shuffle(target, params.shuffle_moves, &mut rng) else { continue };
        if current.distance(target) > params.max_solution {
            continue;
        }
        let solution = solve::shortest(current, target, params.max_solution);
        if solution.is_some_and(|way| way.len() >= params.min_solution) {
            return Ok((current, target));
        }
    }
    Err(ParamError::Invalid(format!(
        "no shuffle of {} moves was found that takes {} to {} moves to undo; widen min_solution and max_solution",
        params.shuffle_moves, params.min_solution, params.max_solution
    )))
}

/// A random configuration: the blocks are laid one after the other, the large ones first, each where there is room.
/// `None` if there is none left.
fn pack(rng: &mut Rng) -> Option<Board> {
    let mut places = [0; BLOCKS];
    let mut covered: Cells = 0;
    for (shape, place) in SHAPES.into_iter().zip(&mut places) {
        let room: Vec<usize> = (0..CELLS).filter(|at| shape.fits(*at) && shape.cells(*at) & covered == 0).collect();
        *place = *rng.choose(&room)?;
        covered |= shape.cells(*place);
    }
    Board::new(places)
}

/// Makes random lawful slides, none of which undoes the one before. `None` where no other is left.
fn shuffle(mut board: Board, moves: usize, rng: &mut Rng) -> Option<Board> {
    let mut undo: Option<Slide> = None;
    for _ in 0..moves {
        let mut slides = board.slides();
        slides.retain(|slide| Some(*slide) != undo);
        let slide = *rng.choose(&slides)?;
        board = board.after(slide)?;
        undo = Some(slide.reverse());
    }
    Some(board)
}
