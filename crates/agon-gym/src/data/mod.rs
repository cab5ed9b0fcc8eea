//! What worlds are made of, built in or from a user's own folder.

mod clip;
mod clips;
mod exif;
mod file;
mod film;
mod photos;
mod pictures;
mod recent;
mod warnings;

pub(crate) use clip::Clip;
pub(crate) use clips::Clips;
pub(crate) use pictures::{Choice, Pictures};
pub use warnings::data_warnings;
pub(crate) use warnings::warn;
