//! One clip and how much its frames differ.

use crate::Canvas;
use std::sync::OnceLock;

pub(crate) struct Clip {
    /// All of one size, in the order of time.
    pub(crate) frames: Vec<Canvas<'static>>,
    differences: OnceLock<Vec<Vec<u32>>>,
    changes: OnceLock<Vec<Vec<f64>>>,
}

/// Frames are compared at this width, so that noise, fine grain and a camera that hardly moves do not count as a difference.
const SAMPLE_PX: u32 = 20;
/// One part in so many of the picture counts: what moves may be small.
const CHANGING_PART: usize = 20;

impl Clip {
    pub(super) fn new(frames: Vec<Canvas<'static>>) -> Self {
        Self { frames, differences: OnceLock::new(), changes: OnceLock::new() }
    }

    /// How much any two frames differ, from 0 to 255: the mean change of the twentieth of the picture that changes most.
    /// Measured once.
    pub(crate) fn differences(&self) -> &[Vec<u32>] {
        self.differences.get_or_init(|| {
            let small = |frame: &Canvas| frame.resized(SAMPLE_PX, (SAMPLE_PX * frame.height() / frame.width()).max(1));
            let samples: Vec<Canvas<'static>> = self.frames.iter().map(small).collect();
            samples.iter().map(|a| samples.iter().map(|b| difference(a, b)).collect()).collect()
        })
    }

    /// How much the brightness of any two frames differs on average, from 0 to 1. Measured once.
    pub(crate) fn changes(&self) -> &[Vec<f64>] {
        self.changes.get_or_init(|| {
            let frames = &self.frames;
            frames.iter().map(|a| frames.iter().map(|b| mean_change(a, b)).collect()).collect()
        })
    }
}

/// The mean change in brightness between two frames of one size, from 0 to 1.
fn mean_change(a: &Canvas, b: &Canvas) -> f64 {
    let grey = |pixel: &[u8]| 299 * u32::from(pixel[0]) + 587 * u32::from(pixel[1]) + 114 * u32::from(pixel[2]);
    let changes = a.pixels().chunks_exact(3).zip(b.pixels().chunks_exact(3)).map(|(a, b)| grey(a).abs_diff(grey(b)));
    changes.map(u64::from).sum::<u64>() as f64 / (f64::from(a.width() * a.height()) * 255_000.0)
}

fn difference(a: &Canvas, b: &Canvas) -> u32 {
    let pixels = a.pixels().chunks_exact(3).zip(b.pixels().chunks_exact(3));
    let mut changes: Vec<u32> = pixels.map(|(a, b)| a.iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(*b))).sum()).collect();
    let most = (changes.len() / CHANGING_PART).clamp(1, changes.len().max(1));
    changes.sort_unstable_by(|a, b| b.cmp(a));
    changes.iter().take(most).sum::<u32>() / (3 * most as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_thing_that_moves_counts_and_faint_noise_does_not() {
        let frame = |x: i32, noise: u8| {
            let mut canvas = Canvas::new(400, 300);
            canvas.clear([100 + noise; 3]);
            canvas.rect(x, 100, 60, 80, [250, 250, 250]);
            canvas
        };
        let clip = Clip::new(vec![frame(0, 0), frame(0, 2), frame(200, 0)]);
        let differences = clip.differences();
        assert!(differences[0][1] <= 2 && differences[0][2] > 100, "{differences:?}");
        assert_eq!((differences[1][1], differences[0][2]), (0, differences[2][0]));
    }
}
