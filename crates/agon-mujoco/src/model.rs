//! A model: what there is, and of which shape. It never changes once it is shared.

use crate::ffi::{Mujoco, Named, RawModel};
use crate::{MujocoError, offsets};
use std::path::Path;
use std::sync::Arc;

/// MuJoCo's number for a weld.
const WELD: i32 = 1;

/// A compiled model. Cheap to clone.
#[derive(Clone)]
pub struct Model(pub(crate) Arc<RawModel>);

/// Something with a shape. Its place is the simulation's affair.
#[derive(Clone, Debug, PartialEq)]
pub struct Geom {
    pub shape: Shape,
    /// The number of the body that carries it.
    pub body: usize,
    /// Red, green, blue and opacity, from 0 to 1.
    pub rgba: [f32; 4],
}

#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// Half its extent along its first two axes; the third points upwards.
    Plane {
        half: [f64; 2],
    },
    Sphere {
        radius: f64,
    },
    /// Half its extent along each axis.
    Box {
        half: [f64; 3],
    },
    /// The number of its mesh.
    Mesh(usize),
    /// A shape that nothing here asks for yet.
    Other,
}

/// Triangles, in the frame of the geom that has the mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    pub vertices: Vec<[f32; 3]>,
    pub normals: Vec<[f32; 3]>,
    /// Three vertices, counter-clockwise seen from outside.
    pub faces: Vec<[u32; 3]>,
    /// The normals at a face's three vertices.
    pub face_normals: Vec<[u32; 3]>,
}

