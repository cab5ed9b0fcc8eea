//! Points of a plotted curve.

use super::formula::{Formula, Names};
use super::parametric::Parametric;
use serde_json::{Value, json};

/// From -5 to 5 in halves.
const COLUMNS: i32 = 10;
/// Further ones, so that a curve that agrees at round numbers, or only near the origin, is told apart.
const ODD_COLUMNS: [f64; 6] = [-18.37, -7.13, -0.29, 1.83, 8.71, 17.19];
/// Where an equation's solutions are looked for, and how closely.
const REACH: f64 = 20.0;
const STEP: f64 = 0.05;
/// What counts as a solution: at a pole, too, the sign changes.
const ZERO: f64 = 1e-6;
/// KAlgebra's name for the angle of polar curves, and in how many directions they are looked at.
const ANGLE: &str = "q";
const DIRECTIONS: i32 = 24;

/// How the powers of negative numbers in an expression are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Powers {
    /// `-2^2` is -4.
    OfTheNumber,
    /// `-2^2` is 4.
    OfTheNegativeNumber,
}

impl Powers {
    pub(super) fn read(self, text: &str) -> Option<Formula> {
        let formula = Formula::read(text)?;
        match self {
            Self::OfTheNumber => Some(formula),
            Self::OfTheNegativeNumber => formula.with_negative_bases().or(Some(formula)),
        }
    }
}

/// `[{"x": 0.5, "y": [1.2]}, …]`: for each `x` all `y` in reach, rising. `null` for a formula of a kind that is not known here.
pub(super) fn of(expression: &str, powers: Powers, variables: &Names) -> Value {
    let columns = columns(expression, powers, variables, standard());
    columns.map_or(Value::Null, |columns| columns.into_iter().map(|(x, heights)| json!({"x": x, "y": heights})).collect())
}

/// Where curves are always looked at.
pub(super) fn standard() -> impl Iterator<Item = f64> {
    (-COLUMNS..=COLUMNS).map(|column| f64::from(column) / 2.0).chain(ODD_COLUMNS)
}

/// For each `x` all `y` in reach, rising; nothing for a formula of a kind that is not known here.
pub(super) fn columns(
    expression: &str,
    powers: Powers,
    variables: &Names,
    at: impl Iterator<Item = f64>,
) -> Option<Vec<(f64, Vec<f64>)>> {
    let mut names = variables.clone();
    if let Some(curve) = Parametric::read(expression, powers) {
        let path = curve.path(&mut names);
        return Some(at.map(|x| (x, curve.heights(&path, x, &mut names))).collect());
    }
    let formula = powers.read(expression).filter(|formula| radius(formula).is_none())?;
    Some(at.map(|x| (x, heights(&formula, x, &mut names))).collect())
}

/// Whether a curve runs through the points for which that is said and not through the others; nothing if that is not known. Solutions of equations are looked for
/// within reach only.
pub(super) fn runs_through(expression: &str, variables: &Names, points: &[(f64, f64, bool)]) -> Option<bool> {
    let known = || points.iter().filter(|(_, y, _)| y.abs() < REACH);
    let columns = columns(expression, Powers::OfTheNumber, variables, known().map(|(x, ..)| *x))?;
    let is_on = |heights: &[f64], y: f64| heights.iter().any(|height| (height - y).abs() <= ZERO * y.abs().max(1.0));
    Some(columns.iter().zip(known()).all(|((_, heights), (_, y, expected))| is_on(heights, *y) == *expected))
}

/// `[{"angle": 30.0, "radius": 1.2}, …]` of a curve that is given by its distance from the origin, `q->…`: for each angle from 0 to
/// 345 degrees the distance, null where there is none. `null` for every other curve.
pub(super) fn polar(expression: &str, variables: &Names) -> Value {
    let formula = Formula::read(expression);
    let Some(radius) = formula.as_ref().and_then(radius) else { return Value::Null };
    let mut names = variables.clone();
    let points: Vec<Value> = (0..DIRECTIONS)
        .map(|direction| {
            let angle = f64::from(direction) * 360.0 / f64::from(DIRECTIONS);
            names.insert(ANGLE.into(), Formula::Number(angle.to_radians()));
            json!({"angle": angle, "radius": radius.value(&names)})
        })
        .collect();
    points.into()
}

fn radius(formula: &Formula) -> Option<&Formula> {
    match formula {
        Formula::Function(parameters, body) if *parameters == [ANGLE] => Some(body),
        _ => None,
    }
}

/// Each variable that stands for something that can be evaluated.
pub(super) fn names<'a>(variables: impl Iterator<Item = (&'a str, &'a str)>) -> Names {
    variables.filter_map(|(name, value)| Some((name.to_owned(), Formula::read(value)?))).collect()
}

fn heights(formula: &Formula, x: f64, names: &mut Names) -> Vec<f64> {
    names.insert("x".into(), Formula::Number(x));
    names.remove("y");
    if let Formula::Function(parameters, body) = formula {
        let [parameter] = parameters.as_slice() else { return Vec::new() };
        names.insert(parameter.clone(), Formula::Number(x));
        return body.value(names).into_iter().collect();
    }
    let explicit = if formula.is_equation() { formula.is_given_for("y") } else { Some(formula) };
    match explicit {
        Some(explicit) => explicit.value(names).into_iter().collect(),
        None => solutions(formula, names),
    }
}

