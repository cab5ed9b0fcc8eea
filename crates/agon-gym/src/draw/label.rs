//! Text, rasterised once and stamped often.

use crate::{Canvas, Color};
use fontdue::{Font, FontSettings};
use std::sync::LazyLock;

static FONT: LazyLock<Option<Font>> = LazyLock::new(|| Font::from_bytes(dejavu::sans::bold(), FontSettings::default()).ok());

/// A line of text as a coverage mask, tight around its ink.
#[derive(Clone, Debug)]
pub struct Label {
    width: u32,
    height: u32,
    coverage: Vec<u8>,
}

impl Label {
    /// Rasterises `text` in the bold face, `size_px` from line to line.
    pub fn new(text: &str, size_px: f32) -> Self {
        let Some(font) = FONT.as_ref() else { return Self { width: 0, height: 0, coverage: Vec::new() } };
        let glyphs: Vec<_> = text.chars().map(|c| font.rasterize(c, size_px)).collect();
        let mut pen = 0.0f32;
        let mut placed = Vec::with_capacity(glyphs.len());
        for (metrics, bitmap) in &glyphs {
            placed.push((pen.round() as i32 + metrics.xmin, -(metrics.height as i32 + metrics.ymin), metrics, bitmap));
            pen += metrics.advance_width;
        }
        let inked = || placed.iter().filter(|(_, _, m, _)| m.width > 0);
        let left = inked().map(|(x, ..)| *x).min().unwrap_or(0);
        let top = inked().map(|(_, y, ..)| *y).min().unwrap_or(0);
        let right = inked().map(|(x, _, m, _)| x + m.width as i32).max().unwrap_or(0);
        let bottom = inked().map(|(_, y, m, _)| y + m.height as i32).max().unwrap_or(0);
        let (width, height) = ((right - left) as u32, (bottom - top) as u32);
        let mut coverage = vec![0; (width * height) as usize];
        for (x, y, metrics, bitmap) in placed {
            for (i, ink) in bitmap.iter().enumerate().filter(|(_, ink)| **ink > 0) {
                let column = x - left + (i % metrics.width) as i32;
                let row = y - top + (i / metrics.width) as i32;
                let cell = &mut coverage[row as usize * width as usize + column as usize];
                *cell = (*cell).max(*ink);
            }
        }
        Self { width, height, coverage }
    }

    pub fn width(&self) -> u32 {
        self.width
    }

    pub fn height(&self) -> u32 {
        self.height
    }

    /// Stamps the text with its ink's top left corner at a point.
    pub fn stamp(&self, canvas: &mut Canvas, x: i32, y: i32, color: Color) {
        for (i, ink) in self.coverage.iter().enumerate().filter(|(_, ink)| **ink > 0) {
            let (column, row) = (i as u32 % self.width, i as u32 / self.width);
            canvas.blend(x + column as i32, y + row as i32, color, *ink);
        }
    }

    /// Stamps the text centred on a point.
    pub fn stamp_centered(&self, canvas: &mut Canvas, cx: i32, cy: i32, color: Color) {
        self.stamp(canvas, cx - self.width as i32 / 2, cy - self.height as i32 / 2, color);
    }
}
