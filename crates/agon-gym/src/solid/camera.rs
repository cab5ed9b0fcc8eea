//! Where a camera is, and what it sees of a body.

use super::body::Body;
use super::fill::Corner;
use super::mesh::dot;
use crate::draw::cos_sin;

/// Nothing nearer to a camera is drawn.
pub(super) const NEAR: f32 = 0.02;

/// Depths are kept as so many parts of one by the distance, which stays below the largest whole number at the nearest.
pub(super) const DEPTH_PARTS: f32 = (1 << 24) as f32;

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
}

/// A body's frame as a camera sees it.
pub(super) struct Placement {
    /// Rows: right, up, away.
    rows: [[f32; 3]; 3],
    shift: [f32; 3],
    /// From the body's frame into the world.
    world: [f32; 9],
    pub(super) zoom: f32,
}

impl Placement {
    pub(super) fn new(camera: &Camera, pose: &Pose) -> Self {
        let (from, to) = (&camera.pose.matrix, &pose.matrix);
        let offset = [0, 1, 2].map(|axis| pose.position[axis] - camera.pose.position[axis]);
        let column = |axis: usize| [from[axis], from[3 + axis], from[6 + axis]];
        let axes = [column(0), column(1), column(2).map(|part| -part)];
        let along = |axis: [f64; 3], v: [f64; 3]| (axis[0] * v[0] + axis[1] * v[1] + axis[2] * v[2]) as f32;
        let rows = axes.map(|axis| [0, 1, 2].map(|column| along(axis, [to[column], to[3 + column], to[6 + column]])));
        let shift = axes.map(|axis| along(axis, offset));
        Self { rows, shift, world: pose.matrix.map(|part| part as f32), zoom: camera.zoom as f32 }
    }

    pub(super) fn seen(&self, point: [f32; 3]) -> [f32; 3] {
        [0, 1, 2].map(|axis| dot(self.rows[axis], point) + self.shift[axis])
    }

    /// A direction of the world in the body's frame: cheaper than turning every normal out of it.
    pub(super) fn inward(&self, direction: [f32; 3]) -> [f32; 3] {
        [0, 1, 2].map(|axis| dot([self.world[axis], self.world[3 + axis], self.world[6 + axis]], direction))
    }

    pub(super) fn may_see(&self, body: &Body) -> bool {
        let [x, y, z] = self.seen(body.center);
        // The sides of the view lean outwards by the field of view: a ball is beyond one if it is a radius past it.
        let lean = (1.0 + self.zoom * self.zoom).sqrt();
        let past = |side: f32| (self.zoom * side - z) / lean > body.radius;
        z + body.radius > NEAR && !past(x) && !past(-x) && !past(y) && !past(-y)
    }
}

/// Where a point in the camera's frame is on the screen, and which sides of the view it is outside of.
pub(super) fn project([x, y, z]: [f32; 3], color: [f32; 3], zoom: f32, half: f32, limit: i32) -> (Corner, u8) {
    let (across, down) = (zoom * x, -zoom * y);
    let sides = [z < NEAR, across < -z, across > z, down < -z, down > z];
    let outside = sides.iter().enumerate().fold(0, |bits, (side, out)| bits | u8::from(*out) << side);
    let per_distance = 1.0 / z.max(NEAR);
    let place = |along: f32| ((half + half * along * per_distance) as i32).clamp(0, limit);
    let color = color.map(|part| (part * 65536.0) as i32);
    (Corner { x: place(across), y: place(down), depth: (per_distance * DEPTH_PARTS) as i32, color }, outside)
}
