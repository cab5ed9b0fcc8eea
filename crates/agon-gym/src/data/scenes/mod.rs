//! Pictures composed of objects on a photograph, with exactly known masks.

mod background;
mod compose;

use super::mask::Mask;

pub(crate) use background::{background, prepared};
pub(crate) use compose::{Layout, Scene, compose};

/// The size in which scenes are composed, whatever size they are shown in.
pub(crate) const SCENE_SIZE: (u32, u32) = (640, 480);

/// One thing in a scene.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    /// Which of [`super::objects()`].
    pub(crate) object: usize,
    /// The longer side.
    pub(crate) size_px: u32,
    pub(crate) upside_down: bool,
    /// What of it is to be seen.
    pub(crate) mask: Mask,
}
