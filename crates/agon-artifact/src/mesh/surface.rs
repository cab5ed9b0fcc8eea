//! Triangles in space, and what can be measured on them.

use super::Point;
use crate::input::Unreadable;

/// Most triangles of a mesh.
pub(super) const MOST_TRIANGLES: usize = 8_000_000;
/// Most points of a mesh, so that an edge and its direction fit into one number.
const MOST_POINTS: usize = 1 << 31;
/// Coordinates further out than this are nobody's part.
const FURTHEST: f64 = 1e9;

#[derive(Debug, Default)]
pub(super) struct Mesh {
    pub(super) points: Vec<Point>,
    pub(super) triangles: Vec<[u32; 3]>,
}

/// What the edges of a mesh tell.
pub(super) struct Edges {
    pub(super) all: usize,
    /// Edges that do not belong to exactly two triangles that run along them in opposite directions.
    pub(super) open: usize,
    pub(super) pieces: usize,
}

impl Mesh {
    pub(super) fn push_point(&mut self, point: Point) -> Result<u32, Unreadable> {
        if point.iter().any(|c| !c.is_finite() || c.abs() > FURTHEST) {
            return Err(Unreadable::new("has a coordinate that is not a number, or beyond 1e9"));
        }
        if self.points.len() >= MOST_POINTS {
            return Err(Unreadable::new(format!("has more than {MOST_POINTS} points")));
        }
        self.points.push(point);
        Ok((self.points.len() - 1) as u32)
    }

    pub(super) fn push_triangle(&mut self, triangle: [u32; 3]) -> Result<(), Unreadable> {
        if triangle.iter().any(|&corner| corner as usize >= self.points.len()) {
            return Err(Unreadable::new("has a face whose corners are not there"));
        }
        if self.triangles.len() >= MOST_TRIANGLES {
            return Err(Unreadable::new(format!("has more than {MOST_TRIANGLES} triangles")));
        }
        self.triangles.push(triangle);
        Ok(())
    }

    pub(super) fn corners(&self, triangle: [u32; 3]) -> [Point; 3] {
        triangle.map(|corner| self.points[corner as usize])
    }

