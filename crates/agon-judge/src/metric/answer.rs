//! Answers from 0 to 10, by VeriGUI's judge: the question that the published tasks are marked by, over any recorded answer.

use super::Rated;
use crate::ask::{Asker, Stopped};
use crate::boundary;
use crate::question::answer::{Said, read};
use crate::question::prompt::Posed;
use crate::trial::Trial;
use agon_core::{ANSWER_POINTS, Exhibit, Question};
use agon_model::{Options, Part, Request};
use std::collections::BTreeMap;

pub(crate) const VERSION: &str = "answer-1";

/// The right answers, by task or instance; what a task's checks expect of an answer stands in for those that are not there.
pub type Answers = BTreeMap<String, String>;

pub(crate) struct Prepared {
    /// Absent where no answer was handed in.
    question: Option<Question>,
}

pub(crate) fn prepare(trial: &Trial, answers: &Answers) -> Result<Prepared, String> {
    let right = right_answer(trial, answers).ok_or("no right answer is known: neither the checks nor --answers tell one")?;
    let question = trial.answer.clone().map(|answer| Question::of_answer(&trial.instruction, &right, answer));
    Ok(Prepared { question })
}

/// What is known of the right answer to a trial's task.
pub(crate) fn right_answer(trial: &Trial, answers: &Answers) -> Option<String> {
    let task = trial.task.split('@').next().unwrap_or_default();
    if let Some(given) = answers.get(&trial.task).or_else(|| answers.get(task)) {
        return Some(given.clone());
    }
    let of_answer = trial.checks.iter().filter(|check| check.evidence.starts_with("/answer") && !check.expected.is_empty());
    // The judge of the run is a check, too, and expects its points.
    let expected: Vec<&str> =
        of_answer.filter(|check| check.name != Question::ANSWER_CHECK).map(|check| check.expected.as_str()).collect();
    (!expected.is_empty()).then(|| expected.join("\n"))
}

pub(crate) async fn rate(prepared: &Prepared, options: &Options, asker: &mut Asker<'_>) -> Result<Rated, Stopped> {
    let Some(question) = &prepared.question else {
        return Ok(Rated { value: 0.0.into(), reason: "no answer was handed in".into(), ..Rated::nothing() });
    };
    let control = Question { exhibit: Exhibit::Text("(This was left empty on purpose.)".into()), ..question.clone() };
    let requests = (request(question, options)?, request(&control, options)?);
    let points = asker
        .ask_plain(requests.0, requests.1, |reply| match read(reply, question.scale) {
            Some(Said::Points(points)) => Some(points),
            _ => None,
        })
        .await?;
    Ok(Rated { value: f64::from(points).into(), reason: format!("{points} of {ANSWER_POINTS} points"), ..Rated::nothing() })
}

fn request(question: &Question, options: &Options) -> Result<Request, Stopped> {
    let material = match &question.exhibit {
        Exhibit::Text(text) => vec![Part::text(text)],
        Exhibit::Picture(_) => Vec::new(),
    };
    let boundary = boundary::computed(&question.text, &material);
    let Posed { system, messages, tool, .. } = Posed::new(question, 0, &boundary).map_err(Stopped::Material)?;
    Ok(Request { system, messages, tools: vec![tool], options: options.clone(), ..Request::default() })
}
