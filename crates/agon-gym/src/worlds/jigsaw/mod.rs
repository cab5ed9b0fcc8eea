//! Jigsaw: put the shuffled pieces of a photograph back in place.

mod board;
mod generate;
mod params;

use super::order;
use super::part::Crop;
use super::picture;
use crate::data::Pictures;
use crate::{Canvas, Effect, Form, Kind, NearMissCalls, ParamError, Puzzle, Solve, Starts, read_params};
use agon_core::{Args, Call, Function, Param, Space};
use agon_grade::{CheckBuilder, check};
use board::Board;
use params::Params;
use serde_json::{Map, Value, json};
use std::sync::Arc;

pub(super) struct JigsawKind;

#[derive(Clone)]
struct Jigsaw {
    /// Which piece lies at each place. Places go in reading order, and a piece has the number of the place it belongs to.
    pieces: Vec<usize>,
    board: Arc<Board>,
}

/// How many misplaced pieces a check names.
const NAMED_PIECES: usize = 9;

impl Kind for JigsawKind {
    fn name(&self) -> &'static str {
        "jigsaw"
    }

    fn published_name(&self) -> &'static str {
        "jigsaw"
    }

    fn title(&self) -> &'static str {
        "Jigsaw"
    }

    fn about(&self) -> &'static str {
        "Put the shuffled pieces of a photograph back in place."
    }

    fn params(&self) -> Map<String, Value> {
        super::params_of(&Params::default())
    }

    fn strategies(&self) -> &'static [&'static str] {
        order::STRATEGIES
    }

    fn detours_in_pairs(&self) -> bool {
        true
    }

    fn broken_rule(&self, before: &Value, after: &Value) -> Option<String> {
        super::rules::rearranged(before, after, "pieces")
    }

    fn start(&self, params: &Map<String, Value>, seed: u64) -> Result<Box<dyn Puzzle>, ParamError> {
        let params: Params = read_params(params)?;
        params.check()?;
        Ok(Box::new(generate::generate(&params, seed)?))
    }

    fn starts(&self, params: &Map<String, Value>, sample: usize) -> Option<Result<Starts, ParamError>> {
        Some(read_params(params).and_then(|params: Params| generate::starts(&params, sample)))
    }

    fn restore(&self, params: &Map<String, Value>, state: &Value) -> Result<Box<dyn Puzzle>, ParamError> {
        let mut params: Params = read_params(params)?;
        let pieces = match state.get("image_name") {
            // Published pieces have any numbers; where each belongs is its place in the target.
            Some(_) => {
                order::read(&state["target_state"]).zip(order::read(&state["current_state"])).and_then(|(target, current)| {
                    let home = order::order(&target);
                    (home.len() == current.len()).then(|| current.iter().map(|piece| home[*piece]).collect())
                })
            }
            None => {
                let side = |key: &str| state[key].as_u64().and_then(|side| usize::try_from(side).ok());
                (params.rows, params.cols) = (side("rows").unwrap_or(params.rows), side("cols").unwrap_or(params.cols));
                order::read(&state["pieces"])
            }
        };
        params.check()?;
        let wanted = params.rows * params.cols;
        let pieces: Vec<usize> = pieces.filter(|pieces: &Vec<usize>| pieces.len() == wanted).ok_or_else(|| {
            ParamError::state(format!("it must say where each of {} by {} pieces lies", params.rows, params.cols))
        })?;
        let pictures = Pictures::open_fitted(&params.pictures, params.fit)?;
        let name = state.get("image_name").unwrap_or(&state["picture"]);
        let ((number, picture), crop) = (picture::named(&pictures, name)?, Crop::read(state)?);
        let board = Board::new(&params, (pictures.name(number), crop), &crop.cut(&picture));
        Ok(Box::new(Jigsaw { pieces, board: Arc::new(board) }))
    }

    fn mark(&self, state: &Value) -> Option<Vec<CheckBuilder>> {
        let side = |key: &str| usize::try_from(state[key].as_u64()?).ok();
        let (rows, cols) = (side("rows")?, side("cols")?);
        let pieces = order::read(&state["pieces"])?;
        if cols == 0 || rows.checked_mul(cols) != Some(pieces.len()) {
            return None;
        }
        let misplaced: Vec<(usize, usize)> = pieces.iter().copied().enumerate().filter(|(place, piece)| place != piece).collect();
        let mut seen = format!("{} of {} in place", pieces.len() - misplaced.len(), pieces.len());
        for (place, piece) in misplaced.iter().take(NAMED_PIECES) {
            seen.push_str(&format!("; at {} lies the piece of {}", place_text(*place, cols), place_text(*piece, cols)));
        }
        if misplaced.len() > NAMED_PIECES {
            seen.push_str(&format!("; and {} more", misplaced.len() - NAMED_PIECES));
        }
        Some(vec![
            check("in_place", misplaced.is_empty())
                .expected(format!("all {} pieces in place", pieces.len()))
                .seen(seen)
                .at("/state/pieces"),
        ])
    }
}

impl Jigsaw {
    fn place(&self, cell: &[i64]) -> usize {
        cell.iter().fold(0, |place, part| place * self.board.cols + *part as usize)
    }

