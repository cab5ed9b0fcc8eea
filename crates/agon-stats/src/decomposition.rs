//! Two factors that add up, such as model and harness.

use crate::bootstrap::{Resample, drawn_figures};
use crate::rates::Interval;
use crate::solve::solved;
use serde::Serialize;

/// One observation: the levels of the two factors, and the value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    pub first: usize,
    pub second: usize,
    pub value: f64,
}

/// An estimate with its 95% interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Effect {
    pub estimate: f64,
    pub interval: Option<Interval>,
}

/// `value = mean + first + second`, by least squares; the effects of each factor add up to 0 over its levels, whatever the number of their observations.
#[derive(Clone, Debug, PartialEq)]
pub struct Additive {
    pub mean: f64,
    pub first: Vec<f64>,
    pub second: Vec<f64>,
    /// What the first factor explains beyond the second, as a sum of squares (type II), and the other way round.
    pub first_squares: f64,
    pub second_squares: f64,
    /// What the means of the combinations explain beyond both.
    pub interaction_squares: f64,
    /// What is left within combinations.
    pub within_squares: f64,
}

impl Additive {
    /// `None` where observations do not settle the effects: a level without any, or levels that no chain of shared levels connects.
    pub fn fit(levels: (usize, usize), cells: &[Cell]) -> Option<Self> {
        let whole = Regression::fit(levels, cells, true, true)?;
        let only = |first: bool| Regression::fit(levels, cells, first, !first).map(|fit| fit.residual);
        let within_squares = within(levels, cells);
        Some(Self {
            mean: whole.mean,
            first_squares: (only(false)? - whole.residual).max(0.0),
            second_squares: (only(true)? - whole.residual).max(0.0),
            interaction_squares: (whole.residual - within_squares).max(0.0),
            within_squares,
            first: whole.first,
            second: whole.second,
        })
    }

    /// The distance between the best and the worst level of a factor.
    pub fn spread(effects: &[f64]) -> f64 {
        let most = effects.iter().fold(f64::NEG_INFINITY, |most, value| most.max(*value));
        let least = effects.iter().fold(f64::INFINITY, |least, value| least.min(*value));
        if effects.is_empty() { 0.0 } else { most - least }
    }

    /// 95% intervals by bootstrap over clusters of observations, all of one instance: of the effects of the first factor, of the second, of the spread of
    /// the first and of the second.
    pub fn intervals(levels: (usize, usize), clusters: &[Vec<Cell>], resample: Resample) -> Vec<Option<Interval>> {
        let figures = |places: &[usize]| {
            let cells: Vec<Cell> = places.iter().flat_map(|place| &clusters[*place]).copied().collect();
            let Regression { first, second, .. } = Regression::fit(levels, &cells, true, true)?;
            let spreads = [Self::spread(&first), Self::spread(&second)];
            Some([first, second, spreads.to_vec()].concat())
        };
        drawn_figures(clusters.len(), figures, levels.0 + levels.1 + 2, resample)
    }
}

struct Regression {
    mean: f64,
    first: Vec<f64>,
    second: Vec<f64>,
    /// The sum of squares that is left.
    residual: f64,
}

impl Regression {
    fn fit(levels: (usize, usize), cells: &[Cell], with_first: bool, with_second: bool) -> Option<Self> {
        let count = |with: bool, levels: usize| if with { levels.saturating_sub(1) } else { 0 };
        let (firsts, seconds) = (count(with_first, levels.0), count(with_second, levels.1));
        let size = 1 + firsts + seconds;
        // The last level is minus the sum of the others.
        let terms = |cell: &Cell| {
            let mut terms = vec![(0, 1.0)];
            for (level, levels, begin) in [(cell.first, firsts, 1), (cell.second, seconds, 1 + firsts)] {
                if level < levels {
                    terms.push((begin + level, 1.0));
                } else {
                    terms.extend((begin..begin + levels).map(|place| (place, -1.0)));
                }
            }
            terms
        };
        let mut matrix = vec![vec![0.0; size]; size];
        let mut right = vec![0.0; size];
        for cell in cells {
            let terms = terms(cell);
            for (i, a) in &terms {
                right[*i] += a * cell.value;
                terms.iter().for_each(|(j, b)| matrix[*i][*j] += a * b);
            }
        }
        if cells.is_empty() {
            return None;
        }
        let found = solved(matrix, right)?;
        let predicted = |cell: &Cell| terms(cell).iter().map(|(place, sign)| sign * found[*place]).sum::<f64>();
        let residual = cells.iter().map(|cell| (cell.value - predicted(cell)).powi(2)).sum();
        let effects = |begin: usize, count: usize| {
            let mut effects = found[begin..begin + count].to_vec();
            effects.push(-effects.iter().sum::<f64>());
            effects
        };
        Some(Self { mean: found[0], first: effects(1, firsts), second: effects(1 + firsts, seconds), residual })
    }
}

