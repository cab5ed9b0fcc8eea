//! Each detector against its rule: where it must find something, and the nearest cases where it must not.

mod amounts;
mod endings;
mod loops;
mod protocol;
mod rejected;
mod whole;

use agon_core::{
    Action, Brief, Ending, Event, FORMAT_VERSION, Function, Header, Instance, Limits, Marks, ObservationRecord, Param, Space,
    Status, StepRecord, Surface, Totals, Verdict,
};
use agon_report::modes::{Course, Finding};
use serde_json::{Map, Value};

/// A log to be looked at, step by step.
pub(super) struct Log(Vec<Event>);

impl Log {
    /// Begins in the view `start`, with a limit of twenty steps and the functions below.
    pub(super) fn new() -> Self {
        let brief = Brief {
            title: "A task".into(),
            instruction: "Do it.".into(),
            surfaces: vec![Surface::Calls],
            functions: functions(),
            ..Brief::default()
        };
        let id = "gym/made-up/easy@0".parse().unwrap();
        let instance = Instance { id, settings: Map::new(), limits: Limits::steps(20), brief, start: None };
        let header = Header {
            format: FORMAT_VERSION,
            trial: 0,
            attempt: 1,
            agent: "a".into(),
            repeat: 0,
            suite_version: "0".into(),
            instance,
            started: String::new(),
        };
        Self(vec![Event::Opened(Box::new(header)), Event::Began { observation: view(Some("start")) }])
    }

    pub(super) fn limit(mut self, steps: Option<u32>) -> Self {
        if let Some(Event::Opened(header)) = self.0.first_mut() {
            header.instance.limits.steps = steps;
        }
        self
    }

    /// An action, what became of it and what was seen then; the agent is told.
    pub(super) fn act(self, action: Action, status: Status, seen: &str) -> Self {
        self.push(action, status, Some("You are told."), Some(seen))
    }

    /// A call in text form.
    pub(super) fn call(self, call: &str, status: Status, seen: &str) -> Self {
        self.act(text(call), status, seen)
    }

    pub(super) fn untold(self, call: &str, status: Status, seen: &str) -> Self {
        self.push(text(call), status, None, Some(seen))
    }

    /// A step of which the record keeps no view.
    pub(super) fn unseen(self, call: &str, status: Status) -> Self {
        self.push(text(call), status, Some("You are told."), None)
    }

    pub(super) fn note(mut self, kind: &str, content: Value) -> Self {
        self.0.push(Event::Note { kind: kind.into(), content });
        self
    }

    pub(super) fn end(mut self, ending: Ending, passed: bool) -> Self {
        let verdict = Verdict::Scored(Marks::new(if passed { 1.0 } else { 0.0 }, passed, Vec::new()));
        self.0.push(Event::Closed { verdict, ending: Some(ending), totals: Totals::default() });
        self
    }

    fn push(mut self, action: Action, status: Status, feedback: Option<&str>, seen: Option<&str>) -> Self {
        let step = 1 + self.0.iter().filter(|event| matches!(event, Event::Step(_))).count() as u32;
        let feedback = feedback.map(str::to_owned);
        self.0.push(Event::Step(StepRecord { feedback, observation: view(seen), ..StepRecord::new(step, action, status) }));
        self
    }

    /// What a detector finds.
    pub(super) fn find<F: IntoIterator<Item = Finding>>(&self, detector: fn(&Course) -> F) -> Vec<Finding> {
        detector(&Course::of(&self.0).unwrap()).into_iter().collect()
    }

    /// The steps of what it finds, as people read them.
    pub(super) fn steps<F: IntoIterator<Item = Finding>>(&self, detector: fn(&Course) -> F) -> Vec<String> {
        self.find(detector).iter().map(Finding::steps_text).collect()
    }
}

pub(super) fn text(call: &str) -> Action {
    Action::Text { text: call.into() }
}

fn view(seen: Option<&str>) -> ObservationRecord {
    ObservationRecord { text: seen.map(str::to_owned), ..ObservationRecord::default() }
}

fn functions() -> Vec<Function> {
    let param = |name: &str, space: Space| Param::new(name, "it", space);
    let share = Space::Real { min: Some(0.0), max: Some(1.0), typical: 1.0 };
    let shift = Space::Tuple { items: vec![Space::real(1.0); 3] };
    vec![
        Function::new("move", "Move.", vec![param("direction", Space::Integer { min: 0, max: 3 })]),
        Function::new("rotate", "Rotate.", vec![param("degrees", Space::Integer { min: -180, max: 180 })]),
        Function::new("nudge", "Nudge.", vec![param("by", Space::Integer { min: -1, max: 1 })]),
        Function::new("shift", "Shift.", vec![param("by", shift)]),
        Function::new("point", "Point.", vec![param("x", share.clone()), param("y", share)]),
        Function::new("stop", "Stop.", vec![]),
    ]
}
