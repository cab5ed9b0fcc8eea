//! Mazes on a grid, for the worlds that lead through one.

use agon_core::Rng;
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

/// The four directions, counter-clockwise: name on the map, row step, column step.
pub(super) const DIRECTIONS: [(&str, isize, isize); 4] = [("right", 0, 1), ("up", -1, 0), ("left", 0, -1), ("down", 1, 0)];

impl Grid {
    /// A depth-first spanning tree over the rooms, which lie at odd rows and columns: winding ways, no loops.
    pub(super) fn carve(width: usize, height: usize, rng: &mut Rng) -> Self {
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
