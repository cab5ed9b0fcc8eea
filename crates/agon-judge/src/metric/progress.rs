//! Progress from 1 to 5, by what is to be seen: first what changed between frames, then what that comes to.
//!
//! After GauntletBench's judge (section 4, appendix C), with these differences. Frames are compared with the last one that was shown, not with
//! the one before, so that many small changes are seen in the end. Very long trials are looked at in at most [`MOST_PAIRS`] pairs, which together cover
//! all steps. The verdict and the checks are not shown: this is a measurement of its own.

use super::{Rated, text_of};
use crate::ask::{Asker, Posed, Stopped};
use crate::change::{Small, Thresholds};
use crate::trial::{Eyes, Step, Trial, View, clip};
use agon_core::FrameRef;
use agon_model::Part;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fmt::Write as _;

pub(crate) const VERSION: &str = "progress-1";
pub(crate) const LOW: f64 = 1.0;
pub(crate) const HIGH: f64 = 5.0;

/// Longer trials are looked at in as many pairs, each over several changes.
const MOST_PAIRS: usize = 64;
const MOST_ACTION_CHARS: usize = 300;
/// Of what was done between two frames.
const MOST_BETWEEN_CHARS: usize = 3000;

const FIRST: &str = "\
You follow an agent that works at a computer. You are shown what was to be seen before and after some of its actions, and write down what visibly \
changed and what that means for the task. What is to be seen counts; what the agent says or intends supports it and proves nothing. Report no change \
that cannot be seen. If it is not clear what changed, say so and lower your confidence. Keep a short summary of what has visibly been \
reached: add what can be seen now, take out what is undone, and leave it as it is where nothing can be told.";

const SECOND: &str = "\
You rate how far an agent that worked at a computer got with its task, from what was to be seen. What is to be seen in the end counts most; what \
happened on the way supports it; what the agent says of itself proves nothing. If something that is needed cannot be seen, it is not there. Work that was \
undone does not count, and neither does effort.
1: no meaningful progress can be seen.
2: a little: first steps in the right direction, most of what is needed is missing.
3: about half: important parts are done, important parts are missing or wrong.
4: nearly all: what is missing or wrong is small.
5: all that the task asks for is there, in its details, with nothing wrong or left over.
If you hesitate between two, give the lower one.";

/// What a judge is shown of a trial.
pub(crate) struct Prepared {
    told: String,
    moments: Vec<Moment>,
    last: Vec<Part>,
    outcome: String,
    last_step: u32,
}

/// Some steps, and what was to be seen before and after them; nothing where nothing visibly changed.
struct Moment {
    first: u32,
    last: u32,
    did: String,
    views: Option<(Vec<Part>, Vec<Part>)>,
}

/// A visible change: the places of the steps that led to it, and what was to be seen before and after.
struct Change<'a> {
    first: usize,
    last: usize,
    before: &'a View,
    after: &'a View,
}

impl Moment {
    fn of(steps: &[Step], views: Option<(Vec<Part>, Vec<Part>)>) -> Self {
        let number = |step: Option<&Step>| step.map_or(0, |step| step.number);
        Self { first: number(steps.first()), last: number(steps.last()), did: did(steps), views }
    }
}

pub(crate) fn prepare(trial: &Trial, thresholds: &Thresholds, eyes: &Eyes) -> Result<Prepared, String> {
    let mut sight = Sight { trial, thresholds, small: HashMap::new() };
    let mut changes: Vec<Change<'_>> = Vec::new();
    let (mut before, mut first) = (&trial.start, 0);
    for (last, step) in trial.steps.iter().enumerate() {
        if sight.differ(before, &step.view)? {
            changes.push(Change { first, last, before, after: &step.view });
            (before, first) = (&step.view, last + 1);
        }
    }
    let group = changes.len().div_ceil(MOST_PAIRS).max(1);
    let mut moments = Vec::new();
    for some in changes.chunks(group) {
        if let [Change { first, before, .. }, ..] = some
            && let [.., Change { last, after, .. }] = some
        {
            let (before, after) = (trial.shown("Before", before, eyes)?, trial.shown("After", after, eyes)?);
            // A judge that does not see pictures is told what was done.
            let views = (!before.is_empty() && !after.is_empty()).then_some((before, after));
            moments.push(Moment::of(&trial.steps[*first..=*last], views));
        }
    }
    if first < trial.steps.len() {
        moments.push(Moment::of(&trial.steps[first..], None));
    }
    let last = trial.last_view(eyes)?;
    Ok(Prepared { told: trial.told(), moments, last, outcome: trial.outcome(), last_step: trial.last_step() })
}

