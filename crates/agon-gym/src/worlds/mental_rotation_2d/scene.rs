//! How an episode looks: a round picture and the same picture turned. Turning samples a finer picture along straight lines
//! in fixed point, so it is quick and the same on every machine.

use crate::draw::cos_sin;
use crate::{Canvas, Color, Label};

/// A picture cut round, ready to be turned.
pub(super) struct Disc {
    /// The side of the square around it.
    side: u32,
    /// The first pixel of each row and how many there are.
    rows: Vec<(u32, u32)>,
    /// The pixels at its edge and how much of the paper shows in them.
    rim: Vec<(i32, i32, u8)>,
    /// The picture at [`FINER`] times the size, a sample in the low three bytes: red, green, blue. Samples lie on the corners
    /// between its pixels, because there the middles of the upright picture's pixels are: turned back it is exact.
    source: Vec<u32>,
    /// How many samples a row has. Odd, so that walking down a column does not always meet the same lines of a cache.
    stride: u32,
}

pub(super) struct Scene {
    /// The picture's name.
    pub(super) picture: String,
    disc: Disc,
    /// The frame with the upright picture on the left and nothing on the right.
    background: Canvas<'static>,
    left_px: u32,
    top_px: u32,
}

/// How much finer the picture is that is sampled.
const FINER: u32 = 2;
/// Fixed-point numbers have this many bits after the point.
const POINT: u32 = 16;

const PAPER: Color = [38, 41, 48];
const RULE: Color = [74, 79, 90];
const TEXT: Color = [196, 201, 212];

impl Disc {
    pub(super) fn new(picture: &Canvas, side: u32) -> Self {
        let fine = picture.resized(side * FINER, side * FINER);
        let stride = side * FINER + 1;
        let corner = |x: u32, y: u32| {
            // The four pixels that meet there; at the edge there are fewer, which then count more.
            let [left, right] = [x.saturating_sub(1), x.min(side * FINER - 1)];
            let [above, below] = [y.saturating_sub(1), y.min(side * FINER - 1)];
            let four = [(left, above), (right, above), (left, below), (right, below)].map(|(x, y)| fine.pixel(x, y));
            let [red, green, blue] = [0, 1, 2].map(|channel| {
                let sum: u32 = four.iter().map(|pixel| u32::from(pixel[channel])).sum();
                ((sum + 2) / 4) as u8
            });
            u32::from_le_bytes([red, green, blue, 0])
        };
        let source = (0..stride).flat_map(|y| (0..stride).map(move |x| (x, y))).map(|(x, y)| corner(x, y)).collect();
        // Distances are doubled, because the middle lies between pixels. One pixel less than fits, so that no turn
        // reaches over the picture's edge.
        let radius = i64::from(side) - 2;
        let rows = (0..side)
            .map(|y| {
                let dy = 2 * i64::from(y) + 1 - i64::from(side);
                let inside = |x: &u32| (2 * i64::from(*x) + 1 - i64::from(side)).pow(2) + dy * dy <= radius * radius;
                let first = (0..side).find(inside).unwrap_or(side / 2);
                let last = (0..side).rev().find(inside);
                (first, last.map_or(0, |last| last + 1 - first))
            })
            .collect();
        Self { side, rows, rim: rim(side), source, stride }
    }

    /// Writes the pixels of a row as they are when the picture is turned clockwise.
    fn turned_row(&self, y: u32, (cos, sin): (i32, i32), out: &mut [u8]) {
        let (first, _) = self.rows[y as usize];
        // Back from the turned picture to the upright one; both have their origin in the middle, between pixels.
        let half = |at: u32| 2 * at as i64 + 1 - i64::from(self.side);
        let (dx, dy) = (half(first), half(y));
        let (cos, sin) = (i64::from(cos), i64::from(sin));
        let middle = i64::from(self.side) << POINT;
        let finer = i64::from(FINER);
        // In samples of the source, of which a doubled distance has half of `FINER`; half a sample more rounds.
        let start = |along: i64| ((along + middle) * finer / 2 + (1 << (POINT - 1))) as i32;
        let (mut source_x, mut source_y) = (start(dx * cos + dy * sin), start(dy * cos - dx * sin));
        let (step_x, step_y) = ((cos * finer) as i32, (-sin * finer) as i32);
        let (source, stride) = (self.source.as_slice(), self.stride as i32);
        let mut sample = || {
            let at = (source_y >> POINT) * stride + (source_x >> POINT);
            source_x = source_x.wrapping_add(step_x);
            source_y = source_y.wrapping_add(step_y);
            source.get(at as usize).copied().unwrap_or(0)
        };
        // Four samples fill three words, which saves most of the stores.
        let mut fours = out.chunks_exact_mut(12);
        for four in &mut fours {
            let [a, b, c, d] = [sample(), sample(), sample(), sample()];
            let words = [a | b << 24, b >> 8 | c << 16, c >> 16 | d << 8];
            for (bytes, word) in four.chunks_exact_mut(4).zip(words) {
                bytes.copy_from_slice(&word.to_le_bytes());
            }
        }
        for pixel in fours.into_remainder().chunks_exact_mut(3) {
            let [red, green, blue, _] = sample().to_le_bytes();
            pixel.copy_from_slice(&[red, green, blue]);
        }
    }

