//! The log of one attempt, read back and held against the run it belongs to.

use crate::chain::{self, Binding};
use crate::layout::attempt_path;
use crate::lines;
use crate::{Manifest, PlannedTrial, RecordError, Row};
use agon_core::{Cause, Event, FORMAT_VERSION, Fault, Header, JudgeTotals, Totals, Verdict};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// The events of one attempt.
#[derive(Debug)]
pub struct AttemptLog {
    /// In order.
    pub events: Vec<Event>,
    /// Its last line was cut short by a crash and is left out.
    pub torn: bool,
}

/// Something in a run's folder that the run did not write, or not so. What it concerns cannot be trusted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// Below the run's folder.
    pub file: String,
    /// What is wrong, in one sentence.
    pub what: String,
    /// The trial it concerns, if it is one's alone.
    pub trial: Option<u32>,
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.file, self.what)
    }
}

/// What every log of a run is held against.
pub(crate) struct Expected<'a> {
    pub(crate) folder: &'a Path,
    pub(crate) manifest: &'a Manifest,
    pub(crate) plan: &'a [PlannedTrial],
    pub(crate) run: &'a str,
}

/// What a log comes to.
pub(crate) struct Checked {
    pub(crate) row: Row,
    /// Its end was written, and every line is the one that was written.
    pub(crate) is_closed: bool,
    /// The seal of the attempt before, as its first line names it.
    pub(crate) previous: Option<String>,
}

impl AttemptLog {
    /// Its first line; `None` where that is something else.
    pub fn header(&self) -> Option<&Header> {
        match self.events.first() {
            Some(Event::Opened(header)) => Some(header),
            _ => None,
        }
    }

    /// Whether its end was written.
    pub fn is_closed(&self) -> bool {
        matches!(self.events.last(), Some(Event::Closed { .. }))
    }

    pub(crate) fn read(path: PathBuf) -> Result<Self, RecordError> {
        let (events, torn) = lines::read::<Event>(&path)?;
        match events.first() {
            Some(Event::Opened(header)) => check_format(&path, u64::from(header.format))?,
            _ => return Err(RecordError::Inconsistent { path, problem: "it does not begin with an opened event".into() }),
        }
        Ok(Self { events, torn })
    }
}

impl Expected<'_> {
    /// Reads a log whole. `Err` says why it cannot be one of this run's.
    pub(crate) fn check(&self, trial: u32, attempt: u32) -> Result<Checked, String> {
        let path = attempt_path(self.folder, trial, attempt);
        let bytes = fs::read(&path).map_err(|error| format!("it could not be read: {error}"))?;
        let lines = whole_lines(&bytes);
        let Some(first) = lines.first() else {
            // Killed before its first line was written: it has nothing to tell.
            return Ok(Checked { row: interrupted(trial, attempt, Totals::default()), is_closed: false, previous: None });
        };
        let binding = self.check_first(first, trial, attempt)?;
        let previous = binding.previous.clone();
        let last = lines.last().copied().unwrap_or_default();
        match serde_json::from_slice(last).map_err(|_| format!("line {} is not a valid record", lines.len()))? {
            Event::Closed { verdict, ending, totals } => {
                let seal = chain::follow(&lines, &binding)?;
                let row = Row { seal, ..Row::new(trial, attempt, &verdict, ending.as_ref(), &totals) };
                Ok(Checked { row, is_closed: true, previous })
            }
            _ => Ok(Checked { row: interrupted(trial, attempt, totals_of(&lines)?), is_closed: false, previous }),
        }
    }

    /// The first line must say what the plan and the manifest say.
    fn check_first(&self, line: &[u8], trial: u32, attempt: u32) -> Result<Binding, String> {
        let value: Value = serde_json::from_slice(line).map_err(|_| "line 1 is not a valid record")?;
        let Ok(Event::Opened(header)) = serde_json::from_slice(line) else {
            return Err("it does not begin with an opened event".into());
        };
        let binding: Binding = serde_json::from_value(value).map_err(|_| "its first line does not name its run")?;
        let planned = &self.plan[trial as usize];
        let said = (&header.instance.id, &header.agent, header.repeat, header.trial, header.attempt);
        if said != (&planned.instance, &planned.agent, planned.repeat, trial, attempt) {
            return Err(format!(
                "it is the log of {} on {}, repeat {}, trial {}, attempt {}; the plan has {} on {}, repeat {} there",
                header.agent,
                header.instance.id,
                header.repeat,
                header.trial,
                header.attempt,
                planned.agent,
                planned.instance,
                planned.repeat,
            ));
        }
        if binding.run != self.run {
            return Err("it belongs to another run.json and plan.jsonl than those beside it".into());
        }
        let suite = self.manifest.suites.iter().find(|suite| suite.name == planned.instance.task.suite());
        if suite.is_none_or(|suite| suite.version != header.suite_version) {
            return Err(format!("it was recorded with version {} of its suite, run.json names another", header.suite_version));
        }
        Ok(binding)
    }
}

/// A log that ends before its time: its attempt says nothing about its trial, but what it spent is spent.
fn interrupted(trial: u32, attempt: u32, totals: Totals) -> Row {
    let verdict = Verdict::Void(Fault::new(Cause::Interrupted, "the run was stopped in the middle of this attempt"));
    Row::new(trial, attempt, &verdict, None, &totals)
}

fn totals_of(lines: &[&[u8]]) -> Result<Totals, String> {
    let (mut totals, mut judgements) = (Totals::default(), Vec::new());
    for (number, line) in lines.iter().enumerate() {
        match serde_json::from_slice(line).map_err(|_| format!("line {} is not a valid record", number + 1))? {
            Event::Step(step) => totals.steps = step.step,
            Event::Spent { usage, who, claimed } => {
                totals.usage.add(&usage);
                totals.usage_claimed |= claimed;
                if let Some(who) = who {
                    totals.usage_by.entry(who).or_default().add(&usage);
                }
            }
            Event::Judged(judgement) => judgements.push(*judgement),
            _ => {}
        }
    }
    totals.judge = JudgeTotals::of(&judgements);
    Ok(totals)
}

pub(crate) fn whole_lines(bytes: &[u8]) -> Vec<&[u8]> {
    let whole = bytes.iter().rposition(|b| *b == b'\n').map_or(0, |newline| newline + 1);
    bytes[..whole].split(|b| *b == b'\n').filter(|line| !line.is_empty()).collect()
}

pub(crate) fn check_format(path: &Path, found: u64) -> Result<(), RecordError> {
    let known = FORMAT_VERSION;
    match found.cmp(&u64::from(known)) {
        std::cmp::Ordering::Greater => Err(RecordError::Future { path: path.into(), found, known }),
        std::cmp::Ordering::Less => Err(RecordError::Past { path: path.into(), found, known }),
        std::cmp::Ordering::Equal => Ok(()),
    }
}
