//! A trial's page, from its log.

use crate::LibraryError;
use crate::library::Library;
use crate::modes::findings_of;
use crate::protocol::{CallFigures, CheckRow, FindingRow, FrameName, LimitRow, Moment, NoteName, TrialPage, TrialRow};
use crate::routes::AttemptName;
use crate::run::LoadedRun;
use agon_core::{Event, FrameRef, ObservationRecord, StepRecord, Target, Verdict};
use agon_record::is_being_written;
use agon_report::Outcome;
use agon_report::trial::spoken;
use serde_json::{Value, json};
use std::sync::Arc;

/// The longest text that a list shows; the whole is asked for by its place in the log.
const MAX_TEXT: usize = 600;

impl Library {
    /// The attempt asked for, else the one that counts, else the last.
    pub fn trial(&self, id: &str, run: &LoadedRun, trial: u32, attempt: Option<u32>) -> Result<TrialPage, LibraryError> {
        let row = run.trial(trial)?;
        let attempts = run.index().attempts_of(trial);
        if let Some(attempt) = attempt.filter(|attempt| !attempts.contains(attempt)) {
            return Err(LibraryError::NoAttempt { trial, attempt });
        }
        let counted = run.index().results()[trial as usize].row.as_ref().map(|row| row.attempt);
        let attempt = attempt.or(counted.filter(|counted| attempts.contains(counted))).or(attempts.last().copied());
        let mut page = TrialPage { attempt, attempts, ..TrialPage::empty(row) };
        if let Some(attempt) = attempt {
            let log = self.log(id, run, trial, attempt)?;
            for (place, event) in log.events.iter().enumerate() {
                page.add(place, event);
            }
            page.is_live = !page.is_closed && is_being_written(run.index().folder());
            page.findings = findings_of(&log.events).iter().map(FindingRow::of).collect();
        }
        Ok(page)
    }

    /// One event of a log, whole.
    pub(crate) fn event(self: &Arc<Self>, of: &AttemptName, place: usize) -> Result<Option<Value>, LibraryError> {
        Ok(self.log_of(of)?.events.get(place).map(|event| json!(event)))
    }

    /// The accessibility tree that was seen after an event, as agents are told it; `None` where none was seen.
    pub(crate) fn tree(self: &Arc<Self>, of: &AttemptName, place: usize) -> Result<Option<String>, LibraryError> {
        let log = self.log_of(of)?;
        let tree = match log.events.get(place) {
            Some(Event::Began { observation }) => observation.tree.as_ref(),
            Some(Event::Step(step)) => step.observation.tree.as_ref(),
            _ => None,
        };
        Ok(tree.map(agon_core::Tree::outline))
    }
}

impl TrialPage {
    /// A trial of which nothing was read.
    pub(crate) fn empty(row: TrialRow) -> Self {
        Self {
            row,
            attempt: None,
            attempts: Vec::new(),
            title: String::new(),
            instruction: String::new(),
            brief: Value::Null,
            checks: Vec::new(),
            ending: None,
            fault: None,
            findings: Vec::new(),
            limits: LimitRow::default(),
            spent: (0, 0.0),
            moments: Vec::new(),
            after: Vec::new(),
            is_closed: false,
            is_live: false,
        }
    }

    /// Takes in the next event of the log. What was noted since the last step led to the next one.
    pub(crate) fn add(&mut self, place: usize, event: &Event) {
        match event {
            Event::Opened(header) => {
                let brief = &header.instance.brief;
                self.title.clone_from(&brief.title);
                self.instruction.clone_from(&brief.instruction);
                let limits = &header.instance.limits;
                self.brief = json!({"brief": brief, "limits": limits, "settings": header.instance.settings});
                self.limits = LimitRow {
                    steps: limits.steps,
                    wall_secs: limits.wall_secs,
                    tokens: limits.tokens,
                    cost_usd: limits.cost_usd,
                };
            }
            Event::Began { observation } => {
                let notes = std::mem::take(&mut self.after);
                self.moments.push(Moment::of(place, observation, notes));
            }
            Event::Step(step) => {
                let notes = std::mem::take(&mut self.after);
                let (tokens, cost_usd) = self.spent;
                self.moments.push(Moment { tokens, cost_usd, ..Moment::of_step(place, step, notes) });
            }
            Event::Note { kind, content } => {
                let said = spoken(content).map(|text| clipped(&text));
                self.after.push(NoteName { kind: kind.clone(), event: place, said, call: CallFigures::of_note(kind, content) });
            }
            Event::Fault { fault, .. } => self.fault = Some(fault.to_string()),
            Event::Closed { verdict, ending, .. } => {
                self.is_closed = true;
                self.ending = ending.as_ref().map(ToString::to_string);
                match verdict {
                    // A log that cannot be trusted has no checks to show.
                    Verdict::Scored(marks) if matches!(self.row.status, Outcome::Passed | Outcome::Failed) => {
                        self.checks = marks.checks.iter().map(CheckRow::of).collect();
                    }
                    Verdict::Scored(_) => {}
                    Verdict::Void(fault) => self.fault = Some(fault.to_string()),
                }
            }
            Event::Spent { usage, .. } => {
                self.spent.0 += usage.tokens();
                self.spent.1 += usage.cost_usd;
            }
            Event::Replayed { .. }
            | Event::Checkpoint { .. }
            | Event::Evidence { .. }
            | Event::Judged(_)
            | Event::CloseFailed { .. } => {}
        }
    }
}

impl CheckRow {
    fn of(check: &agon_core::Check) -> Self {
        Self {
            name: check.name.clone(),
            passed: check.passed,
            score: check.score,
            expected: check.expected.clone(),
            seen: check.seen.clone(),
            evidence: check.evidence.clone(),
        }
    }
}

impl Moment {
    fn of(place: usize, observation: &ObservationRecord, notes: Vec<NoteName>) -> Self {
        Self {
            step: 0,
            action: None,
            points: Vec::new(),
            status: None,
            feedback: observation.text.as_ref().map(|text| clipped(text)),
            at_ms: None,
            world_ms: None,
            frames: observation.frames.iter().map(FrameName::of).collect(),
            notes,
            event: place,
            has_tree: observation.tree.is_some(),
            has_output: false,
            tokens: 0,
            cost_usd: 0.0,
        }
    }

    fn of_step(place: usize, step: &StepRecord, notes: Vec<NoteName>) -> Self {
        Self {
            step: step.step,
            action: Some(clipped(&step.action.summary())),
            points: points(step),
            status: Some(step.status.word().into()),
            feedback: step.message().map(|text| clipped(&text)),
            at_ms: Some(step.at_ms),
            world_ms: Some(step.world_ms),
            has_output: step.output.is_some(),
            ..Self::of(place, &step.observation, notes)
        }
    }
}

impl FrameName {
    fn of(frame: &FrameRef) -> Self {
        let file = format!("{}.{}", frame.hash, frame.kind);
        Self { name: frame.name.clone(), file, width: frame.width, height: frame.height }
    }
}

/// Where a step pointed: labels by the points they stood for.
pub(crate) fn points(step: &StepRecord) -> Vec<[f64; 2]> {
    let mut labels = step.points.iter();
    let place = |target: &Target| match target {
        Target::Point(point) => Some(*point),
        Target::Label(_) => labels.next().copied(),
    };
    step.action.targets().iter().filter_map(place).map(|point| [point.x, point.y]).collect()
}

fn clipped(text: &str) -> String {
    match text.char_indices().nth(MAX_TEXT) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
