//! How the boards look: the target on the left, the current configuration on the right.

use super::board::{BLOCKS, Board, COLUMNS, ROWS, SHAPES, Shape};
use crate::{Canvas, Color, Label};

const PAGE: Color = [246, 247, 249];
const HEADING: Color = [58, 66, 82];
const RIM: Color = [58, 66, 82];
const FLOOR: Color = [214, 220, 229];
const DIMPLE: Color = [200, 207, 218];

/// Body, upper edge, lower edge and number of the blocks of one shape.
struct Paint {
    body: Color,
    light: Color,
    dark: Color,
    ink: Color,
}

/// Everything that is drawn only once an episode.
pub(super) struct Look {
    layout: Layout,
    /// Page, headings, the full target board, and the current board without its blocks.
    background: Canvas<'static>,
    /// Each block on floor, to be copied in whole.
    sprites: Vec<Canvas<'static>>,
}

/// Sizes in pixels; all follow from the side of a cell.
#[derive(Clone, Copy)]
struct Layout {
    cell: u32,
    margin: u32,
    rim: u32,
    gap: u32,
    heading: u32,
}

impl Look {
    /// The frame is at most `frame_px` wide, and as near to it as whole cells allow.
    pub(super) fn new(target: Board, frame_px: u32) -> Self {
        let layout = (8..=frame_px / (2 * COLUMNS as u32)).rev().map(Layout::new).find(|layout| layout.width() <= frame_px);
        let layout = layout.unwrap_or(Layout::new(8));
        let sprites: Vec<Canvas<'static>> = (0..BLOCKS).map(|block| sprite(block, layout.cell)).collect();
        let mut background = Canvas::new(layout.width(), layout.height());
        background.clear(PAGE);
        for (side, title) in ["TARGET", "CURRENT"].into_iter().enumerate() {
            empty_board(&mut background, layout, side as u32, title);
        }
        lay(&mut background, layout, &sprites, 0, target);
        Self { layout, background, sprites }
    }

    pub(super) fn size(&self) -> (u32, u32) {
        (self.background.width(), self.background.height())
    }

    pub(super) fn draw(&self, canvas: &mut Canvas, current: Board) {
        canvas.copy_from(&self.background);
        lay(canvas, self.layout, &self.sprites, 1, current);
    }
}

impl Layout {
    fn new(cell: u32) -> Self {
        Self { cell, margin: cell * 2 / 5, rim: (cell / 7).max(2), gap: cell * 3 / 5, heading: cell * 3 / 5 }
    }

    fn board_width(self) -> u32 {
        COLUMNS as u32 * self.cell + 2 * self.rim
    }

    fn board_height(self) -> u32 {
        ROWS as u32 * self.cell + 2 * self.rim
    }

    fn width(self) -> u32 {
        2 * self.margin + 2 * self.board_width() + self.gap
    }

    fn height(self) -> u32 {
        2 * self.margin + self.heading + self.board_height()
    }

    /// The top left corner of a board's first cell; side 0 is the left board.
    fn floor(self, side: u32) -> (u32, u32) {
        let left = self.margin + side * (self.board_width() + self.gap);
        (left + self.rim, self.margin + self.heading + self.rim)
    }
}

/// Lays the blocks on a board; side 0 is the left one.
fn lay(canvas: &mut Canvas, layout: Layout, sprites: &[Canvas], side: u32, board: Board) {
    let (left, top) = layout.floor(side);
    for (block, sprite) in sprites.iter().enumerate() {
        let (row, column) = board.corner(block);
        let (x, y) = (left + column as u32 * layout.cell, top + row as u32 * layout.cell);
        canvas.blit(x, y, sprite, 0, 0, sprite.width(), sprite.height());
    }
}

/// A heading above a rim around floor, with a dimple in each cell that shows where no block lies.
fn empty_board(canvas: &mut Canvas, layout: Layout, side: u32, title: &str) {
    let Layout { cell, rim, .. } = layout;
    let (left, top) = layout.floor(side);
    let (x, y) = ((left - rim) as i32, (top - rim) as i32);
    let label = Label::new(title, cell as f32 * 0.36);
    let middle = layout.margin as i32 + layout.heading as i32 / 2 - rim as i32 / 2;
    label.stamp_centered(canvas, x + layout.board_width() as i32 / 2, middle, HEADING);
    canvas.rounded_rect(x, y, layout.board_width(), layout.board_height(), rim + rim / 2, RIM);
    canvas.rect(left as i32, top as i32, COLUMNS as u32 * cell, ROWS as u32 * cell, FLOOR);
    let half = cell as f32 / 2.0;
    for row in 0..ROWS {
        for column in 0..COLUMNS {
            let (cx, cy) = (left as f32 + column as f32 * cell as f32 + half, top as f32 + row as f32 * cell as f32 + half);
            canvas.disc(cx, cy, cell as f32 * 0.12, DIMPLE);
        }
    }
}

fn sprite(block: usize, cell: u32) -> Canvas<'static> {
    let (rows, columns) = SHAPES[block].size();
    let (width, height) = (columns as u32 * cell, rows as u32 * cell);
    let mut canvas = Canvas::new(width, height);
    canvas.clear(FLOOR);
    let Paint { body, light, dark, ink } = paint(SHAPES[block]);
    // Three sheets, each a little shorter than the one below, give the block a lit upper and a shaded lower edge.
    let (inset, lower, upper, radius) = ((cell / 22).max(1), (cell / 14).max(1), (cell / 24).max(1), cell / 6);
    let (x, across, down) = (inset as i32, width - 2 * inset, height - 2 * inset);
    canvas.rounded_rect(x, x, across, down, radius, dark);
    canvas.rounded_rect(x, x, across, down - lower, radius, light);
    canvas.rounded_rect(x, x + upper as i32, across, down - lower - upper, radius, body);
    let size = if SHAPES[block] == Shape::Square { 0.72 } else { 0.47 };
    let label = Label::new(&(block + 1).to_string(), cell as f32 * size);
    label.stamp_centered(&mut canvas, width as i32 / 2, (height - lower) as i32 / 2, ink);
    canvas
}

fn paint(shape: Shape) -> Paint {
    let white = [255, 255, 255];
    match shape {
        Shape::Square => Paint { body: [205, 62, 62], light: [228, 110, 106], dark: [150, 38, 42], ink: white },
        Shape::Wide => Paint { body: [123, 82, 184], light: [158, 124, 212], dark: [86, 52, 138], ink: white },
        Shape::Tall => Paint { body: [38, 116, 186], light: [92, 158, 216], dark: [22, 80, 136], ink: white },
        Shape::Small => Paint { body: [245, 184, 64], light: [253, 214, 126], dark: [194, 134, 22], ink: [72, 46, 6] },
    }
}
