//! Success rates, their intervals, and comparisons of two sides over the same trials.

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

/// The trials of one instance and what they sum up to: passes, or scores. They are not independent of one another.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Repeated {
    pub sum: f64,
    /// The sum of squares; for passes the same.
    pub squares: f64,
    pub trials: u64,
}

/// How many independent trials the trials of these instances are worth for their success rate: the variance of as many
/// independent trials, over the variance that the sums of the instances show (Korn and Graubard 1998). It is the number of trials
/// where each instance has one, and the number of instances where all repeats of each came out alike. Never more than the
/// trials; and where nothing can be learnt about instances, because all passed, none did, or there is one only, their number.
pub fn effective_number(instances: &[Repeated]) -> f64 {
    let trials: u64 = instances.iter().map(|instance| instance.trials).sum();
    let counted = instances.iter().filter(|instance| instance.trials > 0).count();
    let n = trials as f64;
    let rate = instances.iter().map(|instance| instance.sum).sum::<f64>() / n;
    let alone = rate * (1.0 - rate) / n;
    let together = between_instances(instances, rate) / (n * n);
    if counted as u64 == trials {
        n
    } else if counted < 2 || alone <= 0.0 {
        counted as f64
    } else {
        (n * alone / together).clamp(1.0, n)
    }
}

/// The sum of squares of what each instance has more or less than its trials would lead to expect.
fn between_instances(instances: &[Repeated], mean: f64) -> f64 {
    instances.iter().map(|instance| (instance.sum - mean * instance.trials as f64).powi(2)).sum()
}

/// Wilson's 95% interval for a success rate over independent trials, whose number may be an [`effective_number`]. Unlike the
/// textbook interval it is honest at 0 of n, at n of n and for small n. `None` where nothing was counted.
pub fn wilson(rate: f64, n: f64) -> Option<Interval> {
    if n <= 0.0 || !rate.is_finite() {
        return None;
    }
    let spread = Z * Z / n;
    let center = (rate + spread / 2.0) / (1.0 + spread);
    let half = Z / (1.0 + spread) * (rate * (1.0 - rate) / n + spread / (4.0 * n)).sqrt();
    // Rounding must not push a bound to the wrong side of the rate at 0 of n and n of n.
    Some(Interval { low: (center - half).clamp(0.0, rate), high: (center + half).clamp(rate, 1.0) })
}

