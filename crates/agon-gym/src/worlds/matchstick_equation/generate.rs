//! Setting a riddle: write a true equation, then break it by moving matches.

use super::equation::{self, Symbols};
use super::params::{Equations, Params};
use super::{glyph, solve};
use crate::ParamError;
use agon_core::Rng;

/// How many equations are tried before the parameters are called impossible.
const TRIES: usize = 2000;
/// How many draws of numbers one choice of operators gets.
const DRAWS: usize = 400;

/// A broken equation that takes exactly `break_moves` moves to mend.
pub(super) fn generate(params: &Params, seed: u64) -> Result<Symbols, ParamError> {
    let mut rng = Rng::new("matchstick-equation", seed);
    for _ in 0..TRIES {
        let drawn = match params.equations {
            Equations::Free => true_equation(params, &mut rng),
            Equations::Published => published_equation(&mut rng).chars().map(glyph::segments).collect(),
        };
        let Some(mut symbols) = drawn else { continue };
        for _ in 0..params.break_moves {
            if let Some(step) = rng.choose(&equation::moves(&symbols)) {
                let _ = equation::perform(&mut symbols, *step);
            }
        }
        if solve::shortest(&symbols, params.break_moves).is_some_and(|way| way.len() == params.break_moves) {
            return Ok(symbols);
        }
    }
    Err(ParamError::Invalid(format!("no equation was found that takes exactly {} moves to mend", params.break_moves)))
}

/// Operators first, so that all four are equally frequent although few quotients come out whole.
fn true_equation(params: &Params, rng: &mut Rng) -> Option<Symbols> {
    let operands = rng.integer(params.min_operands as i64, params.max_operands as i64);
    let operators: Vec<char> = (1..operands).filter_map(|_| rng.choose(&['+', '-', '*', '/']).copied()).collect();
    for _ in 0..DRAWS {
        let mut text = number(params, rng).to_string();
        for operator in &operators {
            text.push(*operator);
            text.push_str(&number(params, rng).to_string());
        }
        if let Some((result, 1)) = equation::value(&text)
            && (0..=i128::from(params.max_number)).contains(&result)
        {
            text.push_str(&format!("={result}"));
            return text.chars().map(glyph::segments).collect();
        }
    }
    None
}

/// Small numbers are as frequent as large ones: a product of two large ones would never fit.
fn number(params: &Params, rng: &mut Rng) -> i64 {
    let max = if rng.chance(0.5) { 9 } else { params.max_number };
    rng.integer(0, max.into())
}

/// One of the published forms, each as often as any other.
fn published_equation(rng: &mut Rng) -> String {
    let form = rng.index(5);
    let mut below = |bound: i64| rng.integer(0, bound - 1);
    match form {
        0 => {
            let (a, b) = (below(100), below(100));
            format!("{a}+{b}={}", a + b)
        }
        1 => {
            let a = below(100);
            let b = below(a + 1);
            format!("{a}-{b}={}", a - b)
        }
        2 => {
            let (a, b) = (below(21), below(21));
            format!("{a}*{b}={}", a * b)
        }
        3 => {
            let (b, c) = (1 + below(20), below(21));
            format!("{}/{b}={c}", b * c)
        }
        _ => {
            let (a, b, c) = (below(21), below(21), below(11));
            format!("{a}+{b}*{c}={}", a + b * c)
        }
    }
}