fn solutions(equation: &Formula, names: &mut Names) -> Vec<f64> {
    let mut at = |y: f64| {
        names.insert("y".into(), Formula::Number(y));
        equation.value(names)
    };
    let mut found: Vec<f64> = Vec::new();
    let steps = (2.0 * REACH / STEP) as i32;
    // A grid that no round number falls on, so that a solution lies between two of its points.
    let grid = |step: i32| -REACH + (f64::from(step) + 0.37) * STEP;
    let mut before = at(grid(0));
    for step in 1..steps {
        let now = at(grid(step));
        if let (Some(low), Some(high)) = (before, now)
            && low.signum() != high.signum()
        {
            let (mut left, mut right) = (grid(step - 1), grid(step));
            for _ in 0..60 {
                let middle = f64::midpoint(left, right);
                match at(middle) {
                    Some(value) if value.signum() == low.signum() => left = middle,
                    _ => right = middle,
                }
            }
            let solution = f64::midpoint(left, right);
            if at(solution).is_some_and(|rest| rest.abs() < ZERO) {
                found.push(solution);
            }
        }
        before = now;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(expression: &str, x: f64) -> Vec<f64> {
        let names = names([("f", "x->x^2"), ("g", "(a,b)->a-b"), ("e", "2.718281828"), ("k", "3"), ("loop", "loop")].into_iter());
        let samples = of(expression, Powers::OfTheNumber, &names);
        let sample = samples.as_array().unwrap().iter().find(|sample| sample["x"] == x).unwrap().clone();
        sample["y"].as_array().unwrap().iter().map(|y| (y.as_f64().unwrap() * 1e6).round() / 1e6).collect()
    }

    #[test]
    fn functions_have_one_height() {
        assert_eq!(at("y=2x^2-(x-1)*3", 2.0), [5.0]);
        assert_eq!(at("-x^2", 2.0), [-4.0]);
        assert_eq!(at("x->x^-1", 2.0), [0.5]);
        assert_eq!(at("y=x^2^3", 2.0), [64.0]);
        assert_eq!(at("y=x^(2^2)", 2.0), [16.0]);
        assert_eq!(at("y=1e-05*x+2.5e+3", 2.0), [2500.00002]);
        assert_eq!(at("y=2e-x", 0.0), [5.436564]);
        assert_eq!(at("y=x", 17.19), [17.19]);
        assert_eq!(at("t->sin(t)", 0.0), [0.0]);
        assert_eq!(at("y=f(x+1)+g(k, 1)", 1.0), [6.0]);
        assert_eq!(at("ln(x)", -1.0), Vec::<f64>::new());
        assert_eq!(at("y=loop", 1.0), Vec::<f64>::new());
        assert_eq!(at("y=unknown(x)", 1.0), Vec::<f64>::new());
    }

    #[test]
    fn equations_have_all_their_solutions() {
        assert_eq!(at("x^2+y^2=4", 0.0), [-2.0, 2.0]);
        assert_eq!(at("x^2+y^2=4", 3.0), Vec::<f64>::new());
        assert_eq!(at("x=y^3-1", 0.0), [1.0]);
        assert_eq!(at("x+1/y=0", 2.0), [-0.5]);
        assert_eq!(at("y=x-y", 1.0), [0.5]);
    }

    #[test]
    fn powers_of_negative_numbers_can_be_read_in_two_ways() {
        let at_one = |expression: &str, powers| {
            let samples = of(expression, powers, &Names::new());
            let sample = samples.as_array().unwrap().iter().find(|sample| sample["x"] == 1.0).unwrap();
            sample["y"][0].as_f64().unwrap()
        };
        for (expression, number, negative) in [("y=x+-2^2", -3.0, 5.0), ("y=9--2^2", 13.0, 5.0), ("y=-x^2", -1.0, -1.0)] {
            assert_eq!(at_one(expression, Powers::OfTheNumber), number, "{expression}");
            assert_eq!(at_one(expression, Powers::OfTheNegativeNumber), negative, "{expression}");
        }
    }

    #[test]
    fn polar_curves_have_a_radius_in_each_direction() {
        let points = polar("q->k*sin(q)", &names([("k", "3")].into_iter()));
        let radius = |place: usize| points[place]["radius"].as_f64().unwrap();
        assert_eq!((&points[2]["angle"], &points[18]["angle"]), (&json!(30.0), &json!(270.0)));
        assert!((radius(2) - 1.5).abs() < 1e-9 && (radius(18) + 3.0).abs() < 1e-9, "{points}");
        assert_eq!(of("q->k*sin(q)", Powers::OfTheNumber, &Names::new()), Value::Null);
        assert_eq!(polar("q->ln(q-1)", &Names::new())[0]["radius"], Value::Null);
        for expression in ["y=x", "t->t", "x^2+y^2=4"] {
            assert_eq!(polar(expression, &Names::new()), Value::Null, "{expression}");
        }
    }

    #[test]
    fn what_is_not_known_is_not_guessed() {
        for expression in ["vector{t,t^2,1}", "vector{t", "piecewise{x<0?1,?2}", "", "y=", "1 2 ..", "((((", "y=x)"] {
            assert_eq!(of(expression, Powers::OfTheNumber, &Names::new()), Value::Null, "{expression}");
        }
    }
}
