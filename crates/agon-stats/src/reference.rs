//! Holds statistics to values that `python/tests/test_statistics.py` computes with SciPy, scikit-learn and statsmodels.

use crate::{Additive, BradleyTerry, Cell, Confusion, Differences, Game, Wanted, Weights, pearson, spearman};
use serde::Deserialize;

#[derive(Deserialize)]
struct Reference {
    agreements: Vec<Agreement>,
    correlations: Vec<Correlation>,
    strengths: Vec<Strengths>,
    decompositions: Vec<Decomposition>,
    powers: Vec<Power>,
}

#[derive(Deserialize)]
struct Agreement {
    first: Vec<usize>,
    second: Vec<usize>,
    categories: usize,
    kappa: f64,
    linear: f64,
    quadratic: f64,
    macro_f1: f64,
    accuracy: f64,
    confusion: Vec<Vec<u64>>,
}

#[derive(Deserialize)]
struct Correlation {
    first: Vec<f64>,
    second: Vec<f64>,
    spearman: f64,
    pearson: f64,
}

#[derive(Deserialize)]
struct Strengths {
    players: usize,
    /// First, second, wins of the first, of the second, ties.
    games: Vec<(usize, usize, f64, f64, f64)>,
    prior: f64,
    strengths: Vec<f64>,
}

#[derive(Deserialize)]
struct Decomposition {
    levels: (usize, usize),
    cells: Vec<(usize, usize, f64)>,
    mean: f64,
    first: Vec<f64>,
    second: Vec<f64>,
    first_squares: f64,
    second_squares: f64,
    interaction_squares: f64,
    within_squares: f64,
}

#[derive(Deserialize)]
struct Power {
    differences: Vec<Vec<f64>>,
    between: f64,
    within: f64,
    difference: f64,
    power: f64,
    repeats: f64,
    instances: f64,
    power_of_half: f64,
}

fn reference() -> Reference {
    serde_json::from_str(include_str!("../tests/statistics.json")).unwrap()
}

#[track_caller]
fn near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance * expected.abs().max(1.0), "{found} instead of {expected}");
}

#[test]
fn agreement_is_that_of_scikit_learn() {
    let cases = reference().agreements;
    assert!(cases.len() >= 4);
    for case in cases {
        let table = Confusion::of(case.categories, case.first.into_iter().zip(case.second));
        assert_eq!(table.counts(), case.confusion);
        for (weights, expected) in
            [(Weights::Equal, case.kappa), (Weights::Linear, case.linear), (Weights::Quadratic, case.quadratic)]
        {
            near(table.kappa(weights).unwrap(), expected, 1e-12);
        }
        near(table.macro_f1().unwrap(), case.macro_f1, 1e-12);
        near(table.accuracy().unwrap(), case.accuracy, 1e-12);
    }
}

#[test]
fn correlations_are_those_of_scipy() {
    let cases = reference().correlations;
    assert!(cases.len() >= 3);
    for case in cases {
        near(spearman(&case.first, &case.second).unwrap(), case.spearman, 1e-12);
        near(pearson(&case.first, &case.second).unwrap(), case.pearson, 1e-12);
    }
}

#[test]
fn strengths_are_those_of_statsmodels_logistic_regression() {
    let cases = reference().strengths;
    assert!(cases.len() >= 3);
    for case in cases {
        let game = |(first, second, first_wins, second_wins, ties)| Game { first, second, first_wins, second_wins, ties };
        let games: Vec<Game> = case.games.into_iter().map(game).collect();
        let fit = BradleyTerry::fit(case.players, &games, case.prior).unwrap();
        for (found, expected) in fit.strengths.iter().zip(&case.strengths) {
            near(*found, *expected, 1e-7);
        }
    }
}

#[test]
fn decompositions_are_those_of_statsmodels_least_squares() {
    let cases = reference().decompositions;
    assert!(cases.len() >= 2);
    for case in cases {
        let cells: Vec<Cell> =
            case.cells.iter().map(|(first, second, value)| Cell { first: *first, second: *second, value: *value }).collect();
        let fit = Additive::fit(case.levels, &cells).unwrap();
        near(fit.mean, case.mean, 1e-9);
        for (found, expected) in fit.first.iter().chain(&fit.second).zip(case.first.iter().chain(&case.second)) {
            near(*found, *expected, 1e-9);
        }
        near(fit.first_squares, case.first_squares, 1e-9);
        near(fit.second_squares, case.second_squares, 1e-9);
        near(fit.interaction_squares, case.interaction_squares, 1e-9);
        near(fit.within_squares, case.within_squares, 1e-9);
    }
}

#[test]
fn powers_are_those_of_statsmodels() {
    let cases = reference().powers;
    assert!(cases.len() >= 3);
    for case in cases {
        let found = Differences::of(&case.differences).unwrap();
        near(found.between, case.between, 1e-9);
        near(found.within, case.within, 1e-9);
        let wanted = Wanted { difference: case.difference, power: case.power };
        let needed = found.instances_for(wanted, case.repeats).unwrap();
        assert_eq!(needed, case.instances.ceil() as u64, "{}", case.instances);
        let half = (case.instances / 2.0).floor().max(1.0);
        near(found.power(case.difference, half, case.repeats).unwrap(), case.power_of_half, 1e-6);
    }
}
