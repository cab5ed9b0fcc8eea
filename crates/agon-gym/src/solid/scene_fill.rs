//! Filling triangles for scenes: exact coverage by whole numbers, a depth buffer, colors from corner to corner, and layers
//! that can be copied, mixed and shaded. [`super::fill`] is the quicker sister for single bodies.

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

/// Colors and depths of a square of samples.
#[derive(Default)]
pub(super) struct Buffers {
    pub(super) side: usize,
    pub(super) colors: Vec<u32>,
    depths: Vec<i32>,
}

impl Buffers {
    pub(super) fn resize(&mut self, side: usize) {
        if self.side != side {
            self.side = side;
            self.colors = vec![0; side * side];
            self.depths = vec![0; side * side];
        }
    }

    /// Makes a part of the square empty; nothing else costs time.
    pub(super) fn clear(&mut self, columns: std::ops::Range<usize>, rows: std::ops::Range<usize>, color: u32) {
        for row in rows {
            let line = row * self.side;
            self.colors[line + columns.start..line + columns.end].fill(color);
            self.depths[line + columns.start..line + columns.end].fill(0);
        }
    }

    /// Takes over a part of other buffers of the same side: the quick way to start from what never moves.
    pub(super) fn copy_from(&mut self, other: &Self, columns: std::ops::Range<usize>, rows: std::ops::Range<usize>) {
        debug_assert_eq!(self.side, other.side);
        for row in rows {
            let range = row * self.side + columns.start..row * self.side + columns.end;
            self.colors[range.clone()].copy_from_slice(&other.colors[range.clone()]);
            self.depths[range.clone()].copy_from_slice(&other.depths[range]);
        }
    }

    /// Mixes into these colors what others show: by one share of 256ths where it is in front of them, by another where it is
    /// behind. The others hold nothing but the translucent body.
    pub(super) fn mix_from(
        &mut self,
        other: &Self,
        columns: std::ops::Range<usize>,
        rows: std::ops::Range<usize>,
        shares: [u32; 2],
    ) {
        for row in rows {
            let range = row * self.side + columns.start..row * self.side + columns.end;
            let above = other.colors[range.clone()].iter().zip(&other.depths[range.clone()]);
            for ((color, depth), (new, new_depth)) in self.colors[range.clone()].iter_mut().zip(&self.depths[range]).zip(above) {
                if *new_depth > 0 {
                    let share = if new_depth > depth { shares[0] } else { shares[1] };
                    let part = |mask: u32| ((*color & mask) * (256 - share) + (new & mask) * share) >> 8 & mask;
                    *color = part(0xff_00ff) | part(0xff00);
                }
            }
        }
    }

    /// Darkens these colors, by a share of 256ths, where others lie just in front of them: at most so much nearer.
    pub(super) fn shade_from(
        &mut self,
        other: &Self,
        columns: std::ops::Range<usize>,
        rows: std::ops::Range<usize>,
        share: u32,
        within: i32,
    ) {
        for row in rows {
            let range = row * self.side + columns.start..row * self.side + columns.end;
            for ((color, depth), above) in
                self.colors[range.clone()].iter_mut().zip(&self.depths[range.clone()]).zip(&other.depths[range])
            {
                let nearer = above - depth;
                if *above > 0 && nearer > 0 && nearer < within {
                    let part = |mask: u32| ((*color & mask) * (256 - share)) >> 8 & mask;
                    *color = part(0xff_00ff) | part(0xff00);
                }
            }
        }
    }

