//! How a jigsaw looks: rounded pieces on a dark board, cut once and then only copied.

use super::params::Params;
use crate::worlds::part::Crop;
use crate::{Canvas, Color};

pub(super) struct Board {
    pub(super) rows: usize,
    pub(super) cols: usize,
    /// The picture's name.
    pub(super) picture: String,
    /// The part of it that is the puzzle.
    pub(super) crop: Crop,
    /// A piece with the gap to its right and below.
    cell_px: (u32, u32),
    /// The frame of the solved puzzle, from which all others are copied.
    solved: Canvas<'static>,
}

const GAP_PX: u32 = 3;
const BOARD: Color = [38, 41, 48];
const LIGHT: Color = [255, 255, 255];
const SHADE: Color = [0, 0, 0];

/// How much of the board shows at a piece's corners: distances from the two edges, coverage.
const CORNER: [(i32, i32, u8); 5] = [(0, 0, 220), (1, 0, 110), (0, 1, 110), (2, 0, 20), (0, 2, 20)];

impl Board {
    pub(super) fn new(params: &Params, (name, crop): (&str, Crop), photo: &Canvas) -> Self {
        let piece_px = |count: usize| {
            let count = count as u32;
            (params.frame_px - (count + 1) * GAP_PX).div_ceil(count)
        };
        let (width, height) = (piece_px(params.cols), piece_px(params.rows));
        let (cols, rows) = (params.cols as u32, params.rows as u32);
        let cell_px = (width + GAP_PX, height + GAP_PX);
        let photo = photo.resized(cols * width, rows * height);
        let mut solved = Canvas::new(cols * cell_px.0 + GAP_PX, rows * cell_px.1 + GAP_PX);
        solved.clear(BOARD);
        for (row, column) in (0..rows).flat_map(|row| (0..cols).map(move |column| (row, column))) {
            let (x, y) = (column * cell_px.0 + GAP_PX, row * cell_px.1 + GAP_PX);
            solved.blit(x, y, &photo, column * width, row * height, width, height);
            finish_edges(&mut solved, x as i32, y as i32, width as i32, height as i32);
        }
        Self { rows: params.rows, cols: params.cols, picture: name.into(), crop, cell_px, solved }
    }

    pub(super) fn frame_size(&self) -> (u32, u32) {
        (self.solved.width(), self.solved.height())
    }

    pub(super) fn draw(&self, pieces: &[usize], canvas: &mut Canvas) {
        let (width, height) = self.cell_px;
        let (frame_width, frame_height) = self.frame_size();
        canvas.blit(0, 0, &self.solved, 0, 0, frame_width, GAP_PX);
        canvas.blit(0, 0, &self.solved, 0, 0, GAP_PX, frame_height);
        for (place, piece) in pieces.iter().enumerate() {
            let ((x, y), (from_x, from_y)) = (self.corner(place), self.corner(*piece));
            canvas.blit(x, y, &self.solved, from_x, from_y, width, height);
        }
    }

    fn corner(&self, place: usize) -> (u32, u32) {
        let (row, column) = ((place / self.cols) as u32, (place % self.cols) as u32);
        (column * self.cell_px.0 + GAP_PX, row * self.cell_px.1 + GAP_PX)
    }
}

/// A faint light above, a faint shade below and round corners make a piece of cardboard of a cut-out.
fn finish_edges(canvas: &mut Canvas, x: i32, y: i32, width: i32, height: i32) {
    for column in 0..width {
        canvas.blend(x + column, y, LIGHT, 40);
        canvas.blend(x + column, y + height - 1, SHADE, 56);
    }
    for row in 0..height {
        canvas.blend(x, y + row, LIGHT, 26);
        canvas.blend(x + width - 1, y + row, SHADE, 40);
    }
    for (right, down, coverage) in CORNER {
        for corner_x in [x + right, x + width - 1 - right] {
            for corner_y in [y + down, y + height - 1 - down] {
                canvas.blend(corner_x, corner_y, BOARD, coverage);
            }
        }
    }
}
