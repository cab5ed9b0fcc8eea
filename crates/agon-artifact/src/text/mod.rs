//! `text`: what a written text says, by probes that need no judgement.
//!
//! | setting | meaning |
//! |---|---|
//! | `file` | the path below `output/`: plain text or Markdown |
//! | `requires`, `forbids` | lists of probes that must, or must not, be found |
//! | `numbers` | list of numbers that must be mentioned |
//! | `words` | `{ min, max, weight, gate }`: how many words it has |
//! | `headings` | headings (Markdown, numbered or on a line of their own) that must come in this order |
//! | `reference`, `similarity` | a text below `reference/`, and the share of common pairs of words (as in ROUGE-2), at least |
//!
//! | of a probe | meaning |
//! |---|---|
//! | `phrase` | whole words, spaces and case do not count |
//! | `any` | a list of phrases of which one is enough |
//! | `regex` | a regular expression, whatever the case; `(?-i)` in it makes case count |
//! | `times` | how often it must be found; default 1 |
//! | `name`, `weight`, `gate` | what it is called and how much it counts |
//!
//! | of a number | meaning |
//! |---|---|
//! | `value`, `absolute`, `relative` | the number and its tolerance |
//! | `unit`, `units` | what must follow it, in one of these ways of writing |
//! | `near` | a phrase in the same sentence or line |
//! | `alone` | `true`: no other number with this unit may stand there, so that nobody lists all they can think of |
//! | `name`, `weight`, `gate` | as above |

mod mentions;
mod probe;

use crate::comparison::{Mode, Problem};
use crate::input::{Input, Stop, Unreadable};
use crate::marks::Parts;
use crate::number::ratio;
use crate::settings::{Rule, Target, check_weight, one};
use crate::written;
use mentions::NumberProbe;
pub(crate) use probe::Probe;
use std::collections::HashMap;

/// Longest text that probes look at.
const LONGEST: usize = 8 << 20;

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TextMode {
    file: String,
    reference: Option<String>,
    #[serde(default)]
    requires: Vec<Probe>,
    #[serde(default)]
    forbids: Vec<Probe>,
    #[serde(default)]
    numbers: Vec<NumberProbe>,
    words: Option<Words>,
    headings: Option<Vec<String>>,
    similarity: Option<Target>,
}

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    min: Option<usize>,
    max: Option<usize>,
    #[serde(default = "one")]
    weight: f64,
    #[serde(default)]
    gate: bool,
}

/// A text in the forms that probes look at.
pub(crate) struct Prose {
    pub(crate) text: String,
    pub(crate) folded: String,
}

impl Prose {
    pub(crate) fn new(text: String) -> Result<Self, Unreadable> {
        if text.len() > LONGEST {
            return Err(Unreadable::new(format!("has more than {} MiB of text", LONGEST >> 20)));
        }
        let folded = written::folded(&straight(&text));
        Ok(Self { text, folded })
    }

    fn words(&self) -> impl Iterator<Item = &str> {
        self.folded.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| word.chars().any(char::is_alphanumeric))
    }
}

/// Typographers' quotes and dashes as a keyboard writes them.
fn straight(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '‘' | '’' => '\'',
            '“' | '”' => '"',
            '‐' | '‑' | '‒' | '–' | '—' | '\u{2212}' => '-',
            '\u{a0}' | '\u{202f}' | '\u{2009}' => ' ',
            other => other,
        })
        .collect()
}

/// The common share of pairs of neighbouring words, between 0 and 1.
pub(crate) fn similarity(one: &Prose, other: &Prose) -> f64 {
    let pairs = |prose: &Prose| {
        let words: Vec<String> = prose.words().map(str::to_owned).collect();
        let mut counts: HashMap<(String, String), usize> = HashMap::new();
        for pair in words.windows(2) {
            *counts.entry((pair[0].clone(), pair[1].clone())).or_default() += 1;
        }
        counts
    };
    let (a, b) = (pairs(one), pairs(other));
    let common: usize = a.iter().map(|(pair, n)| (*n).min(b.get(pair).copied().unwrap_or(0))).sum();
    let all = a.values().sum::<usize>() + b.values().sum::<usize>();
    if all == 0 { 0.0 } else { ratio(2 * common, all) }
}

/// Probes that must be found, then probes that must not.
pub(crate) fn mark_probes(parts: &mut Parts, requires: &[Probe], forbids: &[Probe], prose: &Prose) {
    for probe in requires {
        let found = probe.count(prose);
        let expected = format!("{} {}", probe.described(), times(probe.times));
        parts.check(probe.label(), probe.rule(), found >= probe.times, expected, times(found));
    }
    for probe in forbids {
        let found = probe.count(prose);
        let fine = found < probe.times;
        parts.check(format!("no {}", probe.label()), probe.rule(), fine, format!("not {}", probe.described()), times(found));
    }
}

