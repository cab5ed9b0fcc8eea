//! Bodies in the world, brought before a camera.

use super::body::Body;
use super::camera::{Camera, NEAR, Placement, Pose, project};
use super::fill::{Buffers, Corner, SUBSAMPLE, first_center};
use super::mesh::dot;
use super::paint::Still;
use super::pixels::SAMPLES;
use std::ops::Range;
use std::sync::Arc;

/// A light: a direction in the world towards it, and its strength.
const LIGHTS: [([f32; 3], f32); 2] = [([0.48, -0.36, 0.80], 0.44), ([0.60, 0.69, 0.40], 0.16)];
/// Light from everywhere: this much from above, and this much less from below.
const AMBIENT: (f32, f32) = (0.56, 0.12);

/// How far above its surface a shadow is drawn.
const SHADOW_LIFT_M: f64 = 0.0008;

/// A square picture: first all that is in it is brought before the camera, then it is painted.
#[derive(Default)]
pub(crate) struct Picture {
    /// In samples.
    pub(super) side: usize,
    pub(super) drawn: Drawn,
    /// What is seen of the body just being drawn.
    seen: Vec<Seen>,
    /// Some rows of the picture, and what is laid over them. The latter is empty in between.
    pub(super) band: Buffers,
    pub(super) spare_band: Buffers,
    /// Which triangles touch which band.
    pub(super) bands: Vec<Vec<u32>>,
    /// What never moves, as it was painted over last and is again; and what is laid over it.
    pub(super) over: Option<(Arc<Still>, Buffers)>,
    pub(super) spare: Buffers,
}

/// Everything that is in a picture, ready to be painted.
#[derive(Default)]
pub(super) struct Drawn {
    pub(super) corners: Vec<Corner>,
    pub(super) triangles: Vec<Triangle>,
    /// From the first to the last, each with the end of its triangles.
    pub(super) layers: Vec<(Layer, usize)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layer {
    Solid,
    Shadow,
    Mark,
}

pub(super) struct Triangle {
    pub(super) corners: [u32; 3],
    /// The rows of samples it may cover.
    pub(super) rows: Range<u16>,
}

/// A vertex in the camera's frame: to the right, up, and away, with its color.
#[derive(Clone, Copy, Default)]
struct Seen {
    at: [f32; 3],
    color: [f32; 3],
    corner: Corner,
    /// Which sides of the view it is outside of, a bit for each.
    outside: u8,
}

impl Picture {
    /// Begins a picture of this side in pixels, with nothing in it.
    pub(crate) fn begin(&mut self, side: u32) {
        self.side = side as usize * SAMPLES;
        self.drawn.corners.clear();
        self.drawn.triangles.clear();
        self.drawn.layers.clear();
    }

    /// Draws a body. Bodies that the camera does not see cost next to nothing.
    pub(crate) fn draw(&mut self, camera: &Camera, body: &Body, pose: &Pose) {
        self.add(camera, body, pose);
        self.end_layer(Layer::Solid);
    }

    /// Draws a mark: one sees through it, and faintly sees it through what hides it.
    pub(crate) fn draw_mark(&mut self, camera: &Camera, body: &Body, pose: &Pose) {
        self.add(camera, body, pose);
        self.end_layer(Layer::Mark);
    }

