//! Triangle meshes, ready to be drawn.

use super::Texture;
use crate::Color;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Vertex {
    pub(crate) position: [f32; 3],
    /// Of length one, outwards.
    pub(crate) normal: [f32; 3],
    pub(crate) color: Color,
}

/// Triangles whose corners go counter-clockwise seen from outside. Corners with different normals, colors or places on a
/// texture are different vertices.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Mesh {
    pub(crate) vertices: Vec<Vertex>,
    pub(crate) triangles: Vec<[u32; 3]>,
    /// Drawn in place of the vertices' colors.
    pub(crate) texture: Option<Texture>,
}

impl Mesh {
    /// Adds a flat convex quadrangle.
    pub(crate) fn quad(&mut self, corners: [[f32; 3]; 4], color: Color) {
        let [a, b, c, _] = corners;
        let Some(normal) = normal_of([a, b, c]) else { return };
        let first = self.vertices.len() as u32;
        self.vertices.extend(corners.map(|position| Vertex { position, normal, color }));
        self.triangles.extend([[first, first + 1, first + 2], [first, first + 2, first + 3]]);
    }

    /// Moves the middle of the surrounding box to the origin and scales so that the farthest vertex is at distance one.
    /// Returns whether that was possible: a mesh without extent or with numbers that are none has no size.
    pub(crate) fn normalize(&mut self) -> bool {
        let (mut low, mut high) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
        for vertex in &self.vertices {
            for axis in 0..3 {
                low[axis] = low[axis].min(vertex.position[axis]);
                high[axis] = high[axis].max(vertex.position[axis]);
            }
        }
        let middle = [0, 1, 2].map(|axis| low[axis] / 2.0 + high[axis] / 2.0);
        for vertex in &mut self.vertices {
            vertex.position = sub(vertex.position, middle);
        }
        let farthest = self.vertices.iter().map(|vertex| dot(vertex.position, vertex.position)).fold(0.0f32, f32::max).sqrt();
        if !(farthest > 0.0 && farthest.is_finite()) || self.vertices.iter().any(|v| v.position.iter().any(|p| p.is_nan())) {
            return false;
        }
        for vertex in &mut self.vertices {
            vertex.position = vertex.position.map(|part| part / farthest);
        }
        true
    }

    pub(crate) fn corners(&self, triangle: [u32; 3]) -> [[f32; 3]; 3] {
        triangle.map(|index| self.vertices[index as usize].position)
    }
}

/// The direction a triangle faces; `None` for one without area.
pub(crate) fn normal_of([a, b, c]: [[f32; 3]; 3]) -> Option<[f32; 3]> {
    unit(cross(sub(b, a), sub(c, a)))
}

pub(crate) fn unit(v: [f32; 3]) -> Option<[f32; 3]> {
    let length = dot(v, v).sqrt();
    (length > 0.0 && length.is_finite()).then(|| v.map(|part| part / length))
}

pub(crate) fn sub(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(crate) fn cross(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(crate) fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
