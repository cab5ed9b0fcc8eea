//! The statistics behind the tables. All of it is exact or seeded: the same run gives the same digits.

use agon_core::Rng;
use serde::Serialize;

/// The 97.5% point of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// How often the bootstrap draws; enough that the second digit of a percentage stands still.
pub const RESAMPLES: u32 = 2000;

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    pub low: f64,
    pub high: f64,
}

/// How a quantity lies over trials.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread {
    pub mean: f64,
    pub median: f64,
    pub p90: f64,
    pub max: f64,
}

/// Pairs that must be drawn together because they are not independent: the repeats of one instance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cluster {
    /// Pairs that the second side won, less those it lost.
    pub balance: i64,
    pub pairs: u64,
}

/// Wilson's 95% interval for a success rate. It takes trials as independent, and unlike the textbook interval it is
/// honest at 0 of n, at n of n and for small n. `None` where nothing was counted.
pub fn wilson(passed: u64, of: u64) -> Option<Interval> {
    if of == 0 {
        return None;
    }
    let n = of as f64;
    let rate = passed.min(of) as f64 / n;
    let spread = Z * Z / n;
    let center = (rate + spread / 2.0) / (1.0 + spread);
    let half = Z / (1.0 + spread) * (rate * (1.0 - rate) / n + spread / (4.0 * n)).sqrt();
    // Rounding must not push a bound to the wrong side of the rate at 0 of n and n of n.
    Some(Interval { low: (center - half).clamp(0.0, rate), high: (center + half).clamp(rate, 1.0) })
}

/// The standard error of a success rate: the sample deviation of passes and failures over the root of their number. Like
/// every figure of this kind it is 0 where all trials came out alike, which Wilson's interval is not. `None` for fewer than
/// two trials.
pub fn standard_error(passed: u64, of: u64) -> Option<f64> {
    if of < 2 {
        return None;
    }
    let rate = passed.min(of) as f64 / of as f64;
    Some((rate * (1.0 - rate) / (of - 1) as f64).sqrt())
}

pub fn mean(values: &[f64]) -> Option<f64> {
    if values.is_empty() { None } else { Some(values.iter().sum::<f64>() / values.len() as f64) }
}

/// The sample standard deviation (n - 1); `None` for fewer than two values.
pub fn deviation(values: &[f64]) -> Option<f64> {
    if values.len() < 2 {
        return None;
    }
    let mean = mean(values)?;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    Some((squares / (values.len() - 1) as f64).sqrt())
}

/// The quantile of values in rising order, between neighbours by their distance.
pub fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let place = share.clamp(0.0, 1.0) * last as f64;
    let below = place.floor() as usize;
    let above = (below + 1).min(last);
    Some(sorted[below] + (sorted[above] - sorted[below]) * (place - below as f64))
}

impl Spread {
    pub fn of(mut values: Vec<f64>) -> Option<Self> {
        values.sort_by(f64::total_cmp);
        Some(Self { mean: mean(&values)?, median: quantile(&values, 0.5)?, p90: quantile(&values, 0.9)?, max: *values.last()? })
    }
}

/// McNemar's exact test, two-sided: how likely a split at least this uneven is among pairs that came out differently, if
/// neither side were better. It takes pairs as independent.
pub fn mcnemar(wins: u64, losses: u64) -> f64 {
    let n = wins + losses;
    // Logarithms, because 0.5^n is zero in floating point long before a run is large.
    let mut term = -(n as f64) * std::f64::consts::LN_2;
    let mut tail = 0.0;
    for i in 0..=wins.min(losses) {
        tail += term.exp();
        term += ((n - i) as f64 / (i + 1) as f64).ln();
    }
    (2.0 * tail).min(1.0)
}

