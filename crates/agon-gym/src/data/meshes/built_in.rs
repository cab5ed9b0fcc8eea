//! The objects that come with the gym. Where they come from, and how they are written, is told in `data/meshes/README.md`.

use super::Meshes;
use crate::solid::{Mesh, Vertex};
use std::sync::{Arc, OnceLock};

/// The order is part of every published instance: add at the end only, and with a new version of the suite.
const FILES: [(&str, &[u8]); 12] = [
    ("airplane", include_bytes!("../../../data/meshes/airplane.agm")),
    ("boat", include_bytes!("../../../data/meshes/boat.agm")),
    ("camera", include_bytes!("../../../data/meshes/camera.agm")),
    ("chair", include_bytes!("../../../data/meshes/chair.agm")),
    ("desk", include_bytes!("../../../data/meshes/desk.agm")),
    ("dispenser", include_bytes!("../../../data/meshes/dispenser.agm")),
    ("hammer", include_bytes!("../../../data/meshes/hammer.agm")),
    ("lamp", include_bytes!("../../../data/meshes/lamp.agm")),
    ("mug", include_bytes!("../../../data/meshes/mug.agm")),
    ("plant", include_bytes!("../../../data/meshes/plant.agm")),
    ("robot", include_bytes!("../../../data/meshes/robot.agm")),
    ("shank", include_bytes!("../../../data/meshes/shank.agm")),
];

/// All of them, read when first asked for.
pub(super) fn all() -> Arc<Meshes> {
    static ALL: OnceLock<Arc<Meshes>> = OnceLock::new();
    let read = || {
        let entries = FILES.iter().filter_map(|(name, bytes)| Some(((*name).to_owned(), Arc::new(decode(bytes)?))));
        Arc::new(Meshes { entries: entries.collect(), ..Meshes::default() })
    };
    ALL.get_or_init(read).clone()
}

/// `None` would mean that a built-in file is broken.
fn decode(bytes: &[u8]) -> Option<Mesh> {
    let (magic, rest) = bytes.split_at_checked(4)?;
    let (counts, rest) = rest.split_at_checked(8)?;
    let count = |at: usize| -> Option<usize> { Some(u32::from_le_bytes(counts[at..at + 4].try_into().ok()?) as usize) };
    let (vertices, triangles) = (count(0)?, count(4)?);
    if magic != b"AGM1" || rest.len() != vertices * 12 + triangles * 6 {
        return None;
    }
    let (places, corners) = rest.split_at(vertices * 12);
    let short = |pair: &[u8]| u16::from_le_bytes([pair[0], pair[1]]);
    let vertex = |bytes: &[u8]| Vertex {
        position: [0, 2, 4].map(|at| f32::from(short(&bytes[at..]) as i16) / 32767.0),
        normal: [6, 7, 8].map(|at| f32::from(bytes[at] as i8) / 127.0),
        color: [bytes[9], bytes[10], bytes[11]],
    };
    let triangle = |bytes: &[u8]| [0, 2, 4].map(|at| u32::from(short(&bytes[at..])));
    let mesh = Mesh {
        vertices: places.chunks_exact(12).map(vertex).collect(),
        triangles: corners.chunks_exact(6).map(triangle).collect(),
    };
    mesh.triangles.iter().flatten().all(|index| (*index as usize) < vertices).then_some(mesh)
}
