//! Narrow questions about what was handed in, and whoever answers them: by yes or no, or by points.
//!
//! A judge is asked once, while the trial is graded, and its answers go into the record. Grading reads them from there, so that grading
//! again asks nobody.

use crate::{ArtifactRef, BoxFuture, Fault, Image, Usage};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Answers questions about files: mostly a model. It decides nothing: what its answers count is computed by the grader.
pub trait Judge: Send + Sync {
    /// Asks a question as often as it says.
    fn ask<'a>(&'a self, question: &'a Question) -> BoxFuture<'a, Judged>;
}

/// Who answers the questions of judged checks.
#[derive(Clone, Default)]
pub enum Judging {
    /// Nobody: judged checks are left out of the marks. For proofs and replays, never for a run that is to be compared.
    #[default]
    LeftOut,
    /// This judge.
    By(Arc<dyn Judge>),
}

/// What a judge answered to one question. What came before a fault was paid for, and is recorded.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Judged {
    /// In the order in which they were asked.
    pub judgements: Vec<Judgement>,
    /// Why there are no more.
    pub fault: Option<Fault>,
}

/// What a question is answered with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// Yes or no.
    #[default]
    YesNo,
    /// A whole number from 0 to this.
    Points(u8),
}

/// One narrow question about one thing that was handed in.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The check it belongs to.
    pub check: String,
    /// Its name in that check.
    pub probe: String,
    /// A question that is answered as the scale says.
    pub text: String,
    /// What it is answered with.
    pub scale: Scale,
    /// The same question the other way round, if its author wrote one.
    pub negated: Option<String>,
    /// How often it is asked; an odd number.
    pub repeats: u32,
    /// The file it is about; absent where it is about the answer.
    pub file: Option<ArtifactRef>,
    /// What the judge sees of it.
    pub exhibit: Exhibit,
}

/// The most points that a judge gives to an answer.
pub const ANSWER_POINTS: u8 = 10;

impl Question {
    /// The check that a judge's points for an answer belong to.
    pub const ANSWER_CHECK: &'static str = "judge";
    /// The one question of that check.
    pub const ANSWER_PROBE: &'static str = "points";

    /// How right an answer is, from 0 to [`ANSWER_POINTS`]: in our own words what VeriGUI asks of its judge.
    pub fn of_answer(instruction: &str, right: &str, answer: String) -> Self {
        let text = format!(
            "Mark an answer strictly with 0 to 10 points: 0 if it is entirely wrong, 10 if it says all that the right answer says.\n\n\
             The task was:\n{instruction}\n\nThe right answer:\n{right}\n\n\
             The answer may hold reasoning: mark what it finally says. Meaning counts, not its form, case or spacing. \
             Take points off for what is missing, wrong or added wrongly. Numbers are right within reasonable rounding; where a unit matters, both must be right."
        );
        Self {
            check: Self::ANSWER_CHECK.into(),
            probe: Self::ANSWER_PROBE.into(),
            text,
            scale: Scale::Points(ANSWER_POINTS),
            negated: None,
            repeats: 1,
            file: None,
            exhibit: Exhibit::Text(answer),
        }
    }
}

/// What a judge sees of a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Exhibit {
    /// A text.
    Text(String),
    /// A picture, decoded: nothing that a file hides beside its pixels reaches a judge.
    Picture(Image),
}

/// Yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum YesNo {
    /// Yes.
    Yes,
    /// No.
    No,
}

/// One answer of a judge, as the record keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judgement {
    /// The check of the question.
    pub check: String,
    /// Its name in that check.
    pub probe: String,
    /// Counted from 0. What is no answer is asked again under the same number, and the last counts.
    pub repeat: u32,
    /// The file that was shown; absent where it was the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<ArtifactRef>,
    /// The judge as the run names it.
    pub judge: String,
    /// The model's name as its service reports it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub model: String,
    /// What it was told, with `{file}` where the file stood.
    pub prompt: String,
    /// The random text that stood before and after the file.
    pub boundary: String,
    /// The question was asked the other way round.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub negated: bool,
    /// What came back, shortened.
    pub reply: String,
    /// The answer to the question as its author wrote it, whichever way round it was asked; absent where the reply was neither a yes
    /// nor a no.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<YesNo>,
    /// The points that were given, where it was asked for points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<u8>,
    /// What asking took.
    pub usage: Usage,
}

impl Judgement {
    /// Whether the judge gave what it was asked for.
    pub fn is_answered(&self) -> bool {
        self.answer.is_some() || self.points.is_some()
    }
}

/// The middle of the points that were given to a question of a check; the lower one of two. `None` where none were.
pub fn median_points(judgements: &[Judgement], check: &str, probe: &str) -> Option<u8> {
    let asked = judgements.iter().filter(|judgement| judgement.check == check && judgement.probe == probe);
    let last: BTreeMap<u32, Option<u8>> = asked.map(|judgement| (judgement.repeat, judgement.points)).collect();
    let mut points: Vec<u8> = last.into_values().flatten().collect();
    points.sort_unstable();
    points.get(points.len().saturating_sub(1) / 2).copied()
}

/// The answers to one question, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnswerCount {
    /// How often it was yes.
    pub yes: u32,
    /// How often it was no.
    pub no: u32,
    /// How often it was neither.
    pub neither: u32,
}

