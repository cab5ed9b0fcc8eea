//! Filling triangles: exact coverage by whole numbers, a depth buffer, colors from corner to corner.

use super::lanes::{LANES, Ramp, flat, smooth, textured};
use super::texture::Texture;
use std::ops::Range;

/// Positions on the screen are counted in sixteenths of a sample.
pub(super) const SUBSAMPLE: i32 = 16;

/// A corner of a triangle on the screen.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Corner {
    pub(super) x: i32,
    pub(super) y: i32,
    /// Larger is nearer; positive.
    pub(super) depth: i32,
    /// Red, green, blue in 65536ths, away from 0 and 255 by at least one whole step, so that rounding never wraps.
    pub(super) color: [i32; 3],
}

/// Colors and depths of a square of samples, or of some of its rows. A color is red, green and blue from the lowest byte up;
/// a depth of zero is nothing at all.
#[derive(Default)]
pub(super) struct Buffers {
    side: usize,
    /// Which rows of the square are held. All rows are named as they are in the square.
    rows: Range<usize>,
    /// From row to row: longer than a row, so that the last samples can be filled several at once too.
    stride: usize,
    empty: i32,
    colors: Vec<i32>,
    depths: Vec<i32>,
    /// The part of each row that was filled since it was last emptied. Bodies cover little of their square, and nothing else
    /// should cost time.
    touched: Vec<Touched>,
}

#[derive(Clone, Copy)]
struct Touched {
    from: i32,
    to: i32,
}

const UNTOUCHED: Touched = Touched { from: i32::MAX, to: 0 };

impl Buffers {
    /// Makes ready for some rows of a square of this side, before this color. Whoever leaves the buffers empty finds them
    /// empty.
    pub(super) fn prepare(&mut self, side: usize, rows: Range<usize>, empty: i32) {
        if (self.side, self.rows.len(), self.empty) != (side, rows.len(), empty) {
            (self.side, self.stride, self.empty) = (side, side + LANES, empty);
            self.colors = vec![empty; rows.len() * self.stride];
            self.depths = vec![0; rows.len() * self.stride];
            self.touched = vec![UNTOUCHED; rows.len()];
        }
        self.rows = rows;
    }

    /// A copy that counts as untouched, to be filled and restored by turns.
    pub(super) fn untouched(&self) -> Self {
        let touched = vec![UNTOUCHED; self.touched.len()];
        let (colors, depths) = (self.colors.clone(), self.depths.clone());
        Self { rows: self.rows.clone(), colors, depths, touched, ..*self }
    }

    /// Makes a row as far as it was filled what it is in the original.
    pub(super) fn restore(&mut self, row: usize, original: &Self) {
        let columns = self.touched(row..row + 1);
        let (colors, depths) = self.samples_mut(row, columns.clone());
        let (old_colors, old_depths) = original.samples(row, columns);
        colors.copy_from_slice(old_colors);
        depths.copy_from_slice(old_depths);
        self.touched[row - self.rows.start] = UNTOUCHED;
    }

    pub(super) fn rows(&self) -> Range<usize> {
        self.rows.clone()
    }

    /// The colors and depths of samples side by side.
    pub(super) fn samples(&self, row: usize, columns: Range<usize>) -> (&[i32], &[i32]) {
        let range = self.range(row, columns);
        (&self.colors[range.clone()], &self.depths[range])
    }

    pub(super) fn samples_mut(&mut self, row: usize, columns: Range<usize>) -> (&mut [i32], &mut [i32]) {
        let range = self.range(row, columns);
        (&mut self.colors[range.clone()], &mut self.depths[range])
    }

    fn range(&self, row: usize, columns: Range<usize>) -> Range<usize> {
        let line = (row - self.rows.start) * self.stride;
        line + columns.start..line + columns.end
    }

    /// The columns between which these rows were filled.
    pub(super) fn touched(&self, rows: Range<usize>) -> Range<usize> {
        let join = |a: Touched, b: &Touched| Touched { from: a.from.min(b.from), to: a.to.max(b.to) };
        let Touched { from, to } =
            self.touched[rows.start - self.rows.start..rows.end - self.rows.start].iter().fold(UNTOUCHED, join);
        if from < to { from as usize..to as usize } else { 0..0 }
    }