    /// Fills a triangle whose corners go clockwise to the eye; the others show their back and are skipped. All corners must lie on the square. A sample on an edge that two triangles share belongs to one of them.
    pub(super) fn triangle(&mut self, a: &Corner, b: &Corner, c: &Corner) {
        let ((ux, uy), (vx, vy)) = ((b.x - a.x, b.y - a.y), (c.x - a.x, c.y - a.y));
        let area = i64::from(ux) * i64::from(vy) - i64::from(uy) * i64::from(vx);
        let top = first_center(a.y.min(b.y).min(c.y));
        let bottom = first_center(a.y.max(b.y).max(c.y));
        if area <= 0 || top >= bottom {
            return;
        }
        // Left edges go up and right edges go down where the corners go clockwise.
        let mut spans = Spans::new([(a, b), (b, c), (c, a)]);
        let per_step = f64::from(SUBSAMPLE) / area as f64;
        let plane = |at_a: i32, at_b: i32, at_c: i32| {
            let (u, v) = (f64::from(at_b - at_a), f64::from(at_c - at_a));
            let across = (u * f64::from(vy) - v * f64::from(uy)) * per_step;
            let down = (v * f64::from(ux) - u * f64::from(vx)) * per_step;
            let from_corner = |sub: i32| f64::from(SUBSAMPLE / 2 - sub) / f64::from(SUBSAMPLE);
            Plane {
                origin: f64::from(at_a) + across * from_corner(a.x) + down * from_corner(a.y),
                across,
                down,
                low: at_a.min(at_b).min(at_c),
                high: at_a.max(at_b).max(at_c),
            }
        };
        let depth = plane(a.depth, b.depth, c.depth);
        if a.color == b.color && a.color == c.color {
            let [red, green, blue] = a.color.map(|part| (part >> 16) as u32);
            let color = red | green << 8 | blue << 16;
            for row in top..bottom {
                if let Some(columns) = spans.next(row) {
                    let (line, first) = (row as usize * self.side, columns.start);
                    let range = line + columns.start as usize..line + columns.end as usize;
                    flat(&mut self.colors[range.clone()], &mut self.depths[range], color, depth.at(first, row));
                }
            }
            return;
        }
        let parts = [0, 1, 2].map(|part| plane(a.color[part], b.color[part], c.color[part]));
        for row in top..bottom {
            if let Some(columns) = spans.next(row) {
                let (line, first) = (row as usize * self.side, columns.start);
                let range = line + columns.start as usize..line + columns.end as usize;
                let from = [parts[0].at(first, row), parts[1].at(first, row), parts[2].at(first, row)];
                smooth(&mut self.colors[range.clone()], &mut self.depths[range], from, depth.at(first, row));
            }
        }
    }
}

/// A value that changes evenly over a triangle, per sample.
struct Plane {
    origin: f64,
    across: f64,
    down: f64,
    low: i32,
    high: i32,
}

impl Plane {
    /// The value at a sample and its change to the next one on the right.
    fn at(&self, column: i32, row: i32) -> (i32, i32) {
        // In slivers the slopes are huge and their sum is not exact: the corners' values are the limits.
        let value = (self.origin + self.across * f64::from(column) + self.down * f64::from(row)) as i32;
        (value.clamp(self.low, self.high), self.across as i32)
    }
}

/// The samples of each row that a triangle covers.
struct Spans {
    left: [Option<Edge>; 2],
    right: [Option<Edge>; 2],
}

/// An edge as the first sample at or right of it, row by row, without a division in between.
struct Edge {
    until: i32,
    column: i32,
    /// How far the edge lies left of that sample, in parts of `whole`.
    short: i64,
    step: i32,
    step_short: i64,
    whole: i64,
}

impl Spans {
    fn new(edges: [(&Corner, &Corner); 3]) -> Self {
        let mut spans = Self { left: [None, None], right: [None, None] };
        for (from, to) in edges {
            let (side, upper, lower) = match from.y.cmp(&to.y) {
                std::cmp::Ordering::Equal => continue,
                std::cmp::Ordering::Less => (&mut spans.right, from, to),
                std::cmp::Ordering::Greater => (&mut spans.left, to, from),
            };
            if let Some(edge) = Edge::new(upper, lower) {
                side[usize::from(side[0].is_some())] = Some(edge);
            }
        }
        for side in [&mut spans.left, &mut spans.right] {
            if let [Some(one), Some(other)] = side
                && one.until > other.until
            {
                side.swap(0, 1);
            }
        }
        spans
    }

    fn next(&mut self, row: i32) -> Option<std::ops::Range<i32>> {
        let columns = advance(&mut self.left, row)?..advance(&mut self.right, row)?;
        (columns.start < columns.end).then_some(columns)
    }
}

fn advance(side: &mut [Option<Edge>; 2], row: i32) -> Option<i32> {
    side.iter_mut().flatten().find(|edge| row < edge.until).map(Edge::advance)
}

