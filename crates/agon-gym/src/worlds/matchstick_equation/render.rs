//! How an equation looks: wooden matches with red heads on paper, numbered below. Every symbol is drawn once, then copied.

use super::equation::Symbols;
use super::glyph::{self, GLYPHS, Segments};
use super::params::Places;
use crate::{Canvas, Color, Label};

const PAPER: Color = [250, 247, 240];
const SHADOW: Color = [226, 219, 205];
const FAINT: Color = [238, 233, 223];
const WOOD: Color = [222, 178, 116];
const WOOD_EDGE: Color = [176, 128, 70];
const WOOD_LIGHT: Color = [240, 208, 156];
const HEAD: Color = [196, 44, 38];
const HEAD_EDGE: Color = [142, 24, 24];
const INDEX: Color = [96, 100, 112];
const RULE: Color = [226, 221, 210];
const NUMBER: Color = [44, 70, 148];

/// Everything that is drawn once.
pub(super) struct Look {
    background: Canvas<'static>,
    /// A cell with each symbol, in the order of [`GLYPHS`].
    cells: Vec<Canvas<'static>>,
    /// The left edge of the first cell and the top of all.
    corner: (u32, u32),
}

/// A cell's measures in pixels.
struct Measures {
    /// A match's length from joint to joint: a digit is one wide and two tall.
    length: f32,
    width: u32,
    height: u32,
}

impl Look {
    pub(super) fn new(count: usize, frame_px: u32, places: Places) -> Self {
        let (width, height) = (frame_px, frame_px * 4 / 15);
        let label_px = (height as f32 / 7.0).clamp(12.0, 28.0);
        let cells_height = height as f32 - 1.7 * label_px;
        let length = (cells_height / 2.5).min(width as f32 / (1.5 * count as f32 + 0.3));
        let measures = Measures { length, width: (1.5 * length) as u32, height: (2.5 * length).min(cells_height) as u32 };
        let corner = (
            (width - measures.width * count as u32) / 2,
            (cells_height as u32).saturating_sub(measures.height) / 2 + height / 40,
        );
        let mut background = Canvas::new(width, height);
        background.clear(PAPER);
        let line = (cells_height + 0.2 * label_px) as i32;
        background.rect(0, line, width, 1, RULE);
        for index in 0..count {
            let x = corner.0 + measures.width * index as u32 + measures.width / 2;
            let y = (cells_height + 0.92 * label_px) as i32;
            Label::new(&index.to_string(), label_px.min(measures.width as f32 / 1.6)).stamp_centered(
                &mut background,
                x as i32,
                y,
                INDEX,
            );
        }
        let cells = GLYPHS.iter().map(|(symbol, segments)| cell(&measures, *symbol, *segments, places)).collect();
        Self { background, cells, corner }
    }

    pub(super) fn size(&self) -> (u32, u32) {
        (self.background.width(), self.background.height())
    }

    pub(super) fn draw(&self, canvas: &mut Canvas, symbols: &Symbols) {
        canvas.copy_from(&self.background);
        for (index, segments) in symbols.iter().enumerate() {
            if let Some(cell) = GLYPHS.iter().position(|(_, known)| known == segments).and_then(|at| self.cells.get(at)) {
                let x = self.corner.0 + cell.width() * index as u32;
                canvas.blit(x, self.corner.1, cell, 0, 0, cell.width(), cell.height());
            }
        }
    }
}

fn cell(measures: &Measures, symbol: char, segments: Segments, places: Places) -> Canvas<'static> {
    let mut canvas = Canvas::new(measures.width, measures.height);
    canvas.clear(PAPER);
    let radius = (measures.length * 0.065).max(1.6);
    let all = glyph::segments('8').filter(|_| symbol.is_ascii_digit()).unwrap_or_default();
    if places != Places::None {
        for segment in glyph::members(all & !segments) {
            let (tail, head) = ends(measures, segment);
            canvas.capsule(tail, head, radius, FAINT);
        }
    }
    for segment in glyph::members(segments) {
        let (tail, head) = ends(measures, segment);
        let drop = radius * 0.6;
        canvas.capsule((tail.0 + drop, tail.1 + drop), (head.0 + drop, head.1 + drop), radius, SHADOW);
    }
    for segment in glyph::members(segments) {
        draw_match(&mut canvas, ends(measures, segment), radius);
    }
    if places == Places::Numbered {
        for segment in glyph::members(all | segments) {
            let (tail, head) = ends(measures, segment);
            // The strokes of operators cross in the middle.
            let part = if segment < 7 { 0.5 } else { 0.2 };
            let middle = (tail.0 + (head.0 - tail.0) * part, tail.1 + (head.1 - tail.1) * part);
            let size = (measures.length * 0.3).max(10.0);
            canvas.disc(middle.0, middle.1, size * 0.55, PAPER);
            Label::new(&segment.to_string(), size).stamp_centered(&mut canvas, middle.0 as i32, middle.1 as i32, NUMBER);
        }
    }
    canvas
}

fn draw_match(canvas: &mut Canvas, (tail, head): ((f32, f32), (f32, f32)), radius: f32) {
    let along = |part: f32| (tail.0 + (head.0 - tail.0) * part, tail.1 + (head.1 - tail.1) * part);
    canvas.capsule(tail, head, radius, WOOD_EDGE);
    canvas.capsule(tail, head, radius - 0.9, WOOD);
    let light = radius * 0.35;
    let shifted = |point: (f32, f32)| (point.0 - light, point.1 - light);
    canvas.capsule(shifted(along(0.06)), shifted(along(0.9)), radius * 0.22, WOOD_LIGHT);
    canvas.capsule(along(0.86), head, radius * 1.32, HEAD_EDGE);
    canvas.capsule(along(0.86), head, radius * 1.32 - 0.9, HEAD);
}

/// Where a segment's match lies in its cell: its plain end and its head.
fn ends(measures: &Measures, segment: usize) -> ((f32, f32), (f32, f32)) {
    let (cx, cy) = (measures.width as f32 / 2.0, measures.height as f32 / 2.0);
    // In units of half a match from the symbol's centre. Matches stop short of the joints so that they do not touch.
    let short = 0.8;
    let (tail, head) = match segment {
        0 => ((-short, -2.0), (short, -2.0)),
        1 => ((1.0, -1.0 + short), (1.0, -1.0 - short)),
        2 => ((1.0, 1.0 + short), (1.0, 1.0 - short)),
        3 => ((-short, 2.0), (short, 2.0)),
        4 => ((-1.0, 1.0 + short), (-1.0, 1.0 - short)),
        5 => ((-1.0, -1.0 + short), (-1.0, -1.0 - short)),
        7 => ((0.0, short), (0.0, -short)),
        8 => ((0.75, 0.75), (-0.75, -0.75)),
        9 => ((-0.75, 0.75), (0.75, -0.75)),
        11 => ((-short, -0.4), (short, -0.4)),
        12 => ((-short, 0.4), (short, 0.4)),
        _ => ((-short, 0.0), (short, 0.0)),
    };
    let place = |(x, y): (f32, f32)| (cx + x * measures.length / 2.0, cy + y * measures.length / 2.0);
    (place(tail), place(head))
}
