//! A model as the judge of what was handed in: one narrow question at a time, answered by yes or no.
//!
//! What the file says is material and never an instruction. The prompt says so, but nothing rests on a model's obedience: only a plain
//! yes or no is an answer, what the answers are worth is computed by the grader, which alone knows what was expected, and every
//! judged check expects both a yes and a no.

pub(crate) mod answer;
pub(crate) mod prompt;

use crate::boundary::Boundaries;
use agon_core::{AnswerCount, BoxFuture, Cause, Exhibit, Fault, Judge, Judged, Judgement, Question, Scale, median_points};
use agon_model::{Model, Options, Request};
use answer::Said;
use prompt::Posed;
use std::sync::Arc;

/// How often a repeat is asked before it counts as not answered.
const TRIES: u32 = 3;
/// What is kept of a reply that is neither yes nor no.
const MOST_REPLY_CHARS: usize = 2000;

/// A model that is asked about files.
pub struct ModelJudge {
    model: Arc<dyn Model>,
    /// `openai/gpt-x`.
    name: String,
    options: Options,
    boundaries: Boundaries,
}

impl ModelJudge {
    /// A judge of this name, asked by a client.
    pub fn new(model: Arc<dyn Model>, name: String, options: Options) -> Self {
        Self { model, name, options, boundaries: Boundaries::default() }
    }

    async fn ask_all(&self, question: &Question) -> Judged {
        let mut judged = Judged::default();
        for repeat in 0..question.repeats {
            if let Err(fault) = self.ask_repeat(question, repeat, &mut judged.judgements).await {
                judged.fault = Some(fault);
                return judged;
            }
        }
        let is_decided = match question.scale {
            Scale::YesNo => {
                AnswerCount::of(&judged.judgements, &question.check, &question.probe).majority(question.repeats).is_some()
            }
            Scale::Points(_) => median_points(&judged.judgements, &question.check, &question.probe).is_some(),
        };
        if !is_decided {
            judged.fault = Some(self.undecided(question, &mut judged.judgements).await);
        }
        judged
    }

    /// One repeat, until there is a plain answer.
    async fn ask_repeat(&self, question: &Question, repeat: u32, judgements: &mut Vec<Judgement>) -> Result<(), Fault> {
        for _ in 0..TRIES {
            let judgement = self.ask_once(question, repeat).await?;
            let is_answered = judgement.is_answered();
            judgements.push(judgement);
            if is_answered {
                return Ok(());
            }
        }
        Ok(())
    }

    /// A judge that answers about another text is kept from answering by this one, which is the doing of whoever wrote it.
    async fn undecided(&self, question: &Question, judgements: &mut Vec<Judgement>) -> Fault {
        let fault = Fault::new(
            Cause::Judge,
            match question.scale {
                Scale::YesNo => format!("{} gave neither a yes nor a no to {} {}", self.name, question.check, question.probe),
                Scale::Points(_) => format!("{} gave no points to {} {}", self.name, question.check, question.probe),
            },
        );
        let control = Question {
            probe: format!("{}/control", question.probe),
            exhibit: Exhibit::Text("This page was left empty on purpose.".into()),
            ..question.clone()
        };
        match self.ask_once(&control, 0).await {
            Ok(judgement) => {
                let is_answered = judgement.is_answered();
                judgements.push(judgement);
                if is_answered { fault.provoked() } else { fault }
            }
            Err(_) => fault,
        }
    }

    async fn ask_once(&self, question: &Question, repeat: u32) -> Result<Judgement, Fault> {
        let broken = |problem: String| Fault::new(Cause::Judge, problem);
        let boundary = self.boundaries.outside(&question.exhibit);
        let Posed { system, messages, tool, prompt, negated } = Posed::new(question, repeat, &boundary).map_err(broken)?;
        let request = Request { system, messages, tools: vec![tool], options: self.options.clone(), ..Request::default() };
        let exchange = self.model.ask(&request, repeat).await.map_err(|error| broken(error.to_string()))?;
        let (answer, points) = match answer::read(&exchange.reply, question.scale) {
            Some(Said::Word(word)) => (Some(word), None),
            Some(Said::Points(points)) => (None, Some(points)),
            None => (None, None),
        };
        Ok(Judgement {
            check: question.check.clone(),
            probe: question.probe.clone(),
            repeat,
            file: question.file.clone(),
            judge: self.name.clone(),
            model: exchange.reply.model.clone(),
            prompt,
            boundary,
            negated,
            reply: answer::told(&exchange.reply).chars().take(MOST_REPLY_CHARS).collect(),
            answer: answer.map(|answer| if negated { answer.turned() } else { answer }),
            points,
            usage: exchange.usage(),
        })
    }
}

impl Judge for ModelJudge {
    fn ask<'a>(&'a self, question: &'a Question) -> BoxFuture<'a, Judged> {
        Box::pin(self.ask_all(question))
    }
}

#[cfg(test)]
mod tests;
