//! Samples become pixels.

use super::fill::Buffers;
use std::ops::Range;

/// Samples of a pixel, along one side.
pub(super) const SAMPLES: usize = 2;

/// The samples of a range of pixels.
pub(super) fn samples(pixels: &Range<usize>) -> Range<usize> {
    pixels.start * SAMPLES..pixels.end * SAMPLES
}

/// Writes pixels of a row, each the mean of its four samples.
pub(super) fn average(buffers: &Buffers, row: usize, pixels: Range<usize>, out: &mut [u8]) {
    let columns = samples(&pixels);
    let line = |row: usize| buffers.samples(row, columns.clone()).0.as_chunks::<SAMPLES>().0;
    let (upper, lower) = (line(row * SAMPLES), line(row * SAMPLES + 1));
    // Four pixels fill three words of the frame: words are written quicker than bytes.
    let (fours, rest) = (upper.len() / 4 * 4, upper.len() % 4);
    let whole = upper.as_chunks::<4>().0.iter().zip(lower.as_chunks::<4>().0);
    for ((upper, lower), out) in whole.zip(out.as_chunks_mut::<12>().0) {
        let [a, b, c, d] = std::array::from_fn(|pixel| mean(upper[pixel], lower[pixel]));
        let words = [a | b << 24, b >> 8 | c << 16, c >> 16 | d << 8];
        for (word, out) in words.into_iter().zip(out.as_chunks_mut::<4>().0) {
            *out = word.to_le_bytes();
        }
    }
    for pixel in fours..fours + rest {
        let [red, green, blue, _] = mean(upper[pixel], lower[pixel]).to_le_bytes();
        out[pixel * 3..pixel * 3 + 3].copy_from_slice(&[red, green, blue]);
    }
}

/// The mean of four colors, rounded, in three bytes.
fn mean([a, b]: [i32; 2], [c, d]: [i32; 2]) -> u32 {
    let red_blue = [a, b, c, d].iter().map(|color| color & 0xff_00ff).sum::<i32>() + 0x2_0002;
    let green = [a, b, c, d].iter().map(|color| color & 0xff00).sum::<i32>() + 0x200;
    (red_blue >> 2 & 0xff_00ff | green >> 2 & 0xff00) as u32
}
