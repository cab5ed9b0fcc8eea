//! Sliding Block: a Klotski. Slide ten numbered blocks on a board of 5 by 4 cells until they lie as on a second board.

mod board;
mod generate;
mod render;
mod solve;

use crate::{Canvas, Effect, Form, Kind, NearMissCalls, ParamError, Puzzle, Solve, read_params};
use agon_core::{Args, Call, Function, Param, Space};
use agon_grade::{CheckBuilder, check};
use board::{BLOCKS, Board, COLUMNS, Obstacle, ROWS, SHAPES, Slide};
use render::Look;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::fmt::Write as _;
use std::sync::Arc;

pub(super) struct SlidingBlock;

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Params {
    /// From which board the blocks are shuffled.
    board: Layout,
    /// Random moves that turn one board into the other. From a packed board every solution is odd or even as this is; from the
    /// Klotski board up to a sixth more are made.
    shuffle_moves: usize,
    /// The shortest solution has at least and at most this many moves.
    min_solution: usize,
    max_solution: usize,
    /// The frame is at most this wide, and as near to it as whole cells allow.
    frame_px: u32,
}

/// Where a shuffle begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Layout {
    /// Blocks laid at random are the target, and the shuffled board is the start.
    #[default]
    Packed,
    /// As published: the start is always the classic Klotski board, and the shuffled board is the target.
    Klotski,
}

#[derive(Clone)]
struct Sliding {
    current: Board,
    target: Board,
    look: Arc<Look>,
}

/// Direction numbers as agents give them: name, row step, column step.
const DIRECTIONS: [(&str, isize, isize); 4] = [("up", -1, 0), ("right", 0, 1), ("down", 1, 0), ("left", 0, -1)];

/// Farther apart than this, a search takes too long to set many puzzles.
const MAX_SOLUTION: usize = 40;

/// States whose boards are farther apart are refused: no step limit leaves room for that many moves, and the search for a way
/// would take the machine's memory.
const MAX_RESTORED: usize = 60;

impl Default for Params {
    fn default() -> Self {
        Self { board: Layout::Packed, shuffle_moves: 30, min_solution: 4, max_solution: 19, frame_px: 448 }
    }
}

impl Params {
    fn check(&self) -> Result<(), ParamError> {
        let within = |key: &str, value: usize, min: usize, max: usize| match value {
            value if (min..=max).contains(&value) => Ok(()),
            _ => Err(ParamError::key(key, format!("must be between {min} and {max}, got {value}"))),
        };
        within("shuffle_moves", self.shuffle_moves, 3, 1000)?;
        within("min_solution", self.min_solution, 1, self.shuffle_moves.min(MAX_SOLUTION))?;
        within("max_solution", self.max_solution, self.min_solution, MAX_SOLUTION)?;
        within("frame_px", self.frame_px as usize, 240, 2048)?;
        let fixed_parity = self.board == Layout::Packed && self.min_solution == self.max_solution;
        if fixed_parity && self.max_solution % 2 != self.shuffle_moves % 2 {
            let problem = "must be odd or even as shuffle_moves is, or greater than min_solution";
            return Err(ParamError::key("max_solution", problem));
        }
        Ok(())
    }
}

