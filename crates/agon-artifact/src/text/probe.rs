//! One thing to look for in a text.

use super::Prose;
use crate::comparison::Problem;
use crate::settings::{Rule, check_weight, one};
use crate::written;
use regex::{Regex, RegexBuilder};

/// Bytes that a compiled expression may take; the engine itself needs time in proportion to the text.
const LARGEST_REGEX: usize = 1 << 20;

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Probe {
    name: Option<String>,
    phrase: Option<String>,
    any: Option<Vec<String>>,
    regex: Option<String>,
    #[serde(default = "once")]
    pub(super) times: usize,
    #[serde(default = "one")]
    weight: f64,
    #[serde(default)]
    gate: bool,
    /// The page of a PDF file on which it must be; elsewhere refused.
    pub(crate) page: Option<usize>,
}

fn once() -> usize {
    1
}

impl Probe {
    pub(super) fn label(&self) -> String {
        self.name.clone().unwrap_or_else(|| self.described())
    }

    pub(super) fn described(&self) -> String {
        match (&self.phrase, &self.any, &self.regex) {
            (Some(phrase), _, _) => format!("\"{phrase}\""),
            (_, Some(any), _) => any.iter().map(|phrase| format!("\"{phrase}\"")).collect::<Vec<_>>().join(" or "),
            (_, _, Some(regex)) => format!("/{regex}/"),
            _ => String::new(),
        }
    }

    pub(super) fn rule(&self) -> Rule {
        Rule { weight: self.weight, gate: self.gate }
    }

    fn compiled(&self) -> Option<Result<Regex, regex::Error>> {
        self.regex
            .as_ref()
            .map(|pattern| RegexBuilder::new(pattern).case_insensitive(true).multi_line(true).size_limit(LARGEST_REGEX).build())
    }

    pub(crate) fn check(&self) -> Result<(), Problem> {
        let given = [self.phrase.is_some(), self.any.is_some(), self.regex.is_some()];
        if given.into_iter().filter(|given| *given).count() != 1 {
            return Err(Problem::new("a probe needs one of `phrase`, `any` and `regex`"));
        }
        if self.phrase.iter().chain(self.any.iter().flatten()).any(|phrase| phrase.trim().is_empty()) {
            return Err(Problem::new("a probe has an empty phrase"));
        }
        if self.any.as_ref().is_some_and(Vec::is_empty) || self.times == 0 {
            return Err(Problem::new("a probe looks for nothing: `any` is empty or `times` is 0"));
        }
        check_weight(&self.label(), self.weight)?;
        match self.compiled() {
            Some(Err(error)) => {
                let why = error.to_string();
                Err(Problem::new(format!("`regex`: {}", why.lines().last().unwrap_or_default().trim())))
            }
            _ => Ok(()),
        }
    }

    /// How often it is found.
    pub(super) fn count(&self, prose: &Prose) -> usize {
        if let Some(Ok(regex)) = self.compiled() {
            return regex.find_iter(&prose.text).count();
        }
        self.phrase.iter().chain(self.any.iter().flatten()).map(|phrase| occurrences(&prose.folded, phrase).count()).sum()
    }
}

/// Where a phrase stands as whole words in a folded text.
pub(super) fn occurrences<'t>(folded: &'t str, phrase: &str) -> impl Iterator<Item = usize> + use<'t> {
    let phrase = written::folded(&super::straight(phrase));
    let places: Vec<usize> = folded.match_indices(&phrase).map(|(at, _)| at).collect();
    let length = phrase.len();
    let inner = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let (first, last) = (phrase.chars().next(), phrase.chars().next_back());
    places.into_iter().filter(move |at| {
        let before = inner(folded[..*at].chars().next_back()) && inner(first);
        let behind = inner(folded[at + length..].chars().next()) && inner(last);
        !before && !behind
    })
}
