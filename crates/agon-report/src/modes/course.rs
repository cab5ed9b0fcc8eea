//! An attempt as the detectors read it: what was done, in which state, and what came of it.

use agon_core::{Action, Call, Ending, Event, Function, Header, ImageHash, ObservationRecord, Status, StepRecord, Verdict};
use serde_json::Value;
use std::collections::HashMap;

/// The course of one attempt. States are numbers: equal numbers look the same to the agent.
pub struct Course<'a> {
    pub header: &'a Header,
    pub turns: Vec<Turn<'a>>,
    /// What the agent noted: the step that came next (or would have), the kind and the content.
    pub notes: Vec<(u32, &'a str, &'a Value)>,
    pub ending: Option<&'a Ending>,
    /// `None` if it has no score.
    pub passed: Option<bool>,
}

/// One step.
pub struct Turn<'a> {
    /// Counted from 1.
    pub step: u32,
    pub action: &'a Action,
    /// The same for actions that mean the same: a call in text, with its arguments bare, in a list or by name.
    pub meaning: String,
    /// The function and its arguments, where the call fits one of the brief's.
    pub call: Option<(&'a Function, Vec<Value>)>,
    pub status: Status,
    /// Whether the agent was told anything about it.
    pub told: bool,
    pub before: usize,
    pub after: usize,
}

impl<'a> Course<'a> {
    /// `None` if the log has no header.
    pub fn of(events: &'a [Event]) -> Option<Self> {
        let Some(Event::Opened(header)) = events.first() else { return None };
        let mut course = Self { header, turns: Vec::new(), notes: Vec::new(), ending: None, passed: None };
        let mut states = States::default();
        let mut now = states.unknown();
        for event in events {
            match event {
                Event::Began { observation } => now = states.of(observation).unwrap_or(now),
                Event::Step(step) => {
                    // What was not executed changed nothing, even where the record does not keep what was seen.
                    let unseen = if step.status == Status::Executed { states.unknown() } else { now };
                    let after = states.of(&step.observation).unwrap_or(unseen);
                    course.turns.push(Turn::of(step, &header.instance.brief.functions, now, after));
                    now = after;
                }
                Event::Note { kind, content } => {
                    let next = course.turns.last().map_or(1, |turn| turn.step + 1);
                    course.notes.push((next, kind, content));
                }
                Event::Closed { verdict, ending, .. } => {
                    course.ending = ending.as_ref();
                    course.passed = match verdict {
                        Verdict::Scored(marks) => Some(marks.passed),
                        Verdict::Void(_) => None,
                    };
                }
                _ => {}
            }
        }
        Some(course)
    }
}

impl<'a> Turn<'a> {
    fn of(step: &'a StepRecord, functions: &'a [Function], before: usize, after: usize) -> Self {
        let call = match &step.action {
            Action::Call { name, args } => Some(Call { name: name.clone(), args: args.clone() }),
            Action::Text { text } => text.parse().ok(),
            _ => None,
        };
        let bound = call.as_ref().and_then(|call| Function::bind(functions, call).ok());
        let bound = bound.map(|(function, args)| {
            let values = (0..function.params.len()).map(|place| args.value(place).clone()).collect::<Vec<_>>();
            (function, values)
        });
        let meaning = match (&bound, &call) {
            (Some((function, values)), _) => Call::new(&function.name, values.clone()).to_string(),
            (None, Some(call)) => call.to_string(),
            (None, None) => serde_json::to_string(&step.action).unwrap_or_default(),
        };
        let (action, status, told) = (&step.action, step.status, step.output.is_some() || step.feedback.is_some());
        Self { step: step.step, action, meaning, call: bound, status, told, before, after }
    }
}

/// What an agent sees of a state; the goal is shown beside it, not in it.
type Sight<'a> = (Vec<(&'a str, ImageHash)>, Option<&'a str>, Option<String>);

/// Numbers for what was seen.
#[derive(Default)]
struct States<'a> {
    seen: HashMap<Sight<'a>, usize>,
    count: usize,
}

impl<'a> States<'a> {
    /// `None` where the record keeps nothing of what was seen.
    fn of(&mut self, observation: &'a ObservationRecord) -> Option<usize> {
        let frames = observation.frames.iter().filter(|frame| frame.name != "goal");
        let frames: Vec<(&str, ImageHash)> = frames.map(|frame| (frame.name.as_str(), frame.hash)).collect();
        let tree = observation.tree.as_ref().and_then(|tree| serde_json::to_string(tree).ok());
        if frames.is_empty() && observation.text.is_none() && tree.is_none() {
            return None;
        }
        let sight = (frames, observation.text.as_deref(), tree);
        if let Some(known) = self.seen.get(&sight) {
            return Some(*known);
        }
        let number = self.unknown();
        self.seen.insert(sight, number);
        Some(number)
    }

    /// A state like no other.
    fn unknown(&mut self) -> usize {
        self.count += 1;
        self.count
    }
}