    /// Counts columns of a row as filled.
    pub(super) fn touch(&mut self, row: usize, columns: &Range<usize>) {
        let touched = &mut self.touched[row - self.rows.start];
        (touched.from, touched.to) = (touched.from.min(columns.start as i32), touched.to.max(columns.end as i32));
    }

    /// Empties a row as far as it was filled.
    pub(super) fn empty(&mut self, row: usize) {
        let (columns, empty) = (self.touched(row..row + 1), self.empty);
        let (colors, depths) = self.samples_mut(row, columns);
        colors.fill(empty);
        depths.fill(0);
        self.touched[row - self.rows.start] = UNTOUCHED;
    }

    /// Fills a triangle whose corners go clockwise to the eye; the others show their back and are skipped. All corners must lie
    /// on the square. A sample on an edge that two triangles share belongs to one of them.
    pub(super) fn triangle(&mut self, a: &Corner, b: &Corner, c: &Corner) {
        self.fill(a, b, c, |slopes| {
            if a.color == b.color && a.color == c.color {
                let [red, green, blue] = a.color.map(|part| part >> 16);
                return Paint::Flat(red | green << 8 | blue << 16);
            }
            let plane = |part: usize| slopes.plane(a, [a.color[part], b.color[part], c.color[part]]);
            Paint::Smooth([plane(0), plane(1), plane(2)])
        });
    }

    /// Fills a triangle as [`Buffers::triangle`] does, with part of a texture whose light is the corners' first color. `places`
    /// are those of the corners on the texture; between them they change evenly on the screen, which for small triangles is
    /// near enough to what perspective asks for.
    pub(super) fn textured_triangle(&mut self, [a, b, c]: [&Corner; 3], texture: &Texture, places: [[i32; 2]; 3]) {
        self.fill(a, b, c, |slopes| {
            let along = |part: usize| slopes.plane(a, places.map(|place| place[part]));
            let light = slopes.plane(a, [a.color[0], b.color[0], c.color[0]]);
            Paint::Textured(texture, [along(0), along(1)], light)
        });
    }

    fn fill<'t>(&mut self, a: &Corner, b: &Corner, c: &Corner, paint: impl FnOnce(&Slopes) -> Paint<'t>) {
        let ((ux, uy), (vx, vy)) = ((b.x - a.x, b.y - a.y), (c.x - a.x, c.y - a.y));
        let area = i64::from(ux) * i64::from(vy) - i64::from(uy) * i64::from(vx);
        if area <= 0 {
            return;
        }
        let (mut high, mut middle, mut low) = (a, b, c);
        if middle.y < high.y {
            (high, middle) = (middle, high);
        }
        if low.y < middle.y {
            (middle, low) = (low, middle);
        }
        if middle.y < high.y {
            (high, middle) = (middle, high);
        }
        let (first, end) = (self.rows.start as i32, self.rows.end as i32);
        let held = |y: i32| first_center(y).clamp(first, end);
        let (top, bend, bottom) = (held(high.y), held(middle.y), held(low.y));
        if top >= bottom {
            return;
        }
        let slopes = Slopes::new((ux, uy), (vx, vy), area);
        let depth = slopes.plane(a, [a.depth, b.depth, c.depth]);
        let paint = paint(&slopes);
        // One edge goes all the way down, on the other side two follow each other.
        let mut long = Edge::new(high, low, top);
        let bends_right = (low.x - high.x) * (middle.y - high.y) < (middle.x - high.x) * (low.y - high.y);
        for (upper, lower, rows) in [(high, middle, top..bend), (middle, low, bend..bottom)] {
            if rows.is_empty() {
                continue;
            }
            let mut short = Edge::new(upper, lower, rows.start);
            let (left, right) = if bends_right { (&mut long, &mut short) } else { (&mut short, &mut long) };
            for row in rows {
                let columns = left.advance()..right.advance();
                if columns.start < columns.end {
                    self.span(row, columns, &depth, &paint);
                }
            }
        }
    }

    fn span(&mut self, row: i32, columns: Range<i32>, depth: &Plane, paint: &Paint<'_>) {
        let touched = &mut self.touched[row as usize - self.rows.start];
        (touched.from, touched.to) = (touched.from.min(columns.start), touched.to.max(columns.end));
        let left = columns.end - columns.start;
        let from = columns.start as usize;
        let (colors, depths) = self.samples_mut(row as usize, from..from + (left as usize).next_multiple_of(LANES));
        let depth = depth.at(columns.start, row);
        match paint {
            Paint::Flat(color) => flat(colors, depths, left, *color, depth),
            Paint::Smooth([red, green, blue]) => {
                let parts = [red.at(columns.start, row), green.at(columns.start, row), blue.at(columns.start, row)];
                smooth(colors, depths, left, parts, depth);
            }
            Paint::Textured(texture, [right, down], light) => {
                let places = [right.at(columns.start, row), down.at(columns.start, row)];
                textured(colors, depths, left, texture, (places, light.at(columns.start, row)), depth);
            }
        }
    }
}

