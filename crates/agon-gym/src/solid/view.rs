//! A body seen from the front.

use super::fill::{Buffers, Corner, SUBSAMPLE};
use super::mesh::dot;
use super::pixels::{SAMPLES, average, samples};
use super::texture::FULL_LIGHT;
use super::{Mesh, Rotation};
use crate::{Canvas, Color};
use std::cell::RefCell;

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
            let side = self.side as usize * SAMPLES;
            let Scratch { buffers, corners } = scratch;
            let [red, green, blue] = self.background.map(i32::from);
            buffers.prepare(side, 0..side, red | green << 8 | blue << 16);
            project(mesh, orientation, side, corners);
            for [a, b, c] in &mesh.triangles {
                // The screen's rows go down, which turns counter-clockwise into clockwise.
                let indices = [a, c, b].map(|index| *index as usize);
                let [a, b, c] = indices.map(|index| &corners[index]);
                match &mesh.texture {
                    Some(texture) => buffers.textured_triangle([a, b, c], texture, indices.map(|index| texture.places[index])),
                    None => buffers.triangle(a, b, c),
                }
            }
            for row in 0..self.side {
                let rows = samples(&(row as usize..row as usize + 1));
                let touched = buffers.touched(rows.clone());
                if !touched.is_empty() {
                    let pixels = touched.start / SAMPLES..touched.end.div_ceil(SAMPLES);
                    let out = canvas.row_mut(self.left + pixels.start as u32, self.top + row);
                    average(buffers, row as usize, pixels, out);
                    rows.for_each(|row| buffers.empty(row));
                }
            }
        });
    }
}

/// Where each vertex is on the screen, and how the light falls on it.
fn project(mesh: &Mesh, orientation: Rotation, side: usize, corners: &mut Vec<Corner>) {
    let rows = orientation.matrix().map(|row| row.map(|part| part as f32));
    let half = side as f32 * (SUBSAMPLE as f32 / 2.0);
    let focal = half * FILLED * (EYE * EYE - 1.0).sqrt();
    let limit = side as i32 * SUBSAMPLE - 1;
    // The lights are turned into the body's own space: cheaper than turning every normal out of it.
    let inward = |light: [f32; 3]| [0, 1, 2].map(|i| rows[0][i] * light[0] + rows[1][i] * light[1] + rows[2][i] * light[2]);
    let (key, fill) = (inward(KEY_LIGHT), inward(FILL_LIGHT));
    // With a texture the corners carry the light alone.
    let own = mesh.texture.as_ref().map(|_| [FULL_LIGHT as u8; 3]);
    corners.clear();
    corners.extend(mesh.vertices.iter().map(|vertex| {
        let per_distance = 1.0 / (EYE - dot(rows[2], vertex.position));
        let light = 0.42 + 0.62 * dot(key, vertex.normal).max(0.0) + 0.15 * dot(fill, vertex.normal).max(0.0);
        let place = |along: f32| ((half + focal * along * per_distance) as i32).clamp(0, limit);
        Corner {
            x: place(dot(rows[0], vertex.position)),
            y: place(-dot(rows[1], vertex.position)),
            depth: (per_distance * (1 << 28) as f32) as i32,
            color: own.unwrap_or(vertex.color).map(|part| ((f32::from(part) * light).clamp(1.0, 254.0) * 65536.0) as i32),
        }
    }));
}
