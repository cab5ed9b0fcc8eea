//! How much two frames differ: whether a judge is asked what changed between them. Whole numbers throughout, so that whoever verifies a layer
//! chooses the same frames on any machine.

use agon_core::{Image, Pixels};
use agon_image::{ImageError, decode, shrink};
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;

/// Frames are compared at this size, or at their own where that is smaller.
const WIDTH: u32 = 320;
const HEIGHT: u32 = 200;
/// The side of the picture that the perceptual hash is made of, and of the part of its spectrum that is looked at.
const HASHED: usize = 32;
const LOW: usize = 8;

/// From which difference on two frames count as changed: one that is reached is enough.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Thresholds {
    /// The root of the mean squared difference, of 1 for black and white.
    pub rmse: f64,
    /// Bits in which the perceptual hashes differ.
    pub phash: u32,
    /// The share of pixels that changed.
    pub changed: f64,
    /// A pixel has changed from this difference on, of 255.
    pub pixel: u8,
}

/// How much two frames differ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// As in [`Thresholds`].
    pub rmse: f64,
    /// As in [`Thresholds`].
    pub phash: u32,
    /// As in [`Thresholds`].
    pub changed: f64,
}

impl Thresholds {
    /// Those of GauntletBench's judge (appendix C).
    pub const PAPER: Self = Self { rmse: 0.03, phash: 5, changed: 0.01, pixel: 8 };
    /// What is used unless it is asked otherwise.
    pub const DEFAULT: Self = Self::PAPER;

    /// Whether the difference is one.
    pub fn are_reached(&self, change: &Change) -> bool {
        change.rmse >= self.rmse || change.phash >= self.phash || change.changed >= self.changed
    }
}

/// A frame made small and grey.
#[derive(Clone, Debug, PartialEq)]
pub struct Small {
    width: usize,
    height: usize,
    grey: Vec<u8>,
    hash: u64,
}

impl Small {
    /// Of a frame.
    pub fn of(image: &Image) -> Result<Self, ImageError> {
        let plain;
        let image = match &image.pixels {
            Pixels::Png(file) => {
                plain = decode(file)?;
                &plain
            }
            Pixels::Rgb8(_) => image,
        };
        let small = shrink(image, WIDTH, HEIGHT)?;
        let Pixels::Rgb8(pixels) = &small.pixels else { return Err(ImageError::Unsupported("not pixels".into())) };
        let luma = |pixel: &[u8]| {
            let sum = 299 * u32::from(pixel[0]) + 587 * u32::from(pixel[1]) + 114 * u32::from(pixel[2]);
            ((sum + 500) / 1000) as u8
        };
        let grey: Vec<u8> = pixels.chunks_exact(3).map(luma).collect();
        let (width, height) = (small.width as usize, small.height as usize);
        Ok(Self { width, height, hash: perceptual_hash(&grey, width, height), grey })
    }

    /// How much the other differs. Frames of different sizes differ in everything.
    pub fn change(&self, other: &Self, pixel: u8) -> Change {
        if (self.width, self.height) != (other.width, other.height) || self.grey.is_empty() {
            return Change { rmse: 1.0, phash: (LOW * LOW) as u32, changed: 1.0 };
        }
        let differences = self.grey.iter().zip(&other.grey).map(|(a, b)| u64::from(a.abs_diff(*b)));
        let (mut squares, mut changed) = (0, 0_u64);
        for difference in differences {
            squares += difference * difference;
            changed += u64::from(difference >= u64::from(pixel));
        }
        let count = self.grey.len() as f64;
        Change {
            rmse: (squares as f64 / count).sqrt() / 255.0,
            phash: (self.hash ^ other.hash).count_ones(),
            changed: changed as f64 / count,
        }
    }
}