pub(crate) async fn rate(prepared: &Prepared, asker: &mut Asker<'_>) -> Result<Rated, Stopped> {
    let mut summary = "(nothing yet)".to_owned();
    let mut events = String::new();
    for moment in &prepared.moments {
        let steps = steps_text(moment.first, moment.last);
        match &moment.views {
            None => {
                let _ = writeln!(events, "{steps}: nothing visibly changed.\n{}", moment.did);
            }
            Some((before, after)) => {
                let seen = asker.ask(&first(prepared, moment, before, after, &summary), |answer| Ok(answer.clone())).await?;
                let word = |key: &str| text_of(&seen, key);
                summary = word("summary");
                let _ = writeln!(
                    events,
                    "{steps}: {}\n  seen: {} ({}, relevance {}, progress {}, confidence {})",
                    clip(&moment.did, MOST_ACTION_CHARS),
                    word("change"),
                    word("kind"),
                    word("relevance"),
                    word("progress"),
                    word("confidence")
                );
            }
        }
    }
    let last_step = prepared.last_step;
    let exists = |answer: &Value| {
        let steps = super::steps_of(answer);
        match steps.iter().find(|step| **step > last_step) {
            Some(_) => Err(format!("steps must be steps of the trial, from 0 to {last_step}")),
            None => Ok((answer.clone(), steps)),
        }
    };
    let (answer, steps) = asker.ask(&second(prepared, &events, &summary), exists).await?;
    let value = answer["score"].as_f64().unwrap_or(LOW);
    Ok(Rated {
        value: value.into(),
        reason: text_of(&answer, "reason"),
        steps,
        parts: [("summary".to_owned(), summary.into())].into(),
    })
}

fn first(prepared: &Prepared, moment: &Moment, before: &[Part], after: &[Part], summary: &str) -> Posed {
    let mut material = vec![Part::text(format!(
        "The summary so far:\n{summary}\n\nWhat the agent did in {}:\n{}",
        steps_text(moment.first, moment.last),
        moment.did
    ))];
    material.extend_from_slice(before);
    material.extend_from_slice(after);
    let rank = json!({"type": "string", "enum": ["high", "medium", "low"]});
    Posed {
        system: FIRST.into(),
        before: prepared.told.clone(),
        material,
        after: "What visibly changed, and what does it mean for the task?".into(),
        tool: "record_change",
        about: "Record what visibly changed.",
        schema: super::object(json!({
            "change": {"type": "string", "maxLength": 600, "description": "What visibly changed, in a sentence or two."},
            "kind": {"type": "string", "enum": [
                "navigation", "selection", "text", "added", "removed", "moved", "dialog", "content", "error", "none", "other"
            ]},
            "relevance": rank,
            "progress": {"type": "string", "enum": ["positive", "neutral", "negative"]},
            "confidence": rank,
            "summary": {"type": "string", "maxLength": 1500, "description": "What has visibly been reached so far."},
        })),
    }
}

fn second(prepared: &Prepared, events: &str, summary: &str) -> Posed {
    let mut material = vec![Part::text(format!(
        "What happened, by a judge that looked at each change:\n{events}\nIts summary in the end:\n{summary}\n\n{}",
        prepared.outcome
    ))];
    material.extend_from_slice(&prepared.last);
    Posed {
        system: SECOND.into(),
        before: prepared.told.clone(),
        material,
        after: format!(
            "How far did the agent get, from 1 to 5? Name the steps (0 to {}) that your reason rests on.",
            prepared.last_step
        ),
        tool: "rate_progress",
        about: "Give the rating.",
        schema: super::object(json!({
            "score": {"type": "integer", "minimum": 1, "maximum": 5},
            "reason": {"type": "string", "maxLength": 1500},
            "steps": super::steps_schema(1),
        })),
    }
}

/// What was done, with what the world said about it.
fn did(steps: &[Step]) -> String {
    let room = (MOST_BETWEEN_CHARS / steps.len().max(1)).max(40);
    let mut text = String::new();
    for step in steps {
        let said = if step.said.is_empty() { String::new() } else { format!(" ({})", clip(&step.said, room / 2)) };
        let _ = writeln!(text, "step {}: {}{said}", step.number, clip(&step.action, room / 2));
    }
    clip(text.trim_end(), 2 * MOST_BETWEEN_CHARS)
}

fn steps_text(first: u32, last: u32) -> String {
    if first == last { format!("step {first}") } else { format!("steps {first} to {last}") }
}

/// Compares views, and keeps what it needs of each frame.
struct Sight<'a> {
    trial: &'a Trial,
    thresholds: &'a Thresholds,
    small: HashMap<String, Small>,
}

impl Sight<'_> {
    fn differ(&mut self, before: &View, after: &View) -> Result<bool, String> {
        match (&before.screen, &after.screen) {
            (Some(a), Some(b)) if a.hash == b.hash => Ok(false),
            (Some(a), Some(b)) => {
                let (a, b) = (self.small(a)?, self.small(b)?);
                Ok(self.thresholds.are_reached(&a.change(&b, self.thresholds.pixel)))
            }
            (None, None) => Ok(before.text != after.text && after.text.is_some()),
            _ => Ok(!after.is_empty()),
        }
    }

    fn small(&mut self, frame: &FrameRef) -> Result<Small, String> {
        let name = frame.hash.to_string();
        if let Some(known) = self.small.get(&name) {
            return Ok(known.clone());
        }
        let small = Small::of(&self.trial.frame(frame)?).map_err(|error| error.to_string())?;
        // Only the frame that was shown last and the one at hand are ever asked for.
        if self.small.len() > 1 {
            self.small.clear();
        }
        self.small.insert(name, small.clone());
        Ok(small)
    }
}
