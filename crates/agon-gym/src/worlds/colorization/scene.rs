//! How an episode looks: the color wheel with the selection on it, and the photograph with the circle to color.

use super::color::{RIM, Tint, scale};
use super::generate::{GRID, Spot};
use super::params::Params;
use crate::worlds::part::Crop;
use crate::{Canvas, Color, Label};

pub(super) struct Scene {
    /// The picture's name.
    pub(super) picture: String,
    /// The part of it that is shown.
    pub(super) crop: Crop,
    pub(super) spot: Spot,
    /// Everything but the circle's color, the swatch and the marker.
    background: Canvas<'static>,
    spans: Vec<Span>,
    wheel: Wheel,
    swatch: Rect,
}

/// A row of the circle: where it starts and how bright its pixels are, dimmed where they are partly under the black edge.
struct Span {
    x: u32,
    y: u32,
    values: Vec<u8>,
}

#[derive(Clone, Copy)]
struct Wheel {
    cx: f32,
    cy: f32,
    radius: f32,
}

#[derive(Clone, Copy)]
struct Rect {
    x: u32,
    y: u32,
    width: u32,
    height: u32,
}

const PAPER: Color = [38, 41, 48];
const TEXT: Color = [214, 218, 226];
const RING: Color = [128, 128, 128];
const BLACK: Color = [0, 0, 0];
const WHITE: Color = [255, 255, 255];
const MARGIN_PX: u32 = 14;
const HEADER_PX: u32 = 34;
/// The wheel is as bright as the circle's middle, but not too dark to be read.
const WHEEL_VALUE: u8 = 160;
const EDGE_PX: f64 = 2.0;

impl Scene {
    pub(super) fn new(params: &Params, (name, crop): (&str, Crop), picture: &Canvas, spot: Spot) -> Self {
        let side = params.frame_px;
        let diameter = side * 3 / 4;
        let pictures = 1 + u32::from(params.reference);
        let left = MARGIN_PX + diameter + MARGIN_PX;
        let mut background = Canvas::new(left + pictures * (side + MARGIN_PX), HEADER_PX + side + MARGIN_PX);
        background.clear(PAPER);
        let picture = picture.resized(side, side);
        let mut titles = vec![("Your color", MARGIN_PX, diameter), ("Color the circle", left, side)];
        if params.reference {
            let x = left + side + MARGIN_PX;
            background.blit(x, HEADER_PX, &picture, 0, 0, side, side);
            titles.push(("Original", x, side));
        }
        for (title, x, width) in titles {
            Label::new(title, 15.0).stamp_centered(&mut background, (x + width / 2) as i32, HEADER_PX as i32 / 2 + 1, TEXT);
        }
        let radius = diameter as f32 / 2.0;
        let wheel = Wheel { cx: MARGIN_PX as f32 + radius, cy: HEADER_PX as f32 + radius, radius };
        draw_wheel(&mut background, wheel, spot.value.max(WHEEL_VALUE));
        let height = side - diameter - MARGIN_PX;
        let swatch = Rect { x: MARGIN_PX, y: HEADER_PX + side - height, width: diameter, height };
        background.blit(left, HEADER_PX, &picture, 0, 0, side, side);
        let spans = cut_circle(&mut background, params, &picture, spot, left);
        Self { picture: name.into(), crop, spot, background, spans, wheel, swatch }
    }

    pub(super) fn frame_size(&self) -> (u32, u32) {
        (self.background.width(), self.background.height())
    }

    pub(super) fn draw(&self, tint: Tint, canvas: &mut Canvas) {
        canvas.copy_from(&self.background);
        let [red, green, blue] = tint.factors();
        for span in &self.spans {
            let row = &mut canvas.row_mut(span.x, span.y)[..span.values.len() * 3];
            for (pixel, value) in row.chunks_exact_mut(3).zip(&span.values) {
                pixel.copy_from_slice(&[scale(*value, red), scale(*value, green), scale(*value, blue)]);
            }
        }
        let (Rect { x, y, width, height }, color) = (self.swatch, tint.color(self.spot.value));
        canvas.rect(x as i32, y as i32, width, height, color);
        let ((right, down), Wheel { cx, cy, radius }) = (tint.place(), self.wheel);
        let part = (radius - 2.0) / RIM as f32;
        let (x, y) = (cx + right as f32 * part, cy + down as f32 * part);
        for (radius, color) in [(8.5, BLACK), (7.0, WHITE), (5.0, tint.color(self.spot.value.max(WHEEL_VALUE)))] {
            canvas.disc(x, y, radius, color);
        }
    }
}

