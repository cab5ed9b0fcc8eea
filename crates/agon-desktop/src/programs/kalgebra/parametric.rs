//! Curves that are given by a parameter: `t->vector { cos(t), sin(t) }`.

use super::formula::{Formula, Names};
use super::samples::Powers;
use std::f64::consts::PI;

/// KAlgebra draws from here to there unless it is told otherwise.
const FROM: f64 = -5.0 * PI;
const TO: f64 = 5.0 * PI;
const STEPS: i32 = 6000;
const NAME: &str = "t";
/// Places that are closer are one: a curve may run over itself again and again.
const SAME: f64 = 1e-6;

/// Both coordinates by the parameter.
pub(super) struct Parametric {
    x: Formula,
    y: Formula,
}

/// Parameter and `x` at places along a curve, one after the other.
pub(super) type Path = Vec<(f64, Option<f64>)>;

impl Parametric {
    /// `None` for everything else.
    pub(super) fn read(expression: &str, powers: Powers) -> Option<Self> {
        let text = expression.trim();
        let text = text.strip_prefix(NAME).map_or(Some(text), |rest| rest.trim_start().strip_prefix("->"))?.trim_start();
        let inner = text.strip_prefix("vector")?.trim_start().strip_prefix('{')?.strip_suffix('}')?;
        let mut depth = 0_i32;
        let is_between = |sign: char| {
            depth += i32::from(sign == '(') - i32::from(sign == ')');
            sign == ',' && depth == 0
        };
        let parts: Vec<&str> = inner.split(is_between).collect();
        let [x, y] = parts.as_slice() else { return None };
        Some(Self { x: powers.read(x)?, y: powers.read(y)? })
    }

    pub(super) fn path(&self, names: &mut Names) -> Path {
        // No round number is at a place, so that what is looked for lies between two.
        let place = |step: i32| FROM + (TO - FROM) * (f64::from(step) + 0.37) / f64::from(STEPS);
        let ends = std::iter::once(FROM).chain((0..STEPS).map(place)).chain([TO]);
        ends.map(|t| (t, value(&self.x, t, names))).collect()
    }

    /// All `y` at one `x`, rising.
    pub(super) fn heights(&self, path: &Path, x: f64, names: &mut Names) -> Vec<f64> {
        let mut found: Vec<f64> = Vec::new();
        for pair in path.windows(2) {
            let [(mut left, Some(low)), (mut right, Some(high))] = [pair[0], pair[1]] else { continue };
            if (low - x).signum() == (high - x).signum() {
                continue;
            }
            for _ in 0..60 {
                let middle = f64::midpoint(left, right);
                match value(&self.x, middle, names) {
                    Some(at) if (at - x).signum() == (low - x).signum() => left = middle,
                    _ => right = middle,
                }
            }
            let t = f64::midpoint(left, right);
            let is_there = value(&self.x, t, names).is_some_and(|at| (at - x).abs() < SAME);
            found.extend(value(&self.y, t, names).filter(|_| is_there));
        }
        found.sort_by(f64::total_cmp);
        found.dedup_by(|second, first| (*second - *first).abs() < SAME);
        found
    }
}

fn value(formula: &Formula, t: f64, names: &mut Names) -> Option<f64> {
    names.insert(NAME.into(), Formula::Number(t));
    formula.value(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(expression: &str, x: f64) -> Vec<f64> {
        let curve = Parametric::read(expression, Powers::OfTheNumber).unwrap();
        let mut names = Names::new();
        let path = curve.path(&mut names);
        curve.heights(&path, x, &mut names).iter().map(|y| (y * 1e5).round() / 1e5).collect()
    }

    #[test]
    fn curves_have_all_their_heights() {
        let circle = "t->vector { 1+3*cos(t), 2+3*sin(t) }";
        assert_eq!(at(circle, 1.0), [-1.0, 5.0]);
        assert_eq!(at(circle, 4.5), Vec::<f64>::new());
        assert_eq!(at("vector { 1+3*sin(2*t), 2-3*cos(2*t) }", 1.0), [-1.0, 5.0]);
        assert_eq!(at("t->vector{t,max(t,1)}", 3.0), [3.0]);
        assert_eq!(at("t->vector{t,t}", 17.19), Vec::<f64>::new(), "it ends before");
    }

    #[test]
    fn nothing_else_is_one() {
        for expression in ["y=x", "t->t", "vector{t}", "vector{t,1,2}", "x->vector{x,1}", "vector{t,1", "t"] {
            assert!(Parametric::read(expression, Powers::OfTheNumber).is_none(), "{expression}");
        }
    }
}
