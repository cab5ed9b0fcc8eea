//! Exit codes, as the README documents them.

use crate::nearest::meant;
use crate::suites::SuiteFolders;
use agon_agents::SpecError;
use agon_core::SuiteError;
use agon_record::RecordError;
use agon_run::{PlanError, RunError};

/// Done.
pub(crate) const DONE: u8 = 0;
/// Below a threshold that was asked for, or a check that does not hold.
pub(crate) const BELOW: u8 = 1;
/// Usage or configuration: nothing was started.
pub(crate) const USAGE: u8 = 2;
/// Faults are left in the run: void trials, or a record that could not be written.
pub(crate) const FAULTS: u8 = 3;
/// Interrupted by the user.
pub(crate) const INTERRUPTED: u8 = 130;

/// What to do about an error, where there is something.
pub(crate) fn hint_for(error: &anyhow::Error, folders: &SuiteFolders) -> Option<String> {
    let of_kind = error.chain().find_map(|cause| {
        if let Some(RecordError::Corrupt { .. } | RecordError::Inconsistent { .. }) = cause.downcast_ref() {
            return Some("nothing was changed; restore that file from a copy".into());
        }
        if let Some(SpecError::UnknownKind { kind, known }) = cause.downcast_ref() {
            return meant(kind, known.split(", "));
        }
        if let Some(error) = cause.downcast_ref() {
            return of_suite(error, folders);
        }
        match cause.downcast_ref()? {
            PlanError::Suite(error) => of_suite(error, folders),
            PlanError::UnknownSuite { name, known } => meant(name, known.split(", ")).or_else(|| task_of(name, folders)),
            PlanError::NoMatch(pattern) => task_of(pattern, folders),
            _ => None,
        }
    });
    of_kind.or_else(|| of_agent_setting(&format!("{error:#}")))
}

/// A setting of an agent; these errors are told as text.
fn of_agent_setting(text: &str) -> Option<String> {
    let (key, known) = text.split_once("there is no setting ")?.1.split_once("; there are ")?;
    meant(key, known.split(", "))
}

fn of_suite(error: &SuiteError, folders: &SuiteFolders) -> Option<String> {
    match error {
        SuiteError::UnknownSetting { key, known, .. } => meant(key, known.split(", ")),
        SuiteError::UnknownStrategy { strategy, known, .. } => meant(strategy, known.split(", ")),
        SuiteError::UnknownTask(task) => task_of(task.as_str(), folders),
        _ => None,
    }
}

/// The task, or the folder of tasks, that a pattern without matches may mean: spelt otherwise, or with the suite in front.
fn task_of(pattern: &str, folders: &SuiteFolders) -> Option<String> {
    let suites = folders.open().ok()?;
    let name = pattern.split('@').next().unwrap_or_default().trim_end_matches('/');
    let tasks: Vec<&str> = suites.iter().flat_map(|suite| suite.tasks()).map(|card| card.id.as_str()).collect();
    let mut known: Vec<&str> = Vec::new();
    for task in tasks {
        let folders = task.match_indices('/').map(|(end, _)| &task[..end]);
        for name in folders.chain([task]) {
            if !known.contains(&name) {
                known.push(name);
            }
        }
    }
    let below = known.iter().find(|known| known.split_once('/').is_some_and(|(_, rest)| rest == name));
    below.map(|known| format!("did you mean {known}?")).or_else(|| meant(name, known.iter().copied()))
}

pub(crate) fn code_of(error: &anyhow::Error) -> u8 {
    if error.downcast_ref::<RunError>().is_some() { FAULTS } else { USAGE }
}
