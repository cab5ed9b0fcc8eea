//! How the board looks: the grid on the left, the parked patches on the right. Cells are drawn once and then copied.

use super::board::{Patch, Places, Set};
use crate::{Canvas, Color, Label};

const TABLE: Color = [236, 238, 242];
const BOARD: Color = [255, 255, 255];
const FRAME: Color = [92, 98, 112];
const GRID: Color = [221, 224, 230];
const INDEX: Color = [96, 100, 112];
const SLOT: Color = [224, 227, 233];
const INK: Color = [255, 255, 255];

/// The patches' colors by number, all dark enough for white numbers.
const COLORS: [Color; 10] = [
    [204, 62, 62],
    [38, 112, 196],
    [40, 140, 82],
    [216, 120, 20],
    [124, 76, 178],
    [18, 142, 152],
    [188, 64, 132],
    [118, 98, 70],
    [92, 104, 122],
    [140, 148, 30],
];

/// A frame's margin in tenths of a cell, and the space between parked patches.
const MARGIN: u32 = 6;
const GAP: u32 = 5;

/// Everything that is drawn once.
pub(super) struct Look {
    background: Canvas<'static>,
    cell_px: u32,
    board: (u32, u32),
    /// For each patch: where its anchor is when parked, and its cells' pictures in order.
    patches: Vec<Sprite>,
}

struct Sprite {
    parked: (u32, u32),
    cells: Vec<Canvas<'static>>,
}

impl Look {
    pub(super) fn new(set: &Set, frame_px: u32) -> Self {
        let (width, height) = (frame_px, frame_px * 38 / 45);
        // The largest cells with which all patches find a parking place; the smallest size is small enough for any set.
        let sizes = (4..=frame_px / 8).rev();
        let packed = sizes.map(|cell_px| (cell_px, pack(set, cell_px, width, height))).find(|(_, slots)| slots.is_some());
        let (cell_px, slots) = packed.map_or((4, Vec::new()), |(cell_px, slots)| (cell_px, slots.unwrap_or_default()));
        let board = (margin(cell_px) + cell_px * 3 / 4, (height - set.rows as u32 * cell_px + cell_px / 2) / 2);
        let mut background = Canvas::new(width, height);
        background.clear(TABLE);
        draw_board(&mut background, set, board, cell_px);
        let mut patches = Vec::with_capacity(set.patches.len());
        for (number, patch) in set.patches.iter().enumerate() {
            let slot = slots.get(number).copied().unwrap_or((0, 0));
            let parked = (slot.0 + patch.left() as u32 * cell_px, slot.1);
            for (down, right) in &patch.cells {
                let (x, y) = shifted(parked, (*down, *right), cell_px);
                background.rect(x as i32, y as i32, cell_px, cell_px, SLOT);
            }
            patches.push(Sprite { parked, cells: cells(patch, number, cell_px) });
        }
        Self { background, cell_px, board, patches }
    }

    pub(super) fn size(&self) -> (u32, u32) {
        (self.background.width(), self.background.height())
    }

    pub(super) fn draw(&self, canvas: &mut Canvas, set: &Set, places: &Places) {
        canvas.copy_from(&self.background);
        for ((sprite, patch), place) in self.patches.iter().zip(&set.patches).zip(places) {
            let anchor = match place {
                Some((row, column)) => (self.board.0 + *column as u32 * self.cell_px, self.board.1 + *row as u32 * self.cell_px),
                None => sprite.parked,
            };
            for (cell, offset) in sprite.cells.iter().zip(&patch.cells) {
                let (x, y) = shifted(anchor, *offset, self.cell_px);
                canvas.blit(x, y, cell, 0, 0, self.cell_px, self.cell_px);
            }
        }
    }
}

fn margin(cell_px: u32) -> u32 {
    cell_px * MARGIN / 10
}

fn shifted(anchor: (u32, u32), (down, right): (usize, isize), cell_px: u32) -> (u32, u32) {
    (anchor.0.saturating_add_signed(right as i32 * cell_px as i32), anchor.1 + down as u32 * cell_px)
}

