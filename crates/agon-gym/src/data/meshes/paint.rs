//! Textures become colors of corners: triangles are cut until the colors between their corners are those of the texture, or
//! until the cuts are finer than what is seen. Bodies are then drawn as those without textures are.

use super::soup::{MOST_TRIANGLES, Soup, Surface};
use super::texture::Texture;
use crate::Color;
use crate::solid::{cross, dot, sub};
use std::collections::{BTreeMap, HashSet};

/// Edges are not cut below this part of the body's radius: in a panel of 256 pixels it is about one and a half.
const FINEST: f32 = 1.0 / 84.0;
/// Textured edges longer than this part of the radius are cut in any case: their middle may look like their ends by chance.
const LONGEST: f32 = 1.0 / 6.0;
/// Levels of 0 to 255 by which a color may be off.
const NEAR_ENOUGH: u8 = 10;
/// Cutting stops here: a body is to be drawn in milliseconds.
const MOST_PAINTED: usize = 60_000;
/// Each round halves the edges.
const ROUNDS: usize = 10;

type Edge = (u32, u32);

/// Replaces every texture by colors at corners.
pub(super) fn paint(mut soup: Soup) -> Soup {
    let radius = radius(&soup.points);
    let finest = radius * FINEST;
    for _ in 0..ROUNDS {
        let cuts: HashSet<Edge> = soup.triangles.iter().flat_map(|triangle| cuts_of(&soup, triangle, radius)).collect();
        let more: usize = soup.triangles.iter().map(|(corners, _)| edges(*corners).filter(|e| cuts.contains(e)).count()).sum();
        if cuts.is_empty() || soup.triangles.len() + more > MOST_PAINTED.min(MOST_TRIANGLES) {
            break;
        }
        soup = cut(soup, &cuts);
    }
    let colored =
        |(corners, surface): &([u32; 3], Surface)| (*corners, Surface::Corners(colors(&soup, *corners, surface, finest)));
    let triangles = soup.triangles.iter().map(colored).collect();
    Soup { triangles, textures: Vec::new(), points: soup.points }
}

/// Half the diagonal of the box around all points.
fn radius(points: &[[f32; 3]]) -> f32 {
    let (mut low, mut high) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
    for point in points {
        low = std::array::from_fn(|axis| low[axis].min(point[axis]));
        high = std::array::from_fn(|axis| high[axis].max(point[axis]));
    }
    let across = sub(high, low);
    dot(across, across).sqrt() / 2.0
}

fn edges([a, b, c]: [u32; 3]) -> impl Iterator<Item = Edge> {
    [(a, b), (b, c), (c, a)].into_iter().map(|(from, to)| (from.min(to), from.max(to)))
}

/// The edges of a triangle between whose ends the texture is not what lies between the colors of its ends.
fn cuts_of(soup: &Soup, (corners, surface): &([u32; 3], Surface), radius: f32) -> Vec<Edge> {
    let Surface::Textured { texture, places, .. } = surface else { return Vec::new() };
    let Some(texture) = soup.textures.get(*texture as usize) else { return Vec::new() };
    let texels = texels(soup, *corners, *places, texture, radius * FINEST);
    let length = |from: u32, to: u32| {
        let along = sub(soup.points[from as usize], soup.points[to as usize]);
        dot(along, along).sqrt()
    };
    let between = |a: [f32; 2], b: [f32; 2], part: f32| [0, 1].map(|axis| a[axis] + (b[axis] - a[axis]) * part);
    let is_off = |a: [f32; 2], b: [f32; 2]| {
        let (first, last) = (texture.color(a, texels), texture.color(b, texels));
        [0.25, 0.5, 0.75].into_iter().any(|part| {
            let seen = texture.color(between(a, b, part), texels);
            (0..3).any(|channel| {
                let mixed = f32::from(first[channel]) + (f32::from(last[channel]) - f32::from(first[channel])) * part;
                (mixed - f32::from(seen[channel])).abs() > f32::from(NEAR_ENOUGH)
            })
        })
    };
    // From each corner to the middle of the other side too: what lies inside a triangle touches none of its edges.
    let inside = (0..3).any(|corner| {
        let middle = between(places[(corner + 1) % 3], places[(corner + 2) % 3], 0.5);
        is_off(places[corner], middle)
    });
    let longest = (0..3).map(|side| length(corners[side], corners[(side + 1) % 3])).fold(0.0, f32::max);
    let wanted = |side: &usize| {
        let (from, to) = (*side, (side + 1) % 3);
        let length = length(corners[from], corners[to]);
        length > 2.0 * radius * FINEST
            && (length > LONGEST * radius || is_off(places[from], places[to]) || (inside && length > 0.7 * longest))
    };
    let sides: Vec<usize> = (0..3).filter(wanted).collect();
    sides.into_iter().filter_map(|side| edges(*corners).nth(side)).collect()
}

