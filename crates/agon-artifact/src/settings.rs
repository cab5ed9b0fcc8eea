//! What settings of several modes have in common: how much a part counts, and how a measure becomes a score.

use crate::Problem;
use crate::marks::Parts;
use crate::number::shown;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor, value::MapAccessDeserializer};
use std::marker::PhantomData;

/// How much a part counts, and whether failing it forfeits everything.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Rule {
    pub(crate) weight: f64,
    pub(crate) gate: bool,
}

impl Rule {
    pub(crate) const ONE: Self = Self::weighing(1.0);
    /// Told, and counted only where all is asked for.
    pub(crate) const TOLD: Self = Self::weighing(0.0);
    /// Without it nothing counts.
    pub(crate) const GATE: Self = Self { weight: 0.0, gate: true };

    pub(crate) const fn weighing(weight: f64) -> Self {
        Self { weight, gate: false }
    }
}

/// A measure that is full from `full` on and nothing from `zero` on; between them it falls in a straight line. Without `zero` it
/// is full or nothing. Written as a number (`ssim = 0.9`) or as a table (`ssim = { full = 0.95, zero = 0.6, weight = 2 }`).
#[derive(Debug, Clone, Copy)]
pub(crate) struct Target {
    pub(crate) full: f64,
    zero: Option<f64>,
    pub(crate) rule: Rule,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct TargetTable {
    full: f64,
    zero: Option<f64>,
    #[serde(default = "one")]
    weight: f64,
    #[serde(default)]
    gate: bool,
}

impl Target {
    pub(crate) const fn new(full: f64, zero: Option<f64>, rule: Rule) -> Self {
        Self { full, zero, rule }
    }

    /// The score of a measure of which more is better.
    pub(crate) fn at_least(&self, seen: f64) -> f64 {
        match self.zero {
            _ if seen >= self.full => 1.0,
            Some(zero) if seen > zero => (seen - zero) / (self.full - zero),
            _ => 0.0,
        }
    }

    /// The score of a measure of which less is better.
    pub(crate) fn at_most(&self, seen: f64) -> f64 {
        match self.zero {
            _ if seen <= self.full => 1.0,
            Some(zero) if seen < zero => (zero - seen) / (zero - self.full),
            _ => 0.0,
        }
    }

    /// A part for a measure of which more is better.
    pub(crate) fn mark_at_least(&self, parts: &mut Parts, name: &str, seen: f64) {
        parts.add(name, self.rule, self.at_least(seen), format!("at least {}", shown(self.full)), shown(seen));
    }

    /// A part for a measure of which less is better.
    pub(crate) fn mark_at_most(&self, parts: &mut Parts, name: &str, seen: f64) {
        parts.add(name, self.rule, self.at_most(seen), format!("at most {}", shown(self.full)), shown(seen));
    }

    pub(crate) fn check_at_least(&self, name: &str) -> Result<(), Problem> {
        self.check(name, self.zero.is_none_or(|zero| zero < self.full), "below")
    }

    pub(crate) fn check_at_most(&self, name: &str) -> Result<(), Problem> {
        self.check(name, self.zero.is_none_or(|zero| zero > self.full), "above")
    }

    fn check(&self, name: &str, ordered: bool, side: &str) -> Result<(), Problem> {
        check_weight(name, self.rule.weight)?;
        if !self.full.is_finite() || self.zero.is_some_and(|zero| !zero.is_finite()) {
            return Err(Problem::new(format!("`{name}` needs finite numbers")));
        }
        if ordered { Ok(()) } else { Err(Problem::new(format!("`{name}`: `zero` is {side} `full`"))) }
    }
}

/// How near a number must be to the expected one: within `absolute`, or within `relative` of its size, whichever is wider. With
/// `fade = 3` the score falls in a straight line to 0 at three times the tolerance. A bare number is `absolute`. Where `value` is
/// given it is the expected number; elsewhere that comes from the reference.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tolerance {
    pub(crate) absolute: f64,
    pub(crate) relative: f64,
    pub(crate) fade: f64,
    pub(crate) value: Option<f64>,
    pub(crate) rule: Rule,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct ToleranceTable {
    #[serde(default)]
    absolute: f64,
    #[serde(default)]
    relative: f64,
    #[serde(default = "one")]
    fade: f64,
    value: Option<f64>,
    #[serde(default = "one")]
    weight: f64,
    #[serde(default)]
    gate: bool,
}

impl Tolerance {
    pub(crate) const fn absolute(absolute: f64) -> Self {
        Self { absolute, relative: 0.0, fade: 1.0, value: None, rule: Rule::ONE }
    }

    pub(crate) fn score(&self, expected: f64, seen: f64) -> f64 {
        if !seen.is_finite() || !expected.is_finite() {
            return 0.0;
        }
        let allowed = self.absolute.max(self.relative * expected.abs());
        let distance = (seen - expected).abs();
        // The last bits of decimal numbers are nobody's mistake.
        if distance <= allowed + 4.0 * f64::EPSILON * expected.abs().max(seen.abs()) {
            1.0
        } else if allowed > 0.0 && distance < self.fade * allowed {
            (self.fade * allowed - distance) / ((self.fade - 1.0) * allowed)
        } else {
            0.0
        }
    }