impl Kind for SlidingBlock {
    fn name(&self) -> &'static str {
        "sliding-block"
    }

    fn published_name(&self) -> &'static str {
        "sliding_block"
    }

    fn title(&self) -> &'static str {
        "Sliding Block"
    }

    fn about(&self) -> &'static str {
        "Slide ten numbered blocks on a crowded board until they lie as on the board beside it."
    }

    fn params(&self) -> Map<String, Value> {
        super::params_of(&Params::default())
    }

    fn strategies(&self) -> &'static [&'static str] {
        &["shortest", "padded"]
    }

    fn detours_in_pairs(&self) -> bool {
        true
    }

    fn broken_rule(&self, before: &Value, after: &Value) -> Option<String> {
        let blocks = |state: &Value| state["current"].as_object().cloned().unwrap_or_default();
        let (old, new) = (blocks(before), blocks(after));
        let moved: Vec<(&String, &Value, &Value)> =
            old.iter().filter_map(|(name, place)| Some((name, place, new.get(name)?))).filter(|(_, a, b)| a != b).collect();
        if before["target"] != after["target"] || old.len() != new.len() {
            return Some("the target or the number of blocks changed".into());
        }
        match moved.as_slice() {
            [] => None,
            [(name, a, b)] if a[0] != b[0] && a[1] != b[1] => {
                Some(format!("block {name} went from {a} to {b}, across both ways"))
            }
            [_] => None,
            more => Some(format!("{} blocks moved at once", more.len())),
        }
    }

    fn start(&self, params: &Map<String, Value>, seed: u64) -> Result<Box<dyn Puzzle>, ParamError> {
        let params: Params = read_params(params)?;
        params.check()?;
        let (current, target) = generate::generate(&params, seed)?;
        Ok(Box::new(Sliding::new(current, target, params.frame_px)))
    }

    fn restore(&self, params: &Map<String, Value>, state: &Value) -> Result<Box<dyn Puzzle>, ParamError> {
        let params: Params = read_params(params)?;
        params.check()?;
        let keys =
            if state.get("current_blocks").is_some() { ["current_blocks", "target_blocks"] } else { ["current", "target"] };
        let [current, target] = keys.map(|key| {
            read_board(&state[key]).ok_or_else(|| {
                let problem = format!(
                    "{key} must give each of the blocks 1 to 10 the row and the column of its top left corner, on a board of {ROWS} by \
                     {COLUMNS} cells and none over another"
                );
                ParamError::key("init_state", problem)
            })
        });
        let (current, target) = (current?, target?);
        if solve::shortest(current, target, MAX_RESTORED).is_none() {
            let problem = format!("the target cannot be reached from the current board in {MAX_RESTORED} moves");
            return Err(ParamError::key("init_state", problem));
        }
        Ok(Box::new(Sliding::new(current, target, params.frame_px)))
    }

    fn mark(&self, state: &Value) -> Option<Vec<CheckBuilder>> {
        let (current, target) = (read_board(&state["current"])?, read_board(&state["target"])?);
        let misplaced: Vec<usize> = (0..BLOCKS).filter(|block| current.place(*block) != target.place(*block)).collect();
        let say = |board: Board| match &misplaced[..] {
            [] => "every block at its place".to_owned(),
            _ => misplaced.iter().map(|block| name_place(board, *block)).collect::<Vec<_>>().join("; "),
        };
        Some(vec![check("at_target", misplaced.is_empty()).expected(say(target)).seen(say(current)).at("/state/current")])
    }
}

impl Sliding {
    fn new(current: Board, target: Board, frame_px: u32) -> Self {
        Self { current, target, look: Arc::new(Look::new(target, frame_px)) }
    }

    /// A shortest way to the target. It always exists: every slide can be undone.
    fn way(&self) -> Vec<Slide> {
        solve::shortest(self.current, self.target, usize::MAX).unwrap_or_default()
    }
}

impl Puzzle for Sliding {
    fn copy(&self) -> Option<Box<dyn Puzzle>> {
        Some(Box::new(self.clone()))
    }

    fn functions(&self) -> Vec<Function> {
        let block = Param::new("block", "the number on the block, 1 to 10", Space::Integer { min: 1, max: BLOCKS as i64 });
        let direction = Param::new("direction", "0 = up, 1 = right, 2 = down, 3 = left", Space::Integer { min: 0, max: 3 });
        vec![Function::new("move", "Slide a block by one cell.", vec![block, direction])]
    }

    fn instruction(&self, form: Form) -> String {
        let mut text = "Solve a sliding block puzzle (Klotski). Ten blocks, numbered 1 to 10, lie on a board of 5 rows and 4 \
                        columns: one covers 2 by 2 cells, one is 2 cells wide, four are 2 cells tall, four cover a single \
                        cell, and two cells are empty. Slide the blocks until each one lies where the block with the same \
                        number lies on the target board; blocks of the same shape do not stand in for one another."
            .to_owned();
        if form.has_image() {
            text.push_str(
                " The image shows two boards: on the left the target, which never changes, on the right the current board, \
                 on which you move blocks. Colors tell shapes apart; a grey cell with a dot is empty.",
            );
        }
        if form.has_text() {
            text.push_str(
                " The text shows two boards: on the left the target, which never changes, on the right the current board, on \
                 which you move blocks. Each cell holds the number of the block that covers it, so a large block's number \
                 stands in several cells; '.' is an empty cell.",
            );
        }
        text.push_str(" A block moves one cell at a time, and only if all cells it moves onto are empty.");
        text
    }

    fn examples(&self) -> Vec<(String, Call)> {
        let example = |(direction, (name, ..)): (usize, &(&str, isize, isize))| {
            (format!("move block {} {name}", direction + 1), to_call(&Slide { block: direction, direction }))
        };
        DIRECTIONS.iter().enumerate().map(example).collect()
    }

