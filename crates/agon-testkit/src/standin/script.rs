//! What the server does, as a function of what it is asked.

use super::{Answer, Ask, forms, rules};
use std::sync::Arc;
use std::time::Duration;

/// Gives each request its answer. One that the real service would refuse gets 400, with a word on why, unless the script is
/// lenient: a field that is not known or is missing, a call without its result, a thought that is not where it was thought.
#[derive(Clone)]
pub struct Script {
    play: Arc<dyn Fn(&Ask) -> Answer + Send + Sync>,
    is_lenient: bool,
}

/// Which requests a storm hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storm {
    /// The first so many of all.
    First(usize),
    /// The first so many of each conversation.
    FirstOfEach(usize),
    /// Every n-th, beginning with the first.
    Every(usize),
}

impl Storm {
    fn hits(self, ask: &Ask) -> bool {
        match self {
            Self::First(count) => ask.number < count,
            Self::FirstOfEach(count) => ask.number_in_conversation < count,
            Self::Every(step) => ask.number.is_multiple_of(step.max(1)),
        }
    }
}

impl Script {
    pub fn new(answer: impl Fn(&Ask) -> Answer + Send + Sync + 'static) -> Self {
        Self { play: Arc::new(answer), is_lenient: false }
    }

    /// Takes any request, for tests of the server itself.
    pub fn lenient(self) -> Self {
        Self { is_lenient: true, ..self }
    }

    pub fn always(answer: impl Into<Answer>) -> Self {
        let answer = answer.into();
        Self::new(move |_| answer.clone())
    }

    /// One answer after the other over all requests; the last one stays.
    pub fn sequence<A: Into<Answer>>(answers: impl IntoIterator<Item = A>) -> Self {
        let answers = gather(answers);
        Self::new(move |ask| nth(&answers, ask.number))
    }

    /// One answer after the other in each conversation; the last one stays.
    pub fn sequence_in_each<A: Into<Answer>>(answers: impl IntoIterator<Item = A>) -> Self {
        let answers = gather(answers);
        Self::new(move |ask| nth(&answers, ask.number_in_conversation))
    }

    /// Answers the last thing the user (or a tool) said.
    pub fn player<A: Into<Answer>>(play: impl Fn(&str) -> A + Send + Sync + 'static) -> Self {
        Self::new(move |ask| play(ask.last_text()).into())
    }

    /// The requests that the storm hits get 429, with a word on when to come again.
    pub fn storm(self, storm: Storm, retry_after: Duration) -> Self {
        self.instead(Answer::retry_after(429, retry_after.as_secs()), move |ask| storm.hits(ask))
    }

    /// The requests that the storm hits get this answer.
    pub fn struck(self, storm: Storm, answer: impl Into<Answer>) -> Self {
        self.instead(answer.into(), move |ask| storm.hits(ask))
    }

    /// Every answer takes so long.
    pub fn slow(self, delay: Duration) -> Self {
        let is_lenient = self.is_lenient;
        Self { is_lenient, ..Self::new(move |ask| (self.play)(ask).slow(delay)) }
    }

    pub fn answer(&self, ask: &Ask) -> Answer {
        match rules::complaint(ask).filter(|_| !self.is_lenient) {
            Some(why) => {
                let body = forms::error(ask.family, 400, &why).to_string();
                Answer::Status { code: 400, headers: Vec::new(), body: Some(body) }
            }
            None => (self.play)(ask),
        }
    }

    fn instead(self, answer: Answer, when: impl Fn(&Ask) -> bool + Send + Sync + 'static) -> Self {
        let is_lenient = self.is_lenient;
        Self { is_lenient, ..Self::new(move |ask| if when(ask) { answer.clone() } else { (self.play)(ask) }) }
    }
}

fn gather<A: Into<Answer>>(answers: impl IntoIterator<Item = A>) -> Vec<Answer> {
    answers.into_iter().map(Into::into).collect()
}

/// An empty script has nothing to say and says so.
fn nth(answers: &[Answer], number: usize) -> Answer {
    answers.get(number).or(answers.last()).cloned().unwrap_or(Answer::EmptyChoices)
}
