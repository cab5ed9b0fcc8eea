//! What worlds are made of, built in or from a user's own folder.

mod annotations;
mod any_order;
mod clip;
mod clips;
mod conversations;
mod exif;
mod file;
mod film;
mod labels;
mod listing;
mod look_through;
mod mask;
mod meshes;
mod objects;
mod photos;
mod pictures;
mod recent;
mod scenes;
mod warnings;

pub use annotations::{AnnotationSurvey, LeftOut};
pub(crate) use annotations::{Annotations, BUILT_IN, Group, ObjectNumber, Use};
pub(crate) use any_order::any_order;
pub(crate) use clip::Clip;
pub(crate) use clips::Clips;
pub(crate) use file::load_picture_file;
pub use look_through::ClipSurvey;
pub(crate) use look_through::look_through;
pub(crate) use mask::{Mask, Written as WrittenMask};
pub(crate) use meshes::Meshes;
pub(crate) use objects::{Stands, objects};
pub(crate) use pictures::{Choice, Fit, Pictures};
pub(crate) use scenes::{Item, Layout, SCENE_SIZE, Scene, background, compose, prepared};
pub use warnings::data_warnings;
pub(crate) use warnings::warn;