    fn apply(&mut self, _move: &str, args: &Args) -> Effect {
        let slide = Slide { block: args.integer(0) as usize - 1, direction: args.integer(1) as usize };
        let (number, (name, ..)) = (slide.block + 1, DIRECTIONS[slide.direction]);
        if let Some(next) = self.current.after(slide) {
            self.current = next;
            return Effect::Executed(format!("block {number} moved {name}."));
        }
        let reason = match self.current.obstacle(slide) {
            Some(Obstacle::Blocks(blocks)) => match &blocks[..] {
                [one] => format!("block {} is in the way", one + 1),
                many => format!(
                    "blocks {} are in the way",
                    many.iter().map(|b| (b + 1).to_string()).collect::<Vec<_>>().join(" and ")
                ),
            },
            _ => "it lies at the edge of the board".to_owned(),
        };
        Effect::Blocked(format!("block {number} cannot move {name}: {reason}."))
    }

    fn draw(&self, canvas: &mut Canvas) {
        self.look.draw(canvas, self.current);
    }

    fn frame_size(&self) -> (u32, u32) {
        self.look.size()
    }

    fn text(&self) -> Option<String> {
        let mut text = format!("{:<15}current", "target");
        for row in 0..ROWS {
            for (board, start) in [(self.target, "\n"), (self.current, "    ")] {
                text.push_str(start);
                for (column, on) in board.blocks_by_cell()[row * COLUMNS..][..COLUMNS].iter().enumerate() {
                    let number = on.map_or(".".to_owned(), |block| (block + 1).to_string());
                    let _ = write!(text, "{}{number:>2}", if column > 0 { " " } else { "" });
                }
            }
        }
        Some(text)
    }

    fn goal(&self) -> Option<Box<dyn Puzzle>> {
        Some(Box::new(Self { current: self.target, ..self.clone() }))
    }

    fn state(&self) -> Value {
        json!({"current": write_board(self.current), "target": write_board(self.target)})
    }

    fn situation(&self) -> Value {
        self.state()
    }

    fn solve(&self, solve: &mut Solve<'_>) -> Vec<Call> {
        let mut way = self.way();
        if solve.strategy == "padded" {
            let length = solve.length.unwrap_or(way.len() + 4);
            solve::pad(self.current, &mut way, length, solve.rng);
        }
        way.iter().map(to_call).collect()
    }

    fn near_misses(&self) -> Vec<NearMissCalls> {
        let way = self.way();
        let Some((last, rest)) = way.split_last() else { return Vec::new() };
        let short: Vec<Call> = rest.iter().map(to_call).collect();
        let mut misses = vec![NearMissCalls { name: "one move short", calls: short.clone(), fails: "at_target" }];
        // Not a move beyond the target: that would run into the step limit where the shortest solution just fits.
        let before_last = self.current.after_all(rest).map(Board::slides).unwrap_or_default();
        if let Some(other) = before_last.iter().find(|slide| *slide != last) {
            let calls = short.into_iter().chain([to_call(other)]).collect();
            misses.push(NearMissCalls { name: "another last move", calls, fails: "at_target" });
        }
        misses
    }
}

fn to_call(slide: &Slide) -> Call {
    Call::new("move", vec![slide.block + 1, slide.direction])
}

fn name_place(board: Board, block: usize) -> String {
    let (row, column) = board.corner(block);
    format!("block {} at row {row}, column {column}", block + 1)
}

/// Row and column of each block's top left corner, by block number.
fn write_board(board: Board) -> Value {
    let place = |block| {
        let (row, column) = board.corner(block);
        ((block + 1).to_string(), json!([row, column]))
    };
    Value::Object((0..BLOCKS).map(place).collect())
}

/// The inverse of [`write_board`]; also reads blocks as published, each with its `position` and its `size`. `None` for anything
/// that is no configuration.
fn read_board(value: &Value) -> Option<Board> {
    let pair = |value: &Value| match value.as_array()?.as_slice() {
        [row, column] => Some((usize::try_from(row.as_u64()?).ok()?, usize::try_from(column.as_u64()?).ok()?)),
        _ => None,
    };
    if value.as_object()?.len() != BLOCKS {
        return None;
    }
    let mut places = [0; BLOCKS];
    for (block, place) in places.iter_mut().enumerate() {
        let written = value.get((block + 1).to_string())?;
        let (row, column) = pair(written.get("position").unwrap_or(written))?;
        let has_our_size = written.get("size").is_none_or(|size| pair(size) == Some(SHAPES[block].size()));
        if row >= ROWS || column >= COLUMNS || !has_our_size {
            return None;
        }
        *place = row * COLUMNS + column;
    }
    Board::new(places)
}

#[cfg(test)]
mod tests;