/// A bit for each of the lowest frequencies: whether it is stronger than the middle one.
fn perceptual_hash(grey: &[u8], width: usize, height: usize) -> u64 {
    if grey.is_empty() {
        return 0;
    }
    let tile = |x: usize, y: usize| {
        let span = |at: usize, size: usize| {
            let start = at * size / HASHED;
            start..((at + 1) * size / HASHED).max(start + 1).min(size)
        };
        let (mut sum, mut count) = (0_i64, 0);
        for row in span(y, height) {
            for column in span(x, width) {
                sum += i64::from(grey[row * width + column]);
                count += 1;
            }
        }
        sum / count.max(1)
    };
    let table: Vec<[i64; HASHED]> = (0..LOW).map(cosines).collect();
    // Rows first, then columns.
    let rows: Vec<[i64; LOW]> = (0..HASHED)
        .map(|y| {
            let row: Vec<i64> = (0..HASHED).map(|x| tile(x, y)).collect();
            std::array::from_fn(|u| row.iter().zip(&table[u]).map(|(value, cosine)| value * cosine).sum::<i64>() >> 8)
        })
        .collect();
    let low: Vec<i64> =
        (0..LOW * LOW).map(|place| (0..HASHED).map(|y| rows[y][place % LOW] * table[place / LOW][y]).sum::<i64>()).collect();
    let mut sorted = low.clone();
    sorted.sort_unstable();
    let middle = sorted[LOW * LOW / 2];
    low.iter().enumerate().fold(0, |hash, (bit, value)| hash | u64::from(*value > middle) << bit)
}

/// Rounded to whole numbers: the last digits of a cosine are not the same everywhere.
fn cosines(frequency: usize) -> [i64; HASHED] {
    let angle = |place: usize| PI * (2 * place + 1) as f64 * frequency as f64 / (2 * HASHED) as f64;
    std::array::from_fn(|place| (angle(place).cos() * 4096.0).round() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(width: u32, height: u32, pixel: impl Fn(u32, u32) -> u8) -> Image {
        let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        Image::rgb8(width, height, pixels.flat_map(|(x, y)| [pixel(x, y); 3]).collect())
    }

    fn change(a: &Image, b: &Image) -> Change {
        Small::of(a).unwrap().change(&Small::of(b).unwrap(), Thresholds::PAPER.pixel)
    }

    #[test]
    fn a_frame_does_not_differ_from_itself_and_a_negative_differs_in_everything() {
        let page = drawn(640, 400, |x, y| if x >= 300 && y < 100 { 0 } else { 255 });
        assert_eq!(change(&page, &page), Change { rmse: 0.0, phash: 0, changed: 0.0 });
        let negative = drawn(640, 400, |x, y| if x >= 300 && y < 100 { 255 } else { 0 });
        let all = change(&page, &negative);
        assert!(all.rmse == 1.0 && all.changed == 1.0 && all.phash > 30, "{all:?}");
        let smaller = drawn(100, 50, |_, _| 255);
        assert!(Thresholds::PAPER.are_reached(&change(&page, &smaller)));
        let file = agon_image::encode(&page).unwrap().into_owned();
        assert_eq!(change(&page, &Image::png(640, 400, file)).changed, 0.0);
    }

    #[test]
    fn shares_and_roots_are_those_of_the_pixels() {
        let plain = drawn(320, 200, |_, _| 100);
        // One part in a hundred, by 51 of 255.
        let corner = drawn(320, 200, |x, y| if x < 32 && y < 20 { 151 } else { 100 });
        let found = change(&plain, &corner);
        assert!((found.changed - 0.01).abs() < 1e-12 && (found.rmse - 0.02).abs() < 1e-12, "{found:?}");
        assert!(Thresholds::PAPER.are_reached(&found));
        let faint = drawn(320, 200, |x, y| if x < 32 && y < 20 { 105 } else { 100 });
        assert_eq!(change(&plain, &faint).changed, 0.0, "below the difference that counts");
        let tiny = drawn(8, 8, |x, _| if x < 4 { 0 } else { 255 });
        assert_eq!(change(&tiny, &tiny).phash, 0);
    }

    /// The hash tells a moved window from a slightly brighter picture.
    #[test]
    fn the_hash_follows_what_is_where() {
        let window = |left: u32, light: u8| {
            drawn(320, 200, move |x, y| if (left..left + 120).contains(&x) && (40..160).contains(&y) { light } else { 30 })
        };
        let brighter = change(&window(20, 200), &window(20, 205));
        let moved = change(&window(20, 200), &window(180, 200));
        assert!(brighter.phash < 5 && moved.phash >= 5, "{brighter:?} {moved:?}");
    }
}
