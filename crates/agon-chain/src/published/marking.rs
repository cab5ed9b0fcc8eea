//! How an answer is marked: by the elements that it tells, and by a judge's points.

use super::file::PublishedTask;
use agon_core::{ANSWER_POINTS, BoxFuture, Case, Cause, Fault, Grader, Marks, Question, median_points};
use agon_grade::{CheckBuilder, check, partial, tells};
use serde_json::Value;
use std::sync::Arc;

pub(super) struct AnswerGrader(pub(super) Arc<PublishedTask>);

/// The check of the judge.
const JUDGE: &str = Question::ANSWER_CHECK;
/// Longer answers are not shown to a judge; what is told at their end does not count.
const MOST_CHARS: usize = 40_000;

impl AnswerGrader {
    fn marks(&self, case: &Case<'_>) -> Result<Marks, Fault> {
        let answer = text(case);
        let of_element = |element: &super::file::ExpectedElement| {
            let is_told = answer.as_ref().is_some_and(|answer| tells(answer, &element.text));
            check(&element.check, is_told).expected(&element.text).seen(if is_told { "told" } else { "not told" }).at("/answer")
        };
        let elements: Vec<CheckBuilder> = self.0.elements.iter().map(of_element).collect();
        let marks = agon_grade::mean(elements);
        let Some(judgements) = case.judgements else { return Ok(marks) };
        let points = match (&answer, median_points(judgements, JUDGE, Question::ANSWER_PROBE)) {
            (None, _) => 0,
            (Some(_), Some(points)) => points.min(ANSWER_POINTS),
            (Some(_), None) => return Err(Fault::new(Cause::Judge, "the judge gave no points")),
        };
        let score = f64::from(points) / f64::from(ANSWER_POINTS);
        let judged =
            partial(JUDGE, score).expected(format!("{ANSWER_POINTS} points")).seen(format!("{points} points")).at("/answer");
        // The paper goes by the judge; the elements are shown beside it.
        let checks = agon_grade::mean(vec![judged]).checks.into_iter().chain(marks.checks).collect();
        Ok(Marks::new(score, points == ANSWER_POINTS, checks))
    }
}

/// The answer as a text; `None` where there is none.
fn text(case: &Case<'_>) -> Option<String> {
    let text = match case.answer? {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    Some(text.chars().take(MOST_CHARS).collect()).filter(|text: &String| !text.trim().is_empty())
}

impl Grader for AnswerGrader {
    fn questions(&self, case: &Case<'_>) -> Result<Vec<Question>, Fault> {
        let question = |answer: String| Question::of_answer(&self.0.instruction, &self.0.expected.join("\n"), answer);
        Ok(text(case).map(question).into_iter().collect())
    }

    fn mark<'a>(&'a self, case: &'a Case<'a>) -> BoxFuture<'a, Result<Marks, Fault>> {
        Box::pin(async move { self.marks(case) })
    }
}