    /// All pixels of the turned disc, row by row.
    pub(super) fn turned(&self, angle_deg: i64) -> Vec<u8> {
        let direction = fixed(angle_deg);
        let mut pixels = Vec::new();
        for (y, (_, width)) in self.rows.iter().enumerate() {
            let from = pixels.len();
            pixels.resize(from + *width as usize * 3, 0);
            self.turned_row(y as u32, direction, &mut pixels[from..]);
        }
        pixels
    }

    fn draw(&self, canvas: &mut Canvas, left_px: u32, top_px: u32, angle_deg: i64) {
        let direction = fixed(angle_deg);
        for (y, (first, width)) in self.rows.iter().enumerate() {
            let row = &mut canvas.row_mut(left_px + first, top_px + y as u32)[..*width as usize * 3];
            self.turned_row(y as u32, direction, row);
        }
        for (x, y, coverage) in &self.rim {
            canvas.blend(left_px as i32 + x, top_px as i32 + y, PAPER, *coverage);
        }
    }
}

impl Scene {
    pub(super) fn new(frame_px: u32, name: &str, picture: &Canvas) -> Self {
        let margin = frame_px / 32;
        let disc = Disc::new(picture, frame_px - 2 * margin);
        let mut background = Canvas::new(2 * frame_px, frame_px);
        background.clear(PAPER);
        background.rect(frame_px as i32 - 1, margin as i32, 2, frame_px - 2 * margin, RULE);
        disc.draw(&mut background, margin, margin, 0);
        // The corners beside the discs are free.
        let size = (frame_px as f32 / 20.0).clamp(9.0, 24.0);
        for (text, x) in [("A", margin), ("B", frame_px + margin)] {
            Label::new(text, size * 1.4).stamp(&mut background, x as i32, margin as i32, TEXT);
        }
        Self { picture: name.into(), disc, background, left_px: frame_px + margin, top_px: margin }
    }

    pub(super) fn frame_size(&self) -> (u32, u32) {
        (self.background.width(), self.background.height())
    }

    pub(super) fn draw(&self, angle_deg: i64, canvas: &mut Canvas) {
        let (width, height) = self.frame_size();
        // Only what the turned picture leaves free; in its box that is all but its rows.
        let (left, top, side) = (self.left_px, self.top_px, self.disc.side);
        canvas.blit(0, 0, &self.background, 0, 0, left, height);
        canvas.blit(left, 0, &self.background, left, 0, width - left, top);
        canvas.blit(left, top + side, &self.background, left, top + side, width - left, height - top - side);
        for (y, (first, count)) in (top..).zip(&self.disc.rows) {
            let after = left + first + count;
            canvas.blit(left, y, &self.background, left, y, *first, 1);
            canvas.blit(after, y, &self.background, after, y, width - after, 1);
        }
        self.disc.draw(canvas, self.left_px, self.top_px, angle_deg);
    }
}

/// What makes a disc's edge soft: the pixels that reach over it.
fn rim(side: u32) -> Vec<(i32, i32, u8)> {
    let middle = f64::from(side) / 2.0;
    let radius = middle - 1.5;
    let all = (0..side as i32).flat_map(|y| (0..side as i32).map(move |x| (x, y)));
    all.filter_map(|(x, y)| {
        let (dx, dy) = (f64::from(x) + 0.5 - middle, f64::from(y) + 0.5 - middle);
        let distance = (dx * dx + dy * dy).sqrt();
        let coverage = ((distance - radius + 0.5).clamp(0.0, 1.0) * 255.0).round() as u8;
        (coverage > 0 && distance <= middle).then_some((x, y, coverage))
    })
    .collect()
}

/// Cosine and sine in fixed point.
fn fixed(angle_deg: i64) -> (i32, i32) {
    let (cos, sin) = cos_sin(angle_deg as f64);
    let one = f64::from(1 << POINT);
    ((cos * one).round() as i32, (sin * one).round() as i32)
}
