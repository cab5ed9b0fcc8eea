//! The faces of walls, each drawn once.

use super::texture::{self, Bricks};
use super::view::{Ahead, EYE_BEHIND, EYE_HEIGHT, Lens, SAMPLES, bytes};
use crate::Canvas;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::OnceLock;

/// A side of a block of wall, drawn as it covers the frame where nothing is before it.
pub(super) struct Face {
    /// The block.
    pub(super) cell: Ahead,
    side: Side,
    columns: Range<u32>,
    top: u32,
    bottom: u32,
    /// Made when first seen.
    canvas: OnceLock<Canvas<'static>>,
}

/// A ray's crossing of a face.
#[derive(Clone, Copy)]
pub(super) struct Hit {
    pub(super) face: usize,
    /// How far ahead of the eye.
    pub(super) distance: f32,
}

/// Which side of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    /// Towards the viewer.
    Front,
    /// Towards the line of sight, of a block on either side of it.
    Inner,
}

type WallKey = (Ahead, Side);

/// Where a ray meets a face.
#[derive(Clone, Copy)]
struct Meeting {
    distance: f32,
    /// The place along the wall, from 0 to 1.
    along: f32,
}

impl Face {
    fn new(lens: Lens, (cell, side): WallKey, columns: Range<u32>) -> Self {
        let mut face = Self { cell, side, columns, top: 0, bottom: 0, canvas: OnceLock::new() };
        let ends = [face.columns.start, face.columns.end].map(|x| face.meet(lens.slope(x as f32)).distance);
        let reach = (lens.focal * EYE_HEIGHT / ends[0].min(ends[1])).ceil().min(lens.height as f32) as u32;
        let middle = lens.height / 2;
        (face.top, face.bottom) = (middle.saturating_sub(reach + 1), (middle + reach + 2).min(lens.height));
        face
    }

    /// Copies some of its columns into a frame. `draw` makes the face when it is seen for the first time.
    pub(super) fn copy(&self, canvas: &mut Canvas, from: u32, columns: u32, draw: impl FnOnce() -> Canvas<'static>) {
        let face = self.canvas.get_or_init(draw);
        canvas.blit(from, self.top, face, from - self.columns.start, 0, columns, face.height());
    }

    pub(super) fn drawn(&self, lens: Lens, background: &Canvas, bricks: &Bricks) -> Canvas<'static> {
        let place = |sample: usize| (sample as f32 + 0.5) / SAMPLES as f32;
        let rays: Vec<[(Meeting, f32); SAMPLES]> = (self.columns.clone())
            .map(|x| {
                std::array::from_fn(|sample| {
                    let meeting = self.meet(lens.slope(x as f32 + place(sample)));
                    (meeting, texture::clearness(meeting.distance))
                })
            })
            .collect();
        let light = match self.side {
            Side::Front => 1.0,
            Side::Inner => 0.80,
        };
        let mut canvas = Canvas::new(self.columns.end - self.columns.start, self.bottom - self.top);
        for y in self.top..self.bottom {
            let falls: [f32; SAMPLES] = std::array::from_fn(|sample| lens.fall(y as f32 + place(sample)));
            let pixels = canvas.row_mut(0, y - self.top).chunks_exact_mut(3);
            for ((pixel, x), samples) in pixels.zip(self.columns.clone()).zip(&rays) {
                let mut sum = [0.0; 3];
                for (meeting, clearness) in samples {
                    for fall in falls {
                        // From the wall's upper edge, 0, to its foot, 1.
                        let down = 0.5 + fall * meeting.distance / (2.0 * EYE_HEIGHT);
                        let color = if (0.0..1.0).contains(&down) {
                            texture::in_fog(bricks.at(meeting.along, down), light * dimmed(meeting.along, down), *clearness)
                        } else {
                            background.pixel(x, y).map(|part| f32::from(part) / 255.0)
                        };
                        sum = [0, 1, 2].map(|part| sum[part] + color[part]);
                    }
                }
                pixel.copy_from_slice(&bytes(sum.map(|part| part / (SAMPLES * SAMPLES) as f32)));
            }
        }
        canvas
    }

    fn meet(&self, slope: f32) -> Meeting {
        let (ahead, right) = (self.cell.0 as f32, self.cell.1 as f32);
        let (distance, along) = match self.side {
            Side::Front => {
                let distance = ahead - 0.5 + EYE_BEHIND;
                (distance, slope * distance - right + 0.5)
            }
            Side::Inner => {
                let distance = (right.abs() - 0.5) / slope.abs().max(1e-6);
                (distance, distance - EYE_BEHIND - ahead + 0.5)
            }
        };
        Meeting { distance, along: along.clamp(0.0, 1.0) }
    }
}

/// All faces that can be seen in a maze of so many cells along each side, and for each column of the frame those its ray
/// crosses, near ones first.
pub(super) fn all(lens: Lens, cells: usize) -> (Vec<Face>, Vec<Vec<Hit>>) {
    let crossings: Vec<Vec<(f32, WallKey)>> = (0..lens.width).map(|x| crossings(lens.slope(x as f32 + 0.5), cells)).collect();
    let mut columns: BTreeMap<WallKey, Range<u32>> = BTreeMap::new();
    for (x, ray) in (0..).zip(&crossings) {
        for (_, key) in ray {
            columns.entry(*key).or_insert(x..x).end = x + 1;
        }
    }
    let numbers: BTreeMap<WallKey, usize> = columns.keys().copied().zip(0..).collect();
    let faces = columns.into_iter().map(|(key, columns)| Face::new(lens, key, columns)).collect();
    let hit = |(distance, key): &(f32, WallKey)| numbers.get(key).map(|face| Hit { face: *face, distance: *distance });
    (faces, crossings.iter().map(|ray| ray.iter().filter_map(hit).collect()).collect())
}

/// The faces a ray crosses on its way, with their distances from the eye, near ones first.
fn crossings(slope: f32, cells: usize) -> Vec<(f32, WallKey)> {
    let side = if slope < 0.0 { -1 } else { 1 };
    let mut crossings = Vec::new();
    for step in 0..cells as isize {
        // Into the next cell ahead.
        let distance = step as f32 + 0.5 + EYE_BEHIND;
        let right = (slope * distance).round() as isize;
        crossings.push((distance, ((step + 1, right), Side::Front)));
        // Into the next cell to the side.
        let distance = (step as f32 + 0.5) / slope.abs().max(1e-6);
        let ahead = (distance - EYE_BEHIND).round() as isize;
        crossings.push((distance, ((ahead, side * (step + 1)), Side::Inner)));
    }
    crossings.retain(|(_, ((ahead, right), _))| *ahead < cells as isize && right.unsigned_abs() < cells);
    crossings.sort_by(|a, b| a.0.total_cmp(&b.0));
    crossings
}

/// Corners, the foot of a wall and its upper edge get less light.
fn dimmed(along: f32, down: f32) -> f32 {
    1.0 - 0.22 * near(1.0 - down, 0.12) - 0.10 * near(down, 0.10) - 0.10 * near(along.min(1.0 - along), 0.06)
}

/// One at zero, falling to nothing at a reach.
fn near(distance: f32, reach: f32) -> f32 {
    let part = (1.0 - distance / reach).max(0.0);
    part * part
}
