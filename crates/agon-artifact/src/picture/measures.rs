//! How alike two pictures of one size are.

use super::colour::{ToLab, difference};
use super::decode::Picture;
use crate::number::ratio;

/// Pictures are brought near to this length before their structure is compared: structure is not noise of pixels.
const STRUCTURE_SIDE: usize = 256;
/// Edges are looked for in pictures of at most this length.
const EDGE_SIDE: usize = 1024;
/// Brightness that must change for an edge, of 4 times 255.
const EDGE: f64 = 128.0;
/// Pixels of which colours are compared; of larger pictures every n-th.
const MOST_COLOURS: usize = 1 << 20;

/// A grid of brightness from 0 to 255.
struct Grey {
    width: usize,
    height: usize,
    levels: Vec<f64>,
}

impl Grey {
    fn new(picture: &Picture) -> Self {
        let levels = picture
            .pixels
            .iter()
            .map(|[r, g, b]| 0.299 * f64::from(*r) + 0.587 * f64::from(*g) + 0.114 * f64::from(*b))
            .collect();
        Self { width: picture.width, height: picture.height, levels }
    }

    /// Means over squares of `factor` pixels; the rest at the right and the bottom is left out.
    fn reduced(self, factor: usize) -> Self {
        if factor <= 1 {
            return self;
        }
        let (width, height) = (self.width.div_ceil(factor), self.height.div_ceil(factor));
        let mut levels = Vec::with_capacity(width * height);
        for row in 0..height {
            for column in 0..width {
                let rows = row * factor..((row + 1) * factor).min(self.height);
                let columns = column * factor..((column + 1) * factor).min(self.width);
                let count = rows.len() * columns.len();
                let sum: f64 = rows.map(|y| self.levels[y * self.width..][columns.clone()].iter().sum::<f64>()).sum();
                levels.push(sum / count as f64);
            }
        }
        Self { width, height, levels }
    }

    fn at(&self, column: usize, row: usize) -> f64 {
        self.levels[row.min(self.height - 1) * self.width + column.min(self.width - 1)]
    }
}

/// The mean structural similarity (Wang and others, 2004): Gaussian window of 11, after bringing the shorter side near 256.
pub(super) fn ssim(one: &Picture, other: &Picture) -> f64 {
    let factor = (one.width.min(one.height) + STRUCTURE_SIDE / 2) / STRUCTURE_SIDE;
    ssim_of(&Grey::new(one).reduced(factor), &Grey::new(other).reduced(factor))
}

fn ssim_of(one: &Grey, other: &Grey) -> f64 {
    const C1: f64 = 6.502_5;
    const C2: f64 = 58.522_5;
    let blur = |levels: Vec<f64>| blurred(&levels, one.width, one.height);
    let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).collect::<Vec<_>>();
    let (a, b) = (&one.levels, &other.levels);
    let (mean_a, mean_b) = (blur(a.clone()), blur(b.clone()));
    let (aa, bb, ab) = (blur(product(a, a)), blur(product(b, b)), blur(product(a, b)));
    let sum: f64 = (0..a.len())
        .map(|i| {
            let (ma, mb) = (mean_a[i], mean_b[i]);
            let (va, vb, cov) = (aa[i] - ma * ma, bb[i] - mb * mb, ab[i] - ma * mb);
            ((2.0 * ma * mb + C1) * (2.0 * cov + C2)) / ((ma * ma + mb * mb + C1) * (va + vb + C2))
        })
        .sum();
    sum / a.len() as f64
}

/// A Gaussian of deviation 1.5 over 11 pixels, its weights shared out anew at the borders.
fn blurred(levels: &[f64], width: usize, height: usize) -> Vec<f64> {
    let weights: [f64; 11] = std::array::from_fn(|i| {
        let away = i as f64 - 5.0;
        (-away * away / 4.5).exp()
    });
    let pass = |source: &[f64], length: usize, step: usize, starts: &mut dyn Iterator<Item = usize>| {
        let mut result = vec![0.0; source.len()];
        for start in starts {
            for at in 0..length {
                let (mut sum, mut whole) = (0.0, 0.0);
                for (tap, weight) in weights.iter().enumerate() {
                    if let Some(from) = (at + tap).checked_sub(5).filter(|from| *from < length) {
                        sum += weight * source[start + from * step];
                        whole += weight;
                    }
                }
                result[start + at * step] = sum / whole;
            }
        }
        result
    };
    let rows = pass(levels, width, 1, &mut (0..height).map(|row| row * width));
    pass(&rows, height, width, &mut (0..width))
}