enum Paint<'t> {
    Flat(i32),
    Smooth([Plane; 3]),
    /// Places on the texture, and the light.
    Textured(&'t Texture, [Plane; 2], Plane),
}

/// What turns differences between a triangle's corners into differences between samples.
struct Slopes {
    across: (f64, f64),
    down: (f64, f64),
}

impl Slopes {
    fn new((ux, uy): (i32, i32), (vx, vy): (i32, i32), area: i64) -> Self {
        let per_step = f64::from(SUBSAMPLE) / area as f64;
        let part = |side: i32| f64::from(side) * per_step;
        Self { across: (part(vy), part(-uy)), down: (part(-vx), part(ux)) }
    }

    /// The plane through the values at the corners, the first of which is given.
    fn plane(&self, corner: &Corner, [at_a, at_b, at_c]: [i32; 3]) -> Plane {
        let (u, v) = (f64::from(at_b - at_a), f64::from(at_c - at_a));
        let (across, down) = ((u * self.across.0 + v * self.across.1) as i64, (u * self.down.0 + v * self.down.1) as i64);
        let half = SUBSAMPLE / 2;
        let aside = across * i64::from(half - corner.x) + down * i64::from(half - corner.y);
        let origin = i64::from(at_a) + aside / i64::from(SUBSAMPLE);
        Plane { origin: origin as i32, across: across as i32, down: down as i32 }
    }
}

/// A value that changes evenly over a triangle, per sample. Only asked for samples within, where it lies between the values
/// at the corners, but for the slopes' rounding: less than one for each sample on the way. So whatever is cut off of large
/// numbers here cancels out in the end.
struct Plane {
    origin: i32,
    across: i32,
    down: i32,
}

impl Plane {
    #[inline(always)]
    fn at(&self, column: i32, row: i32) -> Ramp {
        let aside = self.across.wrapping_mul(column).wrapping_add(self.down.wrapping_mul(row));
        Ramp { value: self.origin.wrapping_add(aside), slope: self.across }
    }
}

/// An edge as the first sample at or right of it, row by row, without a division in between.
struct Edge {
    column: i32,
    /// How far the edge lies left of that sample, in parts of `whole`.
    short: i32,
    step: i32,
    step_short: i32,
    whole: i32,
}

impl Edge {
    /// From the first row on whose middle is at or below the upper end. No number here outgrows its type while places are
    /// below 2^15, though sums on the way may wrap.
    fn new(upper: &Corner, lower: &Corner, first: i32) -> Self {
        let (dx, dy) = (lower.x - upper.x, lower.y - upper.y);
        let whole = SUBSAMPLE * dy;
        // The edge's place on the first row, from the middle of the first sample, in parts of `whole`.
        let down = first * SUBSAMPLE + SUBSAMPLE / 2 - upper.y;
        let place = (upper.x - SUBSAMPLE / 2).wrapping_mul(dy).wrapping_add(down.wrapping_mul(dx));
        let inverse = 1.0 / f64::from(whole);
        let (column, short) = divided_up(place, whole, inverse);
        let (step, step_short) = divided_up(dx * SUBSAMPLE, whole, inverse);
        Self { column, short, step, step_short, whole }
    }

    fn advance(&mut self) -> i32 {
        let column = self.column;
        self.column += self.step;
        self.short += self.step_short;
        if self.short >= self.whole {
            self.short -= self.whole;
            self.column -= 1;
        }
        column
    }
}

/// A number by a positive one, rounded up, and how much was added for that. Multiplying is quicker than dividing, and the inverse is so near
/// that the quotient is off by one at most, which is made good.
fn divided_up(number: i32, by: i32, inverse: f64) -> (i32, i32) {
    let quotient = (f64::from(number) * inverse) as i32;
    let short = quotient.wrapping_mul(by).wrapping_sub(number);
    match short {
        ..0 => (quotient + 1, short + by),
        _ if short >= by => (quotient - 1, short - by),
        _ => (quotient, short),
    }
}

