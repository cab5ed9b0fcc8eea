//! Other sizes, in integers only.

use super::Canvas;

/// What the weights of a pixel add up to.
const ONE: u32 = 1 << 14;

/// The source pixels that make up one pixel of a row or column.
struct Taps {
    first: usize,
    weights: Vec<u32>,
}

impl Canvas<'_> {
    /// The picture at another size, by a triangle filter: shrinking averages, enlarging interpolates, and the same size
    /// gives the same picture.
    pub fn resized(&self, width: u32, height: u32) -> Canvas<'static> {
        let (bytes_in, bytes_out) = (self.width() as usize * 3, width as usize * 3);
        let columns = taps(self.width(), width);
        let mut narrowed = vec![0u8; bytes_out * self.height() as usize];
        for (row, out) in self.pixels().chunks_exact(bytes_in.max(1)).zip(narrowed.chunks_exact_mut(bytes_out.max(1))) {
            for (taps, pixel) in columns.iter().zip(out.chunks_exact_mut(3)) {
                let mut sum = [ONE / 2; 3];
                for (weight, source) in taps.weights.iter().zip(row[taps.first * 3..].chunks_exact(3)) {
                    for (sum, channel) in sum.iter_mut().zip(source) {
                        *sum += weight * u32::from(*channel);
                    }
                }
                pixel.copy_from_slice(&sum.map(|sum| (sum / ONE) as u8));
            }
        }
        let mut pixels = Vec::with_capacity(bytes_out * height as usize);
        let mut sums = vec![0u32; bytes_out];
        for taps in taps(self.height(), height) {
            sums.fill(ONE / 2);
            for (weight, row) in taps.weights.iter().zip(narrowed[taps.first * bytes_out..].chunks_exact(bytes_out.max(1))) {
                for (sum, channel) in sums.iter_mut().zip(row) {
                    *sum += weight * u32::from(*channel);
                }
            }
            pixels.extend(sums.iter().map(|sum| (sum / ONE) as u8));
        }
        Canvas::from_pixels(width, height, pixels).unwrap_or_else(|| Canvas::new(width, height))
    }
}

/// The weights for every pixel of a side that is to go from one length to another.
fn taps(from: u32, to: u32) -> Vec<Taps> {
    let (from, to) = (i64::from(from), i64::from(to));
    // Lengths are in units of which a source pixel has 2 * to, so that all centres are whole numbers.
    let reach = 2 * from.max(to);
    (0..to)
        .map(|index| {
            let centre = (2 * index + 1) * from;
            let first = ((centre - reach) / (2 * to)).max(0);
            let last = ((centre + reach) / (2 * to)).min(from - 1);
            let raw: Vec<i64> = (first..=last).map(|source| (reach - (centre - (2 * source + 1) * to).abs()).max(0)).collect();
            let total: i64 = raw.iter().sum::<i64>().max(1);
            let mut weights: Vec<u32> = raw.iter().map(|weight| (weight * i64::from(ONE) / total) as u32).collect();
            // What rounding down lost goes to the heaviest, so that a plain color stays what it is.
            let lost = ONE - weights.iter().sum::<u32>();
            if let Some(heaviest) = weights.iter_mut().max() {
                *heaviest += lost;
            }
            Taps { first: first as usize, weights }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_plain_color_stays_at_every_size(from in (1u32..60, 1u32..60), to in (1u32..60, 1u32..60), color: [u8; 3]) {
            let mut canvas = Canvas::new(from.0, from.1);
            canvas.clear(color);
            let resized = canvas.resized(to.0, to.1);
            prop_assert_eq!((resized.width(), resized.height()), to);
            prop_assert!(resized.pixels().chunks_exact(3).all(|pixel| pixel == color));
        }
    }

    #[test]
    fn the_same_size_gives_the_same_picture_and_halving_keeps_the_sides_apart() {
        let mut canvas = Canvas::new(8, 4);
        canvas.rect(4, 0, 4, 4, [200, 100, 0]);
        assert_eq!(canvas.resized(8, 4), canvas);
        let half = canvas.resized(4, 2);
        assert_eq!((half.pixel(0, 0), half.pixel(3, 1)), ([0, 0, 0], [200, 100, 0]));
        assert_eq!(canvas.resized(16, 8).pixel(15, 7), [200, 100, 0]);
    }
}