/// Blackens the circle's edge, greys the ring around it and gives the rows that are to be colored.
fn cut_circle(canvas: &mut Canvas, params: &Params, picture: &Canvas, spot: Spot, left: u32) -> Vec<Span> {
    let side = params.frame_px;
    let px = |hundredths: u32| f64::from(hundredths * side) / f64::from(GRID);
    let (cx, cy, radius) = (px(spot.x) + px(1) / 2.0, px(spot.y) + px(1) / 2.0, px(params.circle_percent));
    let outer = radius + EDGE_PX + px(params.ring_percent);
    let covered = |radius: f64, distance: f64| ((radius + 0.5 - distance).clamp(0.0, 1.0) * 255.0).round() as u8;
    let mut spans = Vec::new();
    for y in 0..side {
        let mut span = Span { x: left, y: HEADER_PX + y, values: Vec::new() };
        for x in 0..side {
            let (dx, dy) = (f64::from(x) + 0.5 - cx, f64::from(y) + 0.5 - cy);
            let distance = (dx * dx + dy * dy).sqrt();
            if distance > outer + 1.0 {
                continue;
            }
            let (column, row) = ((left + x) as i32, (HEADER_PX + y) as i32);
            canvas.blend(column, row, RING, covered(outer, distance));
            canvas.blend(column, row, BLACK, covered(radius + EDGE_PX, distance));
            let coverage = u32::from(covered(radius, distance));
            if coverage > 0 {
                if span.values.is_empty() {
                    span.x = left + x;
                }
                let value = picture.pixel(x, y).into_iter().max().unwrap_or(0);
                span.values.push((u32::from(value) * coverage / 255) as u8);
            }
        }
        if !span.values.is_empty() {
            spans.push(span);
        }
    }
    spans
}

fn draw_wheel(canvas: &mut Canvas, wheel: Wheel, value: u8) {
    let (cx, cy, radius) = (f64::from(wheel.cx), f64::from(wheel.cy), f64::from(wheel.radius));
    for y in (cy - radius) as u32..=(cy + radius) as u32 {
        for x in (cx - radius) as u32..=(cx + radius) as u32 {
            let (dx, dy) = (f64::from(x) + 0.5 - cx, f64::from(y) + 0.5 - cy);
            let distance = (dx * dx + dy * dy).sqrt();
            let coverage = ((radius - distance).clamp(0.0, 1.0) * 255.0).round() as u8;
            if coverage > 0 {
                let saturation = ((distance / (radius - 2.0) * RIM as f64).round() as i64).min(RIM);
                let tint = Tint { hue_deg: direction_deg(dx, dy), saturation };
                canvas.blend(x as i32, y as i32, tint.color(value), coverage);
            }
        }
    }
}

/// The direction of a point, clockwise from the right, to the nearest degree: by a polynomial, because the platform's
/// arctangent differs from machine to machine.
pub(super) fn direction_deg(dx: f64, dy: f64) -> i64 {
    let (along, across) = (dx.abs().max(dy.abs()), dx.abs().min(dy.abs()));
    let ratio = if along > 0.0 { across / along } else { 0.0 };
    let square = ratio * ratio;
    let eighth = ratio * (57.2881 - square * (18.9248 - square * (10.3213 - square * (4.8778 - square * 1.1938))));
    let quarter = if dy.abs() > dx.abs() { 90.0 - eighth } else { eighth };
    let half = if dx < 0.0 { 180.0 - quarter } else { quarter };
    (if dy < 0.0 { 360.0 - half } else { half }).round() as i64 % 360
}
