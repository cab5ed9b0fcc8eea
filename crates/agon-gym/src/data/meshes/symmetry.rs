//! Bodies that look alike in several orientations have no one right answer and cannot be used.

use crate::solid::{Axis, Mesh, Rotation, cross, dot, sub};
use agon_core::Rng;

/// Cells along a side of the space around a body, which reaches from -1.1 to 1.1.
const CELLS: usize = 48;
const REACH: f32 = 1.1;
/// Points on the surface that are turned and compared.
const POINTS: usize = 400;
/// Turns that are tried, and the best of them that are looked at closer.
const TURNS: usize = 4000;
const CLOSER: usize = 64;
/// Every body looks like itself when it is turned by less than this.
const LEAST_TURN_DEG: f64 = 25.0;
/// Where even the twentieth of the surface that fits worst is nearer than this to the body, in parts of its radius, the
/// body looks alike. Two cells of the space are about as much.
const ALIKE: f32 = 0.09;

/// Whether some turn lays the body's shape onto itself. Colors do not count.
pub(super) fn looks_alike_when_turned(mesh: &Mesh) -> bool {
    least_difference(mesh) < ALIKE
}

/// How far the worst-fitting twentieth of the surface is off in the orientation that fits best.
pub(super) fn least_difference(mesh: &Mesh) -> f32 {
    let field = Field::new(&surface(mesh, 20_000));
    let points = surface(mesh, POINTS);
    let mut rng = Rng::new("symmetry", 0);
    let turns = (0..TURNS).map(|_| Rotation::uniform([rng.unit(), rng.unit(), rng.unit()])).filter(|turn| is_a_turn(*turn));
    let mut tried: Vec<(f32, Rotation)> = turns.map(|turn| (field.difference(&points, turn), turn)).collect();
    tried.sort_by(|a, b| a.0.total_cmp(&b.0));
    let closer = tried.into_iter().take(CLOSER).map(|(_, turn)| refined(&field, &points, turn));
    closer.fold(f32::MAX, f32::min)
}

fn is_a_turn(turn: Rotation) -> bool {
    turn.degrees_to(Rotation::turns(0.0, 0.0, 0.0)) >= LEAST_TURN_DEG
}

/// Goes on from a turn by smaller and smaller ones as long as the fit gets better.
fn refined(field: &Field, points: &[[f32; 3]], mut turn: Rotation) -> f32 {
    let mut best = field.difference(points, turn);
    for step in [6.0, 3.0, 1.5] {
        for _ in 0..4 {
            let steps = [Axis::Yaw, Axis::Pitch, Axis::Roll].into_iter().flat_map(|axis| [(axis, step), (axis, -step)]);
            let tried = steps.map(|(axis, by)| Rotation::about(axis, by).after(turn)).filter(|turn| is_a_turn(*turn));
            let better = tried.map(|turn| (field.difference(points, turn), turn)).min_by(|a, b| a.0.total_cmp(&b.0));
            let Some((difference, next)) = better.filter(|(difference, _)| *difference < best) else { break };
            (best, turn) = (difference, next);
        }
    }
    best
}

/// Points spread evenly over the surface.
fn surface(mesh: &Mesh, count: usize) -> Vec<[f32; 3]> {
    let area = |triangle: &[u32; 3]| {
        let [a, b, c] = mesh.corners(*triangle);
        let normal = cross(sub(b, a), sub(c, a));
        f64::from(dot(normal, normal).sqrt())
    };
    let whole: f64 = mesh.triangles.iter().map(area).sum();
    let mut rng = Rng::new("surface", count as u64);
    let mut points = Vec::with_capacity(count);
    let mut passed = 0.0;
    for triangle in &mesh.triangles {
        passed += area(triangle);
        let [a, b, c] = mesh.corners(*triangle);
        while points.len() < count && (points.len() as f64 + 0.5) / count as f64 * whole <= passed {
            let (mut u, mut v) = (rng.unit() as f32, rng.unit() as f32);
            if u + v > 1.0 {
                (u, v) = (1.0 - u, 1.0 - v);
            }
            points.push([0, 1, 2].map(|axis| a[axis] + u * (b[axis] - a[axis]) + v * (c[axis] - a[axis])));
        }
    }
    points
}

/// How far every cell of the space is from the surface.
struct Field(Vec<f32>);

impl Field {
    fn new(points: &[[f32; 3]]) -> Self {
        let mut field = Self(vec![f32::MAX; CELLS * CELLS * CELLS]);
        for point in points {
            field.0[cell(*point)] = 0.0;
        }
        // There and back again, each cell a step farther than the nearest of its neighbors.
        for pass in 0..2 {
            for index in 0..field.0.len() {
                let index = if pass == 0 { index } else { field.0.len() - 1 - index };
                field.relax(index);
            }
        }
        field
    }

    fn relax(&mut self, index: usize) {
        let step = 2.0 * REACH / CELLS as f32;
        let at = [index % CELLS, index / CELLS % CELLS, index / CELLS / CELLS];
        for neighbor in 0..27usize {
            let by = [neighbor % 3, neighbor / 3 % 3, neighbor / 9];
            let next = [0, 1, 2].map(|axis| at[axis] + by[axis]);
            if next.iter().any(|part| *part == 0 || *part > CELLS) {
                continue;
            }
            let length = [1.0, 1.0, 1.414, 1.732][by.iter().filter(|part| **part != 1).count()];
            let from = self.0[(next[0] - 1) + (next[1] - 1) * CELLS + (next[2] - 1) * CELLS * CELLS];
            self.0[index] = self.0[index].min(from + length * step);
        }
    }

    /// The mean over the twentieth of the turned points that are farthest from the surface.
    fn difference(&self, points: &[[f32; 3]], turn: Rotation) -> f32 {
        let rows = turn.matrix().map(|row| row.map(|part| part as f32));
        let mut off: Vec<f32> = points.iter().map(|point| self.0[cell(rows.map(|row| dot(row, *point)))]).collect();
        let worst = (off.len() / 20).max(1);
        let from = off.len() - worst;
        off.select_nth_unstable_by(from, f32::total_cmp);
        off[from..].iter().sum::<f32>() / worst as f32
    }
}

fn cell(point: [f32; 3]) -> usize {
    let [x, y, z] = point.map(|part| ((part + REACH) / (2.0 * REACH) * CELLS as f32).clamp(0.0, CELLS as f32 - 1.0) as usize);
    x + y * CELLS + z * CELLS * CELLS
}
