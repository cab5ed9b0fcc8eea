//! A body seen from the front.

use super::fill::{Buffers, Corner, SUBSAMPLE};
use super::mesh::dot;
use super::{Mesh, Rotation};
use crate::{Canvas, Color};
use std::cell::RefCell;

/// Samples of a pixel, along one side.
const SAMPLES: usize = 2;

/// How far the eye is from the middle of the body, whose farthest vertex is at distance one: near enough to tell near from
/// far, far enough not to distort.
const EYE: f32 = 4.5;

/// How much of the panel's half side a body reaches at most.
const FILLED: f32 = 0.94;

/// From above on the left, over the viewer's shoulder; of length one.
const KEY_LIGHT: [f32; 3] = [-0.48, 0.64, 0.6];
/// Low from the right, to keep faces that the key light misses apart from each other.
const FILL_LIGHT: [f32; 3] = [0.8, -0.36, 0.48];

/// A square part of a frame that shows a body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Panel {
    pub(crate) left: u32,
    pub(crate) top: u32,
    pub(crate) side: u32,
    /// The color behind the body, with which its edges mix.
    pub(crate) background: Color,
}

#[derive(Default)]
struct Scratch {
    buffers: Buffers,
    corners: Vec<Corner>,
}

thread_local! {
    /// Frames are drawn one after the other, so a thread needs one set of buffers for all its worlds.
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

impl Panel {
    /// Draws a normalized mesh over the panel, whose background must already be there.
    pub(crate) fn draw(&self, canvas: &mut Canvas, mesh: &Mesh, orientation: Rotation) {
        SCRATCH.with_borrow_mut(|scratch| {
            let samples = self.side as usize * SAMPLES;
            scratch.buffers.resize(samples);
            project(mesh, orientation, samples, &mut scratch.corners);
            let corners = &scratch.corners;
            let (columns, rows) = (pixels(corners.iter().map(|c| c.x)), pixels(corners.iter().map(|c| c.y)));
            let to_samples = |range: &std::ops::Range<usize>| range.start * SAMPLES..(range.end * SAMPLES).min(samples);
            let [red, green, blue] = self.background.map(u32::from);
            scratch.buffers.clear(to_samples(&columns), to_samples(&rows), red | green << 8 | blue << 16);
            for [a, b, c] in &mesh.triangles {
                // The screen's rows go down, which turns counter-clockwise into clockwise.
                scratch.buffers.triangle(&corners[*a as usize], &corners[*c as usize], &corners[*b as usize]);
            }
            for row in rows.start..rows.end.min(self.side as usize) {
                let line = row * SAMPLES * samples;
                let range = columns.start * SAMPLES..columns.end.min(self.side as usize) * SAMPLES;
                let (upper, lower) = scratch.buffers.colors[line..line + 2 * samples].split_at(samples);
                let out = canvas.row_mut(self.left + columns.start as u32, self.top + row as u32);
                average(&upper[range.clone()], &lower[range], out);
            }
        });
    }
}

/// Where each vertex is on the screen, and how the light falls on it.
fn project(mesh: &Mesh, orientation: Rotation, samples: usize, corners: &mut Vec<Corner>) {
    let rows = orientation.matrix().map(|row| row.map(|part| part as f32));
    let half = samples as f32 * (SUBSAMPLE as f32 / 2.0);
    let focal = half * FILLED * (EYE * EYE - 1.0).sqrt();
    let limit = samples as i32 * SUBSAMPLE - 1;
    // The lights are turned into the body's own space: cheaper than turning every normal out of it.
    let inward = |light: [f32; 3]| [0, 1, 2].map(|i| rows[0][i] * light[0] + rows[1][i] * light[1] + rows[2][i] * light[2]);
    let (key, fill) = (inward(KEY_LIGHT), inward(FILL_LIGHT));
    corners.clear();
    corners.extend(mesh.vertices.iter().map(|vertex| {
        let per_distance = 1.0 / (EYE - dot(rows[2], vertex.position));
        let light = 0.42 + 0.62 * dot(key, vertex.normal).max(0.0) + 0.15 * dot(fill, vertex.normal).max(0.0);
        let place = |along: f32| ((half + focal * along * per_distance) as i32).clamp(0, limit);
        Corner {
            x: place(dot(rows[0], vertex.position)),
            y: place(-dot(rows[1], vertex.position)),
            depth: (per_distance * (1 << 28) as f32) as i32,
            color: vertex.color.map(|part| ((f32::from(part) * light).clamp(1.0, 254.0) * 65536.0) as i32),
        }
    }));
}

/// The pixels that places touch.
fn pixels(places: impl Iterator<Item = i32>) -> std::ops::Range<usize> {
    let (low, high) = places.fold((i32::MAX, i32::MIN), |(low, high), place| (low.min(place), high.max(place)));
    let pixel = SUBSAMPLE * SAMPLES as i32;
    if low > high { 0..0 } else { (low / pixel) as usize..(high / pixel + 1) as usize }
}

/// Four samples make a pixel.
fn average(upper: &[u32], lower: &[u32], out: &mut [u8]) {
    for ((upper, lower), pixel) in upper.chunks_exact(2).zip(lower.chunks_exact(2)).zip(out.chunks_exact_mut(3)) {
        let four = [upper[0], upper[1], lower[0], lower[1]];
        let red_blue = four.iter().map(|color| color & 0xff_00ff).sum::<u32>() + 0x2_0002;
        let green = four.iter().map(|color| color >> 8 & 0xff).sum::<u32>() + 2;
        pixel.copy_from_slice(&[(red_blue >> 2) as u8, (green >> 2) as u8, (red_blue >> 18) as u8]);
    }
}