/// The first row or column whose middle is at or after a place.
pub(super) fn first_center(place: i32) -> i32 {
    (place + SUBSAMPLE / 2 - 1).div_euclid(SUBSAMPLE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solid::texture::FULL_LIGHT;
    use proptest::prelude::*;

    fn corner(x: i32, y: i32, depth: i32, color: i32) -> Corner {
        Corner { x, y, depth, color: [color << 16; 3] }
    }

    impl Buffers {
        fn at(&self, column: usize, row: usize) -> i32 {
            self.colors[row * self.stride + column]
        }
    }

    fn buffers() -> Buffers {
        let mut buffers = Buffers::default();
        buffers.prepare(40, 0..40, 0);
        buffers
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(512))]

        #[test]
        fn division_rounds_up(number in -(1i32 << 29)..1 << 29, by in 1i32..1 << 19, times in -1000i32..1000) {
            for number in [number, times * by, times * by + 1, times * by - 1] {
                let (quotient, short) = divided_up(number, by, 1.0 / f64::from(by));
                prop_assert_eq!((quotient, short), (-(-number).div_euclid(by), quotient * by - number));
            }
        }

        #[test]
        fn exactly_the_samples_inside_are_filled(points in prop::array::uniform3((0i32..640, 0i32..640))) {
            let mut buffers = buffers();
            let [a, b, c] = points.map(|(x, y)| corner(x, y, 1000, 200));
            buffers.triangle(&a, &b, &c);
            buffers.triangle(&a, &c, &b);
            for row in 0..40i64 {
                for column in 0..40i64 {
                    let (x, y) = (column * 16 + 8, row * 16 + 8);
                    let side = |p: &Corner, q: &Corner| {
                        (i64::from(q.x) - i64::from(p.x)) * (y - i64::from(p.y)) - (i64::from(q.y) - i64::from(p.y)) * (x - i64::from(p.x))
                    };
                    let sides = [side(&a, &b), side(&b, &c), side(&c, &a)];
                    let filled = buffers.at(column as usize, row as usize) != 0;
                    let inside = sides.iter().all(|s| *s > 0) || sides.iter().all(|s| *s < 0);
                    let outside = sides.iter().any(|s| *s > 0) && sides.iter().any(|s| *s < 0);
                    prop_assert!(if inside { filled } else { !(outside && filled) }, "{} {}", column, row);
                }
            }
        }

        #[test]
        fn bands_make_the_whole(points in prop::array::uniform3((0i32..640, 0i32..640)), colors in prop::array::uniform3(1i32..255)) {
            let [a, b, c] = [0, 1, 2].map(|i| corner(points[i].0, points[i].1, 1000 + colors[i], colors[i]));
            let filled = |buffers: &mut Buffers| {
                buffers.triangle(&a, &b, &c);
                buffers.triangle(&a, &c, &b);
            };
            let mut whole = buffers();
            filled(&mut whole);
            let mut band = Buffers::default();
            for first in (0..40).step_by(8) {
                band.prepare(40, first..first + 8, 0);
                filled(&mut band);
                for row in first..first + 8 {
                    prop_assert_eq!(band.samples(row, 0..40), whole.samples(row, 0..40));
                    prop_assert_eq!(band.touched(row..row + 1), whole.touched(row..row + 1));
                    band.empty(row);
                }
            }
        }

        #[test]
        fn a_shared_edge_leaves_no_gap_and_no_overlap(points in prop::array::uniform4((0i32..40, 0i32..40)), middle in (300i32..340, 300i32..340)) {
            // A fan of four triangles around a middle covers a box of samples once each.
            let [p, q, r, s] = points;
            let ring = [(p.0, p.1), (600 + q.0, q.1), (600 + r.0, 600 + r.1), (s.0, 600 + s.1)];
            let mut covered = vec![0; 1600];
            for side in 0..4 {
                let mut buffers = buffers();
                let [a, b, c] = [ring[side], ring[(side + 1) % 4], middle].map(|(x, y)| corner(x.min(639), y.min(639), 9, 100));
                buffers.triangle(&a, &b, &c);
                for (index, count) in covered.iter_mut().enumerate() {
                    *count += usize::from(buffers.at(index % 40, index / 40) != 0);
                }
            }
            for row in 3..37 {
                prop_assert!((3..37).all(|column| covered[row * 40 + column] == 1), "{:?}", &covered[row * 40..row * 40 + 40]);
            }
            prop_assert!(covered.iter().all(|count| *count <= 1));
        }

        #[test]
        fn values_stay_between_the_corners(points in prop::array::uniform3((0i32..640, 0i32..640)), colors in prop::array::uniform3(1i32..255)) {
            let mut buffers = buffers();
            let [a, b, c] = [0, 1, 2].map(|i| corner(points[i].0, points[i].1, 1000 + colors[i], colors[i]));
            buffers.triangle(&a, &b, &c);
            buffers.triangle(&a, &c, &b);
            let (low, high) = (colors.iter().min().unwrap() - 1, colors.iter().max().unwrap() + 1);
            for color in buffers.colors.iter().filter(|color| **color != 0) {
                let red = color & 0xff;
                prop_assert!(low <= red && red <= high, "{} not in {}..={}", red, low, high);
                prop_assert_eq!(*color, red | red << 8 | red << 16);
            }
        }
    }

    #[test]
    fn the_nearer_triangle_hides_the_farther_whichever_comes_first() {
        for swapped in [false, true] {
            let mut buffers = buffers();
            let far = [corner(0, 0, 100, 50), corner(639, 0, 100, 50), corner(0, 639, 100, 50)];
            let near = [corner(0, 0, 900, 90), corner(320, 0, 900, 90), corner(0, 320, 900, 90)];
            for [a, b, c] in if swapped { [near, far] } else { [far, near] } {
                buffers.triangle(&a, &b, &c);
            }
            assert_eq!((buffers.at(1, 1) & 0xff, buffers.at(30, 0) & 0xff), (90, 50));
        }
    }

    #[test]
    fn a_textured_triangle_shows_its_texels_in_their_light() {
        let mut picture = crate::Canvas::new(2, 2);
        picture.rect(0, 0, 1, 2, [200, 0, 0]);
        picture.rect(1, 0, 1, 2, [0, 0, 200]);
        let texture = Texture::new(&picture, &[[0, 0], [65535, 0], [0, 65535]]).unwrap();
        let places = [0, 1, 2].map(|index| texture.places[index]);
        for (light, level) in [(FULL_LIGHT, 197..=200), (FULL_LIGHT / 2, 97..=100)] {
            let mut buffers = buffers();
            let [a, b, c] = [(0, 0), (639, 0), (0, 639)].map(|(x, y)| corner(x, y, 100, light));
            buffers.textured_triangle([&a, &b, &c], &texture, places);
            assert!(level.contains(&buffers.at(1, 1)), "red is the lowest byte: {:x}", buffers.at(1, 1));
            assert!(level.contains(&(buffers.at(30, 1) >> 16)) && buffers.at(30, 1) & 0xffff == 0, "{:x}", buffers.at(30, 1));
            // What lies nearer stays, and a back is not drawn.
            let [a, b, c] = [a, b, c].map(|corner| Corner { depth: 50, ..corner });
            let before = buffers.at(1, 1);
            buffers.textured_triangle([&a, &b, &c], &texture, places.map(|[right, down]| [(2 << 16) - right, down]));
            buffers.textured_triangle([&a, &c, &b], &texture, places);
            assert_eq!(buffers.at(1, 1), before);
        }
    }

    #[test]
    fn emptying_leaves_nothing_behind() {
        let mut buffers = buffers();
        let [a, b, c] = [corner(17, 30, 100, 50), corner(601, 300, 100, 50), corner(40, 630, 100, 50)];
        buffers.triangle(&a, &b, &c);
        let filled = buffers.colors.iter().filter(|color| **color != 0).count();
        let mut touched = 0;
        for row in 0..40 {
            touched += buffers.samples(row, buffers.touched(row..row + 1)).0.iter().filter(|color| **color != 0).count();
            buffers.empty(row);
        }
        assert!(touched == filled && filled > 500);
        assert!(buffers.colors.iter().all(|color| *color == 0) && buffers.depths.iter().all(|depth| *depth == 0));
    }

    #[test]
    fn insides_are_not_drawn() {
        let mut buffers = buffers();
        let [a, b, c] = [corner(0, 0, 100, 50), corner(639, 0, 100, 50), corner(0, 639, 100, 50)];
        buffers.triangle(&a, &c, &b);
        assert!(buffers.colors.iter().all(|color| *color == 0));
    }
}
