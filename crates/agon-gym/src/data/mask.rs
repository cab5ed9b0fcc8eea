//! Which pixels of a picture an object covers.

use serde::{Deserialize, Serialize};

/// Pictures with more pixels than this are refused: a mask of a damaged file must not eat the memory.
pub(crate) const MAX_PIXELS: u64 = 64_000_000;

/// A set of pixels, kept within its bounding box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mask {
    x: u32,
    y: u32,
    width: u32,
    height: u32,
    inside: Vec<bool>,
    area: usize,
    /// The centre of mass, asked for again and again.
    centre_of_mass: (u32, u32),
}

/// A mask as evidence: its box, and how many pixels lie outside and inside by turns, row by row within the box.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Written {
    #[serde(rename = "box")]
    bounds: [u32; 4],
    runs: Vec<u32>,
}

impl Mask {
    /// From a picture's pixels, row by row; `None` if there is none inside.
    pub(crate) fn new(picture_width: u32, inside: &[bool]) -> Option<Self> {
        let at = |index: usize| (index as u32 % picture_width, index as u32 / picture_width);
        let pixels = || inside.iter().enumerate().filter(|(_, inside)| **inside).map(|(index, _)| at(index));
        let (left, right) = (pixels().map(|(x, _)| x).min()?, pixels().map(|(x, _)| x).max()?);
        let (top, bottom) = (pixels().map(|(_, y)| y).min()?, pixels().map(|(_, y)| y).max()?);
        let (width, height) = (right - left + 1, bottom - top + 1);
        let mut cropped = vec![false; width as usize * height as usize];
        let (mut area, mut sum_x, mut sum_y) = (0u64, 0u64, 0u64);
        for (x, y) in pixels() {
            cropped[((y - top) * width + x - left) as usize] = true;
            (area, sum_x, sum_y) = (area + 1, sum_x + u64::from(x), sum_y + u64::from(y));
        }
        let mean = |sum: u64| ((sum + area / 2) / area.max(1)) as u32;
        let centre_of_mass = (mean(sum_x), mean(sum_y));
        Some(Self { x: left, y: top, width, height, inside: cropped, area: area as usize, centre_of_mass })
    }

    /// A set of pixels within a box; `None` if there is none.
    pub(crate) fn within(x: u32, y: u32, width: u32, inside: &[bool]) -> Option<Self> {
        let mask = Self::new(width.max(1), inside)?;
        let (centre_x, centre_y) = mask.centre_of_mass;
        Some(Self { x: mask.x + x, y: mask.y + y, centre_of_mass: (centre_x + x, centre_y + y), ..mask })
    }

    /// The same pixels in a part of the picture that begins at a point; `None` if it begins within or beyond them.
    pub(crate) fn seen_from(&self, (x, y): (u32, u32)) -> Option<Self> {
        let (left, top) = (self.x.checked_sub(x)?, self.y.checked_sub(y)?);
        let (centre_x, centre_y) = self.centre_of_mass;
        Some(Self { x: left, y: top, centre_of_mass: (centre_x - x, centre_y - y), ..self.clone() })
    }

    pub(crate) fn contains(&self, x: u32, y: u32) -> bool {
        let (Some(column), Some(row)) = (x.checked_sub(self.x), y.checked_sub(self.y)) else { return false };
        column < self.width && row < self.height && self.inside[(row * self.width + column) as usize]
    }

    pub(crate) fn area(&self) -> usize {
        self.area
    }

    /// Left, top, right and bottom; the last two just outside.
    pub(crate) fn edges(&self) -> [u32; 4] {
        [self.x, self.y, self.x + self.width, self.y + self.height]
    }

    /// The pixels inside, row by row.
    pub(crate) fn pixels(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let inside = self.inside.iter().enumerate().filter(|(_, inside)| **inside);
        inside.map(|(index, _)| (self.x + index as u32 % self.width, self.y + index as u32 / self.width))
    }

    /// The centre of mass, rounded to a pixel, which may lie outside.
    pub(crate) fn centre_of_mass(&self) -> (u32, u32) {
        self.centre_of_mass
    }

    /// The pixel inside that is nearest to the centre of mass.
    pub(crate) fn centre(&self) -> (u32, u32) {
        let (x, y) = self.centre_of_mass();
        if self.contains(x, y) {
            return (x, y);
        }
        self.pixels()
            .min_by_key(|pixel| u64::from(pixel.0.abs_diff(x)).pow(2) + u64::from(pixel.1.abs_diff(y)).pow(2))
            .unwrap_or((x, y))
    }

