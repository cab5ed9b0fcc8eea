//! What worlds are made of, built in or from a user's own folder.

mod photos;
mod pictures;

pub(crate) use pictures::{Choice, Pictures};
