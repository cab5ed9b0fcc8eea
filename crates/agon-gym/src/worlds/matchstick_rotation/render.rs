//! How the sticks look: the target is a wide red outline, so that the slim blue stick is seen on it.

use super::{Params, Pose};
use crate::draw::cos_sin;
use crate::{Canvas, Color};

const PAPER: Color = [251, 250, 246];
const FINE_LINE: Color = [242, 241, 236];
const LINE: Color = [229, 228, 222];
const TARGET_RIM: Color = [206, 44, 46];
const TARGET_SHAFT: Color = [252, 222, 218];
const TARGET_HEAD: Color = [240, 150, 145];
const STICK_RIM: Color = [16, 58, 136];
const STICK_SHAFT: Color = [86, 158, 250];
const STICK_HEAD: Color = [24, 92, 204];

/// The measures of a stick: half the way between the centres of its round ends, and the radii of shaft and head.
struct Shape {
    half: f32,
    shaft: f32,
    head: f32,
}

/// Everything that does not move.
pub(super) fn background(params: &Params, target: Pose) -> Canvas<'static> {
    let side = params.frame_px;
    let mut canvas = Canvas::new(side, side);
    canvas.clear(PAPER);
    for (gap, color) in [(20, FINE_LINE), (100, LINE)] {
        for at in (0..side).step_by(gap).skip(1) {
            canvas.rect(at as i32, 0, 1, side, color);
            canvas.rect(0, at as i32, side, 1, color);
        }
    }
    let shape = Shape::of(params);
    let (around, rim) = (shape.shaft * 0.8, (shape.shaft * 0.45).max(1.5));
    let outline = shape.grown(around + rim);
    let (tail, head) = shape.ends(target);
    canvas.capsule(tail, head, outline.shaft, TARGET_RIM);
    canvas.disc(head.0, head.1, outline.head, TARGET_RIM);
    let inner = shape.grown(around);
    canvas.capsule(tail, head, inner.shaft, TARGET_SHAFT);
    if params.heads {
        canvas.disc(head.0, head.1, inner.head, TARGET_HEAD);
    }
    canvas
}

pub(super) fn stick(canvas: &mut Canvas, params: &Params, at: Pose) {
    let shape = Shape::of(params);
    let (tail, head) = shape.ends(at);
    let inner = shape.grown(-(shape.shaft * 0.35).max(1.2));
    canvas.capsule(tail, head, shape.shaft, STICK_RIM);
    canvas.capsule(tail, head, inner.shaft, STICK_SHAFT);
    if params.heads {
        canvas.disc(head.0, head.1, shape.head, STICK_RIM);
        canvas.disc(head.0, head.1, inner.head, STICK_HEAD);
    }
}

impl Shape {
    fn of(params: &Params) -> Self {
        let length = params.stick_length_px() as f32;
        let shaft = length / 26.0;
        let head = if params.heads { length / 12.0 } else { shaft };
        // Shaft and head end at half the length from the middle.
        Self { half: (length - shaft - head) / 2.0, shaft, head }
    }

    fn grown(&self, by: f32) -> Self {
        Self { half: self.half, shaft: self.shaft + by, head: self.head + by }
    }

    /// The centres of the tail's and the head's round end, so that the pose is the middle of the whole stick.
    fn ends(&self, at: Pose) -> ((f32, f32), (f32, f32)) {
        let (cos, sin) = cos_sin(at.angle_deg);
        let end = |along: f32| ((at.x + cos * f64::from(along)) as f32, (at.y - sin * f64::from(along)) as f32);
        let offset = (self.head - self.shaft) / 2.0;
        (end(-self.half - offset), end(self.half - offset))
    }
}