    pub(crate) fn written(&self) -> Written {
        let mut runs = vec![0u32];
        let mut last = false;
        for inside in &self.inside {
            if *inside != last {
                runs.push(0);
                last = *inside;
            }
            if let Some(run) = runs.last_mut() {
                *run += 1;
            }
        }
        Written { bounds: [self.x, self.y, self.width, self.height], runs }
    }

    /// The inverse of [`Mask::written`]; `None` where the runs do not fill the box or cover nothing.
    pub(crate) fn read(written: &Written) -> Option<Self> {
        let [x, y, width, height] = written.bounds;
        let size = u64::from(width) * u64::from(height);
        if size > MAX_PIXELS || written.runs.iter().map(|run| u64::from(*run)).sum::<u64>() != size {
            return None;
        }
        x.checked_add(width)?;
        y.checked_add(height)?;
        let runs = written.runs.iter().enumerate();
        let inside: Vec<bool> = runs.flat_map(|(turn, run)| std::iter::repeat_n(turn % 2 == 1, *run as usize)).collect();
        Self::within(x, y, width, &inside)
    }
}

/// Fills polygons, given as x and y by turns: a pixel is inside where its centre is inside any of them.
pub(crate) fn fill_polygons(polygons: &[Vec<f64>], width: u32, height: u32) -> Option<Mask> {
    let shapes: Vec<Vec<(f64, f64)>> =
        polygons.iter().map(|polygon| polygon.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()).collect();
    let corners = || shapes.iter().flatten();
    if shapes.iter().any(|points| points.len() < 3) || corners().any(|(x, y)| !x.is_finite() || !y.is_finite()) {
        return None;
    }
    // Only the box around them is looked at: an object is a small part of its picture.
    let edge = |value: f64, side: u32| value.clamp(0.0, f64::from(side)) as u32;
    let least = |part: fn(&(f64, f64)) -> f64| corners().map(part).fold(f64::INFINITY, f64::min).floor();
    let most = |part: fn(&(f64, f64)) -> f64| corners().map(part).fold(f64::NEG_INFINITY, f64::max).ceil();
    let (left, right) = (edge(least(|corner| corner.0), width), edge(most(|corner| corner.0), width));
    let (top, bottom) = (edge(least(|corner| corner.1), height), edge(most(|corner| corner.1), height));
    let box_width = right.checked_sub(left)? as usize;
    let mut inside = vec![false; box_width * bottom.checked_sub(top)? as usize];
    for points in &shapes {
        for row in top..bottom {
            let line = f64::from(row) + 0.5;
            let mut crossings: Vec<f64> = Vec::new();
            for (index, a) in points.iter().enumerate() {
                let b = points[(index + 1) % points.len()];
                if (a.1 <= line) != (b.1 <= line) {
                    crossings.push(a.0 + (line - a.1) / (b.1 - a.1) * (b.0 - a.0));
                }
            }
            crossings.sort_by(f64::total_cmp);
            for pair in crossings.chunks_exact(2) {
                let bound = |x: f64| (x - 0.5).ceil().clamp(f64::from(left), f64::from(right)) as usize - left as usize;
                inside[(row - top) as usize * box_width..][bound(pair[0])..bound(pair[1])].fill(true);
            }
        }
    }
    Mask::within(left, top, box_width as u32, &inside)
}

/// Fills run lengths as COCO writes them: column by column, pixels outside and inside by turns.
pub(crate) fn fill_runs(runs: &[u64], width: u32, height: u32) -> Option<Mask> {
    let size = u64::from(width) * u64::from(height);
    if runs.iter().try_fold(0u64, |sum, run| sum.checked_add(*run)) != Some(size) {
        return None;
    }
    let mut inside = vec![false; size as usize];
    let mut at = 0u64;
    for (turn, run) in runs.iter().enumerate() {
        if turn % 2 == 1 {
            for index in at..at + run {
                let (column, row) = (index / u64::from(height), index % u64::from(height));
                inside[(row * u64::from(width) + column) as usize] = true;
            }
        }
        at += run;
    }
    Mask::new(width, &inside)
}

