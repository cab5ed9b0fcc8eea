//! The course of an attempt as pictures one after another, with actions drawn on them.

use super::ExportError;
use crate::trial::points;
use agon_core::{Event, FrameRef, Image, Pixels};
use agon_image::{decode, shrink};
use agon_record::RunIndex;
use std::path::PathBuf;

/// How long what was seen is shown, and before it where the action points.
const SEEN_MILLIS: u32 = 600;
const POINTED_MILLIS: u32 = 400;
/// The colour of what is drawn on a picture.
const MARK: [u8; 3] = [224, 36, 94];

/// A picture that is shown for a while.
pub(super) struct Shot {
    frame: PathBuf,
    /// Where the next action points, in pixels of the frame.
    points: Vec<[f64; 2]>,
    pub(super) millis: u32,
}

/// All shots of an attempt, drawn into pictures of one size.
pub(super) struct Shots {
    shots: Vec<Shot>,
    pub(super) width: u32,
    pub(super) height: u32,
}

impl Shots {
    /// Pictures no longer on either side than `longest`; even sizes, which films want.
    pub(super) fn of(index: &RunIndex, events: &[Event], longest: u32) -> Result<Self, ExportError> {
        let mut shots = Vec::new();
        let mut size = None;
        let mut last: Option<PathBuf> = None;
        for event in events {
            let (frames, points) = match event {
                Event::Began { observation } => (&observation.frames, Vec::new()),
                Event::Step(step) => (&step.observation.frames, points(step)),
                _ => continue,
            };
            if let Some(frame) = last.clone().filter(|_| !points.is_empty()) {
                shots.push(Shot { frame, points, millis: POINTED_MILLIS });
            }
            let Some(frame) = frames.first() else { continue };
            size.get_or_insert(fitting(frame, longest));
            let path = index.frame_path(&frame.hash, &frame.kind);
            shots.push(Shot { frame: path.clone(), points: Vec::new(), millis: SEEN_MILLIS });
            last = Some(path);
        }
        let (width, height) = size.ok_or(ExportError::NoFrames)?;
        Ok(Self { shots, width, height })
    }

    /// Each picture in its turn.
    pub(super) fn pictures(&self) -> impl Iterator<Item = Result<(Image, u32), ExportError>> {
        self.shots.iter().map(|shot| {
            let image = draw(decode(&std::fs::read(&shot.frame)?)?, &shot.points);
            Ok((placed(&image, self.width, self.height)?, shot.millis))
        })
    }
}

/// The size a frame is shown in.
fn fitting(frame: &FrameRef, longest: u32) -> (u32, u32) {
    let scale = (f64::from(longest) / f64::from(frame.width.max(frame.height).max(1))).min(1.0);
    let side = |pixels: u32| ((f64::from(pixels) * scale) as u32 & !1).max(2);
    (side(frame.width), side(frame.height))
}

/// A picture in a size: made smaller where it is larger, and put into the upper left corner.
fn placed(image: &Image, width: u32, height: u32) -> Result<Image, ExportError> {
    let scale = (f64::from(width) / f64::from(image.width)).min(f64::from(height) / f64::from(image.height)).min(1.0);
    let side = |pixels: u32, most: u32| ((f64::from(pixels) * scale).round() as u32).clamp(1, most);
    let small = shrink(image, side(image.width, width), side(image.height, height))?;
    let Pixels::Rgb8(pixels) = &small.pixels else { return Err(ExportError::NoFrames) };
    if (small.width, small.height) == (width, height) {
        return Ok(small);
    }
    let mut all = vec![0; width as usize * height as usize * 3];
    let row = small.width as usize * 3;
    for (from, to) in pixels.chunks_exact(row).zip(all.chunks_exact_mut(width as usize * 3)) {
        to[..row].copy_from_slice(from);
    }
    Ok(Image::rgb8(width, height, all))
}

/// Draws the way of a pointer, and a ring where it ends.
fn draw(image: Image, points: &[[f64; 2]]) -> Image {
    let (Some(end), Pixels::Rgb8(pixels)) = (points.last(), &image.pixels) else { return image };
    let mut canvas = Canvas { pixels: pixels.to_vec(), width: image.width as usize, height: image.height as usize };
    let size = f64::from(image.width.max(image.height));
    let (radius, line) = (size / 60.0, (size / 500.0).max(1.0));
    for pair in points.windows(2) {
        let (dx, dy) = (pair[1][0] - pair[0][0], pair[1][1] - pair[0][1]);
        // No point is further away than the record lets a pointer go; a forged one must not take for ever.
        let dots = dx.hypot(dy).ceil().clamp(1.0, 4.0 * size);
        for dot in 0..=dots as u32 {
            let part = f64::from(dot) / dots;
            canvas.paint([pair[0][0] + part * dx, pair[0][1] + part * dy], 0.0, line);
        }
    }
    canvas.paint(*end, radius - line, radius + line);
    Image::rgb8(image.width, image.height, canvas.pixels)
}

struct Canvas {
    pixels: Vec<u8>,
    width: usize,
    height: usize,
}

impl Canvas {
    /// Colours everything between two distances from a point.
    fn paint(&mut self, [x, y]: [f64; 2], from: f64, to: f64) {
        let range = |middle: f64, most: usize| (middle - to).max(0.0) as usize..((middle + to + 1.0).max(0.0) as usize).min(most);
        for py in range(y, self.height) {
            for px in range(x, self.width) {
                let distance = (px as f64 - x).hypot(py as f64 - y);
                if (from..=to).contains(&distance) {
                    self.pixels[(py * self.width + px) * 3..][..3].copy_from_slice(&MARK);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pixel(image: &Image, x: usize, y: usize) -> [u8; 3] {
        let Pixels::Rgb8(pixels) = &image.pixels else { panic!("not pixels") };
        let at = (y * image.width as usize + x) * 3;
        [pixels[at], pixels[at + 1], pixels[at + 2]]
    }

    #[test]
    fn a_click_is_a_ring_and_a_drag_a_line_also_at_the_edge() {
        let blank = || Image::rgb8(120, 60, vec![255; 120 * 60 * 3]);
        let image = draw(blank(), &[[50.0, 30.0]]);
        assert_eq!((pixel(&image, 52, 30), pixel(&image, 50, 30)), (MARK, [255; 3]));
        let image = draw(blank(), &[[10.0, 10.0], [100.0, 10.0]]);
        assert_eq!((pixel(&image, 60, 10), pixel(&image, 60, 20)), (MARK, [255; 3]));
        let image = draw(blank(), &[[-5.0, 0.0], [500.0, 505.0]]);
        assert_eq!(pixel(&image, 45, 50), MARK);
    }

    #[test]
    fn pictures_of_other_sizes_find_their_place() {
        let image = Image::rgb8(100, 50, vec![9; 100 * 50 * 3]);
        let small = placed(&image, 50, 50).unwrap();
        assert_eq!((small.width, small.height), (50, 50));
        assert_eq!((pixel(&small, 49, 24), pixel(&small, 49, 26)), ([9; 3], [0; 3]));
        let frame = |width, height| FrameRef { name: String::new(), hash: image.hash(), kind: "png".into(), width, height };
        assert_eq!(fitting(&frame(1281, 721), 4000), (1280, 720));
        assert_eq!(fitting(&frame(1920, 1080), 960), (960, 540));
    }
}
