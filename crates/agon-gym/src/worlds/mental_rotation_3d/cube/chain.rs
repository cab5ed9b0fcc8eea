//! Chains of cubes that look different from every side.

use crate::Color;
use crate::solid::Mesh;
use agon_core::Rng;

/// Where a cube is on the grid.
pub(super) type Cell = [i32; 3];

const FACE: Color = [244, 172, 78];
const RIM: Color = [112, 68, 24];
/// How wide the rim of a face is, in parts of its side.
const RIM_WIDTH: f32 = 0.055;

/// How many chains are drawn before the parameters are called impossible.
const TRIES: usize = 5000;

/// A chain of straight pieces, each across the one before, that touches itself nowhere and is neither symmetric nor its
/// own mirror image. `None` if there is none with these pieces.
pub(super) fn generate(segments: usize, [least, most]: [usize; 2], rng: &mut Rng) -> Option<Vec<Cell>> {
    (0..TRIES).find_map(|_| walk(segments, least, most, rng).filter(|cubes| is_unique(cubes)))
}

fn walk(segments: usize, least: usize, most: usize, rng: &mut Rng) -> Option<Vec<Cell>> {
    let mut cubes: Vec<Cell> = vec![[0; 3]];
    let mut last_axis = None;
    for _ in 0..segments {
        let axis = match last_axis {
            None => rng.index(3),
            Some(last) => (last + 1 + rng.index(2)) % 3,
        };
        let step = if rng.chance(0.5) { 1 } else { -1 };
        let length = rng.integer(least as i64, most as i64);
        for _ in 1..length {
            let end = cubes[cubes.len() - 1];
            let mut next = end;
            next[axis] += step;
            // Cubes that touch without being neighbors in the chain would make it something else than a chain.
            if cubes.iter().any(|cube| *cube != end && distance(*cube, next) < 2) {
                return None;
            }
            cubes.push(next);
        }
        last_axis = Some(axis);
    }
    Some(cubes)
}

fn distance(a: Cell, b: Cell) -> i32 {
    (0..3).map(|axis| (a[axis] - b[axis]).abs()).sum()
}

/// Whether none of the 47 other ways to lay a cubic grid onto itself, mirrored ones included, gives the same figure.
pub(super) fn is_unique(cubes: &[Cell]) -> bool {
    let figure = settled(cubes.to_vec());
    let orders = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];
    let others = orders.into_iter().flat_map(|order| (0..8).map(move |flips| (order, flips))).skip(1);
    others.into_iter().all(|(order, flips)| {
        let moved =
            cubes.iter().map(|cube| [0, 1, 2].map(|axis| cube[order[axis]] * if flips >> axis & 1 == 1 { -1 } else { 1 }));
        settled(moved.collect()) != figure
    })
}

/// The same figure at a place of its own, in an order of its own.
fn settled(mut cubes: Vec<Cell>) -> Vec<Cell> {
    let corner = [0, 1, 2].map(|axis| cubes.iter().map(|cube| cube[axis]).min().unwrap_or(0));
    for cube in &mut cubes {
        *cube = [0, 1, 2].map(|axis| cube[axis] - corner[axis]);
    }
    cubes.sort_unstable();
    cubes
}

/// The faces that can be seen, each with a dark rim, so that the cubes can be counted.
pub(super) fn mesh(cubes: &[Cell]) -> Mesh {
    let mut mesh = Mesh::default();
    for cube in cubes {
        for (axis, side) in [(0, -1), (0, 1), (1, -1), (1, 1), (2, -1), (2, 1)] {
            let mut beside = *cube;
            beside[axis] += side;
            if !cubes.contains(&beside) {
                face(&mut mesh, *cube, axis, side as f32);
            }
        }
    }
    mesh.normalize();
    mesh
}

fn face(mesh: &mut Mesh, cube: Cell, axis: usize, side: f32) {
    // Two axes along the face, such that the corners go counter-clockwise seen from outside.
    let (across, up) = if side > 0.0 { ((axis + 1) % 3, (axis + 2) % 3) } else { ((axis + 2) % 3, (axis + 1) % 3) };
    let corner = |half: f32, index: usize| {
        let mut point = cube.map(|part| part as f32);
        point[axis] += side * 0.5;
        point[across] += [-half, half, half, -half][index];
        point[up] += [-half, -half, half, half][index];
        point
    };
    let (outer, inner) = (0.5, 0.5 - RIM_WIDTH);
    mesh.quad([0, 1, 2, 3].map(|index| corner(inner, index)), FACE);
    for index in 0..4 {
        let next = (index + 1) % 4;
        mesh.quad([corner(outer, index), corner(outer, next), corner(inner, next), corner(inner, index)], RIM);
    }
}
