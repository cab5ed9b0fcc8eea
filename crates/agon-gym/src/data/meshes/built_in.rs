//! The objects that come with the gym. Where they come from, and how they are written, is told in `data/meshes/README.md`.

use super::Meshes;
use crate::data::photos::decode_webp;
use crate::solid::{Mesh, Texture, Vertex};
use std::sync::{Arc, OnceLock};

/// The order is part of every published instance: add at the end only, and with a new version of the suite.
pub(super) const FILES: [(&str, &[u8]); 43] = [
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
    ("backpack", include_bytes!("../../../data/meshes/backpack.agm")),
    ("bench", include_bytes!("../../../data/meshes/bench.agm")),
    ("building", include_bytes!("../../../data/meshes/building.agm")),
    ("bunny", include_bytes!("../../../data/meshes/bunny.agm")),
    ("dragon", include_bytes!("../../../data/meshes/dragon.agm")),
    ("duck", include_bytes!("../../../data/meshes/duck.agm")),
    ("duckie", include_bytes!("../../../data/meshes/duckie.agm")),
    ("excavator", include_bytes!("../../../data/meshes/excavator.agm")),
    ("forklift", include_bytes!("../../../data/meshes/forklift.agm")),
    ("fox", include_bytes!("../../../data/meshes/fox.agm")),
    ("gramophone", include_bytes!("../../../data/meshes/gramophone.agm")),
    ("house", include_bytes!("../../../data/meshes/house.agm")),
    ("kettle", include_bytes!("../../../data/meshes/kettle.agm")),
    ("locomotive", include_bytes!("../../../data/meshes/locomotive.agm")),
    ("microscope", include_bytes!("../../../data/meshes/microscope.agm")),
    ("office-chair", include_bytes!("../../../data/meshes/office-chair.agm")),
    ("office-desk", include_bytes!("../../../data/meshes/office-desk.agm")),
    ("photo-camera", include_bytes!("../../../data/meshes/photo-camera.agm")),
    ("piano", include_bytes!("../../../data/meshes/piano.agm")),
    ("rocking-horse", include_bytes!("../../../data/meshes/rocking-horse.agm")),
    ("sailing-ship", include_bytes!("../../../data/meshes/sailing-ship.agm")),
    ("sewing-machine", include_bytes!("../../../data/meshes/sewing-machine.agm")),
    ("sofa", include_bytes!("../../../data/meshes/sofa.agm")),
    ("tap", include_bytes!("../../../data/meshes/tap.agm")),
    ("teddy", include_bytes!("../../../data/meshes/teddy.agm")),
    ("tractor", include_bytes!("../../../data/meshes/tractor.agm")),
    ("tree", include_bytes!("../../../data/meshes/tree.agm")),
    ("truck", include_bytes!("../../../data/meshes/truck.agm")),
    ("watering-can", include_bytes!("../../../data/meshes/watering-can.agm")),
    ("well", include_bytes!("../../../data/meshes/well.agm")),
    ("windmill", include_bytes!("../../../data/meshes/windmill.agm")),
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

/// The bytes of a vertex and of a triangle.
const VERTEX: usize = 16;
const TRIANGLE: usize = 6;

/// `None` would mean that a built-in file is broken.
fn decode(bytes: &[u8]) -> Option<Mesh> {
    let (magic, rest) = bytes.split_at_checked(4)?;
    let (counts, rest) = rest.split_at_checked(12)?;
    let count = |at: usize| -> Option<usize> { Some(u32::from_le_bytes(counts[at..at + 4].try_into().ok()?) as usize) };
    let (vertices, triangles, picture) = (count(0)?, count(4)?, count(8)?);
    if magic != b"AGM2" || rest.len() != vertices * VERTEX + triangles * TRIANGLE + picture {
        return None;
    }
    let (places, rest) = rest.split_at(vertices * VERTEX);
    let (corners, picture) = rest.split_at(triangles * TRIANGLE);
    let short = |pair: &[u8]| u16::from_le_bytes([pair[0], pair[1]]);
    let vertex = |bytes: &[u8]| Vertex {
        position: [0, 2, 4].map(|at| f32::from(short(&bytes[at..]) as i16) / 32767.0),
        normal: [6, 7, 8].map(|at| f32::from(bytes[at] as i8) / 127.0),
        color: [bytes[9], bytes[10], bytes[11]],
    };
    let on_texture: Vec<[u16; 2]> = places.chunks_exact(VERTEX).map(|bytes| [12, 14].map(|at| short(&bytes[at..]))).collect();
    let triangle = |bytes: &[u8]| [0, 2, 4].map(|at| u32::from(short(&bytes[at..])));
    let mesh = Mesh {
        vertices: places.chunks_exact(VERTEX).map(vertex).collect(),
        triangles: corners.chunks_exact(TRIANGLE).map(triangle).collect(),
        texture: Some(Texture::new(&decode_webp(picture)?, &on_texture)?),
    };
    mesh.triangles.iter().flatten().all(|index| (*index as usize) < vertices).then_some(mesh)
}
