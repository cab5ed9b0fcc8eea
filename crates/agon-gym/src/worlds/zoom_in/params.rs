//! What can be set about the views.

use crate::ParamError;
use crate::data::{Choice, Fit};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Params {
    /// How many zoomed views there are, beside the whole picture.
    pub(super) views: usize,
    /// By how much the zoom of one view exceeds the former's on average.
    pub(super) zoom_gap: f64,
    /// The standard deviation of a view's zoom.
    pub(super) zoom_std: f64,
    /// No view is zoomed less than this; the first is on average one gap above it.
    pub(super) min_zoom: f64,
    /// Whether each view lies inside the one that is zoomed less.
    pub(super) nest: bool,
    /// A folder of pictures; empty for the built-in photographs.
    pub(super) pictures: String,
    /// How pictures become square.
    pub(super) fit: Fit,
    /// A picture's number, or `"any"` to let the seed choose.
    pub(super) picture: Choice,
    /// The side of a view in the frame.
    pub(super) frame_px: u32,
}

/// Views that are magnified more show little but blur.
pub(super) const MAX_ZOOM: f64 = 16.0;

impl Default for Params {
    fn default() -> Self {
        Self {
            views: 4,
            zoom_gap: 1.0,
            zoom_std: 0.3,
            min_zoom: 2.0,
            nest: false,
            pictures: String::new(),
            fit: Fit::Crop,
            picture: Choice::Any,
            frame_px: 224,
        }
    }
}

impl Params {
    pub(super) fn check(&self) -> Result<(), ParamError> {
        let within = |key: &str, value: f64, min: f64, max: f64| {
            let inside = value >= min && value <= max;
            inside.then_some(()).ok_or_else(|| ParamError::key(key, format!("must be between {min} and {max}, got {value}")))
        };
        within("views", self.views as f64, 2.0, 8.0)?;
        within("zoom_gap", self.zoom_gap, 0.2, 6.0)?;
        within("zoom_std", self.zoom_std, 0.0, 2.0)?;
        within("min_zoom", self.min_zoom, 0.5, 6.0)?;
        within("frame_px", self.frame_px.into(), 96.0, 512.0)?;
        let closest = self.min_zoom + self.views as f64 * self.zoom_gap;
        if closest > MAX_ZOOM {
            let problem = format!("the closest of {} views would be zoomed {closest} times; at most {MAX_ZOOM} are", self.views);
            return Err(ParamError::key("zoom_gap", problem));
        }
        Ok(())
    }
}
