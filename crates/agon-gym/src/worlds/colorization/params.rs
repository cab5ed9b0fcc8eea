//! What can be set about the coloring.

use super::color::Distance;
use crate::ParamError;
use crate::data::{Choice, Fit};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Params {
    /// How far from the true color the selection may be: on the wheel in percent of the wheel's radius, or as published. The paper prints 11
    /// for easy and 16 for hard and calls it the precision required; but a larger radius can only be looser, and hard is to
    /// be harder, so our presets give easy the 16 and hard the 11.
    pub(super) accuracy_radius: f64,
    /// How that is measured.
    pub(super) distance: Distance,
    /// The radius of the circle to color, in percent of the picture's side.
    pub(super) circle_percent: u32,
    /// The width of the grey ring around it, in percent of the picture's side.
    pub(super) ring_percent: u32,
    /// Whether the photograph in its own colors is shown beside it.
    pub(super) reference: bool,
    /// A folder of pictures; empty for the built-in photographs.
    pub(super) pictures: String,
    /// How pictures become square.
    pub(super) fit: Fit,
    /// A picture's number, or `"any"` to let the seed choose.
    pub(super) picture: Choice,
    /// Whether the seed also chooses a part of the picture, at least three fifths of its side; else all of it is shown.
    pub(super) crop: bool,
    /// The side of the picture in the frame.
    pub(super) frame_px: u32,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            accuracy_radius: 16.0,
            distance: Distance::Wheel,
            circle_percent: 14,
            ring_percent: 4,
            reference: false,
            pictures: String::new(),
            fit: Fit::Crop,
            picture: Choice::Any,
            crop: true,
            frame_px: 336,
        }
    }
}

impl Params {
    pub(super) fn check(&self) -> Result<(), ParamError> {
        let within = |key: &str, value: f64, min: f64, max: f64| {
            let inside = value >= min && value <= max;
            inside.then_some(()).ok_or_else(|| ParamError::key(key, format!("must be between {min} and {max}, got {value}")))
        };
        within("accuracy_radius", self.accuracy_radius, 2.0, 30.0)?;
        within("circle_percent", self.circle_percent.into(), 6.0, 20.0)?;
        within("ring_percent", self.ring_percent.into(), 0.0, 8.0)?;
        within("frame_px", self.frame_px.into(), 160.0, 1024.0)
    }

    /// Paler colors than this are not asked for: their hue is hard to see, and grey would be near enough.
    pub(super) fn least_saturation(&self) -> i64 {
        match self.distance {
            Distance::Wheel => 70.max((self.accuracy_radius * 1.5 * 2.55) as i64 + 1),
            Distance::Published => 70,
        }
    }

    /// How far the first selection is from the true color, at least. Published ones are anywhere; only solved ones are left out.
    pub(super) fn least_start_distance(&self) -> f64 {
        match self.distance {
            Distance::Wheel => (2.5 * self.accuracy_radius).clamp(30.0, 60.0),
            Distance::Published => self.accuracy_radius + 0.1,
        }
    }
}