    /// Draws the shadow that bodies throw straight down on a level surface, where the surface is seen.
    pub(crate) fn draw_shadow<'a>(&mut self, camera: &Camera, bodies: impl Iterator<Item = (&'a Body, Pose)>, height_m: f64) {
        for (body, pose) in bodies {
            // Flat on the surface, but for a hair's breadth that keeps it in front.
            let [a, b, c, d, e, f, ..] = pose.matrix;
            let [x, y, _] = pose.position;
            let flat = Pose { position: [x, y, height_m + SHADOW_LIFT_M], matrix: [a, b, c, d, e, f, 0.0, 0.0, 0.0] };
            self.add(camera, body, &flat);
        }
        self.end_layer(Layer::Shadow);
    }

    /// Adds what the camera sees of a body to the layer that is being made.
    fn add(&mut self, camera: &Camera, body: &Body, pose: &Pose) {
        let place = Placement::new(camera, pose);
        if !place.may_see(body) {
            return;
        }
        self.see(&place, body);
        let first = self.drawn.corners.len() as u32;
        self.drawn.corners.extend(self.seen.iter().map(|seen| seen.corner));
        for indices in &body.triangles {
            let [a, b, c] = indices.map(|index| self.seen[index as usize].outside);
            if a | b | c == 0 {
                self.add_triangle(indices.map(|index| first + index));
            } else if a & b & c == 0 {
                self.clip(indices.map(|index| self.seen[index as usize]), place.zoom);
            }
        }
    }

    /// Adds a triangle, unless it shows its back or falls between all samples.
    fn add_triangle(&mut self, [a, b, c]: [u32; 3]) {
        // Outsides go counter-clockwise in the world and clockwise in the buffers' eyes.
        let corners = [a, c, b];
        let [a, b, c] = corners.map(|index| &self.drawn.corners[index as usize]);
        let faces = i64::from(b.x - a.x) * i64::from(c.y - a.y) > i64::from(b.y - a.y) * i64::from(c.x - a.x);
        let rows = [a.y.min(b.y).min(c.y), a.y.max(b.y).max(c.y)].map(|y| first_center(y) as u16);
        let columns = [a.x.min(b.x).min(c.x), a.x.max(b.x).max(c.x)].map(first_center);
        if faces && rows[0] < rows[1] && columns[0] < columns[1] {
            self.drawn.triangles.push(Triangle { corners, rows: rows[0]..rows[1] });
        }
    }

    fn end_layer(&mut self, layer: Layer) {
        let end = self.drawn.triangles.len();
        match self.drawn.layers.last_mut() {
            // One solid body after the other is one layer.
            Some((Layer::Solid, last)) if layer == Layer::Solid => *last = end,
            _ => self.drawn.layers.push((layer, end)),
        }
    }

    /// Brings all vertices into the camera's frame, with their light.
    fn see(&mut self, place: &Placement, body: &Body) {
        let half = self.side as f32 * (SUBSAMPLE as f32 / 2.0);
        let limit = self.side as i32 * SUBSAMPLE - 1;
        let lights = LIGHTS.map(|(direction, strength)| (place.inward(direction), strength));
        let up = place.inward([0.0, 0.0, 1.0]);
        self.seen.clear();
        self.seen.extend(body.vertices.iter().map(|vertex| {
            let at = place.seen(vertex.position);
            let mut light = AMBIENT.0 + AMBIENT.1 * (dot(up, vertex.normal) - 1.0);
            for (direction, strength) in lights {
                light += strength * dot(direction, vertex.normal).max(0.0);
            }
            let color = body.color.map(|part| (part * light).clamp(1.0, 254.0));
            let (corner, outside) = project(at, color, place.zoom, half, limit);
            Seen { at, color, corner, outside }
        }));
    }

    /// Adds the part of a triangle that is inside the view.
    fn clip(&mut self, triangle: [Seen; 3], zoom: f32) {
        let half = self.side as f32 * (SUBSAMPLE as f32 / 2.0);
        let limit = self.side as i32 * SUBSAMPLE - 1;
        let inside = |side: usize, [x, y, z]: [f32; 3]| match side {
            0 => z - NEAR,
            1 => z + zoom * x,
            2 => z - zoom * x,
            3 => z - zoom * y,
            _ => z + zoom * y,
        };
        // Each side of the view cuts off one corner at most, and so adds one.
        let (mut polygon, mut next) = (Vec::with_capacity(8), Vec::with_capacity(8));
        polygon.extend(triangle.map(|corner| (corner.at, corner.color)));
        for side in 0..5 {
            next.clear();
            for (index, one) in polygon.iter().enumerate() {
                let other: &([f32; 3], [f32; 3]) = &polygon[(index + 1) % polygon.len()];
                let (here, there) = (inside(side, one.0), inside(side, other.0));
                if here >= 0.0 {
                    next.push(*one);
                }
                if (here >= 0.0) != (there >= 0.0) {
                    let share = here / (here - there);
                    let mix = |a: [f32; 3], b: [f32; 3]| [0, 1, 2].map(|part| a[part] + share * (b[part] - a[part]));
                    next.push((mix(one.0, other.0), mix(one.1, other.1)));
                }
            }
            std::mem::swap(&mut polygon, &mut next);
            if polygon.len() < 3 {
                return;
            }
        }
        let first = self.drawn.corners.len() as u32;
        self.drawn.corners.extend(polygon.iter().map(|(at, color)| project(*at, *color, zoom, half, limit).0));
        for last in first + 2..self.drawn.corners.len() as u32 {
            self.add_triangle([first, last - 1, last]);
        }
    }
}
