//! How a maze looks.

use super::{Cell, Grid};
use crate::{Canvas, Color};

const WALL: Color = [74, 80, 92];
const WALL_EDGE: Color = [58, 63, 73];
const FLOOR: Color = [252, 252, 250];
const FLOOR_LINE: Color = [232, 233, 232];
const TARGET: Color = [214, 48, 49];
const AGENT: Color = [30, 102, 214];
const AGENT_RIM: Color = [18, 66, 148];

/// Everything that does not move.
pub(super) fn background(grid: &Grid, target: Cell, cell_px: u32) -> Canvas<'static> {
    let mut canvas = Canvas::new(grid.width as u32 * cell_px, grid.height as u32 * cell_px);
    canvas.clear(WALL);
    for row in 0..grid.height {
        for column in 0..grid.width {
            let (x, y) = corner((row, column), cell_px);
            if grid.is_open((row, column)) {
                canvas.rect(x, y, cell_px, cell_px, FLOOR_LINE);
                canvas.rect(x, y, cell_px - 1, cell_px - 1, FLOOR);
            } else if grid.is_open((row + 1, column)) {
                // A darker lower edge gives the walls a little height.
                let edge = (cell_px / 8).max(1);
                canvas.rect(x, y + (cell_px - edge) as i32, cell_px, edge, WALL_EDGE);
            }
        }
    }
    let (x, y) = corner(target, cell_px);
    let inset = cell_px / 6;
    let side = cell_px - 2 * inset;
    canvas.rounded_rect(x + inset as i32, y + inset as i32, side, side, cell_px / 10, TARGET);
    canvas
}

pub(super) fn agent(canvas: &mut Canvas, at: Cell, cell_px: u32) {
    let (x, y) = corner(at, cell_px);
    let half = cell_px as f32 / 2.0;
    let (cx, cy) = (x as f32 + half, y as f32 + half);
    canvas.disc(cx, cy, half * 0.72, AGENT_RIM);
    canvas.disc(cx, cy, half * 0.60, AGENT);
}

fn corner((row, column): Cell, cell_px: u32) -> (i32, i32) {
    (column as i32 * cell_px as i32, row as i32 * cell_px as i32)
}