impl Edge {
    /// `None` if no row of samples lies between its ends.
    fn new(upper: &Corner, lower: &Corner) -> Option<Self> {
        let (first, until) = (first_center(upper.y), first_center(lower.y));
        if first >= until {
            return None;
        }
        let (dx, dy) = (i64::from(lower.x - upper.x), i64::from(lower.y - upper.y));
        let whole = i64::from(SUBSAMPLE) * dy;
        // The edge's place on the first row, from the middle of the first sample, in parts of `whole`.
        let down = i64::from(first * SUBSAMPLE + SUBSAMPLE / 2 - upper.y);
        let place = (i64::from(upper.x) - i64::from(SUBSAMPLE / 2)) * dy + down * dx;
        let (column, step) = (-(-place).div_euclid(whole), -(-dx).div_euclid(dy));
        Some(Self {
            until,
            column: column as i32,
            short: column * whole - place,
            step: step as i32,
            step_short: step * whole - dx * i64::from(SUBSAMPLE),
            whole,
        })
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

/// The first row or column whose middle is at or after a place.
fn first_center(place: i32) -> i32 {
    (place + SUBSAMPLE / 2 - 1).div_euclid(SUBSAMPLE)
}

/// One row of one color. Branch-free and in whole numbers, so that the compiler takes several samples at once.
fn flat(colors: &mut [u32], depths: &mut [i32], color: u32, (mut depth, slope): (i32, i32)) {
    for (old_color, old_depth) in colors.iter_mut().zip(depths) {
        let nearer = depth > *old_depth;
        *old_color = if nearer { color } else { *old_color };
        *old_depth = if nearer { depth } else { *old_depth };
        depth = depth.wrapping_add(slope);
    }
}

/// One row of changing color.
fn smooth(colors: &mut [u32], depths: &mut [i32], from: [(i32, i32); 3], (mut depth, slope): (i32, i32)) {
    let [(mut red, more_red), (mut green, more_green), (mut blue, more_blue)] = from;
    for (old_color, old_depth) in colors.iter_mut().zip(depths) {
        let nearer = depth > *old_depth;
        let color = (red >> 16 & 0xff) as u32 | (green >> 8 & 0xff00) as u32 | (blue & 0xff_0000) as u32;
        *old_color = if nearer { color } else { *old_color };
        *old_depth = if nearer { depth } else { *old_depth };
        depth = depth.wrapping_add(slope);
        red = red.wrapping_add(more_red);
        green = green.wrapping_add(more_green);
        blue = blue.wrapping_add(more_blue);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn corner(x: i32, y: i32, depth: i32, color: i32) -> Corner {
        Corner { x, y, depth, color: [color << 16; 3] }
    }

    fn buffers() -> Buffers {
        let mut buffers = Buffers::default();
        buffers.resize(40);
        buffers.clear(0..40, 0..40, 0);
        buffers
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(512))]

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
                    let filled = buffers.colors[(row * 40 + column) as usize] != 0;
                    let inside = sides.iter().all(|s| *s > 0) || sides.iter().all(|s| *s < 0);
                    let outside = sides.iter().any(|s| *s > 0) && sides.iter().any(|s| *s < 0);
                    prop_assert!(if inside { filled } else { !(outside && filled) }, "{} {}", column, row);
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
                for (count, color) in covered.iter_mut().zip(&buffers.colors) {
                    *count += usize::from(*color != 0);
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
                let red = (color & 0xff) as i32;
                prop_assert!(low <= red && red <= high, "{} not in {}..={}", red, low, high);
                prop_assert_eq!(*color, (red | red << 8 | red << 16) as u32);
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
            assert_eq!((buffers.colors[41] & 0xff, buffers.colors[30] & 0xff), (90, 50));
        }
    }

    #[test]
    fn insides_are_not_drawn() {
        let mut buffers = buffers();
        let [a, b, c] = [corner(0, 0, 100, 50), corner(639, 0, 100, 50), corner(0, 639, 100, 50)];
        buffers.triangle(&a, &c, &b);
        assert!(buffers.colors.iter().all(|color| *color == 0));
    }
}
