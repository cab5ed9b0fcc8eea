//! What can be set about a patch reassembly.

use crate::ParamError;
use serde::{Deserialize, Serialize};

/// Larger boards cannot be drawn with room for all patches beside them.
pub(super) const MAX_SIDE: usize = 12;

/// Patches are told apart by their colors and by one digit.
pub(super) const MAX_PATCHES: usize = 10;

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Params {
    pub(super) rows: usize,
    pub(super) cols: usize,
    pub(super) patches: usize,
    /// Every patch covers at least so many cells.
    pub(super) min_cells: usize,
    /// How the board is cut into patches.
    pub(super) cutting: Cutting,
    /// The frame's width; its height is 38/45 of it.
    pub(super) frame_px: u32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Cutting {
    /// Patches grow by single cells, small ones more often.
    #[default]
    Cells,
    /// As published: patches grow in turn, each from its oldest cell to all that are free around it.
    Published,
}

impl Default for Params {
    fn default() -> Self {
        Self { rows: 6, cols: 6, patches: 5, min_cells: 3, cutting: Cutting::Cells, frame_px: 900 }
    }
}

impl Params {
    pub(super) fn check(&self) -> Result<(), ParamError> {
        let within = |key: &str, value: usize, min: usize, max: usize| {
            let fault = || ParamError::key(key, format!("must be between {min} and {max}, got {value}"));
            (min..=max).contains(&value).then_some(()).ok_or_else(fault)
        };
        within("rows", self.rows, 2, MAX_SIDE)?;
        within("cols", self.cols, 2, MAX_SIDE)?;
        within("patches", self.patches, 2, MAX_PATCHES)?;
        within("min_cells", self.min_cells, 1, 144)?;
        within("frame_px", self.frame_px as usize, 360, 2048)?;
        if self.min_cells * self.patches > self.rows * self.cols {
            let problem = format!(
                "{} patches of at least {} cells do not fit a grid of {} cells",
                self.patches,
                self.min_cells,
                self.rows * self.cols
            );
            return Err(ParamError::key("min_cells", problem));
        }
        Ok(())
    }
}
