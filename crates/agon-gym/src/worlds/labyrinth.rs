//! Mazes on a grid, for the worlds that lead through one.

use crate::ParamError;
use agon_core::Rng;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::VecDeque;

/// A cell: row and column, from the top left.
pub(super) type Cell = (usize, usize);

/// Walls and floor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    pub(super) width: usize,
    pub(super) height: usize,
    open: Vec<bool>,
}

/// How a maze is carved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Carving {
    /// A depth-first tree: long winding ways.
    #[default]
    DepthFirst,
    /// Wilson's loop-erased random walks, as published: every maze is equally likely.
    Wilson,
}

/// Where a way through a maze begins and ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Ends {
    /// In rooms drawn from all.
    #[default]
    Anywhere,
    /// From a room in one corner to the room in the opposite corner, as published.
    Corners,
}

impl Ends {
    /// The room to start in, and the room to end in where there is no choice left.
    pub(super) fn draw(self, grid: &Grid, rng: &mut Rng) -> (Cell, Option<Cell>) {
        match self {
            Self::Anywhere => (grid.random_room(rng), None),
            Self::Corners => {
                let (bottom, right) = (grid.height - 2, grid.width - 2);
                let corners = [(1, 1), (bottom, right), (bottom, 1), (1, right)];
                let start = corners[rng.index(corners.len())];
                (start, Some((bottom + 1 - start.0, right + 1 - start.1)))
            }
        }
    }
}

/// The largest maze that is read from a state; tasks ask for no more either.
pub(super) const MAX_SIDE: usize = 99;

/// The four directions, counter-clockwise: name on the map, row step, column step.
pub(super) const DIRECTIONS: [(&str, isize, isize); 4] = [("right", 0, 1), ("up", -1, 0), ("left", 0, -1), ("down", 1, 0)];

/// Whether a state is in the published environments' form.
pub(super) fn is_published(state: &Value) -> bool {
    state.get("maze_map").is_some()
}

impl Grid {
    pub(super) fn carve(width: usize, height: usize, carving: Carving, rng: &mut Rng) -> Self {
        match carving {
            Carving::DepthFirst => Self::carve_depth_first(width, height, rng),
            Carving::Wilson => Self::carve_by_walks(width, height, rng),
        }
    }

