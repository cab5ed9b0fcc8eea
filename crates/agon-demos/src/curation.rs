//! The ways in which the VisGym paper curates demonstrations (its section 5.4), by name.

use crate::DemosError;
use agon_core::TaskId;
use std::fmt;
use std::str::FromStr;

/// How demonstrations are to be made; each world has its own strategy for it, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Curation {
    /// Straight to the goal: the paper's baseline.
    SolveOnly,
    /// First what cannot be seen or is not known is brought to light: how far a unit moves, how an object looks from all sides.
    InformationRevealing,
    /// All of the same number of calls, `stop` not counted; without a number, the paper's own where it has one.
    FixedLength(Option<usize>),
}

/// The paper's names for its baselines, and what reveals information. A world has at most one of each list.
const BASELINES: [&str; 2] = ["three-moves", "per-axis"];
const REVEALING: [&str; 2] = ["unit-first", "full-turns"];
/// Strategies that take a length.
const STRETCHED: [&str; 3] = ["padded", "approach", "sos"];
const THREE_MOVES: usize = 3;

impl Curation {
    /// The strategy of a task that does it.
    pub fn strategy(self, task: &TaskId, strategies: &[String]) -> Result<String, DemosError> {
        let known = |names: &[&str]| {
            names.iter().find(|name| strategies.iter().any(|known| known == *name)).map(|name| (*name).to_owned())
        };
        let missing =
            |problem: &str| DemosError::NoCuration { task: task.clone(), curation: self.to_string(), problem: problem.into() };
        match self {
            Self::SolveOnly => {
                known(&BASELINES).or_else(|| strategies.first().cloned()).ok_or_else(|| missing("its oracle has no strategies"))
            }
            Self::InformationRevealing => known(&REVEALING).ok_or_else(|| {
                missing("nothing in it is hidden that a solver reveals; the matchstick and 3D rotations have such demonstrations")
            }),
            Self::FixedLength(None | Some(THREE_MOVES)) if known(&BASELINES[..1]).is_some() => Ok(BASELINES[0].into()),
            Self::FixedLength(None) => Err(missing("say how many calls it has, such as fixed-length:12")),
            Self::FixedLength(Some(length)) => {
                let stretched = known(&STRETCHED).ok_or_else(|| missing("its oracle has no strategy that takes a length"))?;
                Ok(format!("{stretched}:{length}"))
            }
        }
    }

    /// How many calls every demonstration of a task has, if that is part of it.
    pub fn length(self) -> Option<usize> {
        match self {
            Self::FixedLength(length) => Some(length.unwrap_or(THREE_MOVES)),
            Self::SolveOnly | Self::InformationRevealing => None,
        }
    }
}

impl FromStr for Curation {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match (text, text.strip_prefix("fixed-length:").map(str::parse::<usize>)) {
            ("solve-only", _) => Ok(Self::SolveOnly),
            ("information-revealing", _) => Ok(Self::InformationRevealing),
            ("fixed-length", _) => Ok(Self::FixedLength(None)),
            (_, Some(Ok(length @ 1..))) => Ok(Self::FixedLength(Some(length))),
            (_, Some(_)) => Err("the length is a whole number of at least 1".into()),
            _ => Err("there are: solve-only, information-revealing, fixed-length, fixed-length:N".into()),
        }
    }
}

impl fmt::Display for Curation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SolveOnly => f.write_str("solve-only"),
            Self::InformationRevealing => f.write_str("information-revealing"),
            Self::FixedLength(None) => f.write_str("fixed-length"),
            Self::FixedLength(Some(length)) => write!(f, "fixed-length:{length}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::Suite as _;
    use agon_gym::GymSuite;

    #[test]
    fn names_are_read_as_they_are_written() {
        for curation in
            [Curation::SolveOnly, Curation::InformationRevealing, Curation::FixedLength(None), Curation::FixedLength(Some(12))]
        {
            assert_eq!(curation.to_string().parse(), Ok(curation));
        }
        for text in ["", "fixed-length:", "fixed-length:0", "fixed-length:x", "Solve-Only", "revealing"] {
            assert!(text.parse::<Curation>().is_err(), "{text}");
        }
    }

    #[test]
    fn every_strategy_that_is_named_here_is_one_of_the_gym() {
        let suite = GymSuite::new().unwrap();
        let all: Vec<String> = suite.tasks().iter().flat_map(|card| suite.strategies(&card.id)).collect();
        for name in BASELINES.iter().chain(&REVEALING).chain(&STRETCHED) {
            assert!(all.iter().any(|known| known == name), "{name}");
        }
    }

    #[test]
    fn the_papers_two_comparisons_have_both_sides() {
        let suite = GymSuite::new().unwrap();
        let strategy = |world: &str, curation: Curation| {
            let task = TaskId::new(format!("gym/{world}/easy"));
            curation.strategy(&task, &suite.strategies(&task)).map_err(|error| error.to_string())
        };
        use Curation::{FixedLength, InformationRevealing, SolveOnly};
        for (world, curation, wanted) in [
            ("matchstick-rotation", SolveOnly, "three-moves"),
            ("matchstick-rotation", FixedLength(None), "three-moves"),
            ("matchstick-rotation", InformationRevealing, "unit-first"),
            ("matchstick-rotation", FixedLength(Some(5)), "padded:5"),
            ("mental-rotation-object", SolveOnly, "per-axis"),
            ("mental-rotation-object", InformationRevealing, "full-turns"),
            ("mental-rotation-cube", InformationRevealing, "full-turns"),
            ("maze-2d", SolveOnly, "shortest"),
            ("maze-2d", FixedLength(Some(12)), "padded:12"),
        ] {
            assert_eq!(strategy(world, curation).as_deref(), Ok(wanted), "{world} {curation}");
        }
        assert_eq!(
            strategy("maze-2d", InformationRevealing).unwrap_err(),
            "gym/maze-2d/easy has no information-revealing demonstrations: nothing in it is hidden that a solver reveals; the \
             matchstick and 3D rotations have such demonstrations"
        );
        assert!(strategy("maze-2d", FixedLength(None)).unwrap_err().contains("fixed-length:12"));
        assert!(strategy("counting", FixedLength(Some(4))).unwrap_err().contains("takes a length"));
    }
}
