//! A target orientation that can be told from those near it.

use crate::Canvas;
use crate::solid::{Axis, Mesh, Panel, Rotation};
use agon_core::Rng;

/// The side of the pictures that are compared. It does not depend on the frame, so that neither does the choice.
const SIDE: u32 = 64;
const BACKGROUND: [u8; 3] = [255; 3];
/// A turn by this much must be seen.
const TURN_DEG: f64 = 10.0;
/// Pixels that must then look different, in parts of those the body covers.
const DIFFERENT: f64 = 0.06;
/// From how many orientations the best is taken where none is clear enough.
const TRIES: usize = 24;

/// An orientation as things stand: upright, seen a little from above, from any side. A cup whose handle is hidden behind it
/// could be turned without anybody noticing; such views are not chosen.
pub(super) fn target(mesh: &Mesh, rng: &mut Rng) -> Rotation {
    let mut best = (0.0, Rotation::turns(0.0, 0.0, 0.0));
    for _ in 0..TRIES {
        let yaw = rng.integer(-1800, 1800) as f64 / 10.0;
        let pitch = rng.integer(50, 350) as f64 / 10.0;
        let orientation = Rotation::turns(yaw, pitch, 0.0);
        let clarity = clarity(mesh, orientation);
        if clarity >= DIFFERENT {
            return orientation;
        }
        if clarity > best.0 {
            best = (clarity, orientation);
        }
    }
    best.1
}

/// How much of the body's picture changes, at least, by a small turn about any axis, the body's own upright one included.
pub(super) fn clarity(mesh: &Mesh, orientation: Rotation) -> f64 {
    let seen = picture(mesh, orientation);
    let covered = seen.pixels().chunks_exact(3).filter(|pixel| *pixel != BACKGROUND).count().max(1);
    let mut least = f64::MAX;
    for axis in [Axis::Yaw, Axis::Pitch, Axis::Roll] {
        for degrees in [TURN_DEG, -TURN_DEG] {
            let turn = Rotation::about(axis, degrees);
            for turned in [turn.after(orientation), orientation.after(turn)] {
                let other = picture(mesh, turned);
                let pixels = (1..SIDE - 1).flat_map(|y| (1..SIDE - 1).map(move |x| (x, y)));
                let changed = pixels.filter(|(x, y)| !has_near(&other, *x, *y, seen.pixel(*x, *y))).count();
                least = least.min(changed as f64 / covered as f64);
            }
        }
    }
    least
}

/// Whether a picture has about this color here or right beside it: edges that moved by a pixel are no difference.
fn has_near(picture: &Canvas, x: u32, y: u32, color: [u8; 3]) -> bool {
    let alike = |other: [u8; 3]| other.iter().zip(color).all(|(a, b)| a.abs_diff(b) <= 16);
    (y - 1..=y + 1).any(|y| (x - 1..=x + 1).any(|x| alike(picture.pixel(x, y))))
}

fn picture(mesh: &Mesh, orientation: Rotation) -> Canvas<'static> {
    let mut canvas = Canvas::new(SIDE, SIDE);
    canvas.clear(BACKGROUND);
    Panel { left: 0, top: 0, side: SIDE, background: BACKGROUND }.draw(&mut canvas, mesh, orientation);
    centred(&canvas)
}

/// The picture moved so that what it shows is in its middle: shifting is no difference that one would call a turn.
fn centred(canvas: &Canvas) -> Canvas<'static> {
    let pixels = (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y)));
    let covered: Vec<(u32, u32)> = pixels.filter(|(x, y)| canvas.pixel(*x, *y) != BACKGROUND).collect();
    let range = |along: fn(&(u32, u32)) -> u32| {
        let (low, high) = (covered.iter().map(along).min().unwrap_or(0), covered.iter().map(along).max().unwrap_or(0));
        (low, high + 1 - low)
    };
    let ((x, width), (y, height)) = (range(|pixel| pixel.0), range(|pixel| pixel.1));
    let mut moved = Canvas::new(SIDE, SIDE);
    moved.clear(BACKGROUND);
    moved.blit((SIDE - width) / 2, (SIDE - height) / 2, canvas, x, y, width, height);
    moved
}