impl Model {
    /// Compiles the model of an XML file. Its mocap welds hold bodies together just where they are, without an offset, as
    /// environments that steer by mocap expect.
    pub fn load(mujoco: &Mujoco, file: &Path) -> Result<Self, MujocoError> {
        let mut model = RawModel::load(mujoco, file)?;
        let types = model.list(&offsets::EQUALITY_TYPE).to_vec();
        let rows = model.list_mut(&offsets::EQUALITY_DATA).chunks_exact_mut(offsets::EQUALITY_WIDTH);
        for (row, _) in rows.zip(types).filter(|(_, kind)| *kind == WELD) {
            row[..7].copy_from_slice(&[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
        }
        Ok(Self(Arc::new(model)))
    }

    pub fn body(&self, name: &str) -> Result<usize, MujocoError> {
        self.find(Named::Body, "body", name)
    }

    pub fn geom(&self, name: &str) -> Result<usize, MujocoError> {
        self.find(Named::Geom, "geom", name)
    }

    pub fn site(&self, name: &str) -> Result<usize, MujocoError> {
        self.find(Named::Site, "site", name)
    }

    pub fn camera(&self, name: &str) -> Result<usize, MujocoError> {
        self.find(Named::Camera, "camera", name)
    }

    /// Where a joint's numbers begin among the positions.
    pub fn joint_at(&self, name: &str) -> Result<usize, MujocoError> {
        let joint = self.find(Named::Joint, "joint", name)?;
        Ok(self.0.list(&offsets::JOINT_QPOS_AT)[joint] as usize)
    }

    /// The mocap body and the body welded to it, of the first weld that has one.
    pub fn mocap_weld(&self) -> Result<(usize, usize), MujocoError> {
        let mocap_of = self.0.list(&offsets::BODY_MOCAP);
        let (types, first) = (self.0.list(&offsets::EQUALITY_TYPE), self.0.list(&offsets::EQUALITY_FIRST));
        let pairs = first.iter().zip(self.0.list(&offsets::EQUALITY_SECOND)).zip(types);
        let mut welds = pairs.filter(|(_, kind)| **kind == WELD).map(|((one, other), _)| (*one as usize, *other as usize));
        let found = welds.find_map(|(one, other)| match (mocap_of[one], mocap_of[other]) {
            (mocap, _) if mocap >= 0 => Some((mocap as usize, other)),
            (_, mocap) if mocap >= 0 => Some((mocap as usize, one)),
            _ => None,
        });
        found.ok_or(MujocoError::NoSuch { kind: "weld", name: "mocap".into() })
    }

    /// A camera's field of view from bottom to top, in degrees.
    pub fn camera_fovy_deg(&self, camera: usize) -> f64 {
        self.0.list(&offsets::CAMERA_FOVY)[camera]
    }

    pub fn geoms(&self) -> Vec<Geom> {
        let types = self.0.list(&offsets::GEOM_TYPE);
        let bodies = self.0.list(&offsets::GEOM_BODY);
        let meshes = self.0.list(&offsets::GEOM_MESH);
        let sizes = self.0.list(&offsets::GEOM_SIZE).chunks_exact(3);
        let kinds = types.iter().zip(meshes).zip(sizes).map(|((kind, mesh), size)| match *kind {
            0 => Shape::Plane { half: [size[0], size[1]] },
            2 => Shape::Sphere { radius: size[0] },
            6 => Shape::Box { half: [size[0], size[1], size[2]] },
            7 if *mesh >= 0 => Shape::Mesh(*mesh as usize),
            _ => Shape::Other,
        });
        let place = kinds.zip(bodies).enumerate();
        place.map(|(geom, (shape, body))| Geom { shape, body: *body as usize, rgba: self.color_of(geom) }).collect()
    }

    /// The mesh of this number.
    pub fn mesh(&self, mesh: usize) -> Mesh {
        let starts = |list| self.0.list(list)[mesh] as usize;
        let from = |start: usize, items: &[f32]| rows(&items[3 * start..]).collect();
        let faces = starts(&offsets::MESH_FACE_AT)..starts(&offsets::MESH_FACE_AT) + starts(&offsets::MESH_FACE_COUNT);
        let corners = |items: &[i32]| -> Vec<[u32; 3]> {
            rows(&items[3 * faces.start..3 * faces.end]).map(|row| row.map(|corner| corner as u32)).collect()
        };
        let mut mesh = Mesh {
            vertices: from(starts(&offsets::MESH_VERTEX_AT), self.0.list(&offsets::MESH_VERTEX)),
            normals: from(starts(&offsets::MESH_NORMAL_AT), self.0.list(&offsets::MESH_NORMAL)),
            faces: corners(self.0.list(&offsets::MESH_FACE)),
            face_normals: corners(self.0.list(&offsets::MESH_FACE_NORMAL)),
        };
        let used = |corners: &[[u32; 3]]| corners.iter().flatten().max().map_or(0, |last| *last as usize + 1);
        mesh.vertices.truncate(used(&mesh.faces));
        mesh.normals.truncate(used(&mesh.face_normals));
        mesh
    }

    /// A geom's own color, or its material's where it has none of its own.
    fn color_of(&self, geom: usize) -> [f32; 4] {
        let own: Vec<[f32; 4]> = rows(&self.0.list(&offsets::GEOM_RGBA)[4 * geom..]).take(1).collect();
        let own = own.first().copied().unwrap_or(UNSET);
        let material = self.0.list(&offsets::GEOM_MATERIAL)[geom];
        match usize::try_from(material) {
            Ok(material) if own == UNSET => rows(&self.0.list(&offsets::MATERIAL_RGBA)[4 * material..]).next().unwrap_or(own),
            _ => own,
        }
    }

    fn find(&self, named: Named, kind: &'static str, name: &str) -> Result<usize, MujocoError> {
        self.0.find(named, name).ok_or_else(|| MujocoError::NoSuch { kind, name: name.into() })
    }
}

/// The color that stands for none.
const UNSET: [f32; 4] = [0.5, 0.5, 0.5, 1.0];

fn rows<T: Copy + Default, const N: usize>(items: &[T]) -> impl Iterator<Item = [T; N]> {
    items.chunks_exact(N).map(|row| {
        let mut fixed = [T::default(); N];
        fixed.copy_from_slice(row);
        fixed
    })
}