/// A 95% percentile bootstrap interval for the difference of two success rates over the same trials. Whole clusters are
/// drawn, so that repeats of one instance do not pose as independent evidence.
pub fn bootstrap_difference(clusters: &[Cluster], resamples: u32, seed: u64) -> Option<Interval> {
    if clusters.iter().all(|cluster| cluster.pairs == 0) || resamples == 0 {
        return None;
    }
    let mut rng = Rng::new("agon-report/bootstrap", seed);
    let mut differences = Vec::with_capacity(resamples as usize);
    while differences.len() < resamples as usize {
        let (mut balance, mut pairs) = (0, 0);
        for _ in 0..clusters.len() {
            let drawn = clusters[rng.index(clusters.len())];
            balance += drawn.balance;
            pairs += drawn.pairs;
        }
        if pairs > 0 {
            differences.push(balance as f64 / pairs as f64);
        }
    }
    differences.sort_by(f64::total_cmp);
    Some(Interval { low: quantile(&differences, 0.025)?, high: quantile(&differences, 0.975)? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 5e-4
    }

    #[test]
    fn wilson_has_the_published_values() {
        let eight = wilson(8, 10).unwrap();
        assert!(close(eight.low, 0.4902) && close(eight.high, 0.9433), "{eight:?}");
        let none = wilson(0, 10).unwrap();
        assert!(none.low == 0.0 && close(none.high, 0.2775), "{none:?}");
        let all = wilson(10, 10).unwrap();
        assert!(close(all.low, 0.7225) && all.high == 1.0, "{all:?}");
        assert_eq!(wilson(0, 0), None);
    }

    #[test]
    fn mcnemar_has_the_published_values() {
        assert!((mcnemar(1, 8) - 0.0390625).abs() < 1e-12);
        assert!((mcnemar(8, 1) - 0.0390625).abs() < 1e-12);
        assert_eq!(mcnemar(0, 0), 1.0);
        assert_eq!(mcnemar(5, 5), 1.0);
        assert!((mcnemar(0, 6) - 0.03125).abs() < 1e-12);
        assert!(mcnemar(4000, 6000) < 1e-80, "no underflow to one or to an error");
    }

    #[test]
    fn spreads_and_deviations() {
        let spread = Spread::of(vec![4.0, 1.0, 3.0, 2.0]).unwrap();
        assert_eq!((spread.mean, spread.median, spread.max), (2.5, 2.5, 4.0));
        assert!((spread.p90 - 3.7).abs() < 1e-12);
        assert!((deviation(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]).unwrap() - 2.138_089_935).abs() < 1e-9);
        assert_eq!(deviation(&[1.0]), None);
        assert_eq!(Spread::of(vec![]), None);
    }

    #[test]
    fn the_bootstrap_is_seeded_and_near_the_normal_interval() {
        let won = |n| (0..n).map(|_| Cluster { balance: 1, pairs: 1 });
        let tied = |n| (0..n).map(|_| Cluster { balance: 0, pairs: 1 });
        let pairs: Vec<Cluster> = won(30).chain(tied(70)).collect();
        let interval = bootstrap_difference(&pairs, RESAMPLES, 1).unwrap();
        assert_eq!(Some(interval), bootstrap_difference(&pairs, RESAMPLES, 1));
        assert!((interval.low - 0.21).abs() < 0.02 && (interval.high - 0.39).abs() < 0.02, "{interval:?}");
        assert_eq!(bootstrap_difference(&[], RESAMPLES, 1), None);
    }

    #[test]
    fn repeats_of_one_instance_are_one_piece_of_evidence() {
        let apart: Vec<Cluster> = (0..40).map(|i| Cluster { balance: i64::from(i % 2 == 0), pairs: 1 }).collect();
        let together: Vec<Cluster> = (0..4).map(|i| Cluster { balance: if i % 2 == 0 { 10 } else { 0 }, pairs: 10 }).collect();
        let width = |clusters: &[Cluster]| {
            let interval = bootstrap_difference(clusters, RESAMPLES, 7).unwrap();
            interval.high - interval.low
        };
        assert!(width(&together) > 2.0 * width(&apart));
    }

    #[test]
    fn the_standard_error_is_that_of_the_mean_of_ones_and_zeros() {
        let values = [1.0, 1.0, 1.0, 0.0, 0.0];
        let by_hand = deviation(&values).unwrap() / 5f64.sqrt();
        assert!((standard_error(3, 5).unwrap() - by_hand).abs() < 1e-12);
        assert_eq!((standard_error(0, 9), standard_error(9, 9)), (Some(0.0), Some(0.0)));
        assert_eq!(standard_error(1, 1), None);
    }

    proptest! {
        #[test]
        fn wilson_holds_the_rate_and_narrows(passed in 0u64..200, more in 0u64..200) {
            let of = passed + more;
            prop_assume!(of > 0);
            let interval = wilson(passed, of).unwrap();
            let rate = passed as f64 / of as f64;
            prop_assert!(0.0 <= interval.low && interval.low <= rate && rate <= interval.high && interval.high <= 1.0);
            let larger = wilson(passed * 10, of * 10).unwrap();
            prop_assert!(larger.high - larger.low < interval.high - interval.low);
        }

        #[test]
        fn mcnemar_is_a_symmetric_probability(wins in 0u64..500, losses in 0u64..500) {
            let p = mcnemar(wins, losses);
            prop_assert!(p > 0.0 && p <= 1.0);
            prop_assert!((p - mcnemar(losses, wins)).abs() < 1e-12);
        }

        #[test]
        fn quantiles_rise_within_the_values(mut values in prop::collection::vec(-1e6f64..1e6, 1..50), a in 0.0f64..1.0, b in 0.0f64..1.0) {
            values.sort_by(f64::total_cmp);
            let (low, high) = (quantile(&values, a.min(b)).unwrap(), quantile(&values, a.max(b)).unwrap());
            prop_assert!(values[0] <= low && low <= high + 1e-9 && high <= values[values.len() - 1] + 1e-9);
        }
    }
}
