//! How many trials show a difference.

use crate::normal::{normal_cdf, normal_quantile};
use serde::Serialize;

/// How the difference of two agents varies, for tests over the same instances: from instance to instance, and from repeat to repeat of one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Differences {
    /// The variance of an instance's own difference.
    pub between: f64,
    /// The variance that a repeat adds.
    pub within: f64,
    /// Whether instances were repeated, so that the two can be told apart. Else all is taken to be between instances, and repeats to be of no use.
    pub is_split: bool,
}

/// What a study is to show.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Wanted {
    /// The true difference, as a share: 0.05 is five points.
    pub difference: f64,
    /// The chance of a two-sided test at 5% to find it.
    pub power: f64,
}

/// The level of the test.
const LEVEL: f64 = 0.05;
/// More are no study.
const MOST: f64 = 1e6;

impl Differences {
    /// From the differences of each instance's repeats, by the analysis of variance of one random factor. `None` for fewer than two instances.
    pub fn of(instances: &[Vec<f64>]) -> Option<Self> {
        let counted: Vec<&Vec<f64>> = instances.iter().filter(|repeats| !repeats.is_empty()).collect();
        let groups = counted.len() as f64;
        let number: f64 = counted.iter().map(|repeats| repeats.len() as f64).sum();
        if groups < 2.0 {
            return None;
        }
        let grand = counted.iter().flat_map(|repeats| repeats.iter()).sum::<f64>() / number;
        let mean = |repeats: &[f64]| repeats.iter().sum::<f64>() / repeats.len() as f64;
        let between: f64 = counted.iter().map(|repeats| repeats.len() as f64 * (mean(repeats) - grand).powi(2)).sum();
        let within: f64 = counted.iter().flat_map(|repeats| repeats.iter().map(|value| (value - mean(repeats)).powi(2))).sum();
        let between = between / (groups - 1.0);
        if number <= groups {
            return Some(Self { between, within: 0.0, is_split: false });
        }
        let within = within / (number - groups);
        let squares: f64 = counted.iter().map(|repeats| (repeats.len() as f64).powi(2)).sum();
        let usual = (number - squares / number) / (groups - 1.0);
        Some(Self { between: ((between - within) / usual).max(0.0), within, is_split: true })
    }

    /// The chance to find a true difference with so many instances and repeats.
    pub fn power(&self, difference: f64, instances: f64, repeats: f64) -> Option<f64> {
        let error = ((self.between + self.within / repeats) / instances).sqrt();
        let bound = normal_quantile(1.0 - LEVEL / 2.0)?;
        if error <= 0.0 {
            return Some(if difference == 0.0 { LEVEL } else { 1.0 });
        }
        let shift = difference.abs() / error;
        Some(normal_cdf(shift - bound) + normal_cdf(-shift - bound))
    }

    /// The least number of repeats of each of so many instances. `None` where no number is enough: the instances are too few.
    pub fn repeats_for(&self, wanted: Wanted, instances: f64) -> Option<u64> {
        let room = instances * (wanted.difference / wanted.shift()?).powi(2) - self.between;
        whole(if room <= 0.0 { f64::INFINITY } else { self.within / room })
    }

    /// The least number of instances with so many repeats each.
    pub fn instances_for(&self, wanted: Wanted, repeats: f64) -> Option<u64> {
        whole((self.between + self.within / repeats) * (wanted.shift()? / wanted.difference).powi(2))
    }
}

impl Wanted {
    /// How many standard errors the difference must be.
    fn shift(&self) -> Option<f64> {
        let bound = normal_quantile(1.0 - LEVEL / 2.0)?;
        if !(self.power > LEVEL && self.power < 1.0) || self.difference == 0.0 {
            return None;
        }
        let (mut low, mut high) = (0.0, 40.0);
        for _ in 0..100 {
            let middle = (low + high) / 2.0;
            if normal_cdf(middle - bound) + normal_cdf(-middle - bound) < self.power { low = middle } else { high = middle }
        }
        Some((low + high) / 2.0)
    }
}

fn whole(number: f64) -> Option<u64> {
    // Rounding in the last digits must not ask for one more.
    (number <= MOST).then(|| (number - 1e-9).ceil().max(1.0) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The textbook sum: (1.960 + 0.842)² · σ² / d², here 7.849 · 1 / 0.25 = 31.4 (Cohen 1988 has 32 for an effect of 0.5 by the normal distribution).
    #[test]
    fn half_a_deviation_takes_thirty_two() {
        let plain = Differences { between: 1.0, within: 0.0, is_split: false };
        let wanted = Wanted { difference: 0.5, power: 0.8 };
        assert_eq!(plain.instances_for(wanted, 1.0), Some(32));
        let power = plain.power(0.5, 32.0, 1.0).unwrap();
        assert!(power > 0.8 && power < 0.82 && plain.power(0.5, 31.0, 1.0).unwrap() < 0.8, "{power}");
    }

    #[test]
    fn repeats_help_only_against_what_varies_within_instances() {
        let of = Differences { between: 0.01, within: 0.3, is_split: true };
        let wanted = Wanted { difference: 0.05, power: 0.8 };
        let repeats = of.repeats_for(wanted, 100.0).unwrap();
        assert!(
            of.power(0.05, 100.0, repeats as f64).unwrap() >= 0.8 && of.power(0.05, 100.0, repeats as f64 - 1.0).unwrap() < 0.8
        );
        assert_eq!(of.repeats_for(wanted, 20.0), None, "the instances alone vary too much");
        assert_eq!(Wanted { difference: 0.0, power: 0.8 }.shift(), None);
    }

    #[test]
    fn variances_are_those_of_a_table_by_hand() {
        // Means 0 and 1 and 2, ±0.5 within: 0.5 a repeat; between the means 1, less half of what is within.
        let found = Differences::of(&[vec![-0.5, 0.5], vec![0.5, 1.5], vec![1.5, 2.5]]).unwrap();
        assert!((found.within - 0.5).abs() < 1e-12 && (found.between - 0.75).abs() < 1e-12 && found.is_split, "{found:?}");
        let single = Differences::of(&[vec![0.0], vec![1.0]]).unwrap();
        assert_eq!((single.between, single.within, single.is_split), (0.5, 0.0, false));
        assert_eq!(Differences::of(&[vec![1.0, 2.0]]), None);
    }
}
