//! Correlations.

/// Ranks from 1 up; values that are equal share the mean of their ranks.
pub fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| values[*a].total_cmp(&values[*b]));
    let mut ranks = vec![0.0; values.len()];
    let mut before = 0;
    for equal in order.chunk_by(|a, b| values[*a] == values[*b]) {
        let shared = before as f64 + (equal.len() as f64 + 1.0) / 2.0;
        equal.iter().for_each(|place| ranks[*place] = shared);
        before += equal.len();
    }
    ranks
}

/// Pearson's correlation. `None` for fewer than two pairs, and where one side does not vary.
pub fn pearson(first: &[f64], second: &[f64]) -> Option<f64> {
    let n = first.len();
    if n < 2 || second.len() != n {
        return None;
    }
    let mean = |values: &[f64]| values.iter().sum::<f64>() / n as f64;
    let (a, b) = (mean(first), mean(second));
    let sum = |of: &dyn Fn(f64, f64) -> f64| first.iter().zip(second).map(|(x, y)| of(x - a, y - b)).sum::<f64>();
    let (covariance, one, other) = (sum(&|x, y| x * y), sum(&|x, _| x * x), sum(&|_, y| y * y));
    let scale = (one * other).sqrt();
    (scale > 0.0).then(|| (covariance / scale).clamp(-1.0, 1.0))
}

/// Spearman's rank correlation, with shared ranks for ties: Pearson's of the ranks.
pub fn spearman(first: &[f64], second: &[f64]) -> Option<f64> {
    pearson(&ranks(first), &ranks(second))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_share_their_rank() {
        assert_eq!(ranks(&[10.0, 20.0, 10.0, 30.0]), [1.5, 3.0, 1.5, 4.0]);
        assert!(ranks(&[]).is_empty());
    }

    /// The example of many textbooks: IQ against hours of television, ρ = −29/165 (Wikipedia, "Spearman's rank correlation coefficient").
    #[test]
    fn spearman_has_the_published_value() {
        let iq = [106.0, 100.0, 86.0, 101.0, 99.0, 103.0, 97.0, 113.0, 112.0, 110.0];
        let hours = [7.0, 27.0, 2.0, 50.0, 28.0, 29.0, 20.0, 12.0, 6.0, 17.0];
        assert!((spearman(&iq, &hours).unwrap() + 29.0 / 165.0).abs() < 1e-12);
        assert_eq!((spearman(&[1.0, 1.0], &[1.0, 2.0]), spearman(&[1.0], &[1.0])), (None, None));
    }
}