/// The top left corners of all patches' parking places, in rows right of the board; `None` if they do not fit.
pub(super) fn pack(set: &Set, cell_px: u32, width: u32, height: u32) -> Option<Vec<(u32, u32)>> {
    let (margin, gap) = (margin(cell_px), cell_px * GAP / 10);
    let from = margin + cell_px * 3 / 4 + set.cols as u32 * cell_px + cell_px;
    if set.rows as u32 * cell_px + 2 * margin + cell_px > height {
        return None;
    }
    let mut rows: Vec<(u32, Vec<(u32, u32)>)> = vec![(0, Vec::new())];
    let mut x = from;
    for patch in &set.patches {
        let (patch_width, patch_height) = (patch.width() as u32 * cell_px, patch.height() as u32 * cell_px);
        if x + patch_width + margin > width {
            x = from;
            rows.push((0, Vec::new()));
        }
        if x + patch_width + margin > width {
            return None;
        }
        if let Some((row_height, row)) = rows.last_mut() {
            *row_height = (*row_height).max(patch_height);
            row.push((x, patch_height));
        }
        x += patch_width + gap;
    }
    let used: u32 = rows.iter().map(|(row_height, _)| row_height).sum();
    let least = used + gap * (rows.len() as u32 - 1) + 2 * margin;
    if least > height {
        return None;
    }
    // What height is left over goes between the rows and around them.
    let space = (height - used - 2 * margin) / (rows.len() as u32 + 1);
    let spread = space.clamp(gap.min(space), 2 * cell_px);
    let between = if rows.len() > 1 { spread.max(gap) } else { 0 };
    let mut y = (height - used - between * (rows.len() as u32 - 1)) / 2;
    let mut slots = Vec::with_capacity(set.patches.len());
    for (row_height, row) in rows {
        slots.extend(row.into_iter().map(|(x, patch_height)| (x, y + (row_height - patch_height) / 2)));
        y += row_height + between;
    }
    Some(slots)
}

fn draw_board(canvas: &mut Canvas, set: &Set, (x, y): (u32, u32), cell_px: u32) {
    let (left, top) = (x as i32, y as i32);
    let (width, height) = (set.cols as u32 * cell_px, set.rows as u32 * cell_px);
    let border = (cell_px / 14).max(1);
    let b = border as i32;
    canvas.rounded_rect(left - b, top - b, width + 2 * border, height + 2 * border, border, FRAME);
    canvas.rect(left, top, width, height, BOARD);
    let label_px = (cell_px as f32 * 0.42).max(8.0);
    for column in 0..set.cols {
        let at = left + (column as u32 * cell_px) as i32;
        canvas.rect(at, top, 1, height, GRID);
        let label = Label::new(&column.to_string(), label_px);
        label.stamp_centered(canvas, at + cell_px as i32 / 2, top - cell_px as i32 * 45 / 100, INDEX);
    }
    for row in 0..set.rows {
        let at = top + (row as u32 * cell_px) as i32;
        canvas.rect(left, at, width, 1, GRID);
        let label = Label::new(&row.to_string(), label_px);
        label.stamp_centered(canvas, left - cell_px as i32 * 45 / 100, at + cell_px as i32 / 2, INDEX);
    }
}

/// A patch's cells: plain color, a faint line to its own neighbors, a dark one to everything else, the number on the anchor.
fn cells(patch: &Patch, number: usize, cell_px: u32) -> Vec<Canvas<'static>> {
    let color = COLORS[number % COLORS.len()];
    let (edge, seam) = (color.map(|c| c / 5 * 3), color.map(|c| c - c / 10));
    let light = color.map(|c| c + (255 - c) / 4);
    let line = (cell_px / 16).max(1);
    let own = |down: isize, right: isize| patch.cells.iter().any(|(d, r)| *d as isize == down && *r == right);
    let draw = |(index, (down, right)): (usize, &(usize, isize))| {
        let mut canvas = Canvas::new(cell_px, cell_px);
        canvas.clear(color);
        let (side, far) = (cell_px as i32, (cell_px - line) as i32);
        canvas.rect(far, 0, line, cell_px, seam);
        canvas.rect(0, far, cell_px, line, seam);
        let down = *down as isize;
        if !own(down - 1, *right) {
            canvas.rect(0, line as i32, cell_px, line, light);
            canvas.rect(0, 0, cell_px, line, edge);
        }
        let sides = [((0, 1), (far, 0, line, cell_px)), ((1, 0), (0, far, cell_px, line)), ((0, -1), (0, 0, line, cell_px))];
        for ((step_down, step_right), (x, y, width, height)) in sides {
            if !own(down + step_down, right + step_right) {
                canvas.rect(x, y, width, height, edge);
            }
        }
        // Inner corners, where two neighbors meet but the cell between them is not the patch's own.
        for (step_down, step_right) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
            if !own(down + step_down, right + step_right) && own(down + step_down, *right) && own(down, right + step_right) {
                let (x, y) = (if step_right < 0 { 0 } else { far }, if step_down < 0 { 0 } else { far });
                canvas.rect(x, y, line, line, edge);
            }
        }
        if index == 0 {
            let label = Label::new(&number.to_string(), cell_px as f32 * 0.62);
            canvas.disc(side as f32 / 2.0, side as f32 / 2.0, side as f32 * 0.38, edge);
            label.stamp_centered(&mut canvas, side / 2, side / 2, INK);
        }
        canvas
    };
    patch.cells.iter().enumerate().map(draw).collect()
}