    pub(crate) fn check(&self, name: &str) -> Result<(), Problem> {
        check_weight(name, self.rule.weight)?;
        for (label, value) in [("absolute", self.absolute), ("relative", self.relative)] {
            if !value.is_finite() || value < 0.0 {
                return Err(Problem::new(format!("`{name}`: `{label}` is a tolerance of 0 or more, not {value}")));
            }
        }
        if self.value.is_some_and(|value| !value.is_finite()) {
            return Err(Problem::new(format!("`{name}`: `value` is a finite number")));
        }
        if !self.fade.is_finite() || self.fade < 1.0 {
            return Err(Problem::new(format!("`{name}`: `fade` is 1 or more, not {}", self.fade)));
        }
        Ok(())
    }

    /// A part for a number that is near the expected one or not.
    pub(crate) fn mark(&self, parts: &mut Parts, name: &str, from_reference: Option<f64>, seen: f64, unit: &str) {
        let Some(expected) = self.value.or(from_reference) else { return };
        let score = self.score(expected, seen);
        let words = format!("{}{unit}{}", shown(expected), self.words());
        parts.add(name, self.rule, score, words, format!("{}{unit}", shown(seen)));
    }

    /// The tolerance in words, to be put behind the expected number.
    pub(crate) fn words(&self) -> String {
        // What only forgives the last digits of decimals is not worth telling.
        match (self.absolute > 0.0, self.relative > 1e-6) {
            (false, false) => String::new(),
            (true, false) => format!(" ± {}", shown(self.absolute)),
            (false, true) => format!(" ± {} %", shown(self.relative * 100.0)),
            (true, true) => format!(" ± {} or {} %", shown(self.absolute), shown(self.relative * 100.0)),
        }
    }
}

pub(crate) fn check_weight(name: &str, weight: f64) -> Result<(), Problem> {
    if weight.is_finite() && (0.0..=1e6).contains(&weight) {
        Ok(())
    } else {
        Err(Problem::new(format!("`{name}`: `weight` is 0 or more, not {weight}")))
    }
}

pub(crate) fn one() -> f64 {
    1.0
}

/// Reads a number, or a table `T`: serde's own untagged enums tell nobody what was wrong.
struct NumberOr<T>(PhantomData<T>);

enum Either<T> {
    Number(f64),
    Table(T),
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for NumberOr<T> {
    type Value = Either<T>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a number or a table")
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Self::Value, E> {
        Ok(Either::Number(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Self::Value, E> {
        Ok(Either::Number(value as f64))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(Either::Table)
    }
}

impl<'de> Deserialize<'de> for Target {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match deserializer.deserialize_any(NumberOr::<TargetTable>(PhantomData))? {
            Either::Number(full) => Self { full, zero: None, rule: Rule::ONE },
            Either::Table(t) => Self { full: t.full, zero: t.zero, rule: Rule { weight: t.weight, gate: t.gate } },
        })
    }
}

impl<'de> Deserialize<'de> for Tolerance {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match deserializer.deserialize_any(NumberOr::<ToleranceTable>(PhantomData))? {
            Either::Number(absolute) => Self::absolute(absolute),
            Either::Table(t) => Self {
                absolute: t.absolute,
                relative: t.relative,
                fade: t.fade,
                value: t.value,
                rule: Rule { weight: t.weight, gate: t.gate },
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(serde::Deserialize)]
    struct Settings {
        ssim: Target,
        volume: Tolerance,
    }

    #[test]
    fn both_ways_of_writing_are_read() {
        let s: Settings = toml::from_str("ssim = { full = 0.9, zero = 0.5 }\nvolume = { relative = 0.1, fade = 3 }").unwrap();
        assert!((s.ssim.at_least(0.7) - 0.5).abs() < 1e-12);
        assert_eq!(s.volume.score(100.0, 110.0), 1.0);
        assert!((s.volume.score(100.0, 120.0) - 0.5).abs() < 1e-12);
        assert_eq!(s.volume.score(100.0, f64::NAN), 0.0);
        let s: Settings = toml::from_str("ssim = 1\nvolume = 0.5").unwrap();
        assert_eq!(s.ssim.at_least(0.999), 0.0);
        assert_eq!(s.volume.score(3.0, 3.5), 1.0);
        assert!(s.ssim.check_at_most("x").is_ok());
    }

    #[test]
    fn impossible_tolerances_are_refused() {
        let s: Settings = toml::from_str("ssim = { full = 0.5, zero = 0.9 }\nvolume = -1").unwrap();
        assert_eq!(s.ssim.check_at_least("ssim").unwrap_err().to_string(), "`ssim`: `zero` is below `full`");
        assert!(s.volume.check("volume").unwrap_err().to_string().contains("0 or more"));
    }
}
