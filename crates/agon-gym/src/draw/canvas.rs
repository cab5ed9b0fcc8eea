//! An RGB picture and the shapes the worlds are made of.

use agon_core::Image;
use std::ops::{Deref, DerefMut};

/// Red, green, blue.
pub type Color = [u8; 3];

/// Three bytes a pixel, rows from the top; its own, or somebody else's to draw on.
#[derive(Debug)]
pub struct Canvas<'p> {
    width: u32,
    height: u32,
    pixels: Pixels<'p>,
}

#[derive(Debug)]
enum Pixels<'p> {
    Own(Vec<u8>),
    Lent(&'p mut [u8]),
}

impl Deref for Pixels<'_> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Pixels::Own(pixels) => pixels,
            Pixels::Lent(pixels) => pixels,
        }
    }
}

impl DerefMut for Pixels<'_> {
    fn deref_mut(&mut self) -> &mut [u8] {
        match self {
            Pixels::Own(pixels) => pixels,
            Pixels::Lent(pixels) => pixels,
        }
    }
}

impl Clone for Canvas<'static> {
    fn clone(&self) -> Self {
        Self { width: self.width, height: self.height, pixels: Pixels::Own(self.pixels.to_vec()) }
    }
}

impl PartialEq for Canvas<'_> {
    fn eq(&self, other: &Self) -> bool {
        (self.width, self.height, &*self.pixels) == (other.width, other.height, &*other.pixels)
    }
}

impl Eq for Canvas<'_> {}

impl Canvas<'static> {
    pub fn new(width: u32, height: u32) -> Self {
        Self { width, height, pixels: Pixels::Own(vec![0; width as usize * height as usize * 3]) }
    }

    /// Takes over pixels; `None` if they are not three bytes for each of the canvas.
    pub fn from_pixels(width: u32, height: u32, pixels: Vec<u8>) -> Option<Self> {
        (pixels.len() == width as usize * height as usize * 3).then_some(Self { width, height, pixels: Pixels::Own(pixels) })
    }
}

impl<'p> Canvas<'p> {
    /// Draws on pixels that belong to somebody else; `None` if they are not three bytes for each of the canvas.
    pub fn over(width: u32, height: u32, pixels: &'p mut [u8]) -> Option<Self> {
        (pixels.len() == width as usize * height as usize * 3).then_some(Self { width, height, pixels: Pixels::Lent(pixels) })
    }

    pub fn width(&self) -> u32 {
        self.width
    }

    pub fn height(&self) -> u32 {
        self.height
    }

    pub fn pixels(&self) -> &[u8] {
        &self.pixels
    }

    pub fn into_pixels(self) -> Vec<u8> {
        match self.pixels {
            Pixels::Own(pixels) => pixels,
            Pixels::Lent(pixels) => pixels.to_vec(),
        }
    }

    pub fn into_image(self) -> Image {
        Image::rgb8(self.width, self.height, self.into_pixels())
    }

    pub fn pixel(&self, x: u32, y: u32) -> Color {
        let at = self.offset(x, y);
        [self.pixels[at], self.pixels[at + 1], self.pixels[at + 2]]
    }

    /// Fills everything.
    pub fn clear(&mut self, color: Color) {
        let (width, height) = (self.width, self.height);
        self.rect(0, 0, width, height, color);
    }

    /// Takes over another canvas of the same size: the quick way to start from a background drawn once.
    pub fn copy_from(&mut self, other: &Canvas) {
        debug_assert_eq!((self.width, self.height), (other.width, other.height));
        self.pixels.copy_from_slice(&other.pixels);
    }

    /// Fills a rectangle; what lies outside the canvas is cut off.
    pub fn rect(&mut self, x: i32, y: i32, width: u32, height: u32, color: Color) {
        let (x0, x1) = (clamp(x, self.width), clamp(x.saturating_add_unsigned(width), self.width));
        let (y0, y1) = (clamp(y, self.height), clamp(y.saturating_add_unsigned(height), self.height));
        if x0 >= x1 || y0 >= y1 {
            return;
        }
        let (first, last) = (self.offset(x0, y0), self.offset(x1 - 1, y0) + 3);
        for pixel in self.pixels[first..last].chunks_exact_mut(3) {
            pixel.copy_from_slice(&color);
        }
        for row in y0 + 1..y1 {
            let to = self.offset(x0, row);
            self.pixels.copy_within(first..last, to);
        }
    }

