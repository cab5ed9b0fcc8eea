//! What can be set about a matchstick equation.

use crate::ParamError;
use serde::{Deserialize, Serialize};

/// More moves than this take too long to search.
pub(super) const MAX_MOVES: usize = 3;

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Params {
    /// How many matches were moved to break a true equation: exactly so many moves are needed to mend it.
    pub(super) break_moves: usize,
    /// As published: while so many moves stand as mend the equation, no other can be made until one is taken back.
    pub(super) move_budget: bool,
    /// Which equations are broken.
    pub(super) equations: Equations,
    /// How many numbers stand left of the equals sign, at least and at most.
    pub(super) min_operands: usize,
    pub(super) max_operands: usize,
    /// No number of the true equation is larger, its result included.
    pub(super) max_number: u32,
    /// Whether empty segment places of digits are shown.
    pub(super) places: Places,
    /// The frame's width; its height is 4/15 of it.
    pub(super) frame_px: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Equations {
    /// Any operators between numbers up to `max_number`.
    Free,
    /// The five published forms, each as often: a sum or difference of numbers below 100, a product or quotient of numbers up to
    /// 20, and a number plus a product. The other parameters about numbers do not matter then.
    Published,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Places {
    None,
    Faint,
    /// Faint, and every segment of a digit with its number.
    Numbered,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            break_moves: 1,
            move_budget: false,
            equations: Equations::Free,
            min_operands: 2,
            max_operands: 3,
            max_number: 99,
            places: Places::None,
            frame_px: 600,
        }
    }
}

impl Params {
    pub(super) fn check(&self) -> Result<(), ParamError> {
        let within = |key: &str, value: usize, min: usize, max: usize| {
            let fault = || ParamError::key(key, format!("must be between {min} and {max}, got {value}"));
            (min..=max).contains(&value).then_some(()).ok_or_else(fault)
        };
        within("break_moves", self.break_moves, 1, MAX_MOVES)?;
        within("min_operands", self.min_operands, 2, 4)?;
        within("max_operands", self.max_operands, self.min_operands, 4)?;
        within("max_number", self.max_number as usize, 9, 999)?;
        within("frame_px", self.frame_px as usize, 300, 2048)
    }
}
