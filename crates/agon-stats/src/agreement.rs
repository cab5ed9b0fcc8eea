//! Whether two raters say the same of the same things.

use serde::Serialize;

/// How often each pair of categories was given. Rows are the first rater's (the truth, for precision and recall), columns the second's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Confusion {
    counts: Vec<Vec<u64>>,
}

/// How much a disagreement counts for kappa, by how far the categories lie apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weights {
    /// Any disagreement is whole: for names.
    Equal,
    /// By the distance: for scores such as 1 to 5.
    Linear,
    /// By its square.
    Quadratic,
}

impl Confusion {
    /// Of pairs of places among `categories`. Pairs outside of them are left out.
    pub fn of(categories: usize, pairs: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let mut counts = vec![vec![0; categories]; categories];
        for (first, second) in pairs {
            if let Some(count) = counts.get_mut(first).and_then(|row| row.get_mut(second)) {
                *count += 1;
            }
        }
        Self { counts }
    }

    pub fn counts(&self) -> &[Vec<u64>] {
        &self.counts
    }

    pub fn total(&self) -> u64 {
        self.counts.iter().flatten().sum()
    }

    /// The share of pairs on which both say the same. `None` without pairs.
    pub fn accuracy(&self) -> Option<f64> {
        let same: u64 = self.counts.iter().enumerate().map(|(place, row)| row[place]).sum();
        (self.total() > 0).then(|| same as f64 / self.total() as f64)
    }

    /// Cohen's kappa: 1 less the observed disagreement over that of two raters who give their categories independently. `None` without pairs, and
    /// where both gave one and the same category throughout: then chance agrees as well as they do.
    pub fn kappa(&self, weights: Weights) -> Option<f64> {
        let (n, size) = (self.total() as f64, self.counts.len());
        let first: Vec<f64> = self.counts.iter().map(|row| row.iter().sum::<u64>() as f64).collect();
        let second: Vec<f64> = (0..size).map(|place| self.counts.iter().map(|row| row[place]).sum::<u64>() as f64).collect();
        let (mut seen, mut by_chance) = (0.0, 0.0);
        for (i, row) in self.counts.iter().enumerate() {
            for (j, count) in row.iter().enumerate() {
                let apart = i.abs_diff(j) as f64;
                let weight = match weights {
                    Weights::Equal => f64::from(u8::from(i != j)),
                    Weights::Linear => apart,
                    Weights::Quadratic => apart * apart,
                };
                seen += weight * *count as f64;
                by_chance += weight * first[i] * second[j] / n;
            }
        }
        (by_chance > 0.0).then(|| 1.0 - seen / by_chance)
    }

    /// The mean of the categories' F1, over the categories that either rater gave. `None` without pairs.
    pub fn macro_f1(&self) -> Option<f64> {
        let f1: Vec<f64> = (0..self.counts.len()).filter_map(|place| self.f1(place)).collect();
        crate::mean(&f1)
    }

    /// Twice the hits over all that were given or meant; `None` where neither rater gave the category.
    pub fn f1(&self, place: usize) -> Option<f64> {
        let meant: u64 = self.counts.get(place)?.iter().sum();
        let given: u64 = self.counts.iter().map(|row| row[place]).sum();
        (meant + given > 0).then(|| 2.0 * self.counts[place][place] as f64 / (meant + given) as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(counts: &[&[u64]]) -> Confusion {
        Confusion { counts: counts.iter().map(|row| row.to_vec()).collect() }
    }

    /// Two readers and fifty grant proposals: κ = 0.4 (Wikipedia, "Cohen's kappa", the first example).
    #[test]
    fn kappa_of_two_categories_has_the_published_value() {
        let grants = table(&[&[20, 5], &[10, 15]]);
        assert!((grants.kappa(Weights::Equal).unwrap() - 0.4).abs() < 1e-12);
        assert_eq!(grants.accuracy(), Some(0.7));
        // With two categories every weighting is the same.
        assert!((grants.kappa(Weights::Linear).unwrap() - 0.4).abs() < 1e-12);
    }

    /// Fleiss, Levin and Paik (2003), table 18.1 as frequencies per 100: two clinicians, κ = 0.676.
    #[test]
    fn kappa_of_three_categories_has_the_published_value() {
        let clinicians = table(&[&[75, 1, 4], &[5, 4, 1], &[0, 0, 10]]);
        assert!((clinicians.kappa(Weights::Equal).unwrap() - 0.676).abs() < 5e-4, "{:?}", clinicians.kappa(Weights::Equal));
    }

    #[test]
    fn whole_agreement_is_one_and_chance_alone_says_nothing() {
        assert_eq!(table(&[&[3, 0], &[0, 2]]).kappa(Weights::Linear), Some(1.0));
        assert_eq!(table(&[&[3, 0], &[0, 0]]).kappa(Weights::Linear), None, "one category throughout");
        assert_eq!(Confusion::of(3, []).kappa(Weights::Equal), None);
        assert_eq!((Confusion::of(3, []).macro_f1(), Confusion::of(3, []).accuracy()), (None, None));
        assert!((table(&[&[0, 2], &[2, 0]]).kappa(Weights::Equal).unwrap() + 1.0).abs() < 1e-12);
    }

    /// By hand: precision 3/4 and recall 3/5 give F1 = 2/3; the other category has 4/6 and 4/5, so 8/11.
    #[test]
    fn f1_counts_hits_twice() {
        let table = table(&[&[3, 2, 0], &[1, 4, 0], &[0, 0, 0]]);
        assert!((table.f1(0).unwrap() - 2.0 / 3.0).abs() < 1e-12 && (table.f1(1).unwrap() - 8.0 / 11.0).abs() < 1e-12);
        assert_eq!(table.f1(2), None, "a category that nobody gave does not count");
        assert!((table.macro_f1().unwrap() - (2.0 / 3.0 + 8.0 / 11.0) / 2.0).abs() < 1e-12);
    }
}