/// The sum of squares about the means of the combinations.
fn within(levels: (usize, usize), cells: &[Cell]) -> f64 {
    let mut sums = vec![(0.0, 0.0); levels.0 * levels.1];
    let place = |cell: &Cell| cell.first * levels.1 + cell.second;
    for cell in cells {
        let sum = &mut sums[place(cell)];
        *sum = (sum.0 + cell.value, sum.1 + 1.0);
    }
    cells.iter().map(|cell| (cell.value - sums[place(cell)].0 / sums[place(cell)].1).powi(2)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(values: &[(usize, usize, f64)]) -> Vec<Cell> {
        values.iter().map(|(first, second, value)| Cell { first: *first, second: *second, value: *value }).collect()
    }

    #[test]
    fn what_adds_up_is_found_again() {
        // 10, and −1, 1 for the first factor, and −3, 0, 3 for the second; one combination is missing.
        let all = cells(&[(0, 0, 6.0), (0, 1, 9.0), (0, 2, 12.0), (1, 0, 8.0), (1, 1, 11.0)]);
        let fit = Additive::fit((2, 3), &all).unwrap();
        let near = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-9);
        assert!(near(&[fit.mean], &[10.0]) && near(&fit.first, &[-1.0, 1.0]) && near(&fit.second, &[-3.0, 0.0, 3.0]), "{fit:?}");
        assert!(fit.interaction_squares < 1e-9 && fit.within_squares < 1e-9);
        assert!((Additive::spread(&fit.second) - 6.0).abs() < 1e-9);
    }

    /// A balanced table of two rows and two columns by hand: means 1, 2, 4, 9 with two observations each, one below and one above.
    #[test]
    fn sums_of_squares_are_those_of_a_table_by_hand() {
        let means = [(0, 0, 1.0), (0, 1, 2.0), (1, 0, 4.0), (1, 1, 9.0)];
        let all: Vec<_> = means.iter().flat_map(|(a, b, value)| [(*a, *b, value - 1.0), (*a, *b, value + 1.0)]).collect();
        let fit = Additive::fit((2, 2), &cells(&all)).unwrap();
        // Row means 1.5 and 6.5, column means 2.5 and 5.5 about 4; interaction ±1 in each of the eight.
        let found = [fit.first_squares, fit.second_squares, fit.interaction_squares, fit.within_squares];
        for (found, expected) in found.iter().zip([50.0, 18.0, 8.0, 8.0]) {
            assert!((found - expected).abs() < 1e-9, "{fit:?}");
        }
    }

    #[test]
    fn levels_that_nothing_connects_are_refused() {
        assert_eq!(Additive::fit((2, 2), &cells(&[(0, 0, 1.0), (1, 1, 2.0)])), None);
        assert_eq!(Additive::fit((2, 1), &cells(&[(0, 0, 1.0)])), None);
        assert_eq!(Additive::fit((1, 1), &[]), None);
    }

    #[test]
    fn intervals_hold_the_estimates() {
        let clusters: Vec<Vec<Cell>> = (0..40)
            .map(|i| {
                let noise = f64::from(i % 5) / 10.0;
                cells(&[(0, 0, noise), (0, 1, 0.2 + noise), (1, 0, 0.5), (1, 1, 0.7)])
            })
            .collect();
        let fit = Additive::fit((2, 2), &clusters.concat()).unwrap();
        let found = Additive::intervals((2, 2), &clusters, Resample { times: 200, seed: 0 });
        assert_eq!(found.len(), 6);
        let first = found[0].unwrap();
        assert!(first.low <= fit.first[0] && fit.first[0] <= first.high && first.low < first.high);
        assert!((found[5].unwrap().low - 0.2).abs() < 1e-9, "the second factor is the same in every cluster");
    }
}
