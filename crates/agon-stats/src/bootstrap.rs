//! Intervals of any figure by drawing again from what was seen.

use crate::rates::{Interval, quantile};
use agon_core::Rng;

/// How to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resample {
    /// How often.
    pub times: u32,
    pub seed: u64,
}

impl Default for Resample {
    fn default() -> Self {
        Self { times: crate::RESAMPLES, seed: 0 }
    }
}

/// A 95% percentile interval of `figure`. Clusters are drawn whole and with replacement, because what is in one is not independent: `figure` is given the
/// places of the drawn clusters, some of them several times, and says `None` where it does not exist for such a draw. Draws without a figure are left out; where they
/// are more than half, or there are fewer than two clusters, there is no interval.
pub fn bootstrap(clusters: usize, figure: impl Fn(&[usize]) -> Option<f64>, resample: Resample) -> Option<Interval> {
    let drawn = drawn_figures(clusters, |places| figure(places).map(|value| vec![value]), 1, resample);
    drawn.into_iter().next().flatten()
}

/// The same for several figures of the same draws.
pub(crate) fn drawn_figures(
    clusters: usize,
    figures: impl Fn(&[usize]) -> Option<Vec<f64>>,
    count: usize,
    resample: Resample,
) -> Vec<Option<Interval>> {
    if clusters < 2 || resample.times == 0 {
        return vec![None; count];
    }
    let mut rng = Rng::new("agon-stats/bootstrap", resample.seed);
    let mut values: Vec<Vec<f64>> = vec![Vec::with_capacity(resample.times as usize); count];
    for _ in 0..resample.times {
        let places: Vec<usize> = (0..clusters).map(|_| rng.index(clusters)).collect();
        for (values, value) in values.iter_mut().zip(figures(&places).into_iter().flatten()) {
            values.push(value);
        }
    }
    let interval = |mut values: Vec<f64>| {
        if values.len() * 2 < resample.times as usize {
            return None;
        }
        values.sort_by(f64::total_cmp);
        Some(Interval { low: quantile(&values, 0.025)?, high: quantile(&values, 0.975)? })
    };
    values.into_iter().map(interval).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_of_a_mean_is_near_the_normal_one() {
        let values: Vec<f64> = (0..200).map(|i| f64::from(i % 10)).collect();
        let mean = |places: &[usize]| Some(places.iter().map(|place| values[*place]).sum::<f64>() / places.len() as f64);
        let found = bootstrap(values.len(), mean, Resample::default()).unwrap();
        // Mean 4.5, deviation 2.872, so an error of 0.203.
        assert!((found.low - 4.10).abs() < 0.05 && (found.high - 4.90).abs() < 0.05, "{found:?}");
        assert_eq!(Some(found), bootstrap(values.len(), mean, Resample::default()), "seeded");
        assert_eq!(bootstrap(1, mean, Resample::default()), None);
        assert_eq!(bootstrap(9, |_| None, Resample::default()), None, "no figure in most draws");
    }
}
