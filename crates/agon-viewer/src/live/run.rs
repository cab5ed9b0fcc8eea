//! How a run goes on: how its trials come out, and which are going on.

use super::Follow;
use super::running::RunningAttempt;
use crate::follow::LineFollower;
use crate::protocol::{Counts, RunNews, RunningTrial};
use crate::run::LoadedRun;
use agon_core::Cause;
use agon_record::{Control, is_being_written};
use agon_report::Outcome;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// How many trials behind the last that has begun are looked at: those that begin next.
const AHEAD: usize = 64;

/// What a line of the index must tell here.
#[derive(Deserialize)]
struct ClosedAttempt {
    trial: u32,
    attempt: u32,
    passed: bool,
    #[serde(default)]
    void: Option<VoidCause>,
}

#[derive(Deserialize)]
struct VoidCause {
    cause: Cause,
    #[serde(default)]
    provoked: bool,
}

/// A trial as far as it has come.
#[derive(Clone, Copy)]
struct Standing {
    outcome: Outcome,
    /// Closed attempts.
    attempts: u32,
}

pub(crate) struct RunFollower {
    run: Arc<LoadedRun>,
    index: LineFollower<ClosedAttempt>,
    standings: Vec<Standing>,
    counts: Counts,
    /// Trials that may be going on: those that have begun and those that begin next.
    watched: BTreeSet<u32>,
    /// Trials from here on are not watched yet.
    unwatched: usize,
    running: BTreeMap<u32, RunningAttempt>,
    retries: u32,
    last: Option<RunNews>,
}

impl RunFollower {
    pub(crate) fn new(run: Arc<LoadedRun>) -> Self {
        let trials = run.index().plan().len();
        let config = &run.index().manifest().config;
        Self {
            index: LineFollower::new(run.index().results_path()),
            standings: vec![Standing { outcome: Outcome::Missing, attempts: 0 }; trials],
            counts: Counts { trials: trials as u32, missing: trials as u32, ..Counts::default() },
            watched: BTreeSet::new(),
            unwatched: 0,
            running: BTreeMap::new(),
            retries: config["retries"].as_u64().and_then(|retries| u32::try_from(retries).ok()).unwrap_or(u32::MAX),
            last: None,
            run,
        }
    }

    /// Takes in a closed attempt.
    fn take(&mut self, closed: &ClosedAttempt) {
        let Some(standing) = self.standings.get_mut(closed.trial as usize) else { return };
        standing.attempts = standing.attempts.max(closed.attempt);
        let outcome = match &closed.void {
            Some(void) if void.cause == Cause::Interrupted => return,
            Some(_) => Outcome::Void,
            None if closed.passed => Outcome::Passed,
            None => Outcome::Failed,
        };
        if standing.outcome.is_scored() {
            return;
        }
        self.counts.move_one(standing.outcome, outcome);
        standing.outcome = outcome;
        let is_final =
            closed.void.as_ref().is_none_or(|void| void.provoked || void.cause == Cause::Budget || closed.attempt > self.retries);
        if is_final {
            self.watched.remove(&closed.trial);
        } else {
            self.watched.insert(closed.trial);
        }
        self.watch_until(closed.trial as usize + AHEAD);
    }

    /// Watches all trials before this place that are not finished.
    fn watch_until(&mut self, place: usize) {
        let place = place.min(self.standings.len());
        for trial in self.unwatched..place {
            if self.standings[trial].outcome == Outcome::Missing {
                self.watched.insert(trial as u32);
            }
        }
        self.unwatched = self.unwatched.max(place);
    }

    /// The attempt of a trial that goes on and is not followed yet.
    fn begun(&self, trial: u32) -> Option<u32> {
        if self.running.contains_key(&trial) {
            return None;
        }
        let index = self.run.index();
        let closed = self.standings[trial as usize].attempts;
        // Attempts that were interrupted have logs and no line in the index.
        let last = (closed + 1..).take_while(|attempt| index.attempt_path(trial, *attempt).exists()).last()?;
        let written = index.attempt_path(trial, last).metadata().and_then(|data| data.modified()).ok()?;
        // What an earlier session left behind does not go on.
        (written >= index.session_began()?).then_some(last)
    }

    /// Looks for attempts that have begun, and reads on in those that go on.
    fn look_at_running(&mut self) -> Vec<RunningTrial> {
        let begun: Vec<(u32, u32)> = self.watched.iter().filter_map(|trial| Some((*trial, self.begun(*trial)?))).collect();
        for (trial, attempt) in begun {
            let index = self.run.index();
            self.running.insert(trial, RunningAttempt::new(index, &index.plan()[trial as usize], attempt));
            self.watch_until(trial as usize + AHEAD);
        }
        let rows = self.running.values_mut().map(RunningAttempt::look).collect::<Vec<_>>();
        self.running.retain(|_, attempt| !attempt.is_closed);
        rows.into_iter().filter(|row| self.running.contains_key(&row.trial)).collect()
    }
}

impl Follow for RunFollower {
    type News = RunNews;

    fn look(&mut self) -> Option<RunNews> {
        let folder = self.run.index().folder().to_owned();
        let is_live = is_being_written(&folder);
        for closed in self.index.read() {
            self.take(&closed);
        }
        self.watch_until(AHEAD);
        let running = if is_live { self.look_at_running() } else { Vec::new() };
        let news = RunNews { counts: self.counts, is_live, control: Control::read(&folder), running };
        if self.last.as_ref() == Some(&news) {
            return None;
        }
        self.last = Some(news.clone());
        Some(news)
    }

    /// A run that stands still may be resumed.
    fn is_over(&self) -> bool {
        false
    }
}