    /// Copies a part of another canvas; both places must lie inside.
    #[expect(clippy::too_many_arguments, reason = "two corners and a size, as every drawing library has them")]
    pub fn blit(&mut self, x: u32, y: u32, from: &Canvas, from_x: u32, from_y: u32, width: u32, height: u32) {
        let bytes = width as usize * 3;
        for row in 0..height {
            let (to, source) = (self.offset(x, y + row), from.offset(from_x, from_y + row));
            self.pixels[to..to + bytes].copy_from_slice(&from.pixels[source..source + bytes]);
        }
    }

    /// Mixes a color into one pixel; `coverage` is 0 to 255. Outside the canvas nothing happens.
    pub fn blend(&mut self, x: i32, y: i32, color: Color, coverage: u8) {
        if x < 0 || y < 0 || x as u32 >= self.width || y as u32 >= self.height || coverage == 0 {
            return;
        }
        let at = self.offset(x as u32, y as u32);
        for (channel, new) in self.pixels[at..at + 3].iter_mut().zip(color) {
            let (old, new, alpha) = (u32::from(*channel), u32::from(new), u32::from(coverage));
            *channel = ((old * (255 - alpha) + new * alpha + 127) / 255) as u8;
        }
    }

    /// A disc with soft edges; centre and radius in pixels.
    pub fn disc(&mut self, cx: f32, cy: f32, radius: f32, color: Color) {
        self.capsule((cx, cy), (cx, cy), radius, color);
    }

    /// A thick line with round ends and soft edges, from centre to centre.
    pub fn capsule(&mut self, a: (f32, f32), b: (f32, f32), radius: f32, color: Color) {
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let length_squared = dx * dx + dy * dy;
        let reach = radius + 1.0;
        for y in span(a.1.min(b.1) - reach, a.1.max(b.1) + reach, self.height) {
            let py = y as f32 + 0.5 - a.1;
            // Only the part of the line near this row can color it; a slanting line leaves most of its box empty.
            let (from, to) = part_near(py, dy, reach);
            let (left, right) = ((from * dx).min(to * dx), (from * dx).max(to * dx));
            for x in span(a.0 + left - reach, a.0 + right + reach, self.width) {
                let px = x as f32 + 0.5 - a.0;
                let along = if length_squared > 0.0 { ((px * dx + py * dy) / length_squared).clamp(0.0, 1.0) } else { 0.0 };
                let (ox, oy) = (px - along * dx, py - along * dy);
                let distance_squared = ox * ox + oy * oy;
                if distance_squared >= (radius + 0.5) * (radius + 0.5) {
                    continue;
                }
                let coverage = (radius + 0.5 - distance_squared.sqrt()).clamp(0.0, 1.0);
                self.blend(x as i32, y as i32, color, (coverage * 255.0).round() as u8);
            }
        }
    }

    /// A rectangle with round corners and soft edges at them.
    pub fn rounded_rect(&mut self, x: i32, y: i32, width: u32, height: u32, radius: u32, color: Color) {
        let radius = radius.min(width / 2).min(height / 2);
        let (r, w, h) = (radius as i32, width as i32, height as i32);
        self.rect(x, y + r, width, height - 2 * radius, color);
        self.rect(x + r, y, width - 2 * radius, radius, color);
        self.rect(x + r, y + h - r, width - 2 * radius, radius, color);
        for row in 0..r {
            for column in 0..r {
                let (dx, dy) = ((r - column) as f32 - 0.5, (r - row) as f32 - 0.5);
                let coverage = (radius as f32 + 0.5 - (dx * dx + dy * dy).sqrt()).clamp(0.0, 1.0);
                let alpha = (coverage * 255.0).round() as u8;
                for (px, py) in [(column, row), (w - 1 - column, row), (column, h - 1 - row), (w - 1 - column, h - 1 - row)] {
                    self.blend(x + px, y + py, color, alpha);
                }
            }
        }
    }

