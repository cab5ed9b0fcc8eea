//! How annotations write which pixels an object covers.

use crate::data::mask::{MAX_PIXELS, Mask, fill_polygons, fill_runs, read_compressed_runs};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Segmentation {
    Polygons(Vec<Vec<f64>>),
    Runs { counts: Runs, size: (u32, u32) },
}

#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Runs {
    Numbers(Vec<u64>),
    Compressed(String),
}

impl Segmentation {
    /// `None` where it covers nothing or does not fit a picture of this size.
    pub(super) fn mask(&self, width: u32, height: u32) -> Option<Mask> {
        if u64::from(width) * u64::from(height) > MAX_PIXELS {
            return None;
        }
        match self {
            Self::Polygons(polygons) => fill_polygons(polygons, width, height),
            // COCO gives the height first.
            Self::Runs { size, .. } if *size != (height, width) => None,
            Self::Runs { counts: Runs::Numbers(runs), .. } => fill_runs(runs, width, height),
            Self::Runs { counts: Runs::Compressed(text), .. } => fill_runs(&read_compressed_runs(text)?, width, height),
        }
    }
}
