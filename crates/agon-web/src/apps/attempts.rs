//! What a task file tells of its solution, of other ways and of near-misses, for any application.

use agon_core::{Action, NearMiss};
use std::collections::BTreeMap;

/// Attempts at a task: its solution, others that must pass and others that must fail on a check.
pub(super) struct Attempts<A> {
    pub(super) solution: A,
    pub(super) alternatives: Vec<(String, A)>,
    /// Name, the check that fails, attempt.
    pub(super) near_misses: Vec<(String, String, A)>,
}

/// An attempt under its name, with the check that it fails on if it is a near-miss.
pub(super) struct Named<A> {
    pub(super) name: String,
    pub(super) fails: Option<String>,
    pub(super) attempt: A,
}

impl<A> Attempts<A> {
    /// `Err`: an alternative says what fails, or a near-miss does not.
    pub(super) fn new(solution: A, alternatives: Vec<Named<A>>, near_misses: Vec<Named<A>>) -> Result<Self, String> {
        let alternative = |Named { name, fails, attempt }| match fails {
            Some(_) => Err(format!("{name}: an alternative does not fail")),
            None => Ok((name, attempt)),
        };
        let near_miss = |Named { name, fails, attempt }| match fails {
            Some(fails) => Ok((name, fails, attempt)),
            None => Err(format!("{name}: a near-miss says what fails")),
        };
        Ok(Self {
            solution,
            alternatives: alternatives.into_iter().map(alternative).collect::<Result<_, _>>()?,
            near_misses: near_misses.into_iter().map(near_miss).collect::<Result<_, _>>()?,
        })
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &A> {
        let alternatives = self.alternatives.iter().map(|(_, attempt)| attempt);
        let near_misses = self.near_misses.iter().map(|(_, _, attempt)| attempt);
        std::iter::once(&self.solution).chain(alternatives).chain(near_misses)
    }

    pub(super) fn alternative_actions(&self, act: impl Fn(&A) -> Result<Vec<Action>, String>) -> Vec<(String, Vec<Action>)> {
        self.alternatives.iter().filter_map(|(name, attempt)| Some((name.clone(), act(attempt).ok()?))).collect()
    }

    pub(super) fn near_miss_actions(&self, act: impl Fn(&A) -> Result<Vec<Action>, String>) -> Vec<NearMiss> {
        let acted = |(name, fails, attempt): &(String, String, A)| {
            Some(NearMiss { name: name.clone(), actions: act(attempt).ok()?, fails: fails.clone() })
        };
        self.near_misses.iter().filter_map(acted).collect()
    }
}

/// A text with some of its lines replaced or removed, and others added at its end. `Err` names a line that it does not have.
pub(super) fn changed_lines(
    text: &str,
    replace: &BTreeMap<String, String>,
    remove: &[String],
    add: &[String],
) -> Result<String, String> {
    let mut lines: Vec<&str> = text.lines().map(str::trim).collect();
    let find = |lines: &[&str], line: &str| {
        lines.iter().position(|other| *other == line).ok_or_else(|| format!("the solution has no line {line:?}"))
    };
    for (old, new) in replace {
        let i = find(&lines, old)?;
        lines[i] = new;
    }
    for line in remove {
        lines.remove(find(&lines, line)?);
    }
    lines.extend(add.iter().map(String::as_str));
    Ok(lines.join("\n"))
}
