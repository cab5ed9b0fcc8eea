//! Rigid bodies as triangles.

use crate::draw::cos_sin;
use std::collections::BTreeMap;

/// Triangles of one color, in a frame of their own. Corners go counter-clockwise seen from outside.
#[derive(Clone, Debug, Default)]
pub(crate) struct Body {
    pub(super) vertices: Vec<Vertex>,
    pub(super) triangles: Vec<[u32; 3]>,
    /// Red, green, blue, from 0 to 255.
    pub(super) color: [f32; 3],
    /// A ball around everything.
    pub(super) center: [f32; 3],
    pub(super) radius: f32,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Vertex {
    pub(super) position: [f32; 3],
    pub(super) normal: [f32; 3],
}

impl Body {
    /// From triangles that name positions and normals apart; a corner is kept once for each pair.
    pub(crate) fn new(
        positions: &[[f32; 3]],
        normals: &[[f32; 3]],
        triangles: impl Iterator<Item = [(u32, u32); 3]>,
        color: [f32; 3],
    ) -> Self {
        let mut body = Self { color, ..Self::default() };
        let mut known = BTreeMap::new();
        for corners in triangles {
            let triangle = corners.map(|(position, normal)| {
                *known.entry((position, normal)).or_insert_with(|| {
                    body.vertices.push(Vertex { position: positions[position as usize], normal: normals[normal as usize] });
                    (body.vertices.len() - 1) as u32
                })
            });
            body.triangles.push(triangle);
        }
        body.bound();
        body
    }

    /// The same body with less detail: vertices of one cell of a grid become one, and triangles without area go.
    pub(crate) fn coarse(&self, cell_m: f32) -> Self {
        let cell = |v: &Vertex| v.position.map(|part| (part / cell_m).floor() as i32);
        // Where a cell's first vertex is, all are, whatever their normals: no gaps open.
        let mut places = BTreeMap::new();
        for vertex in &self.vertices {
            places.entry(cell(vertex)).or_insert(vertex.position);
        }
        let mut coarse = Self { color: self.color, ..Self::default() };
        let mut known = BTreeMap::new();
        for triangle in &self.triangles {
            let corners = triangle.map(|index| &self.vertices[index as usize]);
            let [a, b, c] = corners.map(cell);
            if a == b || b == c || c == a {
                continue;
            }
            coarse.triangles.push(corners.map(|vertex| {
                let facing = vertex.normal.map(|part| (part * 4.0).round() as i32);
                *known.entry((cell(vertex), facing)).or_insert_with(|| {
                    let position = places.get(&cell(vertex)).copied().unwrap_or(vertex.position);
                    coarse.vertices.push(Vertex { position, normal: vertex.normal });
                    (coarse.vertices.len() - 1) as u32
                })
            }));
        }
        coarse.bound();
        coarse
    }

    /// A box by half its extents.
    pub(crate) fn cuboid(half: [f32; 3], color: [f32; 3]) -> Self {
        let mut quads = Vec::new();
        for axis in 0..3 {
            for sign in [-1.0f32, 1.0] {
                let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
                let corner = |a: f32, b: f32| {
                    let mut at = [0.0; 3];
                    (at[axis], at[u], at[v]) = (sign * half[axis], a * half[u], b * sign * half[v]);
                    at
                };
                let mut normal = [0.0; 3];
                normal[axis] = sign;
                quads.push(([corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)], normal));
            }
        }
        Self::from_quads(&quads, color)
    }

    /// A rectangle in the plane of the first two axes, seen from above.
    pub(crate) fn sheet(half: [f32; 2], color: [f32; 3]) -> Self {
        let corner = |x: f32, y: f32| [x * half[0], y * half[1], 0.0];
        let quad = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
        Self::from_quads(&[(quad, [0.0, 0.0, 1.0])], color)
    }

    /// A ball.
    pub(crate) fn ball(radius: f32, color: [f32; 3]) -> Self {
        const AROUND: u32 = 28;
        const DOWN: u32 = 14;
        let mut normals = Vec::new();
        for ring in 0..=DOWN {
            let (height, wide) = cos_sin(180.0 * f64::from(ring) / f64::from(DOWN));
            for step in 0..AROUND {
                let (x, y) = cos_sin(360.0 * f64::from(step) / f64::from(AROUND));
                normals.push([(wide * x) as f32, (wide * y) as f32, height as f32]);
            }
        }
        let positions: Vec<[f32; 3]> = normals.iter().map(|normal| normal.map(|part| part * radius)).collect();
        let at = |ring: u32, step: u32| ring * AROUND + step % AROUND;
        let cells = (0..DOWN).flat_map(|ring| (0..AROUND).map(move |step| (ring, step)));
        let triangles = cells.flat_map(|(ring, step)| {
            let (a, b) = (at(ring, step), at(ring, step + 1));
            let (c, d) = (at(ring + 1, step + 1), at(ring + 1, step));
            [[a, d, c], [a, c, b]].map(|triangle| triangle.map(|corner| (corner, corner)))
        });
        Self::new(&positions, &normals, triangles, color)
    }

    fn from_quads(quads: &[([[f32; 3]; 4], [f32; 3])], color: [f32; 3]) -> Self {
        let positions: Vec<[f32; 3]> = quads.iter().flat_map(|(corners, _)| *corners).collect();
        let normals: Vec<[f32; 3]> = quads.iter().map(|(_, normal)| *normal).collect();
        let triangles = (0..quads.len() as u32).flat_map(|quad| {
            let corner = move |number: u32| (4 * quad + number, quad);
            [[corner(0), corner(1), corner(2)], [corner(0), corner(2), corner(3)]]
        });
        Self::new(&positions, &normals, triangles, color)
    }

    fn bound(&mut self) {
        let (mut low, mut high) = ([f32::MAX; 3], [f32::MIN; 3]);
        for vertex in &self.vertices {
            for axis in 0..3 {
                low[axis] = low[axis].min(vertex.position[axis]);
                high[axis] = high[axis].max(vertex.position[axis]);
            }
        }
        self.center = [0, 1, 2].map(|axis| (low[axis] + high[axis]) / 2.0);
        let squared = |v: &Vertex| (0..3).map(|axis| (v.position[axis] - self.center[axis]).powi(2)).sum::<f32>();
        self.radius = self.vertices.iter().map(squared).fold(0.0, f32::max).sqrt();
    }
}