    /// A depth-first spanning tree over the rooms, which lie at odd rows and columns: winding ways, no loops.
    fn carve_depth_first(width: usize, height: usize, rng: &mut Rng) -> Self {
        let mut grid = Self { width, height, open: vec![false; width * height] };
        let first = grid.random_room(rng);
        grid.open[first.0 * width + first.1] = true;
        let mut trail = vec![first];
        while let Some(&(row, column)) = trail.last() {
            let mut ahead: Vec<(Cell, Cell)> = Vec::with_capacity(4);
            for (_, down, right) in DIRECTIONS {
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

    /// A spanning tree over the rooms, drawn evenly from all: random walks whose loops are erased, each until it meets the tree.
    fn carve_by_walks(width: usize, height: usize, rng: &mut Rng) -> Self {
        let mut grid = Self { width, height, open: vec![false; width * height] };
        let first = grid.random_room(rng);
        grid.open[first.0 * width + first.1] = true;
        let rooms: Vec<Cell> = grid.rooms().collect();
        for start in rooms {
            // The last way out of each room is what is left of the walk once its loops are erased.
            let mut out = vec![None; width * height];
            let mut at = start;
            while !grid.is_open(at) {
                let (_, down, right) = DIRECTIONS[rng.index(DIRECTIONS.len())];
                let room = (at.0.wrapping_add_signed(2 * down), at.1.wrapping_add_signed(2 * right));
                if room.0 < height && room.1 < width {
                    out[at.0 * width + at.1] = Some((room, (at.0.wrapping_add_signed(down), at.1.wrapping_add_signed(right))));
                    at = room;
                }
            }
            let mut at = start;
            while !grid.is_open(at)
                && let Some((room, door)) = out[at.0 * width + at.1]
            {
                grid.open[at.0 * width + at.1] = true;
                grid.open[door.0 * width + door.1] = true;
                at = room;
            }
        }
        grid
    }

    /// The walls as a state writes them: a text a row, `#` for a wall and `.` for floor.
    pub(super) fn written(&self) -> Value {
        let row = |row| (0..self.width).map(|column| if self.is_open((row, column)) { '.' } else { '#' }).collect();
        let rows: Vec<String> = (0..self.height).map(row).collect();
        json!(rows)
    }

    /// The maze, the agent and the target of a state, as the mazes of this gym or the published ones write it.
    pub(super) fn read_state(state: &Value) -> Result<(Self, Cell, Cell), ParamError> {
        let [maze, agent, target] =
            if is_published(state) { ["maze_map", "agent_location", "target_location"] } else { ["walls", "agent", "target"] };
        let grid = Self::read(&state[maze])?;
        let (agent, target) = (grid.read_cell(state, agent)?, grid.read_cell(state, target)?);
        grid.check_way(agent, target)?;
        Ok((grid, agent, target))
    }

    /// Reads walls as [`Grid::written`] gave them, or as published: a list of numbers a row, 1 for a wall and 0 for floor.
    fn read(rows: &Value) -> Result<Self, ParamError> {
        let wrong = |problem: &str| ParamError::key("init_state", format!("the maze {problem}"));
        let rows = rows.as_array().ok_or_else(|| wrong("must be a list of rows"))?;
        let mut open = Vec::new();
        for row in rows.iter().take(MAX_SIDE + 1) {
            let cells: Option<Vec<bool>> = match row {
                Value::String(text) => text
                    .chars()
                    .take(MAX_SIDE + 1)
                    .map(|c| ["#", "."].iter().position(|k| k.starts_with(c)))
                    .map(|at| Some(at? == 1))
                    .collect(),
                Value::Array(cells) => {
                    cells.iter().take(MAX_SIDE + 1).map(|cell| Some(cell.as_u64().filter(|cell| *cell <= 1)? == 0)).collect()
                }
                _ => None,
            };
            open.push(cells.ok_or_else(|| wrong("has a row that is neither a text of # and . nor a list of 1 and 0"))?);
        }
        let (height, width) = (open.len(), open.first().map_or(0, Vec::len));
        if !(3..=MAX_SIDE).contains(&height) || !(3..=MAX_SIDE).contains(&width) {
            return Err(wrong(&format!("must be between 3 by 3 and {MAX_SIDE} by {MAX_SIDE}")));
        }
        if open.iter().any(|row| row.len() != width) {
            return Err(wrong("has rows of different lengths"));
        }
        let grid = Self { width, height, open: open.concat() };
        let at_edge = |(row, column): &Cell| *row == 0 || *column == 0 || row + 1 == height || column + 1 == width;
        let cells = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
        if cells.filter(at_edge).any(|cell| grid.is_open(cell)) {
            return Err(wrong("is open at its edge; its outermost cells must be walls"));
        }
        Ok(grid)
    }

    /// Reads a floor cell of this maze, row first.
    fn read_cell(&self, state: &Value, key: &str) -> Result<Cell, ParamError> {
        let number = |at: usize| state[key][at].as_u64().and_then(|number| usize::try_from(number).ok());
        let is_pair = state[key].as_array().is_some_and(|pair| pair.len() == 2);
        number(0).zip(number(1)).filter(|cell| is_pair && self.is_open(*cell)).ok_or_else(|| {
            ParamError::key("init_state", format!("{key} must be the row and the column of a floor cell, got {}", state[key]))
        })
    }

    /// A state without a way to the target cannot be solved.
    fn check_way(&self, from: Cell, to: Cell) -> Result<(), ParamError> {
        match self.distances(to)[from.0 * self.width + from.1] {
            usize::MAX => Err(ParamError::key("init_state", "there is no way from the agent to the target")),
            _ => Ok(()),
        }
    }

    pub(super) fn random_room(&self, rng: &mut Rng) -> Cell {
        (2 * rng.index(self.height / 2) + 1, 2 * rng.index(self.width / 2) + 1)
    }

    pub(super) fn rooms(&self) -> impl Iterator<Item = Cell> + use<> {
        let (width, height) = (self.width, self.height);
        (1..height).step_by(2).flat_map(move |row| (1..width).step_by(2).map(move |column| (row, column)))
    }

    pub(super) fn is_open(&self, (row, column): Cell) -> bool {
        row < self.height && column < self.width && self.open[row * self.width + column]
    }

    /// The floor cell one step away, if there is one.
    pub(super) fn neighbor(&self, (row, column): Cell, direction: usize) -> Option<Cell> {
        let (_, down, right) = DIRECTIONS[direction];
        let next = (row.checked_add_signed(down)?, column.checked_add_signed(right)?);
        self.is_open(next).then_some(next)
    }

    /// Steps from a cell to every other, in reading order; `usize::MAX` where there is no way.
    pub(super) fn distances(&self, from: Cell) -> Vec<usize> {
        let mut distances = vec![usize::MAX; self.open.len()];
        distances[from.0 * self.width + from.1] = 0;
        let mut queue = VecDeque::from([from]);
        while let Some(cell) = queue.pop_front() {
            let next_distance = distances[cell.0 * self.width + cell.1] + 1;
            for direction in 0..DIRECTIONS.len() {
                if let Some(next) = self.neighbor(cell, direction)
                    && distances[next.0 * self.width + next.1] == usize::MAX
                {
                    distances[next.0 * self.width + next.1] = next_distance;
                    queue.push_back(next);
                }
            }
        }
        distances
    }

    /// The shortest way in direction numbers; empty if already there.
    pub(super) fn shortest(&self, from: Cell, to: Cell) -> Vec<usize> {
        let distances = self.distances(to);
        let mut way = Vec::new();
        let mut cell = from;
        while cell != to {
            let here = distances[cell.0 * self.width + cell.1];
            let downhill = (0..DIRECTIONS.len()).find_map(|direction| {
                let next = self.neighbor(cell, direction)?;
                (distances[next.0 * self.width + next.1] < here).then_some((direction, next))
            });
            let Some((direction, next)) = downhill else { break };
            way.push(direction);
            cell = next;
        }
        way
    }
}
