//! How far points are from a surface: a tree of boxes over its triangles in the order of a space-filling curve.

use super::Point;
use super::surface::{Mesh, dot, minus};

/// Triangles of one leaf.
const LEAF: usize = 4;
/// Boxes and triangles that all questions together may look at. A well-formed mesh needs a hundredth of it.
const MOST_VISITS: usize = 60_000_000;

pub(crate) struct Nearest {
    faces: Vec<[Point; 3]>,
    /// A complete binary tree: the children of box `i` are `2i` and `2i + 1`, the root is 1, the leaves are the last half.
    boxes: Vec<(Point, Point)>,
}

/// The triangles overlap so much that no tree helps.
#[derive(Debug)]
pub(crate) struct TooTangled;

impl Nearest {
    pub(super) fn new(mesh: &Mesh) -> Self {
        Self::of_faces(&mesh.triangles.iter().map(|triangle| mesh.corners(*triangle)).collect::<Vec<_>>())
    }

    /// Of lines: triangles without a width.
    pub(crate) fn of_lines(lines: &[[Point; 2]]) -> Self {
        Self::of_faces(&lines.iter().map(|[from, to]| [*from, *to, *to]).collect::<Vec<_>>())
    }

    fn of_faces(faces: &[[Point; 3]]) -> Self {
        let nothing = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        let (low, high) = faces.iter().flatten().fold(nothing, |bounds, point| around(bounds, (*point, *point)));
        let longest = minus(high, low).into_iter().fold(f64::MIN_POSITIVE, f64::max);
        let middle = |face: &[Point; 3]| -> Point {
            std::array::from_fn(|i| ((face[0][i] + face[1][i] + face[2][i]) / 3.0 - low[i]) / longest)
        };
        let mut order: Vec<(u64, u32)> = faces.iter().zip(0..).map(|(face, index)| (morton(middle(face)), index)).collect();
        order.sort_unstable();
        let faces: Vec<[Point; 3]> = order.iter().map(|(_, index)| faces[*index as usize]).collect();
        let leaves = faces.len().div_ceil(LEAF).next_power_of_two();
        let mut boxes = vec![nothing; 2 * leaves];
        for (leaf, faces) in faces.chunks(LEAF).enumerate() {
            boxes[leaves + leaf] = faces.iter().flatten().fold(nothing, |bounds, point| around(bounds, (*point, *point)));
        }
        for index in (1..leaves).rev() {
            boxes[index] = around(boxes[2 * index], boxes[2 * index + 1]);
        }
        Self { faces, boxes }
    }

    /// The distance of each point to the surface.
    pub(crate) fn distances(&self, points: &[Point]) -> Result<Vec<f64>, TooTangled> {
        let mut left = MOST_VISITS;
        let mut stack = Vec::with_capacity(64);
        points.iter().map(|point| self.distance(*point, &mut left, &mut stack)).collect()
    }

    fn distance(&self, point: Point, left: &mut usize, stack: &mut Vec<(f64, usize)>) -> Result<f64, TooTangled> {
        let leaves = self.boxes.len() / 2;
        let mut best = f64::INFINITY;
        stack.clear();
        stack.push((0.0, 1));
        while let Some((at_least, index)) = stack.pop() {
            if at_least >= best {
                continue;
            }
            *left = left.checked_sub(1).ok_or(TooTangled)?;
            if index >= leaves {
                let from = (index - leaves) * LEAF;
                for face in &self.faces[from.min(self.faces.len())..(from + LEAF).min(self.faces.len())] {
                    best = best.min(to_triangle(point, face));
                }
            } else {
                let one = (to_box(point, &self.boxes[2 * index]), 2 * index);
                let other = (to_box(point, &self.boxes[2 * index + 1]), 2 * index + 1);
                // The nearer one is looked at first.
                stack.extend(if one.0 < other.0 { [other, one] } else { [one, other] });
            }
        }
        Ok(best.sqrt())
    }
}

fn around(a: (Point, Point), b: (Point, Point)) -> (Point, Point) {
    (std::array::from_fn(|i| a.0[i].min(b.0[i])), std::array::from_fn(|i| a.1[i].max(b.1[i])))
}

/// The place of a point of the unit cube on a curve that keeps neighbours together.
fn morton(point: Point) -> u64 {
    point.iter().enumerate().fold(0, |key, (axis, c)| {
        let mut x = (c * 1_048_575.0).clamp(0.0, 1_048_575.0) as u64;
        x = (x | (x << 32)) & 0x001f_0000_0000_ffff;
        x = (x | (x << 16)) & 0x001f_0000_ff00_00ff;
        x = (x | (x << 8)) & 0x100f_00f0_0f00_f00f;
        x = (x | (x << 4)) & 0x10c3_0c30_c30c_30c3;
        x = (x | (x << 2)) & 0x1249_2492_4924_9249;
        key | (x << axis)
    })
}

/// The squared distance to a box.
fn to_box(point: Point, (low, high): &(Point, Point)) -> f64 {
    (0..3)
        .map(|i| {
            let outside = (low[i] - point[i]).max(point[i] - high[i]).max(0.0);
            outside * outside
        })
        .sum()
}

/// The squared distance to a triangle (Ericson, Real-Time Collision Detection, 5.1.5).
fn to_triangle(p: Point, [a, b, c]: &[Point; 3]) -> f64 {
    let (ab, ac, ap) = (minus(*b, *a), minus(*c, *a), minus(p, *a));
    let along = |t: f64, from: &Point, way: &Point| -> Point { std::array::from_fn(|i| from[i] + t * way[i]) };
    let (d1, d2) = (dot(ab, ap), dot(ac, ap));
    let (bp, cp) = (minus(p, *b), minus(p, *c));
    let (d3, d4, d5, d6) = (dot(ab, bp), dot(ac, bp), dot(ab, cp), dot(ac, cp));
    let (va, vb, vc) = (d3 * d6 - d5 * d4, d5 * d2 - d1 * d6, d1 * d4 - d3 * d2);
    let nearest = if d1 <= 0.0 && d2 <= 0.0 {
        *a
    } else if d3 >= 0.0 && d4 <= d3 {
        *b
    } else if d6 >= 0.0 && d5 <= d6 {
        *c
    } else if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        along(d1 / (d1 - d3), a, &ab)
    } else if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        along(d2 / (d2 - d6), a, &ac)
    } else if va <= 0.0 && d4 >= d3 && d5 >= d6 {
        along((d4 - d3) / ((d4 - d3) + (d5 - d6)), b, &minus(*c, *b))
    } else {
        let whole = va + vb + vc;
        let (v, w) = (vb / whole, vc / whole);
        std::array::from_fn(|i| a[i] + v * ab[i] + w * ac[i])
    };
    let between = minus(p, nearest);
    let squared = dot(between, between);
    // A flat triangle divides by nothing; its corners are still there.
    if squared.is_finite() {
        squared
    } else {
        [a, b, c].map(|q| dot(minus(p, *q), minus(p, *q))).into_iter().fold(f64::INFINITY, f64::min)
    }
}
