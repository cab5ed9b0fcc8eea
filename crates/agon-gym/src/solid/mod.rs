//! Solid bodies: rotations, triangle meshes with or without a texture, and a software rasteriser with depth buffer, back-face
//! culling, Gouraud shading and four samples a pixel.
//!
//! Pixels are decided by integers, and integers come from additions, multiplications, divisions and square roots alone, so
//! the same body in the same orientation gives the same bytes on every machine.

mod body;
mod camera;
mod fill;
mod lanes;
mod mesh;
mod paint;
mod pixels;
mod rotation;
mod scene;
mod texture;
mod view;

pub(crate) use body::Body;
pub(crate) use camera::{Camera, Pose};
pub(crate) use mesh::{Mesh, Vertex, cross, dot, normal_of, sub, unit};
pub(crate) use paint::{Sky, Still};
pub(crate) use rotation::{Axis, Rotation};
pub(crate) use scene::Picture;
pub(crate) use texture::Texture;
pub(crate) use view::Panel;
