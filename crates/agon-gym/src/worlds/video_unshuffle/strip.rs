//! How the frames look: side by side on a dark strip like film, each under its position. Cut once and then only copied.

use super::super::order::FIRST;
use super::params::Params;
use crate::data::Clip;
use crate::{Canvas, Color, Label};

pub(super) struct Strip {
    /// The clip's name.
    pub(super) clip: String,
    pub(super) caption: Option<String>,
    /// Which frame of the clip each shown one is, in the order of time.
    pub(super) moments: Vec<usize>,
    /// Where a state named frames of the film itself: which.
    pub(super) positions: Option<Vec<usize>>,
    /// The size of a shown frame.
    size: (u32, u32),
    /// The frames in the order of time under their positions, from which all others are copied.
    solved: Canvas<'static>,
}

const GAP_PX: u32 = 8;
const FILM: Color = [28, 30, 36];
const NUMBER: Color = [236, 239, 244];
const BADGE: Color = [70, 76, 90];
const LIGHT: Color = [255, 255, 255];

impl Strip {
    pub(super) fn new(params: &Params, name: &str, caption: Option<String>, clip: &Clip, moments: Vec<usize>) -> Self {
        let width = params.frame_px;
        let first = &clip.frames[0];
        let height = (width * first.height() / first.width()).max(1);
        let header = header_px(width);
        let count = moments.len() as u32;
        let mut solved = Canvas::new(count * (width + GAP_PX) + GAP_PX, header + height + GAP_PX);
        solved.clear(FILM);
        for (position, moment) in (0..count).zip(&moments) {
            let x = GAP_PX + position * (width + GAP_PX);
            let mut frame = clip.frames[*moment].resized(width, height);
            finish_edges(&mut frame);
            solved.blit(x, header, &frame, 0, 0, width, height);
            draw_number(&mut solved, position + FIRST as u32, (x + width / 2) as i32, header);
        }
        Self { clip: name.into(), caption, moments, positions: None, size: (width, height), solved }
    }

    pub(super) fn frame_size(&self) -> (u32, u32) {
        (self.solved.width(), self.solved.height())
    }

    pub(super) fn draw(&self, order: &[usize], canvas: &mut Canvas) {
        let ((width, height), (full_width, full_height)) = (self.size, self.frame_size());
        let header = header_px(width);
        canvas.blit(0, 0, &self.solved, 0, 0, full_width, header);
        canvas.blit(0, header, &self.solved, 0, header, GAP_PX, full_height - header);
        // A frame is copied with the gaps to its right and below, which are the same everywhere.
        let left = |place: usize| GAP_PX + place as u32 * (width + GAP_PX);
        for (position, item) in order.iter().enumerate() {
            canvas.blit(left(position), header, &self.solved, left(*item), header, width + GAP_PX, height + GAP_PX);
        }
    }
}

fn draw_number(canvas: &mut Canvas, position: u32, centre_x: i32, header: u32) {
    let (width, height) = (header + header / 4, header - GAP_PX);
    canvas.rounded_rect(centre_x - width as i32 / 2, GAP_PX as i32 / 2, width, height, height / 2, BADGE);
    let number = Label::new(&position.to_string(), height as f32 * 0.8);
    number.stamp_centered(canvas, centre_x, (GAP_PX / 2 + height / 2) as i32, NUMBER);
}

/// The strip above the frames that holds their positions.
fn header_px(width: u32) -> u32 {
    (width / 8).clamp(22, 48)
}

/// A faint line of light around a frame, and corners that are not quite sharp.
fn finish_edges(frame: &mut Canvas) {
    let (width, height) = (frame.width() as i32, frame.height() as i32);
    for x in 0..width {
        frame.blend(x, 0, LIGHT, 40);
        frame.blend(x, height - 1, LIGHT, 24);
    }
    for y in 1..height - 1 {
        frame.blend(0, y, LIGHT, 32);
        frame.blend(width - 1, y, LIGHT, 32);
    }
    for (right, down, coverage) in [(0, 0, 230), (1, 0, 120), (0, 1, 120), (2, 0, 30), (0, 2, 30)] {
        for x in [right, width - 1 - right] {
            for y in [down, height - 1 - down] {
                frame.blend(x, y, FILM, coverage);
            }
        }
    }
}
