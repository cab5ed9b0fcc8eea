//! The normal distribution.

use crate::rates::complementary_error;

/// The chance of a standard normal value up to `x`, to seven digits.
pub fn normal_cdf(x: f64) -> f64 {
    let tail = complementary_error(x.abs() / std::f64::consts::SQRT_2) / 2.0;
    if x > 0.0 { 1.0 - tail } else { tail }
}

/// The value up to which a standard normal one lies with this chance, by halving the interval of all that matter. `None` outside of (0, 1).
pub fn normal_quantile(chance: f64) -> Option<f64> {
    if !(chance > 0.0 && chance < 1.0) {
        return None;
    }
    let (mut low, mut high) = (-40.0, 40.0);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if normal_cdf(middle) < chance { low = middle } else { high = middle }
    }
    Some((low + high) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_those_of_the_tables() {
        assert!((normal_cdf(1.96) - 0.975_002_1).abs() < 1e-6 && (normal_cdf(-1.0) - 0.158_655_3).abs() < 1e-6);
        assert!((normal_quantile(0.975).unwrap() - 1.959_964).abs() < 1e-5);
        assert!((normal_quantile(0.2).unwrap() + 0.841_621).abs() < 1e-5);
        assert_eq!((normal_quantile(0.0), normal_quantile(1.0), normal_quantile(f64::NAN)), (None, None, None));
    }
}