fn times(count: usize) -> String {
    match count {
        0 => "nowhere".into(),
        1 => "once".into(),
        n => format!("{n} times"),
    }
}

impl TextMode {
    fn mark_headings(&self, parts: &mut Parts, prose: &Prose) {
        let Some(wanted) = &self.headings else { return };
        let lines: Vec<String> = prose.text.lines().filter_map(heading).collect();
        let mut from = 0;
        let mut missing = Vec::new();
        for heading in wanted {
            let folded = written::folded(&straight(heading));
            match lines[from..].iter().position(|line| *line == folded) {
                Some(at) => from += at + 1,
                None => missing.push(heading.as_str()),
            }
        }
        let score = ratio(wanted.len() - missing.len(), wanted.len());
        let seen = if missing.is_empty() { "all".into() } else { format!("missing or out of order: {}", missing.join(", ")) };
        parts.add("headings", Rule::ONE, score, wanted.join(", "), seen);
    }
}

/// What a line is called if it is a heading: without signs of Markdown, a number before it and a colon behind it.
fn heading(line: &str) -> Option<String> {
    let line = straight(line);
    let bare = line.trim().trim_start_matches('#').trim().trim_matches(['*', '_']).trim().trim_end_matches(':');
    let unnumbered = bare.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.' || c == ')').trim();
    let folded = written::folded(if unnumbered.is_empty() { bare } else { unnumbered });
    (!folded.is_empty() && folded.len() <= 200).then_some(folded)
}

impl Mode for TextMode {
    fn check(&self) -> Result<(), Problem> {
        self.requires.iter().chain(&self.forbids).try_for_each(Probe::check)?;
        if self.requires.iter().chain(&self.forbids).any(|probe| probe.page.is_some()) {
            return Err(Problem::new("a text has no pages: `page` is for `pdf`"));
        }
        self.numbers.iter().try_for_each(NumberProbe::check)?;
        if let Some(words) = &self.words {
            check_weight("words", words.weight)?;
            if words.min.is_none() && words.max.is_none() {
                return Err(Problem::new("`words` needs a `min` or a `max`"));
            }
        }
        if self.headings.as_ref().is_some_and(Vec::is_empty) {
            return Err(Problem::new("`headings` is empty"));
        }
        self.similarity.as_ref().map_or(Ok(()), |target| target.check_at_least("similarity"))?;
        if self.similarity.is_some() != self.reference.is_some() {
            return Err(Problem::new("`similarity` and `reference` need each other"));
        }
        let nothing = self.requires.is_empty()
            && self.forbids.is_empty()
            && self.numbers.is_empty()
            && self.words.is_none()
            && self.headings.is_none()
            && self.similarity.is_none();
        if nothing { Err(Problem::new("it looks for nothing: give `requires` or another probe")) } else { Ok(()) }
    }

    fn references(&self) -> Vec<&str> {
        self.reference.iter().map(String::as_str).collect()
    }

    fn artifacts(&self) -> Vec<&str> {
        vec![&self.file]
    }

    fn compare(&self, input: &Input<'_>) -> Result<Parts, Stop> {
        let open = |bytes: &[u8]| Prose::new(written::decode(bytes)?);
        let reference = match &self.reference {
            Some(path) => Some(input.reference(path, open)?),
            None => None,
        };
        let prose = input.artifact(&self.file, "a text", open)?;
        if prose.folded.is_empty() {
            return Err(Stop::Artifact { expected: format!("{}: a text", self.file), seen: "nothing but spaces".into() });
        }
        let mut parts = Parts::default();
        mark_probes(&mut parts, &self.requires, &self.forbids, &prose);
        for number in &self.numbers {
            number.mark(&mut parts, &prose);
        }
        if let Some(words) = &self.words {
            let count = prose.folded.split(' ').filter(|word| word.chars().any(char::is_alphanumeric)).count();
            let fine = words.min.is_none_or(|min| count >= min) && words.max.is_none_or(|max| count <= max);
            let bounds = [words.min.map(|n| format!("at least {n}")), words.max.map(|n| format!("at most {n}"))];
            let expected = bounds.into_iter().flatten().collect::<Vec<_>>().join(" and ");
            parts.check("words", Rule { weight: words.weight, gate: words.gate }, fine, expected, count.to_string());
        }
        self.mark_headings(&mut parts, &prose);
        if let (Some(target), Some(reference)) = (&self.similarity, &reference) {
            target.mark_at_least(&mut parts, "similarity", similarity(&prose, reference));
        }
        Ok(parts)
    }
}

#[cfg(test)]
mod tests;