/// What judging a trial came to. It is not the agent's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct JudgeTotals {
    /// Questions that were asked.
    pub questions: u32,
    /// Those among them whose repeats were not all answered alike.
    pub disagreements: u32,
    /// How often a model was asked.
    pub calls: u32,
    /// What that took.
    pub usage: Usage,
}

impl YesNo {
    /// The other one.
    pub fn turned(self) -> Self {
        match self {
            Self::Yes => Self::No,
            Self::No => Self::Yes,
        }
    }

    /// `yes` or `no`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::No => "no",
        }
    }
}

impl AnswerCount {
    /// Counts the answers to a question of a check.
    pub fn of(judgements: &[Judgement], check: &str, probe: &str) -> Self {
        let asked = judgements.iter().filter(|judgement| judgement.check == check && judgement.probe == probe);
        let last: BTreeMap<u32, Option<YesNo>> = asked.map(|judgement| (judgement.repeat, judgement.answer)).collect();
        let mut count = Self::default();
        for answer in last.into_values() {
            match answer {
                Some(YesNo::Yes) => count.yes += 1,
                Some(YesNo::No) => count.no += 1,
                None => count.neither += 1,
            }
        }
        count
    }

    /// The answer that more than half of so many repeats agree on. Without one the question is not decided.
    pub fn majority(self, repeats: u32) -> Option<YesNo> {
        let is_most = |count: u32| u64::from(count) * 2 > u64::from(repeats);
        if is_most(self.yes) {
            Some(YesNo::Yes)
        } else if is_most(self.no) {
            Some(YesNo::No)
        } else {
            None
        }
    }

    /// Whether the repeats were not all answered alike.
    pub fn disagrees(self) -> bool {
        [self.yes, self.no, self.neither].into_iter().filter(|count| *count > 0).count() > 1
    }
}

impl JudgeTotals {
    /// What these answers came to; nothing where nobody was asked.
    pub fn of(judgements: &[Judgement]) -> Option<Self> {
        let mut totals = Self::default();
        let mut questions: Vec<(&str, &str)> = Vec::new();
        for judgement in judgements {
            totals.calls += 1;
            totals.usage.add(&judgement.usage);
            let question = (judgement.check.as_str(), judgement.probe.as_str());
            if !questions.contains(&question) {
                questions.push(question);
            }
        }
        totals.questions = questions.len() as u32;
        let gave_several = |(check, probe): &&(&str, &str)| {
            let asked = judgements.iter().filter(|judgement| judgement.check == *check && judgement.probe == *probe);
            let last: BTreeMap<u32, _> =
                asked.map(|judgement| (judgement.repeat, (judgement.answer, judgement.points))).collect();
            last.values().collect::<BTreeSet<_>>().len() > 1
        };
        totals.disagreements = questions.iter().filter(gave_several).count() as u32;
        (totals.calls > 0).then_some(totals)
    }

    /// Adds another trial's.
    pub fn add(&mut self, more: &Self) {
        self.questions = self.questions.saturating_add(more.questions);
        self.disagreements = self.disagreements.saturating_add(more.disagreements);
        self.calls = self.calls.saturating_add(more.calls);
        self.usage.add(&more.usage);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judgement(probe: &str, repeat: u32, answer: Option<YesNo>) -> Judgement {
        let hash = serde_json::from_value("0".repeat(64).into()).unwrap();
        Judgement {
            check: "c".into(),
            probe: probe.into(),
            repeat,
            file: Some(ArtifactRef { name: "output/f".into(), hash, bytes: 1, mime: None }),
            judge: "p/m".into(),
            model: String::new(),
            prompt: String::new(),
            boundary: String::new(),
            negated: false,
            reply: String::new(),
            answer,
            points: None,
            usage: Usage { tokens_in: 10, ..Usage::default() },
        }
    }

    #[test]
    fn the_middle_of_the_points_counts_and_different_ones_disagree() {
        let points = |repeat, points| Judgement { points, ..judgement("a", repeat, None) };
        let given = [points(0, None), points(0, Some(4)), points(1, Some(9)), points(2, Some(5)), points(3, Some(2))];
        assert_eq!(median_points(&given, "c", "a"), Some(4));
        assert_eq!(median_points(&given[..1], "c", "a"), None);
        assert_eq!(JudgeTotals::of(&given).unwrap().disagreements, 1);
        assert_eq!(JudgeTotals::of(&given[..2]).unwrap().disagreements, 0);
    }

    #[test]
    fn the_last_answer_of_a_repeat_counts_and_more_than_half_decide() {
        let (yes, no) = (Some(YesNo::Yes), Some(YesNo::No));
        let answers = [
            judgement("a", 0, None),
            judgement("a", 0, yes),
            judgement("a", 1, no),
            judgement("a", 2, yes),
            judgement("b", 0, no),
            judgement("b", 1, None),
            judgement("b", 2, None),
        ];
        let a = AnswerCount::of(&answers, "c", "a");
        assert_eq!(a, AnswerCount { yes: 2, no: 1, neither: 0 });
        assert!(a.disagrees());
        assert_eq!(a.majority(3), yes);
        let b = AnswerCount::of(&answers, "c", "b");
        assert_eq!((b.neither, b.majority(3)), (2, None), "one of three is no majority");
        let totals = JudgeTotals::of(&answers).unwrap();
        assert_eq!((totals.questions, totals.disagreements, totals.calls, totals.usage.tokens_in), (2, 2, 7, 70));
        assert_eq!(JudgeTotals::of(&[]), None);
    }
}