/// The perceptual hash: the signs of the 64 lowest waves in the picture, without its mean brightness.
pub(super) fn hash(picture: &Picture) -> u64 {
    const SIDE: usize = 32;
    let grey = Grey::new(&picture.resized(SIDE, SIDE));
    let wave = |frequency: usize, at: usize| (std::f64::consts::PI * ratio(frequency * (2 * at + 1), 2 * SIDE)).cos();
    let mut waves = [0.0; 64];
    for (index, sum) in waves.iter_mut().enumerate() {
        let (u, v) = (index % 8, index / 8);
        for row in 0..SIDE {
            let line: f64 = (0..SIDE).map(|column| grey.levels[row * SIDE + column] * wave(u, column)).sum();
            *sum += line * wave(v, row);
        }
    }
    let mut sorted = waves[1..].to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let median = sorted[sorted.len() / 2];
    waves.iter().enumerate().skip(1).fold(0, |hash, (index, wave)| hash | (u64::from(*wave > median) << index))
}

/// The mean difference of colours (CIEDE2000), pixel by pixel.
pub(super) fn colour_difference(one: &Picture, other: &Picture) -> f64 {
    let to_lab = ToLab::new();
    let every = one.pixels.len().div_ceil(MOST_COLOURS);
    let pairs = one.pixels.iter().zip(&other.pixels).step_by(every);
    let count = pairs.len();
    let sum: f64 = pairs.map(|(a, b)| if a == b { 0.0 } else { difference(to_lab.of(*a), to_lab.of(*b)) }).sum();
    sum / count as f64
}

/// The common share of edges. An edge counts as common where the other picture has one within a pixel.
pub(super) fn edge_iou(one: &Picture, other: &Picture) -> f64 {
    let factor = one.width.max(one.height).div_ceil(EDGE_SIDE);
    let (a, width) = edges(&Grey::new(one).reduced(factor));
    let (b, _) = edges(&Grey::new(other).reduced(factor));
    let near = |edges: &[bool], index: usize| {
        let (row, column) = (index / width, index % width);
        (row.saturating_sub(1)..=row + 1).any(|y| {
            (column.saturating_sub(1)..=(column + 1).min(width - 1)).any(|x| edges.get(y * width + x).copied().unwrap_or(false))
        })
    };
    let common = |from: &[bool], of: &[bool]| (0..from.len()).filter(|i| from[*i] && near(of, *i)).count();
    let (in_a, in_b) = (a.iter().filter(|e| **e).count(), b.iter().filter(|e| **e).count());
    let (common_a, common_b) = (common(&a, &b), common(&b, &a));
    let shared = f64::midpoint(common_a as f64, common_b as f64);
    let union = (in_a + in_b) as f64 - shared;
    if in_a + in_b == 0 { 1.0 } else { shared / union }
}

fn edges(grey: &Grey) -> (Vec<bool>, usize) {
    let mut edges = vec![false; grey.levels.len()];
    for y in 1..grey.height.saturating_sub(1) {
        for x in 1..grey.width.saturating_sub(1) {
            let p = |dx: usize, dy: usize| grey.at(x + dx - 1, y + dy - 1);
            let across = p(2, 0) + 2.0 * p(2, 1) + p(2, 2) - p(0, 0) - 2.0 * p(0, 1) - p(0, 2);
            let down = p(0, 2) + 2.0 * p(1, 2) + p(2, 2) - p(0, 0) - 2.0 * p(1, 0) - p(2, 0);
            edges[y * grey.width + x] = across.hypot(down) >= EDGE;
        }
    }
    (edges, grey.width)
}
