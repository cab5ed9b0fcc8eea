//! Failure modes of a run's trials. They need whole logs, so they are looked for in the background and only when somebody asks.

use crate::protocol::{FindingRow, ModeRow, ModesPage};
use crate::run::LoadedRun;
use agon_core::Event;
use agon_record::{PlannedTrial, TrialResult};
use agon_report::Outcome;
use agon_report::modes::{Course, Finding, Mode, findings};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// What was found so far, by trial and attempt, kept while the run goes on. A set of modes is a number with a bit for each.
#[derive(Debug, Default)]
pub(crate) struct FoundModes {
    found: Mutex<HashMap<(u32, u32), u8>>,
    is_looking: AtomicBool,
}

impl FoundModes {
    /// The modes of a trial's counted attempt; `None` where nobody has looked.
    pub(crate) fn of(&self, result: &TrialResult) -> Option<Vec<Mode>> {
        let row = result.row.as_ref()?;
        let set = *self.found.lock().unwrap_or_else(PoisonError::into_inner).get(&(row.trial, row.attempt))?;
        Some(Mode::ALL.into_iter().filter(|mode| set & bit(*mode) != 0).collect())
    }

    /// Reads the logs of all scored trials that have not been read, on a thread of its own.
    pub(crate) fn look(self: &Arc<Self>, run: &Arc<LoadedRun>) {
        if self.is_looking.swap(true, Ordering::SeqCst) {
            return;
        }
        let (modes, run) = (self.clone(), run.clone());
        std::thread::spawn(move || {
            for (_, result) in run.trials() {
                modes.look_at(&run, result);
            }
            modes.is_looking.store(false, Ordering::SeqCst);
        });
    }

    fn look_at(&self, run: &LoadedRun, result: &TrialResult) {
        let Some(row) = result.row.as_ref().filter(|_| Outcome::of(result).is_scored() && self.of(result).is_none()) else {
            return;
        };
        // A log that cannot be read is told as such wherever it is asked for.
        let Ok(log) = run.index().attempt(row.trial, row.attempt) else { return };
        let set = findings_of(&log.events).iter().fold(0, |set, finding| set | bit(finding.mode));
        self.found.lock().unwrap_or_else(PoisonError::into_inner).insert((row.trial, row.attempt), set);
    }

    pub(crate) fn page(&self, run: &LoadedRun) -> ModesPage {
        let agents: Vec<&str> = run.index().manifest().agents.iter().map(|agent| agent.label.as_str()).collect();
        let mut rows: Vec<ModeRow> = Mode::ALL
            .into_iter()
            .map(|mode| ModeRow { mode: mode.word().into(), title: mode.title().into(), agents: vec![0; agents.len()] })
            .collect();
        let (mut scored, mut looked) = (0, 0);
        for (planned, result) in run.trials().filter(|(_, result)| Outcome::of(result).is_scored()) {
            scored += 1;
            let Some(modes) = self.of(result) else { continue };
            looked += 1;
            self.count(&mut rows, &agents, planned, &modes);
        }
        ModesPage { is_looking: self.is_looking.load(Ordering::SeqCst), scored, looked, modes: rows }
    }

    fn count(&self, rows: &mut [ModeRow], agents: &[&str], planned: &PlannedTrial, modes: &[Mode]) {
        let Some(agent) = agents.iter().position(|agent| *agent == planned.agent) else { return };
        for (row, mode) in rows.iter_mut().zip(Mode::ALL) {
            row.agents[agent] += u32::from(modes.contains(&mode));
        }
    }
}

fn bit(mode: Mode) -> u8 {
    1 << Mode::ALL.iter().position(|known| *known == mode).unwrap_or_default()
}

/// What the detectors find in a log.
pub(crate) fn findings_of(events: &[Event]) -> Vec<Finding> {
    Course::of(events).map(|course| findings(&course)).unwrap_or_default()
}

impl FindingRow {
    pub(crate) fn of(finding: &Finding) -> Self {
        Self {
            title: finding.mode.title().into(),
            steps: finding.steps_text(),
            first_step: finding.steps.first().map(|(first, _)| *first),
            detail: finding.detail.clone(),
        }
    }
}