/// Reads COCO's compressed run lengths: five bits a character, and from the fourth on the difference to the last but one.
pub(crate) fn read_compressed_runs(text: &str) -> Option<Vec<u64>> {
    let mut runs: Vec<i64> = Vec::new();
    let mut bytes = text.bytes();
    while let Some(mut byte) = bytes.next() {
        let (mut value, mut shift) = (0i64, 0u32);
        loop {
            let part = i64::from(byte.checked_sub(48)?);
            if part > 63 || shift > 50 {
                return None;
            }
            value |= (part & 31) << shift;
            shift += 5;
            if part & 32 == 0 {
                if part & 16 != 0 {
                    value |= -1 << shift;
                }
                break;
            }
            byte = bytes.next()?;
        }
        if runs.len() > 2 {
            value = value.checked_add(runs[runs.len() - 2])?;
        }
        runs.push(value);
    }
    runs.into_iter().map(|run| u64::try_from(run).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The inverse of [`read_compressed_runs`], from the format's description.
    fn compress(runs: &[u64]) -> String {
        let mut text = String::new();
        for (index, run) in runs.iter().enumerate() {
            let mut value = *run as i64 - if index > 2 { runs[index - 2] as i64 } else { 0 };
            loop {
                let part = value & 31;
                value >>= 5;
                let done = if part & 16 != 0 { value == -1 } else { value == 0 };
                text.push(char::from((part | if done { 0 } else { 32 }) as u8 + 48));
                if done {
                    break;
                }
            }
        }
        text
    }

    proptest! {
        #[test]
        fn masks_round_trip(width in 1u32..20, pixels in prop::collection::vec(any::<bool>(), 1..200)) {
            let height = pixels.len() as u32 / width;
            let pixels = &pixels[..(width * height) as usize];
            if let Some(mask) = Mask::new(width, pixels) {
                prop_assert_eq!(mask.area(), pixels.iter().filter(|inside| **inside).count());
                for (index, inside) in pixels.iter().enumerate() {
                    prop_assert_eq!(mask.contains(index as u32 % width, index as u32 / width), *inside);
                }
                let (x, y) = mask.centre();
                prop_assert!(mask.contains(x, y));
                prop_assert_eq!(Mask::read(&mask.written()), Some(mask));
            } else {
                prop_assert!(!pixels.contains(&true));
            }
        }

        #[test]
        fn compressed_runs_round_trip(runs in prop::collection::vec(0u64..100_000, 0..40)) {
            prop_assert_eq!(read_compressed_runs(&compress(&runs)), Some(runs));
        }

        #[test]
        fn no_text_breaks_the_reader(text in ".{0,40}") {
            let _ = read_compressed_runs(&text);
        }
    }

    #[test]
    fn polygons_and_runs_agree() {
        let square = fill_polygons(&[vec![2.0, 1.0, 5.0, 1.0, 5.0, 4.0, 2.0, 4.0]], 8, 6).unwrap();
        assert_eq!((square.area(), square.edges(), square.centre()), (9, [2, 1, 5, 4], (3, 2)));
        // Two columns of six outside, one pixel above the square, then three inside and three outside by turns.
        let runs = fill_runs(&[13, 3, 3, 3, 3, 3, 20], 8, 6).unwrap();
        assert_eq!(square, runs);
        assert!(fill_runs(&[13, 3], 8, 6).is_none());
        assert!(fill_polygons(&[vec![1.0, 1.0, 2.0, 2.0]], 8, 6).is_none());
        assert!(fill_polygons(&[vec![1.0, f64::NAN, 2.0, 2.0, 3.0, 1.0]], 8, 6).is_none());
    }

    #[test]
    fn a_part_of_the_picture_has_the_same_pixels_elsewhere() {
        let square = fill_polygons(&[vec![2.0, 1.0, 5.0, 1.0, 5.0, 4.0, 2.0, 4.0]], 8, 6).unwrap();
        let part = square.seen_from((2, 1)).unwrap();
        assert_eq!((part.area(), part.edges(), part.centre()), (9, [0, 0, 3, 3], (1, 1)));
        assert!(part.contains(0, 0) && part.contains(2, 2) && !part.contains(3, 2));
        assert!(square.seen_from((3, 0)).is_none() && square.seen_from((0, 2)).is_none());
    }

    #[test]
    fn the_centre_of_a_ring_is_a_pixel_of_the_ring() {
        let outer = vec![0.0, 0.0, 9.0, 0.0, 9.0, 9.0, 0.0, 9.0, 0.0, 0.0, 3.0, 3.0, 3.0, 6.0, 6.0, 6.0, 6.0, 3.0, 3.0, 3.0];
        let ring = fill_polygons(&[outer], 9, 9).unwrap();
        assert_eq!(ring.centre_of_mass(), (4, 4));
        assert!(!ring.contains(4, 4));
        let (x, y) = ring.centre();
        assert!(ring.contains(x, y) && x.abs_diff(4) + y.abs_diff(4) == 2);
    }
}