/// The standard error of a mean over trials, robust to the repeats of instances being alike. With one trial of each instance it is
/// the sample deviation over the root of their number, and it is never less than that: instances may look alike by chance. Like every
/// figure of this kind it is 0 where all trials came out alike, which Wilson's interval is not. `None` for fewer than two instances.
pub fn standard_error(instances: &[Repeated]) -> Option<f64> {
    let counted = instances.iter().filter(|instance| instance.trials > 0).count() as f64;
    if counted < 2.0 {
        return None;
    }
    let n = instances.iter().map(|instance| instance.trials).sum::<u64>() as f64;
    let mean = instances.iter().map(|instance| instance.sum).sum::<f64>() / n;
    let by_instance = counted / (counted - 1.0) * between_instances(instances, mean);
    let squares: f64 = instances.iter().map(|instance| instance.squares).sum();
    let by_trial = n / (n - 1.0) * (squares - n * mean * mean).max(0.0);
    Some(by_instance.max(by_trial).sqrt() / n)
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

/// The exact sign-flip test, two-sided, over instances: how likely a balance at least this uneven is if for every instance either
/// side were as likely to be the better one. Repeats of an instance flip together. With one pair for each instance it is
/// [`mcnemar`]'s test, and repeats that all came out alike do not change it.
pub fn sign_flip(clusters: &[Cluster]) -> f64 {
    let sizes: Vec<u64> = clusters.iter().map(|cluster| cluster.balance.unsigned_abs()).filter(|size| *size > 0).collect();
    let balance = clusters.iter().map(|cluster| cluster.balance).sum::<i64>().unsigned_abs();
    let Some(first) = sizes.first() else { return 1.0 };
    if sizes.iter().all(|size| size == first) {
        let wins = clusters.iter().filter(|cluster| cluster.balance > 0).count() as u64;
        return mcnemar(wins, sizes.len() as u64 - wins);
    }
    let total: u64 = sizes.iter().sum();
    if total.saturating_mul(sizes.len() as u64) > MOST_FLIPS {
        let variance: f64 = sizes.iter().map(|size| (*size as f64).powi(2)).sum();
        // A balance moves in twos, so its steps end one above and one below.
        return complementary_error((balance as f64 - 1.0).max(0.0) / variance.sqrt() / std::f64::consts::SQRT_2).min(1.0);
    }
    // The chance of each sum of the flipped sizes that point to the second side.
    let mut chances = vec![0.0; total as usize + 1];
    chances[0] = 1.0;
    let mut reached = 0;
    for size in sizes.iter().map(|size| *size as usize) {
        reached += size;
        for sum in (0..=reached).rev() {
            let without = if sum + size > reached { 0.0 } else { chances[sum] };
            let with = if sum >= size { chances[sum - size] } else { 0.0 };
            chances[sum] = (without + with) / 2.0;
        }
    }
    let uneven = |sum: usize| (2 * sum as u64).abs_diff(total) >= balance;
    let tail: f64 = chances.iter().enumerate().filter(|(sum, _)| uneven(*sum)).map(|(_, chance)| chance).sum();
    tail.clamp(f64::MIN_POSITIVE, 1.0)
}

/// Beyond so many steps the sign-flip test is computed by the normal distribution, which it then hardly differs from.
const MOST_FLIPS: u64 = 50_000_000;

/// The complementary error function of a number from 0 up, to seven digits (Numerical Recipes, 6.2).
pub(crate) fn complementary_error(x: f64) -> f64 {
    const COEFFICIENTS: [f64; 10] = [
        -1.265_512_23,
        1.000_023_68,
        0.374_091_96,
        0.096_784_18,
        -0.186_288_06,
        0.278_868_07,
        -1.135_203_98,
        1.488_515_87,
        -0.822_152_23,
        0.170_872_77,
    ];
    let t = 1.0 / (1.0 + 0.5 * x);
    let polynomial = COEFFICIENTS.iter().rev().fold(0.0, |sum, coefficient| sum * t + coefficient);
    t * (-x * x + polynomial).exp()
}

/// McNemar's exact test, two-sided: how likely a split at least this uneven is among pairs that came out differently, if
/// neither side were better. It takes pairs as independent: see [`sign_flip`].
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

/// Holm's step-down correction of p-values for their number, in their order: the chance of any false alarm among all of them stays
/// below what one of them alone would have.
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|a, b| p_values[*a].total_cmp(&p_values[*b]));
    let mut corrected = vec![1.0; p_values.len()];
    let mut largest: f64 = 0.0;
    for (rank, place) in order.into_iter().enumerate() {
        largest = largest.max(p_values[place] * (p_values.len() - rank) as f64).min(1.0);
        corrected[place] = largest;
    }
    corrected
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
        let eight = wilson(0.8, 10.0).unwrap();
        assert!(close(eight.low, 0.4902) && close(eight.high, 0.9433), "{eight:?}");
        let none = wilson(0.0, 10.0).unwrap();
        assert!(none.low == 0.0 && close(none.high, 0.2775), "{none:?}");
        let all = wilson(1.0, 10.0).unwrap();
        assert!(close(all.low, 0.7225) && all.high == 1.0, "{all:?}");
        assert_eq!((wilson(0.0, 0.0), wilson(f64::NAN, 0.0)), (None, None));
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

    /// Reference values: `statsmodels.stats.multitest.multipletests(…, method="holm")`.
    #[test]
    fn holm_corrects_step_by_step() {
        let near = |a: &[f64], b: &[f64]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-12);
        assert!(near(&holm(&[0.01, 0.04, 0.03, 0.005]), &[0.03, 0.06, 0.06, 0.02]));
        assert!(near(&holm(&[0.6, 0.02, 0.9]), &[1.0, 0.06, 1.0]));
        assert!(near(&holm(&[0.2]), &[0.2]) && holm(&[]).is_empty());
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

    /// Instances by passes and trials.
    fn repeated(of: &[(u64, u64)]) -> Vec<Repeated> {
        of.iter().map(|(passed, trials)| Repeated { sum: *passed as f64, squares: *passed as f64, trials: *trials }).collect()
    }

    fn interval(of: &[(u64, u64)]) -> Interval {
        let instances = repeated(of);
        let rate =
            of.iter().map(|(passed, _)| passed).sum::<u64>() as f64 / of.iter().map(|(_, trials)| trials).sum::<u64>() as f64;
        wilson(rate, effective_number(&instances)).unwrap()
    }

    #[test]
    fn the_standard_error_is_that_of_the_mean_of_ones_and_zeros() {
        let values = [1.0, 1.0, 1.0, 0.0, 0.0];
        let by_hand = deviation(&values).unwrap() / 5f64.sqrt();
        let error = |of: &[(u64, u64)]| standard_error(&repeated(of));
        assert!((error(&[(1, 1), (1, 1), (1, 1), (0, 1), (0, 1)]).unwrap() - by_hand).abs() < 1e-12);
        assert_eq!((error(&[(0, 1); 9]), error(&[(1, 1); 9])), (Some(0.0), Some(0.0)));
        assert_eq!((error(&[(1, 1)]), error(&[(2, 5)])), (None, None));
    }

    #[test]
    fn repeats_that_come_out_alike_change_nothing() {
        let once = [(1, 1), (1, 1), (0, 1), (1, 1), (0, 1), (1, 1), (0, 1)];
        let again = once.map(|(passed, trials)| (5 * passed, 5 * trials));
        let (one, five) = (interval(&once), interval(&again));
        assert!((one.low - five.low).abs() < 1e-12 && (one.high - five.high).abs() < 1e-12, "{one:?} {five:?}");
        let errors = (standard_error(&repeated(&once)).unwrap(), standard_error(&repeated(&again)).unwrap());
        assert!((errors.0 - errors.1).abs() < 1e-12, "{errors:?}");
        // All passed, none passed, one instance only: there the number of instances counts.
        for (of, number) in [(vec![(5, 5); 4], 4.0), (vec![(0, 3); 6], 6.0), (vec![(2, 5)], 1.0)] {
            assert_eq!(effective_number(&repeated(&of)), number);
        }
        let flips = |k: i64| [1, 1, 1, 1, 1, 0, 0].map(|balance| Cluster { balance: k * balance, pairs: k as u64 });
        assert_eq!((sign_flip(&flips(1)), sign_flip(&flips(5))), (0.0625, 0.0625));
    }

    /// Reference values: python/tests/test_statistics.py computes them with SciPy and statsmodels.
    #[test]
    fn clustered_figures_are_those_of_scipy_and_statsmodels() {
        #[derive(serde::Deserialize)]
        struct Case {
            passed: Vec<u64>,
            trials: Vec<u64>,
            effective: f64,
            low: f64,
            high: f64,
            standard_error: Option<f64>,
        }
        #[derive(serde::Deserialize)]
        struct Flips {
            balances: Vec<i64>,
            p_value: f64,
        }
        #[derive(serde::Deserialize)]
        struct Reference {
            rates: Vec<Case>,
            flips: Vec<Flips>,
        }
        let reference: Reference = serde_json::from_str(include_str!("../tests/statistics.json")).unwrap();
        assert!(reference.rates.len() >= 6 && reference.flips.len() >= 6);
        let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
        for case in reference.rates {
            let of: Vec<(u64, u64)> = case.passed.iter().copied().zip(case.trials.iter().copied()).collect();
            let found = interval(&of);
            assert!(near(effective_number(&repeated(&of)), case.effective), "{of:?}: {}", effective_number(&repeated(&of)));
            assert!(near(found.low, case.low) && near(found.high, case.high), "{of:?}: {found:?}");
            match (standard_error(&repeated(&of)), case.standard_error) {
                (Some(error), Some(expected)) => assert!(near(error, expected), "{of:?}: {error}"),
                (error, expected) => assert_eq!(error, expected, "{of:?}"),
            }
        }
        for case in reference.flips {
            let clusters: Vec<Cluster> = case.balances.iter().map(|balance| Cluster { balance: *balance, pairs: 5 }).collect();
            assert!(near(sign_flip(&clusters), case.p_value), "{:?}: {}", case.balances, sign_flip(&clusters));
        }
    }

    #[test]
    fn very_many_instances_are_computed_by_the_normal_distribution() {
        // 20,000 instances, of which 10,200 are won, half of them twice: the exact test of a tenth is near it in the same proportion.
        let of = |n: i64| -> Vec<Cluster> {
            let cluster = |i: i64| Cluster { balance: (1 + i % 2) * if i % 100 < 51 { 1 } else { -1 }, pairs: 2 };
            (0..n).map(cluster).collect()
        };
        let exact = sign_flip(&of(2_000));
        let scaled = |n: i64| {
            let clusters = of(n);
            let sum: i64 = clusters.iter().map(|cluster| cluster.balance).sum();
            let variance: i64 = clusters.iter().map(|cluster| cluster.balance.pow(2)).sum();
            complementary_error((sum.abs() - 1) as f64 / (variance as f64).sqrt() / std::f64::consts::SQRT_2)
        };
        assert!((exact - scaled(2_000)).abs() < 2e-3, "{exact} {}", scaled(2_000));
        assert_eq!(sign_flip(&of(20_000)), scaled(20_000));
        assert!((complementary_error(1.0) - 0.157_299_207_050).abs() < 1e-7);
    }

    proptest! {
        #[test]
        fn wilson_holds_the_rate_and_narrows(passed in 0u64..200, more in 0u64..200) {
            let of = passed + more;
            prop_assume!(of > 0);
            let rate = passed as f64 / of as f64;
            let interval = wilson(rate, of as f64).unwrap();
            prop_assert!(0.0 <= interval.low && interval.low <= rate && rate <= interval.high && interval.high <= 1.0);
            let larger = wilson(rate, 10.0 * of as f64).unwrap();
            prop_assert!(larger.high - larger.low < interval.high - interval.low);
        }

        #[test]
        fn mcnemar_is_a_symmetric_probability(wins in 0u64..500, losses in 0u64..500) {
            let p = mcnemar(wins, losses);
            prop_assert!(p > 0.0 && p <= 1.0);
            prop_assert!((p - mcnemar(losses, wins)).abs() < 1e-12);
        }

        #[test]
        fn repeats_are_worth_no_more_than_trials_of_their_own(of in prop::collection::vec((0u64..6, 1u64..6), 1..12)) {
            let of: Vec<(u64, u64)> = of.into_iter().map(|(passed, trials)| (passed.min(trials), trials)).collect();
            let trials = of.iter().map(|(_, trials)| trials).sum::<u64>() as f64;
            let number = effective_number(&repeated(&of));
            prop_assert!((1.0..=trials).contains(&number), "{number}");
        }

        #[test]
        fn one_pair_for_each_instance_is_mcnemars_test(wins in 0u64..40, losses in 0u64..40, ties in 0usize..5) {
            let of = |balance| Cluster { balance, pairs: 1 };
            let clusters = [vec![of(1); wins as usize], vec![of(-1); losses as usize], vec![of(0); ties]].concat();
            prop_assert!((sign_flip(&clusters) - mcnemar(wins, losses)).abs() < 1e-12);
        }

        #[test]
        fn quantiles_rise_within_the_values(mut values in prop::collection::vec(-1e6f64..1e6, 1..50), a in 0.0f64..1.0, b in 0.0f64..1.0) {
            values.sort_by(f64::total_cmp);
            let (low, high) = (quantile(&values, a.min(b)).unwrap(), quantile(&values, a.max(b)).unwrap());
            prop_assert!(values[0] <= low && low <= high + 1e-9 && high <= values[values.len() - 1] + 1e-9);
        }
    }
}
