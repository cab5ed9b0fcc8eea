//! What is seen from the middle of a cell.
//!
//! One always stands in the middle of a cell and looks along the grid. So a ray through a column of the frame crosses the
//! same sequence of wall faces relative to the viewer wherever one stands; which of them is the first that is really there
//! is all that changes. Every face is therefore drawn once, when it is first seen, and a frame is put together by copying.

use super::ball::Ball;
use super::texture::{self, Bricks};
use super::walls::{Face, Hit};
use super::{Cell, DIRECTIONS, Grid};
use crate::Canvas;
use std::sync::{Arc, Mutex, PoisonError};

/// How far behind the middle of its cell the eye is: far enough to see the openings on both sides.
pub(super) const EYE_BEHIND: f32 = 0.42;
/// How high the eye is, in cells. Walls are twice as high: low enough to show much of the floor, which tells distances.
pub(super) const EYE_HEIGHT: f32 = 0.36;

/// A cell as seen by the viewer: cells ahead, cells to the right.
pub(super) type Ahead = (isize, isize);

/// Everything that can be seen in frames of one size.
pub(super) struct Views {
    lens: Lens,
    bricks: Bricks,
    /// Floor and ceiling.
    background: Canvas<'static>,
    faces: Vec<Face>,
    /// For each column the faces its ray crosses, near ones first.
    rays: Vec<Vec<Hit>>,
    balls: Vec<Ball>,
    cells: usize,
}

/// The size of a frame and the distance of the eye from its plane, in pixels. It sees a quarter of the horizon.
#[derive(Clone, Copy)]
pub(super) struct Lens {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) focal: f32,
}

impl Lens {
    /// The slope to the right of the ray at a place across the frame.
    pub(super) fn slope(self, x: f32) -> f32 {
        (x - self.width as f32 / 2.0) / self.focal
    }

    /// The slope downwards of the ray at a place down the frame.
    pub(super) fn fall(self, y: f32) -> f32 {
        (y - self.height as f32 / 2.0) / self.focal
    }
}

/// The views in use: episodes with frames of one size share them.
static SHARED: Mutex<Vec<Arc<Views>>> = Mutex::new(Vec::new());
/// How many sizes are kept.
const KEPT: usize = 4;

impl Views {
    /// The views for frames of this size in mazes of up to `cells` cells along each side.
    pub(super) fn shared(width: u32, height: u32, cells: usize) -> Arc<Self> {
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(views) = shared.iter().find(|views| views.frame_size() == (width, height) && views.cells == cells) {
            return views.clone();
        }
        let views = Arc::new(Self::new(width, height, cells));
        if shared.len() >= KEPT {
            shared.remove(0);
        }
        shared.push(views.clone());
        views
    }

    fn new(width: u32, height: u32, cells: usize) -> Self {
        let lens = Lens { width, height, focal: width as f32 / 2.0 };
        let (faces, rays) = super::walls::all(lens, cells);
        let balls = super::ball::all(lens, cells);
        Self { lens, bricks: Bricks::new(), background: background(lens), faces, rays, balls, cells }
    }

    pub(super) fn frame_size(&self) -> (u32, u32) {
        (self.background.width(), self.background.height())
    }

    pub(super) fn draw(&self, canvas: &mut Canvas, grid: &Grid, agent: Cell, heading: usize, target: Cell) {
        canvas.copy_from(&self.background);
        let is_wall = |ahead: Ahead| !grid.is_open(on_map(agent, heading, ahead));
        let first_wall = |ray: &Vec<Hit>| ray.iter().copied().find(|hit| is_wall(self.faces[hit.face].cell));
        // The walls that the rays meet first, and whether they are behind the ball.
        let hits: Vec<Option<Hit>> = self.rays.iter().map(first_wall).collect();
        let mut from = 0;
        for run in hits.chunk_by(|a, b| a.map(|hit| hit.face) == b.map(|hit| hit.face)) {
            if let Some(hit) = run[0] {
                let face = &self.faces[hit.face];
                face.copy(canvas, from, run.len() as u32, || face.drawn(self.lens, &self.background, &self.bricks));
            }
            from += run.len() as u32;
        }
        if let Some(ball) = self.balls.iter().find(|ball| on_map(agent, heading, ball.cell) == target) {
            ball.draw(self.lens, canvas, |column| hits[column as usize].is_none_or(|hit| hit.distance > ball.distance));
        }
    }
}

/// Where on the map a cell is that the viewer sees. Cells beyond the map's edges have numbers that are on no map.
fn on_map((row, column): Cell, heading: usize, (ahead, right): Ahead) -> Cell {
    let (_, down, across) = DIRECTIONS[heading];
    // To the right of the heading: the direction before it, as they go counter-clockwise.
    let (_, right_down, right_across) = DIRECTIONS[(heading + 3) % 4];
    (
        row.wrapping_add_signed(ahead * down + right * right_down),
        column.wrapping_add_signed(ahead * across + right * right_across),
    )
}

/// Floor and ceiling without walls, which look the same from every cell.
fn background(lens: Lens) -> Canvas<'static> {
    let mut canvas = Canvas::new(lens.width, lens.height);
    for y in 0..lens.height {
        let row = canvas.row_mut(0, y);
        for (x, pixel) in row.chunks_exact_mut(3).enumerate() {
            let color = mean(SAMPLES, |across, down| {
                let fall = lens.fall(y as f32 + down);
                // At the horizon the distance has no end.
                let distance = EYE_HEIGHT / fall.abs().max(0.004);
                let (forward, right) = (distance - EYE_BEHIND, distance * lens.slope(x as f32 + across));
                let color = if fall > 0.0 { texture::floor(forward, right) } else { texture::ceiling(forward, right) };
                texture::in_fog(color, 1.0, texture::clearness(distance))
            });
            pixel.copy_from_slice(&bytes(color));
        }
    }
    canvas
}

/// Samples of a pixel, along one side.
pub(super) const SAMPLES: usize = 2;

/// The mean over the samples of a pixel, whose places are given from 0 to 1 across and down.
pub(super) fn mean<const N: usize>(samples: usize, sample: impl Fn(f32, f32) -> [f32; N]) -> [f32; N] {
    let mut sum = [0.0; N];
    let place = |index: usize| (index as f32 + 0.5) / samples as f32;
    for down in 0..samples {
        for across in 0..samples {
            let color = sample(place(across), place(down));
            for (sum, part) in sum.iter_mut().zip(color) {
                *sum += part;
            }
        }
    }
    sum.map(|part| part / (samples * samples) as f32)
}

pub(super) fn bytes(color: [f32; 3]) -> [u8; 3] {
    color.map(|part| (part.clamp(0.0, 1.0) * 255.0 + 0.5) as u8)
}
