//! How many different episodes a user's data gives.

use serde::Serialize;

/// The different starts that a world gets from a collection of pictures, clips, objects or annotations.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Starts {
    /// How many things there are to draw on.
    pub things: u64,
    /// How many of them were looked into: reading every picture of a data set would take hours.
    pub looked_into: u64,
    /// How many of those gave any start.
    pub usable: u64,
    /// All starts; where not everything was looked into, by the share of what was.
    pub starts: f64,
    /// Whether the number is exact, an estimate or the least there can be.
    pub certainty: Certainty,
    /// How the number comes about, in a few words.
    pub how: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Certainty {
    Exact,
    Estimate,
    AtLeast,
}

impl Starts {
    /// Of things that all count, each for so many starts together.
    pub(crate) fn counted(things: usize, starts: f64, how: impl Into<String>) -> Self {
        let things = things as u64;
        Self { things, looked_into: things, usable: things, starts, certainty: Certainty::Exact, how: how.into() }
    }

    /// Looks into at most `sample` things, evenly from the first to the last; `starts_of` gives the starts of one, zero where
    /// it cannot be used.
    pub(crate) fn sampled(things: usize, sample: usize, how: impl Into<String>, starts_of: impl Fn(usize) -> f64) -> Self {
        let looked_into = things.min(sample.max(1));
        let each: Vec<f64> = (0..looked_into).map(|number| starts_of(number * things / looked_into)).collect();
        let usable = each.iter().filter(|starts| **starts > 0.0).count();
        let share = if looked_into == 0 { 0.0 } else { things as f64 / looked_into as f64 };
        Self {
            things: things as u64,
            looked_into: looked_into as u64,
            usable: usable as u64,
            starts: (each.iter().sum::<f64>() * share).round(),
            certainty: if looked_into == things { Certainty::Exact } else { Certainty::Estimate },
            how: how.into(),
        }
    }

    /// The same number as the least there can be.
    pub(crate) fn at_least(self) -> Self {
        Self { certainty: Certainty::AtLeast, ..self }
    }
}

/// The arrangements of so many things but for the one that is in order.
pub(crate) fn scrambles(count: usize) -> f64 {
    (1..=count).map(|number| number as f64).product::<f64>() - 1.0
}