    fn faces(&self) -> impl Iterator<Item = [Point; 3]> + '_ {
        self.triangles.iter().map(|triangle| self.corners(*triangle))
    }

    pub(super) fn area(&self) -> f64 {
        self.faces().map(area_of).sum()
    }

    /// The signed volume: positive when the normals point outward.
    pub(super) fn volume(&self) -> f64 {
        // Around the middle, so that far-away solids lose no digits.
        let middle = self.centre();
        self.faces().map(|face| face.map(|p| minus(p, middle))).map(|[a, b, c]| dot(a, cross(b, c)) / 6.0).sum()
    }

    /// The bounds of all triangles; points without one do not count.
    pub(super) fn bounds(&self) -> (Point, Point) {
        self.faces().flatten().fold(([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]), |(low, high), p| {
            (std::array::from_fn(|i| low[i].min(p[i])), std::array::from_fn(|i| high[i].max(p[i])))
        })
    }

    pub(super) fn size(&self) -> Point {
        let (low, high) = self.bounds();
        minus(high, low)
    }

    pub(super) fn centre(&self) -> Point {
        let (low, high) = self.bounds();
        std::array::from_fn(|i| f64::midpoint(low[i], high[i]))
    }

    pub(super) fn scale(&mut self, factor: f64) {
        if (factor - 1.0).abs() > f64::EPSILON {
            self.points.iter_mut().flatten().for_each(|c| *c *= factor);
        }
    }

    pub(super) fn move_centre_to(&mut self, place: Point) {
        let shift = minus(place, self.centre());
        for point in &mut self.points {
            *point = plus(*point, shift);
        }
    }

    /// `count` points, evenly over the area: one in each stretch of it, the same ones every time.
    pub(super) fn samples(&self, count: usize) -> Vec<Point> {
        let mut random = SplitMix(0x5eed);
        let step = self.area() / count as f64;
        let mut samples = Vec::with_capacity(count);
        let mut passed = 0.0;
        let mut next = step * random.unit();
        for face in self.faces() {
            let area = area_of(face);
            passed += area;
            while samples.len() < count && next < passed {
                let (mut u, mut v) = (random.unit(), random.unit());
                if u + v > 1.0 {
                    (u, v) = (1.0 - u, 1.0 - v);
                }
                let [a, b, c] = face;
                samples.push(std::array::from_fn(|i| a[i] + u * (b[i] - a[i]) + v * (c[i] - a[i])));
                next = step * (samples.len() as f64 + random.unit());
            }
        }
        samples
    }

    pub(super) fn edges(&self) -> Edges {
        let (welded, points) = self.weld();
        // Both ends, the lower one first; the last bit tells which way a triangle runs along it.
        let mut edges: Vec<u64> = Vec::with_capacity(welded.len() * 3);
        let mut pieces = Pieces((0..points).collect());
        for &[a, b, c] in &welded {
            for (from, to) in [(a, b), (b, c), (c, a)] {
                let (low, high) = (from.min(to), from.max(to));
                edges.push((u64::from(low) << 32) | (u64::from(high) << 1) | u64::from(from < to));
                pieces.join(from, to);
            }
        }
        edges.sort_unstable();
        let (mut all, mut open) = (0, 0);
        for same in edges.chunk_by(|one, other| one >> 1 == other >> 1) {
            all += 1;
            let forward = same.iter().filter(|edge| *edge & 1 == 1).count();
            open += usize::from(same.len() != 2 || forward != 1);
        }
        Edges { all, open, pieces: pieces.count(&welded) }
    }

    /// Triangles over points that are different from one another, flat ones left out; and how many points there are.
    fn weld(&self) -> (Vec<[u32; 3]>, u32) {
        let (low, _) = self.bounds();
        let longest = self.size().into_iter().fold(0.0, f64::max);
        let cell = if longest > 0.0 { f64::from(1 << 20) / longest } else { 0.0 };
        let place = |p: &Point| {
            (0..3).fold(0_u64, |key, i| (key << 21) | ((p[i] - low[i]) * cell).round().clamp(0.0, 2_097_151.0) as u64)
        };
        let mut keys: Vec<(u64, u32)> = self.points.iter().zip(0..).map(|(p, index)| (place(p), index)).collect();
        keys.sort_unstable();
        let mut name = vec![0_u32; self.points.len()];
        let mut names = 0;
        for same in keys.chunk_by(|one, other| one.0 == other.0) {
            same.iter().for_each(|(_, index)| name[*index as usize] = names);
            names += 1;
        }
        let welded = self.triangles.iter().map(|triangle| triangle.map(|corner| name[corner as usize]));
        (welded.filter(|[a, b, c]| a != b && b != c && c != a).collect(), names)
    }
}

/// Which points hang together.
struct Pieces(Vec<u32>);

impl Pieces {
    fn root(&mut self, mut point: u32) -> u32 {
        while self.0[point as usize] != point {
            let above = self.0[self.0[point as usize] as usize];
            self.0[point as usize] = above;
            point = above;
        }
        point
    }

    fn join(&mut self, one: u32, other: u32) {
        let (one, other) = (self.root(one), self.root(other));
        let (low, high) = (one.min(other), one.max(other));
        self.0[high as usize] = low;
    }

    fn count(&mut self, triangles: &[[u32; 3]]) -> usize {
        let mut roots: Vec<u32> = triangles.iter().map(|[a, _, _]| self.root(*a)).collect();
        roots.sort_unstable();
        roots.dedup();
        roots.len()
    }
}

/// A generator of our own, so that samples never change with a library.
struct SplitMix(u64);

impl SplitMix {
    /// From 0 (included) to 1 (excluded).
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

pub(super) fn minus(a: Point, b: Point) -> Point {
    std::array::from_fn(|i| a[i] - b[i])
}

fn plus(a: Point, b: Point) -> Point {
    std::array::from_fn(|i| a[i] + b[i])
}

pub(super) fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: Point, b: Point) -> Point {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn area_of([a, b, c]: [Point; 3]) -> f64 {
    let normal = cross(minus(b, a), minus(c, a));
    dot(normal, normal).sqrt() / 2.0
}
