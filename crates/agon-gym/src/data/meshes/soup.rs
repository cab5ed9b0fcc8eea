//! Triangles as files give them, made into a mesh that can be drawn.

use super::paint::paint;
use super::texture::Texture;
use crate::Color;
use crate::solid::{Mesh, Vertex, cross, dot, normal_of, sub, unit};
use std::collections::BTreeMap;

/// More triangles than this make frames slow and add nothing at the size of a panel.
pub(super) const MOST_TRIANGLES: usize = 200_000;

/// Faces whose directions differ by less than about 38 degrees are shaded as one surface.
const CREASE_COSINE: f32 = 0.788;

/// Corners and a surface for each triangle. Files agree neither on normals nor on which side is outside; both are found anew.
#[derive(Debug, Default)]
pub(super) struct Soup {
    pub(super) points: Vec<[f32; 3]>,
    pub(super) triangles: Vec<([u32; 3], Surface)>,
    pub(super) textures: Vec<Texture>,
}

/// What a triangle looks like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Surface {
    Plain(Color),
    /// A color at each corner.
    Corners([Color; 3]),
    /// Part of a texture, by its number and the places of the corners on it, as seen through a color.
    Textured {
        texture: u32,
        places: [[f32; 2]; 3],
        tint: Color,
    },
}

impl Soup {
    pub(super) fn into_mesh(self) -> Result<Mesh, String> {
        if self.triangles.len() > MOST_TRIANGLES {
            return Err(format!("it has {} triangles, at most {MOST_TRIANGLES} are drawn", self.triangles.len()));
        }
        let count = self.points.len();
        if self.triangles.iter().any(|(corners, _)| corners.iter().any(|index| *index as usize >= count)) {
            return Err("a face names a vertex that is not there".into());
        }
        let welded = paint(self.welded());
        let faces = welded.faces();
        if faces.len() < 4 {
            return Err("it has fewer than four triangles with an area".into());
        }
        let sides: &[bool] = match welded.outside(&faces) {
            Some(Outside::Front) => &[false],
            Some(Outside::Back) => &[true],
            // Open or disordered surfaces are seen from both sides.
            None => &[false, true],
        };
        let mut mesh = welded.shaded(&faces, sides);
        if !mesh.normalize() {
            return Err("it has no size".into());
        }
        Ok(mesh)
    }

    /// Vertices at the same place become one.
    fn welded(self) -> Self {
        let mut places: BTreeMap<[u32; 3], u32> = BTreeMap::new();
        let mut points = Vec::new();
        let indices: Vec<u32> = (self.points.iter())
            .map(|point| {
                // Adding zero makes negative and plain zero one.
                *places.entry(point.map(|part| (part + 0.0).to_bits())).or_insert_with(|| {
                    points.push(*point);
                    points.len() as u32 - 1
                })
            })
            .collect();
        let triangles =
            self.triangles.iter().map(|(corners, surface)| (corners.map(|i| indices[i as usize]), *surface)).collect();
        Self { points, triangles, textures: self.textures }
    }

    fn faces(&self) -> Vec<Face> {
        let face = |(corners, surface): &([u32; 3], Surface)| {
            let colors = match surface {
                Surface::Plain(color) | Surface::Textured { tint: color, .. } => [*color; 3],
                Surface::Corners(colors) => *colors,
            };
            let [a, b, c] = corners.map(|index| self.points[index as usize]);
            let normal = normal_of([a, b, c])?;
            Some(Face { corners: *corners, colors, normal, area: cross(sub(b, a), sub(c, a)) })
        };
        self.triangles.iter().filter_map(face).collect()
    }

    /// Which side of the faces is outside, if they enclose a body and all agree.
    fn outside(&self, faces: &[Face]) -> Option<Outside> {
        let mut edges: BTreeMap<(u32, u32), i32> = BTreeMap::new();
        let mut volume = 0.0f64;
        for face in faces {
            let [a, b, c] = face.corners;
            for (from, to) in [(a, b), (b, c), (c, a)] {
                *edges.entry((from, to)).or_default() += 1;
                *edges.entry((to, from)).or_default() -= 1;
            }
            let [p, q, r] = face.corners.map(|index| self.points[index as usize]);
            volume += f64::from(dot(p, cross(q, r)));
        }
        // Every edge must be walked once each way.
        let closed = edges.values().all(|balance| *balance == 0);
        match closed {
            true if volume > 0.0 => Some(Outside::Front),
            true if volume < 0.0 => Some(Outside::Back),
            _ => None,
        }
    }

    /// Corners with normals that are smooth over gentle bends and sharp at creases.
    fn shaded(&self, faces: &[Face], sides: &[bool]) -> Mesh {
        let mut around = vec![Vec::new(); self.points.len()];
        for (number, face) in faces.iter().enumerate() {
            face.corners.iter().for_each(|corner| around[*corner as usize].push(number));
        }
        let mut mesh = Mesh::default();
        for flipped in sides {
            let mut known: BTreeMap<(u32, [i32; 3], Color), u32> = BTreeMap::new();
            for face in faces {
                let mut corners = [0, 1, 2].map(|number: usize| {
                    let (corner, color) = (face.corners[number], face.colors[number]);
                    let alike = around[corner as usize].iter().map(|number| &faces[*number]);
                    let mut sum = [0.0; 3];
                    for other in alike.filter(|other| dot(other.normal, face.normal) > CREASE_COSINE) {
                        sum = [0, 1, 2].map(|axis| sum[axis] + other.area[axis]);
                    }
                    let normal = unit(sum).unwrap_or(face.normal).map(|part| if *flipped { -part } else { part });
                    let key = (corner, normal.map(|part| (part * 1000.0) as i32), color);
                    *known.entry(key).or_insert_with(|| {
                        mesh.vertices.push(Vertex { position: self.points[corner as usize], normal, color });
                        mesh.vertices.len() as u32 - 1
                    })
                });
                if *flipped {
                    corners.swap(1, 2);
                }
                mesh.triangles.push(corners);
            }
        }
        mesh
    }
}

struct Face {
    corners: [u32; 3],
    colors: [Color; 3],
    normal: [f32; 3],
    /// The normal, as long as twice the area: large faces count more.
    area: [f32; 3],
}

enum Outside {
    Front,
    Back,
}