    /// The bytes of a row from a column on, for whoever brings finished pixels.
    pub(crate) fn row_mut(&mut self, x: u32, y: u32) -> &mut [u8] {
        let (from, to) = (self.offset(x, y), self.offset(0, y + 1));
        &mut self.pixels[from..to]
    }

    fn offset(&self, x: u32, y: u32) -> usize {
        (y as usize * self.width as usize + x as usize) * 3
    }
}

fn clamp(value: i32, limit: u32) -> u32 {
    value.clamp(0, limit as i32) as u32
}

/// Which part of a line that falls by `dy`, from 0 at its start to 1 at its end, is within `reach` of a height.
fn part_near(height: f32, dy: f32, reach: f32) -> (f32, f32) {
    if dy.abs() < 1.0 {
        return (0.0, 1.0);
    }
    let (one, other) = ((height - reach) / dy, (height + reach) / dy);
    (one.min(other).clamp(0.0, 1.0), one.max(other).clamp(0.0, 1.0))
}

/// The whole pixels between two edges that lie on the canvas.
fn span(from: f32, to: f32, limit: u32) -> std::ops::Range<u32> {
    let bound = |v: f32| v.clamp(0.0, limit as f32) as u32;
    bound(from.floor())..bound(to.ceil())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_cut_off_at_the_edges() {
        let mut canvas = Canvas::new(8, 8);
        canvas.rect(-4, -4, 6, 6, [9, 9, 9]);
        canvas.rect(7, 7, 100, 100, [8, 8, 8]);
        canvas.disc(-3.0, 20.0, 2.0, [255, 0, 0]);
        canvas.rounded_rect(5, -2, 6, 6, 2, [1, 2, 3]);
        assert_eq!(canvas.pixel(1, 1), [9, 9, 9]);
        assert_eq!(canvas.pixel(2, 2), [0, 0, 0]);
        assert_eq!(canvas.pixel(7, 7), [8, 8, 8]);
        assert_eq!(canvas.pixel(7, 1), [1, 2, 3]);
    }

    #[test]
    fn a_capsule_colors_every_pixel_within_its_radius_and_no_other() {
        for (a, b) in
            [((12.0, 9.0), (50.0, 44.5)), ((50.0, 10.3), (12.0, 14.0)), ((30.0, 5.0), (30.5, 58.0)), ((-9.0, 30.0), (70.0, 30.0))]
        {
            let mut canvas = Canvas::new(64, 64);
            canvas.capsule(a, b, 4.0, [255, 255, 255]);
            let (dx, dy) = (b.0 - a.0, b.1 - a.1);
            for (x, y) in (0..64).flat_map(|x| (0..64).map(move |y| (x, y))) {
                let (px, py) = (x as f32 + 0.5 - a.0, y as f32 + 0.5 - a.1);
                let along = ((px * dx + py * dy) / (dx * dx + dy * dy)).clamp(0.0, 1.0);
                let distance = ((px - along * dx).powi(2) + (py - along * dy).powi(2)).sqrt();
                let ink = canvas.pixel(x, y)[0];
                assert!(if distance < 3.4 { ink == 255 } else { distance < 4.6 || ink == 0 }, "{x}, {y}: {distance} {ink}");
            }
        }
    }

    #[test]
    fn a_disc_is_solid_inside_and_soft_at_its_edge() {
        let mut canvas = Canvas::new(20, 20);
        canvas.disc(10.0, 10.0, 6.0, [200, 100, 50]);
        assert_eq!(canvas.pixel(10, 10), [200, 100, 50]);
        assert_eq!(canvas.pixel(1, 1), [0, 0, 0]);
        let edge = canvas.pixel(14, 14)[0];
        assert!(edge > 0 && edge < 200, "{edge}");
    }
}
