//! Setting a puzzle: pack a target, then shuffle it a fair distance away.

use super::board::{BLOCKS, Board, CELLS, COLUMNS, Cells, SHAPES, Slide};
use super::{DIRECTIONS, Layout, Params, solve};
use crate::ParamError;
use agon_core::Rng;

/// How many targets are packed before the parameters are called impossible.
const TRIES: usize = 3000;

/// The current and the target configuration.
pub(super) fn generate(params: &Params, seed: u64) -> Result<(Board, Board), ParamError> {
    let mut rng = Rng::new("sliding-block", seed);
    for _ in 0..TRIES {
        // Some packings are frozen or nearly so; their walks end early or stay too near, and the next one is tried.
        let drawn = match params.board {
            Layout::Packed => pack(&mut rng).and_then(|target| Some((shuffle(target, params.shuffle_moves, &mut rng)?, target))),
            Layout::Klotski => {
                klotski().and_then(|start| Some((start, shuffle_large_first(start, params.shuffle_moves, &mut rng)?)))
            }
        };
        let Some((current, target)) = drawn else { continue };
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

/// The classic Klotski board: the square in the middle of the top, the wide block below it, small blocks in the lower corners.
pub(super) fn klotski() -> Option<Board> {
    let corners = [(0, 1), (2, 1), (0, 0), (0, 3), (2, 0), (2, 3), (4, 0), (4, 3), (3, 1), (3, 2)];
    Board::new(corners.map(|(row, column): (usize, usize)| row * COLUMNS + column))
}

/// Shuffles as published: first the square is pushed about, with whatever is in its way; then all blocks walk at random; at last
/// blocks that lie where they began are moved away where they can.
fn shuffle_large_first(start: Board, moves: usize, rng: &mut Rng) -> Option<Board> {
    let mut board = start;
    for _ in 0..moves / 3 {
        // Where the square cannot go the way that was drawn, any block makes a move instead.
        let pushed = board.after(Slide { block: 0, direction: rng.index(DIRECTIONS.len()) });
        board = match pushed {
            Some(next) => next,
            None => board.after(*rng.choose(&board.slides())?)?,
        };
    }
    board = shuffle(board, moves * 2 / 3, rng)?;
    let mut left = moves / 6;
    for block in (0..BLOCKS).filter(|block| board.place(*block) == start.place(*block)).collect::<Vec<_>>() {
        let away = (0..DIRECTIONS.len()).find_map(|direction| board.after(Slide { block, direction }));
        if let (Some(next), 1..) = (away, left) {
            (board, left) = (next, left - 1);
        }
    }
    Some(board)
}
