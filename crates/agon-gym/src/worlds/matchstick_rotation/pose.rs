//! Where a stick lies, and how a move changes that.

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

/// The arguments of `move`: units to the right, units down, degrees counter-clockwise.
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

    pub(super) fn is_on(self, frame_px: u32) -> bool {
        let side = 0.0..=f64::from(frame_px);
        side.contains(&self.x) && side.contains(&self.y)
    }

    pub(super) fn distance_px(self, other: Self) -> f64 {
        let (dx, dy) = (other.x - self.x, other.y - self.y);
        (dx * dx + dy * dy).sqrt()
    }

    /// The shorter turn to another direction: more than -180 and at most 180 degrees, counter-clockwise positive.
    pub(super) fn turn_to(self, other: Self) -> f64 {
        let turn = (other.angle_deg - self.angle_deg).rem_euclid(360.0);
        if turn > 180.0 { turn - 360.0 } else { turn }
    }
}

impl Move {
    pub(super) fn to_call(self) -> Call {
        Call::new("move", [self.dx, self.dy, self.dtheta].map(shortest).to_vec())
    }
}

/// Whole numbers are written without a decimal point, as people write them.
fn shortest(number: f64) -> serde_json::Value {
    if number.fract() == 0.0 && number.abs() < 1e9 { (number as i64).into() } else { number.into() }
}
