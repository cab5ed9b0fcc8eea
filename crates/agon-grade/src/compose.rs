//! The ways checks combine.

use crate::CheckBuilder;
use agon_core::{Check, Marks, Stage};

/// All or nothing: full marks if every check passes, else none. No checks at all is a grader's mistake and earns nothing.
pub fn all_of(checks: Vec<CheckBuilder>) -> Marks {
    let checks = build(checks);
    let passed = every(&checks);
    Marks::new(if passed { 1.0 } else { 0.0 }, passed, checks)
}

/// A checklist: the mean of the checks' scores.
pub fn mean(checks: Vec<CheckBuilder>) -> Marks {
    weighted(checks.into_iter().map(|check| (1.0, check)).collect())
}

/// The mean of the checks' scores by weight. A weight must be positive; one that is not counts as no weight.
pub fn weighted(checks: Vec<(f64, CheckBuilder)>) -> Marks {
    let (weights, checks): (Vec<f64>, Vec<CheckBuilder>) = checks.into_iter().unzip();
    let checks = build(checks);
    let weight = |w: &f64| if w.is_finite() && *w > 0.0 { *w } else { 0.0 };
    let total: f64 = weights.iter().map(weight).sum();
    let sum: f64 = weights.iter().zip(&checks).map(|(w, c)| weight(w) * c.score).sum();
    let passed = every(&checks);
    // A sum of rounded products can miss 1 by a hair, and full marks must be exactly 1.
    let score = if passed {
        1.0
    } else if total > 0.0 {
        (sum / total).clamp(0.0, 1.0)
    } else {
        0.0
    };
    Marks::new(score, passed, checks)
}

/// The gates first: unless every one passes the score is zero, else it is that of `then`. All checks are kept.
pub fn gate(gates: Vec<CheckBuilder>, then: Marks) -> Marks {
    let mut checks = build(gates);
    let open = every(&checks);
    checks.extend(then.checks);
    Marks { score: if open { then.score } else { 0.0 }, passed: open && then.passed, checks, stages: then.stages }
}

/// A stage in the making: the marks of its own checks, and the step after which it first passed, if that is known.
#[derive(Clone, Debug)]
pub struct StageMarks {
    /// Stable and short; unique in its task.
    pub name: String,
    /// What its checks came to.
    pub marks: Marks,
    /// The first step after which it passed; see [`agon_core::Trace::first_passed`].
    pub first_passed_at_step: Option<u32>,
}

/// A task of several stages: the mean of their scores, and full marks only where every stage has them. All checks are kept under
/// the name `STAGE/CHECK`.
pub fn staged(stages: Vec<StageMarks>) -> Marks {
    let passed = !stages.is_empty() && stages.iter().all(|stage| stage.marks.passed);
    let sum: f64 = stages.iter().map(|stage| stage.marks.score).sum();
    // As in `weighted`: full marks must be exactly 1.
    let score = if passed { 1.0 } else { (sum / (stages.len().max(1) as f64)).clamp(0.0, 1.0) };
    let mut all = Marks::new(score, passed, Vec::new());
    for StageMarks { name, marks, first_passed_at_step } in stages {
        let full = |check: &Check| format!("{name}/{}", check.name);
        let checks = marks.checks.iter().map(full).collect();
        let named = marks.checks.iter().map(|check| Check { name: full(check), ..check.clone() });
        all.checks.extend(named);
        all.stages.push(Stage { passed: marks.passed, score: marks.score, checks, first_passed_at_step, name });
    }
    all
}

fn build(checks: Vec<CheckBuilder>) -> Vec<Check> {
    checks.into_iter().map(CheckBuilder::build).collect()
}

fn every(checks: &[Check]) -> bool {
    !checks.is_empty() && checks.iter().all(|c| c.passed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{check, partial};
    use proptest::prelude::*;

    #[test]
    fn nothing_asked_earns_nothing() {
        for marks in [all_of(vec![]), mean(vec![]), weighted(vec![])] {
            assert!(!marks.passed);
            assert_eq!(marks.score, 0.0);
        }
    }

    #[test]
    fn a_closed_gate_takes_the_score_but_keeps_the_checks() {
        let marks = gate(vec![check("stopped", false)], mean(vec![check("a", true), check("b", true)]));
        assert_eq!((marks.score, marks.passed, marks.checks.len()), (0.0, false, 3));
        let marks = gate(vec![check("stopped", true)], mean(vec![check("a", true), check("b", false)]));
        assert_eq!((marks.score, marks.passed), (0.5, false));
    }

    #[test]
    fn stages_keep_their_marks_and_name_their_checks() {
        let stage = |name: &str, marks, first_passed_at_step| StageMarks { name: name.into(), marks, first_passed_at_step };
        let open = mean(vec![check("window", true), check("file", false)]);
        let marks = staged(vec![stage("open", open, None), stage("save", all_of(vec![check("file", true)]), Some(7))]);
        assert_eq!((marks.score, marks.passed), (0.75, false));
        assert_eq!(marks.failed(), ["open/file"]);
        let save = marks.stage("save").unwrap();
        assert_eq!((save.passed, save.score, save.first_passed_at_step), (true, 1.0, Some(7)));
        assert!(save.checks.iter().all(|name| marks.check(name).is_some()), "{:?}", save.checks);
        assert!(!staged(vec![]).passed);
        let gated = gate(vec![check("ended", false)], marks.clone());
        assert_eq!((gated.score, gated.stages), (0.0, marks.stages));
    }

    #[test]
    fn weights_count_and_nonsense_does_not() {
        let marks = weighted(vec![(3.0, check("a", true)), (1.0, check("b", false)), (f64::NAN, check("c", false))]);
        assert_eq!(marks.score, 0.75);
        assert!(!marks.passed, "a check without weight still has to pass for full marks");
        assert_eq!(partial("x", f64::NAN).build().score, 0.0);
        assert!(partial("x", 7.0).build().passed);
    }

    proptest! {
        #[test]
        fn full_marks_exactly_when_every_check_passes(scores in prop::collection::vec(0.0..=1.0f64, 1..8)) {
            let checks: Vec<_> = scores.iter().map(|s| (0.1, partial("x", *s))).collect();
            let marks = weighted(checks);
            prop_assert!((0.0..=1.0).contains(&marks.score));
            prop_assert_eq!(marks.passed, scores.iter().all(|s| *s >= 1.0));
            prop_assert_eq!(marks.score == 1.0, marks.passed);
        }
    }
}
