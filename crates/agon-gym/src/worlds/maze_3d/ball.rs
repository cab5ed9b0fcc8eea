//! The red ball at the target, drawn once for every cell it can be seen in.

use super::texture;
use super::view::{Ahead, EYE_BEHIND, EYE_HEIGHT, Lens, bytes, mean};
use crate::Canvas;
use std::sync::OnceLock;

const RADIUS: f32 = 0.19;
/// How high its middle is above the floor: it floats a little.
const HEIGHT: f32 = 0.27;
const COLOR: [f32; 3] = [0.90, 0.10, 0.11];
/// From above on the left; of length one.
const LIGHT: [f32; 3] = [-0.48, 0.64, -0.6];
const SAMPLES: usize = 2;

pub(super) struct Ball {
    pub(super) cell: Ahead,
    /// How far ahead of the eye its middle is.
    pub(super) distance: f32,
    left: u32,
    top: u32,
    width: u32,
    height: u32,
    /// Color and how much of the pixel it covers, row by row; made when first seen.
    pixels: OnceLock<Vec<[u8; 4]>>,
}

impl Ball {
    /// Draws it over the columns in which no wall is before it.
    pub(super) fn draw(&self, lens: Lens, canvas: &mut Canvas, is_free: impl Fn(u32) -> bool) {
        let free: Vec<bool> = (self.left..self.left + self.width).map(is_free).collect();
        let runs: Vec<(usize, usize)> = {
            let mut at = 0;
            free.chunk_by(|a, b| a == b)
                .filter_map(|run| {
                    at += run.len();
                    run[0].then_some((at - run.len(), at))
                })
                .collect()
        };
        if runs.is_empty() {
            return;
        }
        let drawn = self.pixels.get_or_init(|| self.drawn(lens));
        for (row, pixels) in drawn.chunks_exact(self.width.max(1) as usize).enumerate() {
            for (from, to) in &runs {
                let out = canvas.row_mut(self.left + *from as u32, self.top + row as u32);
                for ([red, green, blue, cover], out) in pixels[*from..*to].iter().zip(out.chunks_exact_mut(3)) {
                    let (cover, clear) = (u32::from(*cover), 255 - u32::from(*cover));
                    for (old, new) in out.iter_mut().zip([red, green, blue]) {
                        *old = ((u32::from(*old) * clear + u32::from(*new) * cover + 127) / 255) as u8;
                    }
                }
            }
        }
    }

    fn drawn(&self, lens: Lens) -> Vec<[u8; 4]> {
        let rows = self.top..self.top + self.height;
        let places = rows.flat_map(|y| (self.left..self.left + self.width).map(move |x| (x, y)));
        places.map(|(x, y)| pixel(lens, middle(self.cell), x, y)).collect()
    }
}

/// The middle of a ball from the eye: right, up, ahead.
fn middle((ahead, right): Ahead) -> [f32; 3] {
    [right as f32, HEIGHT - EYE_HEIGHT, ahead as f32 + EYE_BEHIND]
}

/// The ball in every cell that a maze of so many cells along each side can have in view.
pub(super) fn all(lens: Lens, cells: usize) -> Vec<Ball> {
    let side = cells as isize;
    let places = (0..side).flat_map(|ahead| (-side..=side).map(move |right| (ahead, right)));
    places.filter(|(ahead, right)| right.abs() <= ahead + 1).filter_map(|cell| ball(lens, cell)).collect()
}

fn ball(lens: Lens, cell: Ahead) -> Option<Ball> {
    let middle = middle(cell);
    // The nearest point decides how far it can reach on the frame; aside it is stretched.
    let stretch = 1.0 + middle[0].abs() / middle[2];
    let reach = lens.focal * RADIUS * stretch / (middle[2] - RADIUS) + 1.0;
    let (x, y) = (lens.focal * middle[0] / middle[2], -lens.focal * middle[1] / middle[2]);
    let bounds = |center: f32, limit: u32| {
        let bound = |place: f32| place.clamp(0.0, limit as f32) as u32;
        let center = center + limit as f32 / 2.0;
        (bound((center - reach).floor()), bound((center + reach).ceil()))
    };
    let ((left, right), (top, bottom)) = (bounds(x, lens.width), bounds(y, lens.height));
    if left >= right || top >= bottom {
        return None;
    }
    let (width, height) = (right - left, bottom - top);
    Some(Ball { cell, distance: middle[2], left, top, width, height, pixels: OnceLock::new() })
}

fn pixel(lens: Lens, middle: [f32; 3], x: u32, y: u32) -> [u8; 4] {
    let [red, green, blue, cover] = mean(SAMPLES, |across, down| {
        let ray = [lens.slope(x as f32 + across), -lens.fall(y as f32 + down), 1.0];
        shade(ray, middle).map_or([0.0; 4], |[red, green, blue]| [red, green, blue, 1.0])
    });
    if cover == 0.0 {
        return [0; 4];
    }
    let [red, green, blue] = bytes([red / cover, green / cover, blue / cover]);
    [red, green, blue, (cover * 255.0 + 0.5) as u8]
}

/// The color of the ball where a ray meets it.
fn shade(ray: [f32; 3], middle: [f32; 3]) -> Option<[f32; 3]> {
    let dot = |a: [f32; 3], b: [f32; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let (a, b, c) = (dot(ray, ray), dot(ray, middle), dot(middle, middle) - RADIUS * RADIUS);
    let root = b * b - a * c;
    if root < 0.0 {
        return None;
    }
    let along = (b - root.sqrt()) / a;
    let normal = [0, 1, 2].map(|axis| (ray[axis] * along - middle[axis]) / RADIUS);
    let lit = dot(normal, LIGHT).max(0.0);
    // A highlight where the light is mirrored towards the eye.
    let length = a.sqrt();
    let half = [0, 1, 2].map(|axis| LIGHT[axis] - ray[axis] / length);
    let shine = (dot(normal, half) / dot(half, half).sqrt()).max(0.0);
    let shine = shine * shine * shine * shine;
    let shine = shine * shine * shine * shine;
    let shine = shine * shine;
    let color = COLOR.map(|part| part * (0.42 + 0.62 * lit) + 0.45 * shine);
    // Less fog than around it: one is to find it.
    Some(texture::in_fog(color, 1.0, texture::clearness(middle[2] * 0.3)))
}
