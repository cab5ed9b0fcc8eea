//! What worlds are made of, built in or from a user's own folder.

mod annotations;
mod clip;
mod clips;
mod exif;
mod file;
mod film;
mod mask;
mod meshes;
mod objects;
mod photos;
mod pictures;
mod recent;
mod scenes;
mod warnings;

pub(crate) use annotations::Annotations;
pub(crate) use clip::Clip;
pub(crate) use clips::Clips;
pub(crate) use file::load_picture_file;
pub(crate) use mask::{Mask, Written as WrittenMask};
pub(crate) use meshes::Meshes;
pub(crate) use objects::{Stands, objects};
pub(crate) use pictures::{Choice, Pictures};
pub(crate) use scenes::{Item, Layout, SCENE_SIZE, Scene, background, compose};
pub use warnings::data_warnings;
pub(crate) use warnings::warn;
