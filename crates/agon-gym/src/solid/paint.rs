//! Painting a picture: all of it before a sky, or over what never moves.

use super::camera::DEPTH_PARTS;
use super::fill::Buffers;
use super::pixels::{SAMPLES, average, samples};
use super::scene::{Drawn, Layer, Picture};
use crate::{Canvas, Color};
use std::sync::Arc;

/// How much of the light, in 256ths, a shadow takes away.
const SHADOW_SHARE: u32 = 56;
/// How much nearer than its surface, in parts of depth, a shadow may lie.
const SHADOW_WITHIN: i32 = (DEPTH_PARTS * 0.04) as i32;

/// How much of a mark is seen, in 256ths, where it is in front and where it is hidden.
const MARK_SHARES: [u32; 2] = [208, 80];

/// How many rows of samples are painted at a time: few enough for all that is known about them to stay near the processor.
const BAND: usize = 32;

/// What is behind everything: a color at the top and one at the bottom.
pub(crate) struct Sky(pub(crate) Color, pub(crate) Color);

/// A painted picture to paint others over: what never moves.
pub(crate) struct Still {
    samples: Buffers,
    finished: Canvas<'static>,
}

impl Picture {
    /// Paints the picture at its place on a canvas, where its left edge is at `left`.
    pub(crate) fn finish(&mut self, sky: &Sky, canvas: &mut Canvas, left: u32) {
        let side = self.side;
        self.sort_into_bands();
        for (number, triangles) in self.bands.iter().enumerate() {
            // Always as many rows, so that the buffers stay as they are; what is beyond the picture is not looked at.
            let rows = number * BAND..(number + 1) * BAND;
            self.band.prepare(side, rows.clone(), 0);
            self.spare_band.prepare(side, rows.clone(), 0);
            let end = rows.end.min(side);
            (rows.start..end).for_each(|row| sky.fill(row, side, &mut self.band));
            self.drawn.paint(triangles.iter().copied(), &mut self.band, &mut self.spare_band);
            for row in rows.start / SAMPLES..end / SAMPLES {
                average(&self.band, row, 0..side / SAMPLES, canvas.row_mut(left, row as u32));
            }
        }
    }

    /// Paints the picture over what never moves. Only where something is drawn does it take more than copying.
    pub(crate) fn finish_over(&mut self, still: &Arc<Still>, canvas: &mut Canvas, left: u32) {
        let side = self.side / SAMPLES;
        canvas.blit(left, 0, &still.finished, 0, 0, side as u32, side as u32);
        let mut over = match self.over.take() {
            Some((before, over)) if Arc::ptr_eq(&before, still) => over,
            _ => still.samples.untouched(),
        };
        self.spare.prepare(self.side, 0..self.side, 0);
        self.drawn.paint(0..self.drawn.triangles.len() as u32, &mut over, &mut self.spare);
        for row in 0..side {
            let rows = samples(&(row..row + 1));
            let touched = over.touched(rows.clone());
            if !touched.is_empty() {
                let pixels = touched.start / SAMPLES..touched.end.div_ceil(SAMPLES);
                let out = canvas.row_mut(left + pixels.start as u32, row as u32);
                average(&over, row, pixels, out);
                rows.for_each(|row| over.restore(row, &still.samples));
            }
        }
        self.over = Some((Arc::clone(still), over));
    }

    /// Paints the picture to paint others over.
    pub(crate) fn keep(&mut self, sky: &Sky) -> Still {
        let side = (self.side / SAMPLES) as u32;
        let mut finished = Canvas::new(side, side);
        self.finish(sky, &mut finished, 0);
        let (mut samples, mut spare) = (Buffers::default(), Buffers::default());
        samples.prepare(self.side, 0..self.side, 0);
        spare.prepare(self.side, 0..self.side, 0);
        (0..self.side).for_each(|row| sky.fill(row, self.side, &mut samples));
        self.drawn.paint(0..self.drawn.triangles.len() as u32, &mut samples, &mut spare);
        Still { samples, finished }
    }

    fn sort_into_bands(&mut self) {
        self.bands.iter_mut().for_each(Vec::clear);
        self.bands.resize_with(self.side.div_ceil(BAND), Vec::new);
        for (number, triangle) in self.drawn.triangles.iter().enumerate() {
            let (first, end) = (usize::from(triangle.rows.start), usize::from(triangle.rows.end));
            for band in &mut self.bands[first / BAND..end.div_ceil(BAND)] {
                band.push(number as u32);
            }
        }
    }
}

impl Sky {
    fn fill(&self, row: usize, side: usize, samples: &mut Buffers) {
        let (colors, depths) = samples.samples_mut(row, 0..side);
        let [down, side] = [row, side].map(|part| part as i32);
        let mix = |part: usize| (i32::from(self.0[part]) * (side - down) + i32::from(self.1[part]) * down) / side;
        colors.fill(mix(0) | mix(1) << 8 | mix(2) << 16);
        depths.fill(0);
    }
}

