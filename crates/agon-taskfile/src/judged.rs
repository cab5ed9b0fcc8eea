//! `[[key.judge]]`: narrow yes-or-no questions to a model about a file that was handed in, counted in code.
//!
//! What a judge answers is recorded beside the evidence; marks are computed from the record. A probe that looks for a whole impression is
//! refused, and so is a check that somebody who always gives the same answer would pass.

use crate::handed_in::{handed_in_file, is_plain, sound_weight};
use agon_artifact::picture_pixels;
use agon_core::{AnswerCount, Case, Cause, Exhibit, Fault, Image, Judgement, Question, Scale, YesNo};
use agon_grade::{CheckBuilder, partial};
use serde::Deserialize;
use std::collections::BTreeSet;
use toml::Table;

/// Longer texts are not shown to a judge.
const MOST_CHARS: usize = 40_000;
/// Larger pictures are made smaller.
const LONGEST_SIDE: u32 = 1568;
const MOST_PROBES: usize = 20;
const MOST_QUESTION_CHARS: usize = 300;
/// Words of questions about a whole impression, which no two judges answer alike and no file can be shown for.
const HOLISTIC: [&str; 14] = [
    "overall",
    "as a whole",
    "in general",
    "looks right",
    "look right",
    "looks good",
    "look good",
    "good quality",
    "high quality",
    "well written",
    "well done",
    "good enough",
    "satisfactory",
    "acceptable",
];

/// One check whose probes a judge answers.
pub(crate) struct JudgedCheck {
    pub(crate) name: String,
    pub(crate) weight: f64,
    path: String,
    shows: Shows,
    repeats: u32,
    probes: Vec<Probe>,
}

#[derive(Clone, Copy)]
enum Shows {
    Text,
    Picture,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: String,
    #[serde(default = "one")]
    weight: f64,
    /// A text below `output/`, or
    file: Option<String>,
    /// a picture there.
    picture: Option<String>,
    #[serde(default = "three")]
    repeats: u32,
    probes: Vec<Probe>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Probe {
    name: String,
    question: String,
    expect: YesNo,
    /// The same question the other way round.
    negated: Option<String>,
    #[serde(default = "one")]
    weight: f64,
}

fn one() -> f64 {
    1.0
}

fn three() -> u32 {
    3
}

impl JudgedCheck {
    pub(crate) fn read(table: Table) -> Result<Self, String> {
        let file: File = toml::Value::Table(table)
            .try_into()
            .map_err(|error: toml::de::Error| format!("judge: {}", error.message().trim()))?;
        let about = |problem: String| format!("judge {:?}: {problem}", file.name);
        if !is_plain(&file.name) {
            return Err("a `judge` has a `name` of small letters, digits and _".into());
        }
        sound_weight(file.weight).map_err(about)?;
        let (path, shows) = match (&file.file, &file.picture) {
            (Some(path), None) => (path.clone(), Shows::Text),
            (None, Some(path)) => (path.clone(), Shows::Picture),
            _ => return Err(about("it looks at one `file` (a text) or one `picture`".into())),
        };
        if !(3..=9).contains(&file.repeats) || file.repeats.is_multiple_of(2) {
            return Err(about("`repeats` is 3, 5, 7 or 9, so that a majority decides".into()));
        }
        if file.probes.len() > MOST_PROBES {
            return Err(about(format!("it has more than {MOST_PROBES} probes")));
        }
        let mut names = BTreeSet::new();
        for probe in &file.probes {
            probe.sound().map_err(|problem| about(format!("probe {:?}: {problem}", probe.name)))?;
            if !names.insert(probe.name.as_str()) {
                return Err(about(format!("two probes are called {:?}", probe.name)));
            }
        }
        let expects = |answer: YesNo| file.probes.iter().any(|probe| probe.expect == answer);
        if !expects(YesNo::Yes) || !expects(YesNo::No) {
            let why = "whoever always gives the same answer would pass";
            return Err(about(format!("one probe at least has to expect yes and one no: else {why}")));
        }
        Ok(Self { name: file.name, weight: file.weight, path, shows, repeats: file.repeats, probes: file.probes })
    }

