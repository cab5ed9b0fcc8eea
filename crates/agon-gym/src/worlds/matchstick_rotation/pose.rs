//! Where a stick lies, and how a move changes that.

use super::params::YAxis;
use agon_core::Call;
use serde::{Deserialize, Serialize};

/// A stick's middle, in pixels from the top left corner, and the direction of its head.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Pose {
    pub(super) x: f64,
    pub(super) y: f64,
    /// Counter-clockwise from pointing right.
    pub(super) angle_deg: f64,
}

/// A move in units to the right, units down and degrees counter-clockwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Move {
    pub(super) dx: f64,
    pub(super) dy: f64,
    pub(super) dtheta: f64,
}

impl Pose {
    /// Huge numbers may give an infinite place, which [`Pose::is_on`] refuses.
    pub(super) fn moved(self, by: Move, px_per_unit: f64) -> Self {
        Self {
            x: self.x + by.dx * px_per_unit,
            y: self.y + by.dy * px_per_unit,
            // The turn is brought below a full one first, so that a huge one cannot swallow the angle's digits.
            angle_deg: (self.angle_deg + by.dtheta % 360.0).rem_euclid(360.0),
        }
    }

    /// With the middle at the nearest place on the canvas.
    pub(super) fn clipped(self, frame_px: u32) -> Self {
        let side = f64::from(frame_px);
        Self { x: self.x.clamp(0.0, side), y: self.y.clamp(0.0, side), ..self }
    }

    pub(super) fn is_on(self, frame_px: u32) -> bool {
        let side = 0.0..=f64::from(frame_px);
        side.contains(&self.x) && side.contains(&self.y)
    }

    pub(super) fn distance_px(self, other: Self) -> f64 {
        let (dx, dy) = (other.x - self.x, other.y - self.y);
        (dx * dx + dy * dy).sqrt()
    }

    /// The shorter turn to another direction, counter-clockwise positive: at most half a turn, or a quarter where sticks have no
    /// heads and both of their directions are the same.
    pub(super) fn turn_to(self, other: Self, heads: bool) -> f64 {
        let whole = if heads { 360.0 } else { 180.0 };
        let turn = (other.angle_deg - self.angle_deg).rem_euclid(whole);
        if turn > whole / 2.0 { turn - whole } else { turn }
    }
}

impl Move {
    /// The call that makes it: where the y axis goes up, `dy` is the other way round.
    pub(super) fn to_call(self, y_axis: YAxis) -> Call {
        let Self { dx, dy, dtheta } = self.along(y_axis);
        Call::new("move", [dx, dy, dtheta].map(shortest).to_vec())
    }

    /// Between a call's axes and the canvas's; its own inverse.
    pub(super) fn along(self, y_axis: YAxis) -> Self {
        match y_axis {
            YAxis::Down => self,
            // Subtracting from zero leaves no negative zero behind.
            YAxis::Up => Self { dy: 0.0 - self.dy, ..self },
        }
    }
}

/// Whole numbers are written without a decimal point, as people write them.
fn shortest(number: f64) -> serde_json::Value {
    if number.fract() == 0.0 && number.abs() < 1e9 { (number as i64).into() } else { number.into() }
}
