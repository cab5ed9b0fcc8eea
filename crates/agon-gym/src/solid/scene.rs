//! Bodies in the world, seen by cameras.

use super::body::Body;
use super::fill::{Buffers, Corner, SUBSAMPLE, first_center};
use super::mesh::dot;
use super::pixels::{SAMPLES, average, samples};
use crate::draw::cos_sin;
use crate::{Canvas, Color};
use std::ops::Range;

/// Nothing nearer to a camera is drawn.
const NEAR: f32 = 0.02;

/// Depths are kept as so many parts of one by the distance, which stays below the largest whole number at the nearest.
const DEPTH_PARTS: f32 = (1 << 24) as f32;

/// Where a body is and how it is turned: its axes are the columns of the matrix, which is given row by row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pose {
    pub(crate) position: [f64; 3],
    pub(crate) matrix: [f64; 9],
}

/// A camera looks against the third axis of its pose; the second one points up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Camera {
    pub(crate) pose: Pose,
    /// One by the tangent of half the field of view.
    pub(crate) zoom: f64,
}

/// A light: a direction in the world towards it, and its strength.
const LIGHTS: [([f32; 3], f32); 2] = [([0.48, -0.36, 0.80], 0.44), ([0.60, 0.69, 0.40], 0.16)];
/// Light from everywhere: this much from above, and this much less from below.
const AMBIENT: (f32, f32) = (0.56, 0.12);

/// How much of the light, in 256ths, a shadow takes away.
const SHADOW_SHARE: u32 = 56;
/// How far above its surface a shadow is drawn, and how much nearer, in parts of depth, that may make it.
const SHADOW_LIFT_M: f64 = 0.0008;
const SHADOW_WITHIN: i32 = (DEPTH_PARTS * 0.04) as i32;

/// How much of a mark is seen, in 256ths, where it is in front and where it is hidden.
const MARK_SHARES: [u32; 2] = [208, 80];

/// How many rows of samples are painted at a time: few enough for all that is known about them to stay near the processor.
const BAND: usize = 64;

/// A square picture: first all that is in it is brought before the camera, then it is painted.
#[derive(Default)]
pub(crate) struct Picture {
    /// In samples.
    side: usize,
    corners: Vec<Corner>,
    triangles: Vec<Triangle>,
    /// From the first to the last, each with the end of its triangles.
    layers: Vec<(Layer, usize)>,
    /// What is seen of the body just being drawn.
    seen: Vec<Seen>,
    band: Buffers,
    /// For layers that change what is there. Empty in between.
    spare: Buffers,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layer {
    Solid,
    Shadow,
    Mark,
}

struct Triangle {
    corners: [u32; 3],
    /// The rows of samples it may cover.
    rows: Range<u16>,
}

/// What is behind everything.
pub(crate) enum Background<'a> {
    /// A color at the top and one at the bottom.
    Sky(Color, Color),
    /// What never moves.
    Still(&'a Backdrop),
}

/// A painted picture to start others of the same side from.
pub(crate) struct Backdrop(Buffers);

/// A vertex in the camera's frame: to the right, up, and away, with its color.
#[derive(Clone, Copy, Default)]
struct Seen {
    at: [f32; 3],
    color: [f32; 3],
    corner: Corner,
    /// Which sides of the view it is outside of, a bit for each.
    outside: u8,
}

/// A part of a picture, in pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) columns: Range<usize>,
    pub(crate) rows: Range<usize>,
}