    /// What is to be asked; nothing about a file that is not there or cannot be shown.
    pub(crate) fn questions(&self, case: &Case<'_>) -> Result<Vec<Question>, Fault> {
        let (file, bytes) = match handed_in_file(case, &self.path)? {
            Ok(found) => found,
            Err(_) => return Ok(Vec::new()),
        };
        let Ok(exhibit) = self.exhibit(bytes) else { return Ok(Vec::new()) };
        let question = |probe: &Probe| Question {
            check: self.name.clone(),
            probe: probe.name.clone(),
            text: probe.question.clone(),
            negated: probe.negated.clone(),
            scale: Scale::YesNo,
            repeats: self.repeats,
            file: Some(file.clone()),
            exhibit: exhibit.clone(),
        };
        Ok(self.probes.iter().map(question).collect())
    }

    /// What a judge would see of the file, or why it cannot be shown.
    fn exhibit(&self, bytes: Vec<u8>) -> Result<Exhibit, String> {
        match self.shows {
            Shows::Text => {
                let text = String::from_utf8(bytes).map_err(|_| "is no UTF-8 text")?;
                if text.trim().is_empty() {
                    return Err("is empty".into());
                }
                match text.chars().count() {
                    0..=MOST_CHARS => Ok(Exhibit::Text(text)),
                    more => Err(format!("has {more} characters, more than the {MOST_CHARS} that are read")),
                }
            }
            Shows::Picture => {
                let (width, height, pixels) = picture_pixels(&bytes, LONGEST_SIDE).map_err(|problem| problem.0)?;
                Ok(Exhibit::Picture(Image::rgb8(width, height, pixels)))
            }
        }
    }

    pub(crate) fn mark(&self, case: &Case<'_>, judgements: &[Judgement]) -> Result<CheckBuilder, Fault> {
        let at = format!("output/{}", self.path);
        let shown = handed_in_file(case, &self.path)?.and_then(|(_, bytes)| self.exhibit(bytes));
        if let Err(problem) = shown {
            return Ok(partial(&self.name, 0.0).expected("a file that a judge can look at").seen(format!("it {problem}")).at(at));
        }
        let (mut right, mut whole) = (0.0, 0.0);
        let (mut expected, mut seen) = (Vec::new(), Vec::new());
        for probe in &self.probes {
            let count = AnswerCount::of(judgements, &self.name, &probe.name);
            let undecided = || {
                let told = format!("{} yes, {} no, {} neither", count.yes, count.no, count.neither);
                Fault::new(Cause::Judge, format!("{} {} is not decided: {told}", self.name, probe.name))
            };
            let answer = count.majority(self.repeats).ok_or_else(undecided)?;
            whole += probe.weight;
            right += if answer == probe.expect { probe.weight } else { 0.0 };
            expected.push(format!("{}: {}", probe.name, probe.expect.word()));
            let apart = if count.disagrees() {
                format!(" (repeats disagree: {} yes, {} no{})", count.yes, count.no, neither(count))
            } else {
                String::new()
            };
            seen.push(format!("{}: {}{apart}", probe.name, answer.word()));
        }
        let score = if right == whole { 1.0 } else { (right / whole).min(1.0 - f64::EPSILON) };
        Ok(partial(&self.name, score).expected(expected.join("; ")).seen(seen.join("; ")).at(at))
    }
}

fn neither(count: AnswerCount) -> String {
    if count.neither > 0 { format!(", {} neither", count.neither) } else { String::new() }
}

impl Probe {
    /// A judge is asked what can be answered by looking at one thing.
    fn sound(&self) -> Result<(), String> {
        if !is_plain(&self.name) {
            return Err("its name should be made of small letters, digits and _".into());
        }
        sound_weight(self.weight)?;
        for question in std::iter::once(&self.question).chain(&self.negated) {
            let text = question.trim();
            if !text.ends_with('?') || text.matches('?').count() != 1 || text.contains('\n') {
                return Err(format!("{question:?} is not one question in one line that ends with a question mark"));
            }
            if text.chars().count() > MOST_QUESTION_CHARS {
                return Err(format!("its question is longer than {MOST_QUESTION_CHARS} characters: ask about one thing"));
            }
            let lower = text.to_lowercase();
            if let Some(word) = HOLISTIC.into_iter().find(|word| lower.contains(word)) {
                return Err(format!("{word:?} asks for a whole impression: ask for one thing that is there or not"));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
#[path = "judged_tests.rs"]
mod tests;
