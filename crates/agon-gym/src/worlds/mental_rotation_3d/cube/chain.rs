//! Chains of cubes that look different from every side.

use crate::Color;
use crate::solid::Mesh;
use agon_core::Rng;
use serde_json::Value;

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

/// What a state must say of the cubes.
pub(super) const UNREADABLE: &str = "cubes must be 2 to 200 different cells that hang together, each with three coordinates between \
                                     -200 and 200; or shape_state must have seg_lens, of at most 20 each, and a dir_indices of 0 to 5 \
                                     for each of them";

const MOST_CUBES: usize = 200;

/// The cells that a state of our own gives; `None` unless they are one body.
pub(super) fn read(cubes: &Value) -> Option<Vec<Cell>> {
    let cubes = cubes.as_array().filter(|cubes| (2..=MOST_CUBES).contains(&cubes.len()))?;
    let cell = |cube: &Value| -> Option<Cell> {
        let parts: Option<Vec<i32>> = cube.as_array()?.iter().map(|part| i32::try_from(part.as_i64()?).ok()).collect();
        Cell::try_from(parts?).ok().filter(|cell| cell.iter().all(|part| part.abs() <= 200))
    };
    let cubes: Vec<Cell> = cubes.iter().map(cell).collect::<Option<_>>()?;
    let mut reached = vec![cubes[0]];
    let mut at = 0;
    while let Some(cube) = reached.get(at).copied() {
        let near = cubes.iter().filter(|other| distance(**other, cube) == 1);
        let new: Vec<Cell> = near.filter(|other| !reached.contains(other)).copied().collect();
        reached.extend(new);
        at += 1;
    }
    (reached.len() == cubes.len()).then_some(cubes)
}

/// The cells of a published shape: it goes along the first axis, and after each piece another way.
pub(super) fn published(shape: &Value) -> Option<Vec<Cell>> {
    let list = |key: &str, most: u64| -> Option<Vec<u64>> {
        let numbers = shape[key].as_array().filter(|list| (1..=20).contains(&list.len()))?;
        numbers.iter().map(|number| number.as_u64().filter(|number| *number <= most)).collect()
    };
    let (lengths, ways) = (list("seg_lens", 20)?, list("dir_indices", 5)?);
    let mut cubes: Vec<Cell> = vec![[0; 3]];
    let (mut at, mut axis, mut step) = ([0; 3], 0, 1);
    for (length, way) in lengths.iter().zip(ways.iter().map(Some).chain([None])) {
        for _ in 0..*length {
            at[axis] += step;
            if !cubes.contains(&at) {
                cubes.push(at);
            }
        }
        if let Some(way) = way {
            (axis, step) = (*way as usize / 2, if way % 2 == 0 { 1 } else { -1 });
        }
    }
    let is_whole = ways.len() == lengths.len() && (2..=MOST_CUBES).contains(&cubes.len());
    is_whole.then_some(cubes)
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