impl Picture {
    /// Begins a picture of this side in pixels, with nothing in it.
    pub(crate) fn begin(&mut self, side: u32) {
        self.side = side as usize * SAMPLES;
        self.corners.clear();
        self.triangles.clear();
        self.layers.clear();
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

    /// Paints a part of the picture at its place on a canvas, where the picture's left edge is at `left`.
    pub(crate) fn finish(&mut self, background: &Background<'_>, canvas: &mut Canvas, left: u32, part: &Part) {
        let (columns, all_rows) = (samples(&part.columns), samples(&part.rows));
        for first in all_rows.clone().step_by(BAND) {
            // Always as many, so that the buffers stay as they are; what is beyond the part is not looked at.
            self.paint(background, columns.clone(), first..first + BAND);
            for row in first / SAMPLES..(first + BAND).min(all_rows.end) / SAMPLES {
                let out = canvas.row_mut(left + part.columns.start as u32, row as u32);
                average(&self.band, row, part.columns.clone(), out);
            }
        }
    }

    /// Paints all of the picture to start others from.
    pub(crate) fn keep(&mut self, background: &Background<'_>) -> Backdrop {
        self.paint(background, 0..self.side, 0..self.side);
        Backdrop(std::mem::take(&mut self.band))
    }

    /// Paints some rows; outside of the columns they are left undefined.
    fn paint(&mut self, background: &Background<'_>, columns: Range<usize>, rows: Range<usize>) {
        self.band.prepare(self.side, rows.clone(), 0);
        self.spare.prepare(self.side, rows.clone(), 0);
        for row in rows.start..rows.end.min(self.side) {
            let (colors, depths) = self.band.samples_mut(row, columns.clone());
            match background {
                Background::Sky(top, bottom) => {
                    let [down, side] = [row, self.side].map(|part| part as i32);
                    let mix = |part: usize| (i32::from(top[part]) * (side - down) + i32::from(bottom[part]) * down) / side;
                    colors.fill(mix(0) | mix(1) << 8 | mix(2) << 16);
                    depths.fill(0);
                }
                Background::Still(backdrop) => {
                    let (still_colors, still_depths) = backdrop.0.samples(row, columns.clone());
                    colors.copy_from_slice(still_colors);
                    depths.copy_from_slice(still_depths);
                }
            }
        }
        let mut begin = 0;
        for (layer, end) in &self.layers {
            let onto = if *layer == Layer::Solid { &mut self.band } else { &mut self.spare };
            for triangle in &self.triangles[begin..*end] {
                if usize::from(triangle.rows.start) < rows.end && usize::from(triangle.rows.end) > rows.start {
                    let [a, b, c] = triangle.corners;
                    onto.triangle(&self.corners[a as usize], &self.corners[b as usize], &self.corners[c as usize]);
                }
            }
            begin = *end;
            match layer {
                Layer::Solid => {}
                Layer::Shadow => lay_over(&mut self.band, &mut self.spare, rows.clone(), |(color, depth), (_, shadow_depth)| {
                    let nearer = shadow_depth - depth;
                    if shadow_depth > 0 && nearer > 0 && nearer < SHADOW_WITHIN {
                        *color = mix(*color, 0, SHADOW_SHARE);
                    }
                }),
                Layer::Mark => lay_over(&mut self.band, &mut self.spare, rows.clone(), |(color, depth), (new, new_depth)| {
                    if new_depth > 0 {
                        let share = if new_depth > depth { MARK_SHARES[0] } else { MARK_SHARES[1] };
                        *color = mix(*color, new, share);
                    }
                }),
            }
        }
    }

    /// Adds what the camera sees of a body to the layer that is being made.
    fn add(&mut self, camera: &Camera, body: &Body, pose: &Pose) {
        let place = Placement::new(camera, pose);
        if !place.may_see(body) {
            return;
        }
        self.see(&place, body);
        let first = self.corners.len() as u32;
        self.corners.extend(self.seen.iter().map(|seen| seen.corner));
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
        let [a, b, c] = corners.map(|index| &self.corners[index as usize]);
        let faces = i64::from(b.x - a.x) * i64::from(c.y - a.y) > i64::from(b.y - a.y) * i64::from(c.x - a.x);
        let rows = [a.y.min(b.y).min(c.y), a.y.max(b.y).max(c.y)].map(|y| first_center(y) as u16);
        if faces && rows[0] < rows[1] {
            self.triangles.push(Triangle { corners, rows: rows[0]..rows[1] });
        }
    }

    fn end_layer(&mut self, layer: Layer) {
        let end = self.triangles.len();
        match self.layers.last_mut() {
            // One solid body after the other is one layer.
            Some((Layer::Solid, last)) if layer == Layer::Solid => *last = end,
            _ => self.layers.push((layer, end)),
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
        let first = self.corners.len() as u32;
        self.corners.extend(polygon.iter().map(|(at, color)| project(*at, *color, zoom, half, limit).0));
        for last in first + 2..self.corners.len() as u32 {
            self.add_triangle([first, last - 1, last]);
        }
    }
}

impl Camera {
    /// A camera at a place that looks at another, upright, with a field of view in degrees.
    pub(crate) fn looking(from: [f64; 3], at: [f64; 3], fovy_deg: f64) -> Self {
        let unit = |v: [f64; 3]| {
            let length = (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt();
            v.map(|part| part / length)
        };
        let back = unit([from[0] - at[0], from[1] - at[1], from[2] - at[2]]);
        let right = unit([-back[1], back[0], 0.0]);
        let up = [
            back[1] * right[2] - back[2] * right[1],
            back[2] * right[0] - back[0] * right[2],
            back[0] * right[1] - back[1] * right[0],
        ];
        let matrix = [right[0], up[0], back[0], right[1], up[1], back[1], right[2], up[2], back[2]];
        let (cos, sin) = cos_sin(fovy_deg / 2.0);
        Self { pose: Pose { position: from, matrix }, zoom: cos / sin }
    }

    /// The pixels of a square picture that a body may touch; `None` if it is out of sight.
    pub(crate) fn part(&self, body: &Body, pose: &Pose, side: u32) -> Option<Part> {
        let place = Placement::new(self, pose);
        let [x, y, z] = place.seen(body.center);
        let (near, far) = (z - body.radius, z + body.radius);
        if far <= NEAR {
            return None;
        }
        let half = side as f32 / 2.0;
        let near = near.max(NEAR);
        // The widest view of the ball's box: each side at the distance where it reaches farthest.
        let range = |low: f32, high: f32| {
            let reach = |edge: f32, outward: bool| edge / if (edge > 0.0) == outward { near } else { far };
            let (low, high) = (half + half * place.zoom * reach(low, false), half + half * place.zoom * reach(high, true));
            (low.floor() - 1.0).clamp(0.0, side as f32) as usize..(high.ceil() + 1.0).clamp(0.0, side as f32) as usize
        };
        let part = Part { columns: range(x - body.radius, x + body.radius), rows: range(-y - body.radius, -y + body.radius) };
        (!part.columns.is_empty() && !part.rows.is_empty()).then_some(part)
    }
}

impl Part {
    pub(crate) fn whole(side: u32) -> Self {
        Self { columns: 0..side as usize, rows: 0..side as usize }
    }

    /// The smallest part that holds both.
    pub(crate) fn with(self, other: Self) -> Self {
        let join = |a: Range<usize>, b: Range<usize>| a.start.min(b.start)..a.end.max(b.end);
        Self { columns: join(self.columns, other.columns), rows: join(self.rows, other.rows) }
    }
}

/// A body's frame as a camera sees it.
struct Placement {
    /// Rows: right, up, away.
    rows: [[f32; 3]; 3],
    shift: [f32; 3],
    /// From the body's frame into the world.
    world: [f32; 9],
    zoom: f32,
}

impl Placement {
    fn new(camera: &Camera, pose: &Pose) -> Self {
        let (from, to) = (&camera.pose.matrix, &pose.matrix);
        let offset = [0, 1, 2].map(|axis| pose.position[axis] - camera.pose.position[axis]);
        let column = |axis: usize| [from[axis], from[3 + axis], from[6 + axis]];
        let axes = [column(0), column(1), column(2).map(|part| -part)];
        let along = |axis: [f64; 3], v: [f64; 3]| (axis[0] * v[0] + axis[1] * v[1] + axis[2] * v[2]) as f32;
        let rows = axes.map(|axis| [0, 1, 2].map(|column| along(axis, [to[column], to[3 + column], to[6 + column]])));
        let shift = axes.map(|axis| along(axis, offset));
        Self { rows, shift, world: pose.matrix.map(|part| part as f32), zoom: camera.zoom as f32 }
    }

    fn seen(&self, point: [f32; 3]) -> [f32; 3] {
        [0, 1, 2].map(|axis| dot(self.rows[axis], point) + self.shift[axis])
    }

    /// A direction of the world in the body's frame: cheaper than turning every normal out of it.
    fn inward(&self, direction: [f32; 3]) -> [f32; 3] {
        [0, 1, 2].map(|axis| dot([self.world[axis], self.world[3 + axis], self.world[6 + axis]], direction))
    }

    fn may_see(&self, body: &Body) -> bool {
        let [x, y, z] = self.seen(body.center);
        // The sides of the view lean outwards by the field of view: a ball is beyond one if it is a radius past it.
        let lean = (1.0 + self.zoom * self.zoom).sqrt();
        let past = |side: f32| (self.zoom * side - z) / lean > body.radius;
        z + body.radius > NEAR && !past(x) && !past(-x) && !past(y) && !past(-y)
    }
}

/// Where a point in the camera's frame is on the screen, and which sides of the view it is outside of.
fn project([x, y, z]: [f32; 3], color: [f32; 3], zoom: f32, half: f32, limit: i32) -> (Corner, u8) {
    let (across, down) = (zoom * x, -zoom * y);
    let sides = [z < NEAR, across < -z, across > z, down < -z, down > z];
    let outside = sides.iter().enumerate().fold(0, |bits, (side, out)| bits | u8::from(*out) << side);
    let per_distance = 1.0 / z.max(NEAR);
    let place = |along: f32| ((half + half * along * per_distance) as i32).clamp(0, limit);
    let color = color.map(|part| (part * 65536.0) as i32);
    (Corner { x: place(across), y: place(down), depth: (per_distance * DEPTH_PARTS) as i32, color }, outside)
}

/// Changes colors by what was drawn on a spare picture, sample by sample, and empties that.
fn lay_over(band: &mut Buffers, spare: &mut Buffers, rows: Range<usize>, change: impl Fn((&mut i32, i32), (i32, i32))) {
    for row in rows {
        let touched = spare.touched(row..row + 1);
        let (colors, depths) = band.samples_mut(row, touched.clone());
        let (new_colors, new_depths) = spare.samples(row, touched);
        for ((color, depth), (new, new_depth)) in colors.iter_mut().zip(depths).zip(new_colors.iter().zip(new_depths)) {
            change((color, *depth), (*new, *new_depth));
        }
        spare.empty(row);
    }
}

/// A color with a share, in 256ths, of another.
fn mix(color: i32, other: i32, share: u32) -> i32 {
    let part = |mask: u32| ((color as u32 & mask) * (256 - share) + (other as u32 & mask) * share) >> 8 & mask;
    (part(0xff_00ff) | part(0xff00)) as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SIDE: u32 = 40;
    const UPRIGHT: [f64; 9] = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];

    fn drawn(camera: &Camera, body: &Body, pose: &Pose) -> Canvas<'static> {
        let mut picture = Picture::default();
        picture.begin(SIDE);
        picture.draw(camera, body, pose);
        let mut canvas = Canvas::new(SIDE, SIDE);
        picture.finish(&Background::Sky([0; 3], [0; 3]), &mut canvas, 0, &Part::whole(SIDE));
        canvas
    }

    #[test]
    fn right_is_right_and_up_is_up() {
        // From the front of the first axis, as the robot is seen.
        let camera = Camera::looking([2.0, 0.0, 0.0], [0.0; 3], 60.0);
        let ball = Body::ball(0.1, [200.0; 3]);
        for (position, [x, y]) in [([0.0, 0.6, 0.0], [30, 20]), ([0.0, 0.0, 0.6], [20, 9]), ([0.0, -0.6, -0.6], [9, 30])] {
            let canvas = drawn(&camera, &ball, &Pose { position, matrix: UPRIGHT });
            assert!(canvas.pixel(x, y)[0] > 50, "{position:?}");
            assert_eq!(canvas.pixel(40 - x, 39 - y), [0; 3], "{position:?}");
        }
    }

    proptest! {
        /// Bodies near, far, behind the camera, around it and across every side of the view.
        #[test]
        fn a_body_is_seen_only_where_its_part_says(
            position in prop::array::uniform3(-2.0..2.0f64), half in prop::array::uniform3(0.01..1.5f32), eye in prop::array::uniform3(0.1..2.0f64),
        ) {
            let (camera, body, pose) = (Camera::looking(eye, [0.0; 3], 60.0), Body::cuboid(half, [200.0; 3]), Pose { position, matrix: UPRIGHT });
            let canvas = drawn(&camera, &body, &pose);
            let part = camera.part(&body, &pose, SIDE);
            for (x, y) in (0..SIDE).flat_map(|x| (0..SIDE).map(move |y| (x, y))) {
                let inside = part.as_ref().is_some_and(|p| p.columns.contains(&(x as usize)) && p.rows.contains(&(y as usize)));
                prop_assert!(inside || canvas.pixel(x, y) == [0; 3], "{} {} {:?}", x, y, part);
            }
            // A coarser body is no larger.
            prop_assert!(body.coarse(0.01).triangles.len() <= body.triangles.len());
        }
    }
}
