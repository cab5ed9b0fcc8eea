//! A picture in at most 256 colors.

use crate::file::{Indexed, index_colors};

/// A palette, three bytes a color, and for each pixel its place there.
pub(crate) struct Paletted {
    pub(crate) palette: Vec<u8>,
    pub(crate) indices: Vec<u8>,
}

/// Colors are counted by the upper bits of their channels.
const BITS: u32 = 5;
const BINS: usize = 1 << (3 * BITS);
const MOST_COLORS: usize = 256;

/// Colors that will become one, as places in the count of all.
struct Bin {
    color: [u8; 3],
    pixels: u64,
    bin: usize,
}

impl Paletted {
    /// Exactly the picture where it has few colors, otherwise close to it.
    pub(crate) fn of(pixels: &[u8]) -> Self {
        if let Some(Indexed { palette, indices }) = index_colors(pixels) {
            return Self { palette, indices };
        }
        let boxes = split(bins(pixels));
        let mut places = vec![0u8; BINS];
        let mut palette = Vec::with_capacity(boxes.len() * 3);
        for (place, bins) in boxes.iter().enumerate() {
            palette.extend(mean(bins));
            bins.iter().for_each(|bin| places[bin.bin] = place as u8);
        }
        let indices = pixels.chunks_exact(3).map(|pixel| places[bin_of(pixel)]).collect();
        Self { palette, indices }
    }
}

fn bin_of(pixel: &[u8]) -> usize {
    pixel.iter().fold(0, |bin, channel| bin << BITS | usize::from(*channel >> (8 - BITS)))
}

/// The colors of a picture, each the mean of the pixels that share its upper bits.
fn bins(pixels: &[u8]) -> Vec<Bin> {
    let mut sums = vec![[0u64; 4]; BINS];
    for pixel in pixels.chunks_exact(3) {
        let sum = &mut sums[bin_of(pixel)];
        (0..3).for_each(|channel| sum[channel] += u64::from(pixel[channel]));
        sum[3] += 1;
    }
    let bin = |(bin, [r, g, b, pixels]): (usize, [u64; 4])| {
        (pixels > 0).then(|| Bin { color: [r, g, b].map(|sum| (sum / pixels) as u8), pixels, bin })
    };
    sums.into_iter().enumerate().filter_map(bin).collect()
}

/// Median cut: whatever holds the widest range of many pixels is divided in two, until there are enough.
fn split(bins: Vec<Bin>) -> Vec<Vec<Bin>> {
    let mut boxes = vec![bins];
    while boxes.len() < MOST_COLORS {
        let weight = |bins: &Vec<Bin>| u64::from(range(bins).1) * bins.iter().map(|bin| bin.pixels).sum::<u64>();
        let Some(place) = (0..boxes.len()).filter(|place| boxes[*place].len() > 1).max_by_key(|place| weight(&boxes[*place]))
        else {
            break;
        };
        let mut widest = boxes.swap_remove(place);
        let (channel, _) = range(&widest);
        widest.sort_by_key(|bin| bin.color[channel]);
        let half = widest.iter().map(|bin| bin.pixels).sum::<u64>() / 2;
        let mut counted = 0;
        let middle = widest.iter().position(|bin| {
            counted += bin.pixels;
            counted > half
        });
        let upper = widest.split_off(middle.unwrap_or(0).clamp(1, widest.len() - 1));
        boxes.extend([widest, upper]);
    }
    boxes
}

/// The channel that varies most, and by how much.
fn range(bins: &[Bin]) -> (usize, u8) {
    let of = |channel: usize| {
        let values = bins.iter().map(|bin| bin.color[channel]);
        values.clone().max().unwrap_or_default() - values.min().unwrap_or_default()
    };
    (0..3).map(|channel| (channel, of(channel))).max_by_key(|(_, range)| *range).unwrap_or_default()
}

fn mean(bins: &[Bin]) -> [u8; 3] {
    let pixels: u64 = bins.iter().map(|bin| bin.pixels).sum();
    [0, 1, 2].map(|channel| {
        let sum: u64 = bins.iter().map(|bin| u64::from(bin.color[channel]) * bin.pixels).sum();
        (sum / pixels.max(1)) as u8
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colors_stay_as_they_are() {
        let pixels = [[1, 2, 3], [200, 100, 0], [1, 2, 3]].concat();
        let Paletted { palette, indices } = Paletted::of(&pixels);
        let again: Vec<u8> = indices.iter().flat_map(|place| &palette[usize::from(*place) * 3..][..3]).copied().collect();
        assert_eq!(again, pixels);
    }

    #[test]
    fn many_colors_stay_close() {
        let pixels: Vec<u8> = (0..64 * 64).flat_map(|i| [(i % 64 * 4) as u8, (i / 64 * 4) as u8, 128]).collect();
        let Paletted { palette, indices } = Paletted::of(&pixels);
        assert!(palette.len() == 3 * MOST_COLORS);
        for (pixel, place) in pixels.chunks_exact(3).zip(indices) {
            let color = &palette[usize::from(place) * 3..][..3];
            assert!(pixel.iter().zip(color).all(|(a, b)| a.abs_diff(*b) < 24), "{pixel:?} became {color:?}");
        }
    }
}
