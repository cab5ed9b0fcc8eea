//! From a demonstration to what a trainer is shown at once: all of it, or a window of turns before each action.

use crate::{Demonstration, Turn};
use agon_core::{Frame, FrameRef, ObservationRecord};
use serde::Serialize;
use serde_json::Value;
use std::fmt;
use std::str::FromStr;

/// How many turns a sample keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum History {
    /// One sample a demonstration, with every turn.
    All,
    /// One sample an action, with so many turns up to it.
    Last(usize),
}

/// One conversation and its pictures.
#[derive(Clone, Debug)]
pub struct Sample<'a> {
    pub demonstration: &'a Demonstration,
    /// Unique in the dataset, without dots: `000012`, or `000012-003` for its third action.
    pub id: String,
    /// From a user and an assistant in turn; the last is the assistant's.
    pub messages: Vec<Message>,
    /// In the order of the marks in the messages.
    pub images: Vec<&'a FrameRef>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Message {
    pub role: Role,
    /// With `<image>` wherever a picture belongs.
    pub content: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    User,
    Assistant,
}

/// What is said about a sample beside its conversation, in every format.
#[derive(Debug, Serialize)]
pub(crate) struct About<'a> {
    pub(crate) id: &'a str,
    pub(crate) task: &'a str,
    pub(crate) seed: u64,
    /// As JSON text: a column has one type, whatever the tasks' settings are.
    pub(crate) settings: String,
    /// The hash of the first state.
    pub(crate) start: String,
    pub(crate) repeat: u32,
    pub(crate) agent: &'a str,
    pub(crate) strategy: &'a str,
    pub(crate) score: f64,
    pub(crate) passed: bool,
    /// Of the whole demonstration.
    pub(crate) n_steps: usize,
    pub(crate) actions: Vec<&'a str>,
    /// Which of its steps were random calls, counted from 1. Not in JSON, where readers guess the type of a list from a few samples
    /// and most have none.
    #[serde(skip)]
    pub(crate) noise_steps: Vec<usize>,
    /// The same, for each of its steps.
    pub(crate) is_noise: Vec<bool>,
}

/// Where a picture belongs.
const IMAGE_MARK: &str = "<image>";

/// The samples a demonstration gives. Random actions are never what a window asks for: they are there to be recovered from.
pub fn samples(demonstration: &Demonstration, history: History) -> Vec<Sample<'_>> {
    let turns = &demonstration.turns;
    let key = format!("{:06}", demonstration.trial);
    match history {
        History::All if turns.is_empty() => Vec::new(),
        History::All => vec![sample(demonstration, key, 0, turns.len())],
        History::Last(count) => (0..turns.len())
            .filter(|last| !turns[*last].is_noise)
            .map(|last| sample(demonstration, format!("{key}-{:03}", last + 1), (last + 1).saturating_sub(count), last + 1))
            .collect(),
    }
}

fn sample(demonstration: &Demonstration, id: String, from: usize, to: usize) -> Sample<'_> {
    let mut sample = Sample { demonstration, id, messages: Vec::new(), images: Vec::new() };
    let turns = &demonstration.turns;
    let mut head = plain(&demonstration.instance.brief.prompt()) + "\n\n";
    // The goal is part of the first observation only; a window without it would ask for the unknowable.
    if from > 0 && shows_goal(demonstration) {
        head.push_str("The first observation was:\n");
        sample.show(&mut head, &turns[0].observation);
        head.push('\n');
    }
    for Turn { message, observation, action, .. } in &turns[from..to] {
        let mut content = std::mem::take(&mut head);
        if !message.is_empty() {
            content.push_str(&plain(message));
            content.push('\n');
        }
        sample.show(&mut content, observation);
        sample.messages.push(Message { role: Role::User, content: content.trim_end().into() });
        sample.messages.push(Message { role: Role::Assistant, content: plain(action) });
    }
    sample
}

impl<'a> Sample<'a> {
    /// Writes an observation down: its text, and a mark for each of its pictures.
    fn show(&mut self, content: &mut String, observation: &'a ObservationRecord) {
        if let Some(text) = &observation.text {
            content.push_str(&plain(text));
            content.push('\n');
        }
        for frame in &observation.frames {
            if frame.name != Frame::SCREEN {
                content.push_str(&format!("{}:\n", frame.name));
            }
            content.push_str(IMAGE_MARK);
            content.push('\n');
            self.images.push(frame);
        }
    }

    pub(crate) fn about(&self) -> About<'_> {
        let Demonstration { instance, repeat, agent, strategy, turns, score, passed, .. } = self.demonstration;
        About {
            id: &self.id,
            task: instance.id.task.as_str(),
            seed: instance.id.seed,
            settings: Value::Object(instance.settings.clone()).to_string(),
            start: instance.start.map(|start| start.to_string()).unwrap_or_default(),
            repeat: *repeat,
            agent,
            strategy: strategy.as_deref().unwrap_or_default(),
            score: *score,
            passed: *passed,
            n_steps: turns.len(),
            actions: turns.iter().map(|turn| turn.action.as_str()).collect(),
            noise_steps: turns.iter().zip(1..).filter(|(turn, _)| turn.is_noise).map(|(_, step)| step).collect(),
            is_noise: turns.iter().map(|turn| turn.is_noise).collect(),
        }
    }
}

/// Text in which nothing is taken for a picture's place: trainers count the marks.
fn plain(text: &str) -> String {
    text.replace(IMAGE_MARK, "< image >")
}

fn shows_goal(demonstration: &Demonstration) -> bool {
    let has_frame = demonstration.turns[0].observation.frames.iter().any(|frame| frame.name == Frame::GOAL);
    has_frame || demonstration.instance.settings.get("goal") == Some(&Value::Bool(true))
}

impl FromStr for History {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match (text, text.parse()) {
            ("all", _) => Ok(Self::All),
            (_, Ok(count)) if count > 0 => Ok(Self::Last(count)),
            _ => Err("it is all, or a number of turns of at least 1".into()),
        }
    }
}

impl fmt::Display for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => f.write_str("all"),
            Self::Last(count) => write!(f, "{count}"),
        }
    }
}

impl Serialize for History {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
