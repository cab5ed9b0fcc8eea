//! What a whole run may cost, counted while its trials spend.

use agon_core::{Action, ArtifactStore, Cause, Event, Fault, Observation, ObservationRecord, Recorder, TrialRecord};
use agon_record::Run;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The money of a run, shared by all its attempts. What was measured is charged to all; what an agent says of itself is charged
/// to that agent's trials alone, so that nobody can use up the others' budget by a made-up bill.
pub(crate) struct RunBudget {
    max_usd: Option<f64>,
    spent: Mutex<Spent>,
}

/// What a run has cost.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spent {
    /// By calls that we made ourselves.
    pub measured_usd: f64,
    /// What agents say their own models cost, by label.
    pub claimed_usd: BTreeMap<String, f64>,
}

impl Spent {
    /// What the recorded attempts of a run have cost.
    pub fn of(run: &Run) -> Self {
        let mut spent = Self::default();
        for row in run.rows() {
            let agent = &run.plan()[row.trial as usize].agent;
            spent.add(agent, row.totals.usage.cost_usd, row.totals.usage_claimed);
            spent.measured_usd += row.totals.judge.map_or(0.0, |judge| judge.usage.cost_usd);
        }
        spent
    }

    fn add(&mut self, agent: &str, cost_usd: f64, is_claimed: bool) {
        match is_claimed {
            true => *self.claimed_usd.entry(agent.into()).or_default() += cost_usd,
            false => self.measured_usd += cost_usd,
        }
    }

    /// What counts against the budget when this agent sits.
    fn counted(&self, agent: &str) -> f64 {
        self.measured_usd + self.claimed_usd.get(agent).copied().unwrap_or_default()
    }
}

impl RunBudget {
    pub(crate) fn new(max_usd: Option<f64>, spent: Spent) -> Self {
        Self { max_usd, spent: Mutex::new(spent) }
    }

    /// The fault of a trial of this agent that would start now, if nothing is left.
    pub(crate) fn empty(&self, agent: &str) -> Option<Fault> {
        let counted = self.spent.lock().unwrap_or_else(PoisonError::into_inner).counted(agent);
        self.max_usd.filter(|max| counted >= *max).map(used_up)
    }

    /// Takes out what a trial has just paid. Going beyond the bound is a fault of that trial; what costs nothing is not.
    fn pay(&self, agent: &str, cost_usd: f64, is_claimed: bool) -> Result<(), Fault> {
        let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        spent.add(agent, cost_usd, is_claimed);
        match self.max_usd.filter(|max| cost_usd > 0.0 && spent.counted(agent) > *max) {
            Some(max) => Err(used_up(max)),
            None => Ok(()),
        }
    }
}

fn used_up(max_usd: f64) -> Fault {
    Fault::new(Cause::Budget, format!("the run's budget of ${max_usd} was used up"))
}

/// A recorder that takes what is spent out of the run's budget once it is written down, and remembers what the agent did.
pub(crate) struct Watching<R> {
    pub(crate) recorder: R,
    pub(crate) budget: Arc<RunBudget>,
    pub(crate) agent: String,
    pub(crate) actions: Actions,
}

/// The actions of an attempt so far, the one that broke the world included. Clones share them.
#[derive(Clone, Default)]
pub(crate) struct Actions(Arc<Mutex<Vec<Action>>>);

impl Actions {
    pub(crate) fn take(&self) -> Vec<Action> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn push(&self, action: &Action) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(action.clone());
    }
}

impl<R: Recorder> Recorder for Watching<R> {
    fn record(&mut self, event: &Event) -> Result<(), Fault> {
        self.recorder.record(event)?;
        match event {
            Event::Step(step) => self.actions.push(&step.action),
            Event::Fault { during: Some(action), .. } => self.actions.push(action),
            Event::Spent { usage, claimed, .. } => return self.budget.pay(&self.agent, usage.cost_usd, *claimed),
            Event::Judged(judgement) => return self.budget.pay(&self.agent, judgement.usage.cost_usd, false),
            _ => {}
        }
        Ok(())
    }

    fn keep(&mut self, observation: &Observation) -> ObservationRecord {
        self.recorder.keep(observation)
    }

    fn artifacts(&self) -> Option<Arc<dyn ArtifactStore>> {
        self.recorder.artifacts()
    }

    fn reader(&self) -> Option<Arc<dyn TrialRecord>> {
        self.recorder.reader()
    }

    fn seal(&self) -> String {
        self.recorder.seal()
    }
}