impl Drawn {
    /// Paints triangles, named in their order, on the rows that both buffers hold.
    fn paint(&self, triangles: impl Iterator<Item = u32>, onto: &mut Buffers, spare: &mut Buffers) {
        let mut triangles = triangles.peekable();
        for (layer, end) in &self.layers {
            let paper = if *layer == Layer::Solid { &mut *onto } else { &mut *spare };
            while let Some(number) = triangles.next_if(|number| (*number as usize) < *end) {
                let [a, b, c] = self.triangles[number as usize].corners.map(|corner| &self.corners[corner as usize]);
                paper.triangle(a, b, c);
            }
            match layer {
                Layer::Solid => {}
                Layer::Shadow => lay_over(onto, spare, |(color, depth), (_, shadow_depth)| {
                    let nearer = shadow_depth - depth;
                    if shadow_depth > 0 && nearer > 0 && nearer < SHADOW_WITHIN {
                        *color = mix(*color, 0, SHADOW_SHARE);
                    }
                }),
                Layer::Mark => lay_over(onto, spare, |(color, depth), (new, new_depth)| {
                    if new_depth > 0 {
                        let share = if new_depth > depth { MARK_SHARES[0] } else { MARK_SHARES[1] };
                        *color = mix(*color, new, share);
                    }
                }),
            }
        }
    }
}

/// Changes colors by what was drawn on a spare picture, sample by sample, and empties that.
fn lay_over(onto: &mut Buffers, spare: &mut Buffers, change: impl Fn((&mut i32, i32), (i32, i32))) {
    for row in spare.rows() {
        let touched = spare.touched(row..row + 1);
        if touched.is_empty() {
            continue;
        }
        onto.touch(row, &touched);
        let (colors, depths) = onto.samples_mut(row, touched.clone());
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
    use crate::solid::{Body, Camera, Pose};
    use proptest::prelude::*;

    const SIDE: u32 = 40;
    const SKY: Sky = Sky([0; 3], [90; 3]);
    const UPRIGHT: [f64; 9] = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];

    fn painted(sky: &Sky, draw: impl FnOnce(&mut Picture)) -> Canvas<'static> {
        let mut picture = Picture::default();
        picture.begin(SIDE);
        draw(&mut picture);
        let mut canvas = Canvas::new(SIDE, SIDE);
        picture.finish(sky, &mut canvas, 0);
        canvas
    }

    #[test]
    fn right_is_right_and_up_is_up() {
        // From the front of the first axis, as the robot is seen.
        let camera = Camera::looking([2.0, 0.0, 0.0], [0.0; 3], 60.0);
        let ball = Body::ball(0.1, [200.0; 3]);
        for (position, [x, y]) in [([0.0, 0.6, 0.0], [30, 20]), ([0.0, 0.0, 0.6], [20, 9]), ([0.0, -0.6, -0.6], [9, 30])] {
            let pose = Pose { position, matrix: UPRIGHT };
            let canvas = painted(&Sky([0; 3], [0; 3]), |picture| picture.draw(&camera, &ball, &pose));
            assert!(canvas.pixel(x, y)[0] > 50, "{position:?}");
            assert_eq!(canvas.pixel(40 - x, 39 - y), [0; 3], "{position:?}");
        }
    }

    proptest! {
        /// Bodies near, far, behind the camera, around it and across every side of the view.
        #[test]
        fn painting_over_what_stands_still_is_painting_everything(
            places in prop::collection::vec(prop::array::uniform3(-2.0..2.0f64), 3), half in prop::array::uniform3(0.01..1.5f32),
            eye in prop::array::uniform3(0.1..2.0f64),
        ) {
            let camera = Camera::looking(eye, [0.0; 3], 60.0);
            let (table, body, ball) = (Body::cuboid([0.9, 0.7, 0.2], [90.0; 3]), Body::cuboid(half, [200.0; 3]), Body::ball(0.3, [9.0, 250.0, 9.0]));
            let at = |position: [f64; 3]| Pose { position, matrix: UPRIGHT };
            let draw_table = |picture: &mut Picture| picture.draw(&camera, &table, &at([0.0; 3]));
            let mut picture = Picture::default();
            picture.begin(SIDE);
            draw_table(&mut picture);
            let still = Arc::new(picture.keep(&SKY));
            for place in places {
                let draw_moving = |picture: &mut Picture| {
                    picture.draw_shadow(&camera, [(&body, at(place))].into_iter(), 0.2);
                    picture.draw(&camera, &body, &at(place));
                    picture.draw_mark(&camera, &ball, &at(place.map(|part| part / 2.0)));
                };
                picture.begin(SIDE);
                draw_moving(&mut picture);
                let mut canvas = Canvas::new(SIDE, SIDE);
                picture.finish_over(&still, &mut canvas, 0);
                let everything = painted(&SKY, |picture| {
                    draw_table(picture);
                    draw_moving(picture);
                });
                prop_assert!(canvas == everything);
            }
            // A coarser body is no larger.
            prop_assert!(body.coarse(0.01).triangles.len() <= body.triangles.len());
        }
    }
}