/// How many texels lie along a length on a triangle.
fn texels(soup: &Soup, corners: [u32; 3], places: [[f32; 2]; 3], texture: &Texture, length: f32) -> f32 {
    let [a, b, c] = corners.map(|corner| soup.points[corner as usize]);
    let normal = cross(sub(b, a), sub(c, a));
    let [width, height] = texture.size();
    let side = |corner: usize| [(places[corner][0] - places[0][0]) * width, (places[corner][1] - places[0][1]) * height];
    let (u, v) = (side(1), side(2));
    let (area, covered) = (dot(normal, normal).sqrt(), (u[0] * v[1] - u[1] * v[0]).abs());
    (covered / area).sqrt() * length
}

fn colors(soup: &Soup, corners: [u32; 3], surface: &Surface, finest: f32) -> [Color; 3] {
    match surface {
        Surface::Plain(color) => [*color; 3],
        Surface::Corners(colors) => *colors,
        Surface::Textured { texture, places, tint } => match soup.textures.get(*texture as usize) {
            None => [*tint; 3],
            Some(texture) => {
                let texels = texels(soup, corners, *places, texture, finest);
                places.map(|place| tinted(texture.color(place, texels), *tint))
            }
        },
    }
}

/// Black would swallow the shading, and with it the shape.
fn tinted(color: Color, tint: Color) -> Color {
    std::array::from_fn(|part| ((u32::from(color[part]) * u32::from(tint[part]) + 127) / 255).max(28) as u8)
}

/// Cuts edges in their middle, in every triangle that has them, so that no gap opens between two.
fn cut(soup: Soup, cuts: &HashSet<Edge>) -> Soup {
    let Soup { mut points, triangles, textures } = soup;
    let mut middles: BTreeMap<Edge, u32> = BTreeMap::new();
    let mut smaller = Vec::with_capacity(triangles.len() * 2);
    for (corners, surface) in triangles {
        let mut middle = [None; 3];
        for (side, edge) in edges(corners).enumerate() {
            if cuts.contains(&edge) {
                middle[side] = Some(*middles.entry(edge).or_insert_with(|| {
                    let [a, b] = [edge.0, edge.1].map(|end| points[end as usize]);
                    points.push([0, 1, 2].map(|axis| a[axis] / 2.0 + b[axis] / 2.0));
                    points.len() as u32 - 1
                }));
            }
        }
        // Places on the triangle: its corners, then the middles of its sides.
        let [a, b, c] = corners;
        let points_of = [a, b, c, middle[0].unwrap_or(a), middle[1].unwrap_or(b), middle[2].unwrap_or(c)];
        let parts: &[[usize; 3]] = match middle.map(|middle| middle.is_some()) {
            [false, false, false] => &[[0, 1, 2]],
            [true, false, false] => &[[0, 3, 2], [3, 1, 2]],
            [false, true, false] => &[[1, 4, 0], [4, 2, 0]],
            [false, false, true] => &[[2, 5, 1], [5, 0, 1]],
            [true, true, false] => &[[3, 1, 4], [0, 3, 4], [0, 4, 2]],
            [false, true, true] => &[[4, 2, 5], [1, 4, 5], [1, 5, 0]],
            [true, false, true] => &[[5, 0, 3], [2, 5, 3], [2, 3, 1]],
            [true, true, true] => &[[0, 3, 5], [3, 1, 4], [5, 4, 2], [3, 4, 5]],
        };
        for part in parts {
            smaller.push((part.map(|place| points_of[place]), surface.part(*part)));
        }
    }
    Soup { points, triangles: smaller, textures }
}

impl Surface {
    /// What a part of a triangle looks like; its corners are the triangle's (0 to 2) or the middles of its sides (3 to 5).
    fn part(&self, part: [usize; 3]) -> Self {
        match self {
            Self::Plain(color) => Self::Plain(*color),
            Self::Corners(colors) => Self::Corners(part.map(|place| {
                let [a, b] = ends(place).map(|corner| colors[corner]);
                std::array::from_fn(|channel| a[channel].midpoint(b[channel]))
            })),
            Self::Textured { texture, places, tint } => {
                let places = part.map(|place| {
                    let [a, b] = ends(place).map(|corner| places[corner]);
                    [0, 1].map(|axis| a[axis] / 2.0 + b[axis] / 2.0)
                });
                Self::Textured { texture: *texture, places, tint: *tint }
            }
        }
    }
}

/// Between which corners of a triangle a place lies: a corner between itself and itself.
fn ends(place: usize) -> [usize; 2] {
    match place {
        3 => [0, 1],
        4 => [1, 2],
        5 => [2, 0],
        corner => [corner, corner],
    }
}
