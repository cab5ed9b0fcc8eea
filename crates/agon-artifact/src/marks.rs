//! What a comparison gives: a score, and the parts that explain it.

use crate::settings::Rule;

/// The result of one comparison.
#[derive(Debug, Clone, PartialEq)]
pub struct Marked {
    /// From 0 to 1.
    pub score: f64,
    /// What was looked at, in the order of looking.
    pub parts: Vec<Part>,
}

/// One thing that was looked at. Its texts are short: they are clipped, and free of control characters.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// The name of the measure, field or column.
    pub name: String,
    /// From 0 to 1.
    pub score: f64,
    /// Whether `score` is full.
    pub passed: bool,
    /// What was wanted.
    pub expected: String,
    /// What was there.
    pub seen: String,
}

/// Longest text of a part, in characters.
const LONGEST: usize = 240;
/// Scores this near to 1 are full: sums of thirds are not held against anybody.
const FULL: f64 = 1.0 - 1e-9;

/// Parts with their weights, while they are gathered.
#[derive(Debug, Default)]
pub(crate) struct Parts(Vec<(Part, Rule)>);

impl Parts {
    pub(crate) fn add(
        &mut self,
        name: impl AsRef<str>,
        rule: Rule,
        score: f64,
        expected: impl AsRef<str>,
        seen: impl AsRef<str>,
    ) {
        let score = if score.is_finite() { score.clamp(0.0, 1.0) } else { 0.0 };
        let passed = score >= FULL;
        let part = Part {
            name: clip(name.as_ref()),
            score: if passed { 1.0 } else { score },
            passed,
            expected: clip(expected.as_ref()),
            seen: clip(seen.as_ref()),
        };
        self.0.push((part, rule));
    }

    /// A part that either holds or does not.
    pub(crate) fn check(
        &mut self,
        name: impl AsRef<str>,
        rule: Rule,
        holds: bool,
        expected: impl AsRef<str>,
        seen: impl AsRef<str>,
    ) {
        self.add(name, rule, f64::from(u8::from(holds)), expected, seen);
    }

    /// The weighted mean; 0 when a gate is closed, or when all is asked for and something is missing.
    pub(crate) fn finish(self, all_or_nothing: bool) -> Marked {
        let closed = self.0.iter().any(|(part, rule)| rule.gate && !part.passed);
        let whole = self.0.iter().all(|(part, _)| part.passed);
        let weights: f64 = self.0.iter().map(|(_, rule)| rule.weight).sum();
        let sum: f64 = self.0.iter().map(|(part, rule)| part.score * rule.weight).sum();
        let score = if closed || self.0.is_empty() || (all_or_nothing && !whole) {
            0.0
        } else if whole {
            1.0
        } else if weights > 0.0 {
            (sum / weights).clamp(0.0, 1.0)
        } else {
            0.0
        };
        Marked { score, parts: self.0.into_iter().map(|(part, _)| part).collect() }
    }
}

/// `text` without control characters, and at most as long as is shown.
pub(crate) fn clip(text: &str) -> String {
    let mut clipped: String = text.chars().take(LONGEST).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(LONGEST).is_some() {
        clipped.push('…');
    }
    clipped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gates_close_and_weights_count() {
        let mut parts = Parts::default();
        parts.add("a", Rule::weighing(3.0), 1.0, "", "");
        parts.add("b", Rule::ONE, 0.0, "", "");
        assert_eq!(parts.finish(false).score, 0.75);
        let mut parts = Parts::default();
        parts.add("a", Rule::ONE, 1.0, "", "");
        parts.add("b", Rule { weight: 0.0, gate: true }, 0.5, "", "");
        assert_eq!(parts.finish(false).score, 0.0);
    }

    #[test]
    fn texts_are_short_and_harmless() {
        let mut parts = Parts::default();
        parts.add("a\u{1b}[2J", Rule::ONE, f64::NAN, "x".repeat(10_000), "\0");
        let part = &parts.finish(true).parts[0];
        assert_eq!(part.name, "a [2J");
        assert_eq!(part.score, 0.0);
        assert_eq!(part.expected.chars().count(), LONGEST + 1);
    }
}