    fn swap_call(&self, a: usize, b: usize) -> Call {
        let cell = |place: usize| [place / self.board.cols, place % self.board.cols];
        Call::new("swap", json!([cell(a), cell(b)]))
    }

    fn swap_calls(&self, swaps: &[(usize, usize)]) -> Vec<Call> {
        swaps.iter().map(|(a, b)| self.swap_call(*a, *b)).collect()
    }
}

impl Puzzle for Jigsaw {
    fn copy(&self) -> Option<Box<dyn Puzzle>> {
        Some(Box::new(self.clone()))
    }

    fn functions(&self) -> Vec<Function> {
        let below = |count: usize| Space::Integer { min: 0, max: count as i64 - 1 };
        let cell = Space::Tuple { items: vec![below(self.board.rows), below(self.board.cols)] };
        let order = Space::Permutation { len: self.pieces.len(), first: 0 };
        vec![
            Function::new(
                "swap",
                "Exchange the pieces at two places.",
                vec![
                    Param::new("a", "one place as (row, column)", cell.clone()),
                    Param::new("b", "the other place as (row, column)", cell),
                ],
            ),
            Function::new(
                "reorder",
                "Rearrange all pieces at once: afterwards the place with index i holds the piece that is now at index order[i].",
                vec![Param::new("order", &format!("a list with each index from 0 to {} once", self.pieces.len() - 1), order)],
            ),
        ]
    }

    fn instruction(&self, _form: Form) -> String {
        let (rows, cols, last) = (self.board.rows, self.board.cols, self.pieces.len() - 1);
        format!(
            "Put a jigsaw puzzle back together. A photograph was cut into {rows} rows and {cols} columns of pieces, and the \
             pieces were shuffled; none was turned. The image shows the pieces as they lie now, with thin dark gaps between \
             them. Rearrange them until the photograph is whole again.\n\nRows and columns are counted from 0: (0, 0) is the \
             top left place, ({}, {}) the bottom right one. The place (row, column) has the index row * {cols} + column, so \
             the indices run in reading order from 0 to {last}.",
            rows - 1,
            cols - 1
        )
    }

    fn examples(&self) -> Vec<(String, Call)> {
        let last = self.pieces.len() - 1;
        let mut calls = self.swap_calls(&[(0, last)]);
        calls.push(order::reorder_call(&(0..=last).collect::<Vec<_>>(), 0));
        let about = ["exchange the top left and the bottom right piece", "leave all pieces where they are"];
        about.into_iter().map(String::from).zip(calls).collect()
    }

    fn apply(&mut self, function: &str, args: &Args) -> Effect {
        if function == "reorder" {
            let order: Vec<usize> = args.integers(0).into_iter().map(|index| index as usize).collect();
            if order.is_sorted() {
                return Effect::Executed("this order leaves every piece where it is.".into());
            }
            self.pieces = order::reorder(&self.pieces, &order);
            return Effect::Executed("the pieces were reordered.".into());
        }
        let (a, b) = (self.place(&args.integers(0)), self.place(&args.integers(1)));
        let say = |place| place_text(place, self.board.cols);
        if a == b {
            return Effect::Blocked(format!("a piece cannot be swapped with itself, and both places are {}.", say(a)));
        }
        let text = format!("the pieces at {} and {} changed places.", say(a), say(b));
        self.pieces.swap(a, b);
        Effect::Executed(text)
    }

    fn draw(&self, canvas: &mut Canvas) {
        self.board.draw(&self.pieces, canvas);
    }

    fn frame_size(&self) -> (u32, u32) {
        self.board.frame_size()
    }

    fn goal(&self) -> Option<Box<dyn Puzzle>> {
        Some(Box::new(Self { pieces: (0..self.pieces.len()).collect(), board: self.board.clone() }))
    }

    fn state(&self) -> Value {
        json!({
            "picture": self.board.picture,
            "crop": self.board.crop,
            "rows": self.board.rows,
            "cols": self.board.cols,
            "pieces": self.pieces,
        })
    }

    fn situation(&self) -> Value {
        self.state()
    }

    fn solve(&self, solve: &mut Solve<'_>) -> Vec<Call> {
        order::solve(&self.pieces, solve, 0, |a, b| self.swap_call(a, b))
    }

    fn near_misses(&self) -> Vec<NearMissCalls> {
        let mut swaps = order::swaps(&self.pieces);
        let mut misses = Vec::new();
        if let Some((_, rest)) = swaps.split_last() {
            misses.push(NearMissCalls { name: "all but the last swap", calls: self.swap_calls(rest), fails: "in_place" });
        }
        swaps.push((0, self.pieces.len() - 1));
        misses.push(NearMissCalls { name: "two pieces exchanged", calls: self.swap_calls(&swaps), fails: "in_place" });
        misses
    }

    fn secrets(&self) -> Vec<String> {
        order::secrets(&self.pieces, 0)
    }
}

fn place_text(place: usize, cols: usize) -> String {
    format!("({}, {})", place / cols, place % cols)
}

#[cfg(test)]
mod tests;
