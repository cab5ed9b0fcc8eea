//! Turns that lead to the target: about one axis after the other, at once, after a look from all sides, or with detours.

use super::{Axes, Turn, Turned};
use crate::solid::Rotation;
use agon_core::{Call, Rng};

impl Turned {
    /// What is left to turn: yaw, pitch, and roll or a second yaw.
    fn rest(&self) -> Turn {
        let rest = self.frame.own(self.target.after(self.orientation.inverse()));
        match self.axes {
            Axes::YawPitch => rest.yaw_pitch_yaw(),
            Axes::YawPitchRoll => rest.yaw_pitch_roll(),
        }
        .map(rounded)
    }

    /// One call for each axis that needs a turn.
    pub(super) fn per_axis(&self) -> Vec<Turn> {
        self.rest_per_axis().into_iter().filter(|turn| *turn != [0.0; 3]).collect()
    }

    /// The least number of calls: one, or two where only yaw and pitch can be turned and a second yaw is needed.
    pub(super) fn single(&self) -> Vec<Turn> {
        let [yaw, pitch, last] = self.rest();
        let turns = match self.axes {
            Axes::YawPitch => vec![[yaw, pitch, 0.0], [last, 0.0, 0.0]],
            Axes::YawPitchRoll => vec![[yaw, pitch, last]],
        };
        turns.into_iter().filter(|turn| *turn != [0.0; 3]).collect()
    }

    /// Before each axis is corrected, four quarter turns about it show the body from all sides.
    pub(super) fn full_turns(&self) -> Vec<Turn> {
        let mut turns = Vec::new();
        for (axis, correction) in self.rest_per_axis().into_iter().enumerate() {
            if axis < self.axes.count() {
                turns.extend([self.quarter(axis); 4]);
            }
            if correction != [0.0; 3] {
                turns.push(correction);
            }
        }
        turns
    }

    /// Exactly `length` calls, if that many can do it: corrections that were put together or taken apart, and turns with
    /// their reversals in between.
    pub(super) fn padded(&self, length: usize, rng: &mut Rng) -> Vec<Turn> {
        let mut turns = self.per_axis();
        if length < turns.len() {
            turns = self.single();
        }
        while turns.len() < length {
            if turns.len() + 1 < length && (turns.is_empty() || rng.chance(0.5)) {
                let (at, axis) = (rng.index(turns.len() + 1), rng.index(self.axes.count()));
                let by = rng.integer(-12, 12) as f64 * 15.0;
                let by = if by == 0.0 { 90.0 } else { by };
                turns.splice(at..at, [only(axis, by), only(axis, -by)]);
            } else if turns.is_empty() {
                turns.push([0.0; 3]);
            } else {
                split(&mut turns, rng);
            }
        }
        turns
    }

    pub(super) fn call(&self, turn: Turn) -> Call {
        let arguments = self.arguments_of(turn);
        Call::new("rotate", arguments[..self.axes.count()].iter().copied().map(shortest).collect::<Vec<_>>())
    }

    /// How far from the target these turns lead.
    pub(super) fn degrees_off_after(&self, turns: &[Turn]) -> f64 {
        let turned = |orientation: Rotation, turn: &Turn| self.frame.rotation(*turn).after(orientation);
        turns.iter().fold(self.orientation, turned).degrees_to(self.target)
    }

    fn rest_per_axis(&self) -> [Turn; 3] {
        let [yaw, pitch, last] = self.rest();
        let last_axis = if self.axes == Axes::YawPitch { 0 } else { 2 };
        [only(0, yaw), only(1, pitch), only(last_axis, last)]
    }

    fn quarter(&self, axis: usize) -> Turn {
        only(axis, 90.0)
    }
}

/// Takes a turn apart into two that come to the same: axis from axis, or one turn into a smaller and a larger part.
fn split(turns: &mut Vec<Turn>, rng: &mut Rng) {
    let at = rng.index(turns.len());
    let turn = turns[at];
    let part = (rng.real(0.2, 0.8) * 100.0).round() / 100.0;
    let mut turned = (0..3).filter(|axis| turn[*axis] != 0.0);
    let first = match (turned.next(), turned.next()) {
        // The axes of a call come one after the other anyway.
        (Some(axis), Some(_)) => only(axis, turn[axis]),
        _ => turn.map(|angle| rounded(angle * part)),
    };
    let second = [0, 1, 2].map(|axis| rounded(turn[axis] - first[axis]));
    turns.splice(at..=at, [first, second]);
}

fn only(axis: usize, degrees: f64) -> Turn {
    let mut turn = [0.0; 3];
    turn[axis] = degrees;
    turn
}

/// To a hundredth of a degree; adding zero turns a negative zero into a plain one.
fn rounded(degrees: f64) -> f64 {
    (degrees * 100.0).round() / 100.0 + 0.0
}

/// Whole numbers are written without a decimal point, as people write them.
fn shortest(number: f64) -> serde_json::Value {
    if number.fract() == 0.0 { (number as i64).into() } else { number.into() }
}
