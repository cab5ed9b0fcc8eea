//! What can be set about the matchsticks.

use crate::ParamError;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Params {
    /// A unit of translation is drawn from this range, in pixels; its logarithm is uniform.
    pub(super) scale_range: [f64; 2],
    pub(super) position_tolerance_px: f64,
    pub(super) angle_tolerance_deg: f64,
    /// The canvas is a square of this side.
    pub(super) frame_px: u32,
    /// The length of a stick from end to end.
    pub(super) stick_px: u32,
    /// Whether sticks have a head; without one a stick that is turned by half a turn is the same stick.
    pub(super) heads: bool,
    /// Which way a positive `dy` goes.
    pub(super) y_axis: YAxis,
    /// What becomes of a move that would take the middle of the stick off the canvas.
    pub(super) edges: Edges,
    /// Published measures where it is set: the canvas is this many units wide, a hidden length is drawn evenly from `scale_range`
    /// in these units, a unit of a call is the square of it, and the tolerance counts in it. Then `stick_px` and
    /// `position_tolerance_px` do not matter.
    pub(super) canvas_units: Option<f64>,
    pub(super) stick_units: f64,
    pub(super) position_tolerance_units: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum YAxis {
    Down,
    Up,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Edges {
    /// It is not carried out.
    Refuse,
    /// The middle stays at the edge.
    Clip,
}

impl Default for Params {
    fn default() -> Self {
        // Even a move by one unit is to be seen, or no demonstration could reveal how large a unit is.
        let scale_range = [2.0, 32.0];
        Self {
            scale_range,
            position_tolerance_px: 10.0,
            angle_tolerance_deg: 15.0,
            frame_px: 400,
            stick_px: 120,
            heads: true,
            y_axis: YAxis::Down,
            edges: Edges::Refuse,
            canvas_units: None,
            stick_units: 20.0,
            position_tolerance_units: 5.0,
        }
    }
}

impl Params {
    pub(super) fn check(&self) -> Result<(), ParamError> {
        let within = |key: &str, value: f64, min: f64, max: f64| {
            let inside = value >= min && value <= max;
            inside.then_some(()).ok_or_else(|| ParamError::key(key, format!("must be between {min} and {max}, got {value}")))
        };
        let [least, most] = self.scale_range;
        within("scale_range", least, 0.01, 50.0)?;
        within("scale_range", most, 0.01, 50.0)?;
        if least > most {
            return Err(ParamError::key("scale_range", format!("must go from small to large, got {least} to {most}")));
        }
        within("frame_px", self.frame_px.into(), 200.0, 2048.0)?;
        match self.canvas_units {
            None => {
                within("stick_px", self.stick_px.into(), 40.0, f64::from(self.frame_px / 3))?;
                within("position_tolerance_px", self.position_tolerance_px, 0.5, f64::from(self.frame_px / 20))?;
            }
            Some(canvas) => {
                within("canvas_units", canvas, 20.0, 2000.0)?;
                within("stick_units", self.stick_units, canvas / 20.0, canvas / 3.0)?;
                // A wider tolerance would hold more than a quarter of the canvas at the largest length.
                within("position_tolerance_units", self.position_tolerance_units, 0.5, canvas / 4.0 / most)?;
            }
        }
        within("angle_tolerance_deg", self.angle_tolerance_deg, 0.5, 60.0)
    }

    /// Pixels of a canvas unit; a pixel is one where no other units are set.
    pub(super) fn px_per_canvas_unit(&self) -> f64 {
        self.canvas_units.map_or(1.0, |canvas| f64::from(self.frame_px) / canvas)
    }

    /// The length of a stick from end to end.
    pub(super) fn stick_length_px(&self) -> f64 {
        match self.canvas_units {
            None => self.stick_px.into(),
            Some(_) => self.stick_units * self.px_per_canvas_unit(),
        }
    }

    /// How far the middles are apart at the start, at least: far outside the tolerance, and more than the largest unit.
    pub(super) fn least_distance_px(&self) -> f64 {
        (f64::from(self.frame_px) / 5.0).max(60.0).max(4.0 * self.position_tolerance_px)
    }

    /// How much the directions differ at the start, at least.
    pub(super) fn least_turn_deg(&self) -> f64 {
        (2.0 * self.angle_tolerance_deg).max(30.0)
    }
}
